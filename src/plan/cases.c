/* cases.c - problems shaped, and found to fit where they shall run. */
#include "plan/cases.h"

#include <stdlib.h>
#include <string.h>

#include "host/host.h"
#include "options/params.h"
#include "plan/input.h"
#include "problem.h"
#include "random.h"
#include "record/starts.h"

/* Default sizes stop where a case would take this share of memory. */
enum { DEFAULT_MEMORY_SHARE = 6 };
/* Bytes of arrays from which a case is large. */
static const size_t LARGE = (size_t)256 << 20;

static enum status make_problem(struct problem *p,
                                const struct case_kind *kind,
                                const struct options *options, size_t size,
                                struct reason *why)
{
    memset(p, 0, sizeof *p);
    p->op = kind->op;
    p->type = kind->type;
    p->file = kind->file;
    p->size = size;
    p->dist = options->dist;
    p->dist_argument = options->dist_argument;
    p->seed = options->seed;
    p->input_path = options->input_path;
    p->dim[0] = p->dim[1] = p->dim[2] = 1;
    enum status status = params_parse(p->op, options->params,
                                      options->param_count, p->param, why);
    if (!status)
        status = problem_shape(p, why);
    if (!status)
        status = random_fits(p, why);
    if (!status && p->input_path && !p->file)
        status = input_fits(p, why);
    return status;
}

/* On the host: its arrays, results brought there from elsewhere to be checked,
 * and the right answer. What variants take for themselves is unknown here. */
static size_t host_bytes(const struct problem *p, bool away, bool pins)
{
    size_t bytes = (pins ? 2 : 1) * problem_bytes(p) + p->op->want_bytes(p);
    for (int i = 0; away && i < p->out_count; i++)
        bytes += array_bytes(&p->out[i]);
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
static enum status find_room(struct case_plan *c, struct targets *targets,
                             struct reason *why)
{
    bool away = false, pins = false;
    c->why = calloc(MOST_TARGETS, sizeof *c->why);
    if (!c->why)
        return fail(why, STATUS_MEMORY, "no memory for the plan");
    for (int i = 0; i < c->choice_count; i++) {
        away |= targets->list[c->choices[i].target].device != targets->host;
        pins |= c->choices[i].pinned;
    }
    for (int i = 0; i < c->choice_count; i++) {
        const int at = c->choices[i].target;
        struct target *target = &targets->list[at];
        struct reason *no = &c->why[at];
        if (i && c->choices[i - 1].target == at)
            continue;
        if (has_room(&host_place, targets->host,
                     host_bytes(&c->problem, away, pins), no) &&
            target->device != targets->host)
            has_room(target->backend->place, target->device,
                     problem_bytes(&c->problem), no);
    }
    return STATUS_OK;
}

/* A start makes the arrays anew. */
static int starts_of(const struct problem *p, const struct options *options)
{
    return problem_bytes(p) > LARGE && options->starts > STARTS_LEAST
        ? STARTS_LEAST
        : options->starts;
}

static struct case_plan *grow(struct cases *cases)
{
    struct case_plan *more =
        realloc(cases->list, (cases->count + 1) * sizeof *more);
    if (!more)
        return NULL;
    cases->list = more;
    memset(&more[cases->count], 0, sizeof *more);
    return &more[cases->count++];
}

struct sizes {
    size_t list[MAX_SIZES];
    int count;
    bool preset; /* ours, not the user's: large ones may be left out */
};

/* A file in a format of the op's own says itself how large it is. */
static enum status sizes_for(const struct case_kind *kind,
                             const struct options *options,
                             struct sizes *sizes, struct reason *why)
{
    const struct op *op = kind->op;
    sizes->preset = false;
    if (kind->file && options->size_count)
        return fail(why, STATUS_USAGE,
                    "--size does not go with --input of --op %s: the file "
                    "says how large it is",
                    op->name);
    if (options->size_count) {
        sizes->count = options->size_count;
        memcpy(sizes->list, options->sizes, sizeof options->sizes);
        return STATUS_OK;
    }
    if (options->input_path) {
        sizes->count = 1;
        sizes->list[0] = 0;
        if (kind->file)
            return STATUS_OK;
        return input_size(options, op, kind->type, sizes->list, why);
    }
    sizes->preset = true;
    return sizes_parse(op->sizes, sizes->list, &sizes->count, why);
}

/* Whether all that a size says was given otherwise: then each is the same. */
static bool same_extents(const struct problem *a, const struct problem *b)
{
    bool same = a->in_count == b->in_count && a->out_count == b->out_count &&
        !memcmp(a->dim, b->dim, sizeof a->dim);
    for (int i = 0; same && i < a->in_count; i++)
        same = a->in[i].count == b->in[i].count;
    for (int i = 0; same && i < a->out_count; i++)
        same = a->out[i].count == b->out[i].count;
    return same;
}

/* The last case is one of this kind, and of no other extents. */
static bool repeats_last(const struct cases *cases,
                         const struct case_kind *kind, const struct problem *p)
{
    if (!cases->count)
        return false;
    const struct case_plan *last = cases->list + cases->count - 1;
    return last->choices == kind->choices && last->problem.type == p->type &&
        last->problem.size != p->size && same_extents(&last->problem, p);
}

/* A case of the size; none when it is a default size and too large, or says
 * nothing. */
static enum status add_case(struct cases *cases, const struct case_kind *kind,
                            const struct options *options,
                            struct targets *targets, size_t size, bool preset,
                            struct reason *why)
{
    struct problem p;
    struct device_facts host;
    enum status status = make_problem(&p, kind, options, size, why);
    if (status)
        return status;
    if (repeats_last(cases, kind, &p))
        return preset
            ? STATUS_OK
            : fail(why, STATUS_USAGE,
                   "--size %zu is the same case of --op %s as --size %zu: "
                   "--param gives its extents; expected one --size",
                   size, p.op->name,
                   cases->list[cases->count - 1].problem.size);
    host_place.facts(targets->host, &host);
    if (preset &&
        problem_bytes(&p) > host.memory_free / DEFAULT_MEMORY_SHARE) {
        cases->without_room++;
        return STATUS_OK;
    }
    struct case_plan *c = grow(cases);
    if (!c)
        return fail(why, STATUS_MEMORY, "no memory for the plan");
    c->problem = p;
    c->starts = starts_of(&p, options);
    c->choices = kind->choices;
    c->choice_count = kind->choice_count;
    status = find_room(c, targets, why);
    if (!status && p.input_path && !p.file &&
        problem_bytes(&p) <= host.memory_free)
        status = input_valid(&c->problem, why);
    return status;
}

bool case_of_size(const struct case_plan *c, size_t size, struct problem *p)
{
    const struct param *params = c->problem.op->params;
    struct reason why;
    *p = c->problem;
    p->size = size;
    p->input_path = NULL;
    p->file = NULL;
    for (int i = 0; params && params[i].name; i++)
        if (params[i].follows_size)
            p->param[i].i = 0;
    return !problem_shape(p, &why);
}

static bool is_end(const char *setting)
{
    char *unit;
    const double value = strtod(strchr(setting, '=') + 1, &unit);
    return value <= 0 || value >= (*unit == '%' ? 100 : 1);
}

/* What is said of generated inputs says nothing of a file's. An op that has a
 * format of its own refuses it itself, for of raw files it may say lengths. */
static enum status check_generates(const struct case_kind *kind,
                                   const struct options *options,
                                   struct reason *why)
{
    const struct op *op = kind->op;
    if (!options->input_path || op->read)
        return STATUS_OK;
    for (int i = 0; i < options->param_count; i++) {
        const struct param *param = params_find(op, options->params[i]);
        if (param && param->generates &&
            !(param->ends_hold && is_end(options->params[i])))
            return fail(why, STATUS_USAGE,
                        "--param %.60s: says nothing with --input: it is of "
                        "generated inputs of --op %s",
                        options->params[i], op->name);
    }
    return STATUS_OK;
}

enum status cases_add(struct cases *cases, const struct case_kind *kind,
                      const struct options *options, struct targets *targets,
                      struct reason *why)
{
    struct sizes sizes;
    enum status status = check_generates(kind, options, why);
    if (!status)
        status = sizes_for(kind, options, &sizes, why);
    for (int i = 0; !status && i < sizes.count; i++)
        status = add_case(cases, kind, options, targets, sizes.list[i],
                          sizes.preset, why);
    return status;
}

enum status cases_check(const struct cases *cases, struct targets *targets,
                        struct reason *why)
{
    struct device_facts host;
    if (cases->count)
        return STATUS_OK;
    if (!cases->without_room)
        return fail(why, STATUS_MISSING, "nothing is left to run");
    host_place.facts(targets->host, &host);
    return fail(why, STATUS_MEMORY,
                "no default size takes less than 1/%d of "
                "the %.3g GB of memory that are free: name one with --size",
                DEFAULT_MEMORY_SHARE, (double)host.memory_free * 1e-9);
}

void cases_free(struct cases *cases)
{
    for (size_t i = 0; i < cases->count; i++)
        free(cases->list[i].why);
    free(cases->list);
    *cases = (struct cases){ 0 };
}
