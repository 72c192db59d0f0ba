/* ladder.cu - launching the rungs below onesweep. */
#include "cuda.h"
#include "sort/bitonic.cuh"
#include "sort/digit_pass.cuh"
#include "sort/warp_merge.cuh"

LAUNCHER(cuda_sort_ladder);

/* What a run is of: items in, out and, from `room` on in scratch, spare. */
template <class K, class V, bool F>
struct sort_run {
    static constexpr bool Float = F;
    const struct job *job;
    size_t n;
    ranking<K, F> rank;
    items<K, V> in, out, spare;

    sort_run(const struct job *job, size_t room)
        : job(job), n(job->problem->size), rank{ K(sort_flip(job->problem)) },
          in(items_in<K, V>(job)), out(items_out<K, V>(job)),
          spare(items_spare<K, V>(job, room))
    {
    }
};

/* Where the items go when so many moves are left, this one included. */
template <class Run>
static auto next_place(const Run &run, int left)
{
    return left % 2 ? run.out : run.spare;
}

/* --- passes a digit ------------------------------------------------------ */

static size_t counts_bytes(size_t n, int bits)
{
    const size_t counts = ceil_div(n, size_t(PASS_TILE)) << bits;
    return in_256s(counts * sizeof(unsigned long long));
}

template <int Bits, class Run>
static enum status launch_passes(const Run &run)
{
    const unsigned tiles = blocks_for(run.n, PASS_TILE);
    const cudaStream_t stream = stream_of(run.job);
    const int passes = 8 * int(sizeof(*run.in.keys)) / Bits;
    auto *count = static_cast<unsigned long long *>(run.job->scratch);
    auto from = run.in;
    for (int pass = 0; pass < passes; pass++) {
        const auto to = next_place(run, passes - pass);
        digit_count<Bits><<<tiles, PASS_THREADS, 0, stream>>>(
            run.rank, from.keys, run.n, pass * Bits, count);
        digit_add<<<1, ADD_THREADS, 0, stream>>>(count, size_t(tiles) << Bits);
        digit_scatter<Bits><<<tiles, PASS_THREADS, 0, stream>>>(
            run.rank, from, to, run.n, pass * Bits, count);
        from = to;
    }
    return cuda_launched(run.job, "digit_scatter");
}

template <class Run>
static enum status sort_split(const Run &run)
{
    return launch_passes<1>(run);
}

template <class Run>
static enum status sort_digits(const Run &run)
{
    return launch_passes<4>(run);
}

/* --- runs merged --------------------------------------------------------- */

template <class Run>
static enum status sort_warp_merge(const Run &run)
{
    const cudaStream_t stream = stream_of(run.job);
    int left = 1;
    for (size_t length = WARP; length < run.n; length *= 2)
        left++;
    auto from = next_place(run, left--);
    warp_sort<<<blocks_for(run.n, WARP_THREADS), WARP_THREADS, 0, stream>>>(
        run.rank, run.in, from, run.n);
    for (size_t length = WARP; length < run.n; length *= 2) {
        const auto to = next_place(run, left--);
        merge_runs<<<blocks_for(run.n, MERGE_THREADS * MERGE_ITEMS),
                     MERGE_THREADS, 0, stream>>>(run.rank, from, to, run.n,
                                                 length);
        from = to;
    }
    return cuda_launched(run.job, "merge_runs");
}

/* --- the network --------------------------------------------------------- */

template <class Run>
static enum status sort_bitonic(const Run &run)
{
    constexpr unsigned THREADS = BITONIC_THREADS;
    constexpr bool Float = Run::Float;
    const cudaStream_t stream = stream_of(run.job);
    const size_t n = run.n;
    const auto flip = run.rank.flip;
    const auto x = run.out;
    const unsigned threads = blocks_for(n, THREADS);
    const unsigned tiles = blocks_for(n, BITONIC_TILE);
    const auto step = [&](size_t length, bool first) {
        const size_t pairs = ceil_div(n, 2 * length) * length;
        bitonic_step<<<blocks_for(pairs, THREADS), THREADS, 0, stream>>>(
            x, n, length, first);
    };
    bitonic_begin<Float><<<threads, THREADS, 0, stream>>>(run.in, x, n, flip);
    bitonic_tile<<<tiles, THREADS, 0, stream>>>(x, n, 1, false);
    for (size_t length = BITONIC_TILE; length < n; length *= 2) {
        step(length, true);
        for (size_t apart = length / 2; apart >= BITONIC_TILE; apart /= 2)
            step(apart, false);
        bitonic_tile<<<tiles, THREADS, 0, stream>>>(x, n, BITONIC_TILE / 2,
                                                    true);
    }
    bitonic_end<Float><<<threads, THREADS, 0, stream>>>(x, n, flip);
    return cuda_launched(run.job, "bitonic_step");
}

/* --- rungs --------------------------------------------------------------- */

static size_t counts_of(const struct job *job)
{
    return counts_bytes(job->problem->size, 4);
}

template <class Run>
static enum status run_rung(const Run &run)
{
    using way = enum status (*)(const Run &);
    static const way ways[] = {
#define RUNG(way, ...) sort_##way<Run>,
#define LEVELS(way, ...) nullptr, /* quicksort.cu */
#include "sort/rungs.def"
    };
    return ways[run.job->variant->step - 1](run);
}

enum status cuda_sort_ladder(struct job *job)
{
    if (job->problem->size == 0)
        return STATUS_OK;
    return by_form(job, [job](auto key, auto value, auto is_float) {
        const sort_run<decltype(key), decltype(value),
                       decltype(is_float)::value>
            run(job, counts_of(job));
        return run_rung(run);
    });
}

size_t cuda_sort_ladder_scratch(const struct job *job)
{
    return counts_of(job) + spare_bytes(job->problem);
}
