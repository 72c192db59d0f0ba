/* sampled.cu - launching what a sample cuts into pieces. Scratch: what tiles
 * tell, two arrays of spare items.
 *
 * H200, cold, us, beside passes a digit by one cluster of 16 blocks, which sent
 * all items a pass to each other's shared memory, and CUB 3.0.1: u32 2^13 13.5,
 * 18.3, 25.3; 2^16 16.4, 25.2, 49.5; 2^17 20.5, 35.4, 56.7. u64 2^16 23.7,
 * 51.0. By a cluster that shared a sample and sent items once: u32 2^13 13.9,
 * 2^16 25.6, 2^17 41.3. */
#include "sort/sampled.h"

#include "cuda.h"
#include "problem.h"
#include "sort/sampled.cuh"

/* Items a thread of a tile. */
static unsigned rows_of(size_t n)
{
    return n <= size_t(SAMPLED_THREADS) * TILES_MOST ? 1 : CUT_ROWS;
}

static unsigned tiles_of(size_t n)
{
    return unsigned(ceil_div(n, size_t(SAMPLED_THREADS) * rows_of(n)));
}

/* As many as have MEAN items or fewer in the mean, if there may be as many. */
static unsigned pieces_of(size_t n)
{
    constexpr size_t MEAN = 128;
    unsigned pieces = 2;
    while (pieces < PIECES_MOST && pieces * MEAN < n)
        pieces *= 2;
    return pieces;
}

static size_t told_bytes(size_t n)
{
    return in_256s(pieces_of(n) * tiles_of(n) * sizeof(unsigned));
}

bool is_sampled(const struct job *job)
{
    const size_t n = job->problem->size;
    bool fits = false;
    by_form(job, [&](auto key, auto value, auto) {
        fits = sizeof(piece_room<decltype(key), decltype(value)>) <=
            room_most(job);
        return STATUS_OK;
    });
    return fits && n >= SAMPLE &&
        n <= size_t(SAMPLED_THREADS) * TILES_MOST * CUT_ROWS;
}

size_t sampled_scratch(const struct job *job)
{
    return told_bytes(job->problem->size) + 2 * spare_bytes(job->problem);
}

template <class K, class V>
static cutting<K, V> cutting_of(const struct job *job)
{
    const size_t n = job->problem->size, told = told_bytes(n);
    return { items_in<K, V>(job),
             items_out<K, V>(job),
             items_spare<K, V>(job, told),
             items_spare<K, V>(job, told + spare_bytes(job->problem)),
             static_cast<unsigned *>(job->scratch),
             unsigned(n),
             tiles_of(n),
             rows_of(n) * SAMPLED_THREADS,
             pieces_of(n) };
}

template <class K, class V, bool Float>
static enum status launch(const struct job *job)
{
    const cutting<K, V> w = cutting_of<K, V>(job);
    const ranking<K, Float> rank = { K(sort_flip(job->problem)) };
    const auto cut = rows_of(w.there) == 1 ? sort_cut<K, V, Float, 1>
                                           : sort_cut<K, V, Float, CUT_ROWS>;
    const auto sort = sort_pieces<K, V, Float>;
    const size_t shared = sizeof(piece_room<K, V>);
    share_room(cut);
    share_room(sort);
    if (!allow_shared(sort, shared))
        return no_room(job, "sort_pieces", shared);
    cut<<<w.tiles, SAMPLED_THREADS, sizeof(cut_room<K>), stream_of(job)>>>(
        rank, w);
    const enum status status = cuda_launched(job, "sort_cut");
    return status ? status
                  : launch_overlapped_with(job, "sort_pieces", sort, w.pieces,
                                           SAMPLED_THREADS, shared, rank, w);
}

enum status launch_sampled(const struct job *job)
{
    return by_form(job, [job](auto key, auto value, auto is_float) {
        return launch<decltype(key), decltype(value),
                      decltype(is_float)::value>(job);
    });
}
