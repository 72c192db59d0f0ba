/* best.cu - launching the blocks of block.cuh: the form that suits a product,
 * its whole tiles, shares of those that would not fill a wave, and what adds up
 * their pieces. */
#include "cuda.h"
#include "sgemm/choice.cuh"
#include "sgemm/copies.cuh"
#include "sgemm/of_job.cuh"
#include "sgemm/thin.h"
#include "sgemm/tiled.cuh"

LAUNCHER(cuda_sgemm_best);

/* --- which form ---------------------------------------------------------- */

constexpr struct shape SHAPES[] = {
#define FORM(rows, columns, lane_rows, warp_rows, warp_columns, slices,       \
             depth, stages, blocks, rate)                                     \
    shape_of<form<rows, columns, lane_rows, warp_rows, warp_columns, slices,  \
                  depth, stages, blocks>>(rate),
#include "sgemm/forms.def"
};
constexpr int FORMS = sizeof SHAPES / sizeof *SHAPES;

/* Of the same extents the choice is the same, and is made once: on a small
 * product it takes as long as a launch. */
static struct choice choice_for(const struct job *job)
{
    struct key {
        size_t m, n, k;
        const struct device *device;
        bool operator==(const key &o) const
        {
            return m == o.m && n == o.n && k == o.k && device == o.device;
        }
    };
    static struct choice last;
    static key of;
    const product p = product_of(job);
    const key now = { p.m, p.n, p.k, job->device };
    if (!(now == of)) {
        last = best_choice(
            p, SHAPES, FORMS, job->device->sms,
            size_t(cuda_attribute(job->device,
                                  cudaDevAttrMaxSharedMemoryPerBlockOptin)));
        of = now; // a refusal, too: scratch and run must agree
    }
    return last;
}

/* --- so little that a launch is all of it -------------------------------- */

constexpr int SMALL_TILE = 16;

static size_t small_tiles(const product &p)
{
    return ceil_div(p.m, size_t(SMALL_TILE)) *
        ceil_div(p.n, size_t(SMALL_TILE));
}

static bool is_small(const struct job *job)
{
    const product p = product_of(job);
    return p.k <= SMALL_TILE && small_tiles(p) <= size_t(job->device->sms);
}

static enum status launch_small(const struct job *job, const product &p)
{
    sgemm_tiled<SMALL_TILE>
        <<<unsigned(small_tiles(p)), dim3(SMALL_TILE, SMALL_TILE), 0,
           stream_of(job)>>>(p);
    return cuda_launched(job, "sgemm_tiled");
}

/* --- operands that are copied --------------------------------------------- */

/* Bytes, read and written, so half of it scratch: beside matrices of which
 * more would be copied a GPU may have no room. */
constexpr double COPIED_MOST = 16.0 * (size_t(1) << 30);

/* The floats at whose multiples rows of A and B are to begin. */
static size_t unit_of(const struct job *job)
{
    const product p = product_of(job);
    double copied = 0; /* bytes, read and written */

    if (is_thin(p) || is_small(job))
        return 1;
    if (!is_turned(job->problem, SGEMM_A) && p.k % 4)
        copied += 2.0 * sizeof(float) * double(p.m) * double(p.k);
    if (!is_turned(job->problem, SGEMM_B) && p.n % 4)
        copied += 2.0 * sizeof(float) * double(p.k) * double(p.n);
    return copied <= COPIED_MOST &&
            copies_pay(choice_for(job), copied, job->device->sms)
        ? 4
        : 1;
}

/* Behind the copies in scratch. */
static float *pieces_of(const struct job *job)
{
    return reinterpret_cast<float *>(static_cast<char *>(job->scratch) +
                                     copy_bytes(job, unit_of(job)));
}

/* --- a form of a block --------------------------------------------------- */

/* Whole tiles, then, while the last of them are at work, shares. The first
 * launch overlaps none before it: blocks that find some multiprocessors free
 * before others do not spread evenly. */
template <class F, int Unit>
static enum status launch(const struct job *job, const product &p,
                          const struct shares &s)
{
    const auto whole = sgemm_block<F, Unit>;
    const auto share = sgemm_share<F, Unit>;
    share_room(whole);
    share_room(share);
    if (!allow_shared(whole, F::SHARED) || !allow_shared(share, F::SHARED))
        return no_room(job, "a block of sgemm", F::SHARED);
    if (s.whole == 0) {
        share<<<s.count, F::THREADS, F::SHARED, stream_of(job)>>>(
            p, s, pieces_of(job));
        return cuda_launched(job, "sgemm_share");
    }
    whole<<<s.whole, F::THREADS, F::SHARED, stream_of(job)>>>(p);
    const enum status status = cuda_launched(job, "sgemm_block");
    return status || s.count == 0
        ? status
        : launch_overlapped_with(job, "sgemm_share", share, s.count,
                                 F::THREADS, F::SHARED, p, s, pieces_of(job));
}

static bool is_aligned(const void *p, size_t pitch)
{
    return uintptr_t(p) % sizeof(float4) == 0 && pitch % 4 == 0;
}

static enum status launch_form(const struct job *job, const product &p,
                               const struct choice &c)
{
    const bool aligned =
        is_aligned(p.a, p.a_pitch) && is_aligned(p.b, p.b_pitch);
    static enum status (*const ways[][2])(const struct job *, const product &,
                                          const struct shares &) = {
#define FORM(rows, columns, lane_rows, warp_rows, warp_columns, slices,       \
             depth, stages, blocks, rate)                                     \
    { launch<form<rows, columns, lane_rows, warp_rows, warp_columns, slices,  \
                  depth, stages, blocks>,                                     \
             1>,                                                              \
      launch<form<rows, columns, lane_rows, warp_rows, warp_columns, slices,  \
                  depth, stages, blocks>,                                     \
             4> },
#include "sgemm/forms.def"
    };
    return ways[c.form][aligned](job, p, c.shares);
}

static enum status launch_tiles(const struct job *job, const product &p,
                                const struct choice &c)
{
    const shape &s = SHAPES[c.form];
    const unsigned chunks =
        ceil_div(s.rows * s.columns / 4, unsigned(JOIN_THREADS));
    const enum status status = launch_form(job, p, c);

    if (status || c.shares.count == 0)
        return status;
    return launch_overlapped(
        job, "sgemm_join_tiles", sgemm_join_tiles, c.shares.tiles * chunks,
        JOIN_THREADS, p, c.shares, pieces_of(job), s.rows, s.columns, chunks);
}

/* --- the variant --------------------------------------------------------- */

enum status cuda_sgemm_best(struct job *job)
{
    struct product p = product_of(job);

    if (p.m == 0 || p.n == 0)
        return STATUS_OK;
    const enum status status = cuda_sgemm_copy(job, &p, unit_of(job));
    if (status)
        return status;
    if (is_small(job))
        return launch_small(job, p);
    if (is_thin(p))
        return launch_thin(job, p, thin_parts_of(p, job->device->sms),
                           pieces_of(job));
    const struct choice c = choice_for(job);
    if (c.form < 0)
        return fail(job->why, STATUS_MISSING,
                    "blocks have too little shared memory on this GPU");
    return launch_tiles(job, p, c);
}

/* Scratch of what is added up by a second launch. */
static size_t pieces_bytes(const struct job *job)
{
    const struct product p = product_of(job);
    if (is_small(job))
        return 0;
    if (is_thin(p)) {
        const unsigned parts = thin_parts_of(p, job->device->sms).count;
        return parts > 1 ? parts * p.m * p.n * sizeof(float) : 0;
    }
    const struct choice c = choice_for(job);
    return c.form < 0 ? 0
                      : sizeof(float) *
            piece_room(c.shares.count, 0,
                       size_t(SHAPES[c.form].rows) * SHAPES[c.form].columns);
}

size_t cuda_sgemm_best_scratch(const struct job *job)
{
    return copy_bytes(job, unit_of(job)) + pieces_bytes(job);
}

/* The additions of a slice's steps, of slices, and of pieces; no more than all
 * of K's, however it is cut. Then alpha and beta. */
double cuda_sgemm_best_depth(const struct job *job)
{
    const struct product p = product_of(job);
    const struct choice c = choice_for(job);
    const double k = static_cast<double>(p.k);

    if (is_thin(p) && !is_small(job)) {
        const struct thin_parts parts = thin_parts_of(p, job->device->sms);
        return min(k, thin_depth(p, parts) + parts.count - 1) + 2;
    }
    if (c.form < 0 || is_small(job))
        return k + 2;
    const struct shape &s = SHAPES[c.form];
    const double steps = c.shares.longest();
    return min(k,
               steps * s.depth / s.slices + s.slices - 1 +
                   c.shares.most_pieces() - 1) +
        2;
}
