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

/* Asks for what lies FETCHED bytes behind n keys, as a core's own prefetchers
 * end with a page: a core of a Sapphire Rapids Xeon counted 2^25 u64 in 27 ms
 * instead of 65. */
INLINE void FORM(fetch_keys)(const KEY *x, size_t n)
{
    for (size_t k = 0; k < n; k += LINE_BYTES / sizeof(KEY))
        prefetch_line(x + k, FETCHED);
}

SIMD_CLONES
static struct survey FORM(survey)(const struct sort_work *w,
                                  const struct range *r, size_t begin,
                                  size_t end)
{
    const KEY *x = w->at[r->where].keys, flip = (KEY)w->flip;
    const KEY first = RANK(x[r->begin], flip);
    KEY varying = RANK(x[begin], flip) ^ first;
    KEY falls = 0, rises = 0;
    for (size_t i = begin > r->begin ? begin : begin + 1, next; i < end;) {
        next = least(i + BLOCK, end);
        FORM(fetch_keys)(x + i, next - i);
        for (; i < next; i++) {
            const KEY before = RANK(x[i - 1], flip), own = RANK(x[i], flip);
            varying |= own ^ first;
            falls |= own < before;
            rises |= own >= before;
        }
    }
    return (struct survey){ varying, !falls, !rises };
}

static void FORM(sample)(const struct sort_work *w, const struct range *r,
                         struct digit digit, struct sample *sample)
{
    const KEY *x = w->at[r->where].keys, flip = (KEY)w->flip;
    const size_t step = r->n / sample->keys;
    const uint64_t first = RANK(x[r->begin], flip);
    sample->above =
        first & ~(digit.mask << digit.low) & ~bits_below(first, digit.low);
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

/* Whether bins are found for BLOCK items at a time, by vectors: where that is
 * more than a shift. It took 0.8 of the time of f32, and 1.2 of that of u32
 * (Zen 4). */
static bool FORM(in_blocks)(const struct division *by)
{
    return IS_FLOAT || by->split;
}

/* The bins of n keys. */
SIMD_CLONES
static void FORM(find_bins)(const KEY *x, size_t n, const KEY flip,
                            const struct division *by, uint16_t *bin)
{
    const unsigned low = by->digit.low;
    const KEY mask = (KEY)by->digit.mask;
    if (by->split)
        for (size_t i = 0; i < n; i++) {
            const KEY rank = RANK(x[i], flip);
            const uint32_t of = by->split->of[rank >> low & mask];
            bin[i] = (uint16_t)((rank >> (of & 63)) - (of >> 16));
        }
    else
        for (size_t i = 0; i < n; i++)
            bin[i] = (uint16_t)(RANK(x[i], flip) >> low & mask);
}

static void FORM(count_blocks)(const KEY *x, size_t n, const KEY flip,
                               const struct division *by, size_t *count)
{
    uint16_t bin[BLOCK];
    for (size_t i = 0, some; i < n; i += some) {
        some = least(n - i, BLOCK);
        FORM(fetch_keys)(x + i, some);
        FORM(find_bins)(x + i, some, flip, by, bin);
#pragma GCC unroll 4
        for (size_t k = 0; k < some; k++)
            count[bin[k]]++;
    }
}

static void FORM(count)(const struct sort_work *w, enum sort_where where,
                        size_t begin, size_t end, const struct division *by,
                        size_t *count)
{
    const KEY *x = w->at[where].keys, flip = (KEY)w->flip;
    const struct digit digit = by->digit;
    if (FORM(in_blocks)(by))
        FORM(count_blocks)(x + begin, end - begin, flip, by, count);
    else
        for (size_t i = begin, next; i < end;) {
            next = least(i + BLOCK, end);
            FORM(fetch_keys)(x + i, next - i);
#pragma GCC unroll 4
            for (; i < next; i++)
                count[digit_at(RANK(x[i], flip), digit)]++;
        }
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
    const struct division *by;
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
        .by = by,
        .flip = (KEY)w->flip,
        .stream_keys = stream,
        .stream_values =
            stream && (values - slot * sizeof(VALUE)) % LINE_BYTES == 0,
    };
}

/* The group that ends before item i: what is of its bin, from `first` on. */
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

/* The group of bin d: keys, then values. */
INLINE struct sort_items FORM(group_of)(struct bench *b, size_t d)
{
    char *keys = b->groups + d * FORM(GROUP_BYTES);
    return (struct sort_items){ keys, keys + FORM(GROUP) * sizeof(KEY) };
}

/* Where a group begins, as bench->next tells it: in keys. */
INLINE uint32_t FORM(group_begin)(size_t d)
{
    return (uint32_t)(d * (FORM(GROUP_BYTES) / sizeof(KEY)));
}

/* The full group of bin d to where it ends. */
INLINE void FORM(put_group)(const struct FORM(move) * m, struct bench *b,
                            size_t d)
{
    const struct sort_items group = FORM(group_of)(b, d);
    const size_t i = b->place[d];
    FORM(put)
    (m->to.keys, group.keys, i, b->first[d], sizeof(KEY), m->stream_keys);
    if (HAS_VALUE)
        FORM(put)
    (m->to.values, group.values, i, b->first[d], sizeof(VALUE),
     m->stream_values);
    b->place[d] = i + FORM(GROUP);
    b->next[d] = FORM(group_begin)(d);
}

/* An item to its bin's group; where groups of keys alone end follows from
 * bench->next without their number. */
INLINE void FORM(gather)(const struct FORM(move) * m, struct bench *b,
                         size_t d, const KEY key, const VALUE value)
{
    const uint32_t next = b->next[d]++;
    const uint32_t slot =
        HAS_VALUE ? next - FORM(group_begin)(d) : next % FORM(GROUP);
    ((KEY *)(void *)b->groups)[next] = key;
    if (HAS_VALUE)
        ((VALUE *)FORM(group_of)(b, d).values)[slot] = value;
    if (slot == FORM(GROUP) - 1)
        FORM(put_group)(m, b, d);
}

/* Items [i, i + n), AHEAD at most: each to the group of its bin or, if not
 * `grouped`, to its place; bin: theirs, or NULL where those are digits. */
INLINE void FORM(send)(const struct FORM(move) * m, struct bench *b, size_t i,
                       size_t n, const uint16_t *bin, bool grouped)
{
    const struct digit digit = m->by->digit;
    KEY key[AHEAD];
    VALUE value[AHEAD];
    FORM(read)(m->from, i, n, key, value);
#pragma GCC unroll 4
    for (size_t a = 0; a < n; a++) {
        const size_t d = bin ? bin[a] : digit_at(RANK(key[a], m->flip), digit);
        if (grouped)
            FORM(gather)(m, b, d, key[a], value[a]);
        else
            FORM(write)(m->to, b->place[d]++, key[a], value[a]);
    }
}

/* Items [i, end). */
INLINE void FORM(send_some)(const struct FORM(move) * m, struct bench *b,
                            size_t i, size_t end, const uint16_t *bin,
                            bool grouped)
{
    for (; i + AHEAD <= end; i += AHEAD, bin += bin ? AHEAD : 0)
        FORM(send)(m, b, i, AHEAD, bin, grouped);
    for (; i < end; i++, bin += bin ? 1 : 0)
        FORM(send)(m, b, i, 1, bin, grouped);
}

INLINE void FORM(send_all)(const struct FORM(move) m, struct bench *b,
                           size_t begin, size_t end, bool grouped)
{
    const bool in_blocks = FORM(in_blocks)(m.by);
    uint16_t bin[BLOCK];
    for (size_t i = begin, n; i < end; i += n) {
        const KEY *x = (const KEY *)m.from.keys + i;
        n = least(end - i, BLOCK);
        FORM(fetch_keys)(x, n);
        if (in_blocks)
            FORM(find_bins)(x, n, m.flip, m.by, bin);
        FORM(send_some)(&m, b, i, i + n, in_blocks ? bin : NULL, grouped);
    }
}

/* Where the first items of bins go in their groups, and where those end. */
static void FORM(begin_groups)(const struct FORM(move) * m, struct bench *b,
                               size_t bins)
{
    memcpy(b->first, b->place, bins * sizeof b->first[0]);
    for (size_t d = 0; d < bins; d++) {
        const size_t slot = (m->slot + b->first[d]) % FORM(GROUP);
        b->next[d] = FORM(group_begin)(d) + (uint32_t)slot;
        b->place[d] += FORM(GROUP) - slot;
    }
}

/* What is left in groups, and where the items of bins end. */
static void FORM(end_groups)(const struct FORM(move) * m, struct bench *b,
                             size_t bins)
{
    for (size_t d = 0; d < bins; d++) {
        const struct sort_items group = FORM(group_of)(b, d);
        const size_t left = b->next[d] - FORM(group_begin)(d);
        const size_t end = b->place[d] - FORM(GROUP) + left;
        const size_t n = least(left, end - b->first[d]), from = left - n;
        memcpy((KEY *)m->to.keys + (end - n), (KEY *)group.keys + from,
               n * sizeof(KEY));
        if (HAS_VALUE)
            memcpy((VALUE *)m->to.values + (end - n),
                   (VALUE *)group.values + from, n * sizeof(VALUE));
        b->place[d] = end;
    }
}

/* Around the caches in groups. */
static void FORM(scatter_groups)(const struct FORM(move) m, struct bench *b,
                                 size_t begin, size_t end, size_t bins)
{
    FORM(begin_groups)(&m, b, bins);
    FORM(send_all)(m, b, begin, end, true);
    FORM(end_groups)(&m, b, bins);
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
    else
        FORM(send_all)(m, b, begin, end, false);
}
