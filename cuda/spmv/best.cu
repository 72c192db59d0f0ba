/* best.cu - launching best: a block takes rows, as many as of mean length it
 * loads at once; where much is to be done, long rows are left to a second
 * launch, which overlaps the first, as that does the one that clears the
 * list. */
#include <algorithm>
#include <cmath>

#include "cuda.h"
#include "spmv/row_blocks.cuh"

LAUNCHER(cuda_spmv_best);

/* As many rows as the chunk holds non-zeros of, in eights, so that stores fill
 * sectors; fewer where that leaves multiprocessors without ROW_SPREAD blocks.
 */
constexpr size_t ROW_SPREAD = 2, ROW_GROUP = 8; /* untuned */

/* L2 is sent for x ahead, if so much of it may be x; untuned. */
constexpr size_t FETCHED_PART = 2;

template <class T>
static unsigned rows_each(const struct job *job)
{
    const size_t rows = job->problem->dim[0], count = job->problem->dim[2];
    const size_t spread = ceil_div(rows, job->device->sms * ROW_SPREAD);
    const size_t fit =
        count ? (ROW_CHUNK<T> - ROW_SKEW) * rows / count : ROWS_MOST;
    const size_t each =
        std::min({ fit, std::max(spread, ROW_GROUP), size_t(ROWS_MOST) });
    return unsigned(each < ROW_GROUP ? std::max(each, size_t(1))
                                     : each / ROW_GROUP * ROW_GROUP);
}

/* Up to so many non-zeros one launch takes all, long rows too, which cost it
 * less than two more launches do; not where all rows may be long. Untuned. */
constexpr size_t ALONE_MOST = 1 << 15, ALONE_MEAN = 1024;

static bool may_leave(const struct job *job)
{
    const size_t rows = job->problem->dim[0], count = job->problem->dim[2];
    return count > ROW_LONG &&
        (count > ALONE_MOST || count / rows > ALONE_MEAN);
}

template <class T>
static bool is_x_ahead(const struct job *job, const csr<T> &a)
{
    return a.wide * sizeof(T) <= job->device->l2 / FETCHED_PART &&
        a.count > a.wide;
}

template <class T>
static enum status launch_alone(const struct job *job, const csr<T> &a,
                                unsigned each)
{
    const unsigned blocks = blocks_for(a.rows, each);
    spmv_row_blocks<T>
        <<<blocks, ROW_THREADS, row_room_bytes<T>(each), stream_of(job)>>>(
            a, each, is_x_ahead(job, a), row_pieces<T>{});
    return cuda_launched(job, "spmv_row_blocks");
}

template <class T>
static enum status launch_with_pieces(const struct job *job, const csr<T> &a,
                                      unsigned each)
{
    const row_pieces<T> left = pieces_in<T>(job->scratch, a.count);
    const unsigned blocks = blocks_for(a.rows, each);
    const size_t most = size_t(job->device->sms) * PIECE_BLOCKS;
    enum status status = clear_first(job, PIECES_CLEAR);
    if (!status)
        status = launch_overlapped_with(
            job, "spmv_row_blocks", spmv_row_blocks<T>, blocks, ROW_THREADS,
            row_room_bytes<T>(each), a, each, is_x_ahead(job, a), left);
    return status
        ? status
        : launch_overlapped(job, "spmv_pieces", spmv_pieces<T>,
                            unsigned(std::min(most, pieces_most(a.count))),
                            PIECE_THREADS, a, left);
}

enum status cuda_spmv_best(struct job *job)
{
    if (job->problem->dim[0] == 0)
        return STATUS_OK;
    return by_type(TYPES_OF(FLOATS){}, job, [job](auto type) {
        using T = typename decltype(type)::element;
        const csr<T> a(job);
        const unsigned each = rows_each<T>(job);
        return may_leave(job) ? launch_with_pieces(job, a, each)
                              : launch_alone(job, a, each);
    });
}

size_t cuda_spmv_best_scratch(const struct job *job)
{
    return may_leave(job) ? PIECES_CLEAR +
            pieces_most(job->problem->dim[2]) * PIECE_BYTES<double>
                          : 0;
}

/* A product. Of a row that is not long a thread's walk, or a warp's in a chunk,
 * and as many chunks as it can reach into; of a piece a thread's part and the
 * block's tree, and the same of pieces. */
double cuda_spmv_best_depth(const struct job *job)
{
    constexpr double CHUNK = ROW_CHUNK<double>, TREE = 8;
    static_assert(ROW_CHUNK<float> / WARP + 5 >= ROW_WALK &&
                      PIECE_THREADS == 1 << int(TREE),
                  "what is longest");
    const size_t count = job->problem->dim[2];
    const double longest = double(may_leave(job) ? ROW_LONG : count);
    const double row =
        ROW_CHUNK<float> / double(WARP) + 5 + ceil(longest / CHUNK) + 1;
    const double length = piece_length(unsigned(count));
    const double piece = ceil(length / PIECE_THREADS) + TREE +
        PIECES_MOST / PIECE_THREADS + TREE;
    return 1 + std::max(row, piece);
}
