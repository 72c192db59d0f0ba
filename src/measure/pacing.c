/* pacing.c - the machine's own pace beside the samples of a row. */
#include "measure/pacing.h"

#include <stdlib.h>

#include "base/stats.h"

struct pace pacing_now(const struct target *target, bool cold)
{
    const struct meter *meter = target->backend->place->meter;
    struct pace pace = { 0 };
    struct reason why;
    if (meter->pace &&
        meter->pace(target->device, target->backend->scope, cold, &pace, &why))
        pace = (struct pace){ 0 };
    return pace;
}

void pacing_add(struct pacing *p, const struct pace *pace)
{
    if (p->count == p->room) {
        const size_t room = p->room ? 2 * p->room : 64;
        struct pace *paces = realloc(p->paces, room * sizeof *paces);
        if (!paces)
            return;
        p->paces = paces;
        p->room = room;
    }
    p->paces[p->count++] = *pace;
}

static struct pace median(const struct pacing *p)
{
    struct pace pace = { 0 };
    double *values = malloc(p->count * sizeof *values);
    if (!values)
        return pace;
    for (int kind = 0; kind < PACES; kind++) {
        for (size_t i = 0; i < p->count; i++)
            values[i] = p->paces[i].seconds[kind];
        pace.seconds[kind] = stats_of(values, p->count).median;
    }
    free(values);
    return pace;
}

void pacing_tell(const struct pacing *p, struct row *row)
{
    if (row->pace_count != row->start_count || row->pace_count >= STARTS_MOST)
        return;
    if (p->count && p->paces[0].seconds[PACE_COMPUTE] > 0)
        row->pace[row->pace_count++] = median(p);
}

void pacing_free(struct pacing *p)
{
    free(p->paces);
    *p = (struct pacing){ 0 };
}
