/* segscan_tmpl.h - the right answer of segscan for one element type: see
 * elem_one.h. Float sums are compensated by TwoSum (Knuth, TAOCP 2, 4.2.2) in
 * double, as those of reduce. */

static void NAME(join)(struct before *const b, const T x)
{
    b->terms++;
#if IS_FLOAT
    add(b, (double)x, 0);
    b->magnitude += fabs((double)x);
#else
    b->exact += (uint64_t)x;
#endif
}

/* The sum of one block's elements [begin, end). */
static void NAME(tail)(const struct answer *const a, const size_t begin,
                       const size_t end, struct before *const b)
{
    const T *const x = a->x;
    for (size_t i = begin; i < end; i++)
        NAME(join)(b, x[i]);
}

/* Magnitudes are rounded up: their own additions round. */
static void NAME(put)(const struct answer *const a, const size_t i,
                      const struct before *const b, const bool first)
{
#if IS_FLOAT
    const T size = (T)(b->magnitude * 1.000001);
    ((double *)a->value)[i] = b->sum + b->rest;
    ((T *)a->magnitude)[i] = first ? -size : size;
#else
    (void)first;
    ((T *)a->value)[i] = (T)b->exact;
#endif
}

static void NAME(scan)(const struct answer *const a, const size_t begin,
                       const size_t end, struct before b)
{
    const T *const x = a->x;
    const bool late = exclusive(a->problem);
    struct heads heads = a->heads;
    heads_start(&heads, begin);
    for (size_t i = begin; i < end; i++) {
        const bool first = heads_at(&heads, i);
        if (first)
            b = (struct before){ 0 };
        if (late)
            NAME(put)(a, i, &b, first);
        NAME(join)(&b, x[i]);
        if (!late)
            NAME(put)(a, i, &b, first);
    }
}

#if IS_FLOAT

/* terms: of the first element's segment that come before it. want itself was
 * rounded to double. */
static void NAME(check)(const struct checking *const c, const size_t begin,
                        const size_t end, size_t terms,
                        struct verdict *const v)
{
    const enum elem type = c->answer.problem->type;
    const double *const want = c->answer.value;
    const T *const size = c->answer.magnitude, *const got = c->got;
    const bool late = exclusive(c->answer.problem);
    const double all = verdict_gamma(type, c->depth);
    for (size_t i = begin; i < end; i++) {
        terms = signbit(size[i]) ? 1 : terms + 1;
        const double added = (double)(terms - late);
        const double most = added > 1 ? added - 1 : 0;
        const double growth = most < c->depth ? verdict_gamma(type, most)
                                              : all;
        const double bound = growth > 0 ? growth * fabs((double)size[i])
            + DBL_EPSILON / 2 * fabs(want[i]) : 0;
        verdict_near(v, 0, i, type, &got[i], want[i], 0, bound);
    }
}

#endif
