/* test_twin.c - the numbers of the twin that are added: as wide as their type,
 * and their sums exact all the same. */
#include "unit.h"

#include <math.h>
#include <string.h>

#include "random.h"

enum { MOST = 100003 };

static struct problem problem_of(enum elem type, size_t count)
{
    struct problem p = {
        .type = type, .size = count, .dist = dist_twin, .in_count = 1
    };
    p.in[0] = (struct array){ .name = "x", .type = type, .count = count };
    random_twin_sums(&p.in[0], elem_digits(type));
    return p;
}

/* How far apart sums of every so manieth element are at most. */
static double reach_of_sums(const double *x, size_t n, size_t stride)
{
    double reach = 0;
    for (size_t first = 0; first < stride && first < n; first++) {
        double sum = 0, least = 0, most = 0;
        for (size_t i = first; i < n; i += stride) {
            sum += x[i];
            least = fmin(least, sum);
            most = fmax(most, sum);
        }
        reach = fmax(reach, most - least);
    }
    return reach;
}

/* Whole numbers, the wide ones among them odd. */
static size_t wide_ones(const double *x, size_t n, int digits, size_t *place)
{
    size_t wide = 0;
    for (size_t i = 0; i < n; i++) {
        assert_true(x[i] == nearbyint(x[i]) && x[i] != 0);
        if (fabs(x[i]) < ldexp(1, digits - 1))
            continue;
        assert_true(fabs(x[i]) < ldexp(1, digits) && fmod(x[i], 2) != 0);
        *place = i;
        wide++;
    }
    return wide;
}

static void as_doubles(const struct problem *p, double *x)
{
    static float single[MOST];
    random_fill(p, 0, p->type == ELEM_F64 ? (void *)x : single);
    for (size_t i = 0; i < p->size && p->type == ELEM_F32; i++)
        x[i] = (double)single[i];
}

/* All bits of the significand, elsewhere with another seed, and yet all sums
 * exact. */
static void twin_of_sums(void **state)
{
    static const size_t sizes[] = { 1, 2, 33, 4099, MOST };
    static double x[MOST];
    (void)state;
    for (size_t k = 0; k < 2 * (sizeof sizes / sizeof *sizes); k++) {
        const enum elem type = k % 2 ? ELEM_F64 : ELEM_F32;
        const int digits = elem_digits(type);
        const size_t n = sizes[k / 2];
        struct problem p = problem_of(type, n);
        size_t place[8] = { 0 }, moved = 0;
        for (p.seed = 0; p.seed < 8; p.seed++) {
            as_doubles(&p, x);
            assert_int_equal(wide_ones(x, n, digits, &place[p.seed]),
                             n < 2 ? n : 2);
            moved += place[p.seed] != place[0];
            for (size_t stride = 1; stride <= 4096; stride *= 8)
                assert_true(reach_of_sums(x, n, stride) <= ldexp(1, digits));
        }
        assert_true(n < 33 || moved > 4);
    }
}

/* Most of the others, too, have more bits than bf16 has. */
static void twin_is_wide(void **state)
{
    static float x[MOST];
    const struct problem p = problem_of(ELEM_F32, MOST);
    size_t wide = 0;
    (void)state;
    random_fill(&p, 0, x);
    for (size_t i = 0; i < MOST; i++) {
        int exponent;
        const float top = ldexpf(frexpf(x[i], &exponent), 8);
        wide += top != (float)(int)top;
    }
    assert_in_range(wide, MOST / 2, MOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twin_of_sums),
        cmocka_unit_test(twin_is_wide),
    };
    return cmocka_run_group_tests_name("twin", tests, NULL, NULL);
}
