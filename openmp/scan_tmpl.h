/* scan_tmpl.h - scan by OpenMP's scan directive for one element type, see
 * elem_one.h. */

static void NAME(clause_sum)(const T *x, T *y, size_t n)
{
    ADD sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
    for (size_t i = 0; i < n; i++) {
        sum = (ADD)(sum + (ADD)x[i]);
#pragma omp scan inclusive(sum)
        y[i] = (T)sum;
    }
}

static void NAME(clause_sum_before)(const T *x, T *y, size_t n)
{
    ADD sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
    for (size_t i = 0; i < n; i++) {
        y[i] = (T)sum;
#pragma omp scan exclusive(sum)
        sum = (ADD)(sum + (ADD)x[i]);
    }
}

static void NAME(clause_max)(const T *x, T *y, size_t n)
{
    T most = T_LOWEST;
#pragma omp parallel for reduction(inscan, max : most)
    for (size_t i = 0; i < n; i++) {
        most = x[i] > most ? x[i] : most;
#pragma omp scan inclusive(most)
        y[i] = most;
    }
}

static void NAME(clause_max_before)(const T *x, T *y, size_t n)
{
    T most = T_LOWEST;
#pragma omp parallel for reduction(inscan, max : most)
    for (size_t i = 0; i < n; i++) {
        y[i] = most;
#pragma omp scan exclusive(most)
        most = x[i] > most ? x[i] : most;
    }
}

static void NAME(clause)(const void *x, void *y, size_t n, int oper, int kind)
{
    static void (*const scan[SCAN_OPERATORS][SCAN_KINDS])(
        const T *, T *,
        size_t) = { { NAME(clause_sum), NAME(clause_sum_before) },
                    { NAME(clause_max), NAME(clause_max_before) } };
    if (n > 0) /* the directive of GCC 12 faults on loops of nothing */
        scan[oper][kind](x, y, n);
}
