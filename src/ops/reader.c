/* reader.c - a file in memory, and where in it something is wrong. */
#include "ops/reader.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum status reader_fail(const struct reader *r, size_t at, const char *format,
                        ...)
{
    char text[200];
    size_t line = 1, begin = 0;
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    for (size_t i = 0; i < at && i < r->size; i++)
        if (r->text[i] == '\n') {
            line++;
            begin = i + 1;
        }
    return fail(r->why, STATUS_IO, "line %zu, column %zu: %s", line,
                at - begin + 1, text);
}

const char *reader_found(const struct reader *r, char text[32])
{
    if (r->at >= r->size)
        return "the end of the file";
    const unsigned char c = r->text[r->at];
    if (c == '\n')
        return "the end of the line";
    snprintf(text, 32, c > ' ' && c < 127 ? "'%c'" : "byte 0x%02x", c);
    return text;
}

enum status reader_number(struct reader *r, const char *what, char comment,
                          unsigned long low, unsigned long high,
                          unsigned long *value)
{
    char text[32];
    const size_t begin = r->at;
    unsigned long v = 0;
    bool above = false;
    for (; r->at < r->size && reader_is_digit(r->text[r->at]) && !above;
         r->at++) {
        const unsigned long digit = (unsigned long)(r->text[r->at] - '0');
        above = digit > high || v > (high - digit) / 10;
        v = 10 * v + digit;
    }
    if (above || (r->at > begin && v < low))
        return reader_fail(r, begin, "%s: expected a number from %lu to %lu",
                           what, low, high);
    if (r->at == begin ||
        (r->at < r->size && !reader_is_blank(r->text[r->at]) &&
         r->text[r->at] != comment))
        return reader_fail(r, r->at, "%s: expected %s, found %s", what,
                           r->at == begin ? "a number" : "a blank after it",
                           reader_found(r, text));
    *value = v;
    return STATUS_OK;
}

enum status reader_load(struct reader *r, const char *path)
{
    struct stat info;
    unsigned char *text = NULL;
    FILE *file = fopen(path, "rb");
    const bool good =
        file && !fstat(fileno(file), &info) && S_ISREG(info.st_mode);
    if (good) {
        r->size = (size_t)info.st_size;
        text = malloc(r->size + 1);
    }
    const bool read = text && fread(text, 1, r->size, file) == r->size;
    if (text)
        text[read ? r->size : 0] = 0;
    r->text = text;
    if (file)
        fclose(file);
    return read ? STATUS_OK
        : good && !text
        ? fail(r->why, STATUS_MEMORY, "no memory for its %zu bytes", r->size)
        : fail(r->why, STATUS_IO, "not a file that can be read");
}

void reader_free(struct reader *r)
{
    free((void *)(uintptr_t)r->text);
    r->text = NULL;
}
