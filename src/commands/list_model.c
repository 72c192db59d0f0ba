/* list_model.c - what there is, as JSON: the one model behind both forms of
 * --list. Names of keys are fixed: add, never rename. */
#include <string.h>
#include "base/json_write.h"
#include "commands/list.h"
#include "plan/targets.h"
#include "report/report_row.h"
#include "matrix.h"

enum { MAX_GPUS = 64 };

/* --- the tables ----------------------------------------------------------- */

static json_t *types_model(unsigned types)
{
    json_t *list = json_array();

    for (int t = ELEM_NONE + 1; t < ELEM_COUNT; t++)
        if (types >> t & 1)
            json_array_append_new(list, json_string(elem_name((enum elem)t)));
    return list;
}

static void add_range(json_t *row, const struct param *p)
{
    json_t *choices = json_array();

    switch (p->kind) {
    case PARAM_CHOICE:
        for (size_t i = 0; p->choices[i]; i++)
            json_array_append_new(choices, json_string(p->choices[i]));
        json_object_set(row, "choices", choices);
        break;
    case PARAM_INT:
        json_object_set_new(row, "low", json_integer((json_int_t)p->low));
        json_object_set_new(row, "high", json_integer((json_int_t)p->high));
        break;
    case PARAM_REAL:
        json_object_set_new(row, "low", json_real(p->low));
        json_object_set_new(row, "high", json_real(p->high));
        break;
    case PARAM_SHARE:
        json_object_set_new(row, "low", json_real(0));
        json_object_set_new(row, "high", json_real(1));
        break;
    }
    json_decref(choices);
}

static void add_params(json_t *list, const struct op *op)
{
    static const char *const kinds[] = { "choice", "int", "real", "share" };

    for (const struct param *p = op->params; p->name; p++) {
        json_t *row = json_pack("{ss, ss, ss, ss, ss}", "op", op->name, "name",
                                p->name, "kind", kinds[p->kind], "default",
                                p->preset, "help", p->help);

        add_range(row, p);
        json_array_append_new(list, row);
    }
}

/* The TYPE() bits of an op that are asked for: all, without --type. */
static unsigned types_asked(const struct options *options, const struct op *op)
{
    return options->types ? options_types(options, op) : op->types;
}

/* One of --op's that has a type of --type's. */
static bool chosen(const struct options *options, const struct op *op)
{
    bool found = options->op_count == 0;

    for (int i = 0; i < options->op_count; i++)
        found |= options->ops[i] == op;
    return found && types_asked(options, op);
}

static json_t *list_params(const struct options *options)
{
    json_t *list = json_array();

    for (size_t i = 0; ops[i]; i++)
        if (chosen(options, ops[i]))
            add_params(list, ops[i]);
    return list;
}

static json_t *list_ops(const struct options *options)
{
    json_t *list = json_array();

    for (size_t i = 0; ops[i]; i++) {
        json_t *params = json_array();

        add_params(params, ops[i]);
        if (chosen(options, ops[i]))
            json_array_append_new(
                list,
                json_pack("{ss, ss, so, ss, ss, sO}", "name", ops[i]->name,
                          "summary", ops[i]->summary, "types",
                          types_model(ops[i]->types), "headline",
                          headline_name(ops[i]->headline), "item",
                          ops[i]->item ? ops[i]->item : "items", "params",
                          params));
        json_decref(params);
    }
    return list;
}

static json_t *list_types(const struct options *options)
{
    json_t *list = json_array();
    unsigned types = 0;

    for (size_t i = 0; ops[i]; i++)
        if (chosen(options, ops[i]))
            types |= types_asked(options, ops[i]);
    for (int t = ELEM_NONE + 1; t < ELEM_COUNT; t++)
        if (types >> t & 1)
            json_array_append_new(
                list,
                json_pack("{ss, si, sb}", "name", elem_name((enum elem)t),
                          "bytes", (int)elem_size((enum elem)t), "float",
                          (int)elem_is_float((enum elem)t)));
    return list;
}

static json_t *list_dists(void)
{
    json_t *list = json_array();

    for (const struct dist *d = dists; d->name; d++)
        json_array_append_new(
            list,
            json_pack("{ss, ss, so}", "name", d->name, "summary", d->summary,
                      "default",
                      d->takes_argument ? json_real(d->preset) : json_null()));
    return list;
}

/* --- what this machine can run -------------------------------------------- */

static json_t *list_backends(const struct options *options,
                             struct targets *targets)
{
    json_t *list = json_array();

    for (int i = 0; i < options->backend_count; i++) {
        const struct backend *b = options->backends[i];
        const struct target *target = target_of(targets, b);

        json_array_append_new(
            list,
            json_pack("{ss, ss, sb, ss}", "name", b->name, "summary",
                      b->summary, "available", !target->status, "reason",
                      target->status ? target->why.text : ""));
    }
    return list;
}

static json_t *variant_model(const struct op *op, const struct target *target,
                             const struct variant *v)
{
    const char *absent = variant_absent(v);
    const char *reason = target->status ? target->why.text
        : absent                        ? absent
                                        : "";

    return json_pack(
        "{ss, ss, ss, ss, si, ss, ss, so, so, so, sb, sb, ss, ss}", "op",
        op->name, "backend", target->backend->name, "variant", v->name,
        "ladder", v->ladder ? v->ladder : "", "step", v->step, "idea", v->idea,
        "source", v->source ? v->source : "", "published_share",
        json_of_known(v->published), "types",
        types_model(variant_types(op, v) & op->types), "traits",
        traits_to_json(v->traits), "best", (int)v->best, "available", !*reason,
        "reason", reason, "absent", target->status || !absent ? "" : absent);
}

static json_t *list_variants(const struct options *options,
                             struct targets *targets)
{
    json_t *list = json_array();

    for (size_t i = 0; ops[i]; i++)
        for (int b = 0; b < options->backend_count && chosen(options, ops[i]);
             b++) {
            const struct target *target =
                target_of(targets, options->backends[b]);
            const struct variant *v = variants_of(ops[i], target->backend);

            for (; v && v->name; v++)
                if (variant_types(ops[i], v) & types_asked(options, ops[i]))
                    json_array_append_new(list,
                                          variant_model(ops[i], target, v));
        }
    return list;
}

/* --- devices -------------------------------------------------------------- */

/* Adds one device; false when it cannot be opened. */
static bool add_device(json_t *list, const struct place *place,
                       struct placement placement)
{
    struct device *device = NULL;
    struct device_facts facts = { .name = "" };
    struct reason why = { "" };
    bool open = !place->open(&device, &placement, &why);

    if (open)
        place->facts(device, &facts);
    else if (placement.gpu > 0) {
        place->close(device);
        return false;
    }
    json_array_append_new(
        list,
        json_pack(
            "{ss, si, ss, ss, si, sI, sI, sI, sf, sf, sb, ss}", "place",
            place->name, "index", placement.gpu, "name", facts.name, "detail",
            facts.detail, "cores", facts.cores, "memory",
            (json_int_t)facts.memory, "memory_free",
            (json_int_t)facts.memory_free, "cache", (json_int_t)facts.cache,
            "peak_gb_per_s", facts.peak_bytes / 1e9, "peak_gflop_per_s",
            facts.peak_flops / 1e9, "available", open, "reason", why.text));
    place->close(device);
    return open;
}

/* Every place that a backend names, once; of GPUs, all that open. */
static json_t *list_devices(const struct options *options)
{
    json_t *list = json_array();

    for (size_t i = 0; backends[i]; i++) {
        struct placement placement = options->placement;
        bool seen = !backends[i]->place;

        for (size_t j = 0; j < i; j++)
            seen |= backends[j]->place == backends[i]->place;
        placement.gpu = 0;
        while (!seen && add_device(list, backends[i]->place, placement))
            seen = !backends[i]->numbered || ++placement.gpu == MAX_GPUS;
    }
    return list;
}

json_t *list_model(const char *what, const struct options *options,
                   struct reason *why)
{
    struct targets targets;
    json_t *list;
    bool backends_only = strcmp(what, "backends") == 0;

    if (strcmp(what, "ops") == 0)
        return list_ops(options);
    if (strcmp(what, "types") == 0)
        return list_types(options);
    if (strcmp(what, "dists") == 0)
        return list_dists();
    if (strcmp(what, "params") == 0)
        return list_params(options);
    if (strcmp(what, "devices") == 0)
        return list_devices(options);
    if (!backends_only && strcmp(what, "variants") != 0) {
        fail(why, STATUS_USAGE, "--list %.60s: no such list", what);
        return NULL;
    }
    if (targets_open(&targets, &options->placement, why))
        return NULL;
    list = backends_only ? list_backends(options, &targets)
                         : list_variants(options, &targets);
    targets_close(&targets);
    return list;
}
