/* test_covariance.c - runs told apart beside their pace, with known answers. */
#include "unit.h"

#include <math.h>

#include "record/covariance.h"
#include "record/starts.h"

enum { COUNT = 4, MOST = 5 };

/* Three patterns that know nothing of each other, nor of a mean. */
static const double first[] = { -1, -1, 1, 1, 0 },
                    second[] = { -1, 1, -1, 1, 0 }, third[] = { 1, -1, -1, 1 };

/* A run of a start a sample. */
struct run {
    double samples[MOST];
    struct row row;
};

static void all_are(struct run *run, int starts)
{
    run->row.sample_count = (size_t)starts;
    run->row.start_count = run->row.pace_count = starts;
}

/* Of every start the logarithms are those of its time, and of the paces of
 * arithmetic and memory; it knows none of branches. */
static void start_is(struct run *run, int i, double time, double compute,
                     double memory)
{
    run->samples[i] = exp(time);
    run->row.samples = run->samples;
    run->row.start[i] = 1;
    run->row.pace[i] = (struct pace){
        { [PACE_COMPUTE] = exp(compute), [PACE_MEMORY] = exp(memory) }
    };
    all_are(run, COUNT);
}

static bool near(double value, double want)
{
    return fabs(value - want) < 1e-9;
}

/* Slopes of 0.7 and 0.4, of paces that are tied to each other; the new run has
 * another pace, and takes 0.1 more beside it. */
static void slopes(void **state)
{
    struct run old = { 0 }, new = { 0 };
    struct covariance found;

    (void)state;
    for (int i = 0; i < COUNT; i++) {
        const double c = 0.1 * first[i], m = 0.2 * second[i] + 0.15 * first[i];

        start_is(&old, i, -9 + 0.7 * c + 0.4 * m, c, m);
        start_is(&new, i, -8.9 + 0.7 * (c + 0.3) + 0.4 * (m - 0.2), c + 0.3,
                 m - 0.2);
    }
    assert_true(covariance_known(&old.row, &new.row));
    found = covariance_of(&old.row, &new.row);
    assert_true(near(found.times, 0.1));
    assert_true(near(found.pace, 0.7 * 0.3 - 0.4 * 0.2));
    assert_true(found.reach >= 0 && near(found.reach, 0));
    for (int kind = 0; kind < PACES; kind++)
        assert_true(near(found.unheard[kind], 0));
    found = covariance_of(&new.row, &old.row);
    assert_true(near(found.times, -0.1));
    assert_true(near(found.pace, 0.4 * 0.2 - 0.7 * 0.3));
}

/* Residues of 0.1 of all eight starts leave squares of 0.08 and 4 degrees of
 * freedom; a pace that shifts by its own deviation, whose squares are 8, is
 * known by an eighth beside the quarters of both means; and two runs differ by
 * 0.2 deviations each. */
static void interval(void **state)
{
    struct run old = { 0 }, new = { 0 };
    struct covariance found;

    (void)state;
    for (int i = 0; i < COUNT; i++) {
        start_is(&old, i, first[i] + 0.1 * third[i], first[i], second[i]);
        start_is(&new, i, 1 + first[i] + 0.1 * third[i], 1 + first[i],
                 second[i]);
    }
    found = covariance_of(&old.row, &new.row);
    assert_true(near(found.times, 0) && near(found.pace, 1));
    assert_true(
        near(found.reach,
             starts_quantile(4) * sqrt(0.08 / 4 * (0.5 + 1 / 8.0 + 0.125))));
}

/* Means of five and of three starts are known by a fifth and a third, not as
 * those of four each are. Residues of 0.1 leave squares of 0.04 and 0.02, and
 * paces that stand still all 6 degrees of freedom. */
static void unequal_starts(void **state)
{
    static const double few[] = { 1, -1, 0 };
    enum { FEW = sizeof few / sizeof few[0] };
    struct run old = { 0 }, new = { 0 };
    struct covariance found;

    (void)state;
    for (int i = 0; i < MOST; i++)
        start_is(&old, i, 0.1 * first[i], 2, -3);
    for (int i = 0; i < FEW; i++)
        start_is(&new, i, 0.5 + 0.1 * few[i], 2, -3);
    all_are(&old, MOST);
    all_are(&new, FEW);
    assert_true(covariance_known(&old.row, &new.row));
    found = covariance_of(&old.row, &new.row);
    assert_true(near(found.times, 0.5));
    assert_true(near(found.reach,
                     starts_quantile(6) *
                         sqrt(0.06 / 6 * (1 / 5.0 + 1 / 3.0 + 0.125))));
}

/* What does not vary has no slope, takes no degree of freedom, and is told. */
static void still_paces(void **state)
{
    struct run old = { 0 }, new = { 0 };
    struct covariance found;

    (void)state;
    for (int i = 0; i < COUNT; i++) {
        start_is(&old, i, 0.1 * third[i], 2, -3);
        start_is(&new, i, 0.5 + 0.1 * third[i], 2, -2.8);
    }
    found = covariance_of(&old.row, &new.row);
    assert_true(near(found.times, 0.5) && near(found.pace, 0));
    assert_true(
        near(found.reach, starts_quantile(6) * sqrt(0.08 / 6 * 0.625)));
    assert_true(near(found.unheard[PACE_COMPUTE], 0) &&
                near(found.unheard[PACE_MEMORY], 0.2));
}

/* One that varies only with the other has no slope of its own. */
static void tied_paces(void **state)
{
    struct run old = { 0 }, new = { 0 };
    struct covariance found;

    (void)state;
    for (int i = 0; i < COUNT; i++) {
        const double c = 0.1 * first[i];

        start_is(&old, i, c + 0.1 * third[i], c, 2 * c);
        start_is(&new, i, c + 0.1 * third[i], c, 2 * c + 0.3);
    }
    found = covariance_of(&old.row, &new.row);
    assert_true(near(found.unheard[PACE_COMPUTE], -0.15) &&
                near(found.unheard[PACE_MEMORY], 0));
    assert_true(near(found.times + found.pace, 0));
    assert_true(isfinite(found.reach) && found.reach > 0);
}

/* Branches explain what arithmetic and memory do not, once there are starts
 * enough for three slopes; a run that knows none leaves them out. */
static void branches(void **state)
{
    static const double fourth[] = { 1, 1, -1, 1, -1 };
    struct run old = { 0 }, new = { 0 };
    struct covariance found;

    (void)state;
    for (int i = 0; i < MOST; i++) {
        const double c = 0.1 * first[i], m = 0.2 * second[i];
        const double b = 0.1 * fourth[i];

        start_is(&old, i, 0.3 * c + 0.5 * b, c, m);
        start_is(&new, i, 0.1 + 0.3 * c + 0.5 * (b + 0.4), c, m);
        old.row.pace[i].seconds[PACE_BRANCH] = exp(b);
        new.row.pace[i].seconds[PACE_BRANCH] = exp(b + 0.4);
    }
    all_are(&old, MOST);
    all_are(&new, MOST);
    found = covariance_of(&old.row, &new.row);
    assert_true(near(found.times, 0.1) && near(found.pace, 0.2));
    assert_true(near(found.reach, 0));
    new.row.pace[3].seconds[PACE_BRANCH] = 0;
    found = covariance_of(&old.row, &new.row);
    assert_true(near(found.times, 0.3) && found.reach > 0.01);
    new.row.pace[3].seconds[PACE_BRANCH] = 1;
    all_are(&new, COUNT - 1);
    assert_true(covariance_known(&old.row, &new.row));
    found = covariance_of(&old.row, &new.row);
    assert_true(found.times > 0.2);
}

/* Two of the old run's starts met other work, which no pace saw: the change is
 * nearer to that of the rest than that of means is, and the interval, though
 * not much wider, holds it. The digits are another program's. */
static void far_starts(void **state)
{
    enum { STARTS = 20 };
    static double samples[2][STARTS];
    struct row row[2] = { 0 };
    struct covariance found;

    (void)state;
    for (int r = 0; r < 2; r++) {
        row[r].samples = samples[r];
        row[r].sample_count = STARTS;
        row[r].start_count = row[r].pace_count = STARTS;
        for (int i = 0; i < STARTS; i++) {
            const double residue = 0.01 * third[i % COUNT] * (1 + i % 3);

            samples[r][i] = exp(0.1 * r + residue);
            row[r].start[i] = 1;
            for (int kind = 0; kind < PACES; kind++)
                row[r].pace[i].seconds[kind] = 1;
        }
    }
    found = covariance_of(&row[0], &row[1]);
    assert_true(fabs(found.times - 0.1) < 0.001);
    const double reach = found.reach;

    samples[0][3] *= 2;
    samples[0][8] *= 3;
    found = covariance_of(&row[0], &row[1]);
    assert_true(fabs(found.times - 0.0978424437) < 1e-9);
    assert_true(fabs(found.reach -
                     starts_quantile(38) * 0.0076753273 * sqrt(0.225 / 0.1)) <
                1e-9);
    assert_true(found.reach > reach && found.times + found.reach > 0.1);
}

/* Most starts took the very same ticks of the clock: the others still tell how
 * far the times spread. */
static void ticks(void **state)
{
    struct run old = { 0 }, new = { 0 };
    struct covariance found;

    (void)state;
    for (int i = 0; i < COUNT; i++) {
        start_is(&old, i, 0, 0, 0);
        start_is(&new, i, i ? 0 : 0.02, 0, 0);
    }
    found = covariance_of(&old.row, &new.row);
    assert_true(found.times > 0 && found.times < 0.005);
    assert_true(isfinite(found.reach) && found.reach > 1e-4);
}

static void enough(void **state)
{
    struct run old = { 0 }, new = { 0 };

    (void)state;
    for (int i = 0; i < COUNT; i++) {
        start_is(&old, i, 0, first[i], second[i]);
        start_is(&new, i, 0, first[i], second[i]);
    }
    assert_true(covariance_known(&old.row, &new.row));
    new.row.pace[1].seconds[PACE_MEMORY] = 0;
    assert_false(covariance_known(&old.row, &new.row));
    assert_false(covariance_known(&new.row, &old.row));
    new.row.pace[1].seconds[PACE_MEMORY] = 1;
    new.row.pace[2].seconds[PACE_COMPUTE] = 0;
    assert_false(covariance_known(&old.row, &new.row));
    new.row.start_count = new.row.pace_count = COUNT - 2;
    assert_false(covariance_known(&old.row, &new.row));
    new.row.start_count = new.row.pace_count = COUNT;
    new.row.pace[2].seconds[PACE_COMPUTE] = 1;
    assert_true(covariance_known(&old.row, &new.row));
    new.row.pace_count = 0;
    assert_false(covariance_known(&old.row, &new.row));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes),         cmocka_unit_test(interval),
        cmocka_unit_test(still_paces),    cmocka_unit_test(tied_paces),
        cmocka_unit_test(branches),       cmocka_unit_test(far_starts),
        cmocka_unit_test(ticks),          cmocka_unit_test(enough),
        cmocka_unit_test(unequal_starts),
    };
    return cmocka_run_group_tests_name("covariance", tests, NULL, NULL);
}
