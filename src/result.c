/* result.c - what the samples of a case say: medians, roof shares,
 * speed-ups. */
#include "result.h"

#include <stdio.h>
#include <string.h>

#include "stats.h"

/* The roof that allows the least speed bounds the row. */
static void find_roof(const struct record *record, struct row *row,
                      const struct cost *cost, enum scope scope)
{
    const double bytes = cost->read + cost->written;
    const enum roof_kind kind = cost->written < 0.01 * bytes ? ROOF_READ
        : cost->read < 0.01 * bytes ? ROOF_WRITE : ROOF_COPY;
    const struct roof *memory =
        record_roof(record, scope_name(scope), kind);
    const struct roof *fma =
        record_roof(record, scope_name(scope), ROOF_FMA);
    double least = 0;
    if (memory && memory->rate > 0 && bytes > 0) {
        least = bytes / memory->rate;
        row->roof = kind;
    }
    if (fma && fma->rate > 0 && !strcmp(row->type, "f32")
        && cost->flops / fma->rate > least) {
        least = cost->flops / fma->rate;
        row->roof = ROOF_FMA;
    }
    if (least <= 0)
        return;
    snprintf(row->roof_device, sizeof row->roof_device, "%s",
             scope_name(scope));
    row->roof_share = least / row->seconds.median;
}

static void summarise(const struct record *record, struct trial *trial,
                      const struct stage *stage, const struct options *o)
{
    struct row *row = &trial->row;
    snprintf(row->cache, sizeof row->cache, "%s", o->hot ? "hot" : "cold");
    if (!trial->live || !row->sample_count)
        return;
    const struct problem *p = &stage->problem;
    const struct cost cost = p->op->cost(p, stage->want);
    const struct stats s = stats_of(row->samples, row->sample_count);
    row->seconds = (struct estimate){ .median = s.median, .min = s.min,
                                      .iqr = s.iqr };
    if (row->sample_count >= STATS_LEAST) {
        row->seconds.ci_low = s.ci_low;
        row->seconds.ci_high = s.ci_high;
    }
    row->bytes = cost.read + cost.written;
    row->flops = cost.flops;
    row->items = cost.items;
    find_roof(record, row, &cost, trial->seat->backend->scope);
}

/* What speed-ups of a case are relative to. */
static const struct trial *find_reference(const struct trial *trials,
                                          int count, const char *wanted)
{
    for (int i = 0; i < count; i++) {
        const struct trial *t = &trials[i];
        char name[64];
        snprintf(name, sizeof name, "%.16s/%.40s", t->row.backend,
                 t->row.variant);
        const bool is = wanted
            ? !strcmp(name, wanted)
            : t->row.best && !strcmp(t->row.backend, "reference");
        if (is && t->live && t->row.sample_count)
            return t;
    }
    return NULL;
}

static void compare_rows(struct trial *trials, int count,
                         const struct trial *base)
{
    for (int i = 0; i < count; i++) {
        struct row *row = &trials[i].row;
        const size_t pairs = row->sample_count < base->row.sample_count
            ? row->sample_count : base->row.sample_count;
        if (!trials[i].live || !pairs)
            continue;
        const struct stats s = stats_ratio(base->row.samples, row->samples,
                                           pairs);
        snprintf(row->speedup.over, sizeof row->speedup.over, "%.16s/%.40s",
                 base->row.backend, base->row.variant);
        row->speedup.ratio = s.median;
        if (pairs >= STATS_LEAST) {
            row->speedup.ci_low = s.ci_low;
            row->speedup.ci_high = s.ci_high;
        }
    }
}

void result_of_case(const struct record *record, struct trial *trials,
                    int count, const struct stage *stage,
                    const struct options *options)
{
    for (int i = 0; i < count; i++)
        summarise(record, &trials[i], stage, options);
    const struct trial *base =
        find_reference(trials, count, options->reference);
    if (base)
        compare_rows(trials, count, base);
}
