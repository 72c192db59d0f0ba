/* elem_each_signed.h - elem_each.h without the unsigned types. */
#include <math.h>
#include <stdint.h>

#define T int32_t
#define NAME(x) i32_##x
#define ADD uint32_t
#define WIDE int64_t
#define MEAN double
#define IS_FLOAT 0
#define T_LOWEST INT32_MIN
#define T_HIGHEST INT32_MAX
#include "elem_one.h"

#define T int64_t
#define NAME(x) i64_##x
#define ADD uint64_t
#define WIDE double
#define MEAN double
#define IS_FLOAT 0
#define T_LOWEST INT64_MIN
#define T_HIGHEST INT64_MAX
#include "elem_one.h"

#define T float
#define NAME(x) f32_##x
#define ADD float
#define WIDE float
#define MEAN float
#define IS_FLOAT 1
#define T_LOWEST (-INFINITY)
#define T_HIGHEST INFINITY
#include "elem_one.h"

#define T double
#define NAME(x) f64_##x
#define ADD double
#define WIDE double
#define MEAN double
#define IS_FLOAT 1
#define T_LOWEST (-INFINITY)
#define T_HIGHEST INFINITY
#include "elem_one.h"
