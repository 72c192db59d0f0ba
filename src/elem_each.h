/* elem_each.h - a template of C, once for each type of the list NUMBERS:
 *
 *   #define ELEM_TEMPLATE "openmp/scan_tmpl.h"
 *   #include "elem_each.h"
 *   #undef ELEM_TEMPLATE
 *
 * The template is named from the top of the tree, or of src/. What it may use
 * stands in elem_one.h. */
#include "elem_each_signed.h"

#define ELEM u32
#define IS_FLOAT 0
#include "elem_one.h"

#define ELEM u64
#define IS_FLOAT 0
#include "elem_one.h"
