/* report_save.c - a record as a file of one line a row, so that line tools can
 * compare saved results. */
#include "report/report.h"

#include <errno.h>
#include <stdlib.h>
#include "base/save.h"

static void print_value(FILE *file, const json_t *value)
{
    char *text = json_dumps(value, JSON_ENCODE_ANY);
    if (text)
        fputs(text, file);
    else
        errno = ENOMEM;
    free(text);
}

static void print_list(FILE *file, const json_t *list)
{
    size_t i;
    const json_t *item;
    putc('[', file);
    json_array_foreach(list, i, item)
    {
        fputs(i ? ",\n  " : "\n  ", file);
        print_value(file, item);
    }
    fputs(json_array_size(list) ? "\n ]" : "]", file);
}

static bool print_json(FILE *file, const void *what)
{
    json_t *json = (json_t *)(uintptr_t)what; /* its lists are not changed */
    const char *key, *before = "{\n ";
    json_t *value;
    json_object_foreach(json, key, value)
    {
        fprintf(file, "%s\"%s\": ", before, key);
        if (json_is_array(value))
            print_list(file, value);
        else
            print_value(file, value);
        before = ",\n ";
    }
    fputs("\n}\n", file);
    return errno != ENOMEM;
}

enum status report_save(json_t *json, const char *path, struct reason *why)
{
    const enum status status = json
        ? save_file(path, print_json, json, why)
        : fail(why, STATUS_MEMORY, "no memory for the JSON");
    json_decref(json);
    return status;
}

enum status record_save(const struct record *record, const char *path,
                        struct reason *why)
{
    return report_save(record_to_json(record), path, why);
}
