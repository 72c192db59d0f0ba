/* list.c - --list as tables for people, or as JSON: both are prints of the
 * model in list_model.c. */
#include "commands/list.h"

#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "report/report.h"
#include "traits.h"

enum {
    COLUMNS = 80,
    GAP = 2,   /* between columns */
    WIDE = 24, /* a cell beyond this widens no column: after it the row goes
                  on in the next line */
    CELL_ROOM = 512,
    MAX_COLUMNS = 6
};

/* A column of a table: one key of the model's objects, or several. */
struct cells {
    const char *head;
    void (*print)(const json_t *row, const char *key, char text[CELL_ROOM]);
    const char *key;
};

/* --- cells ---------------------------------------------------------------- */

static const char *string_of(const json_t *row, const char *key)
{
    const char *text = json_string_value(json_object_get(row, key));

    return text ? text : "";
}

static void print_string(const json_t *row, const char *key,
                         char text[CELL_ROOM])
{
    snprintf(text, CELL_ROOM, "%s", string_of(row, key));
}

static void print_strings(const json_t *row, const char *key,
                          char text[CELL_ROOM])
{
    size_t used = 0, i;
    const json_t *item;

    text[0] = '\0';
    json_array_foreach(json_object_get(row, key), i,
                       item) if (used < CELL_ROOM) used +=
        (size_t)snprintf(text + used, CELL_ROOM - used, "%s%s", i ? " " : "",
                         json_string_value(item));
}

static void print_number(const json_t *row, const char *key,
                         char text[CELL_ROOM])
{
    const json_t *value = json_object_get(row, key);

    if (json_is_integer(value))
        snprintf(text, CELL_ROOM, "%" JSON_INTEGER_FORMAT,
                 json_integer_value(value));
    else
        snprintf(text, CELL_ROOM, json_is_real(value) ? "%.10g" : "-",
                 json_real_value(value));
}

static void print_flag(const json_t *row, const char *key,
                       char text[CELL_ROOM])
{
    bool set = json_is_true(json_object_get(row, key));

    snprintf(text, CELL_ROOM, "%s", set ? "yes" : "no");
}

/* A dash for what the device does not tell. */
static void print_bytes(const json_t *row, const char *key,
                        char text[CELL_ROOM])
{
    double bytes = (double)json_integer_value(json_object_get(row, key));

    snprintf(text, CELL_ROOM, "-");
    if (bytes > 0)
        text_bytes(text, bytes);
}

/* The step of a rung; nothing of what is none. */
static void print_step(const json_t *row, const char *key,
                       char text[CELL_ROOM])
{
    print_number(row, key, text);
    if (strcmp(text, "0") == 0)
        text[0] = '\0';
}

static void print_variant(const json_t *row, const char *key,
                          char text[CELL_ROOM])
{
    snprintf(text, CELL_ROOM, "%s%s", string_of(row, key),
             json_is_true(json_object_get(row, "best")) ? " *" : "");
}

static void print_accepted(const json_t *row, const char *key,
                           char text[CELL_ROOM])
{
    char high[CELL_ROOM];
    size_t used;

    print_strings(row, key, text);
    if (strcmp(string_of(row, "kind"), "share") == 0) {
        snprintf(text, CELL_ROOM, "0%% to 100%%");
    } else if (!text[0]) {
        print_number(row, "low", text);
        print_number(row, "high", high);
        used = strlen(text);
        snprintf(text + used, CELL_ROOM - used, " to %s", high);
    }
}

/* What the key says, and why it is not to be had where it is not. */
static void print_about(const json_t *row, const char *key,
                        char text[CELL_ROOM])
{
    const char *reason = string_of(row, "reason");

    snprintf(text, CELL_ROOM, "%s%s%s", string_of(row, key),
             *reason ? "; not available: " : "", reason);
}

/* What it does, what it does otherwise than the rest, and why it is not to be
 * had where its backend is. */
static void print_idea(const json_t *row, const char *key,
                       char text[CELL_ROOM])
{
    const char *absent = string_of(row, "absent");
    const json_t *own = json_object_get(row, "traits"), *name;
    size_t used, i;

    used = (size_t)snprintf(text, CELL_ROOM, "%s", string_of(row, key));
    json_array_foreach(
        own, i, name) for (const struct trait_words *t = traits; t->name;
                           t++) if (used < CELL_ROOM &&
                                    !strcmp(t->name, json_string_value(name)))
        used +=
        (size_t)snprintf(text + used, CELL_ROOM - used, "; %s", t->told);
    if (*absent && used < CELL_ROOM)
        snprintf(text + used, CELL_ROOM - used, "; not available: %s", absent);
}

/* --- tables --------------------------------------------------------------- */

static const struct table {
    const char *what;
    struct cells column[MAX_COLUMNS + 1]; /* ends with a NULL head; the last
                                             one wraps */
    const char *note;
} tables[] = {
    { "ops",
      { { "OPERATION", print_string, "name" },
        { "TYPES", print_strings, "types" },
        { "WHAT IT COMPUTES", print_string, "summary" } },
      "To learn how one is done: --explain OP" },
    { "backends",
      { { "BACKEND", print_string, "name" },
        { "HERE", print_flag, "available" },
        { "WHOSE CODE, AND WHERE", print_about, "summary" } },
      NULL },
    { "variants",
      { { "OPERATION", print_string, "op" },
        { "BACKEND", print_string, "backend" },
        { "VARIANT", print_variant, "variant" },
        { "STEP", print_step, "step" },
        { "HERE", print_flag, "available" },
        { "IDEA", print_idea, "idea" } },
      "* runs by default; the others: --variants all, or their names." },
    { "types",
      { { "TYPE", print_string, "name" },
        { "BYTES", print_number, "bytes" },
        { "FLOATING POINT", print_flag, "float" } },
      NULL },
    { "dists",
      { { "DISTRIBUTION", print_string, "name" },
        { "ARG", print_number, "default" },
        { "VALUES", print_string, "summary" } },
      "The first is the default. ARG: the default of --dist NAME:ARG." },
    { "params",
      { { "OPERATION", print_string, "op" },
        { "KEY", print_string, "name" },
        { "DEFAULT", print_string, "default" },
        { "ACCEPTS", print_accepted, "choices" },
        { "MEANING", print_string, "help" } },
      "To set one: --param KEY=VALUE" },
    { "devices",
      { { "PLACE", print_string, "place" },
        { "INDEX", print_number, "index" },
        { "CORES", print_number, "cores" },
        { "MEMORY", print_bytes, "memory" },
        { "CACHE", print_bytes, "cache" },
        { "NAME", print_about, "name" } },
      NULL },
};

/* Whether all rows are of one operation, so that its column says nothing. */
static bool one_op(const json_t *rows)
{
    const char *first = string_of(json_array_get(rows, 0), "op");
    const json_t *row;
    size_t i;

    json_array_foreach(rows, i, row) if (strcmp(string_of(row, "op"), first) !=
                                         0) return false;
    return *first != '\0';
}

static void measure(const struct cells *columns, const json_t *rows,
                    size_t widths[MAX_COLUMNS])
{
    char text[CELL_ROOM];
    const json_t *row;
    size_t i;

    for (int c = 0; columns[c].head; c++) {
        widths[c] = strlen(columns[c].head);
        json_array_foreach(rows, i, row)
        {
            columns[c].print(row, columns[c].key, text);
            const size_t width = text_width(text);
            if (width > widths[c] && width <= WIDE)
                widths[c] = width;
        }
    }
}

/* Prints the cells of one row, or the heads for a NULL one. */
static void print_row(const struct cells *columns, const json_t *row,
                      const size_t widths[MAX_COLUMNS])
{
    char text[CELL_ROOM];
    size_t at = 0;

    for (int c = 0; columns[c].head; c++) {
        if (row)
            columns[c].print(row, columns[c].key, text);
        else
            snprintf(text, sizeof text, "%s", columns[c].head);
        if (!columns[c + 1].head)
            break;
        const size_t next = at + widths[c] + GAP;
        if (text_width(text) > widths[c]) {
            text_wrap(stdout, text, at, at, COLUMNS);
            at = 0;
        } else {
            text_print(stdout, text);
            at += text_width(text);
        }
        text_spaces(stdout, next - at);
        at = next;
    }
    text_wrap(stdout, text, at, at, COLUMNS);
}

static void print_table(const struct table *table, const json_t *rows)
{
    const struct cells *columns = table->column + one_op(rows);
    size_t widths[MAX_COLUMNS], i;
    const json_t *row;

    measure(columns, rows, widths);
    print_row(columns, NULL, widths);
    json_array_foreach(rows, i, row) print_row(columns, row, widths);
    if (table->note)
        printf("\n%s\n", table->note);
}

/* Writes one list as a table, or adds it to `all` for JSON. */
static enum status print_list(const char *what, const struct options *options,
                              json_t *all, struct reason *why)
{
    json_t *rows = list_model(what, options, why);

    if (!rows)
        return STATUS_USAGE;
    if (all)
        json_object_set(all, what, rows);
    for (size_t i = 0; !all && i < sizeof tables / sizeof *tables; i++)
        if (strcmp(tables[i].what, what) == 0)
            print_table(&tables[i], rows);
    json_decref(rows);
    return STATUS_OK;
}

enum status list_chosen(const struct options *options, struct reason *why)
{
    const char *what = options->list_what;
    json_t *all = options->json_path ? json_object() : NULL;
    enum status status = print_list(what ? what : "ops", options, all, why);

    if (!status && !what) {
        if (!all)
            putchar('\n');
        status = print_list("backends", options, all, why);
    }
    if (!status && all) {
        const json_t *dumped = what ? json_object_get(all, what) : all;

        json_dumpf(dumped, stdout, JSON_INDENT(2));
        putchar('\n');
    }
    json_decref(all);
    return status;
}
