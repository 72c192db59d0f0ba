/* conv2d_tile.c - tiles of filtered images, by one thread.
 *
 * A tile whose pixels' neighbours are all in the image is made from it; for one
 * at a border they are brought together first, with what is outside. So no
 * innermost loop knows of borders. */
#include "conv2d_tile.h"

#include <stdint.h>
#include <string.h>

#include "ops/conv2d.h"
#include "team.h"
#ifdef __x86_64__
#include <immintrin.h>
#endif

/* A vector that is used several times is not to be loaded as often. */
#ifdef __x86_64__
#define IN_REGISTER(v) __asm__("" : "+v"(v))
#else
#define IN_REGISTER(v) (void)(v)
#endif

#define INLINE static inline __attribute__((always_inline))

#define TARGET
#define WIDTH 16
#ifdef __x86_64__
#define STREAM(to, v) _mm_stream_ps(to, (__m128)(v))
#endif
#define ROWS 1
#define VECTORS 8
#define NAME(x) plain_1_##x
#include "conv2d_tmpl.h"
#define ROWS 3
#define VECTORS 3
#define NAME(x) plain_3_##x
#include "conv2d_tmpl.h"
#define ROWS 5
#define VECTORS 2
#define NAME(x) plain_5_##x
#include "conv2d_tmpl.h"
#undef TARGET
#undef WIDTH
#undef STREAM

#ifdef __x86_64__
#define TARGET __attribute__((target("avx2,fma")))
#define WIDTH 32
#define STREAM(to, v) _mm256_stream_ps(to, (__m256)(v))
#define ROWS 1
#define VECTORS 8
#define NAME(x) avx2_1_##x
#include "conv2d_tmpl.h"
#define ROWS 3
#define VECTORS 3
#define NAME(x) avx2_3_##x
#include "conv2d_tmpl.h"
#define ROWS 5
#define VECTORS 2
#define NAME(x) avx2_5_##x
#include "conv2d_tmpl.h"
#undef TARGET
#undef WIDTH
#undef STREAM

#define TARGET __attribute__((target("avx512f")))
#define WIDTH 64
#define STREAM(to, v) _mm512_stream_ps(to, (__m512)(v))
#define ROWS 1
#define VECTORS 8
#define NAME(x) avx512_1_##x
#include "conv2d_tmpl.h"
#define ROWS 3
#define VECTORS 4
#define NAME(x) avx512_3_##x
#include "conv2d_tmpl.h"
#define ROWS 5
#define VECTORS 4
#define NAME(x) avx512_5_##x
#include "conv2d_tmpl.h"
#undef TARGET
#undef WIDTH
#undef STREAM
#endif

#define TILER(rows, name)                                                     \
    {                                                                         \
        rows, name##_COLUMNS, name##_tile                                     \
    }
#define TILERS(name)                                                          \
    {                                                                         \
        TILER(1, name##_1), TILER(3, name##_3), TILER(5, name##_5)            \
    }

/* Of 1, 3 and 5 rows. */
static const struct tiler *tilers_here(void)
{
    static const struct tiler plain[] = TILERS(plain);
#ifdef __x86_64__
    static const struct tiler avx2[] = TILERS(avx2);
    static const struct tiler avx512[] = TILERS(avx512);
    if (__builtin_cpu_supports("avx512f"))
        return avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return avx2;
#endif
    return plain;
}

struct tiler tiler_of_row(void)
{
    return tilers_here()[0];
}

struct tiler tiler_of_rows(size_t ku)
{
    return tilers_here()[ku < 3 ? 0 : ku < 5 ? 1 : 2];
}

/* --- borders -------------------------------------------------------------- */

/* Pixels from column j on of row i, either of which may lie outside. */
static void take_row(const struct image *image, ptrdiff_t i, ptrdiff_t j,
                     size_t count, float *to)
{
    const ptrdiff_t row = conv2d_inside(i, image->height, image->clamp);
    const ptrdiff_t width = (ptrdiff_t)image->width;
    const ptrdiff_t end = j + (ptrdiff_t)count;
    const ptrdiff_t first = j < 0 ? 0 : j < width ? j : width;
    const ptrdiff_t last = end < first ? first : end < width ? end : width;
    const float *x = image->x + (row < 0 ? 0 : row) * width;
    if (row < 0) {
        memset(to, 0, count * sizeof *to);
        return;
    }
    for (ptrdiff_t at = j; at < first && at < end; at++)
        *to++ = image->clamp ? x[0] : 0;
    memcpy(to, x + first, (size_t)(last - first) * sizeof *to);
    to += last - first;
    for (ptrdiff_t at = last > j ? last : j; at < end; at++)
        *to++ = image->clamp ? x[width - 1] : 0;
}

enum {
    MOST_PATCH = CONV2D_K_MOST * (TILE_COLUMNS + CONV2D_K_MOST - 1),
    MOST_TILE = 5 * TILE_COLUMNS
};

/* Whether neither a tile nor what is under the filter leaves the image. */
static bool is_inner(const struct tiler *t, const struct image *image,
                     const struct taps *taps, size_t i, size_t j)
{
    const size_t down = taps->ku / 2, along = taps->kv / 2;
    return i >= down && j >= along && i + t->rows + down <= image->height &&
        j + t->columns + along <= image->width;
}

static bool streams(const struct canvas *to)
{
    return to->stream && (uintptr_t)to->y % LINE_BYTES == 0 &&
        to->stride * sizeof *to->y % LINE_BYTES == 0;
}

void filter_tile(const struct tiler *t, const struct image *image,
                 const struct taps *taps, size_t i, size_t j, size_t rows,
                 size_t columns, struct canvas to)
{
    _Alignas(LINE_BYTES) float patch[MOST_PATCH], tile[MOST_TILE];
    const ptrdiff_t top = (ptrdiff_t)i - (ptrdiff_t)taps->ku / 2;
    const ptrdiff_t left = (ptrdiff_t)j - (ptrdiff_t)taps->kv / 2;
    const bool inner = is_inner(t, image, taps, i, j);
    const bool whole = rows == t->rows && columns == t->columns;
    const size_t wide = t->columns + taps->kv - 1;
    if (!inner)
        for (size_t u = 0; u < t->rows + taps->ku - 1; u++)
            take_row(image, top + (ptrdiff_t)u, left, wide, patch + u * wide);
    t->run(inner ? image->x + top * (ptrdiff_t)image->width + left : patch,
           inner ? image->width : wide, taps->f, taps->ku, taps->kv,
           whole ? to.y : tile, whole ? to.stride : t->columns,
           whole && streams(&to));
    for (size_t u = 0; !whole && u < rows; u++)
        memcpy(to.y + u * to.stride, tile + u * t->columns,
               columns * sizeof *to.y);
}

void finish_tiles(const struct canvas *to)
{
    (void)to;
#ifdef __x86_64__
    if (to->stream)
        _mm_sfence();
#endif
}
