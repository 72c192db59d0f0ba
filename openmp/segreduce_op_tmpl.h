/* segreduce_op_tmpl.h - segreduce on many cores for one element type and
 * operator: see segreduce_tmpl.h. */

typedef A OP(vector) __attribute__((vector_size(VECTOR_BYTES)));

/* n elements from x on; those before `end` may be read. What is left of a
 * segment behind its last whole block is a block with lanes masked off, so
 * that where short segments end costs no branch. */
static inline __attribute__((always_inline)) A OP(fold)(const T *x, size_t n,
                                                        const T *end)
{
    enum { LANES = VECTOR_BYTES / sizeof(T), BLOCK = VECTORS * LANES };
    const OP(vector) none = (OP(vector)){ 0 } + IDENTITY;
    OP(vector) all[VECTORS], v;
    NAME(words) mask;
    T rest[BLOCK];
    A lane[LANES];
    for (size_t k = 0; k < VECTORS; k++)
        all[k] = none;
    for (; n >= BLOCK; n -= BLOCK, x += BLOCK) {
        prefetch_block(x);
#pragma GCC unroll 4
        for (size_t k = 0; k < VECTORS; k++) {
            memcpy(&v, x + k * LANES, sizeof v);
            all[k] = JOIN_VECTORS(all[k], v);
        }
    }
    prefetch_block(x);
    if ((size_t)(end - x) < BLOCK) {
        memset(rest, 0, sizeof rest);
        memcpy(rest, x, n * sizeof(T));
        x = rest;
    }
#pragma GCC unroll 4
    for (size_t k = 0; k < VECTORS; k++) {
        memcpy(&v, x + k * LANES, sizeof v);
        memcpy(&mask,
               (const char *)masks + BLOCK_BYTES + k * VECTOR_BYTES -
                   n * sizeof(T),
               sizeof mask);
        v = CHOOSE(mask, v, none);
        all[k] = JOIN_VECTORS(all[k], v);
    }
    for (size_t width = VECTORS / 2; width > 0; width /= 2)
        for (size_t k = 0; k < width; k++)
            all[k] = JOIN_VECTORS(all[k], all[k + width]);
    memcpy(lane, &all[0], sizeof lane);
    for (size_t width = LANES / 2; width > 0; width /= 2)
        for (size_t k = 0; k < width; k++)
            lane[k] = JOIN(lane[k], lane[k + width]);
    return lane[0];
}

/* Segments from k on, as many as end within `items` of elements and ends; of
 * the first, elements from `begin` on. What is behind them is returned, and
 * its segment is in *open. */
SIMD_CLONES
static A OP(run)(const struct plan *p, size_t k, size_t begin, size_t items,
                 size_t *open)
{
    const T *x = p->x;
    T *y = p->y;
    const T *stop = x + p->n;
    for (; k < p->segments && p->offsets[k + 1] + k + 1 <= items; k++) {
        const size_t end = p->offsets[k + 1];
        y[k] = (T)OP(fold)(x + begin, end - begin, stop);
        begin = end;
    }
    *open = k;
    return OP(fold)(x + begin, items - k - begin, stop);
}

static void OP(some)(const struct plan *p, size_t first, size_t last)
{
    size_t open;
    OP(run)(p, first, p->offsets[first], p->offsets[last] + last, &open);
}

static void OP(chunk)(const struct plan *p, size_t c)
{
    const size_t begin = c * p->length;
    const size_t end = begin + least(p->length, p->n + p->segments - begin);
    const struct path path = { p->offsets, true, p->n, p->segments };
    const struct cut from = path_cut(&path, begin);
    struct carry *carry = &p->carries[c];
    const A rest =
        OP(run)(p, from.segment, from.element, end, &carry->segment);
    carry->whole = carry->segment > from.segment;
    memcpy(&carry->bits, &rest, sizeof rest);
}

/* What is left of a segment by chunks before goes to where it ends. */
static void OP(join)(const struct plan *p)
{
    T *y = p->y;
    A all = IDENTITY;
    size_t open = 0; /* the segment that `all` is of */
    for (size_t c = 0; c < p->chunks; c++) {
        const struct carry *carry = &p->carries[c];
        A value;
        memcpy(&value, &carry->bits, sizeof value);
        if (carry->whole) {
            y[open] = (T)JOIN(all, (A)y[open]);
            all = value;
        } else
            all = JOIN(all, value);
        open = carry->segment;
    }
}

#undef OP
#undef A
#undef IDENTITY
#undef JOIN
#undef JOIN_VECTORS
