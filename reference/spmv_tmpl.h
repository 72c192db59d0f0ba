/* spmv_tmpl.h - spmv on one core for one element type: see elem_one.h. */

static void NAME(csr)(const struct job *job)
{
    const T *values = job->in[0], *x = job->in[3];
    const uint32_t *columns = job->in[1], *offsets = job->in[2];
    const size_t rows = job->problem->dim[0];
    T *y = job->out[0];
    for (size_t row = 0; row < rows; row++) {
        T sum = 0;
        for (size_t k = offsets[row]; k < offsets[row + 1]; k++)
            sum += values[k] * x[columns[k]];
        y[row] = sum;
    }
}

/* The lecture's construction in its three steps, each over all elements. */
static void NAME(segscan)(const struct job *job)
{
    const T *values = job->in[0], *x = job->in[3];
    const uint32_t *columns = job->in[1], *offsets = job->in[2];
    const size_t rows = job->problem->dim[0], count = job->problem->dim[2];
    T *sums = job->scratch, *y = job->out[0];
    for (size_t k = 0; k < count; k++)
        sums[k] = values[k] * x[columns[k]];
    for (size_t row = 0; row < rows; row++)
        for (size_t k = offsets[row] + (size_t)1; k < offsets[row + 1]; k++)
            sums[k] += sums[k - 1];
    for (size_t row = 0; row < rows; row++)
        y[row] =
            offsets[row] < offsets[row + 1] ? sums[offsets[row + 1] - 1] : 0;
}
