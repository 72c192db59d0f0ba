/* ladder.cu - launching the rungs, and best, which takes the first of them
 * where little is to be done. */
#include "cuda.h"
#include "map/arrays.cuh"

constexpr unsigned MAP_THREADS = 256; /* a block, of the rungs */
constexpr unsigned BEST_THREADS =
    128; /* of best: 256 are 1 % slower at 2^24 */
/* Of results: up to this inputs off the output's grid are read by elements.
 * H200, f32, one element off, by elements and by vectors: 5.15 and 5.47 us at
 * 2^16, 7.52 and 7.04 at 2^20. */
constexpr size_t FEW_BYTES = size_t(1) << 20;
/* Read and written: from here on L2 is told to keep what is read. H200, without
 * and with, copy of f32: 33.2 and 33.7 us at 2^24, 125.4 and 125.9 at 2^26,
 * 187.3 and 186.8 at 10^8, 504.0 and 496.1 at 2^28; axpy 183.4 and 182.3 at
 * 2^26. */
constexpr size_t MANY_BYTES = size_t(5) << 27;

#include "map/best.cuh"
#include "map/rungs.def"

LAUNCHER(cuda_map_ladder);
LAUNCHER(cuda_map_best);

/* --- the rungs ----------------------------------------------------------- */

template <class F>
struct rung {
    void (*kernel)(F f, map_arrays<F> a);
    size_t elements; /* a thread, see rungs.def */
};

template <class F>
static const struct rung<F> &rung_of(const struct job *job) {
    constexpr size_t LANES = vector<typename F::element>::LANES;
    static const struct rung<F> rungs[] = {
#define RUNG(kernel, name, elements, ...) { kernel<F>, elements },
#include "map/rungs.def"
    };
    return rungs[job->variant->step - 1];
}

enum status
cuda_map_ladder(struct job *job)
{
    const size_t n = job->problem->size;
    const unsigned full = unsigned(
        job->device->sms * (job->device->max_threads_per_sm / MAP_THREADS));
    if (n == 0)
        return STATUS_OK;
    return by_map(job, [=](auto f) {
        using F = decltype(f);
        const struct rung<F> &rung = rung_of<F>(job);
        const map_arrays<F> a(job);
        const size_t share = MAP_THREADS * rung.elements;
        const unsigned blocks = share ? blocks_for(n + a.skip, share) : full;
        rung.kernel<<<blocks, MAP_THREADS, 0, stream_of(job)>>>(f, a);
        return cuda_launched(job, job->variant->name);
    });
}

/* --- best ----------------------------------------------------------------- */

template <class F>
static void launch_best(const struct job *job, const F &f)
{
    using T = typename F::element;
    const map_arrays<F> a(job);
    const bool shifted = a.x_off || a.y_off;
    const bool kept = a.n * sizeof(T) * (F::inputs + 1) > MANY_BYTES;
    const unsigned blocks =
        blocks_for(a.n + a.skip, BEST_THREADS * vector<T>::LANES);
    if (shifted && a.n * sizeof(T) <= FEW_BYTES)
        map_scalar<F>
            <<<blocks_for(a.n, MAP_THREADS), MAP_THREADS, 0, stream_of(job)>>>(
                f, a);
    else
        (shifted ? kept ? map_best<F, true, true> : map_best<F, false, true>
             : kept
             ? map_best<F, true, false>
             : map_best<F, false,
                        false>)<<<blocks, BEST_THREADS, 0, stream_of(job)>>>(
            f, a);
}

enum status cuda_map_best(struct job *job)
{
    if (job->problem->size == 0)
        return STATUS_OK;
    return by_map(job, [=](auto f) {
        launch_best(job, f);
        return cuda_launched(job, "best");
    });
}
