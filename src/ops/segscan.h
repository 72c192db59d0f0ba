/* segscan.h - the parameters of segscan and their choices, in order.
 *
 * Inputs: in[0] the elements; in[1] either a u8 a element, not zero where a
 * segment starts (the first element starts one whatever its flag says), or
 * segments + 1 u64 offsets, non-decreasing, from 0 to n. Extents: dim[0]
 * elements, dim[1] segments; by flags there may be any other number of them
 * (empty ones have none, and inputs may come from a file). */
#ifndef TETRAD_OPS_SEGSCAN_H
#define TETRAD_OPS_SEGSCAN_H

enum segscan_kind { SEGSCAN_INCLUSIVE, SEGSCAN_EXCLUSIVE, SEGSCAN_KINDS };
enum segscan_by { SEGSCAN_FLAGS, SEGSCAN_OFFSETS };

/* Indices in problem->param; the generator's (ops/segments.h) follow. */
enum {
    SEGSCAN_PARAM_KIND,
    SEGSCAN_PARAM_BY,
    SEGSCAN_PARAM_LENGTHS,
    SEGSCAN_PARAM_MEAN,
    SEGSCAN_PARAM_SEGMENTS
};

#endif
