/* prefix_tmpl.h - the right answers of scans for one element type, see
 * elem_one.h. */

static void NAME(reset)(struct carry *c)
{
    const T lowest = T_LOWEST;
    *c = (struct carry){ 0 };
    memcpy(c->most, &lowest, sizeof lowest);
}

/* c, then what `next` joined after it. */
static void NAME(join)(const struct prefix *p, struct carry *c,
                       const struct carry *next)
{
    T most, other;
    memcpy(&most, c->most, sizeof most);
    memcpy(&other, next->most, sizeof other);
    if (p->maxima && other > most)
        memcpy(c->most, &other, sizeof other);
    c->whole += next->whole;
    carry_add(c, next->sum);
    carry_add(c, next->rest);
    c->magnitude += next->magnitude;
    c->terms += next->terms;
}

static void NAME(run_maxima)(const struct prefix *p, const T *x, size_t begin,
                             size_t end, struct carry *c, T *want)
{
    T most;
    memcpy(&most, c->most, sizeof most);
    for (size_t i = begin; i < end; i++) {
        const T before = most;
        most = x[i] > most ? x[i] : most;
        if (want)
            want[i] = p->exclusive ? before : most;
    }
    memcpy(c->most, &most, sizeof most);
}

#if IS_FLOAT

static void NAME(run_sums)(const struct prefix *p, const T *x, size_t begin,
                           size_t end, struct carry *c, double *want)
{
    T *magnitudes = want ? (T *)(want + p->n) : NULL;
    struct carry at = *c;
    for (size_t i = begin; i < end; i++) {
        const struct carry before = at;
        carry_add(&at, (double)x[i]);
        at.magnitude += fabs((double)x[i]);
        at.terms++;
        if (!want)
            continue;
        const struct carry *now = p->exclusive ? &before : &at;
        const T size = (T)(now->magnitude * MAGNITUDE_SLACK);
        want[i] = now->sum;
        magnitudes[i] = p->next_start && at.terms == 1 ? -size : size;
    }
    *c = at;
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
    const T *x = elements;
    for (size_t i = begin; i < end; i += CHECK_BLOCK) {
        const size_t length = end - i < CHECK_BLOCK ? end - i : CHECK_BLOCK;
        if (!NAME(unfit)(x + i, length, (T)limit))
            continue;
        while (!NAME(unfit)(x + i, 1, (T)limit))
            i++;
        return i;
    }
    return end;
}

/* How many of n elements are further off than allowed, or not finite; the
 * largest error in units of the last place, as verdict_near() counts them, and
 * as a share of its bound. */
SIMD_CLONES
static unsigned NAME(off)(const T *got, const double *want, const T *magnitude,
                          size_t n, double growth, double last, double *ulp,
                          double *share)
{
    const bool single = sizeof(T) == sizeof(float);
    const double lowest = single ? (double)FLT_TRUE_MIN : DBL_TRUE_MIN;
    const double epsilon = single ? (double)FLT_EPSILON : DBL_EPSILON;
    unsigned off = 0;
    int64_t worst = 0, most = 0; /* bits order like the numbers from 0 on */
    for (size_t i = 0; i < n; i++) {
        const double size = fabs(want[i]);
        const double error = fabs((double)got[i] - want[i]);
        const double bound = growth * fabs((double)magnitude[i]) + last * size;
        int64_t bits;
        double unit;
        off += !(error <= bound && error <= DBL_MAX);
        memcpy(&bits, &size, sizeof bits);
        bits &= EXPONENT;
        memcpy(&unit, &bits, sizeof unit);
        unit *= epsilon;
        unit = error / (unit > lowest ? unit : lowest);
        memcpy(&bits, &unit, sizeof bits);
        worst = bits > worst ? bits : worst;
        unit = error > 0 ? error / bound : 0;
        memcpy(&bits, &unit, sizeof bits);
        most = bits > most ? bits : most;
    }
    memcpy(ulp, &worst, sizeof worst);
    memcpy(share, &most, sizeof most);
    return off;
}

/* Elements [begin, end); when any is off, one by one up to the first. There
 * need be none: off() may be compiled with fused multiply-adds, whose bounds
 * differ in their last bit. */
static void NAME(check)(const struct checking *c, size_t begin, size_t end,
                        struct verdict *v)
{
    const double *want = c->want;
    const T *magnitude = (const T *)(want + c->prefix->n);
    const T *got = c->got;
    double ulp, share;
    v->depth = c->depth;
    if (!NAME(off)(got + begin, want + begin, magnitude + begin, end - begin,
                   c->growth, c->last, &ulp, &share)) {
        v->max_ulp = fmax(v->max_ulp, ulp);
        verdict_share(v, share);
        return;
    }
    for (size_t i = begin; i < end && v->ok; i++)
        verdict_near(v, 0, i, sizeof(T) == sizeof(float) ? ELEM_F32 : ELEM_F64,
                     &got[i], want[i], 0,
                     c->growth * fabs((double)magnitude[i]) +
                         c->last * fabs(want[i]));
}

/* Of a scan with restarts: elements [begin, end), each by its own bound. The
 * depth is that of the variant where the last restart is out of sight. */
static void NAME(check_short)(const struct checking *c, size_t begin,
                              size_t end, struct verdict *v)
{
    const double *want = c->want;
    const T *magnitude = (const T *)(want + c->prefix->n);
    const T *got = c->got;
    const enum elem type = c->prefix->type;
    size_t start = begin; /* the last restart */
    while (start > 0 && begin - start < LOOK_BACK &&
           !signbit(magnitude[start]))
        start--;
    bool seen = signbit(magnitude[start]);
    for (size_t i = begin; i < end; i++) {
        if (signbit(magnitude[i])) {
            start = i;
            seen = true;
        }
        const size_t terms = i - start + !c->prefix->exclusive;
        const double added = terms ? (double)(terms - 1) : 0;
        const bool shorter = seen && added < c->depth;
        const double growth = shorter ? verdict_gamma(type, added) : c->growth;
        v->depth = shorter ? added : c->depth;
        verdict_near(v, 0, i, type, &got[i], want[i], 0,
                     growth > 0 ? growth * fabs((double)magnitude[i]) +
                             c->last * fabs(want[i])
                                : 0);
    }
}

#else

static void NAME(run_sums)(const struct prefix *p, const T *x, size_t begin,
                           size_t end, struct carry *c, T *want)
{
    uint64_t sum = c->whole;
    for (size_t i = begin; i < end; i++) {
        const uint64_t before = sum;
        sum += (uint64_t)x[i];
        if (want)
            want[i] = (T)(ADD)(p->exclusive ? before : sum);
    }
    c->whole = sum;
}

#endif

static void NAME(run)(const struct prefix *p, const void *elements,
                      size_t begin, size_t end, struct carry *c, void *want)
{
    if (p->maxima)
        NAME(run_maxima)(p, elements, begin, end, c, want);
    else
        NAME(run_sums)(p, elements, begin, end, c, want);
}
