/* sort_few.c - keys alone of which few differ are not moved, but counted and
 * written anew (Seward 1954).
 *
 * A sample tells which there are. Each has a slot of a table, by the highest
 * bits of its product with a factor, which is such that no two have the same
 * (Dietzfelbinger et al. 1997). All keys are counted by the slots, and
 * compared with theirs: if any is another, the sample has missed it, and
 * nothing is done. */
#include "sort_few.h"

#include <string.h>

#include "compact_kernel.h"
#include "ops/sort_rank.h"
#include "places.h"
#include "team.h"

enum {
    SPARSE = 256,       /* keys for one of a sample, at least, */
    MOST_SAMPLE = 4096, /* which has no more */
    LEAST_SAMPLE = 256, /* and, or there is none, no fewer */
    EACH = 16, /* times a key is in it, on average: of keys that are as
                  frequent as each other, one is missed once in 30000 times */
    FEW_KEYS = MOST_SAMPLE / EACH, /* that differ, at most */
    ALIKE = 64, /* of a sample: then all may be, which is another's case */
    SLOT_BITS = 13,
    SLOTS = 1 << SLOT_BITS,
    PAIRS = 4, /* of keys with one slot, on average: then one factor in */
    TRIES = 1 << 12, /* 55 leaves none */
    COUNTERS = 4     /* of a slot, which take turns: an addition to what was
                        just added to waits for that */
};

_Static_assert(SLOTS *COUNTERS * sizeof(size_t) <=
                   sizeof((struct bench *)0)->groups,
               "a bench has room for the counters");
_Static_assert(FEW_KEYS *FEW_KEYS / 2 <= PAIRS * SLOTS,
               "so many keys find a factor");

static const uint64_t FACTOR = UINT64_C(6364136223846793005); /* Knuth 1997 */

struct few {
    const struct sort_work *work;
    struct bench *bench; /* one a thread */
    size_t team;
    bool is_float, other; /* there is a key that the sample has missed */
    size_t keys;
    uint64_t rank[FEW_KEYS], key[FEW_KEYS]; /* in order */
    unsigned bits;                          /* of slots */
    uint64_t factor, table[SLOTS]; /* a slot of no key has one of another */
};

static bool is_wide(const struct few *f)
{
    return f->work->size == sizeof(uint64_t);
}

/* --- which keys ----------------------------------------------------------- */

INLINE uint64_t key_at(const struct few *f, size_t i, bool wide)
{
    return place_at(f->work->at[SORT_IN].keys, i, wide);
}

static uint64_t rank_of(const struct few *f, uint64_t key)
{
    return is_wide(f)
        ? sort_ranked_64(key, f->is_float, f->work->flip)
        : sort_ranked_32((uint32_t)key, f->is_float, (uint32_t)f->work->flip);
}

/* Where a rank is among those there are, or would be. */
static size_t find(const struct few *f, uint64_t rank)
{
    size_t begin = 0, end = f->keys;
    while (begin < end) {
        const size_t middle = (begin + end) / 2;
        if (f->rank[middle] < rank)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

static void insert(struct few *f, size_t at, uint64_t rank, uint64_t key)
{
    for (size_t k = f->keys++; k > at; k--) {
        f->rank[k] = f->rank[k - 1];
        f->key[k] = f->key[k - 1];
    }
    f->rank[at] = rank;
    f->key[at] = key;
}

/* Zeros of both signs are equal, so that their order is to stay. */
static bool has_both_zeros(const struct few *f)
{
    const uint64_t minus = (uint64_t)1 << (8 * f->work->size - 1);
    const uint64_t zeros[] = { 0, minus };
    int found = 0;
    for (int z = 0; z < 2; z++) {
        const uint64_t rank = rank_of(f, zeros[z]);
        const size_t at = find(f, rank);
        found += at < f->keys && f->rank[at] == rank;
    }
    return f->is_float && found == 2;
}

/* False: they are not few, or all may be alike. */
static bool find_keys(struct few *f)
{
    const size_t sample = least(f->work->n / SPARSE, MOST_SAMPLE);
    const size_t step = sample ? f->work->n / sample : 0;
    for (size_t i = 0; i < sample; i++) {
        const uint64_t key = key_at(f, i * step + i % step, is_wide(f));
        const uint64_t rank = rank_of(f, key);
        const size_t at = find(f, rank);
        if (i == ALIKE && f->keys == 1)
            return false;
        if (at < f->keys && f->rank[at] == rank)
            continue;
        if (f->keys == sample / EACH)
            return false;
        insert(f, at, rank, key);
    }
    return sample >= LEAST_SAMPLE && !has_both_zeros(f);
}

/* --- slots ---------------------------------------------------------------- */

INLINE size_t slot_of(const struct few *f, uint64_t key, bool wide)
{
    return wide ? key * f->factor >> (64 - f->bits)
                : (uint32_t)key * (uint32_t)f->factor >> (32 - f->bits);
}

/* Whether no two keys have a slot in common. */
static bool tells_apart(const struct few *f)
{
    bool taken[SLOTS];
    memset(taken, false, (size_t)1 << f->bits);
    for (size_t k = 0; k < f->keys; k++) {
        bool *own = &taken[slot_of(f, f->key[k], is_wide(f))];
        if (*own)
            return false;
        *own = true;
    }
    return true;
}

/* A slot that no key has holds the first, whose slot is another. */
static bool lay_table(struct few *f)
{
    int tries = 0;
    f->bits = 1;
    while (2 * f->keys > (size_t)1 << f->bits ||
           f->keys * f->keys / 2 > (size_t)PAIRS << f->bits)
        f->bits++;
    f->factor = FACTOR;
    while (!tells_apart(f)) {
        f->factor *= FACTOR;
        if (++tries == TRIES)
            return false;
    }
    for (size_t s = 0; s >> f->bits == 0; s++)
        f->table[s] = f->key[0];
    for (size_t k = 0; k < f->keys; k++)
        f->table[slot_of(f, f->key[k], is_wide(f))] = f->key[k];
    return true;
}

/* --- counting ------------------------------------------------------------- */

/* Keys [i, i + n), and whether these are the slots' keys. */
INLINE bool count_some(const struct few *f, size_t i, size_t n,
                       size_t (*some)[COUNTERS], bool wide)
{
    const char *keys = f->work->at[SORT_IN].keys;
    const size_t size = f->work->size;
    uint64_t other = 0;
    for (size_t k = 0; k < n * size; k += LINE_BYTES)
        prefetch_line(keys + i * size + k, FETCHED);
#pragma GCC unroll 4
    for (size_t k = 0; k < n; k++) {
        const uint64_t key = key_at(f, i + k, wide);
        const size_t s = slot_of(f, key, wide);
        other |= key ^ f->table[s];
        some[s][k % COUNTERS]++;
    }
    return !other;
}

static void share_of(const struct few *f, size_t t, size_t *begin, size_t *end)
{
    const size_t n = f->work->n, length = piece_length(n, f->team, LINE_BYTES);
    *begin = least(t * length, n);
    *end = least((t + 1) * length, n);
}

static bool found_other(struct few *f)
{
    bool other;
#pragma omp atomic read
    other = f->other;
    return other;
}

/* To bench->place: how many there are of each key. */
static void count_share(struct few *f, size_t t)
{
    struct bench *b = &f->bench[t];
    size_t(*some)[COUNTERS] = (void *)b->groups;
    size_t begin, end;
    share_of(f, t, &begin, &end);
    memset(some, 0, sizeof *some << f->bits);
    for (size_t i = begin, n; i < end && !found_other(f); i += n) {
        n = least(end - i, BLOCK);
        if (!(is_wide(f) ? count_some(f, i, n, some, true)
                         : count_some(f, i, n, some, false))) {
#pragma omp atomic write
            f->other = true;
        }
    }
    for (size_t k = 0; k < f->keys; k++) {
        const size_t *own = some[slot_of(f, f->key[k], is_wide(f))];
        b->place[k] = 0;
        for (int c = 0; c < COUNTERS; c++)
            b->place[k] += own[c];
    }
}

/* --- writing -------------------------------------------------------------- */

/* Places [begin, end). */
static void fill(const struct few *f, size_t begin, size_t end, uint64_t key,
                 bool stream)
{
    const size_t size = f->work->size;
    char *x = (char *)f->work->at[SORT_OUT].keys + begin * size;
    _Alignas(LINE_BYTES) char line[LINE_BYTES];
    const uint32_t narrow = (uint32_t)key;
    size_t bytes = (end - begin) * size;
    const size_t head = least(-(uintptr_t)x % LINE_BYTES, bytes);
    for (size_t k = 0; k < LINE_BYTES; k += size)
        memcpy(line + k, is_wide(f) ? (const void *)&key : &narrow, size);
    memcpy(x, line, head);
    for (x += head, bytes -= head; bytes >= LINE_BYTES;
         x += LINE_BYTES, bytes -= LINE_BYTES)
        copy_line(x, line, stream);
    memcpy(x, line, bytes);
}

static void fill_share(const struct few *f, size_t t)
{
    const bool stream = openmp_sort_streams(f->work, f->work->n);
    size_t begin, end, at = 0;
    share_of(f, t, &begin, &end);
    for (size_t k = 0; k < f->keys; k++) {
        const size_t first = at > begin ? at : begin;
        for (size_t s = 0; s < f->team; s++)
            at += f->bench[s].place[k];
        if (first < least(at, end))
            fill(f, first, least(at, end), f->key[k], stream);
    }
    drain(stream);
}

bool openmp_sort_few(const struct sort_work *w, bool is_float,
                     struct bench *bench)
{
    struct few f = { .work = w,
                     .bench = bench,
                     .team = (size_t)team_size(),
                     .is_float = is_float };
    if (w->width || !find_keys(&f) || !lay_table(&f))
        return false;
#pragma omp parallel
    {
#pragma omp for schedule(static, 1)
        for (size_t t = 0; t < f.team; t++)
            count_share(&f, t);
        if (!f.other) {
#pragma omp for schedule(static, 1)
            for (size_t t = 0; t < f.team; t++)
                fill_share(&f, t);
        }
    }
    return !f.other;
}
