/* segscan_tmpl.h - segscan on one core for one element type: see elem_one.h.
 * late: exclusive. */

static void NAME(by_flags)(const struct job *job, bool late)
{
    const size_t n = job->problem->dim[0];
    const T *restrict x = job->in[0];
    const uint8_t *restrict flags = job->in[1];
    T *restrict y = job->out[0];
    ADD sum = 0;
    for (size_t i = 0; i < n; i++) {
        const ADD before = flags[i] ? 0 : sum;
        sum = (ADD)(before + (ADD)x[i]);
        y[i] = (T)(late ? before : sum);
    }
}

static void NAME(by_offsets)(const struct job *job, bool late)
{
    const size_t count = job->problem->dim[1];
    const T *restrict x = job->in[0];
    const uint64_t *restrict offsets = job->in[1];
    T *restrict y = job->out[0];
    for (size_t k = 0; k < count; k++) {
        ADD sum = 0;
        for (size_t i = offsets[k]; i < offsets[k + 1]; i++) {
            const ADD before = sum;
            sum = (ADD)(sum + (ADD)x[i]);
            y[i] = (T)(late ? before : sum);
        }
    }
}
