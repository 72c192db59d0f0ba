/* sort_radix_tmpl.h - how one thread looks at items and moves them to bins, for
 * one form of items, see ops/sort_each.h. */

/* Items of a group, which are written at once: as many as make whole lines of
 * keys and of values. */
enum {
    FORM(GROUP) = LINE_BYTES /
        (HAS_VALUE && sizeof(VALUE) < sizeof(KEY) ? sizeof(VALUE)
                                                  : sizeof(KEY)),
    FORM(GROUP_BYTES) =
        FORM(GROUP) * (sizeof(KEY) + (HAS_VALUE ? sizeof(VALUE) : 0))
};

/* --- looking ------------------------------------------------------------- */

SIMD_CLONES
static struct survey FORM(survey)(const struct sort_work *w,
                                  const struct range *r, size_t begin,
                                  size_t end)
{
    const KEY *x = w->at[r->where].keys, flip = (KEY)w->flip;
    const KEY first = RANK(x[r->begin], flip);
    KEY varying = RANK(x[begin], flip) ^ first;
    KEY falls = 0, rises = 0;
    for (size_t i = begin > r->begin ? begin : begin + 1; i < end; i++) {
        const KEY before = RANK(x[i - 1], flip), own = RANK(x[i], flip);
        varying |= own ^ first;
        falls |= own < before;
        rises |= own >= before;
    }
    return (struct survey){ varying, !falls, !rises };
}

static void FORM(sample)(const struct sort_work *w, const struct range *r,
                         struct digit digit, struct sample *sample)
{
    const KEY *x = w->at[r->where].keys, flip = (KEY)w->flip;
    const size_t step = r->n / sample->keys;
    memset(sample->count, 0, sizeof sample->count);
    memset(sample->varying, 0, sizeof sample->varying);
    for (size_t i = 0; i < sample->keys; i++) {
        const KEY rank = RANK(x[r->begin + i * step], flip);
        const size_t d = digit_at(rank, digit);
        if (!sample->count[d]++)
            sample->first[d] = rank;
        sample->varying[d] |= rank ^ sample->first[d];
    }
}

static void FORM(count)(const struct sort_work *w, enum sort_where where,
                        size_t begin, size_t end, const struct division *by,
                        size_t *count)
{
    const KEY *x = w->at[where].keys, flip = (KEY)w->flip;
    const struct digit digit = by->digit;
    if (by->split)
#pragma GCC unroll 4
        for (size_t i = begin; i < end; i++)
            count[split_at(RANK(x[i], flip), digit, by->split)]++;
    else
#pragma GCC unroll 4
        for (size_t i = begin; i < end; i++)
            count[digit_at(RANK(x[i], flip), digit)]++;
}

/* --- moving -------------------------------------------------------------- */

static struct sort_items FORM(items_at)(const struct sort_work *w,
                                        enum sort_where where, size_t i)
{
    const struct sort_items all = w->at[where];
    return (struct sort_items){ (KEY *)all.keys + i,
                                HAS_VALUE ? (VALUE *)all.values + i : NULL };
}

/* Room for n items in a thread's own cache. */
static struct sort_items FORM(spare_of)(const struct bench *b, size_t n)
{
    const size_t keys = ceil_div(n * sizeof(KEY), LINE_BYTES) * LINE_BYTES;
    return (struct sort_items){ b->spare, b->spare + keys };
}

static void FORM(copy_items)(struct sort_items from, struct sort_items to,
                             size_t n)
{
    if (from.keys == to.keys || n == 0)
        return;
    memcpy(to.keys, from.keys, n * sizeof(KEY));
    if (HAS_VALUE)
        memcpy(to.values, from.values, n * sizeof(VALUE));
}

static void FORM(copy)(const struct sort_work *w, enum sort_where where,
                       size_t begin, size_t n)
{
    FORM(copy_items)
    (FORM(items_at)(w, where, begin), FORM(items_at)(w, SORT_OUT, begin), n);
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

/* Items on their way from one place to another. */
struct FORM(move) {
    struct sort_items from, to;
    size_t slot; /* in its group of what goes to element 0 */
    struct digit digit;
    const struct split *split;
    KEY flip;
    bool stream_keys, stream_values;
};

/* Groups begin where lines of keys do, and of values where those lie alike. */
static struct FORM(move)
    FORM(move_of)(const struct sort_work *w, enum sort_where from,
                  enum sort_where to, const struct division *by, bool stream)
{
    const uintptr_t keys = (uintptr_t)w->at[to].keys;
    const uintptr_t values = (uintptr_t)w->at[to].values;
    const size_t slot = keys / sizeof(KEY) % FORM(GROUP);
    return (struct FORM(move)){
        .from = w->at[from],
        .to = w->at[to],
        .slot = slot,
        .digit = by->digit,
        .split = by->split,
        .flip = (KEY)w->flip,
        .stream_keys = stream,
        .stream_values =
            stream && (values - slot * sizeof(VALUE)) % LINE_BYTES == 0,
    };
}

/* The group that ends before element i: what is of its digit, from `first`
 * on. */
INLINE void FORM(put)(char *array, const char *group, size_t i, size_t first,
                      size_t size, bool stream)
{
    const size_t n = FORM(GROUP), there = i - first;
    if (there >= n)
        for (size_t k = 0; k < n * size; k += LINE_BYTES)
            copy_line(array + (i - n) * size + k, group + k, stream);
    else
        memcpy(array + first * size, group + (n - there) * size, there * size);
}

/* Reads n items, AHEAD at most, from item i on. */
INLINE void FORM(read)(struct sort_items from, size_t i, size_t n,
                       KEY key[AHEAD], VALUE value[AHEAD])
{
    for (size_t a = 0; a < n; a++) {
        key[a] = ((const KEY *)from.keys)[i + a];
        value[a] = HAS_VALUE ? ((const VALUE *)from.values)[i + a] : 0;
    }
}

INLINE void FORM(write)(struct sort_items to, size_t i, const KEY key,
                        const VALUE value)
{
    ((KEY *)to.keys)[i] = key;
    if (HAS_VALUE)
        ((VALUE *)to.values)[i] = value;
}

/* An item of bin d to its group. */
INLINE void FORM(gather)(const struct FORM(move) * m, struct bench *b,
                         size_t d, const KEY key, const VALUE value)
{
    const size_t place = b->place[d]++;
    const size_t slot = (m->slot + place) % FORM(GROUP);
    char *keys = b->groups + d * FORM(GROUP_BYTES);
    char *values = keys + FORM(GROUP) * sizeof(KEY);
    FORM(write)((struct sort_items){ keys, values }, slot, key, value);
    if (slot < FORM(GROUP) - 1)
        return;
    FORM(put)
    (m->to.keys, keys, place + 1, b->first[d], sizeof(KEY), m->stream_keys);
    if (HAS_VALUE)
        FORM(put)
    (m->to.values, values, place + 1, b->first[d], sizeof(VALUE),
     m->stream_values);
}

/* Items [i, i + n), AHEAD at most: each to the group of its bin or, if not
 * `grouped`, to its place. */
INLINE void FORM(send)(const struct FORM(move) * m, struct bench *b, size_t i,
                       size_t n, bool split, bool grouped)
{
    KEY key[AHEAD];
    VALUE value[AHEAD];
    FORM(read)(m->from, i, n, key, value);
#pragma GCC unroll 4
    for (size_t a = 0; a < n; a++) {
        const KEY rank = RANK(key[a], m->flip);
        const size_t d = split ? split_at(rank, m->digit, m->split)
                               : digit_at(rank, m->digit);
        if (grouped)
            FORM(gather)(m, b, d, key[a], value[a]);
        else
            FORM(write)(m->to, b->place[d]++, key[a], value[a]);
    }
}

INLINE void FORM(send_all)(const struct FORM(move) m, struct bench *b,
                           size_t begin, size_t end, bool split, bool grouped)
{
    size_t i = begin;
    for (; i + AHEAD <= end; i += AHEAD)
        FORM(send)(&m, b, i, AHEAD, split, grouped);
    for (; i < end; i++)
        FORM(send)(&m, b, i, 1, split, grouped);
}

/* What is left in a group when element i would be next. */
static void FORM(put_rest)(const struct FORM(move) * m, const char *group,
                           size_t i, size_t first)
{
    const size_t end = (m->slot + i) % FORM(GROUP);
    const size_t n = least(end, i - first);
    const char *values = group + FORM(GROUP) * sizeof(KEY);
    memcpy((KEY *)m->to.keys + (i - n), group + (end - n) * sizeof(KEY),
           n * sizeof(KEY));
    if (HAS_VALUE)
        memcpy((VALUE *)m->to.values + (i - n),
               values + (end - n) * sizeof(VALUE), n * sizeof(VALUE));
}

/* Around the caches in groups. */
static void FORM(scatter_groups)(const struct FORM(move) m, struct bench *b,
                                 size_t begin, size_t end, size_t bins)
{
    memcpy(b->first, b->place, bins * sizeof b->first[0]);
    if (m.split)
        FORM(send_all)(m, b, begin, end, true, true);
    else
        FORM(send_all)(m, b, begin, end, false, true);
    for (size_t d = 0; d < bins; d++)
        FORM(put_rest)
    (&m, b->groups + d * FORM(GROUP_BYTES), b->place[d], b->first[d]);
    drain(true);
}

static void FORM(scatter)(const struct sort_work *w, enum sort_where from,
                          enum sort_where to, size_t begin, size_t end,
                          const struct division *by, struct bench *b,
                          bool stream)
{
    const struct FORM(move) m = FORM(move_of)(w, from, to, by, stream);
    if (stream)
        FORM(scatter_groups)(m, b, begin, end, by->bins);
    else if (by->split)
        FORM(send_all)(m, b, begin, end, true, false);
    else
        FORM(send_all)(m, b, begin, end, false, false);
}
