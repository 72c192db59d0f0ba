/* mutants_vast.c - results that are wrong beyond 2^31 elements alone must be
 * caught too, on machines that have no room for so many.
 *
 * All elements are 0: memory that was never written, of which the system keeps
 * one page, whatever its length. So is the right answer of sort; that of
 * histogram is the oracle's. A result is right, or wrong in one place, and goes
 * to the check of the op. */
#include "mutants_vast.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "bed.h"
#include "tap.h"

enum { MOST_ARRAYS = 2 * OP_ARRAYS + 1 };

static const size_t beyond = (size_t)1 << 31;

struct vast {
    const struct op *op;
    struct problem problem;
    const void *in[OP_ARRAYS];
    void *want, *out[OP_ARRAYS];
    struct {
        void *at;
        size_t bytes;
    } array[MOST_ARRAYS];
    int arrays;
};

struct vast_flaw {
    const struct op *op;
    const char *flaw;
    bool right;
    enum elem type;
    size_t size;
    const char *settings[2]; /* NULL ends */
    unsigned traits;
    void (*spoil)(const struct vast *);
};

/* --- results -------------------------------------------------------------- */

static void leave(const struct vast *v)
{
    (void)v;
}

/* As of a key whose place is in 31 bits. */
static void wrong_key(const struct vast *v)
{
    ((uint32_t *)v->out[0])[beyond + 1] = 1;
}

static void wrong_last_key(const struct vast *v)
{
    ((uint32_t *)v->out[0])[v->problem.size - 1] = 1;
}

static void wrong_value(const struct vast *v)
{
    ((uint32_t *)v->out[1])[beyond] = 1;
}

/* The counter of zeros, which all samples are, as the oracle has it. */
static uint64_t right_count(const struct vast *v)
{
    return v->problem.size;
}

static void count(const struct vast *v, uint64_t samples)
{
    if (v->problem.out[0].type == ELEM_U64)
        *(uint64_t *)v->out[0] = samples;
    else
        *(uint32_t *)v->out[0] = (uint32_t)samples;
}

static void count_all(const struct vast *v)
{
    count(v, right_count(v));
}

static void count_up_to(const struct vast *v)
{
    count(v, beyond);
}

static void count_in_31_bits(const struct vast *v)
{
    count(v, right_count(v) % beyond);
}

static void count_in_32_bits(const struct vast *v)
{
    count(v, (uint32_t)right_count(v));
}

#define SORTED &op_sort
#define KEYS ELEM_U32, (1u << 31) + 5
#define COUNTED &op_histogram
#define BYTES ELEM_U8, (1u << 31) + 5
#define MORE_BYTES ELEM_U8, ((size_t)1 << 32) + 5
#define RIGHT true
#define WRONG false

static const struct vast_flaw flaws_beyond[] = {
    { SORTED, "right beyond 2^31", RIGHT, KEYS, .spoil = leave },
    { SORTED, "wrong beyond 2^31", WRONG, KEYS, .spoil = wrong_key },
    { SORTED, "the last wrong beyond 2^31", WRONG, KEYS,
      .spoil = wrong_last_key },
    { SORTED, "unstable, wrong beyond 2^31", WRONG, KEYS, .traits = UNSTABLE,
      .spoil = wrong_key },
    { SORTED,
      "a value wrong beyond 2^31",
      WRONG,
      KEYS,
      { "value=32" },
      .spoil = wrong_value },
    { COUNTED, "right beyond 2^31", RIGHT, BYTES, .spoil = count_all },
    { COUNTED, "samples beyond 2^31 left out", WRONG, BYTES,
      .spoil = count_up_to },
    { COUNTED, "counters of 31 bits", WRONG, BYTES,
      .spoil = count_in_31_bits },
    { COUNTED, "right beyond 2^32", RIGHT, MORE_BYTES, .spoil = count_all },
    { COUNTED, "counters of 32 bits", WRONG, MORE_BYTES,
      .spoil = count_in_32_bits },
    { 0 }
};

/* --- arrays --------------------------------------------------------------- */

/* Zeros that take no room until they are written; NULL: not to be had. */
static void *zeros(struct vast *v, size_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
#ifdef MADV_HUGEPAGE
    madvise(at, bytes,
            MADV_HUGEPAGE); /* a few thousand faults, not millions */
#endif
    v->array[v->arrays].at = at;
    v->array[v->arrays++].bytes = bytes;
    return at;
}

static void vast_free(struct vast *v)
{
    while (v->arrays-- > 0)
        munmap(v->array[v->arrays].at, v->array[v->arrays].bytes);
}

/* The answer that is all zeros is not made, as that would write it. */
static bool vast_open(struct vast *v, const struct vast_flaw *f)
{
    const struct problem *p = &v->problem;
    bool there = (v->want = zeros(v, v->op->want_bytes(p))) != NULL;
    for (int i = 0; i < p->in_count; i++)
        there = there &&
            (v->in[i] = zeros(v, p->in[i].count * elem_size(p->in[i].type)));
    for (int i = 0; i < p->out_count; i++)
        there = there &&
            (v->out[i] =
                 zeros(v, p->out[i].count * elem_size(p->out[i].type)));
    if (there && f->op == &op_histogram)
        v->op->oracle(p, v->in, v->want);
    return there;
}

static void try_flaw(const struct vast_flaw *f)
{
    struct vast v = { .op = f->op };
    struct reason why = { "" };
    struct verdict verdict;
    char name[160];
    snprintf(name, sizeof name, "%s: %s", f->op->name, f->flaw);
    if (bed_problem(&v.problem, f->op, f->type, f->size, f->settings,
                    f->settings[0] != NULL, &why))
        tap_result(false, "%s: %s", name, why.text);
    else if (!vast_open(&v, f))
        tap_skip(name, "there are no addresses for so many elements");
    else {
        const struct promise promise = { .traits = f->traits };
        f->spoil(&v);
        v.op->check(&v.problem, &promise, v.want, (const void *const *)v.out,
                    &verdict);
        tap_result(verdict.ok == f->right, "%s: %s", name,
                   f->right ? "passes" : "is caught");
    }
    vast_free(&v);
}

void mutants_vast(const struct op *op)
{
    for (const struct vast_flaw *f = flaws_beyond; f->op; f++)
        if (f->op == op)
            try_flaw(f);
}
