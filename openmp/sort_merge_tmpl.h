/* sort_merge_tmpl.h - a stable merge sort by tasks, for one form of items, see
 * ops/sort_each.h. */

struct FORM(items) {
    KEY *keys;
    VALUE *values;
};

/* Items [i, j) of one array. */
struct FORM(run) {
    struct FORM(items) of;
    size_t i, j;
};

static inline void FORM(move)(struct FORM(items) to, size_t k,
                              struct FORM(items) from, size_t i)
{
    to.keys[k] = from.keys[i];
    if (HAS_VALUE)
        to.values[k] = from.values[i];
}

static void FORM(copy_run)(struct FORM(items) to, size_t k,
                           struct FORM(run) run)
{
    const size_t n = run.j - run.i;
    if (n == 0)
        return;
    memcpy(to.keys + k, run.of.keys + run.i, n * sizeof(KEY));
    if (HAS_VALUE)
        memcpy(to.values + k, run.of.values + run.i, n * sizeof(VALUE));
}

/* --- one task ------------------------------------------------------------ */

/* Inserted one by one; from and to may be the same. */
static void FORM(insert_run)(struct FORM(items) from, struct FORM(items) to,
                             size_t begin, size_t end, const KEY flip)
{
    for (size_t i = begin; i < end; i++) {
        const KEY key = from.keys[i], own = RANK(key, flip);
        const VALUE value = HAS_VALUE ? from.values[i] : 0;
        size_t k = i;
        for (; k > begin && own < RANK(to.keys[k - 1], flip); k--)
            FORM(move)(to, k, to, k - 1);
        to.keys[k] = key;
        if (HAS_VALUE)
            to.values[k] = value;
    }
}

/* Without a branch that depends on keys, but at the end of a run. */
static void FORM(merge)(struct FORM(run) a, struct FORM(run) b,
                        struct FORM(items) to, size_t k, const KEY flip)
{
    while (a.i < a.j && b.i < b.j) {
        const KEY x = a.of.keys[a.i], y = b.of.keys[b.i];
        const size_t second = RANK(y, flip) < RANK(x, flip);
        to.keys[k] = second ? y : x;
        if (HAS_VALUE) {
            const VALUE *v = second ? b.of.values + b.i : a.of.values + a.i;
            to.values[k] = *v;
        }
        k++;
        a.i += 1 - second;
        b.i += second;
    }
    FORM(copy_run)(to, k, a);
    FORM(copy_run)(to, k + a.j - a.i, b);
}

/* --- many tasks ---------------------------------------------------------- */

/* The first item of a run that is not less than the key; of a run whose items
 * come before those that tie, the first that is greater. */
static size_t FORM(bound)(struct FORM(run) run, const KEY rank, bool behind,
                          const KEY flip)
{
    while (run.i < run.j) {
        const size_t middle = run.i + (run.j - run.i) / 2;
        const KEY own = RANK(run.of.keys[middle], flip);
        if (own < rank || (behind && own == rank))
            run.i = middle + 1;
        else
            run.j = middle;
    }
    return run.i;
}

/* The longer run is cut in halves, the other one where that belongs. */
static void FORM(merge_tasks)(struct FORM(run) a, struct FORM(run) b,
                              struct FORM(items) to, size_t k, const KEY flip)
{
    const size_t n_a = a.j - a.i, n_b = b.j - b.i;
    struct FORM(run) a_end = a, b_end = b;
    if (n_a + n_b <= TASK) {
        FORM(merge)(a, b, to, k, flip);
        return;
    }
    if (n_a >= n_b) {
        a.j = a_end.i = a.i + n_a / 2;
        b.j = b_end.i =
            FORM(bound)(b, RANK(a.of.keys[a.j], flip), false, flip);
    } else {
        b.j = b_end.i = b.i + n_b / 2;
        a.j = a_end.i = FORM(bound)(a, RANK(b.of.keys[b.j], flip), true, flip);
    }
    const size_t k_end = k + (a.j - a.i) + (b.j - b.i);
#pragma omp task firstprivate(a, b, to, k, flip)
    FORM(merge_tasks)(a, b, to, k, flip);
    FORM(merge_tasks)(a_end, b_end, to, k_end, flip);
#pragma omp taskwait
}

/* Items [begin, end) of `from`, which is only read at the lowest level; they
 * end in at[which], and at[1 - which] is spare. */
static void FORM(sort_run)(struct FORM(items) from, struct FORM(items) at[2],
                           int which, size_t begin, size_t end, const KEY flip)
{
    const size_t n = end - begin, middle = begin + n / 2;
    if (n <= FEW) {
        FORM(insert_run)(from, at[which], begin, end, flip);
        return;
    }
#pragma omp task firstprivate(from, at, which, begin, middle,                 \
                              flip) if (n > TASK)
    FORM(sort_run)(from, at, 1 - which, begin, middle, flip);
    FORM(sort_run)(from, at, 1 - which, middle, end, flip);
#pragma omp taskwait
    const struct FORM(items) halves = at[1 - which];
    FORM(merge_tasks)
    ((struct FORM(run)){ halves, begin, middle },
     (struct FORM(run)){ halves, middle, end }, at[which], begin, flip);
}

static void FORM(items_at)(const struct sort_work *w,
                           struct FORM(items) at[SORT_PLACES])
{
    for (int i = 0; i < SORT_PLACES; i++)
        at[i] = (struct FORM(items)){ w->at[i].keys, w->at[i].values };
}

static void FORM(merge_all)(const struct sort_work *w)
{
    struct FORM(items) at[SORT_PLACES];
    FORM(items_at)(w, at);
    FORM(sort_run)(at[SORT_IN], at + SORT_OUT, 0, 0, w->n, (KEY)w->flip);
}
