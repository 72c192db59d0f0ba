/* segreduce_tmpl.h - the right answer of segreduce for one element type: see
 * elem_one.h. Float sums are compensated by TwoSum (Knuth, TAOCP 2, 4.2.2) in
 * double, as those of reduce. */

static T NAME(identity)(int oper)
{
    return oper == SEGREDUCE_MIN ? T_HIGHEST
        : oper == SEGREDUCE_MAX  ? T_LOWEST
                                 : 0;
}

static void NAME(extremum)(struct part *p, int oper, T x)
{
    T value;
    memcpy(&value, p->extremum, sizeof value);
    if (oper == SEGREDUCE_MIN ? x < value : x > value)
        memcpy(p->extremum, &x, sizeof x);
}

/* Of elements [begin, end). */
static struct part NAME(part)(const struct answer *a, size_t begin, size_t end)
{
    const int oper = operator_of(a->problem);
    const T nothing = NAME(identity)(oper), *x = a->x;
    struct part p = { .terms = end - begin };
    memcpy(p.extremum, &nothing, sizeof nothing);
    for (size_t i = begin; i < end; i++)
        if (oper != SEGREDUCE_SUM)
            NAME(extremum)(&p, oper, x[i]);
        else if (IS_FLOAT) {
            add(&p, (double)x[i], 0);
            p.magnitude += fabs((double)x[i]);
        } else
            p.exact += (uint64_t)x[i];
    return p;
}

static void NAME(join)(struct part *all, const struct part *p, int oper)
{
    T value;
    memcpy(&value, p->extremum, sizeof value);
    NAME(extremum)(all, oper, value);
    all->exact += p->exact;
    add(all, p->sum, p->rest);
    all->magnitude += p->magnitude;
    all->terms += p->terms;
}

/* Magnitudes are rounded up: their own additions round. */
static void NAME(put)(const struct answer *a, size_t k, const struct part *p)
{
    if (rounds(a->problem)) {
        ((double *)a->value)[k] = p->sum + p->rest;
        ((T *)a->magnitude)[k] = (T)(p->magnitude * 1.000001);
        a->terms[k] = p->terms < UINT32_MAX ? (uint32_t)p->terms : UINT32_MAX;
    } else if (operator_of(a->problem) == SEGREDUCE_SUM)
        ((T *)a->value)[k] = (T)p->exact;
    else
        memcpy((T *)a->value + k, p->extremum, sizeof(T));
}

/* Those of segments [begin, end) that are empty. */
static void NAME(empties)(const struct answer *a, size_t begin, size_t end)
{
    const struct part nothing = NAME(part)(a, 0, 0);
    for (size_t k = begin; k < end; k++)
        if (a->offsets[k] == a->offsets[k + 1])
            NAME(put)(a, k, &nothing);
}

/* Elements [begin, end): segments inside are done, others kept as parts. */
static void NAME(block)(const struct answer *a, size_t begin, size_t end,
                        struct block *b)
{
    const uint64_t *offsets = a->offsets;
    size_t k = segments_find(offsets, a->problem->dim[1], begin + 1);
    for (size_t i = begin; i < end; k++) { /* segment k - 1 has element i */
        const size_t stop = offsets[k] < end ? (size_t)offsets[k] : end;
        const struct part p = NAME(part)(a, i, stop);
        if (offsets[k - 1] < begin) {
            b->first = p;
            b->first_segment = k - 1;
        } else if (offsets[k] > end) {
            b->last = p;
            b->last_segment = k - 1;
        } else if (stop > i)
            NAME(put)(a, k - 1, &p);
        i = stop;
    }
}

/* Segments of several blocks, in order. */
static void NAME(join_blocks)(const struct answer *a, int count)
{
    const int oper = operator_of(a->problem);
    struct part all = { 0 };
    size_t open = SIZE_MAX; /* the segment that `all` is of */
    for (int r = 0; r < count; r++) {
        const struct block *b = &a->block[r];
        if (b->first_segment != SIZE_MAX) {
            NAME(join)(&all, &b->first, oper);
            NAME(put)(a, open, &all);
        }
        if (b->last_segment != SIZE_MAX) {
            all = b->last;
            open = b->last_segment;
        }
    }
}
