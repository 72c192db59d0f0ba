/* pacing.c - the machine's own pace through the rounds of a case. */
#include "pacing.h"

#include <stdlib.h>

#include "stats.h"

static bool grow(struct pacing *p)
{
    const size_t room = p->room ? 2 * p->room : 64;
    double *compute = realloc(p->compute, room * sizeof *compute);
    if (compute)
        p->compute = compute;
    double *memory = realloc(p->memory, room * sizeof *memory);
    if (memory)
        p->memory = memory;
    if (compute && memory)
        p->room = room;
    return compute && memory;
}

void pacing_add(struct pacing *p, const struct seat *seat, bool cold)
{
    const struct meter *meter = seat->backend->place->meter;
    struct pace pace = { 0 };
    struct reason why;
    if (!meter->pace
        || meter->pace(seat->device, seat->backend->scope, cold, &pace, &why)
        || (p->count == p->room && !grow(p)))
        return;
    p->compute[p->count] = pace.compute;
    p->memory[p->count++] = pace.memory;
}

void pacing_tell(const struct pacing *p, struct row *row)
{
    const size_t count = row->sample_count < p->count ? row->sample_count
                                                      : p->count;
    if (!count)
        return;
    row->pace.compute = stats_of(p->compute, count).median;
    row->pace.memory = stats_of(p->memory, count).median;
}

void pacing_free(struct pacing *p)
{
    free(p->compute);
    free(p->memory);
    *p = (struct pacing){ 0 };
}
