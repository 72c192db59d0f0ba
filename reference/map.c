/* map.c - map on one core: the obvious loop, vectorised by the compiler; exp
 * is the C library's, an element at a time. */
#include "ops/map.h"

#include <math.h>

#include "op.h"
#include "simd.h"

#define ELEM_TEMPLATE "reference/map_tmpl.h"
#include "elem_each_taught.h"
#undef ELEM_TEMPLATE

static enum status run_loop(struct job *job)
{
    static void (*const map[ELEM_COUNT])(const struct job *) =
        EACH(TAUGHT, map);
    map[job->problem->type](job);
    return STATUS_OK;
}

extern const struct variant reference_map[];

const struct variant reference_map[] = {
    { .name = "loop",
      .idea = "one pass, vectorised by the compiler",
      .source = "",
      .best = true,
      .run = run_loop },
    { 0 }
};
