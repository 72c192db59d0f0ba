/* test_sort_deep.c - quicksort of one core where all pivots are bad: no input
 * of a grid brings it to sort a heap, so here it may not go any depth. */
#include "sorted_pairs.h"

#include <stdlib.h>

#include "ops/sort.h"

struct sort_items {
    void *keys, *values;
};

struct sort_work {
    const void *keys, *values;
    struct sort_items out, spare;
    size_t n;
    uint64_t flip;
};

enum { FEW = 24, MANY = 1024, DEPTH = 0 };

#define SORT_TEMPLATE "reference/sort_quick_tmpl.h"
#include "ops/sort_each.h"
#undef SORT_TEMPLATE

typedef void sorter(const struct sort_work *);

static sorter *const quicksort[] = SORT_FORMS(, quicksort);
static sorter *const by_qsort[] = SORT_FORMS(, by_qsort);

static void sort(sorter *const sorters[], size_t form, size_t n, uint64_t most)
{
    static struct pairs p;
    static uint64_t packed[2 * PAIRS_MOST];
    pairs_make(&p, n, pairs_size(form), pairs_width(form), most);
    const struct sort_work w = { .keys = p.from,
                                 .values = p.values,
                                 .out = { p.keys, p.moved },
                                 .spare = { packed, p.spare_values },
                                 .n = n };
    sorters[form](&w);
    pairs_check(&p, false);
}

static void heaps(void **state)
{
    (void)state;
    for (size_t form = 0; form < 12; form++)
        for (size_t n = 0; n < 300; n++) {
            sort(quicksort, form, n, UINT64_C(1) << 31);
            sort(quicksort, form, n, 7);
        }
}

static void the_librarys(void **state)
{
    (void)state;
    for (size_t form = 0; form < 12; form++)
        for (size_t n = 0; n < 70; n++)
            sort(by_qsort, form, n, 7);
}

/* Any depth, but for keys of which no grid has so many sizes. */
static void halves(void **state)
{
    static uint32_t x[PAIRS_MOST], v[PAIRS_MOST];
    uint64_t random = 1;
    (void)state;
    for (size_t n = 0; n < PAIRS_MOST; n += n < 100 ? 1 : 37) {
        for (size_t i = 0; i < n; i++) {
            x[i] = (uint32_t)(random_next(&random) % (n / 2 + 1));
            v[i] = x[i] * 3;
        }
        b32_32_quick(x, v, n, 64);
        for (size_t i = 0; i < n; i++)
            assert_true(v[i] == x[i] * 3 && (i == 0 || x[i - 1] <= x[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(heaps),
                                        cmocka_unit_test(the_librarys),
                                        cmocka_unit_test(halves) };
    return cmocka_run_group_tests_name("sort deep", tests, NULL, NULL);
}
