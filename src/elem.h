/* elem.h - the element types, erased at the interface, concrete inside.
 *
 * ELEMS is the only list of them. A type more is a line there, and its name in
 * the set of each operation that takes it, with the set's elem_each_*.h. */
#ifndef TETRAD_ELEM_H
#define TETRAD_ELEM_H

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum elem_kind { ELEM_SIGNED, ELEM_UNSIGNED, ELEM_FLOAT };

/* X(NAME, name, kind, T, ADD, WIDE, digits, least exponent, lowest, highest)
 *
 *   T       the C type
 *   ADD     the type that sums are taken in: of integers the unsigned one, so
 *           that they wrap
 *   WIDE    the type that means are summed in: exact for integers of up to 4
 *           bytes, double for those of 8, a float's own
 *   digits  of a float's significand, in bits; its least exponent, as in
 *           <float.h>; 0, 0 of integers
 *   lowest, highest  the identities of max and min */
#define ELEMS(X)                                                              \
    X(I32, i32, SIGNED, int32_t, uint32_t, int64_t, 0, 0, INT32_MIN,          \
      INT32_MAX)                                                              \
    X(I64, i64, SIGNED, int64_t, uint64_t, double, 0, 0, INT64_MIN,           \
      INT64_MAX)                                                              \
    X(U32, u32, UNSIGNED, uint32_t, uint32_t, uint64_t, 0, 0, 0, UINT32_MAX)  \
    X(U64, u64, UNSIGNED, uint64_t, uint64_t, double, 0, 0, 0, UINT64_MAX)    \
    X(F32, f32, FLOAT, float, float, float, FLT_MANT_DIG, FLT_MIN_EXP,        \
      -INFINITY, INFINITY)                                                    \
    X(F64, f64, FLOAT, double, double, double, DBL_MANT_DIG, DBL_MIN_EXP,     \
      -INFINITY, INFINITY)                                                    \
    X(U8, u8, UNSIGNED, uint8_t, uint8_t, int64_t, 0, 0, 0, UINT8_MAX)

enum elem {
    ELEM_NONE,
#define ELEM_ENUM(NAME, ...) ELEM_##NAME,
    ELEMS(ELEM_ENUM)
#undef ELEM_ENUM
        ELEM_COUNT
};

/* Of each type: elem_i32, and elem_i32_add, elem_i32_wide. */
#define ELEM_TYPES(NAME, name, kind, T, ADD, WIDE, ...)                       \
    typedef T elem_##name;                                                    \
    typedef ADD elem_##name##_add;                                            \
    typedef WIDE elem_##name##_wide;
ELEMS(ELEM_TYPES)
#undef ELEM_TYPES

#ifndef __cplusplus
/* elem_i32_lowest, elem_i32_highest; and elem_i32_type,
 * which is ELEM_I32, and elem_i32_digits. */
#define ELEM_LIMITS(NAME, name, kind, T, ADD, WIDE, digits, least, lowest,    \
                    highest)                                                  \
    static const T elem_##name##_lowest = lowest;                             \
    static const T elem_##name##_highest = highest;                           \
    enum { elem_##name##_type = ELEM_##NAME, elem_##name##_digits = digits };
ELEMS(ELEM_LIMITS)
#undef ELEM_LIMITS
#endif

/* Sets of types, as bits; TYPES(SET) of one of the lists below. */
#define TYPE(NAME) (1u << ELEM_##NAME)
#define ELEM_BIT(NAME, name, ...) | TYPE(NAME)
#define TYPES(SET) (0u SET(ELEM_BIT, ))

/* Lists that several operations name as theirs: X(NAME, name, ...) of each.
 * NUMBERS has its templates compiled by elem_each.h, SIGNED by
 * elem_each_signed.h, TAUGHT, of what ladders teach, by elem_each_taught.h,
 * BINNED, of what is counted in bins, by elem_each_binned.h. */
#define NUMBERS(X, ...)                                                       \
    SIGNED(X, __VA_ARGS__)                                                    \
    X(U32, u32, __VA_ARGS__) X(U64, u64, __VA_ARGS__)
#define SIGNED(X, ...)                                                        \
    X(I32, i32, __VA_ARGS__)                                                  \
    X(I64, i64, __VA_ARGS__)                                                  \
    X(F32, f32, __VA_ARGS__) X(F64, f64, __VA_ARGS__)
#define TAUGHT(X, ...)                                                        \
    X(I32, i32, __VA_ARGS__) X(F32, f32, __VA_ARGS__) X(F64, f64, __VA_ARGS__)
#define BINNED(X, ...)                                                        \
    X(U8, u8, __VA_ARGS__) X(I32, i32, __VA_ARGS__) X(F32, f32, __VA_ARGS__)
#define FLOATS(X, ...) X(F32, f32, __VA_ARGS__) X(F64, f64, __VA_ARGS__)

/* A table by type of what a template made of each of a list: i32_run, ... */
#define ELEM_ROW(NAME, name, stem) [ELEM_##NAME] = name##_##stem,
#define EACH(SET, stem)                                                       \
    {                                                                         \
        SET(ELEM_ROW, stem)                                                   \
    }

const char *elem_name(enum elem); /* "f32" */
size_t elem_size(enum elem);      /* bytes */
enum elem_kind elem_kind(enum elem);
bool elem_is_float(enum elem);
int elem_digits(enum elem);         /* of a float's significand; else 0 */
int elem_least_exponent(enum elem); /* of a float; else 0 */
/* A type by its name; ELEM_NONE: there is none. */
enum elem elem_find(const char *name, size_t length);
/* Of a float type: one element as a double, exactly. */
double elem_double(enum elem, const void *element);

/* One element as text, with every digit that tells it from its neighbours. */
void elem_print(enum elem, const void *element, char *text, size_t room);

#ifdef __cplusplus
}
#endif
#endif
