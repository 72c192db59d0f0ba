/* scan_tmpl.h - scan on one core for one element type, see elem_one.h. The
 * elements may be where the totals go: each is read before it is replaced. */

static void NAME(loop_sum)(const T *x, T *y, size_t n, int kind)
{
    ADD total = 0;
    for (size_t i = 0; i < n; i++) {
        const ADD before = total;
        total = (ADD)(total + (ADD)x[i]);
        y[i] = (T)(kind == SCAN_EXCLUSIVE ? before : total);
    }
}

static void NAME(loop_max)(const T *x, T *y, size_t n, int kind)
{
    T most = T_LOWEST;
    for (size_t i = 0; i < n; i++) {
        const T before = most;
        most = x[i] > most ? x[i] : most;
        y[i] = kind == SCAN_EXCLUSIVE ? before : most;
    }
}

static void NAME(loop)(const void *x, void *y, size_t n, int oper, int kind)
{
    if (oper == SCAN_SUM)
        NAME(loop_sum)(x, y, n, kind);
    else
        NAME(loop_max)(x, y, n, kind);
}
