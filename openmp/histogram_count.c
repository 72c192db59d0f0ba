/* histogram_count.c - samples counted by one thread.
 *
 * The bins of a batch of samples are found by vectors, then counted one by one.
 * What limits that is one store a cycle, and that a counter which was just
 * stored is not there to be loaded for some cycles: so that equal samples, side
 * by side, do not wait for each other, they take turns between tables. Bytes
 * are their own bins, eight of them in a word. */
#include "histogram_count.h"

#include <string.h>

#include "histogram_bytes.h"
#include "simd.h"

#define INLINE static inline __attribute__((always_inline))

enum {
    BATCH = 1024, /* samples whose bins are found at a time */
    TURN = 8,     /* samples after which the first table's turn comes again, at
                     the latest */
    PAD = 80,     /* counters: five lines */
    BYTE_STRIDE = HISTOGRAM_BYTE_BINS + 16 + PAD
};

#define ELEM_TEMPLATE "openmp/histogram_count_tmpl.h"
#include "elem_each_binned.h"
#undef ELEM_TEMPLATE

size_t openmp_histogram_stride(size_t bins)
{
    return bins / 16 * 16 + 16 + PAD;
}

/* --- bins ----------------------------------------------------------------- */

/* Where the quotient is a shift. */
SIMD_CLONES
static void bins_by_shift(const struct histogram_rule *rule,
                          const void *samples, size_t begin, size_t count,
                          uint32_t *restrict bin)
{
    const int32_t *x = (const int32_t *)samples + begin;
    const uint32_t low = rule->whole.low, bins = rule->bins;
    const uint32_t last = (uint32_t)(rule->whole.range - 1);
    const int shift = rule->whole.shift - __builtin_ctz(rule->whole.factor);
    for (size_t i = 0; i < count; i++) {
        const uint32_t d = (uint32_t)x[i] - low;
        bin[i] = d <= last ? d >> shift : bins;
    }
}

static bool is_shift(const struct histogram_rule *r)
{
    const uint32_t factor = r->whole.factor;
    const int shift = r->whole.shift - __builtin_ctz(factor);
    return !(factor & (factor - 1)) && !r->whole.inexact && shift >= 0 &&
        shift < 32;
}

void openmp_histogram_bins(const struct histogram_rule *rule, enum elem type,
                           const void *samples, size_t begin, size_t count,
                           uint32_t *bin)
{
    static void (*const bins[ELEM_COUNT])(
        const struct histogram_rule *, const void *, size_t, size_t,
        uint32_t *restrict) = EACH(BINNED, bins);
    if (type == ELEM_I32 && is_shift(rule))
        bins_by_shift(rule, samples, begin, count, bin);
    else
        bins[type](rule, samples, begin, count, bin);
}

/* --- counts --------------------------------------------------------------- */

INLINE void count_bins(const uint32_t *bin, size_t count, uint32_t *counts,
                       size_t stride, size_t ways)
{
    size_t i = 0;
    for (; i + TURN <= count; i += TURN)
#pragma GCC unroll 8
        for (size_t k = 0; k < TURN; k++)
            counts[k % ways * stride + bin[i + k]]++;
    for (; i < count; i++)
        counts[bin[i]]++;
}

static void count_batch(const uint32_t *bin, size_t count,
                        struct histogram_tables t)
{
    switch (t.ways) {
    case 1: count_bins(bin, count, t.counts, t.stride, 1); break;
    case 2: count_bins(bin, count, t.counts, t.stride, 2); break;
    case 4: count_bins(bin, count, t.counts, t.stride, 4); break;
    default: count_bins(bin, count, t.counts, t.stride, 8);
    }
}

/* Tables are BYTE_STRIDE apart, which spares a register each. */
INLINE void count_bytes(const uint8_t *x, size_t count, uint32_t *counts,
                        size_t ways)
{
    size_t i = 0;
    for (; i + TURN <= count; i += TURN) {
        uint64_t word;
        memcpy(&word, x + i, sizeof word);
#pragma GCC unroll 8
        for (size_t k = 0; k < TURN; k++)
            counts[k % ways * BYTE_STRIDE + (uint8_t)(word >> 8 * k)]++;
    }
    for (; i < count; i++)
        counts[x[i]]++;
}

void openmp_histogram_count(const struct histogram_rule *rule, enum elem type,
                            const void *samples, size_t begin, size_t end,
                            struct histogram_tables t)
{
    uint32_t bin[BATCH];
    const uint8_t *bytes = samples;
    if (type == ELEM_U8 && t.ways == HISTOGRAM_WAYS_MOST) {
        if (openmp_histogram_bytes_can(end - begin))
            openmp_histogram_bytes(bytes + begin, end - begin, t.counts);
        else
            count_bytes(bytes + begin, end - begin, t.counts,
                        HISTOGRAM_WAYS_MOST);
        return;
    }
    if (type == ELEM_U8) {
        count_bytes(bytes + begin, end - begin, t.counts, 1);
        return;
    }
    for (size_t i = begin; i < end; i += BATCH) {
        const size_t count = end - i < BATCH ? end - i : BATCH;
        openmp_histogram_bins(rule, type, samples, i, count, bin);
        count_batch(bin, count, t);
    }
}
