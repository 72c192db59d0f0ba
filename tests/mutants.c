/* mutants.c - planted wrong implementations must be caught.
 *
 * Each runs as a row of its own through measure_case, exactly as ./compare
 * would: checked, timed, checked again. It must end as wrong and without a
 * speed, for every type and size on at least one of the seeds: an element
 * dropped that happens to be zero leaves the answer right.
 *
 *   mutants [OPERATION] */
#include <stdio.h>
#include <string.h>

#include "bed.h"
#include "flaws.h"
#include "mutants_vast.h"
#include "matrix.h"
#include "random.h"
#include "tap.h"
#include "host/host.h"
#include "measure/measure.h"
#include "options/params.h"

enum {
    SEEDS = 3,
    SIZES = 3, /* of an op, in which it has the flaws of all */
    MANY = 80  /* samples, of flaws that show seldom */
};

static const struct backend mutant_backend = { .name = "mutant",
                                               .summary = "planted errors",
                                               .scope = SCOPE_CORE,
                                               .place = &host_place };

struct patient {
    struct targets targets;
    int target;
    const struct op *op;
    const struct mutant *table; /* the op's own */
    const size_t *sizes;
    size_t tried, rows, caught;
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

/* What the row says against its fate; true when it was caught. */
static bool judge(struct patient *s, const struct problem *p,
                  const struct row *row, enum fate fate)
{
    const bool speed = row->sample_count || row->seconds.median > 0;
    s->rows++;
    if ((fate == FATE_WRONG && row->status == ROW_WRONG && !row->check_ok) ||
        (fate == FATE_FAILED && row->status == ROW_FAILED)) {
        if (speed || !row->reason[0])
            complain(s, p, "a row without a result has a speed, or no reason");
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
    else if (row->repeatable != (fate == FATE_UNEVEN ? 0 : 1) &&
             fate != FATE_UNSEEN)
        complain(s, p, "repeatable is not what it should be");
    return true;
}

/* As a row of its own; true when it was caught. */
static bool run_row(struct patient *s, const struct problem *p,
                    const struct variant *variant, enum fate fate, bool many)
{
    const struct choice choice = { .target = s->target, .variant = variant };
    const struct options options = { .hot = !many,
                                     .min_samples = many ? MANY : 3,
                                     .timeout = 1,
                                     .max_noise = 1,
                                     .warmup = 1,
                                     .seed = p->seed };
    struct reason no_room[MOST_TARGETS] = { { "" } };
    const struct case_plan plan = { .problem = *p,
                                    .starts = 1,
                                    .choices = &choice,
                                    .choice_count = 1,
                                    .why = no_room };
    struct record record = { 0 };
    bool caught = false;
    measure_case(&record, &s->targets, &plan, &options, NULL);
    if (record.row_count == 1)
        caught = judge(s, p, &record.rows[0], fate);
    else
        complain(s, p, "the case has no row");
    record_free(&record);
    return caught;
}

static void tell(struct patient *s, const char *flaw)
{
    tap_result(s->rows && !s->complaint[0],
               "%s: %s: %zu of %zu rows were caught", s->op->name, flaw,
               s->caught, s->rows);
    if (s->complaint[0])
        tap_note("%s", s->complaint);
    s->tried = s->rows = s->caught = 0;
    s->complaint[0] = 0;
}

/* --- flaws of one operation ----------------------------------------------- */

static void run_mutant(struct patient *s, const struct mutant *m,
                       enum elem type, size_t size)
{
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
    struct reason why = { "" };
    struct problem p;
    int count = 0;
    while (m->settings[count])
        count++;
    if (bed_problem(&p, s->op, type, size, m->settings, count, &why)) {
        complain(s, &p, why.text);
        return;
    }
    if (m->dist)
        p.dist = dist_find(m->dist, strlen(m->dist));
    bool caught = false;
    for (p.seed = 1; p.seed <= SEEDS && !caught; p.seed++)
        caught = run_row(s, &p, &variant, m->fate, false);
    if (!caught)
        complain(s, &p, "passed unnoticed on every seed");
}

static bool meets(const struct mutant *m, enum elem type, size_t size)
{
    return m->types >> type & 1 && size >= m->least &&
        (!m->most || size <= m->most);
}

static void run_mutants(struct patient *s, const struct mutant *table)
{
    for (const struct mutant *m = table; m->flaw; m++) {
        if (m->fate == FATE_UNSEEN)
            continue;
        for (int t = ELEM_NONE + 1; t < ELEM_COUNT; t++)
            for (int i = 0; s->op->types >> t & 1 && s->sizes[i]; i++)
                if (meets(m, (enum elem)t, s->sizes[i]))
                    run_mutant(s, m, (enum elem)t, s->sizes[i]);
        tell(s, m->flaw);
    }
}

/* --- flaws of all --------------------------------------------------------- */

static bool has_setting(const struct problem *p, const char *setting)
{
    const struct param *param = params_find(p->op, setting);
    char value[64];
    params_print(param, &p->param[param - p->op->params], value, sizeof value);
    return !strcmp(strchr(setting, '=') + 1, value);
}

/* Whether the op's own table says that the flaw is not seen there. */
static bool unseen(const struct patient *s, const struct problem *p,
                   const char *flaw)
{
    for (const struct mutant *m = s->table; m->flaw; m++) {
        bool same = m->fate == FATE_UNSEEN && !strcmp(m->flaw, flaw) &&
            meets(m, p->type, p->size);
        for (int i = 0; same && m->settings[i]; i++)
            same = has_setting(p, m->settings[i]);
        if (same)
            return true;
    }
    return false;
}

/* Whether array i is one that the flaw can be in. */
static bool in_part(const struct flaw *f, const struct problem *p, int i)
{
    const struct array *out = &p->out[i];
    bool in_place = false;
    for (int k = 0; k < p->out_count; k++)
        in_place = in_place || p->out[k].from == INPUT(i);
    if (f->part == IN_NONE)
        return i == 0;
    if (f->part == IN_INPUTS)
        return i < p->in_count && !in_place;
    return i < p->out_count && (!f->floats || elem_is_float(out->type)) &&
        (!f->pairs || out->count > 1) &&
        (f->part == IN_OUTPUTS || out->length_in);
}

/* Tried on other inputs until it does harm, where harm must be seen. */
static void run_flaw(struct patient *s, const struct flaw *f,
                     struct problem *p, int array)
{
    const struct variant *right =
        variant_best(variants_of(s->op, backend_find("reference")));
    struct variant planted = *right;
    const bool wrong = f->fate == FATE_WRONG || f->fate == FATE_FAILED;
    const enum fate fate = unseen(s, p, f->name) ? FATE_UNSEEN : f->fate;
    s->tried++;
    planted.name = "planted";
    planted.traits = f->traits;
    planted.scratch = flawed_scratch;
    planted.run = f->run;
    for (p->seed = 1; p->seed <= SEEDS; p->seed++) {
        const size_t rows = s->rows;
        flawed = (struct flawed){ .right = right, .array = array };
        const bool caught = run_row(s, p, &planted, fate, f->seldom);
        if (!caught && flawed.harm)
            complain(s, p, "passed unnoticed");
        if (!wrong || flawed.harm)
            return;
        s->rows = rows; /* there was nothing to catch */
    }
}

static void run_flaws_at(struct patient *s, const struct flaw *f,
                         enum elem type, size_t size, const char *setting)
{
    const struct variant *right =
        variant_best(variants_of(s->op, backend_find("reference")));
    struct reason why = { "" };
    struct problem p;
    if (bed_problem(&p, s->op, type, size, &setting, setting != NULL, &why) ||
        (right->refuses && right->refuses(&p)))
        return;
    for (int i = 0; i < OP_ARRAYS; i++)
        if (in_part(f, &p, i))
            run_flaw(s, f, &p, i);
}

/* Every type in a few sizes as it is preset, and in one size with every other
 * choice of one parameter. */
static void run_flaws_of_type(struct patient *s, const struct flaw *f,
                              enum elem type)
{
    char setting[64];
    for (int i = 0; i < SIZES && s->sizes[i]; i++)
        run_flaws_at(s, f, type, s->sizes[i], NULL);
    for (const struct param *p = s->op->params; p->name; p++)
        for (int i = 0; p->kind == PARAM_CHOICE && p->choices[i]; i++) {
            snprintf(setting, sizeof setting, "%s=%s", p->name, p->choices[i]);
            if (strcmp(p->choices[i], p->preset))
                run_flaws_at(s, f, type, s->sizes[0], setting);
        }
}

static void run_flaws(struct patient *s, const struct flaw *table)
{
    for (const struct flaw *f = table; f->name; f++) {
        for (int t = ELEM_NONE + 1; t < ELEM_COUNT && !f->seldom; t++)
            if (s->op->types >> t & 1)
                run_flaws_of_type(s, f, (enum elem)t);
        if (f->seldom)
            run_flaws_at(s, f, s->op->default_type, s->sizes[0], NULL);
        /* Some flaws can be in no array of some operations. */
        if (s->tried || f->part == IN_NONE)
            tell(s, f->name);
    }
}

/* One op's own, and what is wrong with any. */
static void run_op(struct patient *s, const struct op *op,
                   const struct mutant *table, const size_t sizes[])
{
    s->op = op;
    s->table = table;
    s->sizes = sizes;
    run_flaws(s, flaws);
    run_flaws(s, memory_flaws);
    run_mutants(s, table);
    if (op == &op_reduce)
        run_mutants(s, mutants_extrema);
    if (op == &op_scan)
        run_mutants(s, mutants_maxima);
    mutants_vast(op);
}

/* Of the operation that is named, of all if none is. */
int main(int argc, char **argv)
{
    static struct patient s;
    if (argc > 2 || (argc == 2 && !op_find(argv[1]))) {
        fprintf(stderr, "%s: %s\n", argv[argc - 1],
                argc > 2 ? "one word too many" : "there is no such operation");
        return 2;
    }
    bed_open(&s.targets, 0);
    s.target = s.targets.count++;
    s.targets.list[s.target] = (struct target){ .backend = &mutant_backend,
                                                .device = s.targets.host };
#define OPERATION(stem, ...)                                                  \
    if (argc < 2 || !strcmp(argv[1], op_##stem.name))                         \
        run_op(&s, &op_##stem, mutants_##stem, mutants_##stem##_sizes);
#include "matrix.def"
    bed_close(&s.targets);
    return tap_end();
}
