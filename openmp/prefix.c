/* prefix.c - scans by one thread's vectors, and by one sweep of the team.
 *
 * A vector is scanned in its register by log2(lanes) shifts and joins (Hillis
 * and Steele 1986); the total before it is joined to all lanes at once, and
 * grows by the vector's own total, so that one join a vector is all that waits
 * for the vector before.
 *
 * The sweep is a chained scan (chain.h). A thread claims the next chunk, folds
 * it, which brings it into its cache, and tells its total. One chunk later it
 * scans it out of the cache: by then the totals of the chunks before are there
 * as a rule, and each thread joins them all, in order (of 16 threads at most,
 * as measured: a team of hundreds would read many). */
#include "prefix.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "chain.h"
#include "team.h"
#include "host/machine.h"
#ifdef __x86_64__
#include <immintrin.h>
#endif

/* Measured as chain.h's: prefetches make tile-scan 30 % faster at 2^28, and
 * folds, with them scan, 4 %; 2 KiB ahead or 16 is the same. Scan at 2^28:
 * 16.5 ms with AVX2 and chunks scanned as soon as they are folded, 14.7 so with
 * vectors of a whole line, 13.6 if one is folded ahead. */
enum {
    AHEAD = 4096, /* bytes that prefetches are ahead */
    CHAINS = 4,   /* vectors that a fold joins to */
    FOLDED = 2    /* chunks of a thread that are folded, but not scanned */
};

#define INLINE static inline __attribute__((always_inline))

/* --- one thread ----------------------------------------------------------- */

#define ELEM_TEMPLATE "openmp/prefix_tmpl.h"

#define WIDTH 16
#include "width.h"
#include "elem_each.h"
#undef WIDTH

#ifdef __x86_64__
#define GREATER(v, w) AT_WIDTH(NAME(greater))(v, w)
#define i32_greater_32(v, w) _mm256_max_epi32((__m256i)(v), (__m256i)(w))
#define u32_greater_32(v, w) _mm256_max_epu32((__m256i)(v), (__m256i)(w))
#define i64_greater_32(v, w)                                                  \
    _mm256_blendv_epi8((__m256i)(v), (__m256i)(w), (__m256i)((w) > (v)))
#define u64_greater_32 i64_greater_32
#define f32_greater_32(v, w) _mm256_max_ps((__m256)(v), (__m256)(w))
#define f64_greater_32(v, w) _mm256_max_pd((__m256d)(v), (__m256d)(w))
#define WIDTH 32
#include "width.h"
#include "elem_each.h"
#undef WIDTH

#define i32_greater_64(v, w) _mm512_max_epi32((__m512i)(v), (__m512i)(w))
#define u32_greater_64(v, w) _mm512_max_epu32((__m512i)(v), (__m512i)(w))
#define i64_greater_64(v, w) _mm512_max_epi64((__m512i)(v), (__m512i)(w))
#define u64_greater_64(v, w) _mm512_max_epu64((__m512i)(v), (__m512i)(w))
#define f32_greater_64(v, w) _mm512_max_ps((__m512)(v), (__m512)(w))
#define f64_greater_64(v, w) _mm512_max_pd((__m512d)(v), (__m512d)(w))
#define WIDTH 64
#include "width.h"
#include "elem_each.h"
#undef WIDTH
#endif

#undef ELEM_TEMPLATE

const struct prefix_kernel *openmp_prefix_kernel(enum elem type, bool maxima)
{
    static const struct prefix_kernel *const *const narrow[ELEM_COUNT] =
        EACH(NUMBERS, kernels_16);
#ifdef __x86_64__
    static const struct prefix_kernel *const *const wide[ELEM_COUNT] =
        EACH(NUMBERS, kernels_32);
    static const struct prefix_kernel *const *const widest[ELEM_COUNT] =
        EACH(NUMBERS, kernels_64);
    if (__builtin_cpu_supports("avx512f"))
        return widest[type][maxima];
    if (__builtin_cpu_supports("avx2"))
        return wide[type][maxima];
#endif
    return narrow[type][maxima];
}

/* The narrowest vectors make the longest chains; the widest leave the most
 * elements to be joined one by one: those of a fold's last vectors, after its
 * chains' and a vector's lanes. */
double openmp_prefix_fold_depth(enum elem type, size_t n)
{
    const size_t lanes = 16 / elem_size(type), most = 64 / elem_size(type);
    return fmin((double)n,
                (double)(n / (CHAINS * lanes)) +
                    (double)(CHAINS + most + CHAINS * most));
}

/* An addition a vector, log2(lanes) and one more inside it, and one an element
 * up to the first whole line and after the last whole vector. */
double openmp_prefix_scan_depth(enum elem type, size_t n)
{
    const size_t lanes = 16 / elem_size(type), most = 64 / elem_size(type);
    return fmin((double)n + 1,
                (double)(n / lanes) + log2((double)most) + 1 +
                    (double)(LINE_BYTES / elem_size(type) + most));
}

/* --- two passes ----------------------------------------------------------- */

/* A total of one thread, on a line of its own. */
struct slot {
    _Alignas(LINE_BYTES) uint64_t total;
};

/* Elements of a block, one a thread. */
static size_t block_length(size_t n, size_t size)
{
    return piece_length(n, (size_t)team_size(), LINE_BYTES / size);
}

static void scan_part(const struct prefix_work *w, size_t begin, size_t end,
                      uint64_t before)
{
    w->kernel->scan(w->x + begin * w->size, w->y + begin * w->size,
                    end - begin, before, w->exclusive, w->stream);
}

static void fold_block(const struct prefix_work *w, size_t b)
{
    const size_t length = block_length(w->n, w->size);
    const size_t begin = least(b * length, w->n);
    struct slot *slots = w->scratch;
    slots[b].total =
        w->kernel->fold(w->x + begin * w->size, least(length, w->n - begin));
}

static void scan_block(const struct prefix_work *w, size_t b)
{
    const size_t length = block_length(w->n, w->size);
    const size_t begin = least(b * length, w->n);
    const struct slot *slots = w->scratch;
    uint64_t before = w->kernel->fold(NULL, 0);
    for (size_t k = 0; k < b; k++)
        before = w->kernel->join(before, slots[k].total);
    scan_part(w, begin, least(begin + length, w->n), before);
}

void openmp_prefix_two_pass(const struct prefix_work *w)
{
    const size_t blocks = (size_t)team_size();
#pragma omp parallel
    {
#pragma omp for schedule(static, 1)
        for (size_t b = 0; b < blocks - 1; b++)
            fold_block(w, b);
#pragma omp for schedule(static, 1)
        for (size_t b = 0; b < blocks; b++)
            scan_block(w, b);
    }
}

size_t openmp_prefix_two_pass_scratch(void)
{
    return (size_t)team_size() * sizeof(struct slot);
}

double openmp_prefix_two_pass_depth(enum elem type, size_t n)
{
    const size_t length = block_length(n, elem_size(type));
    return openmp_prefix_fold_depth(type, length) + team_size() +
        openmp_prefix_scan_depth(type, length);
}

/* --- one sweep ------------------------------------------------------------ */

static size_t chunk_length(const struct prefix_work *w)
{
    return least(chunk_bytes(w->n, w->size) / w->size, w->period);
}

static size_t chunks_a_period(const struct prefix_work *w)
{
    return ceil_div(w->period, chunk_length(w));
}

static size_t chunks_of(const struct prefix_work *w)
{
    const size_t rest = w->n % w->period;
    return w->n / w->period * chunks_a_period(w) +
        ceil_div(rest, chunk_length(w));
}

/* A chunk, and where the period ends in which it lies. */
struct chunk {
    size_t begin, end, stop;
};

static struct chunk chunk_at(const struct prefix_work *w, size_t c)
{
    const size_t each = chunks_a_period(w), length = chunk_length(w);
    const size_t start = c / each * w->period;
    const size_t begin = start + c % each * length;
    const size_t stop = least(w->n - start, w->period) + start;
    return (struct chunk){ begin, least(stop - begin, length) + begin, stop };
}

/* Claims a chunk and tells its total, if one comes after it. */
static size_t fold_next(const struct prefix_work *w, struct chain *chain,
                        size_t chunks)
{
    const size_t c = chain_claim(chain);
    if (c >= chunks)
        return c;
    const struct chunk at = chunk_at(w, c);
    if (at.end < at.stop)
        chain_publish(
            chain, c,
            w->kernel->fold(w->x + at.begin * w->size, at.end - at.begin));
    return c;
}

/* One thread's chunks. */
static void sweep(const struct prefix_work *w, struct chain *chain,
                  size_t chunks)
{
    const size_t each = chunks_a_period(w);
    size_t known = 0, folded[FOLDED];
    uint64_t before = 0; /* chunk `known`: its period's totals up to there */
    for (int k = 0; k < FOLDED; k++)
        folded[k] = fold_next(w, chain, chunks);
    for (size_t k = 0; folded[k] < chunks; k = (k + 1) % FOLDED) {
        const size_t c = folded[k], first = c / each * each;
        if (known <= first) {
            known = first;
            before = w->kernel->fold(NULL, 0);
        }
        for (; known < c; known++)
            before = w->kernel->join(before, chain_wait(chain, known));
        const struct chunk at = chunk_at(w, c);
        scan_part(w, at.begin, at.end, before);
        folded[k] = fold_next(w, chain, chunks);
    }
}

void openmp_prefix_chained(const struct prefix_work *w)
{
    struct chain *chain = w->scratch;
    const size_t chunks = chunks_of(w);
    chain_begin(chain, chunks);
#pragma omp parallel
    sweep(w, chain, chunks);
}

size_t openmp_prefix_chained_scratch(const struct prefix_work *w)
{
    return chain_bytes(chunks_of(w));
}

double openmp_prefix_chained_depth(enum elem type, const struct prefix_work *w)
{
    const size_t length = least(chunk_length(w), w->n);
    const size_t chunks =
        ceil_div(least(w->period, w->n), length ? length : 1);
    return openmp_prefix_scan_depth(type, length) +
        (chunks > 1 ? openmp_prefix_fold_depth(type, length) + (double)chunks
                    : 0);
}

bool openmp_streams(size_t bytes)
{
    const struct machine *machine = machine_known();
    const size_t near =
        machine->l2 ? machine->l2 * (size_t)team_size() : machine_cache();
    return bytes > near;
}

bool openmp_prefix_streams(const struct job *job)
{
    const struct array *y = &job->problem->out[0];
    return !y->from && openmp_streams(y->count * elem_size(y->type));
}
