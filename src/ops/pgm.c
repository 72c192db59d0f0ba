/* pgm.c - grey images: Netpbm's PGM files.
 *
 * `P5` or `P2`, width, height and the largest value as decimal numbers between
 * blanks, with comments from # to the end of a line; then the samples from the
 * top left on: of P5, after one blank, bytes, or pairs of bytes with the high
 * one first where the largest value is above 255; of P2, decimal numbers. */
#include "ops/pgm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ops/reader.h"

enum {
    SIDE_MOST = 0x7fffffff, /* width and height; as Netpbm has it */
    VALUE_MOST = 65535
};

static void skip_blanks(struct reader *r)
{
    while (r->at < r->size &&
           (reader_is_blank(r->text[r->at]) || r->text[r->at] == '#'))
        if (r->text[r->at] == '#')
            while (r->at < r->size && r->text[r->at] != '\n')
                r->at++;
        else
            r->at++;
}

/* The next number, which `what` names, between low and high. */
static enum status read_number(struct reader *r, const char *what,
                               unsigned long low, unsigned long high,
                               unsigned long *value)
{
    skip_blanks(r);
    return reader_number(r, what, '#', low, high, value);
}

static enum status read_magic(struct reader *r, bool *plain)
{
    const bool p = r->size >= 2 && r->text[0] == 'P';
    const char kind = p ? (char)r->text[1] : 0;
    *plain = kind == '2';
    r->at = 2;
    if (kind == '1' || kind == '4' || kind == '3' || kind == '6')
        return reader_fail(
            r, 0, "P%c is %s: expected a grey one, P5 or P2", kind,
            kind == '1' || kind == '4' ? "a black-and-white image"
                                       : "a colour image");
    if (kind != '2' && kind != '5')
        return reader_fail(r, 0, "no PGM file: expected P5 or P2");
    if (r->size > 2 && !reader_is_blank(r->text[2]) && r->text[2] != '#')
        return reader_fail(r, 2, "expected a blank after P%c", kind);
    return STATUS_OK;
}

static enum status read_header(struct reader *r, struct pgm *image,
                               bool *plain)
{
    unsigned long width = 0, height = 0, most = 0;
    enum status status = read_magic(r, plain);
    if (!status)
        status = read_number(r, "width", 1, SIDE_MOST, &width);
    if (!status)
        status = read_number(r, "height", 1, SIDE_MOST, &height);
    if (!status)
        status = read_number(r, "largest value", 1, VALUE_MOST, &most);
    if (!status && !*plain &&
        (r->at >= r->size || !reader_is_blank(r->text[r->at])))
        status = reader_fail(r, r->at, "expected one blank, then the samples");
    r->at += !*plain;
    image->width = width;
    image->height = height;
    image->most = (unsigned)most;
    image->wide = most > UINT8_MAX;
    return status;
}

/* Puts sample i, which stands at byte `at`. */
static enum status put_sample(const struct reader *r, struct pgm *image,
                              size_t i, size_t at, unsigned long value)
{
    if (value > image->most)
        return reader_fail(
            r, at,
            "row %zu, column %zu of the image is %lu, above the "
            "largest value, %u",
            i / image->width + 1, i % image->width + 1, value, image->most);
    if (image->wide)
        ((uint16_t *)image->samples)[i] = (uint16_t)value;
    else
        ((uint8_t *)image->samples)[i] = (uint8_t)value;
    return STATUS_OK;
}

static enum status read_raw(struct reader *r, struct pgm *image)
{
    const size_t count = image->width * image->height;
    const size_t each = image->wide ? 2 : 1, rest = r->size - r->at;
    enum status status = STATUS_OK;
    if (rest / each < count || rest != count * each)
        return fail(r->why, STATUS_IO,
                    "byte %zu: %zu x %zu samples of %zu %s are to follow, and "
                    "no more; the file has %zu bytes there",
                    r->at, image->width, image->height, each,
                    each == 1 ? "byte" : "bytes", rest);
    for (size_t i = 0; i < count && !status; i++, r->at += each) {
        const unsigned char *b = r->text + r->at;
        status = put_sample(r, image, i, r->at,
                            image->wide ? b[0] * 256ul + b[1] : b[0]);
    }
    return status;
}

static enum status read_plain(struct reader *r, struct pgm *image)
{
    const size_t count = image->width * image->height;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && !status; i++) {
        unsigned long value = 0;
        char what[80];
        skip_blanks(r);
        const size_t at = r->at;
        snprintf(what, sizeof what, "row %zu, column %zu of the image",
                 i / image->width + 1, i % image->width + 1);
        status = read_number(r, what, 0, VALUE_MOST, &value);
        if (!status)
            status = put_sample(r, image, i, at, value);
    }
    if (status)
        return status;
    skip_blanks(r);
    return r->at < r->size
        ? reader_fail(r, r->at, "more than the %zu x %zu samples of the image",
                      image->width, image->height)
        : STATUS_OK;
}

/* Before there is room for an image, that there can be one: a sample takes a
 * byte of any file. */
static enum status read_image(struct reader *r, struct pgm *image)
{
    bool plain = false;
    const enum status status = read_header(r, image, &plain);
    if (status)
        return status;
    if (image->width > r->size / image->height)
        return reader_fail(r, r->at,
                           "%zu x %zu samples are to follow; the file has %zu "
                           "bytes there",
                           image->width, image->height, r->size - r->at);
    image->samples =
        malloc(image->width * image->height * (image->wide ? 2 : 1));
    if (!image->samples)
        return fail(r->why, STATUS_MEMORY, "no memory for %zu x %zu samples",
                    image->width, image->height);
    return plain ? read_plain(r, image) : read_raw(r, image);
}

enum status pgm_parse(const char *text, size_t size, struct pgm *image,
                      struct reason *why)
{
    struct reader r = { .text = (const unsigned char *)text,
                        .size = size,
                        .why = why };
    *image = (struct pgm){ 0 };
    const enum status status = read_image(&r, image);
    if (status)
        pgm_free(image);
    return status;
}

enum status pgm_read(const char *path, struct pgm *image, struct reason *why)
{
    struct reader r = { .why = why };
    *image = (struct pgm){ 0 };
    enum status status = reader_load(&r, path);
    if (!status)
        status = pgm_parse((const char *)r.text, r.size, image, why);
    reader_free(&r);
    return status;
}

void pgm_free(struct pgm *image)
{
    free(image->samples);
    *image = (struct pgm){ 0 };
}

/* --- printed -------------------------------------------------------------- */

size_t pgm_print(FILE *file, const float *values, size_t width, size_t height,
                 const struct pgm_range *range)
{
    const double span = range->white - range->black, most = range->most;
    const double scale = span > 0 ? most / span : 0;
    size_t beyond = 0;
    fprintf(file, "P5\n%zu %zu\n%u\n", width, height, range->most);
    for (size_t i = 0; i < width * height; i++) {
        const double at = round(((double)values[i] - range->black) * scale);
        const double inside = at >= most ? most : at >= 0 ? at : 0;
        const unsigned sample = (unsigned)inside;
        beyond += !(at == inside);
        if (range->most > UINT8_MAX)
            putc((int)(sample >> 8), file);
        putc((int)(sample & 0xff), file);
    }
    return beyond;
}

/* --- as the input of an operation ----------------------------------------- */

const char *const pgm_begins[] = { "P2 1", "P2 #", "P5 1", "P5 #", NULL };

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
