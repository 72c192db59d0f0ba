/* resolve_variants.c - --variants and --reference against the tables of the
 * chosen ops. A variant is good when one of the chosen ops has it. */
#include "options/resolve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/names.h"
#include "base/suggest.h"
#include "matrix.h"

/* The names of the chosen ops' variants on a backend. */
static void variants_add(const struct options *options,
                         const struct backend *backend, struct names *names)
{
    for (int i = 0; i < options->op_count; i++) {
        const struct variant *v = variants_of(options->ops[i], backend);

        for (; v && v->name; v++)
            names_add(names, v->name);
    }
}

/* The backend before the slash of BACKEND/NAME, which becomes NAME; NULL with
 * no reason where there is no slash. */
static enum status split_backend(const char *flag, const char **name,
                                 const struct backend **backend,
                                 struct reason *why)
{
    const char *slash = strchr(*name, '/');
    struct names names = { 0 };
    struct reason inner;

    *backend = NULL;
    if (!slash)
        return STATUS_OK;
    for (size_t i = 0; backends[i]; i++) {
        names_add(&names, backends[i]->name);
        if (strlen(backends[i]->name) == (size_t)(slash - *name) &&
            strncmp(backends[i]->name, *name, (size_t)(slash - *name)) == 0)
            *backend = backends[i];
    }
    if (!*backend) {
        suggest_fail(&inner, *name, (size_t)(slash - *name), "backend",
                     names.name);
        return fail(why, STATUS_USAGE, "%s %s", flag, inner.text);
    }
    *name = slash + 1;
    return STATUS_OK;
}

/* backend: the one that it was asked of, or NULL. */
static enum status variant_unknown(const char *flag, const char *word,
                                   const struct backend *backend,
                                   const struct names *names,
                                   struct reason *why)
{
    struct reason inner;
    char kind[64] = "variant";

    if (backend)
        snprintf(kind, sizeof kind, "variant of %s", backend->name);
    suggest_fail(&inner, word, strlen(word), kind, names->name);
    return fail(why, STATUS_USAGE, "%s %s", flag, inner.text);
}

static bool is_group(const char *name)
{
    return strcmp(name, "best") == 0 || strcmp(name, "all") == 0;
}

static enum status check_variant(const struct options *options,
                                 const char *name, struct reason *why)
{
    static const char flag[] = "--variants";
    struct names names = { 0 };
    const struct backend *backend;
    enum status status = split_backend(flag, &name, &backend, why);
    bool chosen = !backend;

    if (status)
        return status;
    for (int i = 0; i < options->backend_count; i++) {
        if (backend && options->backends[i] != backend)
            continue;
        chosen = true;
        variants_add(options, options->backends[i], &names);
    }
    if (!chosen)
        return fail(why, STATUS_USAGE, "%s %s/%s: --backend leaves %s out",
                    flag, backend->name, name, backend->name);
    if (is_group(name) || names_have(&names, name))
        return STATUS_OK;
    return variant_unknown(flag, name, backend, &names, why);
}

/* Variants that all name their backend choose the backends too, unless
 * --backend did. */
static void narrow_backends(struct options *options)
{
    char name[40];
    int kept = 0;

    for (int v = 0; v < options->variant_count; v++)
        if (!strchr(options->variants[v], '/'))
            return;
    for (int b = 0; b < options->backend_count; b++) {
        bool named = false;

        snprintf(name, sizeof name, "%s/", options->backends[b]->name);
        for (int v = 0; v < options->variant_count; v++)
            named |= strncmp(options->variants[v], name, strlen(name)) == 0;
        if (named)
            options->backends[kept++] = options->backends[b];
    }
    options->backend_count = kept;
    options->backends_named = true;
}

static enum status resolve_variant_list(struct options *options,
                                        struct reason *why)
{
    enum status status;

    if (!options->variant_text)
        return STATUS_OK;
    status = resolve_list(options->variant_text, "--variants",
                          options->variants, &options->variant_count, why);
    for (int i = 0; i < options->variant_count && !status; i++)
        status = check_variant(options, options->variants[i], why);
    if (!status && !options->backends_named)
        narrow_backends(options);
    return status;
}

/* A bare NAME is taken when one backend alone has it. */
static enum status resolve_reference(struct options *options,
                                     struct reason *why)
{
    static const char flag[] = "--reference";
    const struct backend *backend, *owner = NULL;
    const char *name = options->reference;
    struct names all = { 0 };
    enum status status;
    size_t room;

    if (!name)
        return STATUS_OK;
    status = split_backend(flag, &name, &backend, why);
    if (status)
        return status;
    for (size_t i = 0; backends[i]; i++) {
        struct names here = { 0 };

        if (backend && backends[i] != backend)
            continue;
        variants_add(options, backends[i], &here);
        for (int k = 0; k < here.count; k++)
            names_add(&all, here.name[k]);
        if (!names_have(&here, name))
            continue;
        if (owner)
            return fail(why, STATUS_USAGE,
                        "%s %s: several backends have it; expected %s/%s or"
                        " %s/%s",
                        flag, name, owner->name, name, backends[i]->name,
                        name);
        owner = backends[i];
    }
    if (!owner)
        return variant_unknown(flag, name, backend, &all, why);
    room = strlen(owner->name) + strlen(name) + 2;
    options->reference_text = malloc(room);
    if (!options->reference_text)
        return fail(why, STATUS_MEMORY, "out of memory");
    snprintf(options->reference_text, room, "%s/%s", owner->name, name);
    options->reference = options->reference_text;
    return STATUS_OK;
}

enum status resolve_variants(struct options *options, struct reason *why)
{
    enum status status = resolve_variant_list(options, why);

    return status ? status : resolve_reference(options, why);
}

bool options_select(const struct options *options,
                    const struct backend *backend,
                    const struct variant *variant)
{
    size_t length = strlen(backend->name);

    for (int i = 0; i < options->variant_count; i++) {
        const char *name = options->variants[i];

        if (strchr(name, '/')) {
            if (strncmp(name, backend->name, length) || name[length] != '/')
                continue;
            name += length + 1;
        }
        if (strcmp(name, "all") == 0 || strcmp(name, variant->name) == 0 ||
            (strcmp(name, "best") == 0 && variant->best))
            return true;
    }
    return false;
}
