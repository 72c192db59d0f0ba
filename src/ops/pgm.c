/* pgm.c - grey images: Netpbm's PGM files.
 *
 * `P5` or `P2`, width, height and the largest value as decimal numbers between
 * blanks, with comments from # to the end of a line; then the samples from the
 * top left on: of P5, after one blank, bytes, or pairs of bytes with the high
 * one first where the largest value is above 255; of P2, decimal numbers. */
#include "ops/pgm.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum {
    SIDE_MOST = 0x7fffffff, /* width and height; as Netpbm has it */
    VALUE_MOST = 65535
};

/* A file in memory, and how far it is read. */
struct source {
    unsigned char *text;
    size_t size, at;
    struct reason *why;
};

static enum status fail_at(const struct source *s, size_t at,
                           const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "line 2, column 5: ..." of byte `at`. */
static enum status fail_at(const struct source *s, size_t at,
                           const char *format, ...)
{
    char text[160];
    size_t line = 1, begin = 0;
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    for (size_t i = 0; i < at && i < s->size; i++)
        if (s->text[i] == '\n') {
            line++;
            begin = i + 1;
        }
    return fail(s->why, STATUS_IO, "line %zu, column %zu: %s", line,
                at - begin + 1, text);
}

static bool is_blank(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static void skip_blanks(struct source *s)
{
    while (s->at < s->size &&
           (is_blank(s->text[s->at]) || s->text[s->at] == '#'))
        if (s->text[s->at] == '#')
            while (s->at < s->size && s->text[s->at] != '\n')
                s->at++;
        else
            s->at++;
}

/* What stands where a number should: "'x'", "byte 0x80", "the end of the
 * file". */
static const char *found(const struct source *s, char text[32])
{
    if (s->at >= s->size)
        return "the end of the file";
    const unsigned char c = s->text[s->at];
    snprintf(text, 32, c > ' ' && c < 127 ? "'%c'" : "byte 0x%02x", c);
    return text;
}

/* The next number, which `what` names, between low and high. */
static enum status read_number(struct source *s, const char *what,
                               unsigned long low, unsigned long high,
                               unsigned long *value)
{
    char text[32];
    skip_blanks(s);
    const size_t begin = s->at;
    unsigned long v = 0;
    while (s->at < s->size && is_digit(s->text[s->at]) && v <= high)
        v = 10 * v + (unsigned long)(s->text[s->at++] - '0');
    if (v > high || (s->at > begin && v < low))
        return fail_at(s, begin, "%s: expected a number from %lu to %lu", what,
                       low, high);
    if (s->at == begin ||
        (s->at < s->size && !is_blank(s->text[s->at]) &&
         s->text[s->at] != '#'))
        return fail_at(s, s->at, "%s: expected %s, found %s", what,
                       s->at == begin ? "a number" : "a blank after it",
                       found(s, text));
    *value = v;
    return STATUS_OK;
}

static enum status read_magic(struct source *s, bool *plain)
{
    const bool p = s->size >= 2 && s->text[0] == 'P';
    const char kind = p ? (char)s->text[1] : 0;
    *plain = kind == '2';
    s->at = 2;
    if (kind == '1' || kind == '4' || kind == '3' || kind == '6')
        return fail_at(s, 0, "P%c is %s: expected a grey one, P5 or P2", kind,
                       kind == '1' || kind == '4' ? "a black-and-white image"
                                                  : "a colour image");
    if (kind != '2' && kind != '5')
        return fail_at(s, 0, "no PGM file: expected P5 or P2");
    if (s->size > 2 && !is_blank(s->text[2]) && s->text[2] != '#')
        return fail_at(s, 2, "expected a blank after P%c", kind);
    return STATUS_OK;
}

static enum status read_header(struct source *s, struct pgm *image,
                               bool *plain)
{
    unsigned long width = 0, height = 0, most = 0;
    enum status status = read_magic(s, plain);
    if (!status)
        status = read_number(s, "width", 1, SIDE_MOST, &width);
    if (!status)
        status = read_number(s, "height", 1, SIDE_MOST, &height);
    if (!status)
        status = read_number(s, "largest value", 1, VALUE_MOST, &most);
    if (!status && !*plain && (s->at >= s->size || !is_blank(s->text[s->at])))
        status = fail_at(s, s->at, "expected one blank, then the samples");
    s->at += !*plain;
    image->width = width;
    image->height = height;
    image->most = (unsigned)most;
    image->wide = most > UINT8_MAX;
    return status;
}

/* Puts sample i, which stands at byte `at`. */
static enum status put_sample(const struct source *s, struct pgm *image,
                              size_t i, size_t at, unsigned long value)
{
    if (value > image->most)
        return fail_at(s, at,
                       "row %zu, column %zu of the image is %lu, above the "
                       "largest value, %u",
                       i / image->width + 1, i % image->width + 1, value,
                       image->most);
    if (image->wide)
        ((uint16_t *)image->samples)[i] = (uint16_t)value;
    else
        ((uint8_t *)image->samples)[i] = (uint8_t)value;
    return STATUS_OK;
}

static enum status read_raw(struct source *s, struct pgm *image)
{
    const size_t count = image->width * image->height;
    const size_t each = image->wide ? 2 : 1, rest = s->size - s->at;
    enum status status = STATUS_OK;
    if (rest / each < count || rest != count * each)
        return fail(s->why, STATUS_IO,
                    "byte %zu: %zu x %zu samples of %zu %s are to follow, and "
                    "no more; the file has %zu bytes there",
                    s->at, image->width, image->height, each,
                    each == 1 ? "byte" : "bytes", rest);
    for (size_t i = 0; i < count && !status; i++, s->at += each) {
        const unsigned char *b = s->text + s->at;
        status = put_sample(s, image, i, s->at,
                            image->wide ? b[0] * 256ul + b[1] : b[0]);
    }
    return status;
}

static enum status read_plain(struct source *s, struct pgm *image)
{
    const size_t count = image->width * image->height;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && !status; i++) {
        unsigned long value = 0;
        char what[80];
        skip_blanks(s);
        const size_t at = s->at;
        snprintf(what, sizeof what, "row %zu, column %zu of the image",
                 i / image->width + 1, i % image->width + 1);
        status = read_number(s, what, 0, VALUE_MOST, &value);
        if (!status)
            status = put_sample(s, image, i, at, value);
    }
    if (status)
        return status;
    skip_blanks(s);
    return s->at < s->size
        ? fail_at(s, s->at, "more than the %zu x %zu samples of the image",
                  image->width, image->height)
        : STATUS_OK;
}

/* Before there is room for an image, that there can be one: a sample takes a
 * byte of any file. */
static enum status read_image(struct source *s, struct pgm *image)
{
    bool plain = false;
    const enum status status = read_header(s, image, &plain);
    if (status)
        return status;
    if (image->width > s->size / image->height)
        return fail_at(s, s->at,
                       "%zu x %zu samples are to follow; the file has %zu "
                       "bytes there",
                       image->width, image->height, s->size - s->at);
    image->samples =
        malloc(image->width * image->height * (image->wide ? 2 : 1));
    if (!image->samples)
        return fail(s->why, STATUS_MEMORY, "no memory for %zu x %zu samples",
                    image->width, image->height);
    return plain ? read_plain(s, image) : read_raw(s, image);
}

static enum status load(const char *path, struct source *s)
{
    struct stat info;
    FILE *file = fopen(path, "rb");
    const bool good =
        file && !fstat(fileno(file), &info) && S_ISREG(info.st_mode);
    if (good) {
        s->size = (size_t)info.st_size;
        s->text = malloc(s->size + 1);
    }
    const bool read = s->text && fread(s->text, 1, s->size, file) == s->size;
    if (file)
        fclose(file);
    return read ? STATUS_OK
        : good && !s->text
        ? fail(s->why, STATUS_MEMORY, "no memory for its %zu bytes", s->size)
        : fail(s->why, STATUS_IO, "not a file that can be read");
}

enum status pgm_read(const char *path, struct pgm *image, struct reason *why)
{
    struct source s = { .why = why };
    *image = (struct pgm){ 0 };
    enum status status = load(path, &s);
    if (!status)
        status = read_image(&s, image);
    if (status)
        pgm_free(image);
    free(s.text);
    return status;
}

void pgm_free(struct pgm *image)
{
    free(image->samples);
    *image = (struct pgm){ 0 };
}

/* --- as the input of an operation ----------------------------------------- */

static bool is_image(const char *path)
{
    const size_t length = strlen(path);
    return length >= 4 && !strcasecmp(path + length - 4, ".pgm");
}

enum status pgm_input(const char *path, void **file, struct reason *why)
{
    if (!is_image(path))
        return STATUS_OK;
    struct pgm *image = malloc(sizeof *image);
    if (!image)
        return fail(why, STATUS_MEMORY, "no memory");
    const enum status status = pgm_read(path, image, why);
    if (status)
        free(image);
    else
        *file = image;
    return status;
}

void pgm_forget(void *file)
{
    pgm_free(file);
    free(file);
}
