/* best.cu - launching the blocks of block.cuh: the form that suits a product,
 * and, where tiles are too few for the multiprocessors, K in parts whose sums a
 * second launch adds up. */
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
             depth, stages, blocks, share)                                    \
    shape_of<form<rows, columns, lane_rows, warp_rows, warp_columns, slices,  \
                  depth, stages, blocks>>(share),
#include "sgemm/forms.def"
};
constexpr int FORMS = sizeof SHAPES / sizeof *SHAPES;

static struct choice choice_for(const struct job *job)
{
    return best_choice(
        product_of(job), SHAPES, FORMS, job->device->sms,
        size_t(cuda_attribute(job->device,
                              cudaDevAttrMaxSharedMemoryPerBlockOptin)));
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

/* --- a form of a block --------------------------------------------------- */

template <class F, int Unit>
static enum status launch(const struct job *job, const product &p,
                          const struct choice &c)
{
    const auto kernel = sgemm_block<F, Unit>;
    const dim3 grid(unsigned(tiles_of(p, SHAPES[c.form])), c.parts);
    const enum status status =
        cuda_status(job,
                    cudaFuncSetAttribute(
                        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                        int(F::SHARED)),
                    "shared memory of sgemm_block");
    if (status)
        return status;
    share_room(kernel);
    kernel<<<grid, F::THREADS, F::SHARED, stream_of(job)>>>(p, c.depth);
    return cuda_launched(job, "sgemm_block");
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
                                          const struct choice &) = {
#define FORM(rows, columns, lane_rows, warp_rows, warp_columns, slices,       \
             depth, stages, blocks, share)                                    \
    { launch<form<rows, columns, lane_rows, warp_rows, warp_columns, slices,  \
                  depth, stages, blocks>,                                     \
             1>,                                                              \
      launch<form<rows, columns, lane_rows, warp_rows, warp_columns, slices,  \
                  depth, stages, blocks>,                                     \
             4> },
#include "sgemm/forms.def"
    };
    return ways[c.form][aligned](job, p, c);
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
    return copied <= COPIED_MOST && copies_pay(p, copied, job->device->sms)
        ? 4
        : 1;
}

/* --- the variant --------------------------------------------------------- */

/* launch() of a product, or of each part of K into scratch, which a second
 * launch adds up. */
template <class Launch>
static enum status launch_parts(const struct job *job, const product &p,
                                unsigned parts, Launch launch)
{
    if (parts == 1)
        return launch(p);
    struct product part = p;
    part.alpha = 1;
    part.beta = 0;
    part.c = reinterpret_cast<float *>(static_cast<char *>(job->scratch) +
                                       copy_bytes(job, unit_of(job)));
    const enum status status = launch(part);
    if (status)
        return status;
    return launch_overlapped(job, "sgemm_join", sgemm_join,
                             blocks_for(p.m * p.n, JOIN_THREADS), JOIN_THREADS,
                             p, part.c, parts);
}

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
    if (is_thin(p)) {
        const struct thin_parts parts = thin_parts_of(p, job->device->sms);
        return launch_parts(job, p, parts.count, [&](const product &part) {
            return launch_thin(job, part, parts);
        });
    }
    const struct choice c = choice_for(job);
    if (c.form < 0)
        return fail(job->why, STATUS_MISSING,
                    "blocks have too little shared memory on this GPU");
    return launch_parts(job, p, c.parts, [&](const product &part) {
        return launch_form(job, part, c);
    });
}

size_t cuda_sgemm_best_scratch(const struct job *job)
{
    const struct product p = product_of(job);
    const unsigned parts = is_thin(p)
        ? thin_parts_of(p, job->device->sms).count
        : choice_for(job).parts;

    return copy_bytes(job, unit_of(job)) +
        (parts > 1 ? parts * p.m * p.n * sizeof(float) : 0);
}

/* The additions of a slice of a part of K, of slices, and of parts; no more
 * than all of K's, however it is cut. Then alpha and beta. */
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
    const unsigned slices = SHAPES[c.form].slices;
    return min(k, double(c.depth / slices) + slices - 1 + c.parts - 1) + 2;
}
