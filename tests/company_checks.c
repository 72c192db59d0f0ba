/* company_checks.c - what a run may meet on a GPU that is not its own. */
#include "company.h"
#include "base/stats.h"
#include "cuda/cuda.h"
#include "problem.h"

enum { HELD_SAMPLES = 5, PAIRS = 1000, TURNS = 64 };
/* Pairs of longer runs overlap whenever they begin, and ways of parameters are
 * mostly one code: fewer of them do. */
enum { LONG_BYTES = 16 << 20, LONG_PAIRS = 100 };

/* How much longer a run may take while multiprocessors are held: with half of
 * them it has half of the bandwidth, and work that comes in waves has twice
 * as many. The rest is for kernels of some microseconds, whose launches take as
 * long as they do. What waits for a held one takes two seconds. */
static const double LONGER_MOST = 5, LAUNCHES = 50e-6; /* s */

const struct crowding *const company_ways = CUDA(&crowding);

/* --- alone ---------------------------------------------------------------- */

static enum status alone(struct scene *s, struct reason *why)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < GUESTS && !status; i++)
        status = guest_alone(&s->guest[i], s->checked, why);
    return status;
}

/* --- beside a kernel that holds multiprocessors --------------------------- */

static enum status time_held(struct scene *s, int held, double *seconds,
                             struct reason *why)
{
    struct crowd *crowd = s->company->crowd;
    struct guest *g = &s->guest[0];
    bool to_the_end = false;
    enum status status = guest_ready(g, why);
    if (!status)
        status = company_ways->hold(crowd, held, why);
    if (status)
        return status;
    status = guest_time(g, seconds, why);
    const enum status end =
        company_ways->release(crowd, &to_the_end, status ? NULL : why);
    if (status || end)
        return status ? status : end;
    return to_the_end ? guest_same(g, g, why)
                      : fail(why, STATUS_DEVICE,
                             "not over before the multiprocessors were let "
                             "go: %.3g s, %.3g s alone",
                             *seconds, g->seconds);
}

static enum status beside_held(struct scene *s, int held, struct reason *why)
{
    const double alone = s->guest[0].seconds;
    const double most = LONGER_MOST * alone + LAUNCHES;
    double samples[HELD_SAMPLES] = { 0 };
    enum status status = STATUS_OK;
    for (int i = 0; i < HELD_SAMPLES && !status; i++)
        status = time_held(s, held, &samples[i], why);
    if (status)
        return status;
    const double median = stats_of(samples, HELD_SAMPLES).median;
    return median <= most
        ? STATUS_OK
        : fail(why, STATUS_DEVICE,
               "%.1f us with %d of %d multiprocessors held, %.1f us alone",
               median * 1e6, held, s->company->multiprocessors, alone * 1e6);
}

static enum status one_held(struct scene *s, struct reason *why)
{
    return beside_held(s, 1, why);
}

static enum status half_held(struct scene *s, struct reason *why)
{
    return beside_held(s, s->company->multiprocessors / 2, why);
}

/* --- beside another run --------------------------------------------------- */

/* Each begins first in every other pair. */
static enum status run_pair(struct scene *s, int which, struct reason *why)
{
    struct job *const pair[] = { guest_job(&s->guest[which % 2]),
                                 guest_job(&s->guest[1 - which % 2]) };
    enum status status = STATUS_OK;
    for (int i = 0; i < GUESTS && !status; i++)
        status = guest_ready(&s->guest[i], why);
    if (!status)
        status = company_ways->together(s->company->crowd, pair, why);
    for (int i = 0; i < GUESTS && !status; i++)
        status = guest_same(&s->guest[i], &s->guest[i], why);
    return status;
}

static enum status two_streams(struct scene *s, struct reason *why)
{
    const bool is_long =
        array_bytes(&s->guest[0].data.problem.in[0]) > LONG_BYTES;
    const int pairs = is_long || s->brief ? LONG_PAIRS : PAIRS;
    enum status status = STATUS_OK;
    for (int i = 0; i < GUESTS && !status; i++)
        status = guest_litter(&s->guest[i], (uint64_t)i, why);
    for (int i = 0; i < pairs && !status; i++)
        status = run_pair(s, i, why);
    return status;
}

/* --- after another run ---------------------------------------------------- */

/* Runs on one stream, on one scratch, of inputs by turns: none may find what
 * the run before it left, nor write what that one still reads. What begins as
 * a copy of an input has it once. */
static enum status in_turns(struct scene *s, struct reason *why)
{
    struct job turns[GUESTS];
    struct job *const pair[] = { &turns[0], &turns[1] };
    enum status status = STATUS_OK;
    if (problem_refreshes(&s->guest[0].data.problem))
        return STATUS_OK;
    for (int i = 0; i < GUESTS && !status; i++) {
        turns[i] = *guest_job(&s->guest[i]);
        turns[i].device = turns[0].device;
        turns[i].scratch = turns[0].scratch;
        status = guest_ready(&s->guest[i], why);
    }
    if (!status)
        status = guest_litter(&s->guest[0], 5, why);
    if (!status)
        status = company_ways->in_turns(s->company->crowd, pair, TURNS, why);
    for (int i = 0; i < GUESTS && !status; i++)
        status = guest_same(&s->guest[i], &s->guest[i], why);
    return status;
}

/* --- in a CUDA graph ------------------------------------------------------ */

/* With the inputs of `asked`. */
static enum status replay_once(struct scene *s, void *graph,
                               struct guest *asked, struct reason *why)
{
    struct guest *g = &s->guest[0];
    enum status status =
        asked == g ? guest_restore(g, why) : guest_lend_inputs(g, asked, why);
    if (!status)
        status = guest_ready(g, why);
    if (!status)
        status = company_ways->replay(guest_job(g), graph, why);
    return status ? status : guest_same(g, asked, why);
}

/* Twice on scratch that holds other litter, then on what the second left. */
static enum status replay_thrice(struct scene *s, void *graph,
                                 struct reason *why)
{
    struct guest *g = &s->guest[0];
    enum status status = guest_litter(g, 2, why);
    if (!status)
        status = replay_once(s, graph, g, why);
    if (!status)
        status = guest_litter(g, 3, why);
    if (!status)
        status = replay_once(s, graph, &s->guest[1], why);
    return status ? status : replay_once(s, graph, g, why);
}

static enum status replayed(struct scene *s, struct reason *why)
{
    struct guest *g = &s->guest[0];
    void *graph = NULL;
    enum status status = guest_ready(g, why);
    if (!status)
        status = company_ways->capture(guest_job(g), &graph, why);
    if (!status)
        status = replay_thrice(s, graph, why);
    company_ways->forget(graph);
    const enum status end = guest_restore(g, status ? NULL : why);
    return status ? status : end;
}

/* --- on dirty scratch ----------------------------------------------------- */

static enum status run_dirty(struct scene *s, struct reason *why)
{
    struct guest *g = &s->guest[0];
    const enum status status = guest_run(g, why);
    return status ? status : guest_same(g, g, why);
}

static enum status on_bytes(struct scene *s, int byte, struct reason *why)
{
    const enum status status =
        buffer_poison(&s->guest[0].trial.scratch, byte, why);
    return status ? status : run_dirty(s, why);
}

static enum status on_litter(struct scene *s, struct reason *why)
{
    const enum status status = guest_litter(&s->guest[0], 4, why);
    return status ? status : run_dirty(s, why);
}

/* What a run on other inputs left. */
static enum status on_leavings(struct scene *s, struct reason *why)
{
    struct guest *other = &s->guest[1];
    enum status status = guest_run(other, why);
    if (!status)
        status = guest_same(other, other, why);
    if (!status)
        status = guest_lend_scratch(&s->guest[0], other, why);
    return status ? status : run_dirty(s, why);
}

static enum status dirty(struct scene *s, struct reason *why)
{
    enum status status = on_bytes(s, 0x00, why);
    if (!status)
        status = on_bytes(s, 0xFF, why);
    if (!status)
        status = on_litter(s, why);
    return status ? status : on_leavings(s, why);
}

/* --- all ------------------------------------------------------------------ */

#define PLANTED(NAME, text, way)                                              \
    static const struct variant NAME = { .name = #NAME,                       \
                                         .idea = text,                        \
                                         .source = "",                        \
                                         .scratch = CUDA(crowd_words),        \
                                         .run = CUDA(way) }

PLANTED(meets, "blocks that wait for others", crowd_run_meeting);
PLANTED(shares, "a variable of all runs", crowd_run_sharing);
PLANTED(keeps, "a count kept in scratch", crowd_run_keeping);
PLANTED(numbers, "scratch known by the launch's number", crowd_run_numbered);
PLANTED(overtakes, "scratch written too early", crowd_run_overtaking);

#define HELD "multiprocessors"
#define WRONG "wrong at"

const struct check checks[CHECKS] = {
    [ALONE] = { "alone", "", NULL, alone },
    { "one multiprocessor held", HELD, &meets, one_held },
    { "half of the multiprocessors held", HELD, &meets, half_held },
    { "two streams", WRONG, &shares, two_streams },
    { "in turns on one stream", WRONG, &overtakes, in_turns },
    { "replayed in a CUDA graph", WRONG, &numbers, replayed },
    { "dirty scratch", WRONG, &keeps, dirty },
};
