/* best.cu - launching best and plan. A matrix that is cut into windows: a
 * block takes one; where rows may reach over several, what counts their parts
 * is cleared by a launch that this one overlaps, unless plan keeps it clear
 * between runs, as it keeps where windows begin. A larger matrix: a block takes
 * rows, as many as of mean length it loads at once; long rows are left to a
 * second launch, which overlaps the first, as that does the one that clears the
 * list. */
#include <algorithm>
#include <cmath>

#include "cuda.h"
#include "spmv/row_blocks.cuh"
#include "spmv/running_sums.cuh"
#include "spmv/window_sums.cuh"

LAUNCHER(cuda_spmv_best);

/* L2 is sent for x ahead, if so much of it may be x; untuned. */
constexpr size_t FETCHED_PART = 2;

template <class T>
static bool is_x_ahead(const struct job *job, const csr<T> &a)
{
    return a.wide * sizeof(T) <= job->device->l2 / FETCHED_PART &&
        a.count > a.wide;
}

/* Non-zeros of a row on average from which rows are not short; untuned. */
constexpr size_t SHORT_MEAN = 8;

static bool are_short(const struct job *job)
{
    return job->problem->dim[2] / job->problem->dim[0] < SHORT_MEAN;
}

/* Non-zeros of a chunk of a row block. */
static size_t block_chunk(const struct job *job)
{
    const bool f32 = job->problem->type == ELEM_F32;
    if (are_short(job))
        return f32 ? ROW_CHUNK<float, true> : ROW_CHUNK<double, true>;
    return f32 ? ROW_CHUNK<float> : ROW_CHUNK<double>;
}

/* The same of a window. Short rows are walked: H200, stencil of 2^18 rows, f32,
 * 9.5 us, and by running sums 12.4. */
static size_t window_chunk(const struct job *job)
{
    if (!are_short(job))
        return WINDOW_CHUNK;
    return job->problem->type == ELEM_F32 ? ROW_CHUNK<float>
                                          : ROW_CHUNK<double>;
}

/* --- how a matrix is cut into windows ------------------------------------- */

/* Windows a multiprocessor, before they are as large as a chunk, and the least
 * items of one that is not small: untuned (H100: 2 and 5, 128 and 512 were no
 * better). */
constexpr size_t WINDOWS_EACH = 3, LEAST = 256;
/* Chunks of a window of a larger matrix, which waits for the places of its rows
 * once for all of them, and leaves its last one half empty. H200, 2^22 rows by
 * a power law, f32: 2 chunks 522 us, 3 504, 4 498, 8 501. */
constexpr size_t CHUNKS_MOST = 4;
/* Where all multiprocessors together take so many rounds of windows, those of
 * the last round are cut in halves. H200, 2^20 rows by a power law, f32 132.7
 * and 130.6 us, f64 143.1 and 141.0. */
constexpr size_t WAVES_LEAST = 3;
/* Chunks a multiprocessor up to which best takes windows, which cost it a
 * search, rather than row blocks; plan always does, unless rows are short:
 * H200, stencil of 2^22 rows, f32, row blocks 70 us, windows 81; of 2^20, f64,
 * 34 and 40. */
constexpr size_t CHUNKS_SEARCHED = 24;
/* Non-zeros of a chunk that are left for what its window has more than the
 * mean, and offsets that are loaded beside those of its rows, if their places
 * are guessed, or known: untuned. */
constexpr size_t SPARE = 32, ASIDE = 96, ASIDE_KNOWN = 8;
/* Non-zeros that a row may have beyond its window at least without having
 * parts, which takes 1 to 3 us: as many as are of the last chunk of a window
 * that is not small, or, where those are fewer than this, of one chunk more.
 * (H100, 2^12 rows: power 10.4 us with 132, 8.2 with 1496; 2^16 rows: 19.5 with
 * 256, 18.8 with 1862.) */
constexpr size_t BEYOND = 256;

static size_t items_of(const struct job *job)
{
    return job->problem->dim[0] + job->problem->dim[2];
}

/* Chunks a multiprocessor, where rows are of mean length and not too many. */
static size_t chunks_each(const struct job *job)
{
    const size_t rows = job->problem->dim[0], count = job->problem->dim[2];
    const size_t room = window_chunk(job) - ROW_SKEW - SPARE;
    const size_t items = items_of(job);
    const size_t fit = std::min(count ? room * items / count : items,
                                ROWS_MOST * items / rows);
    return ceil_div(items, job->device->sms * fit);
}

/* Windows that a multiprocessor has at a time, if it has room for no more than
 * it must. */
static size_t windows_held(const struct job *job)
{
    return job->problem->type == ELEM_F32 ? WINDOW_BLOCKS<float>
                                          : WINDOW_BLOCKS<double>;
}

/* Windows a multiprocessor: of a chunk each, or of some, and then all have as
 * many at a time until the end. */
static size_t windows_each(const struct job *job)
{
    const size_t held = windows_held(job), chunks = chunks_each(job);
    const size_t worth = items_of(job) / (job->device->sms * LEAST);
    if (are_short(job) || chunks < 2 * held)
        return std::max(std::min(worth, WINDOWS_EACH), chunks);
    const size_t windows = std::max(ceil_div(chunks, CHUNKS_MOST), 2 * held);
    return ceil_div(windows, held) * held;
}

static bool is_plan(const struct job *job)
{
    return job->variant->traits & KEEPS_STATE;
}

static bool is_in_windows(const struct job *job)
{
    return items_of(job) <= INT32_MAX &&
        (chunks_each(job) <= CHUNKS_SEARCHED ||
         (is_plan(job) && !are_short(job)));
}

/* Items of a window, but of those in halves. */
static size_t items_each(const struct job *job)
{
    return std::max(
        ceil_div(items_of(job), job->device->sms * windows_each(job)), LEAST);
}

static size_t items_small(const struct job *job)
{
    return ceil_div(items_each(job), size_t(2));
}

/* Windows that are not in halves. */
static size_t windows_full(const struct job *job)
{
    const size_t wave = job->device->sms * windows_held(job);
    const size_t all = ceil_div(items_of(job), items_each(job));
    return !are_short(job) && all / wave >= WAVES_LEAST ? all - wave : all;
}

static size_t windows_of(const struct job *job)
{
    const size_t full = windows_full(job), at = full * items_each(job);
    const size_t items = items_of(job);
    return items <= at ? full : full + ceil_div(items - at, items_small(job));
}

static size_t beyond(const struct job *job)
{
    const size_t chunk = window_chunk(job), own = items_each(job) + ROW_SKEW;
    return ceil_div(own + BEYOND, chunk) * chunk - own;
}

static cutting cut_for(const struct job *job)
{
    const size_t each = items_each(job);
    const float rate = float(job->problem->dim[0]) / float(items_of(job));
    const auto mean = size_t(float(each) * rate) + 2;
    const bool known = is_plan(job);
    const size_t wish = mean + mean / 8 + 2 * (known ? ASIDE_KNOWN : ASIDE);
    const size_t unit = known ? WARP : ROW_THREADS;
    const size_t look =
        std::min(ceil_div(wish, unit) * unit, size_t(OFFSETS_MOST));
    return { unsigned(each),
             unsigned(windows_full(job)),
             unsigned(items_small(job)),
             unsigned(beyond(job)),
             unsigned(look),
             unsigned((look - mean) / 2),
             rate };
}

/* Up to ALONE_MOST non-zeros the block of the window that a row begins in takes
 * all of it, which costs less than a launch more; up to ALONE_LEAST where rows
 * have more than ALONE_MEAN. Untuned. */
constexpr size_t ALONE_LEAST = 4096, ALONE_MOST = 1 << 15, ALONE_MEAN = 1024;

static bool is_parted(const struct job *job)
{
    const size_t rows = job->problem->dim[0], count = job->problem->dim[2];
    return count > ALONE_LEAST &&
        (count > ALONE_MOST || count / rows > ALONE_MEAN);
}

template <class T, class Sums>
static enum status launch_windows(const struct job *job, const csr<T> &a)
{
    const auto kernel = spmv_windows<T, Sums>;
    const cutting cut = cut_for(job);
    const auto windows = unsigned(windows_of(job));
    const size_t room = Sums::room::bytes(cut.look - 1);
    const bool parted = is_parted(job), x_ahead = is_x_ahead(job, a);
    const row_parts<T> parts =
        parts_in<T>(job->scratch, windows, parted, is_plan(job));
    if (is_plan(job) || !parted) {
        kernel<<<windows, ROW_THREADS, room, stream_of(job)>>>(a, cut, x_ahead,
                                                               parts);
        return cuda_launched(job, "spmv_windows");
    }
    const enum status status = clear_first(job, parts_clear(windows));
    return status
        ? status
        : launch_overlapped_with(job, "spmv_windows", kernel, windows,
                                 ROW_THREADS, room, a, cut, x_ahead, parts);
}

/* --- row blocks ----------------------------------------------------------- */

/* As many rows as the chunk holds non-zeros of, in eights, so that stores fill
 * sectors; fewer where that leaves multiprocessors without ROW_SPREAD blocks.
 */
constexpr size_t ROW_SPREAD = 2, ROW_GROUP = 8; /* untuned */

static unsigned rows_each(const struct job *job)
{
    const size_t rows = job->problem->dim[0], count = job->problem->dim[2];
    const size_t spread = ceil_div(rows, job->device->sms * ROW_SPREAD);
    const size_t fit =
        count ? (block_chunk(job) - ROW_SKEW) * rows / count : ROWS_MOST;
    const size_t each =
        std::min({ fit, std::max(spread, ROW_GROUP), size_t(ROWS_MOST) });
    return unsigned(each < ROW_GROUP ? std::max(each, size_t(1))
                                     : each / ROW_GROUP * ROW_GROUP);
}

template <class T>
static enum status launch_row_blocks(const struct job *job, const csr<T> &a)
{
    const auto kernel =
        are_short(job) ? spmv_row_blocks<T, true> : spmv_row_blocks<T, false>;
    const unsigned each = rows_each(job), blocks = blocks_for(a.rows, each);
    const row_pieces<T> left = pieces_in<T>(job->scratch, a.count);
    const size_t most = size_t(job->device->sms) * PIECE_BLOCKS;
    enum status status = clear_first(job, PIECES_CLEAR);
    if (!status)
        status = launch_overlapped_with(job, "spmv_row_blocks", kernel, blocks,
                                        ROW_THREADS, row_room<T>::bytes(each),
                                        a, each, is_x_ahead(job, a), left);
    return status
        ? status
        : launch_overlapped(job, "spmv_pieces", spmv_pieces<T>,
                            unsigned(std::min(most, pieces_most(a.count))),
                            PIECE_THREADS, a, left);
}

/* --- best ----------------------------------------------------------------- */

enum status cuda_spmv_best(struct job *job)
{
    if (job->problem->dim[0] == 0)
        return STATUS_OK;
    return by_type(TYPES_OF(FLOATS){}, job, [job](auto type) {
        using T = typename decltype(type)::element;
        const csr<T> a(job);
        if (!is_in_windows(job))
            return launch_row_blocks(job, a);
        return are_short(job) ? launch_windows<T, walked_rows<T>>(job, a)
                              : launch_windows<T, run_rows<T>>(job, a);
    });
}

size_t cuda_spmv_best_scratch(const struct job *job)
{
    if (job->problem->dim[0] == 0)
        return 0;
    if (!is_in_windows(job))
        return PIECES_CLEAR +
            pieces_most(job->problem->dim[2]) * PIECE_BYTES<double>;
    const size_t windows = windows_of(job);
    return is_plan(job) || is_parted(job)
        ? parts_clear(windows) + windows * PART_BYTES<double>
        : 0;
}

/* A row without parts or pieces, or a part: in a chunk a warp's walk and tree,
 * which are more than a thread's walk, or what a thread, lanes and warps have
 * of it; and as many chunks as it can reach into. */
static double row_depth(double longest, size_t chunk, bool walked)
{
    constexpr double WALK = ROW_CHUNK<float> / double(WARP), LANES = 5;
    static_assert(WALK + LANES >= ROW_WALK, "what is longest");
    return (walked ? WALK : WINDOW_ITEMS + ROW_WARPS) + LANES +
        ceil(longest / double(chunk)) + 1;
}

/* What a block adds up of so many: a thread's share, and the tree. */
static double block_depth(double count)
{
    constexpr double TREE = 8;
    static_assert(ROW_THREADS == 1 << int(TREE) &&
                      PIECE_THREADS == ROW_THREADS,
                  "a block's tree");
    return ceil(count / ROW_THREADS) + TREE;
}

/* A product, and of a row in a window it, or its parts and what joins them; of
 * one in a row block it, or a piece and what joins the pieces. */
double cuda_spmv_best_depth(const struct job *job)
{
    const size_t count = job->problem->dim[2];
    if (job->problem->dim[0] == 0)
        return 1;
    if (!is_in_windows(job))
        return 1 +
            std::max(row_depth(ROW_LONG, block_chunk(job), true),
                     block_depth(piece_length(unsigned(count))) +
                         block_depth(PIECES_MOST));
    const size_t chunk = window_chunk(job), each = items_each(job);
    if (!is_parted(job))
        return 1 + row_depth(double(count), chunk, are_short(job));
    return 1 + row_depth(double(each + beyond(job)), chunk, are_short(job)) +
        block_depth(double(count / items_small(job) + 2));
}
