/* elem_each_floats.h - a template for each type of the list FLOATS; see
 * elem_each.h. */
#include "elem.h"

#define ELEM f32
#define IS_FLOAT 1
#include "elem_one.h"

#define ELEM f64
#define IS_FLOAT 1
#include "elem_one.h"
