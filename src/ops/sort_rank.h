/* sort_rank.h - numbers without a sign in the order of keys, from their bits by
 * sort_flip(). */
#ifndef TETRAD_OPS_SORT_RANK_H
#define TETRAD_OPS_SORT_RANK_H

#include <stdbool.h>
#include <stdint.h>

/* Of a float that is negative all bits but the sign are turned round first. */
static inline uint32_t sort_ranked_32(uint32_t b, bool is_float, uint32_t flip)
{
    return b ^ (is_float ? (0 - (b >> 31)) >> 1 : 0) ^ flip;
}

static inline uint64_t sort_ranked_64(uint64_t b, bool is_float, uint64_t flip)
{
    return b ^ (is_float ? (0 - (b >> 63)) >> 1 : 0) ^ flip;
}

static inline uint32_t sort_rank_32(uint32_t b, bool is_float, uint32_t flip)
{
    const bool is_zero = is_float && b == UINT32_C(1) << 31;
    return sort_ranked_32(is_zero ? 0 : b, is_float, flip);
}

static inline uint64_t sort_rank_64(uint64_t b, bool is_float, uint64_t flip)
{
    const bool is_zero = is_float && b == UINT64_C(1) << 63;
    return sort_ranked_64(is_zero ? 0 : b, is_float, flip);
}

#endif
