/* elem_each_binned.h - a template for each type of the list BINNED; see
 * elem_each.h. */
#include "elem.h"

#define ELEM u8
#define IS_FLOAT 0
#include "elem_one.h"

#define ELEM i32
#define IS_FLOAT 0
#include "elem_one.h"

#define ELEM f32
#define IS_FLOAT 1
#include "elem_one.h"
