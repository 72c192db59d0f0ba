/* publish_run.c - `compare publish`: files read, made one, written. */
#include "commands/publish.h"

#include <stdio.h>
#include <stdlib.h>

#include "analysis/join.h"
#include "report/report.h"

enum { EXIT_FILES = 2 };

/* What is named again as the output was read by then. */
static enum status publish(struct record *record,
                           const struct options *options, struct reason *why)
{
    const char *first = options->inputs[0];
    enum status status = record_load(record, first, why);

    for (int i = 1; i < options->input_count && !status; i++) {
        struct record more = { 0 };

        status = record_load(&more, options->inputs[i], why);
        if (!status)
            status =
                join_records(record, first, &more, options->inputs[i], why);
        record_free(&more);
    }
    return status
        ? status
        : record_publish(record, options->json_path ? options->json_path : "-",
                         why);
}

int publish_run(const struct options *options)
{
    struct record record = { 0 };
    struct reason why;
    const enum status status = publish(&record, options, &why);

    if (status)
        fprintf(stderr, "compare: %s\n", why.text);
    record_free(&record);
    return status ? EXIT_FILES : EXIT_SUCCESS;
}
