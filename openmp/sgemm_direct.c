/* sgemm_direct.c - small products, from A and B where they lie: nothing is
 * packed, and what the last tiles of rows and columns lack is left out of them.
 *
 * M is cut into as few tiles as registers allow, whose heights differ by one at
 * most, so that none is left with a few rows; N into tiles of two vectors, the
 * last of which may be one. To ask for the next rows of A makes it 1.25 times
 * as fast where caches are cold (128 cubed, two cores of an EPYC, Zen 4). */
#include "sgemm_direct.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "team.h"
#ifdef __x86_64__
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

enum {
    VECTORS = 2, /* of a tile's row, at most */
    INTO_L2 = 2  /* of prefetches: their locality */
};

typedef void tile_maker(const struct direct *, size_t i, size_t j, bool wide);

#define FOUR_TILES(T) T(1) T(2) T(3) T(4)
#define SIX_TILES(T) FOUR_TILES(T) T(5) T(6)
#define FOURTEEN_TILES(T)                                                     \
    SIX_TILES(T) T(7) T(8) T(9) T(10) T(11) T(12) T(13) T(14)

/* Where a tile asks for the rows of A that the next one takes, a line with each
 * step of k: nothing need be there. */
struct ahead {
    uintptr_t at, further; /* bytes */
};

INLINE struct ahead rows_after(const struct direct *d, const float *a,
                               size_t rows)
{
    const size_t further = d->a_step.column * sizeof *a;
    return (struct ahead){ (uintptr_t)a + rows * d->a_step.row * sizeof *a,
                           further > LINE_BYTES ? further : LINE_BYTES };
}

INLINE void ask_further(struct ahead *ahead)
{
    __builtin_prefetch((const void *)ahead->at, 0, INTO_L2);
    ahead->at += ahead->further;
}

/* --- vectors that may be less than whole ---------------------------------- */

typedef size_t plain_some; /* floats */
typedef float plain_part __attribute__((vector_size(16), may_alias));
enum { PLAIN_FLOATS = sizeof(plain_part) / sizeof(float) };

INLINE plain_some plain_some_of(size_t count)
{
    return least(count, PLAIN_FLOATS);
}

INLINE plain_part plain_load(const float *from, plain_some some)
{
    plain_part part = { 0 };
    if (some == PLAIN_FLOATS)
        memcpy(&part, from, sizeof part);
    else
        for (size_t k = 0; k + 1 < PLAIN_FLOATS; k++)
            if (k < some)
                part[k] = from[k];
    return part;
}

INLINE void plain_store(float *to, plain_some some, plain_part part)
{
    memcpy(to, &part, some * sizeof *to);
}

#define TARGET
#define WIDTH 16
#define ROWS 4
#define TILES FOUR_TILES
#define NAME(x) plain_##x
#include "sgemm_direct_tmpl.h"

#ifdef __x86_64__
#define AVX2 __attribute__((target("avx2,fma")))
#define AVX512 __attribute__((target("avx512f")))

typedef __m256i avx2_some;
typedef __mmask16 avx512_some;

AVX2 INLINE __m256i avx2_some_of(size_t count)
{
    static const int32_t before[16] = { -1, -1, -1, -1, -1, -1, -1, -1 };
    const int32_t *from = before + 8 - least(count, 8);
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

AVX2 INLINE __m256 avx2_load(const float *from, __m256i some)
{
    return _mm256_maskload_ps(from, some);
}

AVX2 INLINE void avx2_store(float *to, __m256i some, __m256 part)
{
    _mm256_maskstore_ps(to, some, part);
}

#define TARGET AVX2
#define WIDTH 32
#define ROWS 6
#define TILES SIX_TILES
#define NAME(x) avx2_##x
#include "sgemm_direct_tmpl.h"

AVX512 INLINE __mmask16 avx512_some_of(size_t count)
{
    return (__mmask16)((1u << least(count, 16)) - 1);
}

AVX512 INLINE __m512 avx512_load(const float *from, __mmask16 some)
{
    return _mm512_maskz_loadu_ps(some, from);
}

AVX512 INLINE void avx512_store(float *to, __mmask16 some, __m512 part)
{
    _mm512_mask_storeu_ps(to, some, part);
}

#define TARGET AVX512
#define WIDTH 64
#define ROWS 14
#define TILES FOURTEEN_TILES
#define NAME(x) avx512_##x
#include "sgemm_direct_tmpl.h"
#endif

/* --- tiles ---------------------------------------------------------------- */

/* Of the widest vectors this CPU has. */
struct kind {
    tile_maker *const *tiles; /* of 1 to `rows` rows */
    size_t rows, lanes;
};

static struct kind kind_here(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f"))
        return (struct kind){ avx512_tiles, 14, avx512_LANES };
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return (struct kind){ avx2_tiles, 6, avx2_LANES };
#endif
    return (struct kind){ plain_tiles, 4, plain_LANES };
}

size_t openmp_direct_tiles(const struct direct *d)
{
    const struct kind kind = kind_here();
    return ceil_div(d->m, kind.rows) * ceil_div(d->n, VECTORS * kind.lanes);
}

void openmp_direct(const struct direct *d, size_t begin, size_t end)
{
    const struct kind kind = kind_here();
    const size_t down = ceil_div(d->m, kind.rows);
    for (size_t t = begin; t < end; t++) {
        const size_t j = t / down * VECTORS * kind.lanes;
        const size_t i = t % down * d->m / down;
        const size_t rows = (t % down + 1) * d->m / down - i;
        kind.tiles[rows - 1](d, i, j, d->n - j > kind.lanes);
    }
}
