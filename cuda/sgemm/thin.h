/* thin.h - products whose C is one row or one column, as best launches them. */
#ifndef TETRAD_CUDA_SGEMM_THIN_H
#define TETRAD_CUDA_SGEMM_THIN_H

#include "sgemm/product.cuh"

static inline bool is_thin(const product &p)
{
    return p.m == 1 || p.n == 1;
}

/* How K is cut, so that there are blocks for all multiprocessors. */
struct thin_parts {
    unsigned count;
    size_t depth; /* of all but the last */
};

struct thin_parts thin_parts_of(const product &, int sms);
/* The longest chain of additions of a part. */
double thin_depth(const product &, const thin_parts &);
/* With several parts, C of each behind that of the one before, in `sums`. */
enum status launch_thin(const struct job *, const product &,
                        const thin_parts &, float *sums);

#endif
