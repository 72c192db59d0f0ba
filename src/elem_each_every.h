/* elem_each_every.h - a template for every type of ELEMS; see elem_each.h. */
#include "elem_each.h"

#define ELEM u8
#define IS_FLOAT 0
#include "elem_one.h"
