/* report_save.c - a record as a file of one line a row, so that line tools can
 * compare saved results. */
#include "report/report.h"

#include <errno.h>
#include <stdlib.h>
#include "base/save.h"

/* A double that has up to so many digits in decimal is printed with these. */
enum { DECIMAL_DIGITS = 15 };

struct document {
    json_t *json;
    bool terse; /* without blanks, and numbers of few digits with these */
};

/* With all digits if one of its numbers needs them. */
static char *terse_text(const json_t *value)
{
    const size_t flags = JSON_ENCODE_ANY | JSON_COMPACT;
    char *text =
        json_dumps(value, flags | JSON_REAL_PRECISION(DECIMAL_DIGITS));
    json_t *again = text ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
    if (!json_equal(value, again)) {
        free(text);
        text = json_dumps(value, flags);
    }
    json_decref(again);
    return text;
}

static void print_value(FILE *file, const json_t *value, bool terse)
{
    char *text =
        terse ? terse_text(value) : json_dumps(value, JSON_ENCODE_ANY);
    if (text)
        fputs(text, file);
    else
        errno = ENOMEM;
    free(text);
}

static void print_list(FILE *file, const json_t *list, bool terse)
{
    size_t i;
    const json_t *item;
    putc('[', file);
    json_array_foreach(list, i, item)
    {
        fputs(i ? ",\n  " : "\n  ", file);
        print_value(file, item, terse);
    }
    fputs(json_array_size(list) ? "\n ]" : "]", file);
}

static bool print_json(FILE *file, const void *what)
{
    const struct document *document = what;
    const char *key, *before = "{\n ";
    json_t *value;
    json_object_foreach(document->json, key, value)
    {
        fprintf(file, "%s\"%s\": ", before, key);
        if (json_is_array(value))
            print_list(file, value, document->terse);
        else
            print_value(file, value, document->terse);
        before = ",\n ";
    }
    fputs("\n}\n", file);
    return errno != ENOMEM;
}

static enum status save(json_t *json, bool terse, const char *path,
                        struct reason *why)
{
    const struct document document = { json, terse };
    const enum status status = json
        ? save_file(path, print_json, &document, why)
        : fail(why, STATUS_MEMORY, "no memory for the JSON");
    json_decref(json);
    return status;
}

enum status report_save(json_t *json, const char *path, struct reason *why)
{
    return save(json, false, path, why);
}

enum status report_save_terse(json_t *json, const char *path,
                              struct reason *why)
{
    return save(json, true, path, why);
}

enum status record_keep(const struct record *record, const char *path,
                        bool *taken, struct reason *why)
{
    const struct document document = { record_to_json(record), false };
    const enum status status = document.json
        ? save_for_now(path, taken, print_json, &document, why)
        : fail(why, STATUS_MEMORY, "no memory for the JSON");
    json_decref(document.json);
    return status;
}

enum status record_save(const struct record *record, const char *path,
                        struct reason *why)
{
    return report_save(record_to_json(record), path, why);
}
