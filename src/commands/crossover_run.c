/* crossover_run.c - `compare crossover`: sizes far apart first, then sizes
 * between the two where the lead changes, or where it can be told no longer and
 * then again, until they are close. The rows of a size are measured in turns,
 * as always, so that their ratio is paired. */
#include "analysis/crossover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/interrupt.h"
#include "process/supervisor.h"
#include "matrix.h"

enum {
    MOST_STEPS = 16,
    DOWN = 4,
    DOWN_SIZES = 3 /* sizes tried below the default ones */
};

/* --- the two sides -------------------------------------------------------- */

static enum status check_variants(const struct options *options,
                                  const struct op *op,
                                  const struct backend *backend,
                                  struct reason *why)
{
    int count = 0;
    const struct variant *v = variants_of(op, backend);
    for (; v && v->name; v++)
        count += options_select(options, backend, v);
    if (count == 1)
        return STATUS_OK;
    return fail(why, STATUS_USAGE,
                "crossover: %d variants of %s on %s are "
                "chosen; expected one: --variants best, or %s/NAME",
                count, op->name, backend->name, backend->name);
}

/* All cores and the GPU, unless --backend names others. */
static enum status choose_sides(struct options *options, struct reason *why)
{
    if (!options->backends_named) {
        options->backends[0] = backend_find("openmp");
        options->backends[1] = backend_find("cuda");
        options->backend_count = 2;
        options->backends_named = true;
    }
    if (options->backend_count != 2)
        return fail(why, STATUS_USAGE,
                    "crossover: --backend names %d; "
                    "expected two, the one that wins at small n and its "
                    "challenger, such as --backend reference,openmp",
                    options->backend_count);
    if (options->thread_count > 1)
        return fail(why, STATUS_USAGE,
                    "crossover: --threads: expected one "
                    "number");
    enum status status = STATUS_OK;
    for (int o = 0; o < options->op_count && !status; o++)
        for (int b = 0; b < 2 && !status; b++)
            status = check_variants(options, options->ops[o],
                                    options->backends[b], why);
    return status;
}

/* What is missing was not asked for by name, so that the reason names what
 * would do without. */
static enum status explain_missing(struct reason *why)
{
    static const char flag[] = "--backend ";
    const struct reason inner = *why;
    const char *text = inner.text;
    if (!strncmp(text, flag, sizeof flag - 1))
        text += sizeof flag - 1;
    return fail(why, STATUS_MISSING,
                "crossover is of a GPU and all cores; "
                "%.120s; without a GPU, --backend reference,openmp finds from "
                "which n on all cores beat one",
                text);
}

/* --- sizes ---------------------------------------------------------------- */

/* Measuring one op. */
struct hunt {
    struct options options; /* of the next step: its sizes */
    struct record *record;
    const char *champion;
    bool preset; /* the sizes are ours: others may be tried */
};

static void add_size(struct options *options, double n)
{
    const size_t size = (size_t)n;
    if (size < 1 || options->size_count == MAX_SIZES)
        return;
    for (int i = 0; i < options->size_count; i++)
        if (options->sizes[i] == size)
            return;
    options->sizes[options->size_count++] = size;
}

static bool was_tried(const struct row *const *rows, size_t count, double n)
{
    for (size_t i = 0; i < count; i++)
        if ((double)rows[i]->n == n)
            return true;
    return false;
}

static void add_sizes(struct hunt *hunt, const struct row *const *rows,
                      size_t count)
{
    struct duel duels[CROSSOVER_MODES];
    const int made = crossover_duels(duels, rows, count, hunt->champion);
    for (int i = 0; i < made; i++) {
        double sizes[2];
        const int finer =
            crossover_finer(duels[i].points, duels[i].count, sizes);
        for (int k = 0; k < finer; k++)
            if (!was_tried(rows, count, sizes[k]))
                add_size(&hunt->options, sizes[k]);
        double down = (double)rows[0]->n;
        for (int k = 0; k < DOWN_SIZES && hunt->preset &&
             duels[i].crossing.kind == ALWAYS;
             k++)
            add_size(&hunt->options, down = floor(down / DOWN));
    }
    crossover_free(duels, made);
}

/* The sizes of the next step; false: there are none. */
static bool next_sizes(struct hunt *hunt)
{
    const struct record *record = hunt->record;
    const struct row **rows = record_sorted(record);
    hunt->options.size_count = 0;
    for (size_t at = 0; rows && at < record->row_count;) {
        const size_t length =
            rows_of_series(rows + at, record->row_count - at);
        if (!strcmp(rows[at]->op, hunt->options.ops[0]->name))
            add_sizes(hunt, rows + at, length);
        at += length;
    }
    free(rows);
    return hunt->options.size_count > 0;
}

/* --- the run -------------------------------------------------------------- */

static enum status hunt_op(struct hunt *hunt, struct follower *follower,
                           struct reason *why)
{
    hunt->preset = hunt->options.size_count == 0;
    enum status status =
        supervise(hunt->record, &hunt->options, follower, why);
    follower->ready = NULL; /* once */
    for (int i = 0; i < MOST_STEPS && !status && !hunt->options.dry_run &&
         !interrupted && next_sizes(hunt);
         i++)
        status = supervise(hunt->record, &hunt->options, follower, why);
    return status;
}

enum status crossover_measure(struct record *record,
                              const struct options *asked,
                              const struct follower *told, struct reason *why)
{
    struct options options = *asked;
    struct follower follower = *told;
    enum status status = choose_sides(&options, why);
    struct hunt hunt = { .record = record,
                         .champion = options.backends[0]->name };
    for (int o = 0; o < options.op_count && !status && !interrupted; o++) {
        hunt.options = options;
        hunt.options.starts = 1; /* sizes that are tried check each other */
        hunt.options.ops[0] = options.ops[o];
        hunt.options.op_count = 1;
        status = hunt_op(&hunt, &follower, why);
    }
    if (status == STATUS_MISSING && !asked->backends_named)
        status = explain_missing(why);
    if (record->row_count)
        record->crossover = crossover_to_json(record, hunt.champion);
    return status;
}
