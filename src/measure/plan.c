/* plan.c - from options to cases, with everything that can be known to fail
 * found before the first measurement. */
#include "measure/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/host.h"
#include "measure/choices.h"
#include "measure/input.h"
#include "measure/trial.h"
#include "options/params.h"
#include "matrix.h"

/* Default sizes stop where a case would take this share of memory. */
enum { DEFAULT_MEMORY_SHARE = 6 };

/* --- which variants ------------------------------------------------------ */

/* Of several ops each takes the parameters that it has. */
static void tell_lacks(const struct options *options, const struct op *op)
{
    for (int i = 0; i < options->param_count && !options->quiet; i++)
        if (!params_find(op, options->params[i]))
            fprintf(stderr, "compare: --param %s does not apply to --op %s\n",
                    options->params[i], op->name);
}

static enum status choose(struct plan *plan, int op_index,
                          const struct options *options, struct bench *bench,
                          int *count, struct reason *why)
{
    const struct op *op = options->ops[op_index];
    *count = choices_of(options, bench, op, NULL);
    if (!*count && options->op_count > 1) {
        fprintf(stderr,
                "compare: --op %s is left out: none of the chosen "
                "backends and variants has it here\n",
                op->name);
        return STATUS_OK;
    }
    if (!*count)
        return fail(why, STATUS_MISSING,
                    "--op %s: none of the chosen "
                    "backends has a chosen variant of it that can run here; "
                    "--list variants --op %s shows what there is",
                    op->name, op->name);
    struct choice *choices = calloc((size_t)*count, sizeof *choices);
    if (!choices)
        return fail(why, STATUS_MEMORY, "no memory for the plan");
    tell_lacks(options, op);
    choices_of(options, bench, op, choices);
    for (int i = 0; i < *count; i++)
        plan->seat_used[choices[i].seat] = true;
    plan->choices[op_index] = choices;
    return STATUS_OK;
}

/* --device alone asks for that GPU too. */
static enum status check_device(const struct bench *bench, struct reason *why)
{
    const struct seat *missing = NULL;
    for (int i = bench->count - 1; i >= 0; i--) {
        if (bench->seats[i].backend->scope != SCOPE_GPU)
            continue;
        if (!bench->seats[i].status)
            return STATUS_OK;
        missing = &bench->seats[i];
    }
    const char *text = missing ? missing->why.text : "no backend runs on it";
    return fail(why, STATUS_MISSING, "%s%.300s",
                strncmp(text, "--device", 8) ? "--device: " : "", text);
}

static enum status check_backends(const struct options *options,
                                  struct bench *bench, struct reason *why)
{
    for (int i = 0; i < options->backend_count; i++) {
        const struct seat *seat = bench_seat(bench, options->backends[i]);
        if (options->backends_named && seat->status)
            return fail(why, STATUS_MISSING, "--backend %s: %s",
                        seat->backend->name, seat->why.text);
    }
    return options->device_named ? check_device(bench, why) : STATUS_OK;
}

/* --- which problems ------------------------------------------------------ */

static enum status make_problem(struct problem *p,
                                const struct options *options,
                                const struct op *op, enum elem type,
                                size_t size, struct reason *why)
{
    memset(p, 0, sizeof *p);
    p->op = op;
    p->type = type;
    p->size = size;
    p->dist = options->dist;
    p->dist_argument = options->dist_argument;
    p->seed = options->seed;
    p->input_path = options->input_path;
    p->dim[0] = p->dim[1] = p->dim[2] = 1;
    enum status status =
        params_parse(op, options->params, options->param_count, p->param, why);
    if (!status)
        status = op->shape(p, why);
    if (!status && p->input_path)
        status = input_fits(p, why);
    return status;
}

/* On the host: its arrays, the results brought there to be checked, and the
 * right answer. What variants take for themselves is unknown here. */
static size_t host_bytes(const struct problem *p, bool pins)
{
    size_t bytes = (pins ? 2 : 1) * stage_bytes(p) + p->op->want_bytes(p);
    for (int i = 0; i < p->out_count; i++)
        bytes += p->out[i].count * elem_size(p->out[i].type);
    return bytes;
}

static bool has_room(const struct place *place, struct device *device,
                     size_t bytes, struct reason *why)
{
    struct device_facts facts;
    place->facts(device, &facts);
    if (bytes <= facts.memory_free)
        return true;
    fail(why, STATUS_MEMORY,
         "needs %.1f GB of memory; the %s has %.1f GB "
         "free",
         (double)bytes * 1e-9, place->name, (double)facts.memory_free * 1e-9);
    return false;
}

/* Where a case does not fit: found now, reported as failed rows. Inputs are
 * made and results checked on the host, wherever the row runs. */
static enum status find_room(struct plan *plan, struct bench *bench,
                             struct case_plan *c)
{
    bool pins = false;
    c->why = calloc(BENCH_SEATS, sizeof *c->why);
    if (!c->why)
        return STATUS_MEMORY;
    for (int i = 0; i < c->choice_count; i++)
        pins = pins || c->choices[i].pinned;
    for (int s = 0; s < bench->count; s++)
        if (plan->seat_used[s] &&
            has_room(&host_place, bench->host, host_bytes(&c->problem, pins),
                     &c->why[s]) &&
            bench->seats[s].device != bench->host)
            has_room(bench->seats[s].backend->place, bench->seats[s].device,
                     stage_bytes(&c->problem), &c->why[s]);
    return STATUS_OK;
}

static struct case_plan *grow(struct plan *plan)
{
    struct case_plan *more =
        realloc(plan->cases, (plan->count + 1) * sizeof *more);
    if (!more)
        return NULL;
    plan->cases = more;
    memset(&more[plan->count], 0, sizeof *more);
    return &more[plan->count++];
}

struct sizes {
    size_t list[MAX_SIZES];
    int count;
    bool preset; /* ours, not the user's: large ones may be left out */
};

static enum status sizes_for(const struct options *options,
                             const struct op *op, enum elem type,
                             struct sizes *sizes, struct reason *why)
{
    sizes->preset = false;
    if (options->size_count) {
        sizes->count = options->size_count;
        memcpy(sizes->list, options->sizes, sizeof options->sizes);
        return STATUS_OK;
    }
    if (options->input_path) {
        sizes->count = 1;
        return input_size(options, op, type, sizes->list, why);
    }
    sizes->preset = true;
    return sizes_parse(op->sizes, sizes->list, &sizes->count, why);
}

static enum status add_cases(struct plan *plan, const struct options *options,
                             struct bench *bench, int op_index, int choices,
                             enum elem type, struct reason *why)
{
    const struct op *op = options->ops[op_index];
    struct sizes sizes;
    struct device_facts host;
    host_place.facts(bench->host, &host);
    enum status status = sizes_for(options, op, type, &sizes, why);
    for (int i = 0; i < sizes.count && !status; i++) {
        struct problem p;
        status = make_problem(&p, options, op, type, sizes.list[i], why);
        if (status)
            break;
        if (sizes.preset &&
            stage_bytes(&p) > host.memory_free / DEFAULT_MEMORY_SHARE) {
            plan->without_room++;
            continue;
        }
        struct case_plan *c = grow(plan);
        if (!c)
            return fail(why, STATUS_MEMORY, "no memory for the plan");
        c->problem = p;
        c->choices = plan->choices[op_index];
        c->choice_count = choices;
        status = find_room(plan, bench, c);
    }
    return status;
}

static enum status check_any(const struct plan *plan,
                             const struct bench *bench, struct reason *why)
{
    struct device_facts host;
    if (plan->count)
        return STATUS_OK;
    if (!plan->without_room)
        return fail(why, STATUS_MISSING, "nothing is left to run");
    host_place.facts(bench->host, &host);
    return fail(why, STATUS_MEMORY,
                "no default size takes less than 1/%d of "
                "the %.3g GB of memory that are free: name one with --size",
                DEFAULT_MEMORY_SHARE, (double)host.memory_free * 1e-9);
}

/* What speed-ups are relative to must be among the rows. */
static enum status check_reference(const struct plan *plan,
                                   const struct options *options,
                                   const struct bench *bench,
                                   struct reason *why)
{
    if (!options->reference)
        return STATUS_OK;
    for (size_t i = 0; i < plan->count; i++)
        for (int k = 0; k < plan->cases[i].choice_count; k++) {
            const struct choice *c = &plan->cases[i].choices[k];
            char name[64];
            snprintf(name, sizeof name, "%.16s/%.40s",
                     bench->seats[c->seat].backend->name, c->variant->name);
            if (!strcmp(name, options->reference))
                return STATUS_OK;
        }
    return fail(why, STATUS_USAGE,
                "--reference %s is not among the rows: "
                "choose it with --variants too",
                options->reference);
}

enum status plan_make(struct plan *plan, const struct options *options,
                      struct bench *bench, struct reason *why)
{
    memset(plan, 0, sizeof *plan);
    enum status status = check_backends(options, bench, why);
    for (int o = 0; o < options->op_count && !status; o++) {
        const unsigned types = options_types(options, options->ops[o]);
        int choices = 0;
        if (!types)
            fprintf(stderr,
                    "compare: --op %s is left out: it has no type %s\n",
                    options->ops[o]->name, options->types);
        if (!types)
            continue;
        status = choose(plan, o, options, bench, &choices, why);
        for (int t = ELEM_NONE + 1; t < ELEM_COUNT && choices && !status; t++)
            if (types >> t & 1)
                status = add_cases(plan, options, bench, o, choices,
                                   (enum elem)t, why);
    }
    if (!status)
        status = check_any(plan, bench, why);
    return status ? status : check_reference(plan, options, bench, why);
}

void plan_free(struct plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        free(plan->cases[i].why);
    for (int i = 0; i < MAX_LIST; i++)
        free(plan->choices[i]);
    free(plan->cases);
    memset(plan, 0, sizeof *plan);
}

void plan_print(const struct plan *plan, const struct bench *bench, bool sweep)
{
    for (size_t i = 0; i < plan->count; i++) {
        const struct case_plan *c = &plan->cases[i];
        const struct problem *p = &c->problem;
        for (int k = 0; k < c->choice_count; k++) {
            const struct choice *choice = &c->choices[k];
            const char *no = c->why[choice->seat].text;
            struct row row;
            char name[96];
            trial_name(&row, p, &bench->seats[choice->seat], choice);
            row.sweep = sweep && row.threads;
            row_name(&row, name, sizeof name);
            printf("%s %s n=%zu %s%s%s\n", p->op->name, elem_name(p->type),
                   p->size, name, no[0] ? ": " : "", no);
        }
    }
}
