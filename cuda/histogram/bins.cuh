/* bins.cuh - the bin of a sample on a GPU, as ops/histogram.h has it, and what
 * the kernels of histogram are given.
 *
 * The rule of f32 is spelt by intrinsics, each of which rounds once, whatever
 * the compiler is told about contraction. */
#ifndef TETRAD_CUDA_HISTOGRAM_BINS_CUH
#define TETRAD_CUDA_HISTOGRAM_BINS_CUH

#include "ops/histogram.h"
#include "parts/launch.cuh"

/* Each gives a sample's bin; `bins`: it has none. VECTORS: those of 16 bytes
 * that a thread has on their way where it has 32 registers. */
struct byte_bins {
    using sample = uint8_t;
    static constexpr int VECTORS = 1; /* few blocks had work with more */
    unsigned bins;

    explicit byte_bins(const struct histogram_rule &r) : bins(r.bins)
    {
    }
    __device__ unsigned operator()(uint8_t x) const
    {
        return x;
    }
};

/* High: the product alone, whose upper word has the quotient. */
template <bool High>
struct whole_bins {
    using sample = int32_t;
    static constexpr int VECTORS = High ? 4 : 2;
    unsigned bins, low, last, factor;
    int shift;
    bool inexact;
    uint64_t range;

    explicit whole_bins(const struct histogram_rule &r)
        : bins(r.bins), low(r.whole.low), last(unsigned(r.whole.range - 1)),
          factor(r.whole.factor), shift(r.whole.shift - (High ? 32 : 0)),
          inexact(r.whole.inexact), range(r.whole.range)
    {
    }
    __device__ unsigned operator()(int32_t x) const
    {
        const unsigned d = unsigned(x) - low;
        /* The factor is rounded up: from the range on, `bins` and more. */
        if (High)
            return min(__umulhi(d, factor) >> shift, bins);
        uint64_t q = uint64_t(d) * factor >> shift;
        if (inexact)
            q += uint64_t(d) * bins - q * range >= range;
        return d <= last ? unsigned(q) : bins;
    }
};

struct real_bins {
    using sample = float;
    static constexpr int VECTORS = 4;
    unsigned bins;
    float low, high, scale;

    explicit real_bins(const struct histogram_rule &r)
        : bins(r.bins), low(r.real.low), high(r.real.high), scale(r.real.scale)
    {
    }
    __device__ unsigned operator()(float x) const
    {
        const unsigned q =
            __float2uint_rz(__fmul_rn(__fsub_rn(x, low), scale));
        return x >= low && x < high ? min(q, bins - 1) : bins;
    }
};

/* launch(bins, counter{}) by the problem's type and rule, and its counters. */
template <class Bins, class Launch>
static enum status by_counters(const struct job *job, const Bins &bins,
                               Launch launch)
{
    return histogram_is_wide(job->problem)
        ? launch(bins, (unsigned long long)0)
        : launch(bins, 0u);
}

template <class Launch>
static enum status by_bins(const struct job *job, Launch launch)
{
    const struct histogram_rule rule = histogram_rule(job->problem);
    switch (job->problem->type) {
    case ELEM_U8: return by_counters(job, byte_bins(rule), launch);
    case ELEM_F32: return by_counters(job, real_bins(rule), launch);
    default:
        return !rule.whole.inexact && rule.whole.shift >= 32
            ? by_counters(job, whole_bins<true>(rule), launch)
            : by_counters(job, whole_bins<false>(rule), launch);
    }
}

#endif
