/* sort_radix_tmpl.h - what one thread does of a radix sort, for one form of
 * items, see ops/sort_each.h. */

enum {
    FORM(LINE_KEYS) = LINE_BYTES / sizeof(KEY),
    FORM(LINE_VALUES) = LINE_BYTES / sizeof(VALUE)
};

/* --- looking ------------------------------------------------------------- */

SIMD_CLONES
static void FORM(survey)(const struct sort_work *w, size_t begin, size_t end,
                         struct survey *survey)
{
    const KEY *x = w->at[SORT_IN].keys, flip = (KEY)w->flip;
    const KEY first = RANK(x[0], flip);
    KEY varying = RANK(x[begin], flip) ^ first;
    KEY falls = 0, rises = 0;
    for (size_t i = begin ? begin : 1; i < end; i++) {
        const KEY before = RANK(x[i - 1], flip), own = RANK(x[i], flip);
        varying |= own ^ first;
        falls |= own < before;
        rises |= own >= before;
    }
    *survey = (struct survey){ varying, !falls, !rises };
}

static void FORM(count)(const struct sort_work *w, enum sort_where where,
                        size_t begin, size_t end, unsigned low, size_t *count)
{
    const KEY *x = w->at[where].keys, flip = (KEY)w->flip;
    for (size_t i = begin; i < end; i++)
        count[digit_at(RANK(x[i], flip), low)]++;
}

/* --- moving -------------------------------------------------------------- */

static void FORM(copy)(const struct sort_work *w, enum sort_where where,
                       size_t begin, size_t n)
{
    const struct sort_items from = w->at[where], to = w->at[SORT_OUT];
    if (where == SORT_OUT || n == 0)
        return;
    memcpy((KEY *)to.keys + begin, (const KEY *)from.keys + begin,
           n * sizeof(KEY));
    if (HAS_VALUE)
        memcpy((VALUE *)to.values + begin, (const VALUE *)from.values + begin,
               n * sizeof(VALUE));
}

/* Places [begin, end) of the input turned round. */
static void FORM(turn)(const struct sort_work *w, size_t begin, size_t end)
{
    const struct sort_items from = w->at[SORT_IN], to = w->at[SORT_OUT];
    for (size_t i = begin; i < end; i++) {
        ((KEY *)to.keys)[i] = ((const KEY *)from.keys)[w->n - 1 - i];
        if (HAS_VALUE)
            ((VALUE *)to.values)[i] =
                ((const VALUE *)from.values)[w->n - 1 - i];
    }
}

/* Where element i of an array is in its line. */
static inline size_t FORM(slot)(const void *array, size_t i, size_t size)
{
    return ((uintptr_t)array / size + i) % (LINE_BYTES / size);
}

/* A line that ends with element i: what is of its digit, from `first` on. */
INLINE void FORM(put_line)(char *array, const char *line, size_t i,
                           size_t first, size_t size)
{
    const size_t whole = LINE_BYTES / size, there = i + 1 - first;
    if (there >= whole)
        copy_line(array + (i + 1 - whole) * size, line, true);
    else
        memcpy(array + first * size, line + (whole - there) * size,
               there * size);
}

/* What is left when element i would be next. */
static void FORM(put_rest)(char *array, const char *line, size_t i,
                           size_t first, size_t size)
{
    const size_t slot = FORM(slot)(array, i, size);
    const size_t n = least(slot, i - first);
    memcpy(array + (i - n) * size, line + (slot - n) * size, n * size);
}

/* Around the caches, a line of each digit at a time. */
static void FORM(scatter_lines)(const struct sort_work *w,
                                enum sort_where from, enum sort_where to,
                                size_t begin, size_t end, unsigned low,
                                struct bench *b)
{
    const KEY *x = w->at[from].keys, flip = (KEY)w->flip;
    const VALUE *v = w->at[from].values;
    char *keys = w->at[to].keys, *values = w->at[to].values;
    const size_t key_slot = FORM(slot)(keys, 0, sizeof(KEY));
    const size_t value_slot = FORM(slot)(values, 0, sizeof(VALUE));
    for (size_t i = begin; i < end; i++) {
        const size_t d = digit_at(RANK(x[i], flip), low);
        const size_t place = b->place[d]++;
        const size_t k = (key_slot + place) % FORM(LINE_KEYS);
        ((KEY *)(void *)b->keys[d])[k] = x[i];
        if (k == FORM(LINE_KEYS) - 1)
            FORM(put_line)(keys, b->keys[d], place, b->first[d], sizeof(KEY));
        if (!HAS_VALUE)
            continue;
        const size_t j = (value_slot + place) % FORM(LINE_VALUES);
        ((VALUE *)(void *)b->values[d])[j] = v[i];
        if (j == FORM(LINE_VALUES) - 1)
            FORM(put_line)
        (values, b->values[d], place, b->first[d], sizeof(VALUE));
    }
    for (size_t d = 0; d < DIGITS; d++) {
        FORM(put_rest)
        (keys, b->keys[d], b->place[d], b->first[d], sizeof(KEY));
        if (HAS_VALUE)
            FORM(put_rest)
        (values, b->values[d], b->place[d], b->first[d], sizeof(VALUE));
    }
    drain(true);
}

static void FORM(scatter)(const struct sort_work *w, enum sort_where from,
                          enum sort_where to, size_t begin, size_t end,
                          unsigned low, struct bench *b, bool stream)
{
    const KEY *x = w->at[from].keys, flip = (KEY)w->flip;
    const VALUE *v = w->at[from].values;
    KEY *y = w->at[to].keys;
    VALUE *u = w->at[to].values;
    memcpy(b->first, b->place, sizeof b->first);
    if (stream) {
        FORM(scatter_lines)(w, from, to, begin, end, low, b);
        return;
    }
    for (size_t i = begin; i < end; i++) {
        const size_t place = b->place[digit_at(RANK(x[i], flip), low)]++;
        y[place] = x[i];
        if (HAS_VALUE)
            u[place] = v[i];
    }
}

/* --- alone --------------------------------------------------------------- */

static void FORM(alone)(const struct sort_work *, struct range,
                        struct bench *);

/* From where they are to SORT_OUT, which may be the same. */
static void FORM(insert)(const struct sort_work *w, struct range r)
{
    const KEY *x = (const KEY *)w->at[r.where].keys + r.begin;
    const KEY flip = (KEY)w->flip;
    const VALUE *v =
        HAS_VALUE ? (const VALUE *)w->at[r.where].values + r.begin : NULL;
    KEY *y = (KEY *)w->at[SORT_OUT].keys + r.begin;
    VALUE *u = HAS_VALUE ? (VALUE *)w->at[SORT_OUT].values + r.begin : NULL;
    for (size_t i = 0; i < r.n; i++) {
        const KEY key = x[i], own = RANK(key, flip);
        const VALUE value = HAS_VALUE ? v[i] : 0;
        size_t k = i;
        for (; k > 0 && own < RANK(y[k - 1], flip); k--) {
            y[k] = y[k - 1];
            if (HAS_VALUE)
                u[k] = u[k - 1];
        }
        y[k] = key;
        if (HAS_VALUE)
            u[k] = value;
    }
}

/* One pass in cache. */
static void FORM(pass)(const struct sort_work *w, const struct range *r,
                       enum sort_where to, unsigned low,
                       uint32_t count[DIGITS])
{
    const KEY *x = (const KEY *)w->at[r->where].keys + r->begin;
    const KEY flip = (KEY)w->flip;
    const VALUE *v =
        HAS_VALUE ? (const VALUE *)w->at[r->where].values + r->begin : NULL;
    KEY *y = (KEY *)w->at[to].keys + r->begin;
    VALUE *u = HAS_VALUE ? (VALUE *)w->at[to].values + r->begin : NULL;
    uint32_t before = 0;
    for (size_t d = 0; d < DIGITS; d++) {
        const uint32_t own = count[d];
        count[d] = before;
        before += own;
    }
    for (size_t i = 0; i < r->n; i++) {
        const size_t place = count[digit_at(RANK(x[i], flip), low)]++;
        y[place] = x[i];
        if (HAS_VALUE)
            u[place] = v[i];
    }
}

/* Of items in order of their bits from `low` on, those that tie there. */
static void FORM(untie)(const struct sort_work *w, struct range r,
                        unsigned low, struct bench *b)
{
    const KEY *x = w->at[SORT_OUT].keys, flip = (KEY)w->flip;
    const uint64_t varying = bits_below(r.varying, low);
    const size_t end = r.begin + r.n;
    for (size_t i = r.begin, next; i < end; i = next) {
        const KEY rank = (KEY)(RANK(x[i], flip) >> low);
        for (next = i + 1; next < end; next++)
            if (RANK(x[next], flip) >> low != rank)
                break;
        if (next - i > 1)
            FORM(alone)
        (w, (struct range){ i, next - i, varying, SORT_OUT }, b);
    }
}

/* The keys of each digit; the number of digits is known when this is
 * compiled. */
INLINE void FORM(count_of)(const KEY *x, size_t n, const KEY flip,
                           const unsigned *low, uint32_t count[][DIGITS],
                           size_t digits)
{
    memset(count, 0, digits * sizeof count[0]);
    for (size_t i = 0; i < n; i++) {
        const KEY rank = RANK(x[i], flip);
        for (size_t d = 0; d < digits; d++)
            count[d][digit_at(rank, low[d])]++;
    }
}

static void FORM(count_digits)(const KEY *x, size_t n, const KEY flip,
                               const unsigned *low, uint32_t count[][DIGITS],
                               size_t digits)
{
    switch (digits) {
    case 1: FORM(count_of)(x, n, flip, low, count, 1); break;
    case 2: FORM(count_of)(x, n, flip, low, count, 2); break;
    case 3: FORM(count_of)(x, n, flip, low, count, 3); break;
    case 4: FORM(count_of)(x, n, flip, low, count, 4); break;
    default: FORM(count_of)(x, n, flip, low, count, digits);
    }
}

/* Least significant digit first: of the highest digits alone, if those leave
 * few ties. A digit that all keys share costs no pass. */
static void FORM(in_cache)(const struct sort_work *w, struct range r,
                           struct bench *b)
{
    const KEY *x = (const KEY *)w->at[r.where].keys + r.begin;
    const KEY first = RANK(x[0], (KEY)w->flip);
    uint32_t count[sizeof(KEY)][DIGITS];
    unsigned low[sizeof(KEY)] = { 0 };
    bool ties;
    const size_t digits = choose_digits(r.varying, r.n, low, &ties);
    size_t left = 0; /* passes */
    FORM(count_digits)(x, r.n, (KEY)w->flip, low, count, digits);
    for (size_t d = 0; d < digits; d++)
        left += count[d][digit_at(first, low[d])] < r.n;
    for (size_t d = digits; d-- > 0;)
        if (count[d][digit_at(first, low[d])] < r.n) {
            const enum sort_where to = other_place(r.where, left-- % 2);
            FORM(pass)(w, &r, to, low[d], count[d]);
            r.where = to;
        }
    FORM(copy)(w, r.where, r.begin, r.n);
    if (ties)
        FORM(untie)(w, r, low[digits - 1], b);
}

/* The most significant digit, then each bin. */
static void FORM(by_bins)(const struct sort_work *w, struct range r,
                          struct bench *b)
{
    const unsigned low = highest_digit(r.varying, DIGIT_BITS);
    const uint64_t varying = bits_below(r.varying, low);
    const enum sort_where to = other_place(r.where, !varying);
    size_t end[DIGITS] = { 0 };
    size_t at = r.begin;
    FORM(count)(w, r.where, r.begin, r.begin + r.n, low, end);
    for (size_t d = 0; d < DIGITS; d++) {
        b->place[d] = at;
        end[d] = at += end[d];
    }
    FORM(scatter)
    (w, r.where, to, r.begin, r.begin + r.n, low, b, streams(w, r.n));
    at = r.begin;
    for (size_t d = 0; d < DIGITS; at = end[d++])
        FORM(alone)(w, (struct range){ at, end[d] - at, varying, to }, b);
}

static void FORM(alone)(const struct sort_work *w, struct range r,
                        struct bench *b)
{
    if (r.n <= FEW)
        FORM(insert)(w, r);
    else if (!r.varying)
        FORM(copy)(w, r.where, r.begin, r.n);
    else if (openmp_sort_fits(w, r.n))
        FORM(in_cache)(w, r, b);
    else
        FORM(by_bins)(w, r, b);
}

static const struct radix_form FORM(radix_form) = {
    .survey = FORM(survey),
    .count = FORM(count),
    .scatter = FORM(scatter),
    .copy = FORM(copy),
    .turn = FORM(turn),
    .alone = FORM(alone),
};
