/* test_segments.c - generated segments, offsets of others, and identities that
 * the right answers of segscan and segreduce must keep. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "bed.h"
#include "host/parallel.h"
#include "ops/segments.h"
#include "matrix.h"

enum { COUNT = 10007, MOST = 70001 };

static struct problem problem_of(const char *op, enum elem type, size_t size,
                                 const char *lengths, const char *mean,
                                 const char *more)
{
    const char *const settings[] = { lengths, mean, more };
    struct problem p;
    struct reason why = { "" };
    assert_int_equal(
        bed_problem(&p, op_find(op), type, size, settings, more ? 3 : 2, &why),
        STATUS_OK);
    return p;
}

static const char *const laws[] = { "lengths=geometric", "lengths=fixed",
                                    "lengths=power",     "lengths=one",
                                    "lengths=heads",     NULL };
static const size_t sizes[] = { 0, 1, 2, 31, 1000, COUNT, MOST };

/* From 0 to n, never less, as many as n and the mean say. */
static void covers(const struct problem *p, const uint64_t *at, size_t count)
{
    struct reason why = { "" };
    assert_int_equal(p->dim[1], count);
    assert_int_equal(p->in[1].count, count + 1);
    assert_int_equal(segments_validate(at, count, p->dim[0], &why), STATUS_OK);
}

static void offsets(void **state)
{
    static uint64_t one[MOST + 1], three[MOST + 1];
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (int k = 0; laws[k]; k++) {
            const size_t n = sizes[s];
            const struct problem p =
                problem_of("segreduce", ELEM_F32, n, laws[k], "mean=7", NULL);
            const size_t bytes = p.in[1].count * sizeof one[0];
            parallel_set_threads(1);
            assert_true(p.op->fill(&p, 1, one));
            parallel_set_threads(3);
            assert_true(p.op->fill(&p, 1, three));
            assert_memory_equal(one, three, bytes);
            assert_false(p.op->fill(&p, 0, three));
            covers(&p, one, k == 3 ? 1 : k == 4 ? n : n ? (n + 6) / 7 : 1);
        }
}

static void shapes(void **state)
{
    static uint64_t at[MOST + 1];
    struct problem p =
        problem_of("segreduce", ELEM_F32, 100, laws[1], "mean=30", NULL);
    (void)state;
    p.op->fill(&p, 1, at);
    assert_true(at[1] == 30 && at[2] == 60 && at[3] == 90 && at[4] == 100);
    p = problem_of("segreduce", ELEM_F32, 100, laws[1], "mean=30",
                   "segments=6");
    p.op->fill(&p, 1, at);
    assert_true(at[3] == 90 && at[4] == 100 && at[5] == 100 && at[6] == 100);
    p = problem_of("segreduce", ELEM_F32, 100, laws[1], "mean=30",
                   "segments=2");
    p.op->fill(&p, 1, at);
    assert_true(at[1] == 30 && at[2] == 100);
    p = problem_of("segreduce", ELEM_F32, 100, "lengths=empty", "mean=1",
                   NULL);
    p.op->fill(&p, 1, at);
    assert_true(p.dim[0] == 0 && p.dim[1] == 100 && at[100] == 0);
}

/* A seventh of lengths are 0, 1, 2, ... in turn less and less often; powers
 * have a longest one far from the mean. */
static void distributions(void **state)
{
    static uint64_t at[MOST + 1];
    size_t longest[3] = { 0 }, empty[3] = { 0 };
    (void)state;
    for (int k = 0; k < 3; k++) {
        const struct problem p =
            problem_of("segreduce", ELEM_F32, MOST, laws[k], "mean=7", NULL);
        p.op->fill(&p, 1, at);
        for (size_t s = 0; s < p.dim[1]; s++) {
            const size_t length = at[s + 1] - at[s];
            longest[k] = length > longest[k] ? length : longest[k];
            empty[k] += length == 0;
        }
    }
    assert_true(longest[1] == 7 && empty[1] == 0);
    /* of 10001: 1 - (1 - exp(-1/7)) 7 = 0.068 of them, and 7 ln 10001 = 64 */
    assert_in_range(empty[0], 500, 900);
    assert_in_range(longest[0], 45, 120);
    assert_true(longest[2] > 300);
}

static void seeds(void **state)
{
    static uint64_t a[MOST + 1], b[MOST + 1];
    struct problem p =
        problem_of("segreduce", ELEM_F32, COUNT, laws[0], "mean=7", NULL);
    (void)state;
    p.op->fill(&p, 1, a);
    p.seed++;
    p.op->fill(&p, 1, b);
    assert_memory_not_equal(a, b, p.in[1].count * sizeof a[0]);
}

/* A flag where, and only where, a segment with elements begins. */
static void flags(void **state)
{
    static uint64_t at[MOST + 1];
    static uint8_t flag[MOST + 1], want[MOST + 1];
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (int k = 0; laws[k]; k++) {
            const struct problem p = problem_of("segscan", ELEM_F32, sizes[s],
                                                laws[k], "mean=2", "by=flags");
            const struct problem q =
                problem_of("segscan", ELEM_F32, sizes[s], laws[k], "mean=2",
                           "by=offsets");
            memset(flag, 0x55, sizeof flag);
            memset(want, 0, sizeof want);
            p.op->fill(&p, 1, flag);
            q.op->fill(&q, 1, at);
            for (size_t i = 0; i < q.dim[1]; i++)
                if (at[i] < at[i + 1])
                    want[at[i]] = 1;
            assert_int_equal(p.in[1].type, ELEM_U8);
            assert_memory_equal(flag, want, sizes[s]);
            assert_int_equal(flag[sizes[s]], 0x55);
        }
}

static void finding_heads(void **state)
{
    static const uint64_t at[] = { 0, 0, 3, 3, 9, 20, 20 };
    uint8_t flag[20] = { 0 };
    const struct heads by_offsets = { .offsets = at, .count = 6 };
    const struct heads by_flags = { .flags = flag };
    (void)state;
    flag[3] = 1, flag[9] = 200;
    for (size_t i = 0; i < 20; i++) {
        const size_t want = i == 0 ? 0 : i <= 3 ? 3 : i <= 9 ? 9 : 20;
        assert_int_equal(heads_next(&by_offsets, i, 20), want);
        assert_int_equal(heads_next(&by_flags, i, 20), want);
    }
    assert_int_equal(segments_find(at, 6, 0), 0);
    assert_int_equal(segments_find(at, 6, 1), 2);
    assert_int_equal(segments_find(at, 6, 21), 7);
}

static void refuses(const uint64_t *at, const char *said)
{
    struct reason why = { "" };
    assert_int_equal(segments_validate(at, 3, 10, &why), STATUS_USAGE);
    assert_non_null(strstr(why.text, said));
}

static void refusals(void **state)
{
    static const uint64_t late[] = { 1, 2, 3, 10 }, back[] = { 0, 7, 5, 10 };
    static const uint64_t short_of[] = { 0, 2, 3, 9 };
    static const uint64_t past[] = { 0, 2, 3, 11 }, last[] = { 0, 2, 11, 10 };
    const char *const settings[] = { "lengths=one", "segments=2" };
    const char *const both[] = { "segments=3", "mean=2" };
    static const char *const crowded[] = { "segments=2073599",
                                           "segments=2073600" };
    static const char *const lengths[] = { "lengths=geometric",
                                           "lengths=fixed",
                                           "lengths=power",
                                           "lengths=one",
                                           "lengths=heads",
                                           "lengths=empty",
                                           NULL };
    struct reason why = { "" };
    struct problem p;
    (void)state;
    refuses(late, "offset 0 is 1");
    refuses(back, "offset 2 is 5, less than offset 1, which is 7");
    refuses(last, "offset 3 is 10, less than offset 2, which is 11");
    refuses(short_of, "offset 3 is 9");
    refuses(past, "offset 3 is 11");
    assert_int_equal(
        bed_problem(&p, op_find("segscan"), ELEM_I32, 9, settings, 2, &why),
        STATUS_USAGE);
    assert_non_null(strstr(why.text, "segments=2"));
    for (int k = 0; k < 2; k++) /* 1024 an element, and of 1024 elements */
        assert_int_equal(bed_problem(&p, op_find("segscan"), ELEM_I32, 1000,
                                     &crowded[k], 1, &why),
                         k ? STATUS_USAGE : STATUS_OK);
    for (int k = 0; lengths[k]; k++) {
        const char *const some[] = { lengths[k], "segments=2" };
        assert_int_equal(
            bed_problem(&p, op_find("segreduce"), ELEM_I32, 9, some, 2, &why),
            k < 3 ? STATUS_OK : STATUS_USAGE);
    }
    assert_int_equal(
        bed_problem(&p, op_find("segreduce"), ELEM_I32, 9, both, 2, &why),
        STATUS_USAGE);
    assert_non_null(strstr(why.text, "mean=2 and segments=3"));
}

/* --- right answers -------------------------------------------------------- */

static bool takes_at(const struct problem *p, double depth,
                     const void *const in[], const void *out)
{
    const void *const got[OP_ARRAYS] = { out };
    struct verdict v = { .ok = false };
    void *want = calloc(1, p->op->want_bytes(p) + 1);
    assert_non_null(want);
    p->op->oracle(p, in, want);
    p->op->check(p, &(struct promise){ .depth = depth }, want, got, &v);
    free(want);
    return v.ok;
}

static bool takes(const struct problem *p, const void *const in[],
                  const void *out)
{
    return takes_at(p, 0, in, out);
}

static void whole_numbers(int64_t *x)
{
    for (size_t i = 0; i < COUNT; i++)
        x[i] = (int64_t)(i * 7919 % 10007) - 5000;
}

/* One segment: a scan. */
static void one_segment(void **state)
{
    static int64_t x[COUNT], y[COUNT];
    static uint8_t flag[COUNT];
    const uint64_t at[] = { 0, COUNT };
    const void *const by_flags[OP_ARRAYS] = { x, flag };
    const void *const by_offsets[OP_ARRAYS] = { x, at };
    const struct problem scan = problem_of(
        "scan", ELEM_I64, COUNT, "operator=sum", "kind=inclusive", NULL);
    const struct problem f =
        problem_of("segscan", ELEM_I64, COUNT, laws[3], "mean=1", "by=flags");
    const struct problem o = problem_of("segscan", ELEM_I64, COUNT, laws[3],
                                        "mean=1", "by=offsets");
    (void)state;
    whole_numbers(x);
    for (size_t i = 0; i < COUNT; i++)
        y[i] = x[i] + (i ? y[i - 1] : 0);
    assert_true(takes(&scan, by_flags, y));
    assert_true(takes(&f, by_flags, y));
    assert_true(takes(&o, by_offsets, y));
    flag[77] = 1;
    assert_false(takes(&f, by_flags, y));
}

/* The last of each segment's sums is the segment's; exclusive is inclusive
 * less the element. */
static void last_is_sum(void **state)
{
    static int64_t x[COUNT], y[COUNT], before[COUNT], sum[COUNT + 1];
    static uint64_t at[COUNT + 1];
    const void *const in[OP_ARRAYS] = { x, at };
    const struct problem s = problem_of("segscan", ELEM_I64, COUNT, laws[0],
                                        "mean=3", "by=offsets");
    const char *const settings[] = { "mean=3", "by=offsets",
                                     "kind=exclusive" };
    const struct problem r =
        problem_of("segreduce", ELEM_I64, COUNT, laws[0], "mean=3", NULL);
    struct problem e;
    struct reason why;
    (void)state;
    assert_int_equal(bed_problem(&e, op_find("segscan"), ELEM_I64, COUNT,
                                 settings, 3, &why),
                     STATUS_OK);
    whole_numbers(x);
    s.op->fill(&s, 1, at);
    for (size_t k = 0; k < s.dim[1]; k++)
        for (size_t i = at[k]; i < at[k + 1]; i++) {
            before[i] = sum[k];
            y[i] = sum[k] += x[i];
        }
    for (int threads = 1; threads <= 5; threads++) {
        parallel_set_threads(threads);
        assert_true(takes(&s, in, y));
        assert_true(takes(&e, in, before));
        assert_true(takes(&r, in, sum));
    }
    sum[s.dim[1] - 1]++;
    assert_false(takes(&r, in, sum));
}

/* One segment's sum, minimum and maximum are those of reduce, which threads
 * cut as they like. */
static void as_reduce(void **state)
{
    static const char *const operators[] = { "operator=sum", "operator=min",
                                             "operator=max" };
    static double x[COUNT];
    const uint64_t at[] = { 0, COUNT };
    const void *const in[OP_ARRAYS] = { x, at };
    double value[3] = { 0, 1, -1 };
    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        x[i] = (double)((int64_t)(i * 7919 % 10007) - 5000) * 0x1p-20;
        value[0] += x[i];
        value[1] = x[i] < value[1] ? x[i] : value[1];
        value[2] = x[i] > value[2] ? x[i] : value[2];
    }
    for (int k = 0; k < 3; k++) {
        const struct problem p = problem_of("segreduce", ELEM_F64, COUNT,
                                            "lengths=one", operators[k], NULL);
        const struct problem q = problem_of("reduce", ELEM_F64, COUNT,
                                            operators[k], operators[k], NULL);
        const double off = value[k] + 0x1p-20;
        assert_true(takes(&p, in, &value[k]));
        assert_true(takes(&q, in, &value[k]));
        assert_false(takes(&p, in, &off));
    }
}

/* Whatever the variant's depth, two elements are one addition, and the first
 * of a segment none. */
static void own_bounds(void **state)
{
    static const float x[] = { 1e6f, 1e6f, 1e6f, 1, 1, 1 };
    static const uint8_t flag[] = { 1, 0, 0, 1, 0, 0 };
    static const uint64_t at[] = { 0, 3, 4, 6 };
    float y[] = { 1e6f, 2e6f, 3e6f, 1, 2, 3 }, sum[] = { 3e6f, 1, 2 };
    const void *const scanned[OP_ARRAYS] = { x, flag };
    const void *const reduced[OP_ARRAYS] = { x, at };
    const struct problem s =
        problem_of("segscan", ELEM_F32, 6, laws[0], "mean=3", NULL);
    const struct problem r =
        problem_of("segreduce", ELEM_F32, 6, laws[0], "mean=2", NULL);
    (void)state;
    assert_true(takes_at(&s, 1e6, scanned, y));
    assert_true(takes_at(&r, 1e6, reduced, sum));
    y[4] += 0x1p-21f; /* two units in the last place */
    assert_false(takes_at(&s, 1e6, scanned, y));
    y[4] = 2;
    y[3] += 0x1p-23f;
    assert_false(takes_at(&s, 1e6, scanned, y));
    sum[2] += 0x1p-21f;
    assert_false(takes_at(&r, 1e6, reduced, sum));
    sum[2] = 2;
    sum[1] += 0x1p-23f;
    assert_false(takes_at(&r, 1e6, reduced, sum));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offsets),       cmocka_unit_test(shapes),
        cmocka_unit_test(distributions), cmocka_unit_test(seeds),
        cmocka_unit_test(flags),         cmocka_unit_test(finding_heads),
        cmocka_unit_test(refusals),      cmocka_unit_test(one_segment),
        cmocka_unit_test(last_is_sum),   cmocka_unit_test(as_reduce),
        cmocka_unit_test(own_bounds),
    };
    parallel_set_threads(3);
    return cmocka_run_group_tests_name("segments", tests, NULL, NULL);
}
