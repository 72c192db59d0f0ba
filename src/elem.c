/* elem.c - names, sizes and text of the element types. */
#include "elem.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    size_t size;
} table[] = {
#define ROW(NAME, name, type) [ELEM_##NAME] = { #name, sizeof(type) },
    ELEMS(ROW) ROW(U8, u8, uint8_t)
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

bool elem_is_float(enum elem type)
{
    return TYPES_FLOAT >> type & 1;
}

enum elem elem_find(const char *name, size_t length)
{
    for (int t = 0; t < ELEM_COUNT; t++)
        if (strlen(table[t].name) == length &&
            !strncmp(table[t].name, name, length))
            return (enum elem)t;
    return ELEM_COUNT;
}

void elem_print(enum elem type, const void *element, char *text, size_t room)
{
    union {
        int32_t i32;
        int64_t i64;
        uint32_t u32;
        uint64_t u64;
        float f32;
        double f64;
        uint8_t u8;
    } v;
    memcpy(&v, element, elem_size(type));
    switch (type) {
    case ELEM_I32: snprintf(text, room, "%" PRId32, v.i32); break;
    case ELEM_I64: snprintf(text, room, "%" PRId64, v.i64); break;
    case ELEM_U32: snprintf(text, room, "%" PRIu32, v.u32); break;
    case ELEM_U64: snprintf(text, room, "%" PRIu64, v.u64); break;
    case ELEM_F32: snprintf(text, room, "%.9g", (double)v.f32); break;
    case ELEM_F64: snprintf(text, room, "%.17g", v.f64); break;
    case ELEM_U8: snprintf(text, room, "%u", (unsigned)v.u8); break;
    case ELEM_COUNT: snprintf(text, room, "?"); break;
    }
}
