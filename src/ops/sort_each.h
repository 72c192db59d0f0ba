/* sort_each.h - a template of C, once for each form of an item that is sorted:
 *
 *   #define SORT_TEMPLATE "openmp/radix_tmpl.h"
 *   #include "ops/sort_each.h"
 *   #undef SORT_TEMPLATE
 *
 * It may use
 *
 *   KEY         uint32_t or uint64_t: a key's bits
 *   IS_FLOAT    0 or 1
 *   VALUE       uint32_t or uint64_t
 *   HAS_VALUE   0: there are keys alone
 *   FORM(x)     a name of its own
 *   RANKED(bits, flip)  a number for the bits of a key, by sort_flip(): -0 has
 *               one of its own, next to that of +0
 *   BITS(number, flip)  and back
 *   RANK(bits, flip)    the same, but -0 has that of +0
 *
 * SORT_FORMS(, x) is then a table of FORM(x), for sort_form(), SORT_FORMS(&, x)
 * of their addresses. */
#ifndef TETRAD_OPS_SORT_EACH_H
#define TETRAD_OPS_SORT_EACH_H

#include "ops/sort.h"
#include "ops/sort_rank.h"

#define SORT_FORMS(at, x)                                                     \
    {                                                                         \
        at b32_##x, at b32_32_##x, at b32_64_##x, at f32_##x, at f32_32_##x,  \
            at f32_64_##x, at b64_##x, at b64_32_##x, at b64_64_##x,          \
            at f64_##x, at f64_32_##x, at f64_64_##x                          \
    }

#endif

#define KEY uint32_t
#define RANKED(bits, flip) sort_ranked_32(bits, IS_FLOAT, flip)
#define BITS(number, flip) sort_ranked_32((number) ^ (flip), IS_FLOAT, 0)
#define RANK(bits, flip) sort_rank_32(bits, IS_FLOAT, flip)
#define IS_FLOAT 0
#define PREFIX b32
#include "ops/sort_values.h"
#undef IS_FLOAT
#undef PREFIX
#define IS_FLOAT 1
#define PREFIX f32
#include "ops/sort_values.h"
#undef IS_FLOAT
#undef PREFIX
#undef KEY
#undef RANKED
#undef BITS
#undef RANK

#define KEY uint64_t
#define RANKED(bits, flip) sort_ranked_64(bits, IS_FLOAT, flip)
#define BITS(number, flip) sort_ranked_64((number) ^ (flip), IS_FLOAT, 0)
#define RANK(bits, flip) sort_rank_64(bits, IS_FLOAT, flip)
#define IS_FLOAT 0
#define PREFIX b64
#include "ops/sort_values.h"
#undef IS_FLOAT
#undef PREFIX
#define IS_FLOAT 1
#define PREFIX f64
#include "ops/sort_values.h"
#undef IS_FLOAT
#undef PREFIX
#undef KEY
#undef RANKED
#undef BITS
#undef RANK
