/* host_flush.c - cold caches on a CPU.
 *
 * Every line of what a run may touch is flushed out of all caches, by the
 * instruction there is for that; dirty ones are thereby written back. Then
 * every core reads twice as much of other data as its own L2 cache holds
 * (host.c), so that code, stack and translations are as cold.
 *
 * To sweep the last level as well is the usual way, and remains for CPUs that
 * cannot flush. It takes a hundred times as long, and it need not work: on a
 * virtual machine that shares a 480 MiB cache, sums of 2^20 f32 took 158 us
 * after a sweep of 480 MiB, 158 us on warm caches and 224 us after a flush. */
#include "host/host.h"

#include "host/parallel.h"
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#include <immintrin.h>
#endif

enum {
    LINE = 64, /* bytes; shorter lines than these are flushed twice */
    /* Bytes that the caller flushes in less time than the others take to
     * wake. */
    ALONE = 256 << 10
};

/* Flushes the lines from here to so many bytes on. */
typedef void flush_lines(const char *, size_t bytes);

#if defined(__x86_64__)

static void flush(const char *memory, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += LINE)
        _mm_clflush(memory + at);
    _mm_mfence();
}

__attribute__((target("clflushopt"))) static void flush_opt(const char *memory,
                                                            size_t bytes)
{
    for (size_t at = 0; at < bytes; at += LINE)
        _mm_clflushopt((void *)(uintptr_t)(memory + at));
    _mm_mfence();
}

/* clflushopt: Intel SDM volume 2, CPUID leaf 7, EBX bit 23. To ask takes a
 * virtual machine to its host and back: once for all that is flushed. */
static flush_lines *quickest_flush(void)
{
    unsigned a, b = 0, c, d;
    const bool has_opt =
        __get_cpuid_count(7, 0, &a, &b, &c, &d) && b >> 23 & 1;
    return has_opt ? flush_opt : flush;
}

#elif defined(__aarch64__)

/* Linux lets programs clean and invalidate lines of their own. */
static void flush(const char *memory, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += LINE)
        __asm__ volatile("dc civac, %0" : : "r"(memory + at) : "memory");
    __asm__ volatile("dsb ish" : : : "memory");
}

static flush_lines *quickest_flush(void)
{
    return flush;
}

#else

static flush_lines *quickest_flush(void)
{
    return NULL;
}

#endif

struct lines {
    const char *memory;
    flush_lines *flush;
};

/* Blocks may begin within a line: their first and last are flushed whole. */
static void flush_block(void *context, size_t begin, size_t end, int rank)
{
    (void)rank;
    const struct lines *lines = context;
    const uintptr_t memory = (uintptr_t)lines->memory,
                    first = (memory + begin) / LINE * LINE;
    if (begin < end)
        lines->flush((const char *)first, (size_t)(memory + end - first));
}

bool host_flush(const struct span *spans, int count)
{
    struct lines lines = { .flush = quickest_flush() };
    for (int i = 0; i < count && lines.flush; i++) {
        lines.memory = spans[i].memory;
        parallel_beyond(ALONE, spans[i].bytes, flush_block, &lines);
    }
    return lines.flush != NULL;
}
