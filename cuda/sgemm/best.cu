/* best.cu - launching the blocks of block.cuh: the form that suits a product,
 * its whole tiles, shares of those that would not fill a wave, and what adds up
 * their pieces; or tiles by clusters (together.cuh). */
#include "cuda.h"
#include "sgemm/choice.cuh"
#include "sgemm/copies.cuh"
#include "sgemm/of_job.cuh"
#include "sgemm/thin.h"
#include "sgemm/tiled.cuh"

LAUNCHER(cuda_sgemm_best);

/* --- what there is -------------------------------------------------------- */

constexpr struct shape SHAPES[] = {
#define FORM(rows, columns, lane_rows, warp_rows, warp_columns, slices,       \
             depth, stages, blocks, few, together, ones, fours, alone)        \
    shape_of<form<rows, columns, lane_rows, warp_rows, warp_columns, slices,  \
                  depth, stages, blocks, few>>(together, ones, fours, alone),
#include "sgemm/forms.def"
};
constexpr int FORMS = sizeof SHAPES / sizeof *SHAPES;

struct kernels {
    void (*whole)(product);
    void (*share)(product, shares, float *);
    void (*together)(product, unsigned); /* NULL: the form has none */
};

template <class F, int Unit, bool Together>
static constexpr struct kernels kernels_of()
{
    if constexpr (Together)
        return { sgemm_block<F, Unit>, sgemm_share<F, Unit>,
                 sgemm_together<F, Unit> };
    else
        return { sgemm_block<F, Unit>, sgemm_share<F, Unit>, nullptr };
}

/* Of each form, fed by ones and by fours. */
static constexpr struct kernels KERNELS[][2] = {
#define FORM(rows, columns, lane_rows, warp_rows, warp_columns, slices,       \
             depth, stages, blocks, few, together, ones, fours, alone)        \
    { kernels_of<form<rows, columns, lane_rows, warp_rows, warp_columns,      \
                      slices, depth, stages, blocks, few>,                    \
                 1, (together > 1)>(),                                        \
      kernels_of<form<rows, columns, lane_rows, warp_rows, warp_columns,      \
                      slices, depth, stages, blocks, few>,                    \
                 4, (together > 1)>() },
#include "sgemm/forms.def"
};

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

/* --- which of it ---------------------------------------------------------- */

/* Bytes, read and written, so half of it scratch: beside matrices of which
 * more would be copied a GPU may have no room. */
constexpr double COPIED_MOST = 16.0 * (size_t(1) << 30);

/* What is copied so that all rows begin at multiples of four floats, and would
 * not be for another reason; less than 0: more than may be. */
static double copied_bytes(const struct job *job, const product &p)
{
    double bytes = 0;

    if (!is_turned(job->problem, SGEMM_A) && p.k % 4)
        bytes += 2.0 * sizeof(float) * double(p.m) * double(p.k);
    if (!is_turned(job->problem, SGEMM_B) && p.n % 4)
        bytes += 2.0 * sizeof(float) * double(p.k) * double(p.n);
    return bytes <= COPIED_MOST ? bytes : -1;
}

static struct choice choose_for(const struct job *job, const product &p)
{
    const struct terms t = { job->device->sms,
                             size_t(cuda_attribute(
                                 job->device,
                                 cudaDevAttrMaxSharedMemoryPerBlockOptin)),
                             copied_bytes(job, p) };
    return best_choice(
        p, SHAPES, FORMS, t, [job](int form, int unit, unsigned parts) {
            const shape &s = SHAPES[form];
            const auto together = KERNELS[form][unit == 4].together;
            return allow_shared(together, s.shared)
                ? clusters_held(job, together, parts, s.threads, s.shared)
                : 0;
        });
}

/* Of the same extents, and operands given alike, the choice is the same, and
 * is made once: on a small product it takes as long as a launch. */
static struct choice choice_for(const struct job *job)
{
    struct key {
        size_t m, n, k;
        bool a_turned, b_turned;
        const struct device *device;
        bool operator==(const key &o) const
        {
            return m == o.m && n == o.n && k == o.k &&
                a_turned == o.a_turned && b_turned == o.b_turned &&
                device == o.device;
        }
    };
    static struct choice last;
    static key of;
    const product p = product_of(job);
    const key now = { p.m,
                      p.n,
                      p.k,
                      is_turned(job->problem, SGEMM_A),
                      is_turned(job->problem, SGEMM_B),
                      job->device };
    if (!(now == of)) {
        last = choose_for(job, p);
        of = now; // a refusal, too: scratch and run must agree
    }
    return last;
}

/* The floats at whose multiples rows of A and B are to begin. */
static size_t unit_of(const struct job *job)
{
    return is_thin(product_of(job)) || is_small(job)
        ? 1
        : size_t(choice_for(job).unit);
}

/* Behind the copies in scratch. */
static float *pieces_of(const struct job *job)
{
    return reinterpret_cast<float *>(static_cast<char *>(job->scratch) +
                                     copy_bytes(job, unit_of(job)));
}

/* --- blocks of a form ----------------------------------------------------- */

/* Whether fours that end where K does are aligned, and rows of B. */
static bool is_aligned(const product &p)
{
    return uintptr_t(p.a + p.k) % sizeof(float4) == 0 && p.a_pitch % 4 == 0 &&
        uintptr_t(p.b) % sizeof(float4) == 0 && p.b_pitch % 4 == 0;
}

/* Whole tiles, then, while the last of them are at work, shares. The first
 * launch overlaps none before it: blocks that find some multiprocessors free
 * before others do not spread evenly. */
static enum status launch_blocks(const struct job *job, const product &p,
                                 const struct choice &c)
{
    const shape &s = SHAPES[c.form];
    const struct kernels &k = KERNELS[c.form][is_aligned(p)];
    const struct shares &cut = c.shares;

    share_room(k.whole);
    share_room(k.share);
    if (!allow_shared(k.whole, s.shared) || !allow_shared(k.share, s.shared))
        return no_room(job, "a block of sgemm", s.shared);
    if (cut.whole == 0) {
        k.share<<<cut.count, s.threads, s.shared, stream_of(job)>>>(
            p, cut, pieces_of(job));
        return cuda_launched(job, "sgemm_share");
    }
    k.whole<<<cut.whole, s.threads, s.shared, stream_of(job)>>>(p);
    const enum status status = cuda_launched(job, "sgemm_block");
    return status || cut.count == 0
        ? status
        : launch_overlapped_with(job, "sgemm_share", k.share, cut.count,
                                 s.threads, s.shared, p, cut, pieces_of(job));
}

static enum status launch_tiles(const struct job *job, const product &p,
                                const struct choice &c)
{
    const shape &s = SHAPES[c.form];
    const unsigned chunks =
        ceil_div(s.rows * s.columns / 4, unsigned(JOIN_THREADS));
    const enum status status = launch_blocks(job, p, c);

    if (status || c.shares.count == 0)
        return status;
    return launch_overlapped(
        job, "sgemm_join_tiles", sgemm_join_tiles, c.shares.tiles * chunks,
        JOIN_THREADS, p, c.shares, pieces_of(job), s.rows, s.columns, chunks);
}

static enum status launch_together(const struct job *job, const product &p,
                                   const struct choice &c)
{
    const shape &s = SHAPES[c.form];
    const struct kernels &k = KERNELS[c.form][is_aligned(p)];

    share_room(k.together);
    return launch_clusters_with(job, "sgemm_together", k.together,
                                unsigned(tiles_of(p, s)), c.together,
                                s.threads, s.shared, p, c.together);
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
    return c.together > 1 ? launch_together(job, p, c)
                          : launch_tiles(job, p, c);
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

/* The additions of a slice's steps and of what is before them, of slices, and
 * of pieces; no more than all of K's, however it is cut. Then alpha and
 * beta. */
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
    const double steps = c.together > 1 ? ceil_div(steps_of(p, s), c.together)
                                        : c.shares.longest();
    const unsigned pieces =
        c.together > 1 ? c.together : c.shares.most_pieces();
    return min(k,
               s.few + steps * s.depth / s.slices + s.slices - 1 + pieces -
                   1) +
        2;
}
