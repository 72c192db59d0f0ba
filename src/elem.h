/* elem.h - the element types, erased at the interface, concrete inside. */
#ifndef TETRAD_ELEM_H
#define TETRAD_ELEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* X(NAME, name, C type): the only list of element types. */
#define ELEMS(X)                                                              \
    X(I32, i32, int32_t)                                                      \
    X(I64, i64, int64_t)                                                      \
    X(U32, u32, uint32_t)                                                     \
    X(U64, u64, uint64_t)                                                     \
    X(F32, f32, float)                                                        \
    X(F64, f64, double)

enum elem {
#define ELEM_ENUM(NAME, name, type) ELEM_##NAME,
    ELEMS(ELEM_ENUM)
#undef ELEM_ENUM
        ELEM_COUNT,
    ELEM_U8 /* of arrays such as flags; no operation computes in it, so that it
               is no type of a problem and not in ELEMS */
};

/* What a template made of each type, by type; see elem_each.h, and
 * elem_each_signed.h. */
#define EACH_TYPE(name)                                                       \
    {                                                                         \
        [ELEM_I32] = i32_##name, [ELEM_I64] = i64_##name,                     \
        [ELEM_U32] = u32_##name, [ELEM_U64] = u64_##name,                     \
        [ELEM_F32] = f32_##name, [ELEM_F64] = f64_##name                      \
    }
#define EACH_SIGNED(name)                                                     \
    {                                                                         \
        [ELEM_I32] = i32_##name, [ELEM_I64] = i64_##name,                     \
        [ELEM_F32] = f32_##name, [ELEM_F64] = f64_##name                      \
    }

/* Sets of types, as bits. */
#define TYPE(NAME) (1u << ELEM_##NAME)
#define TYPES_ALL ((1u << ELEM_COUNT) - 1u)
#define TYPES_FLOAT (TYPE(F32) | TYPE(F64))

const char *elem_name(enum elem type); /* "f32" */
size_t elem_size(enum elem type);      /* bytes */
bool elem_is_float(enum elem type);
/* A type of problems by its name; ELEM_COUNT: none. */
enum elem elem_find(const char *name, size_t length);

/* One element as text, with every digit that tells it from its neighbours. */
void elem_print(enum elem type, const void *element, char *text, size_t room);

#ifdef __cplusplus
}
#endif
#endif
