/* elem_each.h - a template of C, once for each element type:
 *
 *   #define ELEM_TEMPLATE "openmp/scan_tmpl.h"
 *   #include "elem_each.h"
 *   #undef ELEM_TEMPLATE
 *
 * The template is named from the top of the tree, or of src/. What it may use
 * stands in elem_one.h. */
#include "elem_each_signed.h"

#define T uint32_t
#define NAME(x) u32_##x
#define ADD uint32_t
#define WIDE uint64_t
#define MEAN double
#define IS_FLOAT 0
#define T_LOWEST 0
#define T_HIGHEST UINT32_MAX
#include "elem_one.h"

#define T uint64_t
#define NAME(x) u64_##x
#define ADD uint64_t
#define WIDE double
#define MEAN double
#define IS_FLOAT 0
#define T_LOWEST 0
#define T_HIGHEST UINT64_MAX
#include "elem_one.h"
