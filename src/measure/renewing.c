/* renewing.c - samples of short cold runs, each round on inputs of its own.
 *
 * A CPU's branch predictor learns inputs of some thousand elements by heart:
 * quicksort took 9 us for the same thousand keys again and again, and 28 us
 * for others. Cold is what the first run on an input takes. */
#include <math.h>
#include <string.h>

#include "measure/rounds.h"
#include "problem.h"
#include "random.h"

enum {
    SMALL = 1 << 20, /* bytes of all arrays, at most */
    TRIES = 8        /* seeds, until one has a right answer, and is other */
};
static const double FEW = 1e6; /* FLOPs: right answers take some ms at most */

/* As an answer or, of a later start, the one before it told. */
static double flops_of(const struct rounds *r)
{
    double flops = r->dataset.cost.flops;
    for (int i = 0; i < r->count; i++)
        flops = fmax(flops, r->trials[i].row.flops);
    return flops;
}

static bool is_short(const struct rounds *r)
{
    const struct problem *p = &r->dataset.problem;
    return !r->options->hot && p->in_count && !p->input_path &&
        p->in[0].count <= TRIAL_LEARNT && problem_bytes(p) <= SMALL &&
        flops_of(r) <= FEW;
}

static bool remake(struct rounds *r, uint64_t seed)
{
    struct reason why = { "" };
    return !dataset_remake(&r->dataset, seed, &why);
}

static void tell(struct rounds *r, bool renews)
{
    r->renews = renews;
    for (int i = 0; i < r->count; i++) {
        struct trial *trial = &r->trials[i];
        trial->row.renewed = renews && (!trial->before || trial->row.renewed);
    }
}

bool rounds_come_home(struct rounds *r)
{
    struct reason why = { "" };
    if (r->dataset.own ||
        !dataset_remake(&r->dataset, r->dataset.problem.seed, &why))
        return true;
    rounds_fail(r, why.text);
    return false;
}

/* Some have no right answer: a NaN, or indices that are there twice. */
bool rounds_renew(struct rounds *r)
{
    for (int i = 0; i < TRIES && r->renews; i++)
        if (remake(r, random_next(&r->inputs)))
            return true;
    tell(r, false);
    return rounds_come_home(r);
}

void rounds_begin_renewing(struct rounds *r)
{
    const size_t bytes = sizeof r->dataset.digest;
    uint64_t own[OP_ARRAYS];
    bool other = false;
    memcpy(own, r->dataset.digest, bytes);
    for (int i = 0; i < TRIES && !other && is_short(r); i++) {
        other = remake(r, random_next(&r->inputs)) &&
            memcmp(own, r->dataset.digest, bytes) != 0;
        if (!rounds_come_home(r))
            return;
    }
    tell(r, other);
}
