/* elem_one.h - a template for the element type ELEM, see elem_each.h. It may
 * use
 *
 *   T                    the element type
 *   NAME(x)              i32_x, f64_x: names of its own
 *   ADD                  the type that sums are taken in: of integers the
 *                        unsigned one, so that they wrap
 *   WIDE                 the type that means are summed in: exact for 4-byte
 *                        integers, double for those of 8, a float's own
 *   MEAN                 the type of a mean: double, or a float's own
 *   IS_FLOAT             0 or 1
 *   T_TYPE               ELEM_I32, ...
 *   T_DIGITS             of a float's significand, else 0
 *   T_LOWEST, T_HIGHEST  the identities of max and min */
#define ELEM_PASTE_(a, b, c) a##b##c
#define ELEM_PASTE(a, b, c) ELEM_PASTE_(a, b, c)

#define T ELEM_PASTE(elem_, ELEM, )
#define NAME(x) ELEM_PASTE(ELEM, _, x)
#define ADD ELEM_PASTE(elem_, ELEM, _add)
#define WIDE ELEM_PASTE(elem_, ELEM, _wide)
#if IS_FLOAT
#define MEAN T
#else
#define MEAN double
#endif
#define T_TYPE (enum elem) ELEM_PASTE(elem_, ELEM, _type)
#define T_DIGITS ELEM_PASTE(elem_, ELEM, _digits)
#define T_LOWEST ELEM_PASTE(elem_, ELEM, _lowest)
#define T_HIGHEST ELEM_PASTE(elem_, ELEM, _highest)

#include ELEM_TEMPLATE

#undef T
#undef NAME
#undef ADD
#undef WIDE
#undef MEAN
#undef T_TYPE
#undef T_DIGITS
#undef T_LOWEST
#undef T_HIGHEST
#undef ELEM_PASTE
#undef ELEM_PASTE_
#undef ELEM
#undef IS_FLOAT
