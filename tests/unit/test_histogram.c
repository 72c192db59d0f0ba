/* test_histogram.c - the rule of bins, by every variant, at every edge. */
#include "on_targets.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "matrix.h"
#include "problem.h"
#include "random.h"
#include "ops/histogram.h"

/* --- i32 ------------------------------------------------------------------ */

static int32_t sample(uint64_t d)
{
    return (int32_t)(uint32_t)d;
}

/* floor(d bins / range) at both sides of all edges of some bins, which leaves
 * no d between that could be wrong: the quotient never decreases. */
static void divides(uint32_t bins, uint64_t range, size_t *inexact)
{
    struct histogram_rule r = { .bins = bins };
    const uint32_t step = bins / 5000 + 1;
    histogram_divide(&r, range);
    assert_in_range(r.whole.shift, 0, 63);
    *inexact += r.whole.inexact;
    for (uint64_t b = 0; b<bins; b += b> 2000 ? step : 1) {
        const uint64_t edge = (b * range + bins - 1) / bins;
        for (uint64_t d = edge - (edge > 0); d <= edge && d < range; d++)
            assert_int_equal(histogram_bin_i32(&r, sample(d)),
                             d * bins / range);
    }
    assert_int_equal(histogram_bin_i32(&r, sample(range - 1)),
                     (range - 1) * bins / range);
    if (range >> 32 == 0)
        assert_int_equal(histogram_bin_i32(&r, sample(range)), bins);
}

static void all_divisions(void **state)
{
    static const uint32_t bins[] = { 32,    33,      255,     256,
                                     1000,  4096,    65535,   65537,
                                     99991, 1 << 18, 1000003, 1 << 20 };
    uint64_t seed = 7;
    size_t inexact = 0, all = 0;
    (void)state;
    for (size_t b = 0; b < sizeof bins / sizeof *bins; b++)
        for (int k = 0; k <= 32; k++)
            for (int kind = 0; kind < 4; kind++) {
                const uint64_t two = UINT64_C(1) << k;
                const uint64_t range = kind == 0 ? two
                    : kind == 1                  ? two - (two > 1)
                    : kind == 2                  ? two + (two >> 32 == 0)
                                : random_next(&seed) % two + 1;
                divides(bins[b], range, &inexact);
                all++;
            }
    /* Both ways are taken. */
    assert_in_range(inexact, all / 20, all / 2);
}

/* --- f32 ------------------------------------------------------------------ */

static const struct {
    const char *bins, *low, *high;
} reals[] = { { "bins=256", "low=0", "high=1" },
              { "bins=1000", "low=0", "high=1" },
              { "bins=35", "low=0", "high=3" },
              { "bins=997", "low=-0.1", "high=0.7" },
              { "bins=65537", "low=-1", "high=1" },
              { "bins=4096", "low=1000000", "high=1000001" },
              { "bins=1000003", "low=-3e37", "high=1e38" },
              { "bins=33", "low=1e-40", "high=1e-36" },
              { "bins=2^20", "low=0.1", "high=0.3" } };

static struct problem problem_of(enum elem type, size_t n, const char *bins,
                                 const char *low, const char *high)
{
    const char *settings[] = { bins, low, high };
    struct reason why = { "" };
    struct problem p;
    assert_int_equal(bed_problem(&p, op_find("histogram"), type, n, settings,
                                 low ? 3 : bins != NULL, &why),
                     STATUS_OK);
    return p;
}

/* The rule as it is said: long double holds differences and products of two
 * f32 exactly where their exponents are near, so that each is rounded once. */
static uint32_t said(const struct histogram_rule *r, float x)
{
    if (!(x >= r->real.low && x < r->real.high))
        return r->bins;
    const float from = (float)((long double)x - (long double)r->real.low);
    const float at = (float)((long double)from * (long double)r->real.scale);
    const long double bin = floorl((long double)at);
    return bin < (long double)r->bins ? (uint32_t)bin : r->bins - 1;
}

/* The first number of the range that is in bin b or behind it. */
static float first_in(const struct histogram_rule *r, uint32_t b)
{
    float below = r->real.low, above = r->real.high;
    if (said(r, below) >= b)
        return below;
    while (nextafterf(below, INFINITY) < above) {
        float middle = below / 2 + above / 2;
        if (middle <= below || middle >= above)
            middle = nextafterf(below, INFINITY);
        if (said(r, middle) >= b)
            above = middle;
        else
            below = middle;
    }
    return above;
}

enum { SPECIALS = 10 };

/* Both sides of every edge, and what is no ordinary number. */
static size_t edges_of(const struct histogram_rule *r, float *x)
{
    const float special[SPECIALS] = { NAN,    -NAN,    INFINITY, -INFINITY,
                                      -0.f,   FLT_MAX, -FLT_MAX, FLT_MIN,
                                      1e-45f, -1e-45f };
    size_t n = 0;
    for (uint32_t b = 0; b <= r->bins;
         b += 1 + (b > 3000) * (r->bins / 3000)) {
        const float edge = b < r->bins ? first_in(r, b) : r->real.high;
        x[n++] = nextafterf(edge, -INFINITY);
        x[n++] = edge;
        x[n++] = nextafterf(edge, INFINITY);
    }
    memcpy(x + n, special, sizeof special);
    return n + SPECIALS;
}

/* --- variants ------------------------------------------------------------- */

static void *room(const struct target *t, size_t bytes)
{
    void *memory = NULL;
    assert_int_equal(
        t->backend->place->alloc(t->device, bytes + 1, &memory, NULL),
        STATUS_OK);
    return memory;
}

static void copy(const struct target *t, void *to, const void *from,
                 size_t bytes, enum direction way)
{
    if (bytes)
        assert_int_equal(
            t->backend->place->copy(t->device, to, from, bytes, way, NULL),
            STATUS_OK);
}

static void run_variant(const struct target *t, const struct problem *p,
                        const struct variant *variant, const void *x,
                        void *got)
{
    const struct place *place = t->backend->place;
    struct reason why = { "" };
    struct job job = {
        .problem = p, .variant = variant, .device = t->device, .why = &why
    };
    const size_t bytes = array_bytes(&p->out[0]);
    void *in = room(t, array_bytes(&p->in[0])), *out = room(t, bytes);
    job.in[0] = in;
    job.out[0] = out;
    copy(t, in, x, array_bytes(&p->in[0]), TO_DEVICE);
    job.scratch_bytes = variant->scratch ? variant->scratch(&job) : 0;
    job.scratch = room(t, job.scratch_bytes);
    place->set(t->device, job.scratch, 0xa5, job.scratch_bytes, NULL);
    place->set(t->device, out, 0xa5, bytes, NULL);
    assert_int_equal(variant->run(&job), STATUS_OK);
    copy(t, got, out, bytes, FROM_DEVICE);
    place->release(t->device, job.scratch);
    place->release(t->device, in);
    place->release(t->device, out);
}

/* All variants on all backends that are here. */
static void run_all(const struct problem *p, const void *x, const void *want)
{
    uint32_t *got = calloc(p->out[0].count, sizeof(uint64_t));
    size_t runs = 0;
    for (int i = 0; i < targets.count; i++) {
        const struct target *t = &targets.list[i];
        const struct variant *v = variants_of(p->op, t->backend);
        for (; v && v->name && !t->status; v++) {
            struct verdict verdict;
            if (!v->run || (v->refuses && v->refuses(p)))
                continue;
            run_variant(t, p, v, x, got);
            p->op->check(p, &(struct promise){ 0 }, want,
                         (const void *const[]){ got }, &verdict);
            if (!verdict.ok)
                print_error("%s/%s, bin %zu: %s\n", t->backend->name, v->name,
                            verdict.first_bad, verdict.text);
            assert_true(verdict.ok);
            runs++;
        }
    }
    assert_true(runs >= 4);
    free(got);
}

static void real_edges(void **state)
{
    static float x[3 * (2 * 3002 + 1) + SPECIALS];
    (void)state;
    for (size_t k = 0; k < sizeof reals / sizeof *reals; k++) {
        struct problem p = problem_of(ELEM_F32, 1, reals[k].bins, reals[k].low,
                                      reals[k].high);
        const struct histogram_rule r = histogram_rule(&p);
        const size_t n = edges_of(&r, x);
        const void *in[] = { x };
        uint64_t *counts = calloc(r.bins + 1, sizeof *counts);
        uint64_t *want = calloc(1, p.op->want_bytes(&p));
        p = problem_of(ELEM_F32, n, reals[k].bins, reals[k].low,
                       reals[k].high);
        for (size_t i = 0; i < n; i++)
            counts[said(&r, x[i])]++;
        p.op->oracle(&p, in, want);
        assert_memory_equal(counts, want, r.bins * sizeof *counts);
        run_all(&p, x, want);
        free(counts);
        free(want);
    }
}

/* Where rounding takes the last number below high to `bins`. */
static void last_bin(void **state)
{
    const struct problem p =
        problem_of(ELEM_F32, 1, "bins=35", "low=0", "high=3");
    const struct histogram_rule r = histogram_rule(&p);
    const float last = nextafterf(3, 0);
    (void)state;
    assert_true((last - r.real.low) * r.real.scale == 35);
    assert_int_equal(histogram_bin_f32(&r, last), 34);
    assert_int_equal(histogram_bin_f32(&r, 3), 35);
}

/* --- u8 ------------------------------------------------------------------- */

/* Kinds: all values, at random; one; seven; two that are far apart, in runs. */
static void fill(uint8_t *x, size_t n, int kind)
{
    uint64_t seed = 5;
    for (size_t i = 0; i < n; i++)
        x[i] = (uint8_t)(kind == 0       ? random_next(&seed) >> 56
                             : kind == 1 ? 255
                             : kind == 2 ? i % 7 * 37
                                         : i / 64 % 2 * 128 + 63);
}

/* Enough for three threads to count without tables, where they can, and around
 * what is counted at a time. */
static void many_bytes(void **state)
{
    enum { LEAST = 3 * 32 * 1024, MOST = 1000003 };
    static const size_t lengths[] = { LEAST - 64,   LEAST,
                                      LEAST + 1,    LEAST + 3 * 4096,
                                      LEAST + 4159, 2 * LEAST + 5 * 64,
                                      MOST };
    static uint8_t x[MOST];
    (void)state;
    for (int kind = 0; kind < 4; kind++)
        for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
            const struct problem p =
                problem_of(ELEM_U8, lengths[k], NULL, NULL, NULL);
            const void *in[] = { x };
            uint64_t *want = calloc(1, p.op->want_bytes(&p));
            fill(x, lengths[k], kind);
            p.op->oracle(&p, in, want);
            run_all(&p, x, want);
            free(want);
        }
}

/* --- shapes --------------------------------------------------------------- */

static const char *refused(enum elem type, size_t n, const char *bins,
                           const char *low, const char *high)
{
    static struct reason why;
    const char *settings[] = { bins, low, high };
    struct problem p;
    why.text[0] = 0;
    assert_int_equal(
        bed_problem(&p, op_find("histogram"), type, n, settings, 3, &why),
        STATUS_USAGE);
    return why.text;
}

static void shapes(void **state)
{
    struct problem p = problem_of(ELEM_U8, UINT32_MAX, NULL, NULL, NULL);
    (void)state;
    assert_int_equal(p.out[0].type, ELEM_U32);
    assert_int_equal(p.out[0].count, 256);
    p = problem_of(ELEM_U8, (size_t)UINT32_MAX + 1, NULL, NULL, NULL);
    assert_int_equal(p.out[0].type, ELEM_U64);
    const struct cost cost = p.op->cost(&p, NULL);
    assert_true(cost.read == 0x1p32 && cost.written == 2048);
    assert_non_null(strstr(refused(ELEM_U8, 9, "bins=128", "low=0", "high=0"),
                           "u8 has 256"));
    assert_non_null(
        strstr(refused(ELEM_U8, 9, "bins=256", "low=0", "high=9"), "u8"));
    assert_non_null(
        strstr(refused(ELEM_I32, 9, "bins=32", "low=3", "high=3"), "below"));
    assert_non_null(
        strstr(refused(ELEM_I32, 9, "bins=32", "low=0.5", "high=3"), "whole"));
    assert_non_null(strstr(
        refused(ELEM_I32, 9, "bins=32", "low=0", "high=2147483649"), "2^31"));
    assert_non_null(strstr(
        refused(ELEM_F32, 9, "bins=32", "low=-3e38", "high=3e38"), "f32"));
    assert_non_null(
        strstr(refused(ELEM_F32, 9, "bins=32", "low=0", "high=1e-45"), "f32"));
    assert_non_null(strstr(
        refused(ELEM_F32, 9, "bins=32", "low=1", "high=1.00000001"), "f32"));
    assert_non_null(strstr(
        refused(ELEM_F32, SIZE_MAX, "bins=32", "low=0", "high=1"), "memory"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_divisions), cmocka_unit_test(real_edges),
        cmocka_unit_test(last_bin),      cmocka_unit_test(many_bytes),
        cmocka_unit_test(shapes),
    };
    targets_threads = 3;
    return cmocka_run_group_tests_name("histogram", tests, open_targets,
                                       close_targets);
}
