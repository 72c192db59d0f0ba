/* ladder.cu - launching the rungs, and best, which takes the first of them
 * where little is to be done. */
#include "cuda.h"
#include "problem.h"
#include "gather/arrays.cuh"

constexpr unsigned GATHER_THREADS = 256; /* a block, of the rungs */
constexpr int UNROLLED = 8;              /* elements a thread of that rung */
constexpr unsigned BEST_THREADS = 128;   /* a block, of best, */
constexpr unsigned BEST_ITEMS = 4;       /* and elements a thread */
/* Elements: up to this a thread each, as four a thread would leave
 * multiprocessors idle. */
constexpr size_t FEW = size_t(1) << 17;

#include "gather/far.cuh"
#include "gather/near.cuh"
#include "gather/rungs.def"

LAUNCHER(cuda_gather_ladder);
LAUNCHER(cuda_gather_best);

/* --- the rungs ----------------------------------------------------------- */

template <class T, class I>
struct rung {
    void (*kernel)(gather_arrays<T, I> a);
    size_t elements;
};

template <class T, class I>
static const struct rung<T, I> &rung_of(const struct job *job) {
    static const struct rung<T, I> rungs[] = {
#define RUNG(kernel, name, elements, ...) { kernel<T, I>, elements },
#include "gather/rungs.def"
    };
    return rungs[job->variant->step - 1];
}

enum status
cuda_gather_ladder(struct job *job)
{
    const size_t n = job->problem->dim[0];
    if (n == 0)
        return STATUS_OK;
    return by_widths(job, [=](auto element, auto index) {
        using T = decltype(element);
        using I = decltype(index);
        const rung<T, I> &rung = rung_of<T, I>(job);
        const unsigned blocks = blocks_for(n, GATHER_THREADS * rung.elements);
        rung.kernel<<<blocks, GATHER_THREADS, 0, stream_of(job)>>>(
            gather_arrays<T, I>(job));
        return cuda_launched(job, job->variant->name);
    });
}

/* --- best ----------------------------------------------------------------- */

/* Beyond this L2 does not hold all that is read and written. */
static bool is_far(const struct job *job)
{
    const struct problem *p = job->problem;
    return array_bytes(&p->in[0]) + array_bytes(&p->in[1]) +
        array_bytes(&p->out[0]) >
        job->device->l2;
}

template <class T, class I>
static void launch_best(const struct job *job)
{
    const gather_arrays<T, I> a(job);
    const auto best = is_far(job) ? gather_far<T, I>
        : a.off                   ? gather_near<T, I, true>
                                  : gather_near<T, I, false>;
    if (a.n <= FEW)
        gather_scalar<<<blocks_for(a.n, GATHER_THREADS), GATHER_THREADS, 0,
                        stream_of(job)>>>(a);
    else
        best<<<blocks_for(a.n + a.skip, BEST_THREADS * BEST_ITEMS),
               BEST_THREADS, 0, stream_of(job)>>>(a);
}

enum status cuda_gather_best(struct job *job)
{
    if (job->problem->dim[0] == 0)
        return STATUS_OK;
    return by_widths(job, [=](auto element, auto index) {
        launch_best<decltype(element), decltype(index)>(job);
        return cuda_launched(job, "best");
    });
}
