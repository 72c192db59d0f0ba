/* reduce_tmpl.h - the right answer of reduce for one element type T.
 *
 * Included once a type through elem_each.h.
 * Integer sums are exact in 128 bits. Float sums are compensated: TwoSum
 * (Knuth, TAOCP 2, 4.2.2) in double gives every addition's rounding error,
 * which is added up beside the sum (Ogita, Rump & Oishi 2005, Sum2); its own
 * error is about n^2 2^-106 sum|x|, far below what is checked. */

#if IS_FLOAT

enum { NAME(LANES) = 16 };

SIMD_CLONES
static void NAME(total)(const T *x, size_t n, struct part *part)
{
    double sum[NAME(LANES)] = { 0 }, rest[NAME(LANES)] = { 0 };
    double size[NAME(LANES)] = { 0 };
    size_t i = 0;
    for (; i + NAME(LANES) <= n; i += NAME(LANES))
        for (size_t k = 0; k < NAME(LANES); k++) {
            const double v = (double)x[i + k];
            const double s = sum[k] + v, shadow = s - sum[k];
            rest[k] += (sum[k] - (s - shadow)) + (v - shadow);
            sum[k] = s;
            size[k] += fabs(v);
        }
    for (; i < n; i++) {
        part_add(part, (double)x[i], 0);
        part->magnitude += fabs((double)x[i]);
    }
    for (size_t k = 0; k < NAME(LANES); k++) {
        part_add(part, sum[k], rest[k]);
        part->magnitude += size[k];
    }
}

/* How many of n elements are NaN or beyond `limit`. */
SIMD_CLONES
static unsigned NAME(unfit)(const T *x, size_t n, T limit)
{
    unsigned count = 0;
    for (size_t i = 0; i < n; i++) {
        const T size = x[i] < 0 ? -x[i] : x[i];
        count += !(size <= limit);
    }
    return count;
}

/* The first such element in [begin, end), or end. */
static size_t NAME(first_unfit)(const void *elements, size_t begin, size_t end,
                                double limit)
{
    enum { BLOCK = 4096 };
    const T *x = elements;
    for (size_t i = begin; i < end; i += BLOCK) {
        const size_t length = end - i < BLOCK ? end - i : BLOCK;
        if (!NAME(unfit)(x + i, length, (T)limit))
            continue;
        while (!NAME(unfit)(x + i, 1, (T)limit))
            i++;
        return i;
    }
    return end;
}

#else

static void NAME(total)(const T *x, size_t n, struct part *part)
{
    wide_int sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += x[i];
        part->magnitude += fabs((double)x[i]);
    }
    part->exact = sum;
}

#endif

static void NAME(part)(const void *elements, size_t begin, size_t end,
                       int oper, struct part *part)
{
    const T *x = elements;
    const bool lowest = oper == REDUCE_MIN || oper == REDUCE_ARGMIN;
    part->count = end - begin;
    part->index = begin;
    if (oper == REDUCE_SUM || oper == REDUCE_MEAN) {
        NAME(total)(x + begin, end - begin, part);
        return;
    }
    for (size_t i = begin + 1; i < end; i++)
        if (lowest ? x[i] < x[part->index] : x[i] > x[part->index])
            part->index = i;
}

/* Joins the parts, in order of index, into the answer. */
static void NAME(join)(const void *elements, size_t n, int oper,
                       const struct part parts[], struct answer *answer)
{
    const T *x = elements;
    const bool lowest = oper == REDUCE_MIN || oper == REDUCE_ARGMIN;
    struct part all = { 0 };
    for (size_t done = 0; done < n; done += parts++->count) {
        all.exact += parts->exact;
        part_add(&all, parts->sum, parts->rest);
        all.magnitude += parts->magnitude;
        if (parts->count &&
            (lowest ? x[parts->index] < x[all.index]
                    : x[parts->index] > x[all.index]))
            all.index = parts->index;
    }
    if (oper == REDUCE_SUM || oper == REDUCE_MEAN) {
        answer_total(answer, &all, oper == REDUCE_MEAN ? n : 1);
#if !IS_FLOAT
        const T wrapped = (T)(uint64_t)all.exact;
        memcpy(answer->element, &wrapped, sizeof wrapped);
#endif
        return;
    }
    memcpy(answer->element, &x[all.index], sizeof x[0]);
    answer->index = (int64_t)all.index;
}
