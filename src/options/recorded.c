/* recorded.c - words, then options.
 *
 * Results that were made in stretches have several commands with && between
 * them, whose settings are the same: all are read, the first one's kept. */
#include "options/recorded.h"

#include <stdlib.h>
#include <string.h>
#include "base/words.h"

static enum status read_one(struct options *options, int count, char **words,
                            struct reason *why)
{
    if (count == 0)
        return fail(why, STATUS_USAGE, "it is empty");
    const enum status status = options_read(options, count, words, why);

    return !status && options->command != COMMAND_RUN &&
            options->command != COMMAND_CROSSOVER
        ? fail(why, STATUS_USAGE, "it measures nothing")
        : status;
}

/* Up to the next &&, or the end. */
static int words_of_one(char *const *words, int count)
{
    int length = 0;
    while (length < count && strcmp(words[length], "&&") != 0)
        length++;
    return length;
}

enum status recorded_open(struct recorded *recorded,
                          const struct record *record, struct reason *why)
{
    int count;
    *recorded = (struct recorded){ 0 };
    recorded->words = words_cut(record->command, &count);
    if (!recorded->words)
        return fail(why, STATUS_USAGE, "a quote is not closed");
    int at = words_of_one(recorded->words, count);
    enum status status =
        read_one(&recorded->options, at, recorded->words, why);
    while (at < count && !status) {
        struct options other = { 0 };
        char **words = recorded->words + at + 1;
        const int length = words_of_one(words, count - at - 1);
        status = read_one(&other, length, words, why);
        options_free(&other);
        at += 1 + length;
    }
    return status;
}

void recorded_close(struct recorded *recorded)
{
    options_free(&recorded->options);
    free(recorded->words);
    *recorded = (struct recorded){ 0 };
}
