/* segreduce_tmpl.h - segreduce on many cores for one element type: see
 * elem_one.h. */

typedef uint32_t NAME(words) __attribute__((vector_size(VECTOR_BYTES)));

/* a where the mask is set, else b. */
#define CHOOSE(mask, a, b)                                                    \
    ((OP(vector))(((NAME(words))(mask) & (NAME(words))(a)) |                  \
                  (~(NAME(words))(mask) & (NAME(words))(b))))

#define OP(x) NAME(sum_##x)
#define A ADD
#define IDENTITY 0
#define JOIN(a, b) ((A)((a) + (b)))
#define JOIN_VECTORS(a, b) ((a) + (b))
#include "segreduce_op_tmpl.h"

#define OP(x) NAME(min_##x)
#define A T
#define IDENTITY T_HIGHEST
#define JOIN(a, b) ((b) < (a) ? (b) : (a))
#define JOIN_VECTORS(a, b) CHOOSE((b) < (a), b, a)
#include "segreduce_op_tmpl.h"

#define OP(x) NAME(max_##x)
#define A T
#define IDENTITY T_LOWEST
#define JOIN(a, b) ((b) > (a) ? (b) : (a))
#define JOIN_VECTORS(a, b) CHOOSE((b) > (a), b, a)
#include "segreduce_op_tmpl.h"

#undef CHOOSE
