/* choices.c - which variants run, on whom, with which copies. */
#include "plan/choices.h"
#include "matrix.h"

static bool asked(const struct options *options, const struct backend *b)
{
    for (int i = 0; i < options->backend_count; i++)
        if (options->backends[i] == b)
            return true;
    return false;
}

/* The choices that a variant gives, written from `choices` on unless NULL:
 * itself, and on a GPU with copies of its data inside its time. */
static int expand(const struct options *options, const struct target *target,
                  const struct choice *plain, struct choice *choices)
{
    static const struct choice copies[] = {
        { .transfers = TRANSFERS_IN, .pinned = true },
        { .transfers = TRANSFERS_BOTH, .pinned = true },
        { .transfers = TRANSFERS_BOTH, .pinned = false }
    };
    const bool more =
        (options->transfers || options->command == COMMAND_CROSSOVER) &&
        target->backend->place->meter->pin;
    const int count = 1 + (more ? (int)(sizeof copies / sizeof *copies) : 0);
    for (int i = 0; choices && i < count; i++) {
        choices[i] = *plain;
        if (i) {
            choices[i].transfers = copies[i - 1].transfers;
            choices[i].pinned = copies[i - 1].pinned;
        }
    }
    return count;
}

int choices_of(const struct options *options, struct targets *targets,
               const struct op *op, struct choice *choices)
{
    int count = 0;
    for (int s = 0; s < targets->count; s++) {
        const struct backend *backend = targets->list[s].backend;
        const struct variant *v = variants_of(op, backend);
        if (!asked(options, backend) || targets->list[s].status)
            continue;
        for (; v && v->name; v++)
            if (options_select(options, backend, v)) {
                const struct choice plain = { .target = s, .variant = v };
                count += expand(options, &targets->list[s], &plain,
                                choices ? choices + count : NULL);
            }
    }
    return count;
}

const struct target *choices_missing(const struct options *options,
                                     const struct targets *targets,
                                     const struct op *op,
                                     const struct variant **variant)
{
    for (int s = 0; s < targets->count; s++) {
        const struct target *target = &targets->list[s];
        const struct variant *v = variants_of(op, target->backend);
        if (!asked(options, target->backend) || !target->status)
            continue;
        for (*variant = v; v && (*variant)->name; ++*variant)
            if (options_select(options, target->backend, *variant))
                return target;
    }
    return NULL;
}
