/* prefix.c - scans by one thread's vectors, and by one sweep of the team.
 *
 * A vector is scanned in its register by log2(lanes) shifts and joins (Hillis
 * and Steele 1986); the total before it is joined to all lanes at once, and
 * grows by the vector's own total, so that one join a vector is all that waits
 * for the vector before.
 *
 * The sweep is a chained scan (chain.h): a thread claims the next chunk, folds
 * it, which brings it into its cache, waits for the total of the chunk before,
 * publishes the one up to its own, and scans its chunk out of the cache. */
#include "prefix.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "chain.h"
#include "partition.h"
#include "host/machine.h"
#ifdef __x86_64__
#include <immintrin.h>
#endif

/* Measured as chain.h's: prefetches make tile-scan 30 % faster at 2^28, and
 * folds, with them scan, 4 %; 2 KiB ahead or 16 is the same. */
enum {
    AHEAD = 4096, /* bytes that prefetches are ahead */
    CHAINS = 4    /* vectors that a fold joins to */
};

#define INLINE static inline __attribute__((always_inline))

/* --- one thread ----------------------------------------------------------- */

#define ELEM_TEMPLATE "openmp/prefix_tmpl.h"

#define WIDTH 16
#include "width.h"
#include "elem_each.h"
#undef WIDTH

#ifdef __x86_64__
#define GREATER(v, w) NAME(greater)(v, w)
#define i32_greater(v, w) _mm256_max_epi32((__m256i)(v), (__m256i)(w))
#define u32_greater(v, w) _mm256_max_epu32((__m256i)(v), (__m256i)(w))
#define i64_greater(v, w)                                                   \
    _mm256_blendv_epi8((__m256i)(v), (__m256i)(w), (__m256i)((w) > (v)))
#define u64_greater i64_greater
#define f32_greater(v, w) _mm256_max_ps((__m256)(v), (__m256)(w))
#define f64_greater(v, w) _mm256_max_pd((__m256d)(v), (__m256d)(w))
#define WIDTH 32
#include "width.h"
#include "elem_each.h"
#undef WIDTH
#endif

#undef ELEM_TEMPLATE

const struct prefix_kernel *openmp_prefix_kernel(const enum elem type,
                                                 const bool maxima)
{
    static const struct prefix_kernel *const *const narrow[ELEM_COUNT]
        = EACH_TYPE(kernels_16);
#ifdef __x86_64__
    static const struct prefix_kernel *const *const wide[ELEM_COUNT]
        = EACH_TYPE(kernels_32);
    if (__builtin_cpu_supports("avx2"))
        return wide[type][maxima];
#endif
    return narrow[type][maxima];
}

/* Of the narrowest vectors, which make the longest chains. */
double openmp_prefix_fold_depth(const enum elem type, const size_t n)
{
    const size_t lanes = CHAINS * 16 / elem_size(type);
    return fmin((double)n, (double)(n / lanes) + CHAINS * 16);
}

/* An addition a vector, log2(lanes) and one more inside it, and one an element
 * up to the first whole line and after the last whole vector. */
double openmp_prefix_scan_depth(const enum elem type, const size_t n)
{
    const size_t lanes = 16 / elem_size(type);
    return fmin((double)n + 1, (double)(n / lanes)
                + (double)(LINE_BYTES + 32) / (double)elem_size(type) + 4);
}

/* --- two passes ----------------------------------------------------------- */

/* A total of one thread, on a line of its own. */
struct slot {
    _Alignas(LINE_BYTES) uint64_t total;
};

/* Elements of a block, one a thread. */
static size_t block_length(const size_t n, const size_t size)
{
    return piece_length(n, (size_t)team_size(), LINE_BYTES / size);
}

static void scan_part(const struct prefix_work *const w, const size_t begin,
                      const size_t end, const uint64_t before)
{
    w->kernel->scan(w->x + begin * w->size, w->y + begin * w->size,
                    end - begin, before, w->exclusive, w->stream);
}

static void fold_block(const struct prefix_work *const w, const size_t b)
{
    const size_t length = block_length(w->n, w->size);
    const size_t begin = least(b * length, w->n);
    struct slot *const slots = w->scratch;
    slots[b].total = w->kernel->fold(w->x + begin * w->size,
                                     least(length, w->n - begin));
}

static void scan_block(const struct prefix_work *const w, const size_t b)
{
    const size_t length = block_length(w->n, w->size);
    const size_t begin = least(b * length, w->n);
    const struct slot *const slots = w->scratch;
    uint64_t before = w->kernel->fold(NULL, 0);
    for (size_t k = 0; k < b; k++)
        before = w->kernel->join(before, slots[k].total);
    scan_part(w, begin, least(begin + length, w->n), before);
}

void openmp_prefix_two_pass(const struct prefix_work *const w)
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

double openmp_prefix_two_pass_depth(const enum elem type, const size_t n)
{
    const size_t length = block_length(n, elem_size(type));
    return openmp_prefix_fold_depth(type, length) + team_size()
        + openmp_prefix_scan_depth(type, length);
}

/* --- one sweep ------------------------------------------------------------ */

static size_t chunk_length(const struct prefix_work *const w)
{
    return least(chunk_bytes(w->n, w->size) / w->size, w->period);
}

static size_t chunks_a_period(const struct prefix_work *const w)
{
    return ceil_div(w->period, chunk_length(w));
}

static size_t chunks_of(const struct prefix_work *const w)
{
    const size_t rest = w->n % w->period;
    return w->n / w->period * chunks_a_period(w)
        + ceil_div(rest, chunk_length(w));
}

static void run_chunk(const struct prefix_work *const w,
                      struct chain *const chain, const size_t c)
{
    const size_t each = chunks_a_period(w), length = chunk_length(w);
    const size_t start = c / each * w->period;
    const size_t begin = start + c % each * length;
    const size_t stop = least(w->n - start, w->period) + start;
    const size_t end = least(stop - begin, length) + begin;
    uint64_t before = w->kernel->fold(NULL, 0), total = before;
    if (end < stop)
        total = w->kernel->fold(w->x + begin * w->size, end - begin);
    if (begin > start)
        before = chain_wait(chain, c - 1);
    chain_publish(chain, c, w->kernel->join(before, total));
    scan_part(w, begin, end, before);
}

void openmp_prefix_chained(const struct prefix_work *const w)
{
    struct chain *const chain = w->scratch;
    const size_t chunks = chunks_of(w);
    chain_begin(chain);
#pragma omp parallel
    for (size_t c; (c = chain_claim(chain)) < chunks;)
        run_chunk(w, chain, c);
}

size_t openmp_prefix_chained_scratch(const struct prefix_work *const w)
{
    return chain_bytes(chunks_of(w));
}

double openmp_prefix_chained_depth(const enum elem type,
                                   const struct prefix_work *const w)
{
    const size_t length = least(chunk_length(w), w->n);
    const size_t chunks = ceil_div(least(w->period, w->n),
                                   length ? length : 1);
    return openmp_prefix_scan_depth(type, length)
        + (chunks > 1 ? openmp_prefix_fold_depth(type, length)
           + (double)chunks : 0);
}

bool openmp_prefix_streams(const struct job *const job)
{
    const struct array *const y = &job->problem->out[0];
    const struct machine *const machine = machine_known();
    const size_t near = machine->l2 ? machine->l2 * (size_t)team_size()
                                    : machine_cache();
    return y->from < 0 && y->count * elem_size(y->type) > near;
}
