/* scan_scatter.cuh - in three launches, tiles of 4096 elements: count_kept and
 * scan_counts of predicate_scan_pack.cuh, and
 *
 *   scan_scatter   256 threads a tile: the predicate again, and each element
 *                  stored, what is kept from the front on, the others from
 *                  where that ends
 *
 * The first and the last read the elements, the last writes them, sizeof(T)
 * each. */
#ifndef TETRAD_CUDA_PARTITION_SCAN_SCATTER_CUH
#define TETRAD_CUDA_PARTITION_SCAN_SCATTER_CUH

#include "compact/predicate_scan_pack.cuh"

/* A warp's rows, of which the first begins at element `begin`; `start` are
 * kept before it, `all` in all. */
template <class T>
static __device__ void rows_scatter(const warp_rows<T> &rows,
                                    const filter<T> &f, size_t begin,
                                    size_t start, size_t all)
{
    const unsigned lane = threadIdx.x % WARP, below = (1u << lane) - 1;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        const size_t i = begin + r * WARP + lane;
        const size_t at = start + __popc(rows.kept[r] & below);
        if (i < f.n)
            f.out[rows.kept[r] >> lane & 1 ? at : all + (i - at)] = rows.x[r];
        start += __popc(rows.kept[r]);
    }
}

/* f.count: of both sides, the second yet to be told. */
template <class T>
__global__ void scan_scatter(filter<T> f, const unsigned long long *starts)
{
    __shared__ unsigned totals[PACK_WARPS];
    const unsigned warp = threadIdx.x / WARP;
    const size_t all = f.count[0];
    const warp_rows<T> rows(f);
    size_t start = starts[blockIdx.x];
    share_totals(rows.total, totals);
    for (unsigned w = 0; w < warp; w++)
        start += totals[w];
    rows_scatter(rows, f,
                 (size_t(blockIdx.x) * PACK_WARPS + warp) * ROWS * WARP, start,
                 all);
    if (blockIdx.x == 0 && threadIdx.x == 0)
        f.count[1] = f.n - all;
}

#endif
