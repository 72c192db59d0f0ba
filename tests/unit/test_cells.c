/* test_cells.c - the oracle of cells by cells against all pairs, its grid, its
 * twin and what it refuses. */
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bed.h"
#include "matrix.h"
#include "random.h"
#include "ops/cells_fill.h"
#include "ops/cells_grid.h"
#include "ops/cells_oracle.h"

enum { MOST = 1500 };

static float x[3][MOST];
static const void *const in[] = { x[0], x[1], x[2] };

static struct problem problem_of(size_t n, const char *dim, const char *cutoff,
                                 const char *spread)
{
    const char *const settings[] = { dim, cutoff, spread };
    struct reason why = { "" };
    struct problem p;
    assert_int_equal(
        bed_problem(&p, op_find("cells"), ELEM_F32, n, settings, 3, &why),
        STATUS_OK);
    return p;
}

static void fill(const struct problem *p)
{
    struct reason why = { "" };
    for (int c = 0; c < p->in_count; c++)
        if (!p->op->fill(p, c, x[c]))
            random_fill(p, c, x[c]);
    assert_int_equal(p->op->validate(p, in, &why), STATUS_OK);
}

static const char *const dims[] = { "dim=2", "dim=3" };
static const char *const cutoffs[] = { "cutoff=0", "cutoff=0.01",
                                       "cutoff=0.2499", "cutoff=0.4999",
                                       "cutoff=2" };
static const char *const spreads[] = { "spread=uniform", "spread=clustered",
                                       "spread=corner", "spread=one-cell" };

/* --- the right answer ----------------------------------------------------- */

/* most: what no term of the force along an axis is beyond, all of them. */
static void force_by_hand(const struct problem *p, size_t i, long double f[3],
                          long double most[3], size_t *neighbours)
{
    const long double cutoff = (long double)cells_cutoff(p);
    f[0] = f[1] = f[2] = most[0] = most[1] = most[2] = 0;
    *neighbours = 0;
    for (size_t j = p->size; j-- > 0;) {
        long double d[3] = { 0 };
        for (int c = 0; c < p->in_count; c++)
            d[c] = (long double)x[c][i] - (long double)x[c][j];
        const long double r = hypotl(hypotl(d[0], d[1]), d[2]);
        for (int c = 0; c < 3 && r > 0 && r < cutoff; c++) {
            f[c] += (cutoff - r) * (d[c] / r);
            most[c] += cutoff * fabsl(d[c] / r);
        }
        *neighbours += r > 0 && r < cutoff;
    }
}

static void by_cells_as_by_hand(const struct problem *p)
{
    struct cells_want *want = calloc(1, cells_want_bytes(p));
    double pairs = 0;
    assert_non_null(want);
    cells_oracle_by(p, in, cells_grid_of(p).side, want);
    for (size_t i = 0; i < p->size; i++) {
        long double f[3], most[3];
        size_t neighbours;
        force_by_hand(p, i, f, most, &neighbours);
        pairs += (double)neighbours;
        for (int c = 0; c < p->in_count; c++) {
            const double bound = want->of[i].bound[c];
            assert_true(fabsl((long double)want->of[i].f[c] - f[c]) <=
                        1e-7L * (long double)bound);
            assert_true(bound <= 1.01 * 0x1p-24 * (double)(neighbours + 13) *
                            (double)most[c]);
        }
    }
    assert_true(fabs(want->pairs - pairs) <= 1e-4 * pairs);
    free(want);
}

static void oracle(void **state)
{
    static const size_t sizes[] = { 1, 2, 30, 400 };
    (void)state;
    for (size_t d = 0; d < 2; d++)
        for (size_t c = 0; c < 5; c++)
            for (size_t s = 0; s < 4; s++)
                for (size_t k = 0; k < 4; k++) {
                    const struct problem p =
                        problem_of(sizes[k], dims[d], cutoffs[c], spreads[s]);
                    fill(&p);
                    by_cells_as_by_hand(&p);
                }
}

/* What it takes for many is what it takes for few. */
static void few_and_many(void **state)
{
    (void)state;
    for (size_t d = 0; d < 2; d++) {
        const struct problem p =
            problem_of(MOST, dims[d], cutoffs[0], spreads[1]);
        const size_t bytes = cells_want_bytes(&p);
        struct cells_want *many = calloc(1, bytes), *few = calloc(1, bytes);
        assert_true(many && few && cells_grid_of(&p).side > 3);
        fill(&p);
        cells_oracle(&p, in, many);
        cells_oracle_by(&p, in, 1, few);
        assert_true(many->pairs == few->pairs && many->pairs > MOST);
        for (size_t i = 0; i < MOST; i++)
            for (int c = 0; c < 3; c++)
                assert_true(fabs(many->of[i].f[c] - few->of[i].f[c]) <=
                            1e-7 * few->of[i].bound[c]);
        free(many);
        free(few);
    }
}

/* --- the grid ------------------------------------------------------------- */

/* Wherever an edge is, what is within the cutoff is at most a cell away. */
static void neighbours_are_around(void **state)
{
    static const char *const given[] = { "cutoff=0.000245", "cutoff=0.001",
                                         "cutoff=0.0101",   "cutoff=0.333",
                                         "cutoff=0.4995",   "cutoff=0.9" };
    (void)state;
    for (size_t k = 0; k < sizeof given / sizeof *given; k++) {
        const struct problem p =
            problem_of((size_t)1 << 26, "dim=2", given[k], "spread=uniform");
        const struct cells_grid g = cells_grid_of(&p);
        assert_true(g.side >= 1 && g.side <= CELLS_MOST_SIDE);
        for (uint32_t edge = 0; edge < g.side; edge++) {
            float a = (float)edge / (float)g.side;
            for (int s = 0; s < 4; s++)
                a = nextafterf(a, 0);
            for (int s = 0; s < 8; s++, a = nextafterf(a, 1)) {
                float b = a + g.cutoff;
                for (int t = 0; t < 4; t++)
                    b = nextafterf(b, 2);
                if (b < 1)
                    assert_in_range(cells_place(&g, b) - cells_place(&g, a), 0,
                                    1);
            }
        }
        assert_int_equal(cells_place(&g, nextafterf(1, 0)), g.side - 1);
    }
}

/* Of each cell, those next to it along every axis, row by row, however many
 * cells there are. */
static void rows_are_all_around(void **state)
{
    static const int sides[2][5] = { { 1, 2, 3, 4, 1000 },
                                     { 1, 2, 3, 4, 101 } };
    (void)state;
    for (int k = 0; k < 10; k++) {
        const int side = sides[k / 5][k % 5], deep = k < 5 ? 1 : side;
        const struct cells_grid g = { .dim = k < 5 ? 2 : 3,
                                      .side = (uint32_t)side };
        for (int cell = 0; cell < side * side * deep; cell++) {
            const struct cells_rows rows = cells_around(&g, (uint32_t)cell);
            const int x0 = cell % side, y0 = cell / side % side;
            int count = 0;
            for (int at = 0; at < 9; at++) {
                const int z = cell / side / side + at / 3 - 1;
                const int y = y0 + at % 3 - 1, row = (z * side + y) * side;
                if (z < 0 || z >= deep || y < 0 || y >= side)
                    continue;
                assert_in_range(count, 0, rows.count - 1);
                assert_int_equal(rows.first[count], row + x0 - (x0 > 0));
                assert_int_equal(rows.last[count++],
                                 row + x0 + (x0 < side - 1));
            }
            assert_int_equal(count, rows.count);
        }
    }
}

/* Eight in a cutoff's square or cube, on average. */
static void eight_in_a_cell(void **state)
{
    static const size_t sizes[] = { 10, 1000, 65536, 1000003 };
    (void)state;
    for (size_t k = 0; k < 4; k++)
        for (size_t d = 0; d < 2; d++) {
            const struct problem p =
                problem_of(sizes[k], dims[d], cutoffs[0], spreads[0]);
            const double r = (double)cells_cutoff(&p);
            const double in_it = pow(r, (double)d + 2) * (double)sizes[k];
            assert_true(fabs(in_it - 8) < 0.01);
        }
    const struct problem p =
        problem_of(1, dims[1], "cutoff=0", "spread=uniform");
    assert_true((double)cells_cutoff(&p) == 2);
}

/* --- the twin ------------------------------------------------------------- */

/* Sums of f32 in two orders are the very answer, and some are not 0. */
static void twin_is_exact(void **state)
{
    (void)state;
    for (size_t d = 0; d < 2; d++) {
        struct problem p = problem_of(MOST, dims[d], cutoffs[0], spreads[0]);
        struct cells_want *want = calloc(1, cells_want_bytes(&p));
        const float cutoff = cells_cutoff(&p);
        size_t moved = 0;
        p.dist = dist_twin;
        assert_non_null(want);
        fill(&p);
        cells_oracle(&p, in, want);
        for (size_t i = 0; i < MOST; i++) {
            float f[2][3] = { { 0 }, { 0 } };
            for (size_t k = 0; k < 2 * MOST; k++) {
                const size_t j = k < MOST ? k : 2 * MOST - 1 - k;
                float e[3] = { 0 };
                for (int c = 0; c < p.in_count; c++)
                    e[c] = x[c][i] - x[c][j];
                const float r = sqrtf(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
                for (int c = 0; c < 3 && r > 0 && r < cutoff; c++)
                    f[k / MOST][c] += (cutoff / r - 1) * e[c];
            }
            assert_true(cells_twin_exact(&p, want->of[i].neighbours));
            for (int c = 0; c < 3; c++) {
                assert_true((double)f[0][c] == want->of[i].f[c]);
                assert_true(f[0][c] == f[1][c]);
                moved += f[0][c] != 0;
            }
        }
        assert_in_range(moved, MOST / 2, MOST);
        assert_false(cells_twin_exact(&p, 1e6));
        free(want);
    }
    const struct problem p =
        problem_of(100, dims[0], "cutoff=0.1", spreads[0]);
    assert_false(cells_twin_exact(&p, 1));
}

/* --- what has no right answer --------------------------------------------- */

static void refuse(float value, const char *text)
{
    const struct problem p = problem_of(3, dims[1], cutoffs[0], spreads[0]);
    struct reason why = { "" };
    fill(&p);
    x[2][1] = value;
    assert_int_equal(p.op->validate(&p, in, &why), STATUS_USAGE);
    assert_string_equal(why.text, text);
}

static void refusals(void **state)
{
    struct reason why = { "" };
    struct problem p = problem_of(3, dims[0], cutoffs[0], spreads[0]);
    (void)state;
    refuse(NAN,
           "element 1 of z is nan: cells takes 0, and from 9.09495e-13 "
           "to below 1");
    refuse(1,
           "element 1 of z is 1: cells takes 0, and from 9.09495e-13 to "
           "below 1");
    refuse(-0.5f,
           "element 1 of z is -0.5: cells takes 0, and from "
           "9.09495e-13 to below 1");
    refuse(1e-20f,
           "element 1 of z is 1e-20: cells takes 0, and from "
           "9.09495e-13 to below 1");
    p.param[CELLS_PARAM_CUTOFF].r = 1e-9;
    assert_int_equal(p.op->shape(&p, &why), STATUS_USAGE);
    assert_string_equal(why.text,
                        "cutoff=1e-09: expected 0, or a range from "
                        "1e-06 to 2");
    p.size = ((size_t)1 << 28) + 1;
    assert_int_equal(p.op->shape(&p, &why), STATUS_USAGE);
    assert_string_equal(why.text,
                        "--size 268435457 is more than cells' most "
                        "particles, 268435456");
}

/* Not minutes of one core. */
static void all_pairs_of_few(void **state)
{
    extern const struct variant reference_cells[];
    struct problem p = problem_of(3, dims[0], cutoffs[0], spreads[0]);
    (void)state;
    p.size = 1 << 15;
    assert_string_equal(reference_cells[0].name, "all-pairs");
    assert_non_null(reference_cells[0].refuses);
    assert_null(reference_cells[0].refuses(&p));
    p.size++;
    assert_string_equal(reference_cells[0].refuses(&p),
                        "of more than 2^15 particles all pairs take too long "
                        "on one core");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle),
        cmocka_unit_test(few_and_many),
        cmocka_unit_test(neighbours_are_around),
        cmocka_unit_test(rows_are_all_around),
        cmocka_unit_test(eight_in_a_cell),
        cmocka_unit_test(twin_is_exact),
        cmocka_unit_test(refusals),
        cmocka_unit_test(all_pairs_of_few),
    };
    return cmocka_run_group_tests_name("cells", tests, NULL, NULL);
}
