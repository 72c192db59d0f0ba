/* sort.h - the parameters of sort, and the order that keys are in.
 *
 * Inputs: in[0] n keys; in[1] n values, u32 or u64, if each key carries one.
 * Outputs: out[0] the keys in order, out[1] the values, each where its key
 * went. Both are written; neither is where an input is.
 *
 * The order is total but for zeros: -0 equals +0, of the numbers below +0 come
 * those of negative sign; a NaN of negative sign comes before all numbers, one
 * of positive sign behind them, NaNs of one sign in the order of their bits, as
 * magnitudes. Descending turns all that round. Keys that are equal keep the
 * order of the input, -0 and +0 their bits, in either direction; in a variant
 * that is UNSTABLE they may change places. */
#ifndef TETRAD_OPS_SORT_H
#define TETRAD_OPS_SORT_H

#include <stdbool.h>
#include <stdint.h>

#include "op.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Indices in problem->param: of VALUE .i is an enum sort_value, of ORDER an
 * enum sort_order; SPECIAL is a share, in .r, and BYTES has a bit for each. */
enum sort_param {
    SORT_PARAM_VALUE,
    SORT_PARAM_ORDER,
    SORT_PARAM_SPECIAL,
    SORT_PARAM_BYTES
};

enum sort_value { SORT_KEYS, SORT_VALUE_32, SORT_VALUE_64, SORT_VALUES };
enum sort_order { SORT_ASCENDING, SORT_DESCENDING };

/* Bytes of a value: 0, 4 or 8. */
static inline size_t sort_value_bytes(const struct problem *p)
{
    return (size_t)p->param[SORT_PARAM_VALUE].i * 4;
}

static inline bool sort_descends(const struct problem *p)
{
    return p->param[SORT_PARAM_ORDER].i == SORT_DESCENDING;
}

/* What turns the bits of keys into unsigned numbers that are in order: for
 * sort_each.h. */
static inline uint64_t sort_flip(const struct problem *p)
{
    const int top = (int)elem_size(p->type) * 8 - 1;
    const uint64_t high = UINT64_C(1) << top, low = high - 1;
    const uint64_t sign = elem_kind(p->type) == ELEM_UNSIGNED ? 0 : high;
    return sort_descends(p) ? sign ^ (high | low) : sign;
}

/* Which of the twelve forms items have, in the order of sort_each.h: by the
 * width of a key, whether it is a float, and the width of its value. */
static inline size_t sort_form(const struct problem *p)
{
    const size_t wide = elem_size(p->type) == 8 ? 6 : 0;
    const size_t is_float = elem_is_float(p->type) ? 3 : 0;
    return wide + is_float + (size_t)p->param[SORT_PARAM_VALUE].i;
}

#ifdef __cplusplus
}
#endif
#endif
