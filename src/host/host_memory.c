/* host_memory.c - the host's memory: had, filled, hashed.
 *
 * Arrays are first touched in blocks by the threads that will read them, on
 * huge pages where the system grants them. */
#include "host/host_memory.h"

#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __x86_64__
#include <emmintrin.h>
#endif

#include "digest.h"
#include "simd.h"
#include "host/machine.h"
#include "host/parallel.h"
#include "host/system.h"

enum {
    PAGE = 4096,    /* the smallest there are: larger ones are touched often */
    HUGE = 2 << 20, /* x86-64's and most of AArch64's */
    OFFSETS = 8,
    OFFSET = (128 << 10) + PAGE + 256,
    LINE = 64,  /* bytes of a cache line */
    LANES = 16, /* words that are hashed side by side */
    /* Bytes that prefetches are ahead: of 1 GiB a core of a Sapphire Rapids
     * Xeon hashes 12.6 GB/s, without them 8.6. */
    AHEAD = 2048,
    /* Bytes that the caller writes, or hashes, in less time than the others
     * take to wake: guards are as short. */
    WRITTEN_ALONE = (32 << 10) - 1,
    HASHED_ALONE = 256 << 10
};

/* Of the pages that begin in [begin, end) bytes. */
static void touch(void *context, size_t begin, size_t end, int rank)
{
    (void)rank;
    volatile char *memory = context;
    const size_t first = (begin + PAGE - 1) / PAGE * PAGE;
    for (size_t at = first; at < end; at += PAGE)
        memory[at] = 0;
}

/* What release needs, just before each array. */
struct header {
    void *mapped;
    size_t bytes;
};

/* Arrays begin in a huge page of their own, if the system grants one, so that
 * their place in the caches does not change from run to run with the pages
 * that happen to be free. They begin at unlike offsets into it, so that they
 * do not all want the same sets of a cache. */
static size_t offset_of_next(void)
{
    static size_t arrays;
    return PAGE + arrays++ % OFFSETS * OFFSET;
}

enum status host_alloc(struct device *device, size_t bytes, void **memory,
                       struct reason *why)
{
    (void)device;
    const size_t offset = offset_of_next();
    const size_t all = bytes + offset + HUGE;
    char *mapped = MAP_FAILED;
    if (all > bytes && bytes <= system_memory_free())
        mapped = mmap(NULL, all, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED)
        return fail(why, STATUS_MEMORY,
                    "the host has no %.1f GB free "
                    "(%.1f GB are)",
                    (double)bytes * 1e-9, (double)system_memory_free() * 1e-9);
    char *base = mapped + (HUGE - (uintptr_t)mapped % HUGE) % HUGE;
    const struct header header = { mapped, all };
    (void)madvise(base, bytes + offset, MADV_HUGEPAGE);
    char *array = base + offset;
    parallel_beyond(WRITTEN_ALONE, bytes, touch, array);
    memcpy(array - sizeof header, &header, sizeof header);
    *memory = array;
    return STATUS_OK;
}

void host_release(struct device *device, void *memory)
{
    (void)device;
    if (!memory)
        return;
    struct header header;
    memcpy(&header, (char *)memory - sizeof header, sizeof header);
    munmap(header.mapped, header.bytes);
}

struct moving {
    char *to;
    const char *from;
    int byte;
    bool around; /* the caches */
};

static void copy_block(void *context, size_t begin, size_t end, int rank)
{
    (void)rank;
    const struct moving *m = context;
    memcpy(m->to + begin, m->from + begin, end - begin);
}

enum status host_copy(struct device *device, void *to, const void *from,
                      size_t bytes, enum direction direction,
                      struct reason *why)
{
    (void)device, (void)direction, (void)why;
    struct moving m = { .to = to, .from = from };
    parallel_beyond(WRITTEN_ALONE, bytes, copy_block, &m);
    return STATUS_OK;
}

/* Non-temporal stores, which read no line before they write it. */
static void set_around(char *to, int byte, size_t bytes)
{
#ifdef __x86_64__
    const __m128i value = _mm_set1_epi8((char)byte);
    size_t at = -(uintptr_t)to % sizeof value;
    memset(to, byte, at < bytes ? at : bytes);
    for (; at + sizeof value <= bytes; at += sizeof value)
        _mm_stream_si128((__m128i *)(void *)(to + at), value);
    _mm_sfence();
    if (at < bytes)
        memset(to + at, byte, bytes - at);
#else
    memset(to, byte, bytes);
#endif
}

static void set_block(void *context, size_t begin, size_t end, int rank)
{
    (void)rank;
    const struct moving *m = context;
    if (m->around)
        set_around(m->to + begin, m->byte, end - begin);
    else
        memset(m->to + begin, m->byte, end - begin);
}

enum status host_set(struct device *device, void *to, int byte, size_t bytes,
                     struct reason *why)
{
    (void)device, (void)why;
    struct moving m = { .to = to,
                        .byte = byte,
                        .around = bytes > machine_cache() };
    parallel_beyond(WRITTEN_ALONE, bytes, set_block, &m);
    return STATUS_OK;
}

struct digesting {
    const char *memory;
    size_t bytes;
    uint64_t sum;
};

/* Of whole words alone. */
SIMD_CLONES
static uint64_t digest_words(const char *memory, size_t begin, size_t end)
{
    uint64_t key[LANES], lane[LANES] = { 0 }, word[LANES], sum = 0;
    size_t i = begin;
    for (size_t k = 0; k < LANES; k++)
        key[k] = digest_key(begin + k);
    for (; i + LANES <= end; i += LANES) {
        const char *at = memory + i * sizeof *word;
        for (size_t k = 0; k < sizeof word; k += LINE)
            __builtin_prefetch(at + AHEAD + k);
        memcpy(word, at, sizeof word);
        for (size_t k = 0; k < LANES; k++) {
            lane[k] += digest_mix(word[k] ^ key[k]);
            key[k] += LANES * DIGEST_STEP;
        }
    }
    for (size_t k = 0; k < LANES; k++)
        sum += lane[k];
    for (; i < end; i++) {
        memcpy(word, memory + i * sizeof *word, sizeof *word);
        sum += digest_word(*word, i);
    }
    return sum;
}

static void digest_block(void *context, size_t begin, size_t end, int rank)
{
    (void)rank;
    struct digesting *d = context;
    const size_t whole = d->bytes / sizeof(uint64_t);
    uint64_t sum = digest_words(d->memory, begin, end < whole ? end : whole);
    uint64_t last = 0;
    if (end > whole) {
        memcpy(&last, d->memory + whole * sizeof last,
               d->bytes - whole * sizeof last);
        sum += digest_word(last, whole);
    }
    __atomic_fetch_add(&d->sum, sum, __ATOMIC_RELAXED);
}

enum status host_digest(struct device *device, const struct span *spans,
                        int count, uint64_t *digests, struct reason *why)
{
    (void)device, (void)why;
    for (int i = 0; i < count; i++) {
        struct digesting d = { spans[i].memory, spans[i].bytes, 0 };
        const size_t words = (d.bytes + 7) / 8;
        parallel_beyond(HASHED_ALONE / 8, words, digest_block, &d);
        digests[i] = d.sum;
    }
    return STATUS_OK;
}
