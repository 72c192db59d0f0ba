/* renewing.c - samples of short cold runs, each round on an input of its own.
 *
 * A CPU's branch predictor learns inputs of some thousand elements by heart:
 * quicksort took 9 us for the same thousand keys again and again, and 28 us
 * for others. Cold is what the first run on an input takes. */
#include <stdio.h>

#include "measure/rounds.h"
#include "problem.h"
#include "random.h"

enum {
    LEARNT = 1 << 14, /* elements of the first input, at most, */
    SMALL = 1 << 20   /* and bytes of all arrays */
};
static const double FEW = 1e6; /* FLOPs: each right answer takes about 1 ms */

static bool is_short(struct rounds *r, struct reason *why)
{
    const struct problem *p = &r->dataset.problem;
    return !r->options->hot && p->in_count && !p->input_path &&
        p->in[0].count <= LEARNT && problem_bytes(p) <= SMALL &&
        !dataset_answer(&r->dataset, why) && r->dataset.cost.flops <= FEW;
}

static bool remake(struct rounds *r, uint64_t seed)
{
    struct reason why = { "" };
    if (!dataset_remake(&r->dataset, seed, &why))
        return true;
    rounds_fail(r, why.text);
    return false;
}

bool rounds_renew(struct rounds *r)
{
    return !r->renews || remake(r, random_next(&r->random));
}

bool rounds_come_home(struct rounds *r)
{
    return r->dataset.own || remake(r, r->dataset.problem.seed);
}

void rounds_begin_renewing(struct rounds *r)
{
    const uint64_t digest = r->dataset.digest[0];
    struct reason why = { "" };
    r->renews = is_short(r, &why);
    r->renews = rounds_renew(r) && r->dataset.digest[0] != digest;
    for (int i = 0; i < r->count; i++)
        r->trials[i].row.renewed = r->renews;
    rounds_come_home(r);
}
