/* ladder.cu - launching the rungs of the hand-written sgemm: f32 throughout,
 * matrices of any size and alignment, first made to lie by rows. */
#include "cuda.h"
#include "sgemm/copies.cuh"
#include "sgemm/of_job.cuh"
#include "sgemm/rungs.def"

LAUNCHER(cuda_sgemm_ladder);

struct rung {
    void (*kernel)(struct product);
    unsigned tile, own; /* sides of a block's part of C, and of a thread's */
};

static const struct rung &rung_of(const struct job *job)
{
    static const struct rung rungs[] = {
#define RUNG(kernel, tile, own, ...) { kernel<tile>, tile, own },
#include "sgemm/rungs.def"
    };
    return rungs[job->variant->step - 1];
}

/* One block a tile of C. Such tiles of a C that fits in memory are fewer than
 * GRID_MAX. */
enum status cuda_sgemm_ladder(struct job *job)
{
    struct product p = product_of(job);
    const struct rung &rung = rung_of(job);
    const size_t side = rung.tile;
    const unsigned threads = rung.tile / rung.own;

    if (p.m == 0 || p.n == 0)
        return STATUS_OK;
    const enum status status = cuda_sgemm_copy(job, &p, 1);
    if (status)
        return status;
    rung.kernel<<<blocks_for(ceil_div(p.m, side) * ceil_div(p.n, side), 1),
                  dim3(threads, threads), 0, stream_of(job)>>>(p);
    return cuda_launched(job, job->variant->name);
}

size_t cuda_sgemm_ladder_scratch(const struct job *job)
{
    return copy_bytes(job, 1);
}

/* The additions of K products, fused or not, then alpha and beta. */
double cuda_sgemm_ladder_depth(const struct job *job)
{
    return static_cast<double>(job->problem->dim[2]) + 2;
}
