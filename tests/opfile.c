/* opfile.c - reading tests/ops/<op>.op. */
#include "opfile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 64 };

int opfile_words(char *line, char *words[], int room)
{
    int count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(line, " \t", &rest); word && count < room - 1;
         word = strtok_r(NULL, " \t", &rest))
        words[count++] = word;
    words[count] = NULL;
    return count;
}

static bool element(const char *word, enum elem type, void *at)
{
    char *end;
    errno = 0;
    switch (type) {
#define READ_SIGNED strtoll(word, &end, 0)
#define READ_UNSIGNED strtoull(word, &end, 0)
#define READ_FLOAT strtod(word, &end)
#define READ(NAME, name, kind, ...)                                           \
    case ELEM_##NAME: {                                                       \
        const elem_##name x = (elem_##name)READ_##kind;                       \
        memcpy(at, &x, sizeof x);                                             \
        break;                                                                \
    }
        ELEMS(READ)
    case ELEM_NONE:
    case ELEM_COUNT: return false;
    }
    return !*end && (!errno || elem_is_float(type)); /* 1e-45 sets ERANGE */
}

size_t opfile_count(const char *words)
{
    size_t count = 0;
    for (words += strspn(words, " \t"); *words; count++) {
        words += strcspn(words, " \t");
        words += strspn(words, " \t");
    }
    return count;
}

bool opfile_elements(const char *words, enum elem type, size_t count,
                     void *elements)
{
    char *copy = strdup(words), *rest = NULL;
    size_t i = 0;
    bool good = copy;
    for (char *word = good ? strtok_r(copy, " \t", &rest) : NULL; word && good;
         word = strtok_r(NULL, " \t", &rest), i++)
        good = i < count &&
            element(word, type, (char *)elements + i * elem_size(type));
    free(copy);
    return good && i == count;
}

/* --- lines ---------------------------------------------------------------- */

static bool read_types(struct opfile_block *b, char *words,
                       const struct op *op)
{
    char *word[MOST_WORDS];
    const int count = opfile_words(words, word, MOST_WORDS);
    for (int i = 0; i < count; i++) {
        const enum elem type = elem_find(word[i], strlen(word[i]));
        if (!strcmp(word[i], "all"))
            b->types |= op->types;
        else if (op->types >> type & 1)
            b->types |= 1u << type;
        else
            return false;
    }
    return count > 0;
}

static bool read_offsets(struct opfile_block *b, char *words)
{
    char *word[OPFILE_CHOICES + 1];
    const int count = opfile_words(words, word, OPFILE_CHOICES + 1);
    for (int i = 0; i < count; i++)
        b->offsets[b->offset_count++] =
            !strcmp(word[i], "phase") ? OPFILE_PHASES : atoi(word[i]);
    return count > 0;
}

static bool keep(char *kept[], int *count, int room, char *words)
{
    if (*count == room)
        return false;
    kept[(*count)++] = words;
    return true;
}

/* One line below a block's first; words: what follows the keyword. */
static bool read_line(struct opfile_block *b, const struct op *op,
                      const char *keyword, char *words)
{
    struct reason why;
    if (!strcmp(keyword, "type"))
        return read_types(b, words, op);
    if (!strcmp(keyword, "size"))
        return !sizes_parse(words, b->sizes, &b->size_count, &why);
    if (!strcmp(keyword, "with"))
        return keep(b->with, &b->with_count, OPFILE_CHOICES, words);
    if (!strcmp(keyword, "vary") && !b->golden)
        return keep(b->vary, &b->vary_count, OPFILE_VARIED, words);
    if (!strcmp(keyword, "offset") && !b->golden)
        return read_offsets(b, words);
    if (!strcmp(keyword, "full") && !b->golden)
        return b->full = !*words;
    if (!strcmp(keyword, "in") && b->golden)
        return keep(b->in, &b->in_count, OP_ARRAYS, words);
    if (!strcmp(keyword, "out") && b->golden)
        return keep(b->out, &b->out_count, OP_ARRAYS, words);
    return false;
}

static struct opfile_block *add_block(struct opfile *file)
{
    struct opfile_block *more =
        realloc(file->blocks, (file->count + 1) * sizeof *more);
    if (!more)
        return NULL;
    file->blocks = more;
    memset(&more[file->count], 0, sizeof *more);
    return &more[file->count++];
}

static bool read_block(struct opfile *file, const char *keyword, char *name,
                       int line)
{
    struct opfile_block *b = add_block(file);
    if (!b || !*name)
        return false;
    b->golden = !strcmp(keyword, "case");
    b->name = name;
    b->line = line;
    return true;
}

static char *whole_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    if (!file)
        return NULL;
    if (getdelim(&text, &room, 0, file) < 0) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

/* A line without its comment and the blanks around it. */
static char *trim(char *line)
{
    line[strcspn(line, "#\n")] = 0;
    line += strspn(line, " \t");
    for (size_t n = strlen(line); n && strchr(" \t", line[n - 1]); n--)
        line[n - 1] = 0;
    return line;
}

bool opfile_load(struct opfile *file, const char *path, const struct op *op,
                 struct reason *why)
{
    *file = (struct opfile){ .text = whole_file(path) };
    int number = 0;
    if (!file->text) {
        fail(why, STATUS_IO, "%s cannot be read", path);
        return false;
    }
    for (char *line = file->text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            next++;
        char *keyword = trim(line);
        const size_t length = strcspn(keyword, " \t");
        char *words = keyword + length;
        number++;
        if (!length)
            continue;
        if (*words)
            *words++ = 0;
        words += strspn(words, " \t");
        const bool begins =
            !strcmp(keyword, "case") || !strcmp(keyword, "grid");
        if (begins ? read_block(file, keyword, words, number)
                   : file->count &&
                    read_line(&file->blocks[file->count - 1], op, keyword,
                              words))
            continue;
        fail(why, STATUS_IO, "%s:%d: %s %s", path, number, keyword, words);
        return false;
    }
    return true;
}

void opfile_free(struct opfile *file)
{
    free(file->blocks);
    free(file->text);
    *file = (struct opfile){ 0 };
}
