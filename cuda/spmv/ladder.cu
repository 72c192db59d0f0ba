/* ladder.cu - launching the rungs below best. */
#include <algorithm>
#include <cmath>

#include "cuda.h"
#include "segreduce/merge.cuh"
#include "segscan/ballot.cuh"
#include "spmv/csr.cuh"
#include "spmv/lanes_per_row.cuh"
#include "spmv/map_segscan.cuh"

LAUNCHER(cuda_spmv_ladder);

/* --- lanes a row ---------------------------------------------------------- */

template <int Lanes>
struct spmv_lanes {
    template <class T>
    static enum status run(const struct job *job)
    {
        const csr<T> a(job);
        lanes_per_row<Lanes><<<blocks_for(a.rows, LANE_THREADS / Lanes),
                               LANE_THREADS, 0, stream_of(job)>>>(a);
        return cuda_launched(job, "lanes_per_row");
    }
    static size_t scratch(const struct job *)
    {
        return 0;
    }
    static double depth(const struct job *job)
    {
        return ceil(double(count_of(job)) / Lanes) + log2(double(Lanes));
    }
};

using spmv_scalar = spmv_lanes<1>;
using spmv_vector = spmv_lanes<WARP>;

/* --- map, scan, pick ------------------------------------------------------ */

struct spmv_segscan {
    /* Scratch: products, which become their running sums; sums, counts and
     * flags of all levels of tiles; heads. */
    template <class T>
    static enum status run(const struct job *job)
    {
        const csr<T> a(job);
        const size_t tiles = sweep_levels(job).tiles;
        T *sums = static_cast<T *>(job->scratch);
        tile_totals<T> totals;
        totals.sums = sums + a.count;
        totals.open = reinterpret_cast<unsigned *>(totals.sums + tiles);
        totals.heads = reinterpret_cast<head *>(totals.open + tiles);
        enum status status = STATUS_OK;
        if (a.count > 0)
            status = scan_products(job, a, sums, totals, totals.heads + tiles);
        if (status)
            return status;
        pick_last<<<blocks_for(a.rows, MAP_THREADS), MAP_THREADS, 0,
                    stream_of(job)>>>(a, sums);
        return cuda_launched(job, "pick_last");
    }
    template <class T>
    static enum status scan_products(const struct job *job, const csr<T> &a,
                                     T *sums, const tile_totals<T> &totals,
                                     head *heads)
    {
        enum status status =
            make_heads(job, a.offsets, a.rows, a.count, heads);
        if (status)
            return status;
        map_products<<<blocks_for(a.count, MAP_THREADS), MAP_THREADS, 0,
                       stream_of(job)>>>(a, sums);
        status = cuda_launched(job, "map_products");
        return status ? status
                      : sweep<T>(job, ballot<T>, SWEEP_TILE, sums, heads,
                                 a.count, false, sums, totals);
    }
    static size_t scratch(const struct job *job)
    {
        const size_t each = sizeof(double) + sizeof(unsigned) + sizeof(head);
        const size_t size = elem_size(job->problem->type);
        return count_of(job) * (size + sizeof(head)) +
            sweep_levels(job).tiles * each;
    }
    /* A product; lanes, warps, a carry and the last addition, once a level of
     * tiles. */
    static double depth(const struct job *job)
    {
        return 1 + sweep_levels(job).count * (2 * log2(SWEEP_TILE) + 2);
    }
};

/* --- merge ---------------------------------------------------------------- */

/* Products as if they were elements, rows as segments. */
template <class T>
struct product_elements {
    csr<T> a;

    __device__ T operator[](size_t k) const
    {
        return a.values[k] * a.x[a.columns[k]];
    }
};

struct row_segments {
    const uint32_t *offsets;
    size_t count, n;
};

struct spmv_merge {
    template <class T>
    static enum status run(const struct job *job)
    {
        const csr<T> a(job);
        return launch_merge<T>(job, product_elements<T>{ a },
                               row_segments{ a.offsets, a.rows, a.count });
    }
    static size_t items(const struct job *job)
    {
        return job->problem->dim[0] + count_of(job);
    }
    static size_t scratch(const struct job *job)
    {
        return merge_bytes(items(job));
    }
    static double depth(const struct job *job)
    {
        return 1 + merge_depth(items(job));
    }
};

/* --- rungs ---------------------------------------------------------------- */

static const struct {
    size_t (*scratch)(const struct job *);
    double (*depth)(const struct job *);
} ways[] = {
#define RUNG(way, ...) { spmv_##way::scratch, spmv_##way::depth },
#include "spmv/rungs.def"
};

template <class T>
static enum status launch(const struct job *job)
{
    static enum status (*const runs[])(const struct job *) = {
#define RUNG(way, ...) spmv_##way::run<T>,
#include "spmv/rungs.def"
    };
    return runs[job->variant->step - 1](job);
}

enum status cuda_spmv_ladder(struct job *job)
{
    if (job->problem->dim[0] == 0)
        return STATUS_OK;
    return by_type(TYPES_OF(FLOATS){}, job, [job](auto type) {
        return launch<typename decltype(type)::element>(job);
    });
}

size_t cuda_spmv_ladder_scratch(const struct job *job)
{
    return ways[job->variant->step - 1].scratch(job);
}

double cuda_spmv_ladder_depth(const struct job *job)
{
    return ways[job->variant->step - 1].depth(job);
}
