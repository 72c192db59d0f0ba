/* windows.cuh - the second level: a block takes windows of 128 KB of the
 * output, picks from the pairs of its bin those whose places are in it, puts
 * them there in shared memory, and writes whole lines. Blocks take windows in
 * turn, those of a bin hence at about one time, so that all but its first
 * reader find its pairs in L2. f32: 8 bytes read from memory and 4 written an
 * element, and from L2 8 for each window of a bin.
 *
 * Each place of a window has its element: the indices are a permutation. */
#ifndef TETRAD_CUDA_SCATTER_WINDOWS_CUH
#define TETRAD_CUDA_SCATTER_WINDOWS_CUH

#include "parts/moves.cuh"
#include "parts/overlap.cuh"
#include "parts/vector.cuh"
#include "scatter/binned.cuh"

constexpr unsigned WINDOW_THREADS = 1024;
/* Of 16 bytes, of a thread on their way. */
constexpr unsigned WINDOW_LOADS = 6;

/* A turn, the window, and what the output lies off 16 bytes. */
constexpr size_t WINDOW_ROOM = WINDOW_BYTES + 2 * sizeof(uint4);

/* Pairs in 16 bytes. */
template <class T>
constexpr unsigned PAIRS = sizeof(uint4) / sizeof(pair<T>);

/* The first `pairs` of some, as far as their places are in the window of
 * `count` from `first` on. */
template <class T>
static __device__ void window_put(T *window, unsigned first, unsigned count,
                                  const uint4 &bits, unsigned pairs)
{
    pair<T> p[PAIRS<T>];
    memcpy(p, &bits, sizeof bits);
#pragma unroll
    for (unsigned k = 0; k < PAIRS<T>; k++) {
        const unsigned at = p[k].place() - first; /* less than zero: huge */
        if (k < pairs && at < count)
            window[at] = p[k].value();
    }
}

/* From the `size` pairs of a bin. */
template <class T>
static __device__ void window_fill(T *window, unsigned first, unsigned count,
                                   const pair<T> *pairs, unsigned size)
{
    constexpr unsigned STEP = PAIRS<T> * WINDOW_THREADS;
    for (unsigned i = threadIdx.x * PAIRS<T>; i < size;
         i += WINDOW_LOADS * STEP) {
        uint4 bits[WINDOW_LOADS];
#pragma unroll
        for (unsigned k = 0; k < WINDOW_LOADS; k++)
            if (i + k * STEP < size)
                bits[k] = load_shared_once(pairs + i + k * STEP);
#pragma unroll
        for (unsigned k = 0; k < WINDOW_LOADS; k++)
            if (i + k * STEP < size)
                window_put(window, first, count, bits[k],
                           size - (i + k * STEP));
    }
}

/* `window` lies as `to` does within 16 bytes. */
template <class T>
static __device__ void window_write(T *to, const T *window, unsigned count,
                                    unsigned skip)
{
    constexpr unsigned LANES = vector<T>::LANES;
    for (unsigned j = threadIdx.x * LANES; j < skip + count;
         j += WINDOW_THREADS * LANES) {
        const unsigned i = j - skip; /* less than zero, it is huge */
        if (i < count && count - i >= LANES)
            *reinterpret_cast<uint4 *>(to + i) =
                *reinterpret_cast<const uint4 *>(window + i);
        else
            for (unsigned k = 0; k < LANES; k++)
                if (i + k < count)
                    to[i + k] = window[i + k];
    }
}

template <class T>
static __device__ void window_scatter(T *out, size_t n, unsigned shift,
                                      unsigned skip, struct binned *binned,
                                      unsigned w, T *window)
{
    const size_t first = size_t(w) * WINDOW<T>;
    const size_t bin = first >> shift << shift;
    const unsigned count = unsigned(min(n - first, size_t(WINDOW<T>)));
    window_fill(window, unsigned(first), count, pairs_of<T>(binned) + bin,
                unsigned(min(n - bin, size_t(1) << shift)));
    __syncthreads();
    window_write(out + first, window, count, skip);
}

/* A block's next turn is on its way during the one before. */
template <class T>
static __global__ void __launch_bounds__(WINDOW_THREADS, 1)
    scatter_windows(T *out, size_t n, unsigned shift, unsigned windows,
                    unsigned skip, struct binned *binned)
{
    extern __shared__ uint4 shared[];
    unsigned *turn = reinterpret_cast<unsigned *>(shared); /* 16 bytes */
    T *window = reinterpret_cast<T *>(shared + 1) + skip;
    await_first();
    if (binned->direct)
        return;
    if (threadIdx.x == 0)
        *turn = atomicAdd(&binned->turn, 1u);
    __syncthreads();
    for (unsigned w = *turn; w < windows; w = *turn) {
        unsigned next = 0;
        if (threadIdx.x == 0)
            next = atomicAdd(&binned->turn, 1u);
        window_scatter(out, n, shift, skip, binned, w, window);
        if (threadIdx.x == 0)
            *turn = next; /* all have read theirs */
        __syncthreads();
    }
}

#endif
