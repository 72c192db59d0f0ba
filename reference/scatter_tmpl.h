/* scatter_tmpl.h - scatter on one core for one element type, see elem_one.h. */

static void NAME(loop)(const struct job *job)
{
    const T *x = job->in[0];
    const uint32_t *narrow = job->in[1];
    const uint64_t *wide = job->in[1];
    T *y = job->out[0];
    const size_t n = job->problem->dim[0];
    if (indices_are_wide(job->problem))
        for (size_t i = 0; i < n; i++)
            y[wide[i]] = x[i];
    else
        for (size_t i = 0; i < n; i++)
            y[narrow[i]] = x[i];
}
