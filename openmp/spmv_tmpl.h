/* spmv_tmpl.h - spmv on many cores for one element type: see elem_one.h. */

/* Non-zeros [begin, end) of one row; many of them with an accumulator for each
 * SIMD lane, so that none waits for the sum before. */
static inline __attribute__((always_inline)) T NAME(dot)(const struct plan *p,
                                                         size_t begin,
                                                         size_t end)
{
    enum { LANES = LANE_BYTES / sizeof(T) };
    const T *values = p->values, *x = p->x;
    const uint32_t *columns = p->columns;
    T lane[LANES] = { 0 };
    if (end - begin < LANES) {
        T sum = 0;
        for (size_t k = begin; k < end; k++)
            sum += values[k] * x[columns[k]];
        return sum;
    }
    for (; begin + LANES <= end; begin += LANES)
        for (size_t k = 0; k < LANES; k++)
            lane[k] += values[begin + k] * x[columns[begin + k]];
    for (size_t k = 0; begin + k < end; k++)
        lane[k] += values[begin + k] * x[columns[begin + k]];
    for (size_t width = LANES / 2; width > 0; width /= 2)
        for (size_t k = 0; k < width; k++)
            lane[k] += lane[k + width];
    return lane[0];
}

/* Rows from `row` on, as many as end within `items` of non-zeros and rows; of
 * the first, non-zeros from `begin` on. What is behind them is returned, and
 * its row is in *open. */
SIMD_CLONES
static T NAME(run)(const struct plan *p, size_t row, size_t begin,
                   size_t items, size_t *open)
{
    T *y = p->y;
    for (; row < p->rows && p->offsets[row + 1] + row + 1 <= items; row++) {
        const size_t end = p->offsets[row + 1];
        y[row] = NAME(dot)(p, begin, end);
        begin = end;
    }
    *open = row;
    return NAME(dot)(p, begin, items - row);
}

static void NAME(some)(const struct plan *p, size_t first, size_t last)
{
    size_t open;
    NAME(run)(p, first, p->offsets[first], p->offsets[last] + last, &open);
}

static void NAME(chunk)(const struct plan *p, size_t c)
{
    const size_t begin = c * p->length;
    const size_t end = begin + least(p->length, p->count + p->rows - begin);
    const struct path path = { p->offsets, false, p->count, p->rows };
    const struct cut from = path_cut(&path, begin);
    struct carry *carry = &p->carries[c];
    carry->value =
        (double)NAME(run)(p, from.segment, from.element, end, &carry->row);
    carry->whole = carry->row > from.segment;
}

/* What is left of a row by chunks before goes to where it ends. */
static void NAME(join)(const struct plan *p)
{
    T *y = p->y, all = 0;
    size_t open = 0; /* the row that `all` is of */
    for (size_t c = 0; c < p->chunks; c++) {
        const struct carry *carry = &p->carries[c];
        if (carry->whole) {
            y[open] += all;
            all = 0;
        }
        all += (T)carry->value;
        open = carry->row;
    }
}

/* --- map-segscan ---------------------------------------------------------- */

SIMD_CLONES
static void NAME(map)(const struct plan *p, size_t c)
{
    const size_t begin = c * p->length;
    const size_t end = least(begin + p->length, p->count);
    const T *values = p->values, *x = p->x;
    T *sums = p->sums;
    for (size_t k = begin; k < end; k++)
        sums[k] = values[k] * x[p->columns[k]];
}

/* The row of a non-zero. */
static size_t NAME(row_of)(const struct plan *p, size_t k)
{
    size_t low = 0, high = p->rows;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (p->offsets[middle] <= k)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void NAME(scan)(const struct plan *p, size_t c)
{
    const size_t begin = c * p->length;
    const size_t end = least(begin + p->length, p->count);
    T *sums = p->sums, sum = 0;
    for (size_t k = begin, row = NAME(row_of)(p, begin); k < end; row++) {
        const size_t stop = least(p->offsets[row + 1], end);
        for (sum = 0; k < stop; k++)
            sums[k] = sum += sums[k];
    }
    ((T *)p->last)[c] = sum;
}

/* Of each chunk what comes before it in the row that its first non-zero is
 * of, in place of its last sum. */
static void NAME(carry)(const struct plan *p)
{
    T *last = p->last, before = 0;
    for (size_t c = 0; c < p->chunks; c++) {
        const size_t begin = c * p->length;
        const size_t end = least(begin + p->length, p->count);
        const size_t first = p->offsets[NAME(row_of)(p, begin)];
        const size_t final = p->offsets[NAME(row_of)(p, end - 1)];
        const T into = first < begin ? before : 0;
        before = final < begin ? into + last[c] : last[c];
        last[c] = into;
    }
}

static void NAME(pick)(const struct plan *p, size_t row)
{
    const size_t begin = p->offsets[row], end = p->offsets[row + 1];
    T sum = 0;
    if (begin < end) {
        const size_t c = (end - 1) / p->length;
        sum = ((const T *)p->sums)[end - 1];
        if (begin < c * p->length)
            sum += ((const T *)p->last)[c];
    }
    ((T *)p->y)[row] = sum;
}
