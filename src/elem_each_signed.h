/* elem_each_signed.h - a template for each type of the list SIGNED; see
 * elem_each.h. */
#include "elem_each_taught.h"

#define ELEM i64
#define IS_FLOAT 0
#include "elem_one.h"
