/* recorded.c - words, then options. */
#include "options/recorded.h"

#include <stdlib.h>
#include "base/words.h"

enum status recorded_open(struct recorded *recorded,
                          const struct record *record, struct reason *why)
{
    int count;
    enum status status;

    *recorded = (struct recorded){ 0 };
    recorded->words = words_cut(record->command, &count);
    if (!recorded->words)
        return fail(why, STATUS_USAGE, "a quote is not closed");
    if (count == 0)
        return fail(why, STATUS_USAGE, "it is empty");
    status = options_read(&recorded->options, count, recorded->words, why);
    if (!status && recorded->options.command != COMMAND_RUN &&
        recorded->options.command != COMMAND_CROSSOVER)
        status = fail(why, STATUS_USAGE, "it measures nothing");
    return status;
}

void recorded_close(struct recorded *recorded)
{
    options_free(&recorded->options);
    free(recorded->words);
    *recorded = (struct recorded){ 0 };
}
