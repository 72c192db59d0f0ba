/* test_sort_vectors.c - keys sorted by vectors: of any number, in any order, by
 * good pivots and bad ones, where they are and elsewhere. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"

#include "openmp/sort_parts.h"
#include "openmp/sort_vectors.c"

enum { MOST = 5000, BEYOND = 64 };

static uint32_t spare[2 * MOST];

static bool can_run(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f"))
        return true;
#endif
    print_message("this CPU has no AVX-512\n");
    return false;
}

/* Keys of each kind; those of floats are any bits, but no -0. */
static uint32_t key_of(int kind, size_t i, size_t n, uint64_t *random)
{
    const uint32_t any = (uint32_t)(random_next(random) >> 32);
    switch (kind) {
    case 0: return any;
    case 1: return any % 3 * 0x55555555;
    case 2: return (uint32_t)i;
    case 3: return (uint32_t)(n - i) << 7;
    case 4: return 1u << any % 31;
    case 5: return i == n - 1 ? 0 : (uint32_t)i + 5;
    default: return 7;
    }
}

enum { KINDS = 7 };

static int by_rank(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static uint64_t rank_of(uint32_t bits, uint32_t flip, bool is_float)
{
    return bits ^ (is_float && bits >> 31 ? 0x7fffffff : 0) ^ flip;
}

/* By the rank in the high half, the bits in the low. */
static void check(const uint32_t *from, const uint32_t *to, size_t n,
                  uint32_t flip, bool is_float)
{
    static uint64_t right[MOST];
    for (size_t i = 0; i < n; i++)
        right[i] = rank_of(from[i], flip, is_float) << 32 | from[i];
    qsort(right, n, sizeof *right, by_rank);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(to[i], (uint32_t)right[i]);
    for (size_t i = n; i < n + BEYOND; i++)
        assert_int_equal(to[i], 0xabababab);
}

static void sort_kind(int kind, size_t n, uint32_t flip, bool is_float)
{
    static uint32_t from[MOST], to[MOST + BEYOND];
    const struct key_order order = { flip, is_float };
    uint64_t random = n + 1;
    for (size_t i = 0; i < n; i++) {
        from[i] = key_of(kind, i, n, &random);
        if (is_float && from[i] == 1u << 31)
            from[i] = 0;
    }
    memset(to, 0xab, sizeof to);
    assert_true(openmp_sort_vectors(from, to, n, order, spare));
    check(from, to, n, flip, is_float);
    memset(to, 0xab, sizeof to);
    memcpy(to, from, n * sizeof *to);
    assert_true(openmp_sort_vectors(to, to, n, order, spare));
    check(from, to, n, flip, is_float);
}

/* Unsigned, signed, floats; ascending and descending. */
static const struct {
    uint32_t flip;
    bool is_float;
} orders[] = { { 0, false },        { 0xffffffff, false },
               { 1u << 31, false }, { 0x7fffffff, false },
               { 1u << 31, true },  { 0x7fffffff, true } };

static void sorts(void **state)
{
    (void)state;
    if (!can_run())
        skip();
    for (size_t o = 0; o < sizeof orders / sizeof *orders; o++)
        for (int kind = 0; kind < KINDS; kind++)
            for (size_t n = 1; n <= MOST; n += n < 530 ? 1 : n / 3)
                sort_kind(kind, n, orders[o].flip, orders[o].is_float);
}

/* Both zeros: nothing is done. One of them: it is sorted. */
static void zeros(void **state)
{
    const struct key_order order = { 1u << 31, true };
    uint32_t x[40], to[40] = { 1 };
    (void)state;
    if (!can_run())
        skip();
    for (size_t minus = 0; minus < 40; minus++)
        for (size_t plus = 0; plus < 40; plus++) {
            for (size_t i = 0; i < 40; i++)
                x[i] = i == minus ? 1u << 31 : i == plus ? 0 : 7;
            assert_int_equal(openmp_sort_vectors(x, to, 40, order, spare),
                             minus == plus);
            if (minus != plus)
                assert_int_equal(to[0], 1);
            to[0] = 1;
        }
}

/* Of n keys, parted into bins: where they begin, the ranks of each bin in
 * the order of the keys, what a look saw; then each bin sorted. */
static void part_kind(int kind, size_t n, size_t bins, struct key_order order)
{
    static uint32_t from[MOST], ranks[MOST + BEYOND], to[MOST + BEYOND];
    static uint32_t pivots[MOST], begins[MOST + 1];
    uint64_t random = n + bins;
    for (size_t i = 0; i < n; i++) {
        from[i] = key_of(kind, i, n, &random);
        if (order.is_float && from[i] == 1u << 31)
            from[i] = 0;
    }
    for (size_t b = 1; b < bins; b++)
        pivots[b - 1] = (uint32_t)((uint64_t)b * ~0u / bins);
    memset(ranks, 0xab, sizeof ranks);
    memset(to, 0xab, sizeof to);
    const struct key_look look =
        openmp_sort_parts(from, n, order, pivots, bins, spare, ranks, begins);
    assert_int_equal(begins[0], 0);
    assert_int_equal(begins[bins], n);
    for (size_t i = n; i < n + BEYOND; i++)
        assert_int_equal(ranks[i], 0xabababab);
    for (size_t b = 0; b < bins; b++) {
        const uint32_t low = b ? pivots[b - 1] : 0;
        const uint32_t high = b + 1 < bins ? pivots[b] - 1 : ~0u;
        size_t at = begins[b];
        for (size_t i = 0; i < n; i++) {
            const uint32_t rank =
                (uint32_t)rank_of(from[i], order.flip, order.is_float);
            assert_true(look.least <= rank && rank <= look.most);
            if (low <= rank && rank <= high)
                assert_int_equal(ranks[at++], rank);
        }
        assert_int_equal(at, begins[b + 1]);
        if (at == begins[b])
            continue;
        memcpy(spare, ranks + begins[b], (at - begins[b]) * sizeof *spare);
        openmp_sort_vectors_ranks(spare, at - begins[b], low, high, order,
                                  to + begins[b]);
    }
    check(from, to, n, order.flip, order.is_float);
}

static void parts(void **state)
{
    (void)state;
    if (!can_run())
        skip();
    for (size_t o = 0; o < sizeof orders / sizeof *orders; o++)
        for (int kind = 0; kind < KINDS; kind++)
            for (size_t n = 1; n <= MOST; n += 1 + n / 3)
                for (size_t bins = 1; bins <= 40; bins += 1 + bins / 2)
                    part_kind(kind, n, bins,
                              (struct key_order){ orders[o].flip,
                                                  orders[o].is_float });
}

#ifdef __x86_64__

/* Where all pivots halve what ranks are possible, not the keys. */
static void halves(void **state)
{
    static uint32_t to[MOST + BEYOND], x[MOST];
    const struct key_order order = { 0, false };
    (void)state;
    if (!can_run())
        skip();
    for (int i = 0; i < 2 * KINDS; i++) {
        const int kind = i / 2;
        uint64_t random = 1;
        struct piece p = { spare, spare + MOST, to, MOST, 0, ~0u };
        for (size_t k = 0; k < MOST; k++)
            p.x[k] = x[k] = key_of(kind, k, MOST, &random);
        memset(to, 0xab, sizeof to);
        quicksort(p, order, (struct pivots){ .even = i % 2 });
        check(x, to, MOST, 0, false);
    }
}

#else

static void halves(void **state)
{
    (void)state;
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(sorts),
                                        cmocka_unit_test(zeros),
                                        cmocka_unit_test(parts),
                                        cmocka_unit_test(halves) };
    return cmocka_run_group_tests_name("sort vectors", tests, NULL, NULL);
}
