/* ladder.cu - launching the rungs. */
#include "cuda.h"
#include "histogram/bins.cuh"
#include "histogram/launch.cuh"
#include "histogram/limits.h"
#include "histogram/samples.cuh"
#include "histogram/table.cuh"
#include "parts/warp.cuh"

static_assert(RUNG_WARPS == RUNG_THREADS / WARP, "a table a warp");

#include "histogram/rungs.def"

LAUNCHER(cuda_histogram_ladder);

template <class Bins, class C>
struct rung {
    void (*kernel)(Bins bins, samples<typename Bins::sample> s, C *out);
    size_t tables;
};

template <class Bins, class C>
static const struct rung<Bins, C> &rung_of(const struct job *job) {
    static const struct rung<Bins, C> rungs[] = {
#define RUNG(kernel, name, tables, ...) { kernel<Bins, C>, tables },
#include "histogram/rungs.def"
    };
    return rungs[job->variant->step - 1];
}

enum status
cuda_histogram_ladder(struct job *job)
{
    return by_bins(job, [job](auto bins, auto zero) {
        using Bins = decltype(bins);
        using C = decltype(zero);
        const rung<Bins, C> &rung = rung_of<Bins, C>(job);
        const enum status status = clear_result<C>(job);
        return status
            ? status
            : launch_filling(
                  job, job->variant->name, rung.kernel, RUNG_THREADS,
                  rung.tables * bins.bins * sizeof(unsigned),
                  ceil_div(count_of(job), size_t(RUNG_THREADS)), bins,
                  samples<typename Bins::sample>(job), output<C>(job));
    });
}
