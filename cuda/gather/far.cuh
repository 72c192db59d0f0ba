/* far.cuh - best, beyond what L2 holds: four elements a thread, a block apart,
 * and then it ends: four indices, then four accesses to the table on their way
 * at once, results by words, of which a warp stores neighbours. f32 by u32: 4
 * bytes of indices, 4 of results and a sector of the table an element, or 4
 * bytes where neighbours share it. L2 keeps the table for longer than results,
 * and drops indices first.
 *
 * A warp asks for what 32 neighbours want at once, as the simplest rung does.
 * With four neighbours a lane, by vectors (near.cuh), 2^28 u32 took as long in
 * order (732 us, so 734), in reverse and at random (7459, so 7487), but column
 * by column of 8 and of 32 2832 and 5659 us (2415 and 5092; H200). Where L2
 * holds all, vectors are fewer instructions: 2^18 in order 4.6 and 5.1 us. */
#include "parts/kept.cuh"
#include "parts/passing.cuh"

/* Where there is no element, index 0 is looked up, and nothing is stored. */
template <class T, class I>
static __global__ void __launch_bounds__(BEST_THREADS)
    gather_far(gather_arrays<T, I> a)
{
    const size_t first =
        size_t(blockIdx.x) * (BEST_THREADS * BEST_ITEMS) + threadIdx.x;
    I at[BEST_ITEMS];
    T value[BEST_ITEMS];
#pragma unroll
    for (unsigned k = 0; k < BEST_ITEMS; k++) {
        const size_t i = first + k * BEST_THREADS;
        at[k] = load_passing_word(a.index + i, i < a.n);
    }
#pragma unroll
    for (unsigned k = 0; k < BEST_ITEMS; k++)
        value[k] = load_kept_word(a.x + at[k]);
#pragma unroll
    for (unsigned k = 0; k < BEST_ITEMS; k++) {
        const size_t i = first + k * BEST_THREADS;
        if (i < a.n)
            a.out[i] = value[k];
    }
}
