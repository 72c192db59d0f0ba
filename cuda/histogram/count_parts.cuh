/* count_parts.cuh - the second launch: the chunks of all parts, one part after
 * another, in equal shares to the blocks, whatever the samples. A block counts
 * those of a part in one table, then adds it to the result. 2 bytes read a
 * sample. */
#ifndef TETRAD_CUDA_HISTOGRAM_COUNT_PARTS_CUH
#define TETRAD_CUDA_HISTOGRAM_COUNT_PARTS_CUH

#include "histogram/parted.cuh"
#include "histogram/table.cuh"
#include "parts/passing.cuh"
#include "parts/vector.cuh"

constexpr unsigned COUNT_THREADS = 1024;
constexpr unsigned COUNT_LANES = 8; /* entries in 16 bytes */
/* Threads for a chunk: all of it is on its way at once. */
constexpr unsigned CHUNK_THREADS = CHUNK / COUNT_LANES;
constexpr unsigned CHUNKS_AT_ONCE = COUNT_THREADS / CHUNK_THREADS;
constexpr size_t COUNT_ROOM = PART_BINS * sizeof(unsigned);

/* Chunks [begin, end) of part p. */
static __device__ void count_chunks(const parted_room &r, unsigned *table,
                                    unsigned p, unsigned begin, unsigned end)
{
    const unsigned first = threadIdx.x % CHUNK_THREADS * COUNT_LANES;
    const unsigned *number = r.number + size_t(p) * r.most;
#pragma unroll 4
    for (unsigned k = begin + threadIdx.x / CHUNK_THREADS; k < end;
         k += CHUNKS_AT_ONCE) {
        const unsigned chunk = number[k], filled = r.filled[chunk];
        if (first >= filled)
            continue;
        const vector<uint16_t> v = vector_of<uint16_t>(
            load_shared_once(r.pool + size_t(chunk) * CHUNK + first));
#pragma unroll
        for (unsigned j = 0; j < COUNT_LANES; j++)
            if (first + j < filled)
                atomicAdd(&table[v.lane[j]], 1u);
    }
}

template <class C>
static __global__ void __launch_bounds__(COUNT_THREADS, 1)
    histogram_count_parts(parted_room r, unsigned bins, C *out)
{
    extern __shared__ unsigned table[];
    const unsigned parts = ceil_div(bins, PART_BINS);
    unsigned all = 0, before = 0;
    await_first();
    for (unsigned p = 0; p < parts; p++)
        all += r.head->chunks[p];
    const unsigned begin = unsigned(uint64_t(all) * blockIdx.x / gridDim.x);
    const unsigned end =
        unsigned(uint64_t(all) * (blockIdx.x + 1) / gridDim.x);
    for (unsigned p = 0; p < parts && before < end; p++) {
        const unsigned chunks = r.head->chunks[p];
        const unsigned from = max(begin, before) - before;
        const unsigned upto = min(end - before, chunks);
        before += chunks;
        if (from >= upto)
            continue;
        const unsigned own = min(bins - p * PART_BINS, PART_BINS);
        table_clear(table, own);
        count_chunks(r, table, p, from, upto);
        __syncthreads();
        table_add(out + p * PART_BINS, table, own);
        __syncthreads();
    }
}

#endif
