/* naming.c - rows by their names. */
#include "plan/naming.h"

#include <stdio.h>
#include <string.h>

#include "host/machine.h"
#include "options/params.h"
#include "random.h"

static bool is_preset(const struct param *param, const struct value *value)
{
    char text[24];
    params_print(param, value, text, sizeof text);
    return !strcmp(text, param->preset);
}

static void name_params(struct row *row, const struct problem *p)
{
    for (int i = 0; p->op->params[i].name; i++) {
        const struct param *param = &p->op->params[i];
        const int k = row->param_count;
        if ((param->follows_size && !p->param[i].i) ||
            (param->generates && p->file) ||
            (param->silent && is_preset(param, &p->param[i])))
            continue;
        snprintf(row->params[k].name, sizeof row->params[k].name, "%s",
                 param->name);
        params_print(param, &p->param[i], row->params[k].value,
                     sizeof row->params[k].value);
        row->param_count++;
    }
}

static const char *transfers_text(const struct choice *choice)
{
    if (choice->transfers == TRANSFERS_NONE)
        return "";
    if (choice->transfers == TRANSFERS_IN)
        return choice->pinned ? "in pinned" : "in pageable";
    return choice->pinned ? "both pinned" : "both pageable";
}

/* The CPU threads that a backend may use, 0 for a GPU's. */
static int threads_of(enum scope scope)
{
    return scope == SCOPE_CORES ? machine_threads() : scope == SCOPE_CORE;
}

void name_row(struct row *row, const struct problem *p,
              const struct target *target, const struct choice *choice)
{
    const struct variant *variant = choice->variant;
    memset(row, 0, sizeof *row);
#define NAME(field, text) snprintf(row->field, sizeof row->field, "%s", text)
    NAME(op, p->op->name);
    NAME(backend, target->backend->name);
    NAME(variant, variant->name);
    NAME(type, elem_name(p->type));
    NAME(ladder, variant->ladder ? variant->ladder : "");
    NAME(transfers, transfers_text(choice));
    NAME(device, scope_name(target->backend->scope));
    if (p->input_path)
        NAME(dist, "file");
    else if (p->dist->takes_argument)
        snprintf(row->dist, sizeof row->dist, "%s:%.10g", p->dist->name,
                 p->dist_argument);
    else
        NAME(dist, p->dist->name);
    NAME(headline, headline_name(p->op->headline));
    NAME(item, p->op->item ? p->op->item : "items");
    name_params(row, p);
#undef NAME
    row->step = variant->step;
    row->published_share =
        choice->transfers == TRANSFERS_NONE ? variant->published : 0;
    row->best = variant->best;
    row->traits = variant->traits;
    row->n = p->size;
    row->threads = threads_of(target->backend->scope);
    row->first_bad = -1;
    row->repeatable = -1;
}
