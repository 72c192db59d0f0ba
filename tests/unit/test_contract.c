/* test_contract.c - what op.h promises, tried with an operation made for it. */
#include "fake.h"

#include "astray.h"
#include "matrix.h"
#include "verdict.h"

/* --- sift: the odd ones, and how many ------------------------------------- */

struct odd_ones {
    uint64_t count;
    int32_t kept[SIZE];
};

static enum status sift_shape(struct problem *p, struct reason *why)
{
    (void)why;
    p->in_count = 1;
    p->out_count = 2;
    p->in[0] =
        (struct array){ .name = "x", .type = ELEM_I32, .count = p->size };
    p->out[0] = (struct array){
        .name = "y", .type = ELEM_I32, .count = p->size, .length_in = OUTPUT(1)
    };
    p->out[1] = (struct array){ .name = "m", .type = ELEM_U64, .count = 1 };
    return STATUS_OK;
}

static size_t sift_bytes(const struct problem *p)
{
    (void)p;
    return sizeof(struct odd_ones);
}

static size_t sift(const int32_t *x, size_t n, int32_t *kept)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (x[i] & 1)
            kept[count++] = x[i];
    return count;
}

static void sift_oracle(const struct problem *p, const void *const in[],
                        void *want)
{
    struct odd_ones *odd = want;
    odd->count = sift(in[0], p->size, odd->kept);
}

static struct cost sift_cost(const struct problem *p, const void *want)
{
    const struct odd_ones *odd = want;
    return (struct cost){ .read = 4.0 * (double)p->size,
                          .written = 4.0 * (double)odd->count };
}

static int ascending(const void *a, const void *b)
{
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return x < y ? -1 : x > y;
}

static void sift_check(const struct problem *p, const struct promise *promise,
                       const void *want, const void *const got[],
                       struct verdict *v)
{
    static struct odd_ones sorted, seen;
    const struct odd_ones *odd = want;
    (void)p;
    verdict_clear(v);
    verdict_same(v, 1, ELEM_U64, 1, &odd->count, got[1]);
    if (!v->ok || !(promise->traits & UNORDERED)) {
        verdict_same(v, 0, ELEM_I32, odd->count, odd->kept, got[0]);
        return;
    }
    sorted = *odd;
    memcpy(seen.kept, got[0], odd->count * sizeof *seen.kept);
    qsort(sorted.kept, odd->count, sizeof *seen.kept, ascending);
    qsort(seen.kept, odd->count, sizeof *seen.kept, ascending);
    verdict_same(v, 0, ELEM_I32, odd->count, sorted.kept, seen.kept);
}

static const struct op op_sift = { .name = "sift",
                                   .types = TYPE(I32),
                                   .default_type = ELEM_I32,
                                   .params = no_params,
                                   .shape = sift_shape,
                                   .twin = no_twin,
                                   .want_bytes = sift_bytes,
                                   .oracle = sift_oracle,
                                   .cost = sift_cost,
                                   .check = sift_check };

static struct row sifted(enum status (*run)(struct job *), unsigned traits)
{
    const struct variant variant = { .name = "planted",
                                     .traits = traits,
                                     .run = run };
    return row_on(&op_sift, &variant, "normal");
}

/* --- lengths that the data decides ---------------------------------------- */

static uint64_t *length(const struct job *job)
{
    return job->out[1];
}

static enum status run_right(struct job *job)
{
    *length(job) = sift(job->in[0], job->problem->size, job->out[0]);
    return STATUS_OK;
}

static enum status run_scribbles(struct job *job)
{
    static int runs;
    run_right(job);
    memset((int32_t *)job->out[0] + *length(job), ++runs,
           (SIZE - *length(job)) * sizeof(int32_t));
    return STATUS_OK;
}

static enum status run_one_less(struct job *job)
{
    run_right(job);
    --*length(job);
    return STATUS_OK;
}

static enum status run_one_more(struct job *job)
{
    run_right(job);
    ++*length(job);
    return STATUS_OK;
}

static enum status run_more_than_fit(struct job *job)
{
    run_right(job);
    *length(job) = SIZE + 1;
    return STATUS_OK;
}

static enum status run_no_length(struct job *job)
{
    sift(job->in[0], job->problem->size, job->out[0]);
    return STATUS_OK;
}

static enum status run_past_capacity(struct job *job)
{
    write_astray((char *)job->out[0] + SIZE * sizeof(int32_t));
    return run_right(job);
}

static void lengths(void **state)
{
    static const struct variant right = { .name = "right", .run = run_right };
    (void)state;
    is_right(sifted(run_right, 0), 1);
    is_right(sifted(run_scribbles, 0), 1);
    is_right(row_on(&op_sift, &right, "constant"), 1); /* none is odd */
    is_no(sifted(run_one_less, 0), ROW_WRONG, "expected");
    is_no(sifted(run_one_more, 0), ROW_WRONG, "expected");
    is_no(sifted(run_more_than_fit, 0), ROW_WRONG,
          "says it wrote 1001 of y, where 1000 fit");
    is_no(sifted(run_no_length, 0), ROW_WRONG, "where 1000 fit");
    is_no(sifted(run_past_capacity, 0), ROW_WRONG, "wrote past y");
}

/* --- order ---------------------------------------------------------------- */

static void turn(int32_t *x, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        const int32_t kept = x[i];
        x[i] = x[n - 1 - i];
        x[n - 1 - i] = kept;
    }
}

static enum status run_backwards(struct job *job)
{
    run_right(job);
    turn(job->out[0], *length(job));
    return STATUS_OK;
}

static enum status run_any_order(struct job *job)
{
    static unsigned runs;
    return runs++ % 2 ? run_backwards(job) : run_right(job);
}

static enum status run_doubles(struct job *job)
{
    run_backwards(job);
    ((int32_t *)job->out[0])[0] = ((int32_t *)job->out[0])[1];
    return STATUS_OK;
}

static void order(void **state)
{
    (void)state;
    is_no(sifted(run_backwards, 0), ROW_WRONG, "expected");
    is_right(sifted(run_backwards, UNORDERED), 1);
    is_right(sifted(run_any_order, UNORDERED), 0);
    is_no(sifted(run_doubles, UNORDERED), ROW_WRONG, "expected");
    is_no(sifted(run_one_less, UNORDERED), ROW_WRONG, "expected");
}

/* --- what cannot run ------------------------------------------------------ */

static enum status run_never(struct job *job)
{
    (void)job;
    assert_true(false);
    return STATUS_OK;
}

static size_t no_scratch(const struct job *job)
{
    fail(job->why, STATUS_DEVICE, "the library asks for no sum");
    return SCRATCH_FAILED;
}

static void absence(void **state)
{
    const struct variant with_reason = { .name = "gone",
                                         .absent = "needs libsieve 2" };
    const struct variant without = { .name = "gone" };
    const struct variant failing = { .name = "failing",
                                     .scratch = no_scratch,
                                     .run = run_never };
    (void)state;
    is_no(row_on(&op_sift, &with_reason, "normal"), ROW_SKIPPED,
          "needs libsieve 2");
    is_no(row_on(&op_sift, &without, "normal"), ROW_SKIPPED,
          "this build lacks it");
    is_no(row_on(&op_sift, &failing, "normal"), ROW_FAILED,
          "the library asks for no sum");
}

/* A type that an operation or a variant does not name reaches no code. */
static void types(void **state)
{
    (void)state;
    for (size_t o = 0; ops[o]; o++)
        for (size_t b = 0; backends[b]; b++) {
            const struct variant *v = variants_of(ops[o], backends[b]);
            for (; v && v->name; v++) {
                struct variant other = *v;
                struct op op = op_sift;
                const unsigned takes = variant_types(ops[o], v);
                assert_true(takes && !(takes & ~ops[o]->types));
                op.default_type = ELEM_U8;
                other.types = takes & ~TYPE(U8);
                other.run = run_never;
                other.scratch = NULL;
                is_no(row_on(&op, &other, "normal"), ROW_SKIPPED,
                      "takes only");
            }
        }
}

/* --- what stands for a backend -------------------------------------------- */

/* What runs by default keeps nothing, and what keeps state stands beside it. */
static void defaults(void **state)
{
    (void)state;
    for (size_t o = 0; ops[o]; o++)
        for (size_t b = 0; backends[b]; b++) {
            const struct variant *table = variants_of(ops[o], backends[b]);
            size_t best = 0;
            for (const struct variant *v = table; v && v->name; v++) {
                best += v->best;
                assert_false(v->best && v->traits & KEEPS_STATE);
            }
            assert_int_equal(best, table != NULL);
        }
}

/* While samples are taken on new inputs, a plan's stay but for the first. */
static void plans(void **state)
{
    (void)state;
    for (size_t o = 0; ops[o]; o++)
        for (size_t b = 0; backends[b]; b++) {
            const struct variant *table = variants_of(ops[o], backends[b]);
            struct problem p;
            struct reason why = { "" };
            assert_int_equal(bed_problem(&p, ops[o], ops[o]->default_type, 100,
                                         NULL, 0, &why),
                             STATUS_OK);
            for (const struct variant *v = table; v && v->name; v++)
                if (v->traits & KEEPS_STATE)
                    assert_true(p.in_count == 1 || ops[o]->planned);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths),  cmocka_unit_test(order),
        cmocka_unit_test(absence),  cmocka_unit_test(types),
        cmocka_unit_test(defaults), cmocka_unit_test(plans),
    };
    targets_threads = 2;
    return cmocka_run_group_tests_name("contract", tests, open_targets,
                                       close_targets);
}
