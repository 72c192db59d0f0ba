/* test_inputs.c - inputs that what is known of a run does not fit: those of
 * another seed, and what lies beyond them. */
#include "set_up.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "astray.h"
#include "random.h"
#include "verdict.h"

/* Other inputs are of uniform numbers as well where the problem's are: what a
 * run knows of its own must not fit them. */
static void other_inputs_are_others(void **state)
{
    struct problem p = problem_of("reduce", 5000, NULL);
    float *own = malloc(5000 * sizeof *own);
    struct reason why = { "" };
    (void)state;
    p.dist = &dists[0];
    struct dataset dataset = opened(&p, 0);
    const char *in = dataset.replicas[0].set[0].in[0].data;
    assert_int_equal(dataset_load(&dataset, OWN_INPUTS, &why), STATUS_OK);
    memcpy(own, in, 5000 * sizeof *own);
    assert_int_equal(dataset_load(&dataset, OTHER_INPUTS, &why), STATUS_OK);
    assert_memory_not_equal(in, own, 5000 * sizeof *own);
    dataset_close(&dataset);
    free(own);
}

/* What is read beyond an input differs from check to check, or a maximum that
 * looks there would never find a high number. */
static void guards_of_inputs_change(void **state)
{
    const struct problem p = problem_of("reduce", 5000, NULL);
    struct dataset dataset = opened(&p, 0);
    struct replica *host = &dataset.replicas[0];
    const char *beyond = host->set[0].in[0].data + host->set[0].in[0].bytes;
    const struct promise promise = { .depth = 5000 };
    struct reason why = { "" };
    struct verdict v;
    char first = 0;
    bool changed = false;
    (void)state;
    assert_int_equal(dataset_load(&dataset, OWN_INPUTS, &why), STATUS_OK);
    for (int check = 0; check < 32; check++) {
        assert_int_equal(dataset_check(&dataset, host, 0, &promise, &v, &why),
                         STATUS_OK);
        let_astray(beyond, 1);
        first = check ? first : *beyond;
        changed |= *beyond != first;
    }
    assert_true(changed);
    dataset_close(&dataset);
}

/* --- an op of three inputs ------------------------------------------------ */

enum { COUNT = 6, INS = 3 };

static double promised; /* depth, to the last check */

static enum status shape(struct problem *p, struct reason *why)
{
    static const char *const names[] = { "a", "b", "c" };
    (void)why;
    p->in_count = INS;
    p->out_count = 1;
    for (int i = 0; i < INS; i++)
        p->in[i] = (struct array){ .name = names[i],
                                   .type = ELEM_I32,
                                   .count = COUNT };
    p->out[0] = p->in[0];
    p->out[0].name = "y";
    return STATUS_OK;
}

/* Its second input is its own; its first of some distributions alone. */
static bool fill(const struct problem *p, int which, void *elements)
{
    int32_t *values = elements;
    if (which != 1 && (which != 0 || p->dist == &dists[0]))
        return false;
    for (int i = 0; i < COUNT; i++)
        values[i] = 1000 + which;
    return true;
}

static size_t bytes_of_two(const struct problem *p)
{
    (void)p;
    return 2 * COUNT * sizeof(int32_t);
}

/* What it leaves alone is zeros. */
static void half_an_answer(const struct problem *p, const void *const in[],
                           void *want)
{
    (void)p;
    memcpy(want, in[0], COUNT * sizeof(int32_t));
}

static struct cost cost(const struct problem *p, const void *want)
{
    (void)p, (void)want;
    return (struct cost){ 0 };
}

static void check(const struct problem *p, const struct promise *promise,
                  const void *want, const void *const got[],
                  struct verdict *verdict)
{
    promised = promise->depth;
    verdict_clear(verdict);
    verdict_same(verdict, 0, p->type, COUNT, want, got[0]);
}

static const struct op three = { .name = "three",
                                 .types = TYPE(I32),
                                 .default_type = ELEM_I32,
                                 .shape = shape,
                                 .fill = fill,
                                 .want_bytes = bytes_of_two,
                                 .oracle = half_an_answer,
                                 .cost = cost,
                                 .check = check };

static struct problem problem_of_three(void)
{
    struct problem p = { .op = &three,
                         .type = ELEM_I32,
                         .dist = &dists[0],
                         .seed = 1,
                         .dim = { 1, 1, 1 } };
    struct reason why = { "" };
    assert_int_equal(three.shape(&p, &why), STATUS_OK);
    return p;
}

static const int32_t *input(const struct dataset *dataset, int i)
{
    return (const void *)dataset->replicas[0].set[0].in[i].data;
}

/* Each time for the inputs there are, and in memory that was zeros. */
static void answers_are_of_their_inputs(void **state)
{
    static const enum inputs kinds[] = { TWIN_INPUTS, OTHER_INPUTS,
                                         OWN_INPUTS };
    const struct problem p = problem_of_three();
    struct dataset dataset = opened(&p, 0);
    struct replica *host = &dataset.replicas[0];
    const struct promise promise = { .depth = 5 };
    struct reason why = { "" };
    struct verdict v;
    (void)state;
    for (int k = 0; k < 3; k++) {
        assert_int_equal(dataset_load(&dataset, kinds[k], &why), STATUS_OK);
        assert_int_equal(dataset.twin, kinds[k] == TWIN_INPUTS);
        const int32_t *want = dataset.want;
        assert_memory_equal(want, input(&dataset, 0), COUNT * sizeof *want);
        for (int i = COUNT; i < 2 * COUNT; i++)
            assert_int_equal(want[i], 0);
        memcpy(host->set[0].out[0].data, want, COUNT * sizeof *want);
        dataset_check(&dataset, host, 0, &promise, &v, &why);
        assert_true(v.ok); /* sums of the twin are exact in any order */
        assert_true(promised == (kinds[k] == TWIN_INPUTS ? 0 : 5));
        memset(dataset.want, 1, bytes_of_two(&p));
    }
    dataset_close(&dataset);
}

/* A wrong output is what is told, also where other memory was written to. */
static void outputs_come_first(void **state)
{
    const struct problem p = problem_of_three();
    struct dataset dataset = opened(&p, 0);
    struct replica *host = &dataset.replicas[0];
    const struct promise promise = { 0 };
    struct reason why = { "" };
    struct verdict v;
    (void)state;
    assert_int_equal(dataset_load(&dataset, OWN_INPUTS, &why), STATUS_OK);
    int32_t *y = (void *)host->set[0].out[0].data;
    memcpy(y, dataset.want, COUNT * sizeof *y);
    y[4]++;
    write_astray(host->set[0].out[0].data + host->set[0].out[0].bytes);
    dataset_check(&dataset, host, 0, &promise, &v, &why);
    assert_false(v.ok);
    assert_int_equal(v.first_bad, 4);
    assert_null(strstr(v.text, "past"));
    dataset_close(&dataset);
}

/* Other inputs than those of a file keep what is the op's own whatever the
 * distribution, which stands between what they do not. */
static void own_inputs_of_files(void **state)
{
    char path[] = "/tmp/tetrad-inputs-XXXXXX";
    struct problem p = problem_of_three();
    int32_t content[INS][COUNT];
    struct reason why = { "" };
    const int file = mkstemp(path);
    (void)state;
    for (int i = 0; i < INS * COUNT; i++)
        content[i / COUNT][i % COUNT] = 7000 + i;
    assert_int_equal(write(file, content, sizeof content), sizeof content);
    close(file);
    p.input_path = path;
    p.dist = &dists[1];
    struct dataset dataset = opened(&p, 0);
    for (int other = 0; other < 2; other++) {
        assert_int_equal(
            dataset_load(&dataset, other ? TWIN_INPUTS : OWN_INPUTS, &why),
            STATUS_OK);
        for (int i = 0; i < INS; i++)
            assert_int_equal(
                !memcmp(input(&dataset, i), content[i], sizeof content[i]),
                !other || i == 1);
    }
    unlink(path);
    /* What was read from it already is not read again. */
    dataset.problem.file = &content;
    assert_int_equal(dataset_load(&dataset, OWN_INPUTS, &why), STATUS_OK);
    assert_int_equal(input(&dataset, 0)[0], 1000);
    dataset_close(&dataset);
}

/* Those of some distributions are the same with any seed. */
static void other_inputs_are_uniform(void **state)
{
    struct problem p = problem_of("reduce", 100, NULL);
    struct reason why = { "" };
    (void)state;
    p.dist = dist_find("constant", strlen("constant"));
    p.dist_argument = 2;
    struct dataset dataset = opened(&p, 0);
    const float *x = (const void *)dataset.replicas[0].set[0].in[0].data;
    for (int other = 0; other < 2; other++) {
        int unlike = 0;
        assert_int_equal(
            dataset_load(&dataset, other ? OTHER_INPUTS : OWN_INPUTS, &why),
            STATUS_OK);
        for (int i = 1; i < 100; i++)
            unlike += fabsf(x[i] - x[0]) > 0;
        assert_in_range(unlike, other ? 90 : 0, other ? 99 : 0);
    }
    dataset_close(&dataset);
}

/* --- what is rare --------------------------------------------------------- */

enum { MANY = 4096 };

/* Input `which` as it is loaded. */
static const void *loaded(struct dataset *dataset, enum inputs inputs,
                          int which)
{
    struct reason why = { "" };
    assert_int_equal(dataset_load(dataset, inputs, &why), STATUS_OK);
    return dataset->replicas[0].set[0].in[which].data;
}

static struct problem problem_of_type(const char *op, enum elem type)
{
    struct problem p;
    struct reason why = { "" };
    assert_int_equal(bed_problem(&p, op_find(op), type, MANY, NULL, 0, &why),
                     STATUS_OK);
    p.dist = &dists[0];
    return p;
}

static size_t count_of_bits(const float *x, uint32_t wanted)
{
    size_t count = 0;
    for (size_t i = 0; i < MANY; i++) {
        uint32_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        count += bits == wanted;
    }
    return count;
}

/* Any byte but 0 is a flag; those that are timed are 1. */
static void flags_of_all_bytes(void **state)
{
    static const char *const ops[] = { "split", "segscan" };
    (void)state;
    for (int k = 0; k < 2; k++) {
        const struct problem p = problem_of_type(ops[k], ELEM_I32);
        struct dataset dataset = opened(&p, 0);
        const uint8_t *flags = loaded(&dataset, OTHER_INPUTS, 1);
        size_t even = 0, high = 0, set = 0;
        assert_true(k == 0 || !flags[0]);
        for (size_t i = 0; i < MANY; i++) {
            set += flags[i] != 0;
            even += flags[i] && flags[i] % 2 == 0;
            high += flags[i] >= 128;
        }
        assert_true(set > 20 && even > set / 8 && high > set / 8);
        flags = loaded(&dataset, OWN_INPUTS, 1);
        assert_true(k == 0 || flags[0]);
        for (size_t i = 0; i < MANY; i++)
            assert_true(flags[i] <= 1);
        dataset_close(&dataset);
    }
}

/* What equals the threshold is on the second side, NaN as well; those that are
 * timed are as the distribution has them. */
static void numbers_at_the_threshold(void **state)
{
    static const char *const ops[] = { "compact", "partition" };
    (void)state;
    for (int k = 0; k < 2; k++) {
        const struct problem p = problem_of_type(ops[k], ELEM_F32);
        struct dataset dataset = opened(&p, 0);
        const float *x = loaded(&dataset, OTHER_INPUTS, 0);
        size_t ties = 0, nans = 0;
        for (size_t i = 0; i < MANY; i++) {
            ties += x[i] == 0.5f;
            nans += isnan(x[i]) ? 1 : 0;
        }
        assert_true(ties > MANY / 64 && nans > MANY / 64);
        assert_true(count_of_bits(x, 0x3f000001) && /* its neighbours */
                    count_of_bits(x, 0x3effffff));
        assert_true(count_of_bits(x, 0x7f800000) &&
                    count_of_bits(x, 0xff800000) &&
                    count_of_bits(x, 0x80000000) && count_of_bits(x, 0));
        x = loaded(&dataset, OWN_INPUTS, 0);
        for (size_t i = 0; i < MANY; i++)
            assert_true(x[i] >= 0 && x[i] < 1);
        dataset_close(&dataset);
    }
}

/* Of keys, and of what is copied. */
static void numbers_that_are_none(void **state)
{
    static const char *const ops[] = { "sort", "map", "gather", "scatter",
                                       "split" };
    static const uint32_t bits[] = { 0,          0x80000000, 0x7f800000,
                                     0xff800000, 0x7fc00000, 0xffc00000,
                                     0xffffffff };
    (void)state;
    for (int k = 0; k < 5; k++) {
        const struct problem p = problem_of_type(ops[k], ELEM_F32);
        struct dataset dataset = opened(&p, 0);
        const float *x = loaded(&dataset, k ? OTHER_INPUTS : TWIN_INPUTS, 0);
        size_t below = 0;
        for (size_t b = 0; b < sizeof bits / sizeof bits[0]; b++)
            assert_true(count_of_bits(x, bits[b]) > MANY / 256);
        for (size_t i = 0; i < MANY; i++)
            below += x[i] < 0;
        assert_true(below > MANY / 16);
        assert_true(k || count_of_bits(x, 0x40400000) > MANY / 64); /* 3 */
        x = loaded(&dataset, OWN_INPUTS, 0);
        for (size_t i = 0; i < MANY; i++)
            assert_true(x[i] >= 0 && x[i] < 1);
        dataset_close(&dataset);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_inputs_are_others),
        cmocka_unit_test(guards_of_inputs_change),
        cmocka_unit_test(answers_are_of_their_inputs),
        cmocka_unit_test(outputs_come_first),
        cmocka_unit_test(own_inputs_of_files),
        cmocka_unit_test(other_inputs_are_uniform),
        cmocka_unit_test(flags_of_all_bytes),
        cmocka_unit_test(numbers_at_the_threshold),
        cmocka_unit_test(numbers_that_are_none),
    };
    return cmocka_run_group_tests_name("inputs", tests, open_targets,
                                       close_targets);
}
