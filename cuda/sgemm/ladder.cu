/* ladder.cu - the launches of the hand-written sgemm: f32 throughout, matrices
 * by rows, any size and alignment. A rung is a kernel in sgemm/, a launcher
 * here and a line of sgemm_variants.c. */
#include "sgemm/launchers.h"

#include "ops/sgemm.h"
#include "sgemm/naive.cuh"
#include "sgemm/tiled.cuh"

static struct product product_of(const struct job *job)
{
    const struct problem *problem = job->problem;
    const struct value *value = problem->param;

    return { problem->dim[0],
             problem->dim[1],
             problem->dim[2],
             static_cast<float>(value[SGEMM_PARAM_ALPHA].r),
             static_cast<float>(value[SGEMM_PARAM_BETA].r),
             input<float>(job, 0),
             input<float>(job, 1),
             output<float>(job) };
}

/* One block a tile of rows x columns of C. Such tiles of a C that fits in
 * memory are fewer than GRID_MAX. */
static enum status launch(const struct job *job,
                          void (*kernel)(const struct product), size_t rows,
                          size_t columns, dim3 threads, const char *name)
{
    const struct product p = product_of(job);

    if (p.m == 0 || p.n == 0)
        return STATUS_OK;
    kernel<<<blocks_for(ceil_div(p.m, rows) * ceil_div(p.n, columns), 1),
             threads, 0, stream_of(job)>>>(p);
    return cuda_launched(job, name);
}

enum status cuda_sgemm_naive(struct job *job)
{
    return launch(job, sgemm_naive<16>, 16, 16, dim3(16, 16), "sgemm_naive");
}

enum status cuda_sgemm_tiled_16(struct job *job)
{
    return launch(job, sgemm_tiled<16>, 16, 16, dim3(16, 16), "sgemm_tiled");
}

enum status cuda_sgemm_tiled_32(struct job *job)
{
    return launch(job, sgemm_tiled<32>, 32, 32, dim3(32, 32), "sgemm_tiled");
}

/* The additions of K products, fused or not, then alpha and beta. */
double cuda_sgemm_depth(const struct job *job)
{
    return static_cast<double>(job->problem->dim[2]) + 2;
}
