/* sizes.c - the language of --size, by recursive descent:
 *
 *   list  = item { "," item }
 *   item  = size [ ":" size [ ":x" size | ":+" size ] ]
 *   size  = term { ("+" | "-") term }
 *   term  = digits [ suffix ] | digits "^" digits | digits "e" digits
 *
 * A range includes its end when a step lands on it; without a step it
 * doubles. Suffixes: K M G T decimal, Ki Mi Gi Ti binary, either case. A
 * parsing function returns what is wrong, or NULL. */
#include "options/sizes.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>
#include "base/comma.h"

static const struct {
    const char *name;
    uint64_t factor;
} suffixes[] = {
    /* the longer of two that begin alike comes first */
    { "Ki", (uint64_t)1 << 10 },
    { "Mi", (uint64_t)1 << 20 },
    { "Gi", (uint64_t)1 << 30 },
    { "Ti", (uint64_t)1 << 40 },
    { "K", 1000 },
    { "M", 1000000 },
    { "G", 1000000000 },
    { "T", 1000000000000 },
};

static const char too_large[] = "too large: a size is at most 2^64-1";
static const char not_a_size[] =
    "expected a size such as 1000, 1e6, 1M, 64Ki, 2^20 or 2^20+1";

struct text {
    const char *at, *end;
};

static bool next_is(const struct text *text, char c)
{
    return text->at < text->end && *text->at == c;
}

static const char *digits(struct text *text, size_t *number)
{
    const char *start = text->at;

    *number = 0;
    for (; text->at < text->end && isdigit((unsigned char)*text->at);
         text->at++)
        if (__builtin_mul_overflow(*number, (size_t)10, number) ||
            __builtin_add_overflow(*number, (size_t)(*text->at - '0'), number))
            return too_large;
    return text->at > start ? NULL : not_a_size;
}

static const char *power(struct text *text, size_t *number)
{
    size_t base = *number, exponent;
    const char *wrong = digits(text, &exponent);

    if (wrong)
        return wrong;
    *number = 1;
    if (base < 2) {
        *number = exponent ? base : 1;
        return NULL;
    }
    for (; exponent > 0; exponent--)
        if (__builtin_mul_overflow(*number, base, number))
            return too_large;
    return NULL;
}

static const char *suffix(struct text *text, size_t *number)
{
    size_t left = (size_t)(text->end - text->at);

    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        size_t length = strlen(suffixes[i].name);

        if (length <= left &&
            strncasecmp(text->at, suffixes[i].name, length) == 0) {
            text->at += length;
            if (__builtin_mul_overflow(*number, suffixes[i].factor, number))
                return too_large;
            return NULL;
        }
    }
    if (left > 0 && *text->at == '.')
        return "expected a whole number, such as 1500K for 1.5M, 64Ki or 2^20";
    if (left > 0 && isalpha((unsigned char)*text->at))
        return "unknown suffix; expected K M G T (powers of 1000) or"
               " Ki Mi Gi Ti (powers of 1024)";
    return NULL;
}

static const char *term(struct text *text, size_t *number)
{
    const char *wrong = digits(text, number);

    if (wrong)
        return wrong;
    if (next_is(text, '^')) {
        text->at++;
        return power(text, number);
    }
    if (next_is(text, 'e') || next_is(text, 'E')) {
        size_t tens = 10;
        text->at++;
        wrong = power(text, &tens);
        return wrong || !__builtin_mul_overflow(*number, tens, number)
            ? wrong
            : too_large;
    }
    return suffix(text, number);
}

static const char *sum(struct text *text, size_t *size)
{
    const char *wrong = term(text, size);

    while (!wrong && (next_is(text, '+') || next_is(text, '-'))) {
        bool plus = *text->at++ == '+';
        size_t more;

        wrong = term(text, &more);
        if (wrong)
            break;
        if (plus && __builtin_add_overflow(*size, more, size))
            wrong = too_large;
        else if (!plus && __builtin_sub_overflow(*size, more, size))
            wrong = "less than 0";
    }
    return wrong;
}

struct range {
    size_t first, last, step;
    bool multiply;
};

static const char *range(struct text *text, struct range *r)
{
    const char *wrong = sum(text, &r->first);

    r->last = r->first;
    r->multiply = false;
    r->step = 1;
    if (wrong || !next_is(text, ':'))
        return wrong;
    text->at++;
    wrong = sum(text, &r->last);
    r->multiply = true;
    r->step = 2;
    if (wrong || !next_is(text, ':'))
        return wrong;
    text->at++;
    r->multiply = next_is(text, 'x');
    if (!r->multiply && !next_is(text, '+'))
        return "expected a step: xFACTOR or +DIFFERENCE";
    text->at++;
    return sum(text, &r->step);
}

static const char *range_faults(const struct range *r)
{
    if (r->last < r->first)
        return "the range ends before it begins";
    if (r->multiply && r->step < 2)
        return "the factor of a range is at least 2";
    if (r->multiply && r->first == 0 && r->last > 0)
        return "a range from 0 needs a difference, such as :+1000";
    if (r->step == 0)
        return "the difference of a range is at least 1";
    return NULL;
}

/* Appends a size that is not there yet. False: the list is full. */
static bool keep(size_t sizes[MAX_SIZES], int *count, size_t size)
{
    for (int i = 0; i < *count; i++)
        if (sizes[i] == size)
            return true;
    if (*count == MAX_SIZES)
        return false;
    sizes[(*count)++] = size;
    return true;
}

static const char *expand(const struct range *r, size_t sizes[MAX_SIZES],
                          int *count)
{
    for (size_t size = r->first;;) {
        if (!keep(sizes, count, size))
            return "more than 256 sizes";
        if (r->multiply ? size == 0 || size > r->last / r->step
                        : size > r->last || r->last - size < r->step)
            return NULL;
        size = r->multiply ? size * r->step : size + r->step;
    }
}
_Static_assert(MAX_SIZES == 256, "expand() says the limit in words");

static enum status bad_part(struct reason *why, const char *part,
                            size_t length, const char *wrong)
{
    if (length == 0)
        return fail(why, STATUS_USAGE, "\"\": %s", not_a_size);
    return fail(why, STATUS_USAGE, "%.*s: %s", length < 80 ? (int)length : 80,
                part, wrong);
}

enum status size_parse(const char *part, size_t length, size_t *size,
                       struct reason *why)
{
    struct text text = { part, part + length };
    size_t number;
    const char *wrong = sum(&text, &number);

    if (!wrong && text.at < text.end)
        wrong = not_a_size;
    if (wrong)
        return bad_part(why, part, length, wrong);
    *size = number;
    return STATUS_OK;
}

enum status sizes_parse(const char *list, size_t sizes[MAX_SIZES], int *count,
                        struct reason *why)
{
    const char *item;
    size_t length;

    *count = 0;
    while (comma_next(&list, &item, &length)) {
        struct text text = { item, item + length };
        struct range r;
        const char *wrong = range(&text, &r);

        if (!wrong && text.at < text.end)
            wrong = not_a_size;
        if (!wrong)
            wrong = range_faults(&r);
        if (!wrong)
            wrong = expand(&r, sizes, count);
        if (wrong)
            return bad_part(why, item, length, wrong);
    }
    return STATUS_OK;
}
