/* quicksort.cu - quicksort by dynamic parallelism, as CUDA 12 and later have
 * it: a kernel cannot wait for what it launches. A block partitions one
 * segment: those before the pivot and those behind it become segments of the
 * next level, those that equal it are where they belong. Short segments are
 * sorted in shared memory. The levels are limited, as launches within launches
 * are; what is left then is sorted by one block each, by a network.
 *
 * Breadth first, what follows a level is a launch too, into the stream of
 * those that begin when this one and all its launches have ended. The last
 * block of a level launches the next: as many launches as levels, whatever the
 * number of segments. Depth first, which is recursion as one writes it, each
 * block launches two more, which begin at once: as many launches as segments,
 * of which only so many may wait to begin. Where more would, or one is refused,
 * the block sorts the segment itself, and goes on launching as it can. No block
 * waits for another, as segments of a level have no place in common.
 *
 * 512 threads; 3 s + 2 v bytes an item and level, of which the first few have
 * few blocks. Compiled as relocatable device code, apart from all else. */
#include "cuda.h"
#include "sort/quicksort.cuh"

LAUNCHER(cuda_sort_quicksort);
LAUNCHER(cuda_sort_recursive);

/* --- breadth first ------------------------------------------------------- */

/* In scratch, cleared before the first level. */
struct quick_state {
    unsigned segments[QUICK_LEVELS + 2]; /* of each level, as far as known */
    unsigned ended[QUICK_LEVELS + 2];    /* blocks of each level */
};

struct quick_lists {
    size_t n;
    struct quick_state *state;
    struct quick_segment *list[2]; /* of even and of odd levels */
};

static __device__ void quick_add(const quick_lists &l, int level, size_t begin,
                                 size_t end)
{
    if (begin < end)
        l.list[level % 2][atomicAdd(&l.state->segments[level], 1u)] = {
            begin, end - begin
        };
}

/* What blocks of this level added to the list, each before its own `ended`, the
 * last one sees, and what it launches begins when all have ended. A launch that
 * is refused stops the kernel: nothing may look sorted that is not. */
template <class K, class V, bool Float>
static __global__ void __launch_bounds__(QUICK_THREADS)
    quick_level(quick<K, V, Float> q, quick_lists l, int level)
{
    __shared__ unsigned long long next[SIDES];
    const quick_segment all = { 0, l.n };
    const quick_segment s = level ? l.list[level % 2][blockIdx.x] : all;
    const bool parted = quick_step(q, s, level, next);
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    if (parted) {
        quick_add(l, level + 1, s.begin, next[BEFORE_PIVOT]);
        quick_add(l, level + 1, next[AT_PIVOT], s.begin + s.n);
    }
    __threadfence();
    if (atomicAdd(&l.state->ended[level], 1u) != gridDim.x - 1)
        return;
    const unsigned segments = atomicAdd(&l.state->segments[level + 1], 0u);
    if (segments == 0)
        return;
    quick_level<<<segments, QUICK_THREADS, 0, cudaStreamTailLaunch>>>(
        q, l, level + 1);
    if (cudaGetLastError() != cudaSuccess)
        __trap();
}

/* --- depth first --------------------------------------------------------- */

/* Launches that wait to begin, at once: the device run-time holds 2048 of them,
 * those of other kernels included, and refuses more. */
constexpr unsigned QUICK_WAITING = 1024;

/* Segments that the block is to sort itself: one a level, and another. */
struct quick_todo {
    int count;
    struct quick_part {
        quick_segment s;
        int level;
    } part[QUICK_LEVELS + 2];
};

template <class K, class V, bool Float>
static __global__ void quick_child(quick<K, V, Float> q, quick_segment s,
                                   int level, unsigned *waiting);

/* To a block of its own; if none is to be had, to this one. */
template <class K, class V, bool Float>
static __device__ void quick_hand(const quick<K, V, Float> &q,
                                  quick_todo &todo, size_t begin, size_t end,
                                  int level, unsigned *waiting)
{
    const quick_segment s = { begin, end - begin };
    if (begin == end)
        return;
    if (atomicAdd(waiting, 1u) < QUICK_WAITING) {
        quick_child<<<1, QUICK_THREADS, 0, cudaStreamFireAndForget>>>(
            q, s, level, waiting);
        if (cudaGetLastError() == cudaSuccess)
            return;
    }
    atomicSub(waiting, 1u);
    todo.part[todo.count++] = { s, level };
}

/* Sorts a segment, of which all but the first are launched by the one that it
 * is part of. */
template <class K, class V, bool Float>
static __global__ void __launch_bounds__(QUICK_THREADS)
    quick_child(quick<K, V, Float> q, quick_segment s, int level,
                unsigned *waiting)
{
    __shared__ unsigned long long next[SIDES];
    __shared__ quick_todo todo;
    if (threadIdx.x == 0) {
        todo.count = 1;
        todo.part[0] = { s, level };
        if (level)
            atomicSub(waiting, 1u);
    }
    __syncthreads();
    while (todo.count > 0) {
        const quick_todo::quick_part own = todo.part[todo.count - 1];
        const bool parted = quick_step(q, own.s, own.level, next);
        __threadfence(); /* before others are told of it */
        __syncthreads();
        if (threadIdx.x == 0) {
            todo.count--;
            if (parted) {
                quick_hand(q, todo, own.s.begin, next[BEFORE_PIVOT],
                           own.level + 1, waiting);
                quick_hand(q, todo, next[AT_PIVOT], own.s.begin + own.s.n,
                           own.level + 1, waiting);
            }
        }
        __syncthreads();
    }
}

/* --- launching ----------------------------------------------------------- */

/* Segments of a level: two for each that was longer than a leaf. */
static size_t list_bytes(size_t n)
{
    return in_256s((2 * (n / QUICK_LEAF) + 2) * sizeof(struct quick_segment));
}

template <class K, class V, bool Float>
static quick<K, V, Float> quick_of(const struct job *job, size_t spare)
{
    const struct problem *p = job->problem;
    return { { K(sort_flip(p)) },
             items_in<K, V>(job),
             items_out<K, V>(job),
             { items_spare<K, V>(job, spare),
               items_spare<K, V>(job, spare + spare_bytes(p)) } };
}

/* Scratch: the state, two lists, two spares. */
template <class K, class V, bool Float>
static enum status launch_levels(const struct job *job)
{
    const size_t n = job->problem->size;
    const size_t state = in_256s(sizeof(struct quick_state));
    const size_t list = list_bytes(n);
    char *at = static_cast<char *>(job->scratch);
    const quick_lists lists = {
        n,
        reinterpret_cast<struct quick_state *>(at),
        { reinterpret_cast<struct quick_segment *>(at + state),
          reinterpret_cast<struct quick_segment *>(at + state + list) }
    };
    const enum status status = fresh_scratch(job, sizeof(struct quick_state));
    if (status)
        return status;
    quick_level<<<1, QUICK_THREADS, 0, stream_of(job)>>>(
        quick_of<K, V, Float>(job, state + 2 * list), lists, 0);
    return cuda_launched(job, "quick_level");
}

size_t cuda_sort_quicksort_scratch(const struct job *job)
{
    return in_256s(sizeof(struct quick_state)) +
        2 * (list_bytes(job->problem->size) + spare_bytes(job->problem));
}

enum status cuda_sort_quicksort(struct job *job)
{
    if (job->problem->size == 0)
        return STATUS_OK;
    return by_form(job, [job](auto key, auto value, auto is_float) {
        return launch_levels<decltype(key), decltype(value),
                             decltype(is_float)::value>(job);
    });
}

/* Scratch: how many launches wait, two spares. */
template <class K, class V, bool Float>
static enum status launch_children(const struct job *job)
{
    unsigned *waiting = static_cast<unsigned *>(job->scratch);
    const enum status status = fresh_scratch(job, sizeof *waiting);
    if (status)
        return status;
    quick_child<<<1, QUICK_THREADS, 0, stream_of(job)>>>(
        quick_of<K, V, Float>(job, in_256s(sizeof *waiting)),
        quick_segment{ 0, job->problem->size }, 0, waiting);
    return cuda_launched(job, "quick_child");
}

size_t cuda_sort_recursive_scratch(const struct job *job)
{
    return in_256s(sizeof(unsigned)) + 2 * spare_bytes(job->problem);
}

enum status cuda_sort_recursive(struct job *job)
{
    if (job->problem->size == 0)
        return STATUS_OK;
    return by_form(job, [job](auto key, auto value, auto is_float) {
        return launch_children<decltype(key), decltype(value),
                               decltype(is_float)::value>(job);
    });
}
