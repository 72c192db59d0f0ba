/* mtx.c - sparse matrices: Matrix Market's coordinate files.
 *
 * A line `%%MatrixMarket matrix coordinate FIELD SYMMETRY`; lines of comment,
 * which begin with %, and empty ones, here or anywhere behind; a line of rows,
 * columns and entries; then a line an entry: row and column, from 1, and, but
 * of a pattern, the value. A symmetric file holds what is on the diagonal or
 * below it, a skew-symmetric one what is below. */
#include "ops/mtx.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ops/mtx_order.h"
#include "ops/reader.h"

enum field { REAL, INTEGER, PATTERN };
enum symmetry { GENERAL, SYMMETRIC, SKEW };

static const char *const fields[] = { "real", "integer", "pattern", NULL };
static const char *const symmetries[] = { "general", "symmetric",
                                          "skew-symmetric", NULL };

/* What the file says of itself. */
struct header {
    enum field field;
    enum symmetry symmetry;
    size_t entries; /* lines of them */
};

/* --- lines ---------------------------------------------------------------- */

/* To the next word or the end of the line. */
static void skip_blanks(struct reader *r)
{
    while (r->at < r->size && r->text[r->at] != '\n' &&
           reader_is_blank(r->text[r->at]))
        r->at++;
}

/* To the next line that says something. */
static void skip_lines(struct reader *r)
{
    for (; r->at < r->size; r->at++) {
        skip_blanks(r);
        if (r->at < r->size && r->text[r->at] == '%')
            while (r->at < r->size && r->text[r->at] != '\n')
                r->at++;
        if (r->at < r->size && r->text[r->at] != '\n')
            return;
    }
}

/* To the next line, which must come now. */
static enum status end_line(struct reader *r, const char *behind)
{
    char text[32];
    skip_blanks(r);
    if (r->at < r->size && r->text[r->at] != '\n')
        return reader_fail(r, r->at,
                           "expected the end of the line behind %s, found %s",
                           behind, reader_found(r, text));
    r->at += r->at < r->size;
    return STATUS_OK;
}

/* The length of the next word, up to which blanks are passed over. */
static size_t word_length(struct reader *r)
{
    skip_blanks(r);
    size_t end = r->at;
    while (end < r->size && !reader_is_blank(r->text[end]))
        end++;
    return end - r->at;
}

/* --- the header ----------------------------------------------------------- */

/* "real, integer or pattern" */
static const char *list_of(const char *const names[], char text[64])
{
    size_t used = 0;
    text[0] = 0;
    for (int i = 0; names[i]; i++)
        used += (size_t)snprintf(text + used, 64 - used, "%s%s",
                                 i == 0             ? ""
                                     : names[i + 1] ? ", "
                                                    : " or ",
                                 names[i]);
    return text;
}

/* The next word, which must be one of `names`, in letters of any size. */
static enum status read_choice(struct reader *r, const char *what,
                               const char *const names[], int *choice)
{
    char list[64];
    const size_t length = word_length(r);
    const char *word = (const char *)r->text + r->at;
    for (*choice = 0; names[*choice]; ++*choice)
        if (strlen(names[*choice]) == length &&
            !strncasecmp(names[*choice], word, length)) {
            r->at += length;
            return STATUS_OK;
        }
    if (!length)
        return reader_fail(r, r->at, "%s: expected %s, found nothing", what,
                           list_of(names, list));
    return reader_fail(r, r->at, "%s: expected %s, found '%.*s'", what,
                       list_of(names, list), length < 32 ? (int)length : 32,
                       word);
}

static enum status read_banner(struct reader *r, struct header *h)
{
    static const char banner[] = "%%MatrixMarket";
    static const char *const objects[] = { "matrix", NULL };
    static const char *const formats[] = { "coordinate", NULL };
    int object = 0, format = 0, field = 0, symmetry = 0;
    if (r->size < sizeof banner - 1 ||
        strncasecmp((const char *)r->text, banner, sizeof banner - 1) ||
        word_length(r) != sizeof banner - 1)
        return reader_fail(r, 0,
                           "no Matrix Market file: expected %s matrix "
                           "coordinate, a field and a symmetry",
                           banner);
    r->at = sizeof banner - 1;
    enum status status = read_choice(r, "object", objects, &object);
    if (!status)
        status = read_choice(r, "format", formats, &format);
    if (!status)
        status = read_choice(r, "field", fields, &field);
    if (!status)
        status = read_choice(r, "symmetry", symmetries, &symmetry);
    if (!status && field == PATTERN && symmetry == SKEW)
        status = reader_fail(r, 0,
                             "a pattern has no signs: expected general or "
                             "symmetric, or another field");
    h->field = (enum field)field;
    h->symmetry = (enum symmetry)symmetry;
    return status ? status : end_line(r, "the symmetry");
}

/* A number of the line of sizes or of an entry. */
static enum status read_number(struct reader *r, const char *what,
                               unsigned long low, unsigned long high,
                               size_t *value)
{
    unsigned long v = 0;
    skip_blanks(r);
    const enum status status = reader_number(r, what, '\n', low, high, &v);
    *value = v;
    return status;
}

/* Before there is room for so many entries, that there can be as many: with
 * blanks between them, a line is at least 4 bytes, 6 with a value; the last
 * need not end. */
static enum status check_sizes(struct reader *r, size_t begin,
                               const struct mtx *m, const struct header *h)
{
    const size_t least = h->field == PATTERN ? 4 : 6;
    const size_t rest = r->size - r->at;
    if (h->symmetry != GENERAL && m->rows != m->columns)
        return reader_fail(r, begin,
                           "%s: expected as many rows as columns, not %zu "
                           "and %zu",
                           symmetries[h->symmetry], m->rows, m->columns);
    if (h->entries && (!m->rows || !m->columns))
        return reader_fail(r, begin,
                           "entries: a matrix of %zu x %zu has none, not %zu",
                           m->rows, m->columns, h->entries);
    if (h->entries > (rest + 1) / least)
        return reader_fail(r, begin,
                           "%zu entries are to follow; the file has %zu bytes "
                           "there, too few for more than %zu",
                           h->entries, rest, (rest + 1) / least);
    return STATUS_OK;
}

static enum status read_sizes(struct reader *r, struct mtx *m,
                              struct header *h)
{
    skip_lines(r);
    const size_t begin = r->at;
    enum status status = read_number(r, "rows", 0, UINT32_MAX, &m->rows);
    if (!status)
        status = read_number(r, "columns", 0, UINT32_MAX, &m->columns);
    if (!status)
        status = read_number(r, "entries", 0, INT64_MAX, &h->entries);
    if (!status)
        status = end_line(r, "rows, columns and entries");
    return status ? status : check_sizes(r, begin, m, h);
}

/* --- entries -------------------------------------------------------------- */

static size_t digits_from(const struct reader *r, size_t at)
{
    size_t end = at;
    while (end < r->size && reader_is_digit(r->text[end]))
        end++;
    return end - at;
}

/* The length of a number in the way of C at r->at, without the names of what is
 * none; 0: there is none. */
static size_t number_length(const struct reader *r, bool whole)
{
    const unsigned char *text = r->text;
    size_t at = r->at + (text[r->at] == '+' || text[r->at] == '-');
    size_t digits = digits_from(r, at);
    at += digits;
    if (!whole && text[at] == '.') {
        const size_t more = digits_from(r, at + 1);
        digits += more;
        at += 1 + more;
    }
    if (!digits)
        return 0;
    if (!whole && (text[at] == 'e' || text[at] == 'E')) {
        const size_t sign = text[at + 1] == '+' || text[at + 1] == '-';
        const size_t more = digits_from(r, at + 1 + sign);
        at += more ? 1 + sign + more : 0;
    }
    return at - r->at;
}

static enum status read_value(struct reader *r, enum field field,
                              double *value)
{
    char text[32];
    skip_blanks(r);
    const size_t length = number_length(r, field == INTEGER);
    const size_t begin = r->at, end = begin + length;
    const char *kind = field == INTEGER ? "an integer" : "a finite number";
    if (!length)
        return reader_fail(r, begin, "value: expected %s, found %s", kind,
                           reader_found(r, text));
    r->at = end;
    if (end < r->size && !reader_is_blank(r->text[end]))
        return reader_fail(r, end, "value: expected %s, found %s in it", kind,
                           reader_found(r, text));
    *value = strtod((const char *)r->text + begin, NULL);
    return isfinite(*value)
        ? STATUS_OK
        : reader_fail(r, begin, "value: it is beyond f64's largest, 1.8e308");
}

/* Of files that hold half of the matrix, that it is the right half. */
static enum status check_half(const struct reader *r, size_t begin,
                              const struct header *h, size_t row,
                              size_t column)
{
    const bool upper = column > row, on = column == row;
    if (h->symmetry == GENERAL || (!upper && !(on && h->symmetry == SKEW)))
        return STATUS_OK;
    return reader_fail(r, begin,
                       "row %zu, column %zu is %s the diagonal: a %s file "
                       "holds what is %sbelow it",
                       row, column, upper ? "above" : "on",
                       symmetries[h->symmetry],
                       h->symmetry == SKEW ? "" : "on it or ");
}

static enum status read_entry(struct reader *r, const struct header *h,
                              struct mtx *m, size_t number)
{
    size_t row = 0, column = 0;
    double value = 1;
    skip_lines(r);
    const size_t begin = r->at;
    if (begin >= r->size)
        return reader_fail(r, begin,
                           "expected entry %zu of %zu, found the end of the "
                           "file",
                           number + 1, h->entries);
    enum status status = read_number(r, "row", 1, m->rows, &row);
    if (!status)
        status = read_number(r, "column", 1, m->columns, &column);
    if (!status)
        status = check_half(r, begin, h, row, column);
    if (!status && h->field != PATTERN)
        status = read_value(r, h->field, &value);
    if (!status)
        status = end_line(r,
                          h->field == PATTERN ? "row and column"
                                              : "row, column and value");
    const uint32_t i = (uint32_t)(row - 1), j = (uint32_t)(column - 1);
    m->entry[m->count++] = (struct mtx_entry){ i, j, value };
    if (h->symmetry != GENERAL && i != j)
        m->entry[m->count++] =
            (struct mtx_entry){ j, i, h->symmetry == SKEW ? -value : value };
    return status;
}

/* --- files ---------------------------------------------------------------- */

static enum status read_matrix(struct reader *r, struct mtx *m)
{
    struct header h = { .field = REAL };
    enum status status = read_banner(r, &h);
    if (!status)
        status = read_sizes(r, m, &h);
    if (status)
        return status;
    const size_t room = (h.symmetry == GENERAL ? 1 : 2) * h.entries + 1;
    m->entry = malloc(room * sizeof *m->entry);
    if (!m->entry)
        return fail(r->why, STATUS_MEMORY, "no memory for %zu entries", room);
    for (size_t k = 0; k < h.entries && !status; k++)
        status = read_entry(r, &h, m, k);
    if (status)
        return status;
    skip_lines(r);
    if (r->at < r->size)
        return reader_fail(r, r->at, "more than the %zu entries announced",
                           h.entries);
    return mtx_order(m, r->why);
}

enum status mtx_parse(const char *text, size_t size, struct mtx *m,
                      struct reason *why)
{
    struct reader r = { .text = (const unsigned char *)text,
                        .size = size,
                        .why = why };
    *m = (struct mtx){ 0 };
    const enum status status = read_matrix(&r, m);
    if (status)
        mtx_free(m);
    return status;
}

enum status mtx_read(const char *path, struct mtx *m, struct reason *why)
{
    struct reader r = { .why = why };
    *m = (struct mtx){ 0 };
    enum status status = reader_load(&r, path);
    if (!status)
        status = mtx_parse((const char *)r.text, r.size, m, why);
    reader_free(&r);
    return status;
}

void mtx_free(struct mtx *m)
{
    free(m->entry);
    *m = (struct mtx){ 0 };
}
