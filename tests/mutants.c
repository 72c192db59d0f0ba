/* mutants.c - planted wrong implementations must be caught.
 *
 * Each runs as a row of its own through measure_case, exactly as ./compare
 * would: checked, timed, checked again. It must end as wrong and without a
 * speed, for every type and size on at least one of the seeds: an element
 * dropped that happens to be zero leaves the answer right. */
#include <stdio.h>
#include <string.h>

#include "bed.h"
#include "mutants.h"
#include "tap.h"
#include "host/host.h"
#include "measure/measure.h"

enum { SEEDS = 3 };

static const struct backend mutant_backend = { .name = "mutant",
                                               .summary = "planted errors",
                                               .scope = SCOPE_CORE,
                                               .place = &host_place };

struct patient {
    struct bench bench;
    int seat;
    const struct op *op;
    const struct mutant *mutant;
    size_t rows, caught;
    char complaint[512]; /* "": none */
};

static void complain(struct patient *s, const struct problem *p,
                     const char *what)
{
    char text[200];
    bed_describe(p, text, sizeof text);
    if (!s->complaint[0])
        snprintf(s->complaint, sizeof s->complaint, "%s: %.280s", text, what);
}

/* What the row says against the mutant's fate; true when it was caught. */
static bool judge(struct patient *s, const struct problem *p,
                  const struct row *row)
{
    const enum fate fate = s->mutant->fate;
    const bool speed = row->sample_count || row->seconds.median > 0;
    s->rows++;
    if ((fate == FATE_WRONG && row->status == ROW_WRONG && !row->check_ok) ||
        (fate == FATE_FAILED && row->status == ROW_FAILED)) {
        if (speed || !row->reason[0])
            complain(s, p,
                     "a row without a result has a speed, or no "
                     "reason");
        s->caught++;
        return true;
    }
    if (fate == FATE_WRONG || fate == FATE_FAILED) {
        if (row->status != ROW_OK)
            complain(s, p, row->reason);
        return false;
    }
    if (row->status != ROW_OK || !speed || !row->check_ok)
        complain(s, p, row->reason[0] ? row->reason : "no speed");
    else if (row->repeatable != (fate == FATE_RIGHT))
        complain(s, p, "repeatable is not what it should be");
    return true;
}

static bool run_row(struct patient *s, const struct problem *p)
{
    const struct mutant *m = s->mutant;
    const struct variant variant = {
        .name = "planted",
        .idea = "",
        .source = "",
        /* Of scratch that is as the last run left it. */
        .traits = m->traits | (m->scratch ? KEEPS_STATE : 0u),
        .scratch = m->scratch,
        .depth = m->depth,
        .run = m->run
    };
    const struct choice choice = { .seat = s->seat, .variant = &variant };
    const struct options options = { .hot = true,
                                     .min_samples = 3,
                                     .timeout = 1,
                                     .max_noise = 1,
                                     .warmup = 1,
                                     .seed = p->seed };
    struct reason no_room[BENCH_SEATS] = { { "" } };
    const struct case_plan plan = {
        .problem = *p, .choices = &choice, .choice_count = 1, .why = no_room
    };
    struct record record = { 0 };
    bool caught = false;
    measure_case(&record, &s->bench, &plan, &options, NULL);
    if (record.row_count == 1)
        caught = judge(s, p, &record.rows[0]);
    else
        complain(s, p, "the case has no row");
    record_free(&record);
    return caught;
}

static void run_case(struct patient *s, enum elem type, size_t size)
{
    struct reason why = { "" };
    struct problem p;
    int count = 0;
    while (s->mutant->settings[count])
        count++;
    if (bed_problem(&p, s->op, type, size, s->mutant->settings, count, &why)) {
        complain(s, &p, why.text);
        return;
    }
    if (s->mutant->dist)
        p.dist = dist_find(s->mutant->dist, strlen(s->mutant->dist));
    bool caught = false;
    for (p.seed = 1; p.seed <= SEEDS && !caught; p.seed++)
        caught = run_row(s, &p);
    if (!caught)
        complain(s, &p, "passed unnoticed on every seed");
}

static void run_mutants(struct patient *s, const struct op *op,
                        const struct mutant *table, const size_t sizes[])
{
    s->op = op;
    for (s->mutant = table; s->mutant->flaw; s->mutant++) {
        s->rows = s->caught = 0;
        s->complaint[0] = 0;
        const unsigned types = s->mutant->types & op->types;
        for (int t = ELEM_NONE + 1; t < ELEM_COUNT; t++)
            for (int i = 0; types >> t & 1 && sizes[i]; i++)
                if (sizes[i] >= s->mutant->least &&
                    (!s->mutant->most || sizes[i] <= s->mutant->most))
                    run_case(s, (enum elem)t, sizes[i]);
        tap_result(s->rows && !s->complaint[0],
                   "%s: %s: %zu of %zu rows were caught", op->name,
                   s->mutant->flaw, s->caught, s->rows);
        if (s->complaint[0])
            tap_note("%s", s->complaint);
    }
}

int main(void)
{
    static struct patient s;
    bed_open(&s.bench, 0);
    s.seat = s.bench.count++;
    s.bench.seats[s.seat] =
        (struct seat){ .backend = &mutant_backend, .device = s.bench.host };
#define OPERATION(stem, ...)                                                  \
    run_mutants(&s, &op_##stem, mutants_##stem, mutants_##stem##_sizes);
#include "matrix.def"
    run_mutants(&s, &op_reduce, mutants_extrema, mutants_reduce_sizes);
    run_mutants(&s, &op_scan, mutants_maxima, mutants_scan_sizes);
    bed_close(&s.bench);
    return tap_end();
}
