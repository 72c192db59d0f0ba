/* elem_each_taught.h - a template for each type of the list TAUGHT; see
 * elem_each.h. */
#include "elem_each_floats.h"

#define ELEM i32
#define IS_FLOAT 0
#include "elem_one.h"
