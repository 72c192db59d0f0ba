/* prefix_tmpl.h - scans by one thread for one element type, see elem_one.h,
 * and for vectors of WIDTH bytes, see width.h. GREATER(v, w) is the greater in
 * each lane; not defined where there is none. */

#define OP(x) AT_WIDTH(NAME(sum_##x))
#define A ADD
#define IDENTITY 0
#define JOIN(before, after) ((A)((before) + (after)))
#define JOIN_VECTORS(before, after) ((before) + (after))
#include "prefix_op_tmpl.h"

#define OP(x) AT_WIDTH(NAME(max_##x))
#define A T
#define IDENTITY T_LOWEST
#define JOIN(before, after) ((after) > (before) ? (after) : (before))
#ifdef GREATER
#define JOIN_VECTORS(before, after) ((OP(vector))GREATER(before, after))
#else
#define JOIN_VECTORS(before, after)                                           \
    ((OP(vector))(((OP(words))((after) > (before)) & (OP(words))(after)) |    \
                  (~(OP(words))((after) > (before)) & (OP(words))(before))))
#endif
#include "prefix_op_tmpl.h"

static const struct prefix_kernel *AT_WIDTH(NAME(kernels))[] = {
    &AT_WIDTH(NAME(sum_kernel)), &AT_WIDTH(NAME(max_kernel))
};
