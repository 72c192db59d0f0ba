/* ladder.cu - launching the rungs of one launch. */
#include "cuda.h"
#include "scatter/arrays.cuh"

constexpr int UNROLLED = 8; /* elements a thread of that rung */

#include "scatter/rungs.def"

LAUNCHER(cuda_scatter_ladder);

template <class T, class I>
struct rung {
    void (*kernel)(scatter_arrays<T, I> a);
    size_t elements;
};

template <class T, class I>
static const struct rung<T, I> &rung_of(const struct job *job) {
    static const struct rung<T, I> rungs[] = {
#define RUNG(kernel, name, elements, ...) { kernel<T, I>, elements },
#include "scatter/rungs.def"
    };
    return rungs[job->variant->step - 1];
}

enum status
cuda_scatter_ladder(struct job *job)
{
    const size_t n = job->problem->dim[0];
    if (n == 0)
        return STATUS_OK;
    return by_widths(job, [=](auto element, auto index) {
        using T = decltype(element);
        using I = decltype(index);
        const rung<T, I> &rung = rung_of<T, I>(job);
        const unsigned blocks = blocks_for(n, SCATTER_THREADS * rung.elements);
        rung.kernel<<<blocks, SCATTER_THREADS, 0, stream_of(job)>>>(
            scatter_arrays<T, I>(job));
        return cuda_launched(job, job->variant->name);
    });
}
