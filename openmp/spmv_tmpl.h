/* spmv_tmpl.h - spmv on many cores for one element type: see elem_one.h. */

enum { NAME(LANES) = LANE_BYTES / sizeof(T) };

/* Non-zeros [begin, end) of one row, fewer than there are lanes, in order, four
 * a turn: one core of a Xeon, 2^15 rows, caches hot, stencil 96 us one a turn,
 * 88 so, uniform 322 and 299, by a power law 580 and 630. The compiler is kept
 * from vectors, which would have to look for how few they are. */
INLINE T NAME(few)(const struct plan *p, size_t begin, size_t end)
{
    const T *values = p->values, *x = p->x;
    const uint32_t *columns = p->columns;
    T sum = 0;
    size_t k = begin;
    for (; k + 4 <= end; k += 4) {
        sum += values[k] * x[columns[k]];
        sum += values[k + 1] * x[columns[k + 1]];
        sum += values[k + 2] * x[columns[k + 2]];
        sum += values[k + 3] * x[columns[k + 3]];
        __asm__("" : "+r"(k));
    }
    for (; k < end; k++) {
        sum += values[k] * x[columns[k]];
        __asm__("" : "+r"(k));
    }
    return sum;
}

/* What a step over all lanes reads, AHEAD of it. */
INLINE void NAME(prefetch_step)(const T *values, const uint32_t *columns)
{
    for (size_t k = 0; k < LANE_BYTES; k += LINE_BYTES)
        prefetch_line((const char *)values + k, AHEAD);
    for (size_t k = 0; k < NAME(LANES); k += LINE_BYTES / sizeof *columns)
        prefetch_line(columns + k, AHEAD);
}

/* Many of them with an accumulator for each SIMD lane, so that none waits for
 * the sum before. */
SIMD_CLONES
static T NAME(many)(const struct plan *p, size_t begin, size_t end)
{
    const T *values = p->values, *x = p->x;
    const uint32_t *columns = p->columns;
    T lane[NAME(LANES)] = { 0 };
    for (; begin + NAME(LANES) <= end; begin += NAME(LANES)) {
        NAME(prefetch_step)(values + begin, columns + begin);
        for (size_t k = 0; k < NAME(LANES); k++)
            lane[k] += values[begin + k] * x[columns[begin + k]];
    }
    for (size_t k = 0; begin + k < end; k++)
        lane[k] += values[begin + k] * x[columns[begin + k]];
    for (size_t width = NAME(LANES) / 2; width > 0; width /= 2)
        for (size_t k = 0; k < width; k++)
            lane[k] += lane[k + width];
    return lane[0];
}

/* Of rows [row, last) to y; non-zeros from `begin` on. Returns where they
 * end. */
SIMD_CLONES
static size_t NAME(dots)(const struct plan *p, size_t row, size_t last,
                         size_t begin, T *y)
{
    const uint32_t *end = p->offsets + row + 1;
    const T *values = p->values;
    const size_t count = last - row;
    for (size_t i = 0; i < count; begin = end[i], i++) {
        prefetch_line(end + i, AHEAD);
        if (end[i] - begin < NAME(LANES)) {
            prefetch_line(values + begin, AHEAD);
            prefetch_line(p->columns + begin, AHEAD);
            y[i] = NAME(few)(p, begin, end[i]);
        } else {
            y[i] = NAME(many)(p, begin, end[i]);
        }
    }
    return begin;
}

/* The same, to where they belong; past the caches, whole lines at a time:
 * drain() is to follow. */
static size_t NAME(run)(const struct plan *p, size_t row, size_t last,
                        size_t begin)
{
    enum { ROWS = BLOCK_BYTES / sizeof(T) };
    T *y = p->y;
    for (size_t next; p->stream && row < last; row = next) {
        T block[ROWS];
        const size_t used = (uintptr_t)(y + row) % LINE_BYTES / sizeof(T);
        next = least(row + ROWS - used, last);
        begin = NAME(dots)(p, row, next, begin, block);
        p->kernel->move(y + row, block, (next - row) * sizeof(T), true);
    }
    return NAME(dots)(p, row, last, begin, y + row);
}

static void NAME(some)(const struct plan *p, size_t first, size_t last)
{
    NAME(run)(p, first, last, p->offsets[first]);
    drain(p->stream);
}

/* What of its last row ends elsewhere it leaves for the next. */
static void NAME(chunk)(const struct plan *p, size_t c)
{
    const size_t begin = c * p->length;
    const size_t end = begin + least(p->length, p->count + p->rows - begin);
    const struct path path = { p->offsets, false, p->count, p->rows };
    const struct cut from = path_cut(&path, begin), to = path_cut(&path, end);
    struct carry *carry = &p->carries[c];
    const size_t rest = NAME(run)(p, from.segment, to.segment, from.element);
    carry->value = (double)NAME(many)(p, rest, to.element);
    carry->row = to.segment;
    carry->whole = to.segment > from.segment;
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
