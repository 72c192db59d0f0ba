/* ladder.cu - launching the ladder of scan: from O(n^2) work through trees over
 * tiles, whose sums are scanned and added back, to a single pass. */
#include <cmath>

#include "parts/lookback.cuh"
#include "scan/launchers.h"
#include "scan/ladder.cuh"
#include "parts/warp.cuh"

constexpr int NAIVE_THREADS = 256;
constexpr int HILLIS_THREADS = 256;
/* Blocks of reduce-then-scan and of lookback on a multiprocessor at once: what
 * an H200's shared memory holds. */
constexpr int TILES_PER_SM = 5;

#include "scan/naive.cuh"
#include "scan/hillis_steele.cuh"
#include "scan/blelloch.cuh"
#include "scan/blelloch_padded.cuh"
#include "scan/warp_shared.cuh"
#include "scan/warp_shuffle.cuh"
#include "scan/tile.cuh"
#include "scan/reduce_then_scan.cuh"
#include "scan/decoupled_lookback.cuh"

/* --- naive: in place, it must not overwrite what others still read ------- */

size_t cuda_scan_naive_scratch(const struct job *job)
{
    return in_place(job) ? count_of(job) * elem_size(job->problem->type) : 0;
}

enum status cuda_scan_naive(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        const size_t n = count_of(job);
        T *to =
            in_place(job) ? static_cast<T *>(job->scratch) : output<T>(job);
        naive<T><<<blocks_for(n, NAIVE_THREADS), NAIVE_THREADS, 0,
                   stream_of(job)>>>(input<T>(job), n, exclusive_of(job), to);
        const enum status status = cuda_launched(job, "naive");
        if (status || !in_place(job))
            return status;
        return cuda_status(job,
                           cudaMemcpyAsync(job->out[0], to, n * sizeof(T),
                                           cudaMemcpyDeviceToDevice,
                                           stream_of(job)),
                           "copying the sums");
    });
}

/* --- hillis-steele -------------------------------------------------------- */

/* Sweeps until the distance reaches n; at least one, to copy. */
static int hillis_sweeps(size_t n)
{
    int sweeps = 1;
    while (size_t(1) << sweeps < n)
        sweeps++;
    return sweeps;
}

size_t cuda_scan_hillis_steele_scratch(const struct job *job)
{
    return count_of(job) * elem_size(job->problem->type);
}

double cuda_scan_hillis_steele_depth(const struct job *job)
{
    return hillis_sweeps(count_of(job));
}

/* The sweeps alternate between scratch and output so that the last writes the
 * output. In place their number must be even, as the first may not write what
 * it reads: one more, whose distance is at least n, copies. */
enum status cuda_scan_hillis_steele(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        const size_t n = count_of(job);
        const int needed = hillis_sweeps(n);
        const int sweeps = needed + (in_place(job) ? needed % 2 : 0);
        T *scratch = static_cast<T *>(job->scratch);
        const T *from = input<T>(job);
        unsigned shift = exclusive_of(job);
        enum status status = STATUS_OK;
        for (int k = 0; k < sweeps && !status; k++) {
            T *to = (sweeps - k) % 2 ? output<T>(job) : scratch;
            hillis_steele<T>
                <<<blocks_for(n, HILLIS_THREADS), HILLIS_THREADS, 0,
                   stream_of(job)>>>(from, n, shift, size_t(1) << k, to);
            status = cuda_launched(job, "hillis-steele");
            from = to;
            shift = 0;
        }
        return status;
    });
}

/* --- scan-then-propagate -------------------------------------------------- */

size_t cuda_scan_sweep_scratch(const struct job *job)
{
    return sweep_levels(job).tiles * elem_size(job->problem->type);
}

/* On each level up and down a tree of the tile, the element itself, and the
 * offset; the rungs by warps have shorter trees. */
double cuda_scan_sweep_depth(const struct job *job)
{
    return sweep_levels(job).count * (2 * log2(double(SWEEP_TILE)) + 2);
}

template <class T>
static enum status sweep_all(const struct job *job, const char *name,
                             tile_scan<T> kernel, int threads)
{
    return sweep<T>(job, name, kernel, threads, input<T>(job), count_of(job),
                    exclusive_of(job), output<T>(job),
                    static_cast<T *>(job->scratch));
}

enum status cuda_scan_blelloch(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return sweep_all<T>(job, "blelloch", blelloch<T>, SWEEP_TILE / 2);
    });
}

enum status cuda_scan_blelloch_padded(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return sweep_all<T>(job, "blelloch-padded", blelloch_padded<T>,
                            SWEEP_TILE / 2);
    });
}

enum status cuda_scan_warp_shared(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return sweep_all<T>(job, "warp-shared", warp_shared<T>, SWEEP_TILE);
    });
}

enum status cuda_scan_warp_shuffle(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return sweep_all<T>(job, "warp-shuffle", warp_shuffle<T>, SWEEP_TILE);
    });
}

/* --- reduce-then-scan ----------------------------------------------------- */

static unsigned tiles_of(const struct job *job)
{
    const size_t bytes = count_of(job) * elem_size(job->problem->type);
    return blocks_for(bytes, sizeof(uint4) * TILE_WORDS);
}

static unsigned shares_of(const struct job *job)
{
    const unsigned tiles = tiles_of(job);
    const unsigned most = TILES_PER_SM * job->device->sms;
    const unsigned blocks = tiles < most ? tiles : most;
    return blocks < SWEEP_TILE ? blocks : SWEEP_TILE;
}

/* The sums of the shares, then the one total of these. */
size_t cuda_scan_reduce_then_scan_scratch(const struct job *job)
{
    return (shares_of(job) + 1) * sizeof(double);
}

/* Into the sum of a share, or from its offset on: a thread's additions, or
 * tiles and a run; warps and their sums, three times. */
double cuda_scan_reduce_then_scan_depth(const struct job *job)
{
    const double runs = ceil_div(tiles_of(job), shares_of(job));
    return runs * RUN<float> + runs + RUN<float> + 3 * 2 * log2(WARP) + 6;
}

enum status cuda_scan_reduce_then_scan(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        const size_t n = count_of(job);
        const unsigned blocks = shares_of(job);
        T *sums = static_cast<T *>(job->scratch);
        share_sum<T><<<blocks, TILE_THREADS, 0, stream_of(job)>>>(
            input<T>(job), n, sums);
        warp_shuffle<T><<<1, SWEEP_TILE, 0, stream_of(job)>>>(
            sums, blocks, true, sums, sums + blocks);
        share_scan<T><<<blocks, TILE_THREADS, 0, stream_of(job)>>>(
            input<T>(job), n, exclusive_of(job), sums, output<T>(job));
        return cuda_launched(job, "reduce-then-scan");
    });
}

/* --- lookback ------------------------------------------------------------- */

/* Enough for the packets of any type. */
size_t cuda_scan_lookback_scratch(const struct job *job)
{
    return chain_bytes<double>(tiles_of(job));
}

/* Each tile on the way may add once more to the sum looked back for; then a
 * thread's run twice, and warps and their sums twice. */
double cuda_scan_lookback_depth(const struct job *job)
{
    return tiles_of(job) + 2 * RUN<float> + 2 * 2 * log2(WARP) + 4;
}

enum status cuda_scan_lookback(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        lookback<T><<<tiles_of(job), TILE_THREADS, 0, stream_of(job)>>>(
            input<T>(job), count_of(job), exclusive_of(job), job->scratch,
            output<T>(job));
        return cuda_launched(job, "lookback");
    });
}
