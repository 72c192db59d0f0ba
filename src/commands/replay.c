/* replay.c - what to measure so that the rows of a record come again. */
#include "commands/replay.h"
#include "matrix.h"

#include <stdio.h>
#include <string.h>

/* --- lists from rows ------------------------------------------------------ */

static void add_size(struct options *options, size_t size)
{
    for (int i = 0; i < options->size_count; i++)
        if (options->sizes[i] == size)
            return;
    if (options->size_count < MAX_SIZES)
        options->sizes[options->size_count++] = size;
}

static void add_type(struct replay_lists *lists, const char *name)
{
    const enum elem type = elem_find(name, strlen(name));
    char *text = lists->types;

    if (type == ELEM_NONE || strstr(text, elem_name(type)))
        return;
    snprintf(text + strlen(text), sizeof lists->types - strlen(text), "%s%s",
             text[0] ? "," : "", elem_name(type));
}

static void add_backend(struct options *options, const struct backend *backend)
{
    for (int i = 0; i < options->backend_count; i++)
        if (options->backends[i] == backend)
            return;
    if (options->backend_count < MAX_LIST)
        options->backends[options->backend_count++] = backend;
}

static bool has_variant(const struct op *op, const struct backend *backend,
                        const char *name)
{
    const struct variant *v = variants_of(op, backend);

    while (v && v->name && strcmp(v->name, name))
        v++;
    return v && v->name;
}

/* A variant of this build; false: it has none of that name, or the list is
 * full. */
static bool add_variant(struct options *options, struct replay_lists *lists,
                        const struct op *op, const struct row *row)
{
    const struct backend *backend = backend_find(row->backend);
    char name[sizeof lists->variants[0]];

    if (!backend || !has_variant(op, backend, row->variant))
        return false;
    snprintf(name, sizeof name, "%s/%s", row->backend, row->variant);
    for (int i = 0; i < options->variant_count; i++)
        if (!strcmp(options->variants[i], name))
            return true;
    if (options->variant_count == MAX_LIST)
        return false;
    char *kept = lists->variants[options->variant_count];
    memcpy(kept, name, sizeof name);
    options->variants[options->variant_count++] = kept;
    add_backend(options, backend);
    return true;
}

/* --- the options ---------------------------------------------------------- */

static void take_own(struct options *options, const struct options *own)
{
    options->command = COMMAND_RUN;
    options->inputs = NULL;
    options->input_count = 0;
    options->dry_run = own->dry_run;
    options->json_path = own->json_path;
    options->plot_path = own->plot_path;
    options->csv_path = options->md_path = options->image_path = NULL;
    options->no_plot = own->no_plot;
    options->no_save = own->no_save;
    options->no_roofs = options->no_roofs || own->no_roofs;
    options->no_fork = own->no_fork;
    options->quiet = own->quiet;
    options->verbose = own->verbose;
    options->color = own->color;
    options->backends_named = own->backends_named;
    options->device_named = own->device_named;
    if (own->device_named)
        options->placement.gpu = own->placement.gpu;
    if (own->bind_named)
        options->placement.bind = own->placement.bind;
}

/* A base that is no row of these is none. */
static void keep_reference(struct options *options)
{
    bool known = false;

    for (int i = 0; options->reference && i < options->variant_count; i++)
        known = known || !strcmp(options->variants[i], options->reference);
    if (!known)
        options->reference = NULL;
}

bool replay_options(struct options *options, const struct options *own,
                    const struct options *recorded,
                    const struct record *record, const struct op *op,
                    struct replay_lists *lists)
{
    /* A file says itself how much it holds. */
    const bool sized = !recorded->input_path || recorded->size_count;

    *options = *recorded;
    take_own(options, own);
    options->ops[0] = op;
    options->op_count = 1;
    options->seed = record->seed;
    options->backend_count = options->variant_count = 0;
    options->size_count = 0;
    options->transfers = false;
    lists->types[0] = '\0';
    for (size_t i = 0; i < record->row_count; i++) {
        const struct row *row = &record->rows[i];

        if (strcmp(row->op, op->name) || !add_variant(options, lists, op, row))
            continue;
        if (sized)
            add_size(options, row->n);
        add_type(lists, row->type);
        options->transfers |= row->transfers[0] != '\0';
    }
    options->types = lists->types;
    keep_reference(options);
    return options->variant_count > 0;
}
