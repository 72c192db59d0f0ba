/* test_sort_tasks.c - sorts by tasks, whose tasks here are so short that few
 * keys make many of them, and quicksort that goes deeper than it may. One
 * thread runs them all. */
#include "sorted_pairs.h"

#include "openmp/sort.h"

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

enum { TASK = 30, FEW = 5, MANY = 100, DEPTH = 0 };

#define SORT_TEMPLATE "openmp/sort_merge_tmpl.h"
#include "ops/sort_each.h"
#undef SORT_TEMPLATE

#define SORT_TEMPLATE "openmp/sort_quick_tmpl.h"
#include "ops/sort_each.h"
#undef SORT_TEMPLATE

typedef void sorter(const struct sort_work *);

static sorter *const merges[] = SORT_FORMS(, merge_all);
static sorter *const quicks[] = SORT_FORMS(, quick_all);

static void sort(sorter *const sorters[], size_t form, size_t n, uint64_t most,
                 bool stable)
{
    static struct pairs p;
    pairs_make(&p, n, pairs_size(form), pairs_width(form), most);
    const struct sort_work w = {
        .at = { [SORT_IN] = { p.from, p.values },
                [SORT_OUT] = { p.keys, p.moved },
                [SORT_SPARE] = { p.spare, p.spare_values } },
        .n = n,
        .size = p.size,
        .width = p.width,
    };
    sorters[form](&w);
    pairs_check(&p, stable);
}

static void merged(void **state)
{
    (void)state;
    for (size_t form = 0; form < 12; form++)
        for (size_t n = 0; n < PAIRS_MOST; n += n < 130 ? 1 : 61) {
            sort(merges, form, n, UINT64_C(1) << 31, true);
            sort(merges, form, n, 7, true);
        }
}

/* No side is cut: all is merged, in place. */
static void too_deep(void **state)
{
    (void)state;
    for (size_t form = 0; form < 12; form++)
        for (size_t n = 0; n < 300; n++) {
            sort(quicks, form, n, UINT64_C(1) << 31, false);
            sort(quicks, form, n, 7, false);
        }
}

/* Cut once or twice, then merged; or as often as it takes. */
static void cut(void **state)
{
    static uint32_t x[PAIRS_MOST], v[PAIRS_MOST], s[PAIRS_MOST], t[PAIRS_MOST];
    struct b32_32_items at[2] = { { x, v }, { s, t } };
    uint64_t random = 1;
    (void)state;
    for (int depth = 1; depth <= 64; depth *= 4)
        for (size_t n = 0; n < PAIRS_MOST; n += n < 100 ? 1 : 37) {
            for (size_t i = 0; i < n; i++) {
                x[i] = (uint32_t)(random_next(&random) % (n / 2 + 1));
                v[i] = x[i] * 3;
            }
            b32_32_quick(at, 0, n, depth, 0);
            for (size_t i = 0; i < n; i++)
                assert_true(v[i] == x[i] * 3 && (i == 0 || x[i - 1] <= x[i]));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(merged),
                                        cmocka_unit_test(too_deep),
                                        cmocka_unit_test(cut) };
    return cmocka_run_group_tests_name("sort tasks", tests, NULL, NULL);
}
