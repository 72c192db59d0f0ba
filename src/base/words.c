/* words.c - quoting and its inverse. */
#include "base/words.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *words_join(int count, char *const words[])
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ%+,-./:=@_^";
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    if (!file)
        return NULL;
    for (int i = 0; i < count; i++) {
        const char *word = words[i];

        if (i)
            fputc(' ', file);
        if (*word && word[strspn(word, plain)] == '\0') {
            fputs(word, file);
            continue;
        }
        fputc('\'', file);
        for (; *word; word++)
            fputs(*word == '\'' ? "'\\''" : (char[2]){ *word, '\0' }, file);
        fputc('\'', file);
    }
    if (fclose(file)) {
        free(text);
        return NULL;
    }
    return text;
}

/* Copies one word without its quotes; where the next may begin. NULL: a quote
 * is not closed. */
static const char *cut_word(const char *line, char *word)
{
    bool quoted = false;

    for (; *line && (quoted || !strchr(" \t\n", *line)); line++) {
        if (*line == '\'')
            quoted = !quoted;
        else if (*line == '\\' && !quoted && line[1])
            *word++ = *++line;
        else
            *word++ = *line;
    }
    *word = '\0';
    return quoted ? NULL : line;
}

char **words_cut(const char *line, int *count)
{
    /* A word takes a character and a blank or the end, at least. */
    const size_t length = strlen(line), most = length / 2 + 2;
    char **words = malloc(most * sizeof *words + length + 1);
    char *text = words ? (char *)(words + most) : NULL;

    *count = 0;
    while (words && *(line += strspn(line, " \t\n"))) {
        line = cut_word(line, text);
        if (!line) {
            free(words);
            return NULL;
        }
        words[(*count)++] = text;
        text += strlen(text) + 1;
    }
    if (words)
        words[*count] = NULL;
    return words;
}
