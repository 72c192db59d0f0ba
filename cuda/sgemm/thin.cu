/* thin.cu - launching the kernels of thin.cuh. */
#include "sgemm/thin.h"

#include <algorithm>

#include "cuda.h"
#include "sgemm/thin.cuh"

/* What keeps memory busy, of blocks a multiprocessor; no more parts than one
 * thread adds up in no time, none that is not worth a block. */
constexpr size_t BLOCKS_A_SM = 4, MOST_PARTS = 128, LEAST_DEPTH = 512;
/* Of a row of A: that a block has to itself. */
constexpr size_t LONG_ROW = 2048;

static int unit_of(const product &p)
{
    const size_t pitch = p.n == 1 ? p.k : p.n;
    const bool aligned = uintptr_t(p.b) % sizeof(float4) == 0 &&
        (p.n > 1 || uintptr_t(p.a) % sizeof(float4) == 0);
    return aligned && pitch % 4 == 0 ? 4 : 1;
}

/* How many warps a row of A has, when C is a column. */
static int team_of(size_t depth)
{
    return depth < LONG_ROW ? 1 : THIN_WARPS;
}

static size_t thin_blocks(const product &p, size_t depth)
{
    return p.n == 1 ? ceil_div(p.m * team_of(depth), size_t(THIN_WARPS))
                    : ceil_div(p.n, size_t(WARP) * unit_of(p));
}

struct thin_parts thin_parts_of(const product &p, int sms)
{
    /* No more than there is room for at once. */
    const size_t want =
        sms * BLOCKS_A_SM / std::max(thin_blocks(p, p.k), size_t{ 1 });
    const size_t fit = p.k / LEAST_DEPTH;
    const size_t parts =
        std::max(std::min({ want, fit, MOST_PARTS }), size_t{ 1 });
    /* Whole loads of four, from aligned places. */
    const size_t depth = std::max(ceil_div(p.k, parts * 4), size_t{ 1 }) * 4;
    return { unsigned(std::max(ceil_div(p.k, depth), size_t{ 1 })), depth };
}

double thin_depth(const product &p, const thin_parts &parts)
{
    const size_t lanes = p.n == 1
        ? size_t(team_of(parts.depth)) * WARP * unit_of(p)
        : THIN_WARPS;
    /* Of a column then the bundle, the warp, and the team. */
    const int join = p.n == 1 ? unit_of(p) - 1 + 5 : 0;
    return double(ceil_div(parts.depth, lanes)) + join + THIN_WARPS;
}

template <int Unit>
static enum status launch_thin_of(const struct job *job, const product &p,
                                  const thin_parts &parts)
{
    void (*kernel)(product, size_t) = sgemm_row<Unit>;
    const dim3 grid(unsigned(thin_blocks(p, parts.depth)), parts.count);

    if (p.n == 1)
        kernel = team_of(parts.depth) == 1 ? sgemm_column<Unit, 1>
                                           : sgemm_column<Unit, THIN_WARPS>;
    kernel<<<grid, THIN_THREADS, 0, stream_of(job)>>>(p, parts.depth);
    return cuda_launched(job, p.n == 1 ? "sgemm_column" : "sgemm_row");
}

static enum status launch_part(const struct job *job, const product &p,
                               const thin_parts &parts)
{
    return unit_of(p) == 4 ? launch_thin_of<4>(job, p, parts)
                           : launch_thin_of<1>(job, p, parts);
}

enum status launch_thin(const struct job *job, const product &p,
                        const thin_parts &parts, float *sums)
{
    if (parts.count == 1)
        return launch_part(job, p, parts);
    struct product part = p;
    part.alpha = 1;
    part.beta = 0;
    part.c = sums;
    const enum status status = launch_part(job, part, parts);
    return status ? status
                  : launch_overlapped(job, "sgemm_join", sgemm_join,
                                      blocks_for(p.m * p.n, THIN_JOIN_THREADS),
                                      THIN_JOIN_THREADS, p, sums, parts.count);
}
