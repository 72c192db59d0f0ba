/* elem.c - names, sizes, values and text of the element types. */
#include "elem.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    size_t size;
    enum elem_kind kind;
    int digits, least_exponent;
} table[ELEM_COUNT] = {
#define ROW(NAME, name, kind, T, ADD, WIDE, digits, least, ...)               \
    [ELEM_##NAME] = { #name, sizeof(T), ELEM_##kind, digits, least },
    ELEMS(ROW)
#undef ROW
};

const char *elem_name(enum elem type)
{
    return table[type].name;
}

size_t elem_size(enum elem type)
{
    return table[type].size;
}

enum elem_kind elem_kind(enum elem type)
{
    return table[type].kind;
}

bool elem_is_float(enum elem type)
{
    return table[type].kind == ELEM_FLOAT;
}

int elem_digits(enum elem type)
{
    return table[type].digits;
}

int elem_least_exponent(enum elem type)
{
    return table[type].least_exponent;
}

enum elem elem_find(const char *name, size_t length)
{
    for (int t = ELEM_NONE + 1; t < ELEM_COUNT; t++)
        if (strlen(table[t].name) == length &&
            !strncmp(table[t].name, name, length))
            return (enum elem)t;
    return ELEM_NONE;
}

/* An element in the widest type of its kind. */
union widest {
    int64_t SIGNED;
    uint64_t UNSIGNED;
    double FLOAT;
};

static union widest widest(enum elem type, const void *element)
{
    union widest v = { 0 };
    switch (type) {
#define WIDEN(NAME, name, kind, ...)                                          \
    case ELEM_##NAME: {                                                       \
        elem_##name x;                                                        \
        memcpy(&x, element, sizeof x);                                        \
        v.kind = x;                                                           \
        break;                                                                \
    }
        ELEMS(WIDEN)
#undef WIDEN
    case ELEM_NONE:
    case ELEM_COUNT: break;
    }
    return v;
}

double elem_double(enum elem type, const void *element)
{
    return widest(type, element).FLOAT;
}

void elem_print(enum elem type, const void *element, char *text, size_t room)
{
    const union widest v = widest(type, element);
    /* As many decimal digits as tell neighbours of so many bits apart. */
    const int digits = (int)ceil(1 + elem_digits(type) * 0.30103);
    switch (elem_kind(type)) {
    case ELEM_SIGNED: snprintf(text, room, "%" PRId64, v.SIGNED); break;
    case ELEM_UNSIGNED: snprintf(text, room, "%" PRIu64, v.UNSIGNED); break;
    case ELEM_FLOAT: snprintf(text, room, "%.*g", digits, v.FLOAT); break;
    }
}
