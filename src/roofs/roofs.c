/* roofs.c - the roofs of every device in use, and the floor of every backend.
 *
 * Passes of all kinds take turns, so that none of them alone meets a busy
 * moment of the machine. */
#include "roofs/roofs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/stats.h"
#include "host/host.h"
#include "base/interrupt.h"

enum {
    FIRST_PASSES = 5,
    DOUBT_PASSES = 3,
    COPIES = STATS_LEAST,
    EMPTY_SAMPLES = 15,
    EMPTY_LEAST = 5
};
static const double EMPTY_TIME = 0.3;  /* s a backend */
static const double REFRESH_SHARE = 9; /* s of rows for each of passes */
static const double REFRESH_EARLIEST = 1;
/* A pass can only be slowed down: by other programs, or by where its arrays
 * happen to lie (on an H200 some places read 12 % slower than others). */
static const double REACHED = 0.75;
/* Past any cache; of a short run most of the time goes to the first touch. */
static const size_t COPY_BYTES = (size_t)1 << 29;

/* When passes were last taken, how long a turn of all of them was, and the
 * random accesses that rows have asked for, a bit a kind. */
static struct {
    double last, cost;
    unsigned random;
} turns;

/* --- the record's roofs --------------------------------------------------- */

static struct roof *find(struct record *record, const struct roof *like)
{
    for (size_t i = 0; i < record->roof_count; i++)
        if (record->roofs[i].kind == like->kind &&
            !strcmp(record->roofs[i].device, like->device))
            return &record->roofs[i];
    if (!record_add_roof(record, like))
        return NULL;
    return &record->roofs[record->roof_count - 1];
}

/* A long run keeps passes from all of it. */
static void keep_every_other(struct roof *roof)
{
    for (int i = 0; 2 * i < roof->pass_count; i++)
        roof->pass[i] = roof->pass[2 * i];
    roof->pass_count = (roof->pass_count + 1) / 2;
}

void roofs_add_pass(struct record *record, const struct roof *like,
                    double rate)
{
    struct roof *roof = find(record, like);
    if (!roof || !(rate > 0) || !isfinite(rate))
        return;
    if (roof->pass_count == ROOF_PASSES)
        keep_every_other(roof);
    roof->pass[roof->pass_count++] = rate;
    const size_t count = (size_t)roof->pass_count;
    const struct stats s = stats_of(roof->pass, count);
    roof->rate = stats_quantile(roof->pass, count, REACHED);
    roof->low = roof->pass_count >= STATS_LEAST ? s.ci_low : 0;
    roof->high = roof->pass_count >= STATS_LEAST ? s.ci_high : 0;
}

/* --- passes --------------------------------------------------------------- */

/* Whether a target stands for its scope: the first of it that is used. */
static bool stands_for_scope(const struct targets *targets,
                             const struct plan *plan, int target)
{
    for (int i = 0; i < target; i++)
        if (plan->target_used[i] &&
            targets->list[i].backend->scope ==
                targets->list[target].backend->scope)
            return false;
    return plan->target_used[target];
}

static bool wants_links(const struct plan *plan)
{
    for (size_t i = 0; i < plan->cases.count; i++)
        for (int k = 0; k < plan->cases.list[i].choice_count; k++)
            if (plan->cases.list[i].choices[k].transfers)
                return true;
    return false;
}

static bool wants_atomics(const struct plan *plan)
{
    for (size_t i = 0; i < plan->cases.count; i++)
        if (plan->cases.list[i].problem.op->counts)
            return true;
    return false;
}

static void name_roof(struct roof *roof, const struct target *target,
                      enum roof_kind kind)
{
    const enum scope scope = target->backend->scope;
    struct device_facts facts = { 0 };
    *roof = (struct roof){ .kind = kind };
    snprintf(roof->device, sizeof roof->device, "%s", scope_name(scope));
    target->backend->place->facts(target->device, &facts);
    if (kind == ROOF_FMA && scope != SCOPE_CORE)
        roof->peak = facts.peak_flops;
    if (kind < ROOF_FMA && scope != SCOPE_CORE)
        roof->peak = facts.peak_bytes;
    if (target->backend->place == &host_place &&
        (kind == ROOF_COPY || kind == ROOF_WRITE))
        snprintf(roof->stores, sizeof roof->stores, "%s", host_stores());
}

/* Its rate, 0 when there is none. */
static double take_pass(struct record *record, const struct target *target,
                        enum roof_kind kind)
{
    const struct meter *meter = target->backend->place->meter;
    struct roof roof;
    struct reason why;
    double rate = 0;
    const enum status status =
        meter->roof(target->device, target->backend->scope, kind, &rate, &why);
    if (status == STATUS_MISSING)
        return 0;
    name_roof(&roof, target, kind);
    roofs_add_pass(record, &roof, status ? 0 : rate);
    return status ? 0 : rate;
}

/* A bit a kind, of all that every run measures. */
static unsigned usual_kinds(const struct plan *plan)
{
    unsigned kinds = 0;
    for (int k = 0; k <= (wants_links(plan) ? ROOF_D2H : ROOF_FMA); k++)
        kinds |= 1u << k;
    if (wants_atomics(plan))
        kinds |= 1u << ROOF_SHARED_ATOMIC;
    return kinds;
}

/* One pass of each roof of these kinds. */
static void take_turn(struct record *record, struct targets *targets,
                      const struct plan *plan, unsigned kinds)
{
    for (int i = 0; i < targets->count; i++)
        for (int k = 0; k < ROOF_KINDS && !interrupted; k++)
            if (kinds >> k & 1 && stands_for_scope(targets, plan, i))
                take_pass(record, &targets->list[i], (enum roof_kind)k);
}

static void end_passes(struct targets *targets)
{
    for (int i = 0; i < targets->count; i++) {
        const struct target *target = &targets->list[i];
        if (!target->status && target->backend->place->meter->roofs_end)
            target->backend->place->meter->roofs_end(target->device);
    }
}

void roofs_refresh(struct record *record, struct targets *targets,
                   const struct plan *plan, const struct watch *watch)
{
    const double begin = host_clock();
    if (!(turns.last > 0)) /* the roofs are another process's */
        turns.last = begin;
    if (begin - turns.last <
        fmax(REFRESH_EARLIEST, REFRESH_SHARE * turns.cost))
        return;
    watch_show(watch, "measuring the roofs again");
    take_turn(record, targets, plan, usual_kinds(plan) | turns.random);
    end_passes(targets);
    turns.last = host_clock();
    turns.cost = turns.last - begin;
}

void roofs_doubt(struct record *record, struct targets *targets,
                 const struct plan *plan, const struct watch *watch)
{
    watch_show(watch, "measuring the roofs again, as a row is past them");
    for (int pass = 0; pass < DOUBT_PASSES; pass++)
        take_turn(record, targets, plan, usual_kinds(plan));
    end_passes(targets);
    turns.last = host_clock();
}

/* --- random accesses ------------------------------------------------------ */

/* All widths, in a cache and past it: what another size or type of the run
 * asks for. */
static unsigned random_kinds(const struct record *record)
{
    bool wanted[2] = { false };
    unsigned kinds = 0;
    for (size_t i = 0; i < record->row_count; i++) {
        wanted[false] |= record->rows[i].gathers > 0;
        wanted[true] |= record->rows[i].scatters > 0;
    }
    for (int k = 0; k < ROOF_KINDS; k++)
        if (roof_is_random((enum roof_kind)k) &&
            wanted[roof_access((enum roof_kind)k).scatter])
            kinds |= 1u << k;
    return kinds;
}

static bool has_kind(const struct record *record, enum roof_kind kind)
{
    for (size_t i = 0; i < record->roof_count; i++)
        if (record->roofs[i].kind == kind)
            return true;
    return false;
}

void roofs_want(const struct record *rows)
{
    turns.random |= random_kinds(rows);
}

void roofs_complete(struct record *record, struct targets *targets,
                    const struct plan *plan, const struct watch *watch)
{
    unsigned missing = 0;
    for (int k = 0; k < ROOF_KINDS; k++)
        if (turns.random >> k & 1 && !has_kind(record, (enum roof_kind)k))
            missing |= 1u << k;
    if (!missing)
        return;
    watch_show(watch, "measuring the roofs of random accesses");
    const double begin = host_clock();
    for (int pass = 0; pass < FIRST_PASSES; pass++)
        take_turn(record, targets, plan, missing);
    end_passes(targets);
    turns.last = host_clock();
    turns.cost += (turns.last - begin) / FIRST_PASSES;
}

/* --- samples that are no rows --------------------------------------------- */

static enum status sample(const struct target *target,
                          const struct variant *variant,
                          void (*wake)(struct device *), struct job *job,
                          bool loaded, double *seconds)
{
    const struct meter *meter = target->backend->place->meter;
    const struct batch batch = { .variant = variant,
                                 .jobs = job,
                                 .job_count = 1,
                                 .repeats = 1,
                                 .loaded = loaded,
                                 .cold = true };
    struct timing timing = { 0 };
    struct span spans[2];
    int count = 0;
    for (int i = 0; i < job->problem->in_count; i++) {
        const size_t bytes = job->problem->in[i].count * sizeof(float);
        spans[count++] = (struct span){ job->in[i], bytes };
        spans[count++] = (struct span){ job->out[i], bytes };
    }
    enum status status = meter->flush(target->device, spans, count, job->why);
    if (wake)
        wake(target->device);
    if (!status)
        status = meter->sample(target->device, &batch, &timing, job->why);
    *seconds = timing.seconds;
    return status;
}

static void time_empty(struct record *record, const struct target *target)
{
    const struct problem nothing = { .dim = { 1, 1, 1 } };
    struct reason why = { "" };
    struct job job = { .problem = &nothing,
                       .device = target->device,
                       .why = &why };
    struct base base = { .seconds = 0 };
    double seconds[EMPTY_SAMPLES], first;
    int count = 0;
    const double begin = host_clock();
    const struct backend *backend = target->backend;
    enum status status =
        sample(target, backend->empty, backend->wake, &job, false, &first);
    for (; count < EMPTY_SAMPLES && !status && !interrupted &&
         (count < EMPTY_LEAST || host_clock() - begin < EMPTY_TIME);
         count++)
        status = sample(target, backend->empty, backend->wake, &job, true,
                        &seconds[count]);
    if (status || !count)
        return;
    snprintf(base.backend, sizeof base.backend, "%s", backend->name);
    base.seconds = stats_of(seconds, (size_t)count).median;
    record_add_base(record, &base);
}

/* --- the copy as a row ---------------------------------------------------- */

/* The rate of samples over that of the pass just before; zeros when it cannot
 * be told. The copier has threads of its own: a backend's team would only be in
 * their way. */
static struct stats compare_copies(struct record *record,
                                   const struct target *target,
                                   struct job *job, double bytes)
{
    const struct variant *copier = target->backend->place->meter->copier;
    const struct stats unknown = { 0 };
    double ratios[COPIES], first;
    enum status status = sample(target, copier, NULL, job, false, &first);
    for (int i = 0; i < COPIES && !status; i++) {
        double seconds = 0;
        const double pass = take_pass(record, target, ROOF_COPY);
        status = sample(target, copier, NULL, job, true, &seconds);
        if (!(pass > 0) || !(seconds > 0))
            return unknown;
        ratios[i] = 2 * bytes / seconds / pass;
    }
    return status ? unknown : stats_of(ratios, COPIES);
}

static void check_copy(struct record *record, const struct target *target)
{
    const struct place *place = target->backend->place;
    struct problem p = { .dim = { 1, 1, 1 }, .in_count = 1, .out_count = 1 };
    struct reason why = { "" };
    struct job job = { .problem = &p, .device = target->device, .why = &why };
    struct device_facts facts = { 0 };
    void *from = NULL, *to = NULL;
    place->facts(target->device, &facts);
    size_t bytes = COPY_BYTES;
    while (bytes > facts.memory_free / 8)
        bytes /= 2;
    p.in[0] = p.out[0] = (struct array){ .name = "copied",
                                         .type = ELEM_F32,
                                         .count = bytes / 4 };
    enum status status = place->alloc(target->device, bytes, &from, &why);
    if (!status)
        status = place->alloc(target->device, bytes, &to, &why);
    if (!status)
        status = place->set(target->device, from, 0x5A, bytes, &why);
    job.in[0] = from;
    job.out[0] = to;
    struct roof like = { .kind = ROOF_COPY };
    snprintf(like.device, sizeof like.device, "%s",
             scope_name(target->backend->scope));
    struct stats ratio = { 0 };
    if (!status)
        ratio = compare_copies(record, target, &job, (double)bytes);
    struct roof *roof = find(record, &like);
    if (roof) {
        roof->copier = ratio.median;
        roof->copier_low = ratio.ci_low;
        roof->copier_high = ratio.ci_high;
    }
    place->release(target->device, from);
    place->release(target->device, to);
}

void roofs_measure(struct record *record, struct targets *targets,
                   const struct plan *plan, const struct watch *watch)
{
    if (record->roof_count)
        return;
    watch_show(watch, "measuring the roofs");
    for (int pass = 0; pass < FIRST_PASSES; pass++) {
        const double begin = host_clock();
        take_turn(record, targets, plan, usual_kinds(plan));
        turns.cost = host_clock() - begin;
    }
    for (int i = 0; i < targets->count && !interrupted; i++)
        if (stands_for_scope(targets, plan, i) &&
            targets->list[i].backend->scope != SCOPE_CORE &&
            targets->list[i].backend->place->meter->copier)
            check_copy(record, &targets->list[i]);
    end_passes(targets);
    watch_show(watch, "timing runs that do nothing");
    for (int i = 0; i < targets->count && !interrupted; i++)
        if (plan->target_used[i] && targets->list[i].backend->empty)
            time_empty(record, &targets->list[i]);
    turns.last = host_clock();
}
