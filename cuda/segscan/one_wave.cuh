/* one_wave.cuh - all elements are in registers at once, one block a
 * multiprocessor, one hop between blocks.
 *
 * Each block has one contiguous tile. Warps scan rows of 32 vectors of 16
 * bytes one after another, then the block its warps. A tile with a head
 * publishes a prefix, another its aggregate; a block whose first element is no
 * head reads the packets of all blocks before it at once, back to the nearest
 * prefix. No packet waits for another, and the whole grid is resident. */
#ifndef TETRAD_CUDA_SEGSCAN_ONE_WAVE_CUH
#define TETRAD_CUDA_SEGSCAN_ONE_WAVE_CUH

#include "segscan/segmented.cuh"

/* Packets a lane reads at once; the most blocks of a wave. */
constexpr int WAVE_READS = 5, WAVE_BLOCKS = WAVE_READS * WARP + 1;

template <class T>
constexpr int LANES = 16 / sizeof(T);

/* --- vectors and their heads ---------------------------------------------- */

/* Element `first`, huge if it is before the array, and those after it. */
template <class T>
static __device__ bool whole(const segscan_work<T> &w, size_t first)
{
    return first < w.n && w.n - first >= LANES<T>;
}

template <class T>
static __device__ void read_vector(T *x, const segscan_work<T> &w,
                                   size_t first)
{
    if (whole(w, first)) {
        const uint4 bits =
            __ldg(reinterpret_cast<const uint4 *>(w.in + first));
        memcpy(x, &bits, sizeof bits);
        return;
    }
#pragma unroll
    for (int k = 0; k < LANES<T>; k++)
        x[k] = first + k < w.n ? w.in[first + k] : T(0);
}

template <class T>
static __device__ void write_vector(const T *x, const segscan_work<T> &w,
                                    size_t first)
{
    if (w.in_step && whole(w, first)) {
        uint4 bits;
        memcpy(&bits, x, sizeof bits);
        *reinterpret_cast<uint4 *>(w.out + first) = bits;
        return;
    }
#pragma unroll
    for (int k = 0; k < LANES<T>; k++)
        if (first + k < w.n)
            w.out[first + k] = x[k];
}

/* A byte an element of the vector, from flags in global memory. */
template <class T>
static __device__ unsigned read_flags(const segscan_work<T> &w, size_t first)
{
    using word = std::conditional_t<LANES<T> == 4, unsigned, unsigned short>;
    const unsigned char *const from = w.flags + first;
    if (whole(w, first) && uintptr_t(from) % sizeof(word) == 0)
        return __ldg(reinterpret_cast<const word *>(from));
    unsigned bytes = 0;
#pragma unroll
    for (int k = 0; k < LANES<T>; k++)
        if (first + k < w.n)
            bytes |= unsigned(from[k]) << (8 * k);
    return bytes;
}

/* --- between blocks ------------------------------------------------------- */

/* One warp: the sum over the blocks before this one, back to the nearest
 * prefix. */
template <class T>
static __device__ T wave_look_back(const packet<T> *packets, unsigned epoch)
{
    const unsigned lane = threadIdx.x % WARP, count = blockIdx.x;
    chain_state state[WAVE_READS] = {};
    T value[WAVE_READS];
    unsigned last, open;
#pragma unroll 1
    do {
        last = count - 1; /* the farthest needed */
        open = 0;
#pragma unroll
        for (int k = 0; k < WAVE_READS; k++) {
            const unsigned at = k * WARP + lane;
            if (at < count && state[k] == CHAIN_EMPTY)
                state[k] = chain_read<T>(packets, count - 1 - at, epoch,
                                         value[k]);
        }
#pragma unroll
        for (int k = WAVE_READS; k-- > 0;) {
            const unsigned ends =
                __ballot_sync(FULL_WARP, state[k] == CHAIN_PREFIX);
            const unsigned empty = __ballot_sync(
                FULL_WARP,
                k * WARP + lane < count && state[k] == CHAIN_EMPTY);
            if (ends) {
                last = k * WARP + __ffs(ends) - 1;
                open = empty & ((ends & -ends) - 1);
            } else {
                open |= empty;
            }
        }
    } while (open);
    T sum = 0;
#pragma unroll
    for (int k = WAVE_READS; k-- > 0;)
        if (k * WARP + lane <= last)
            sum += value[k];
    return warp_reduce_all(sum, [](T a, T b) { return a + b; });
}

/* --- the kernel ----------------------------------------------------------- */

/* Bit r * LANES + k: element k of row r is a head. By offsets, all threads of
 * the block: marks has a byte an element of it, 16 at a time zeroed here. */
template <class T, int Threads, int Rows>
static __device__ unsigned wave_heads(const segscan_work<T> &w, unsigned rows,
                                      size_t row, unsigned char *marks)
{
    constexpr unsigned ROW = WARP * LANES<T>, WARPS = Threads / WARP;
    const unsigned lane = threadIdx.x % WARP;
    const size_t tile = size_t(blockIdx.x) * WARPS * rows * ROW;
    unsigned heads = 0, bytes[Rows];
    if (w.flags) {
#pragma unroll
        for (int r = 0; r < Rows; r++)
            if (r < rows)
                bytes[r] = read_flags(w, (row + r) * ROW + lane * LANES<T> -
                                             w.lead);
    } else {
        const size_t first = tile > w.lead ? tile - w.lead : 0;
        const size_t end = min(w.n, tile + WARPS * rows * ROW - w.lead);
        for (unsigned v = threadIdx.x; v < WARPS * rows * ROW / 16;
             v += Threads)
            reinterpret_cast<uint4 *>(marks)[v] = uint4{ 0, 0, 0, 0 };
        block_probes<Threads> p;
        const size_t at = seek(w.by, first, end, p);
        mark(w.by, at, p, first, end, marks + (first + w.lead - tile));
        __syncthreads();
        const unsigned char *const mine =
            marks + (row * ROW - tile) + lane * LANES<T>;
#pragma unroll
        for (int r = 0; r < Rows; r++)
            if (r < rows)
                bytes[r] = LANES<T> == 4
                    ? *reinterpret_cast<const unsigned *>(mine + r * ROW)
                    : *reinterpret_cast<const unsigned short *>(mine +
                                                                r * ROW);
    }
#pragma unroll
    for (int r = 0; r < Rows; r++)
        if (r < rows)
            heads |= nonzero_bytes(bytes[r]) << (r * LANES<T>);
    return row == 0 && lane == 0 ? heads | 1u << w.lead : heads;
}

/* `rows` rows a warp, at most Rows, as many for all. Each element, flag and
 * offset is read once, each result written once. */
template <class T, int Threads, int Rows>
static __global__ void __launch_bounds__(Threads, 1)
segscan_one_wave(segscan_work<T> w, unsigned rows)
{
    constexpr int WARPS = Threads / WARP, N = LANES<T>;
    constexpr unsigned ROW = WARP * N;
    static_assert(WARPS <= WARP && Rows * N <= 32, "a mask of heads a thread");
    __shared__ alignas(16) unsigned char marks[Threads * Rows * N];
    __shared__ part<T> parts[WARPS];
    __shared__ T carry;
    const unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    const bool alone = gridDim.x == 1;
    const size_t row = (size_t(blockIdx.x) * WARPS + warp) * rows;
    const size_t first = row * ROW + lane * N - w.lead;
    unsigned epoch = 0;
    if (warp == 0 && !alone)
        epoch = chain_epoch(w.scratch);
    T x[Rows][N];
#pragma unroll
    for (int r = 0; r < Rows; r++)
        if (r < rows)
            read_vector(x[r], w, first + r * ROW);
    const unsigned heads =
        wave_heads<T, Threads, Rows>(w, rows, row, marks);

    /* Rows: what each vector starts from, and which still lack what comes
     * before the warp. */
    constexpr unsigned MASK = (1u << N) - 1;
    T starts[Rows], sum = 0;
    unsigned opens = 0;
    bool any = false;
#pragma unroll
    for (int r = 0; r < Rows; r++)
        if (r < rows) {
            const unsigned here = heads >> (r * N) & MASK;
            const unsigned with = __ballot_sync(FULL_WARP, here != 0);
            const T upto = scan_lanes(sum_items<N>(x[r], here), with);
            const bool open = none_before(with);
            starts[r] = (open ? sum : T(0)) + lane_before(upto);
            opens |= unsigned(open && !any) << r;
            sum = (with ? T(0) : sum) +
                  __shfl_sync(FULL_WARP, upto, WARP - 1);
            any |= with != 0;
        }
    part<T> all, before = warps_before<WARPS>(part<T>{ sum, any }, parts,
                                              block_sync, all);
    if (warp == 0) {
        T found = 0;
        if (!alone) {
            packet<T> *const packets = chain_packets<T>(w.scratch);
            if (lane == 0)
                chain_publish<T>(packets, blockIdx.x, epoch,
                                 all.head ? CHAIN_PREFIX : CHAIN_AGGREGATE,
                                 all.sum);
            if (blockIdx.x > 0 && !(__shfl_sync(FULL_WARP, heads, 0) & 1))
                found = wave_look_back<T>(packets, epoch);
        }
        if (lane == 0)
            carry = found;
    }
    __syncthreads();
    if (!before.head)
        before.sum = carry + before.sum;
#pragma unroll
    for (int r = 0; r < Rows; r++)
        if (r < rows) {
            const T start = (opens >> r & 1 ? before.sum : T(0)) + starts[r];
            scan_items<N>(x[r], heads >> (r * N) & MASK, start, w.inclusive);
            write_vector(x[r], w, first + r * ROW);
        }
    if (threadIdx.x == 0 && !alone)
        chain_leave(w.scratch, gridDim.x, epoch);
}

#endif
