/* plan.c - from options to cases, with everything that can be known to fail
 * found before the first measurement. */
#include "plan/plan.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options/params.h"
#include "plan/input.h"
#include "plan/naming.h"

/* For the user; lost when there is no memory for it. */
__attribute__((format(printf, 2, 3))) static void remark(struct plan *plan,
                                                         const char *format,
                                                         ...)
{
    va_list arguments;
    char text[256];
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    char **more =
        realloc(plan->remarks, (plan->remark_count + 1) * sizeof *more);
    if (!more)
        return;
    plan->remarks = more;
    more[plan->remark_count] = strdup(text);
    plan->remark_count += more[plan->remark_count] != NULL;
}

/* --- what was asked for --------------------------------------------------- */

/* --device alone asks for that GPU too. */
static enum status check_device(const struct targets *targets,
                                struct reason *why)
{
    const struct target *missing = NULL;
    for (int i = targets->count - 1; i >= 0; i--) {
        if (!targets->list[i].backend->numbered)
            continue;
        if (!targets->list[i].status)
            return STATUS_OK;
        missing = &targets->list[i];
    }
    const char *text = missing ? missing->why.text : "no backend runs on it";
    return fail(why, STATUS_MISSING, "%s%.300s",
                strncmp(text, "--device", 8) ? "--device: " : "", text);
}

static enum status check_backends(const struct options *options,
                                  struct targets *targets, struct reason *why)
{
    for (int i = 0; i < options->backend_count; i++) {
        const struct target *target = target_of(targets, options->backends[i]);
        if (options->backends_named && target->status)
            return fail(why, STATUS_MISSING, "--backend %s: %s",
                        target->backend->name, target->why.text);
    }
    return options->device_named ? check_device(targets, why) : STATUS_OK;
}

/* What speed-ups are relative to must be among the rows. */
static enum status check_reference(const struct plan *plan,
                                   const struct options *options,
                                   const struct targets *targets,
                                   struct reason *why)
{
    if (!options->reference)
        return STATUS_OK;
    for (size_t i = 0; i < plan->cases.count; i++)
        for (int k = 0; k < plan->cases.list[i].choice_count; k++) {
            const struct choice *c = &plan->cases.list[i].choices[k];
            char name[64];
            snprintf(name, sizeof name, "%.16s/%.40s",
                     targets->list[c->target].backend->name, c->variant->name);
            if (!strcmp(name, options->reference))
                return STATUS_OK;
        }
    for (int i = 0; i < targets->count; i++) {
        const struct target *target = &targets->list[i];
        const size_t length = strlen(target->backend->name);
        if (target->status && options->reference[length] == '/' &&
            !strncmp(options->reference, target->backend->name, length))
            return fail(why, STATUS_MISSING, "--reference %s: %.300s",
                        options->reference, target->why.text);
    }
    return fail(why, STATUS_USAGE,
                "--reference %s is not among the rows: "
                "choose it with --variants too",
                options->reference);
}

/* One image, of something. */
static enum status check_image(const struct plan *plan,
                               const struct options *options,
                               struct reason *why)
{
    const char *path = options->image_path;
    if (!path)
        return STATUS_OK;
    for (int i = 0; i < options->op_count; i++)
        if (!options->ops[i]->image)
            return fail(why, STATUS_USAGE,
                        "--image %.100s: the output of %s is no image", path,
                        options->ops[i]->name);
    if (plan->cases.count != 1)
        return fail(why, STATUS_USAGE,
                    "--image %.100s is one image, and there are %zu cases: "
                    "expected one --size, or an --input that is an image",
                    path, plan->cases.count);
    return plan->cases.list[0].problem.out[0].count
        ? STATUS_OK
        : fail(why, STATUS_USAGE, "--image %.100s: it has no pixels", path);
}

/* --- one op --------------------------------------------------------------- */

/* Of several ops each takes the parameters that it has. */
static void remark_lacks(struct plan *plan, const struct options *options,
                         const struct op *op)
{
    for (int i = 0; i < options->param_count; i++)
        if (!params_find(op, options->params[i]))
            remark(plan, "compare: --param %s does not apply to --op %s",
                   options->params[i], op->name);
}

/* Writes the choices of an op to the kind; none of several ops' is a
 * remark. */
static enum status choose(struct plan *plan, int op_index,
                          const struct options *options,
                          struct targets *targets, struct case_kind *kind,
                          struct reason *why)
{
    const struct op *op = kind->op;
    const int count = choices_of(options, targets, op, NULL);
    if (!count && options->op_count > 1) {
        remark(plan,
               "compare: --op %s is left out: none of the chosen "
               "backends and variants has it here",
               op->name);
        return STATUS_OK;
    }
    const struct variant *variant;
    const struct target *missing =
        count ? NULL : choices_missing(options, targets, op, &variant);
    if (missing)
        return fail(why, STATUS_MISSING,
                    "--op %s: none of the chosen variants can run here: "
                    "%s/%s: %.300s",
                    op->name, missing->backend->name, variant->name,
                    missing->why.text);
    if (!count)
        return fail(why, STATUS_MISSING,
                    "--op %s: none of the chosen "
                    "backends has a chosen variant of it that can run here; "
                    "--list variants --op %s shows what there is",
                    op->name, op->name);
    struct choice *choices = calloc((size_t)count, sizeof *choices);
    if (!choices)
        return fail(why, STATUS_MEMORY, "no memory for the plan");
    remark_lacks(plan, options, op);
    choices_of(options, targets, op, choices);
    for (int i = 0; i < count; i++)
        plan->target_used[choices[i].target] = true;
    kind->choices = plan->choices[op_index] = choices;
    kind->choice_count = count;
    return STATUS_OK;
}

/* Once an op, whatever the types: what they make of it is fill()'s part. */
static enum status read_file(struct plan *plan, int op_index,
                             const struct options *options,
                             struct case_kind *kind, struct reason *why)
{
    const struct op *op = kind->op;
    struct reason inner = { "" };
    if (!options->input_path || !op->read)
        return STATUS_OK;
    enum status status = input_regular(options->input_path, why);
    if (status)
        return status;
    status = op->read(options->input_path, &kind->file, &inner);
    if (status)
        return fail(why, status, "--input %.100s: %.200s", options->input_path,
                    inner.text);
    plan->files[op_index] = kind->file;
    plan->ops[op_index] = op;
    return STATUS_OK;
}

static enum status add_op(struct plan *plan, int op_index,
                          const struct options *options,
                          struct targets *targets, struct reason *why)
{
    struct case_kind kind = { .op = options->ops[op_index] };
    const unsigned types = options_types(options, kind.op);
    if (!types) {
        remark(plan, "compare: --op %s is left out: it has no type %s",
               kind.op->name, options->types);
        return STATUS_OK;
    }
    enum status status = choose(plan, op_index, options, targets, &kind, why);
    if (status || !kind.choice_count)
        return status;
    status = read_file(plan, op_index, options, &kind, why);
    for (int t = ELEM_NONE + 1; t < ELEM_COUNT && !status; t++) {
        kind.type = (enum elem)t;
        if (types >> t & 1)
            status = cases_add(&plan->cases, &kind, options, targets, why);
    }
    return status;
}

/* --- all of it ------------------------------------------------------------ */

enum status plan_make(struct plan *plan, const struct options *options,
                      struct targets *targets, struct reason *why)
{
    memset(plan, 0, sizeof *plan);
    enum status status = check_backends(options, targets, why);
    for (int o = 0; o < options->op_count && !status; o++)
        status = add_op(plan, o, options, targets, why);
    if (!status)
        status = cases_check(&plan->cases, targets, why);
    if (!status)
        status = check_image(plan, options, why);
    return status ? status : check_reference(plan, options, targets, why);
}

void plan_free(struct plan *plan)
{
    cases_free(&plan->cases);
    for (int i = 0; i < MAX_LIST; i++) {
        free(plan->choices[i]);
        if (plan->files[i])
            plan->ops[i]->forget(plan->files[i]);
    }
    for (size_t i = 0; i < plan->remark_count; i++)
        free(plan->remarks[i]);
    free(plan->remarks);
    memset(plan, 0, sizeof *plan);
}

/* A row of the case; of a sweep, by so many threads. */
static void print_row(const struct case_plan *c, const struct target *target,
                      const struct choice *choice, int threads)
{
    const struct problem *p = &c->problem;
    const char *no = c->why[choice->target].text;
    struct row row;
    char name[96];
    name_row(&row, p, target, choice);
    row.sweep = threads > 0;
    row.threads = threads > 0 ? threads : row.threads;
    row_name(&row, name, sizeof name);
    printf("%s %s n=%zu %s%s%s\n", p->op->name, elem_name(p->type), p->size,
           name, no[0] ? ": " : "", no);
}

void plan_print(const struct plan *plan, const struct targets *targets,
                const struct options *options)
{
    for (size_t i = 0; i < plan->cases.count; i++) {
        const struct case_plan *c = &plan->cases.list[i];
        for (int k = 0; k < c->choice_count; k++) {
            const struct choice *choice = &c->choices[k];
            const struct target *target = &targets->list[choice->target];
            if (options->thread_count < 2 ||
                target->backend->scope != SCOPE_CORES)
                print_row(c, target, choice, 0);
            else
                for (int t = 0; t < options->thread_count; t++)
                    print_row(c, target, choice, options->threads[t]);
        }
    }
}
