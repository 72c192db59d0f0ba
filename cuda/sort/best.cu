/* best.cu - launching onesweep: what one block holds goes to one block. */
#include "cuda.h"
#include "problem.h"
#include "sort/alone.cuh"
#include "sort/onesweep.cuh"

LAUNCHER(cuda_sort_onesweep);

/* --- one block ----------------------------------------------------------- */

template <class K, class V, bool Float>
static enum status launch_alone(const struct job *job)
{
    const auto kernel = sort_alone<K, V, Float>;
    const size_t shared = sizeof(alone_room<K, V>);
    const ranking<K, Float> rank = { K(sort_flip(job->problem)) };
    const enum status status = cuda_status(
        job,
        cudaFuncSetAttribute(
            kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(shared)),
        "shared memory of sort_alone");
    if (status)
        return status;
    kernel<<<1, ALONE_THREADS, shared, stream_of(job)>>>(
        rank, items_in<K, V>(job), items_out<K, V>(job),
        int(job->problem->size));
    return cuda_launched(job, "sort_alone");
}

/* --- a launch a digit ---------------------------------------------------- */

static size_t state_bytes()
{
    return ceil_div(sizeof(struct sweep_state), size_t(256)) * 256;
}

template <class K, class V>
static size_t tiles_of(size_t n)
{
    return ceil_div(n, size_t(SWEEP_TILE<K, V>));
}

/* Scratch: the state, what tiles tell, spare items. */
template <class K, class V>
static struct sweep<K, V> sweep_of(const struct job *job) {
    const size_t n = job->problem->size, tiles = tiles_of<K, V>(n);
    const size_t told = tiles * DIGITS * sizeof(unsigned long long);
    char *scratch = static_cast<char *>(job->scratch);
    return { { items_in<K, V>(job), items_out<K, V>(job),
               items_spare<K, V>(job, state_bytes() + told) },
             n,
             tiles,
             reinterpret_cast<struct sweep_state *>(scratch),
             reinterpret_cast<unsigned long long *>(scratch + state_bytes()) };
}

template <class K, class V, bool Float>
static enum status launch_sweeps(const struct job *job)
{
    const struct sweep<K, V> w = sweep_of<K, V>(job);
    const ranking<K, Float> rank = { K(sort_flip(job->problem)) };
    const auto kernel = sort_onesweep<K, V, Float>;
    const size_t shared = sizeof(sweep_room<K, V>);
    enum status status = cuda_status(
        job,
        cudaFuncSetAttribute(
            kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(shared)),
        "shared memory of sort_onesweep");
    if (!status)
        status = clear_first(job, offsetof(struct sweep_state, plan));
    share_room(kernel);
    const size_t counters = size_t(job->device->sms) * COUNT_BLOCKS;
    if (!status)
        status = launch_overlapped(
            job, "sort_count", sort_count<K, V, Float>,
            unsigned(min(counters,
                         ceil_div(w.n, size_t(COUNT_THREADS * COUNT_UNROLL)))),
            COUNT_THREADS, rank, w);
    for (unsigned pass = 0; pass < sizeof(K) && !status; pass++)
        status = launch_overlapped_with(job, "sort_onesweep", kernel,
                                        unsigned(w.tiles), SWEEP_THREADS,
                                        shared, rank, w, pass);
    return status;
}

static bool is_alone(const struct problem *p)
{
    return p->size <= size_t(ALONE_TILE);
}

enum status cuda_sort_onesweep(struct job *job)
{
    if (job->problem->size == 0)
        return STATUS_OK;
    return by_form(job, [job](auto key, auto value, auto is_float) {
        using K = decltype(key);
        using V = decltype(value);
        constexpr bool Float = decltype(is_float)::value;
        return is_alone(job->problem) ? launch_alone<K, V, Float>(job)
                                      : launch_sweeps<K, V, Float>(job);
    });
}

size_t cuda_sort_onesweep_scratch(const struct job *job)
{
    size_t tiles = 0;
    if (is_alone(job->problem))
        return 0;
    by_form(job, [&](auto key, auto value, auto) {
        tiles = tiles_of<decltype(key), decltype(value)>(job->problem->size);
        return STATUS_OK;
    });
    return state_bytes() + tiles * DIGITS * sizeof(unsigned long long) +
        spare_bytes(job->problem);
}
