/* sort_thrust.cu - sort as Thrust's users call it: in place, hence on a copy of
 * the input, which is in its time. By thrust::less and thrust::greater keys
 * that are numbers go through CUB's radix sort. */
#include <thrust/functional.h>
#include <thrust/sort.h>

#include "sort.cuh"
#include "thrust.cuh"

LAUNCHER(cub_sort_thrust);

static enum status copy_input(const struct job *job, int which)
{
    return cuda_status(job,
                       cudaMemcpyAsync(job->out[which], job->in[which],
                                       array_bytes(&job->problem->in[which]),
                                       cudaMemcpyDeviceToDevice,
                                       stream_of(job)),
                       "copying the input");
}

template <class T, class V, class Policy, class Order>
static void sort_pairs(const struct job *job, const Policy &policy,
                       Order order, V)
{
    T *keys = output<T>(job);
    if constexpr (carries<V>)
        thrust::stable_sort_by_key(policy, keys, keys + count_of(job),
                                   output<V>(job, 1), order);
    else
        thrust::stable_sort(policy, keys, keys + count_of(job), order);
}

/* What CUB's radix sort with a double buffer takes: the items again and, of
 * each tile of some thousand of them, 256 counts. */
size_t cub_sort_thrust_scratch(const struct job *job)
{
    const struct problem *p = job->problem;
    const size_t items = p->size * (elem_size(p->type) + sort_value_bytes(p));
    return items + items / 4 + (size_t(4) << 20);
}

enum status cub_sort_thrust(struct job *job)
{
    const struct problem *p = job->problem;
    enum status status = STATUS_OK;
    for (int i = 0; i < p->in_count && p->size && !status; i++)
        status = copy_input(job, i);
    if (status || !p->size)
        return status;
    return by_type(TYPES_OF(NUMBERS){}, job, [job](auto type) {
        using T = typename decltype(type)::element;
        return by_value(job, [job](auto value) {
            return thrust_call(job, [job, value](const auto &policy) {
                if (sort_descends(job->problem))
                    sort_pairs<T>(job, policy, thrust::greater<T>(), value);
                else
                    sort_pairs<T>(job, policy, thrust::less<T>(), value);
                return cudaSuccess;
            });
        });
    });
}
