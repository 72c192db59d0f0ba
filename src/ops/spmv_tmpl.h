/* spmv_tmpl.h - the right answer of spmv for one element type: see elem_one.h.
 * A dot product as if in twice the bits of a double, by TwoSum and TwoProduct
 * (Ogita, Rump and Oishi 2005, algorithm Dot2). */

static void NAME(answer_row)(const struct work *w, size_t row)
{
    const T *values = w->values, *x = w->x;
    double sum = 0, rest = 0, magnitude = 0;
    for (size_t k = w->offsets[row]; k < w->offsets[row + 1]; k++) {
        const double a = (double)values[k], b = (double)x[w->columns[k]];
        const double product = a * b, error = fma(a, b, -product);
        const double s = sum + product, shadow = s - sum;
        rest += (sum - (s - shadow)) + (product - shadow) + error;
        sum = s;
        magnitude += fabs(product);
    }
    w->rows[row] = (struct answer_row){
        .value = sum + rest,
        .magnitude = magnitude * MAGNITUDE_SLACK,
        .terms = w->offsets[row + 1] - w->offsets[row],
    };
}
