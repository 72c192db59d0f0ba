/* merge.cuh - equal work whatever the lengths: elements and ends of segments
 * are merged, and every block and every thread takes as many of them (Merrill
 * & Garland, Merge-based Parallel Sparse Matrix-Vector Multiplication, 2016).
 *
 * Elements are what in[i] is of an In, and offsets are of any width. Blocks of
 * MERGE_THREADS with MERGE_ITEMS items a thread. A segment's sum is written
 * where it ends; what a tile has of the segment that is open at its end is a
 * carry, added in order by a second kernel: no float atomics. */
#ifndef TETRAD_CUDA_SEGREDUCE_MERGE_CUH
#define TETRAD_CUDA_SEGREDUCE_MERGE_CUH

#include "segreduce/ladder.cuh"

constexpr int MERGE_THREADS = 256, MERGE_ITEMS = 8;
constexpr int MERGE_TILE = MERGE_THREADS * MERGE_ITEMS;

/* What tile t has of the segment open at its end; all.count: of none. */
template <class T>
struct carries {
    T *sum;
    size_t *segment;
};

/* Ends among the first `place` items of the whole: the end of segment s has
 * offsets[s + 1] + s items before it. */
template <class Segments>
static __device__ size_t ends_before(const Segments &all, size_t place)
{
    size_t low = 0, high = min(place, all.count);
    while (low < high) {
        const size_t s = low + (high - low) / 2;
        if (all.offsets[s + 1] + s < place)
            low = s + 1;
        else
            high = s;
    }
    return low;
}

/* Inclusive scan over the block of the sums that follow each thread's last
 * end (Hillis & Steele); `heads`: threads with an end. */
template <class T>
static __device__ void scan_open(T *sums, bool *heads)
{
    const int t = threadIdx.x;
    for (int step = 1; step < MERGE_THREADS; step *= 2) {
        const bool joins = t >= step && !heads[t];
        const T older = joins ? sums[t - step] : T(0);
        const bool head = heads[t] || (t >= step && heads[t - step]);
        __syncthreads();
        sums[t] += older;
        heads[t] = head;
        __syncthreads();
    }
}

/* An element's bytes are read once, an offset's once and by the searches. */
template <class T, class In, class Segments>
static __global__ void merge_tiles(In in, Segments all, T *out,
                                   carries<T> carry)
{
    __shared__ size_t cuts[2];
    __shared__ T elements[MERGE_TILE];
    __shared__ unsigned ends[MERGE_TILE];
    __shared__ T sums[MERGE_THREADS];
    __shared__ bool heads[MERGE_THREADS];
    const unsigned t = threadIdx.x;
    const size_t total = all.n + all.count;
    const size_t begin = size_t(blockIdx.x) * MERGE_TILE;
    const size_t end = min(begin + MERGE_TILE, total);
    if (t < 2)
        cuts[t] = ends_before(all, t ? end : begin);
    __syncthreads();

    const size_t segment = cuts[0], element = begin - segment;
    const unsigned end_count = unsigned(cuts[1] - segment);
    const unsigned element_count = unsigned(end - begin) - end_count;
    for (unsigned i = t; i < element_count; i += MERGE_THREADS)
        elements[i] = in[element + i];
    for (unsigned k = t; k < end_count; k += MERGE_THREADS)
        ends[k] = unsigned(all.offsets[segment + k + 1] - element);
    __syncthreads();

    /* The same search in the tile, for this thread's items. */
    const unsigned first = min(t * MERGE_ITEMS, unsigned(end - begin));
    const unsigned last = min(first + MERGE_ITEMS, unsigned(end - begin));
    unsigned k = 0;
    for (unsigned high = min(first, end_count); k < high;) {
        const unsigned middle = (k + high) / 2;
        if (ends[middle] + middle < first)
            k = middle + 1;
        else
            high = middle;
    }
    const unsigned opened = k;
    unsigned i = first - k;
    T sum = 0, lead = 0;
    for (unsigned item = first; item < last; item++) {
        if (k == end_count || i < ends[k]) {
            sum += elements[i++];
            continue;
        }
        if (k == opened)
            lead = sum;
        else
            out[segment + k] = sum;
        sum = 0;
        k++;
    }
    sums[t] = sum;
    heads[t] = k > opened;
    __syncthreads();
    scan_open(sums, heads);
    if (k > opened)
        out[segment + opened] = t ? sums[t - 1] + lead : lead;
    if (t == MERGE_THREADS - 1) {
        carry.sum[blockIdx.x] = sums[t];
        carry.segment[blockIdx.x] = cuts[1];
    }
}

/* A warp a tile: where a segment's first carry is, it adds them all up and
 * to what was written where the segment ends. */
template <class T>
static __global__ void merge_carries(carries<T> carry, size_t tiles,
                                     size_t count, T *out)
{
    const size_t t = (size_t(blockIdx.x) * blockDim.x + threadIdx.x) / WARP;
    const unsigned lane = threadIdx.x % WARP;
    if (t >= tiles)
        return;
    const size_t segment = carry.segment[t];
    if (segment == count || (t > 0 && carry.segment[t - 1] == segment))
        return;
    T sum = 0;
    for (size_t u = t + lane; u < tiles && carry.segment[u] == segment;
         u += WARP)
        sum += carry.sum[u];
    sum = warp_reduce(sum, [](T a, T b) { return a + b; });
    if (lane == 0)
        out[segment] += sum;
}

/* --- launches ------------------------------------------------------------- */

/* What a run takes, elements and ends together. */
static inline size_t merge_tiles_of(size_t items)
{
    return ceil_div(items, size_t(MERGE_TILE));
}

/* Scratch: the carries. */
static inline size_t merge_bytes(size_t items)
{
    return merge_tiles_of(items) * (sizeof(double) + sizeof(size_t));
}

/* A thread's items, the scan over the block, the thread's own; a lane's
 * carries, the warp's tree, and the two sums. */
static inline double merge_depth(size_t items)
{
    return MERGE_ITEMS + log2(double(MERGE_THREADS)) + 1 +
        double(ceil_div(merge_tiles_of(items), size_t(WARP))) + 5 + 1;
}

template <class T, class In, class Segments>
static enum status launch_merge(const struct job *job, In in,
                                const Segments &all)
{
    const size_t count = merge_tiles_of(all.n + all.count);
    if (count == 0)
        return STATUS_OK;
    size_t *segment = static_cast<size_t *>(job->scratch);
    const carries<T> carry = { reinterpret_cast<T *>(segment + count),
                               segment };
    merge_tiles<T><<<unsigned(count), MERGE_THREADS, 0, stream_of(job)>>>(
        in, all, output<T>(job), carry);
    const enum status status = cuda_launched(job, "merge");
    if (status)
        return status;
    merge_carries<T>
        <<<blocks_for(count, LADDER_THREADS / WARP), LADDER_THREADS, 0,
           stream_of(job)>>>(carry, count, all.count, output<T>(job));
    return cuda_launched(job, "merge, carries");
}

struct by_merge {
    template <class T>
    static enum status run(struct job *job, const void *, int)
    {
        return launch_merge<T>(job, input<T>(job), segments_of(job));
    }
    static size_t scratch(const struct job *job, int)
    {
        const segments all = segments_of(job);
        return merge_bytes(all.n + all.count);
    }
    static double depth(const struct job *job, int)
    {
        const segments all = segments_of(job);
        return merge_depth(all.n + all.count);
    }
};

#endif
