/* map_tmpl.h - map on one core for one element type, see elem_one.h. In place
 * an element is read before it is written: that is all the order there is. */

SIMD_CLONES
static void NAME(loop)(int function, double factor, const ADD *x, const ADD *y,
                       ADD *out, size_t n)
{
    const ADD a = (ADD)(T)factor;
    switch (function) {
    case MAP_COPY:
#pragma GCC ivdep
        for (size_t i = 0; i < n; i++)
            out[i] = x[i];
        break;
    case MAP_SCALE:
#pragma GCC ivdep
        for (size_t i = 0; i < n; i++)
            out[i] = a * x[i];
        break;
    case MAP_AXPY:
#pragma GCC ivdep
        for (size_t i = 0; i < n; i++)
            out[i] = a * x[i] + y[i];
        break;
    case MAP_SQUARE:
#pragma GCC ivdep
        for (size_t i = 0; i < n; i++)
            out[i] = x[i] * x[i];
        break;
    }
}

static void NAME(map)(const struct job *job)
{
    const struct problem *p = job->problem;
    const int function = (int)p->param[MAP_PARAM_FUNCTION].i;
#if IS_FLOAT
    if (function == MAP_EXP) {
        const T *x = job->in[0];
        T *out = job->out[0];
        for (size_t i = 0; i < p->size; i++)
            out[i] = _Generic(x[i], float : expf, default : exp)(x[i]);
        return;
    }
#endif
    NAME(loop)
    (function, p->param[MAP_PARAM_A].r, job->in[0], job->in[1], job->out[0],
     p->size);
}
