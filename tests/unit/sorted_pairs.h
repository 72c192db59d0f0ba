/* sorted_pairs.h - keys with few values each, and what a sort must have made of
 * them: for tests of sorts whose limits are set to what tests can reach. */
#ifndef TETRAD_TESTS_SORTED_PAIRS_H
#define TETRAD_TESTS_SORTED_PAIRS_H

#include "unit.h"

#include <string.h>

#include "random.h"

enum { PAIRS_MOST = 1100 };

struct pairs {
    size_t n, size, width; /* bytes of a key and of a value */
    uint64_t from[PAIRS_MOST], values[PAIRS_MOST];
    uint64_t keys[PAIRS_MOST], spare[PAIRS_MOST], moved[PAIRS_MOST];
    uint64_t spare_values[PAIRS_MOST];
};

static inline uint64_t pairs_at(const void *array, size_t i, size_t size)
{
    uint64_t v = 0;
    memcpy(&v, (const char *)array + i * size, size);
    return v;
}

/* n keys below `most`, whose values are their places. */
static inline void pairs_make(struct pairs *p, size_t n, size_t size,
                              size_t width, uint64_t most)
{
    uint64_t state = n + most;
    memset(p, 0, sizeof *p);
    p->n = n;
    p->size = size;
    p->width = width;
    for (size_t i = 0; i < n; i++) {
        const uint64_t key = random_next(&state) % most;
        memcpy((char *)p->from + i * size, &key, size);
        memcpy((char *)p->values + i * width, &(uint64_t){ i }, width);
    }
}

/* In order, each with its value, and none twice; if `stable`, those that tie
 * in the order of their places. Without values the sum tells that all are
 * there. */
static inline void pairs_check(const struct pairs *p, bool stable)
{
    static bool seen[PAIRS_MOST];
    uint64_t sum = 0;
    memset(seen, 0, sizeof seen);
    for (size_t i = 0; i < p->n; i++) {
        const uint64_t key = pairs_at(p->keys, i, p->size);
        const uint64_t next =
            i + 1 < p->n ? pairs_at(p->keys, i + 1, p->size) : key;
        assert_true(key <= next);
        sum += key - pairs_at(p->from, i, p->size);
        if (!p->width)
            continue;
        const uint64_t place = pairs_at(p->moved, i, p->width);
        assert_true(place < p->n && !seen[place]);
        assert_true(pairs_at(p->from, place, p->size) == key);
        seen[place] = true;
        assert_true(!stable || i + 1 == p->n || key < next ||
                    place < pairs_at(p->moved, i + 1, p->width));
    }
    assert_true(sum == 0);
}

/* Of the forms of sort_each.h. */
static inline size_t pairs_size(size_t form)
{
    return form < 6 ? 4 : 8;
}

static inline size_t pairs_width(size_t form)
{
    return form % 3 * 4;
}

#endif
