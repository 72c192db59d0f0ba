/* judge.cuh - whether binning pays, by one block that looks at 32 warps' worth
 * of indices, evenly spread; it clears the bins, too.
 *
 * A warp that writes its elements straight to their places costs L2 a write a
 * sector: 4 for 32 neighbours of 4 bytes, 32 at random. Two levels cost less
 * than half of 32. (H200, f32: L2 takes 71 G of such writes a second, memory
 * 16 G.) */
#ifndef TETRAD_CUDA_SCATTER_JUDGE_CUH
#define TETRAD_CUDA_SCATTER_JUDGE_CUH

#include "parts/overlap.cuh"
#include "parts/warp.cuh"
#include "scatter/arrays.cuh"
#include "scatter/binned.cuh"

constexpr unsigned JUDGE_THREADS = 1024;
/* Sectors that all samples may touch; of f64 neighbours touch 8 a warp. */
constexpr unsigned SECTORS_MOST = JUDGE_THREADS / 2;

/* Of n, at least JUDGE_THREADS. */
template <class T, class I>
static __global__ void __launch_bounds__(JUDGE_THREADS)
    scatter_judge(scatter_arrays<T, I> a, struct binned *binned)
{
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    const size_t stretch = a.n / (JUDGE_THREADS / WARP);
    next_may_start();
    const T *to = a.out + a.index[warp * stretch + lane];
    for (unsigned b = threadIdx.x; b < BINS_MOST; b += JUDGE_THREADS)
        binned->filled[b] = 0;
    const unsigned long long sector = uintptr_t(to) / INDICES_SECTOR;
    const unsigned alike = __match_any_sync(FULL_WARP, sector);
    const bool first = unsigned(__ffs(int(alike))) == lane + 1;
    const unsigned sectors = unsigned(__syncthreads_count(first));
    if (threadIdx.x == 0) {
        binned->direct = sectors <= SECTORS_MOST;
        binned->turn = 0;
    }
}

#endif
