/* elem_one.h - a template for one element type, see elem_each.h. It may use
 *
 *   T                    the element type
 *   NAME(x)              i32_x, f64_x: names of its own
 *   ADD                  the type that sums are taken in: of integers the
 *                        unsigned one, so that they wrap
 *   WIDE                 the type that means are summed in: exact for 4-byte
 *                        integers, double for those of 8, a float's own
 *   MEAN                 the type of a mean: double, or a float's own
 *   IS_FLOAT             0 or 1
 *   T_LOWEST, T_HIGHEST  the identities of max and min */
#include ELEM_TEMPLATE

#undef T
#undef NAME
#undef ADD
#undef WIDE
#undef MEAN
#undef IS_FLOAT
#undef T_LOWEST
#undef T_HIGHEST
