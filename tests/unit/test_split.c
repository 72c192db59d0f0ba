/* test_split.c - split undoes compact, and the flags that it is given. */
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "op.h"
#include "random.h"
#include "host/parallel.h"
#include "ops/compact.h"
#include "ops/split.h"

extern const struct op op_compact, op_split;
extern const struct variant reference_compact[], openmp_compact[];
extern const struct variant reference_split[], openmp_split[];

enum { MOST = 200003, ROOM = MOST * sizeof(double), FLAGS = 1 };

static const double keeps[] = { 0, 0.01, 0.1, 0.5, 0.9, 1 };

static struct problem problem_of(const struct op *op, enum elem type, size_t n,
                                 double keep, uint64_t seed)
{
    struct reason why;
    struct problem p = {
        .op = op, .type = type, .size = n, .dist = dists, .seed = seed
    };
    p.param[0].r = keep;
    assert_int_equal(op->shape(&p, &why), STATUS_OK);
    return p;
}

static void run(const struct variant *variant, const struct problem *p,
                const void *const in[], void *const out[])
{
    struct job job = { .problem = p, .variant = variant };
    memcpy(job.in, in, (size_t)p->in_count * sizeof *in);
    memcpy(job.out, out, (size_t)p->out_count * sizeof *out);
    job.scratch_bytes = variant->scratch ? variant->scratch(&job) : 0;
    job.scratch = aligned_alloc(256, (job.scratch_bytes / 256 + 1) * 256);
    assert_non_null(job.scratch);
    memset(job.scratch, 0x5A, job.scratch_bytes);
    assert_int_equal(variant->run(&job), STATUS_OK);
    free(job.scratch);
}

/* x, where the flag is set, zeros elsewhere; returns how many are set. */
static uint64_t mask(const struct problem *p, const char *x,
                     const uint8_t *flags, char *masked)
{
    const size_t size = elem_size(p->type);
    uint64_t set = 0;
    memset(masked, 0, p->size * size);
    for (size_t i = 0; i < p->size; i++)
        if (flags[i]) {
            memcpy(masked + i * size, x + i * size, size);
            set++;
        }
    return set;
}

static double value(enum elem type, const void *x)
{
    return type == ELEM_I32 ? *(const int32_t *)x : elem_double(type, x);
}

/* Any byte but 0 is a flag. */
static void flag(const struct problem *p, const char *x, uint8_t *flags)
{
    double t;
    compact_threshold(p, &t);
    for (size_t i = 0; i < p->size; i++)
        if (value(p->type, x + i * elem_size(p->type)) > value(p->type, &t))
            flags[i] = (uint8_t)(1 + i % UINT8_MAX);
        else
            flags[i] = 0;
}

/* By all ways to do the one, and the other. */
static void undo(enum elem type, size_t n, double keep)
{
    static const struct variant *const compacts[] = { reference_compact,
                                                      openmp_compact };
    static const struct variant *const splits[] = { reference_split,
                                                    openmp_split };
    static char x[ROOM], packed[ROOM], y[ROOM], masked[ROOM];
    static uint8_t flags[MOST];
    const struct problem p = problem_of(&op_compact, type, n, keep, n);
    const struct problem q = problem_of(&op_split, type, n, keep, n);
    uint64_t count, set;
    random_fill(&p, 0, x);
    flag(&p, x, flags);
    set = mask(&p, x, flags, masked);
    for (int c = 0; c < 2; c++)
        for (const struct variant *v = compacts[c]; v->name; v++) {
            memset(packed, 0x77, ROOM); /* what is behind those kept */
            run(v, &p, (const void *[]){ x }, (void *[]){ packed, &count });
            assert_int_equal(count, set);
            for (int s = 0; s < 2; s++)
                for (const struct variant *w = splits[s]; w->name; w++) {
                    memset(y, 0x33, ROOM);
                    run(w, &q, (const void *[]){ packed, flags },
                        (void *[]){ y });
                    assert_memory_equal(y, masked, n * elem_size(type));
                }
        }
}

static void undoes_compact(void **state)
{
    static const enum elem types[] = { ELEM_I32, ELEM_F32, ELEM_F64 };
    static const size_t sizes[] = { 0,    1,    2,     7,     16,    17,
                                    1000, 4097, 16411, 65536, 70001, MOST };
    (void)state;
    for (size_t t = 0; t < 3; t++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            for (size_t k = 0; k < sizeof keeps / sizeof *keeps; k++)
                undo(types[t], sizes[s], keeps[k]);
}

/* As many as there should be, to within five standard deviations, and the same
 * on any number of threads. */
static void flags_at_random(void **state)
{
    static uint8_t flags[MOST], again[MOST];
    (void)state;
    for (size_t k = 0; k < sizeof keeps / sizeof *keeps; k++) {
        const struct problem p =
            problem_of(&op_split, ELEM_I32, MOST, keeps[k], 5);
        double set = 0;
        assert_false(op_split.fill(&p, 0, flags));
        parallel_set_threads(1);
        assert_true(op_split.fill(&p, FLAGS, flags));
        parallel_set_threads(3);
        assert_true(op_split.fill(&p, FLAGS, again));
        assert_memory_equal(flags, again, MOST);
        for (size_t i = 0; i < MOST; i++) {
            assert_in_range(flags[i], 0, 1);
            set += flags[i];
        }
        assert_true(fabs(set / MOST - keeps[k]) <=
                    5 * sqrt(keeps[k] * (1 - keeps[k]) / MOST));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undoes_compact),
        cmocka_unit_test(flags_at_random),
    };
    return cmocka_run_group_tests_name("split", tests, NULL, NULL);
}
