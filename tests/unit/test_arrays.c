/* test_arrays.c - as many inputs and outputs as op.h has room for, of several
 * types and lengths, one of them in place. */
#include "fake.h"

#include "astray.h"
#include "problem.h"
#include "verdict.h"

enum { IN_PLACE = 2, ITS_INPUT = 5 }; /* an output, and where it starts */

/* --- eight: inputs come out in reverse ------------------------------------ */

static int input_of(int output)
{
    return OP_ARRAYS - 1 - output;
}

static enum status shape(struct problem *p, struct reason *why)
{
    static const enum elem types[OP_ARRAYS] = { ELEM_I32, ELEM_F64, ELEM_U8,
                                                ELEM_U64, ELEM_F32, ELEM_U8,
                                                ELEM_I64, ELEM_U32 };
    static const char *const names[OP_ARRAYS] = { "a", "b", "c", "d",
                                                  "e", "f", "g", "h" };
    (void)why;
    p->in_count = p->out_count = OP_ARRAYS;
    for (int i = 0; i < OP_ARRAYS; i++)
        p->in[i] = (struct array){ .name = names[i],
                                   .type = types[i],
                                   .count = p->size + (size_t)i };
    for (int i = 0; i < OP_ARRAYS; i++)
        p->out[i] = p->in[input_of(i)];
    p->out[IN_PLACE].from = INPUT(ITS_INPUT);
    return STATUS_OK;
}

static size_t want_bytes(const struct problem *p)
{
    size_t bytes = 0;
    for (int i = 0; i < p->out_count; i++)
        bytes += array_bytes(&p->out[i]);
    return bytes;
}

/* What an output is: its input, each byte one more. */
static void make(const struct problem *p, int output, const void *in,
                 void *out)
{
    const unsigned char *x = in;
    unsigned char *y = out;
    for (size_t i = 0; i < array_bytes(&p->out[output]); i++)
        y[i] = (unsigned char)(x[i] + 1);
}

static void oracle(const struct problem *p, const void *const in[], void *want)
{
    char *at = want;
    for (int i = 0; i < p->out_count; i++) {
        make(p, i, in[input_of(i)], at);
        at += array_bytes(&p->out[i]);
    }
}

static struct cost cost(const struct problem *p, const void *want)
{
    const double bytes = (double)want_bytes(p);
    (void)want;
    return (struct cost){ .read = bytes, .written = bytes };
}

static void check(const struct problem *p, const struct promise *promise,
                  const void *want, const void *const got[], struct verdict *v)
{
    const char *at = want;
    (void)promise;
    verdict_clear(v);
    for (int i = 0; i < p->out_count; i++) {
        const size_t bytes = array_bytes(&p->out[i]);
        verdict_same(v, i, ELEM_U8, bytes, at, got[i]);
        at += bytes;
    }
}

static const struct op op_eight = { .name = "eight",
                                    .types = TYPE(I32),
                                    .default_type = ELEM_I32,
                                    .params = no_params,
                                    .shape = shape,
                                    .twin = no_twin,
                                    .want_bytes = want_bytes,
                                    .oracle = oracle,
                                    .cost = cost,
                                    .check = check };

/* --- variants ------------------------------------------------------------- */

static int which; /* array that something is wrong with */
static int runs;  /* of run_once */

static void run_some(struct job *job, int left_out)
{
    for (int i = 0; i < OP_ARRAYS; i++)
        if (i != left_out)
            make(job->problem, i, job->in[input_of(i)], job->out[i]);
}

static enum status run_right(struct job *job)
{
    assert_ptr_equal(job->in[ITS_INPUT], job->out[IN_PLACE]);
    run_some(job, -1);
    return STATUS_OK;
}

static enum status run_forgets(struct job *job)
{
    run_some(job, which);
    return STATUS_OK;
}

/* Its first run writes them all. */
static enum status run_once(struct job *job)
{
    run_some(job, runs++ ? which : -1);
    return STATUS_OK;
}

static enum status run_changes(struct job *job)
{
    char *x = (char *)(uintptr_t)job->in[which];
    run_some(job, -1);
    x[array_bytes(&job->problem->in[which]) - 1] ^= 1;
    return STATUS_OK;
}

static enum status run_past(struct job *job)
{
    run_some(job, -1);
    write_astray((char *)job->out[which] +
                 array_bytes(&job->problem->out[which]));
    return STATUS_OK;
}

static struct row row_of(enum status (*run)(struct job *))
{
    const struct variant variant = { .name = "planted", .run = run };
    return row_on(&op_eight, &variant, "normal");
}

static void right(void **state)
{
    (void)state;
    is_right(row_of(run_right), 1);
}

/* Each array on its own. What starts in place and is left alone holds its
 * input, which is not the answer. */
static void wrong(void **state)
{
    char text[64];
    (void)state;
    for (which = 0; which < OP_ARRAYS; which++) {
        is_no(row_of(run_forgets), ROW_WRONG, "expected");
        runs = 0;
        is_no(row_of(run_once), ROW_WRONG, "expected");
        is_no(row_of(run_past), ROW_WRONG, "wrote past");
        snprintf(text, sizeof text, "changed its input %c", 'a' + which);
        if (which != ITS_INPUT)
            is_no(row_of(run_changes), ROW_WRONG, text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right),
        cmocka_unit_test(wrong),
    };
    targets_threads = 2;
    return cmocka_run_group_tests_name("arrays", tests, open_targets,
                                       close_targets);
}
