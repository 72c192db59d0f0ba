/* test_sort_chunks.c - keys sorted by chunks that all threads part: right,
 * stable where they carry values; what is left, and what is not begun. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"

#include "openmp/sort_chunks.c"

static size_t most; /* keys */
static struct sort_items in, out, spare;
static void *rest;
static char *spares;

static void *room(size_t bytes)
{
    void *p =
        aligned_alloc(LINE_BYTES, ceil_div(bytes, LINE_BYTES) * LINE_BYTES);
    assert_non_null(p);
    return p;
}

static int make_room(void **state)
{
    const size_t team = (size_t)team_size();
    (void)state;
    most = 70000 * team + openmp_sort_spare() / 4;
    struct sort_items *all[] = { &in, &out, &spare };
    for (int i = 0; i < 3; i++)
        *all[i] = (struct sort_items){ room(most * 4), room(most * 4) };
    spares = room(team * openmp_sort_spare());
    const struct sort_work w = { .n = most, .size = 4, .width = 4 };
    const struct sort_work keys = { .n = most, .size = 4 };
    rest =
        room(openmp_sort_radix_scratch(&w) + openmp_sort_radix_scratch(&keys));
    return 0;
}

static struct sort_work work_of(size_t n, size_t width, uint32_t flip)
{
    struct sort_work w = {
        .at = { [SORT_IN] = in, [SORT_OUT] = out, [SORT_SPARE] = spare },
        .n = n,
        .size = 4,
        .width = width,
        .flip = flip,
        .rest = rest
    };
    for (int i = 0; i < SORT_PLACES && !width; i++)
        w.at[i].values = NULL;
    memset(out.keys, 0xab, most * 4);
    memset(spare.keys, 0xcd, most * 4);
    return w;
}

static bool can_run(void)
{
    const struct sort_work w = { .n = most, .size = 4 };
    const bool can =
        openmp_sort_vectors_pay() && openmp_sort_chunks_scratch(&w);
    if (!can)
        print_message("this CPU has no AVX-512\n");
    return can;
}

enum { EVEN, NARROW, SKEWED, WAVES, SEVERAL, RISING, FALLING, ALIKE, KINDS };

/* Of all kinds before SEVERAL a sample shows nothing odd. */
static uint32_t key_of(int kind, size_t i, size_t n, uint64_t *random)
{
    const uint32_t any = (uint32_t)(random_next(random) >> 32);
    switch (kind) {
    case EVEN: return any;
    case NARROW: return 0xc0000000 + any % (1 << 20);
    case SKEWED: return any >> any % 16;
    case WAVES: return (uint32_t)(i % 5000) * 800000 + any % 1000;
    case SEVERAL: return any % 7;
    case RISING: return (uint32_t)i;
    case FALLING: return (uint32_t)(n - i);
    default: return 5;
    }
}

static void make(int kind, size_t n, bool is_float)
{
    uint64_t random = n;
    uint32_t *keys = in.keys, *values = in.values;
    for (size_t i = 0; i < n; i++) {
        keys[i] = key_of(kind, i, n, &random);
        if (is_float && keys[i] == 1u << 31)
            keys[i] = 0;
        values[i] = (uint32_t)i;
    }
}

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* By rank, then by where it was. */
static void check(const struct sort_work *w, bool is_float)
{
    const uint32_t *keys = in.keys, *sorted = out.keys, *moved = out.values;
    uint64_t *right = room(w->n * sizeof *right);
    for (size_t i = 0; i < w->n; i++)
        right[i] =
            (uint64_t)sort_ranked_32(keys[i], is_float, (uint32_t)w->flip)
                << 32 |
            i;
    qsort(right, w->n, sizeof *right, by_number);
    for (size_t i = 0; i < w->n; i++) {
        const uint32_t from = (uint32_t)right[i];
        assert_int_equal(sorted[i], keys[from]);
        if (w->width)
            assert_int_equal(moved[i], from);
    }
    free(right);
}

static const struct {
    uint32_t flip;
    bool is_float;
} orders[] = { { 0, false },
               { 1u << 31, false },
               { 0x7fffffff, false },
               { 1u << 31, true } };

static size_t form_of(bool is_float, size_t width)
{
    return (is_float ? 3 : 0) + width / 4;
}

static void sorts(void **state)
{
    (void)state;
    if (!can_run())
        skip();
    for (size_t o = 0; o < sizeof orders / sizeof *orders; o++)
        for (int kind = 0; kind < KINDS; kind++)
            for (size_t i = 0; i < 4; i++) {
                const bool is_float = orders[o].is_float;
                const size_t n = i < 2 ? most : most / 2 + 77;
                const size_t width = i % 2 ? 4 : 0;
                make(kind, n, is_float);
                const struct sort_work w = work_of(n, width, orders[o].flip);
                openmp_sort_radix(&w, form_of(is_float, width));
                check(&w, is_float);
            }
}

/* Whether it is done by chunks, and how many ranges are left. */
static bool by_chunks(const struct sort_work *w, bool is_float, size_t *left)
{
    struct range *ranges;
    return openmp_sort_chunks(w, is_float, rest, spares, &ranges, left);
}

static void refused(void **state)
{
    (void)state;
    if (!can_run())
        skip();
    for (int kind = 0; kind < KINDS; kind++) {
        const struct sort_work w = work_of(most, 0, 0);
        size_t left = 0;
        make(kind, most, false);
        assert_int_equal(by_chunks(&w, false, &left), kind < SEVERAL);
        assert_int_equal(left, 0);
        if (kind < SEVERAL)
            check(&w, false);
    }
    const struct sort_work few = work_of(100, 0, 0);
    size_t left;
    assert_false(by_chunks(&few, false, &left));
}

/* Zeros of both signs, wherever they are, keep their order: not by chunks. */
static void zeros(void **state)
{
    uint32_t *keys = in.keys;
    (void)state;
    if (!can_run())
        skip();
    for (int which = 0; which < 4; which++) {
        const struct sort_work w = work_of(most, 0, 1u << 31);
        size_t left;
        make(EVEN, most, true);
        for (size_t i = 0; i < most; i++)
            keys[i] += keys[i] == 0;
        keys[3] = which & 1 ? 0 : 1;
        keys[most - 2] = which & 2 ? 1u << 31 : 1;
        assert_int_equal(by_chunks(&w, true, &left), which < 3);
        if (which == 3)
            for (size_t i = 0; i < most; i++)
                assert_int_equal(((uint32_t *)out.keys)[i], 0xabababab);
    }
}

/* A sample that does not see what most keys are: a bin holds nearly all of
 * them, which no cache does. */
static void misled(void **state)
{
    uint32_t *keys = in.keys;
    (void)state;
    if (!can_run())
        skip();
    const struct sort_work w = work_of(most, 0, 0);
    struct chunks c;
    size_t left = 0;
    assert_true(measure(&c, &w));
    const size_t step = most / samples_of(&c);
    make(EVEN, most, false);
    for (size_t k = 0; k < most; k++)
        if (k % step != step / 2)
            keys[k] = 0x12340000 + keys[k] % 65536;
    assert_true(by_chunks(&w, false, &left));
    assert_int_equal(left, 1);
    openmp_sort_radix(&w, form_of(false, 0));
    check(&w, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(sorts),
                                        cmocka_unit_test(refused),
                                        cmocka_unit_test(zeros),
                                        cmocka_unit_test(misled) };
    return cmocka_run_group_tests_name("sort chunks", tests, make_room, NULL);
}
