/* segscan_tmpl.h - segscan on many cores for one element type: see
 * elem_one.h. */

/* Over independent accumulators, so that the compiler may vectorise without
 * reordering. */
SIMD_CLONES
static ADD NAME(sum)(const T *const x, const size_t n)
{
    enum { LANES = SUM_BYTES / sizeof(T) };
    ADD lane[LANES] = { 0 };
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (size_t k = 0; k < LANES; k++)
            lane[k] = (ADD)(lane[k] + (ADD)x[i + k]);
    for (size_t k = 0; i + k < n; k++)
        lane[k] = (ADD)(lane[k] + (ADD)x[i + k]);
    for (size_t width = LANES / 2; width > 0; width /= 2)
        for (size_t k = 0; k < width; k++)
            lane[k] = (ADD)(lane[k] + lane[k + width]);
    return lane[0];
}

static ADD NAME(span)(const struct plan *const p, const size_t begin,
                      const size_t end, const uint8_t *const flags,
                      const ADD sum)
{
    const T *const x = (const T *)p->x + begin;
    T *const y = (T *)p->y + begin;
#ifdef __x86_64__
    if (width_here() == 32)
        return NAME(avx2_span)(x, flags, y, end - begin, sum, p->late,
                               p->stream);
#endif
    return NAME(plain_span)(x, flags, y, end - begin, sum, p->late,
                            p->stream);
}

/* Elements [begin, end), a tile's worth of flags at a time. */
static ADD NAME(scan)(const struct plan *const p, const size_t begin,
                      const size_t end, ADD sum)
{
    uint8_t room[TILE_BYTES / sizeof(T)];
    for (size_t i = begin; i < end; i += p->tile) {
        const size_t stop = i + least(p->tile, end - i);
        sum = NAME(span)(p, i, stop, flags_of(p, i, stop, room), sum);
    }
    return sum;
}

static void NAME(alone)(const struct plan *const p)
{
    NAME(scan)(p, 0, p->n, 0);
    fence();
}

/* The sum of [begin, end) since its last head; *whole: it has one. */
static ADD NAME(tail)(const struct plan *const p, const size_t begin,
                      const size_t end, bool *const whole)
{
    size_t last = end;
    if (p->flags)
        last = begin + last_head((const uint8_t *)p->starts + begin,
                                 end - begin);
    else {
        const uint64_t *const offsets = p->starts;
        const size_t k = find(offsets, p->segments, end);
        if (k && offsets[k - 1] >= begin)
            last = offsets[k - 1];
    }
    *whole = last < end;
    if (!*whole)
        last = begin;
    return NAME(sum)((const T *)p->x + last, end - last);
}

static void NAME(put)(struct state *const s, const ADD sum)
{
    memcpy(&s->sum, &sum, sizeof sum);
}

static ADD NAME(get)(const struct state *const s)
{
    ADD sum;
    memcpy(&sum, &s->sum, sizeof sum);
    return sum;
}

static void NAME(two_pass)(const struct plan *const p)
{
    struct state *const state = p->shared->state;
    const size_t team = (size_t)team_size();
    const size_t piece = piece_length(p->n, team, MOST_LANES);
#pragma omp parallel
    {
#pragma omp for schedule(static, 1)
        for (size_t b = 0; b < team; b++) {
            const size_t begin = least(b * piece, p->n);
            NAME(put)(&state[b],
                      NAME(tail)(p, begin, least(begin + piece, p->n),
                                 &state[b].whole));
        }
#pragma omp for schedule(static, 1)
        for (size_t b = 0; b < team; b++) {
            const size_t begin = least(b * piece, p->n);
            size_t from = b; /* the blocks whose sums come into this one */
            while (from > 0 && (from == b || !state[from].whole))
                from--;
            ADD sum = 0;
            for (; from < b; from++)
                sum = (ADD)(sum + NAME(get)(&state[from]));
            NAME(scan)(p, begin, least(begin + piece, p->n), sum);
        }
    }
}

/* One tile: publishes the sum behind it as early as can be, then scans it. */
static void NAME(one_tile)(const struct plan *const p, const size_t t)
{
    struct state *const state = &p->shared->state[t];
    const size_t begin = t * p->tile;
    const size_t end = begin + least(p->tile, p->n - begin);
    uint8_t room[TILE_BYTES / sizeof(T)];
    const uint8_t *const flags = flags_of(p, begin, end, room);
    const size_t last = last_head(flags, end - begin);
    const bool whole = last < end - begin;
    const size_t since = begin + (whole ? last : 0);
    ADD behind = NAME(sum)((const T *)p->x + since, end - since), before = 0;
    if (whole) {
        NAME(put)(state, behind);
        __atomic_store_n(&state->run, p->run, __ATOMIC_RELEASE);
    }
    if (t > 0) {
        wait_for(state - 1, p->run);
        before = NAME(get)(state - 1);
    }
    if (!whole) {
        behind = (ADD)(before + behind);
        NAME(put)(state, behind);
        __atomic_store_n(&state->run, p->run, __ATOMIC_RELEASE);
    }
    NAME(span)(p, begin, end, flags, before);
}

static void NAME(tiled)(const struct plan *const p)
{
#pragma omp parallel
    {
        size_t t;
        while ((t = __atomic_fetch_add(&p->shared->claimed, 1,
                                       __ATOMIC_RELAXED)) < p->tiles)
            NAME(one_tile)(p, t);
        fence();
    }
}
