/* supervisor.c - one worker after another, until the plan is done. */
#include "process/supervisor.h"

#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "host/system.h"
#include "base/interrupt.h"
#include "process/blame.h"
#include "process/board.h"
#include "process/child.h"
#include "process/guard.h"
#include "process/intake.h"
#include "process/post.h"
#include "process/worker.h"
#include "record/judge.h"

enum { /* ms between looks at the board, and when all shall end */
       TICK = 200,
       LAST_TICK = 20
};
static const double FAREWELL = 1; /* s to die after the socket was closed */

struct supervisor {
    struct intake in;
    struct options options; /* with the threads of this pass */
    struct progress progress;
    struct board *board;
    struct wire wire;
    struct child child;
    bool cores_only;
    const struct row *image; /* whose output --image gets, now; or NULL */
    int workers;             /* of this pass, so far */
    struct blame blame;
    /* Of the worker that runs. */
    double told;   /* when it was told to end, 0: not yet */
    double closed; /* when its socket closed, 0: not yet */
    struct guard guard;
    int blamed;          /* the row that was killed, -1 */
    struct reason fault; /* why we killed it, "" : we did not */
};

static void be_worker(void *context, int socket)
{
    const struct supervisor *s = context;
    const struct task task = { .options = &s->options,
                               .record = s->in.record,
                               .cores_only = s->cores_only,
                               .manifest =
                                   s->in.planned ? &s->in.manifest : NULL,
                               .at = s->in.at,
                               .image = s->image };
    post_work(&task, s->board, socket);
}

/* --- while it runs -------------------------------------------------------- */

static void stop(struct supervisor *s, int row, const char *reason)
{
    if (s->fault.text[0])
        return;
    s->blamed = row;
    fail(&s->fault, STATUS_DEVICE, "%s", reason);
    child_signal(&s->child, SIGKILL);
}

/* Whether more may come. */
static bool take_messages(struct supervisor *s)
{
    struct message message;
    enum wire_state state;
    bool good = true;
    while (good && (state = wire_next(&s->wire, &message)) == WIRE_GOT) {
        good = intake_take(&s->in, &message);
        if (good && wire_waits(message.kind)) /* or it is dead: we shall
                                                   see */
            (void)send(s->child.socket, "", 1, MSG_NOSIGNAL);
    }
    good = good && state != WIRE_BROKEN;
    if (!good)
        stop(s, -1, "the measuring process told what makes no sense");
    return good;
}

static void listen_to(struct supervisor *s)
{
    enum wire_state state;
    while ((state = wire_receive(&s->wire, s->child.socket)) == WIRE_GOT)
        if (!take_messages(s))
            break;
    if (state != WIRE_NOTHING && !(s->closed > 0))
        s->closed = board_clock();
}

static void check_time(struct supervisor *s, const struct board_state *state,
                       double now)
{
    char text[200];
    if (!guard_late(&s->guard, state, now))
        return;
    const bool told = fabs(state->limit - 10 * s->options.timeout) < 1e-6;
    snprintf(text, sizeof text,
             "one run took longer than %.3g s%s: stopped; "
             "a longer --timeout lets it run on",
             state->limit, told ? " (ten times --timeout)" : "");
    stop(s, state->row, text);
}

static void check_memory(struct supervisor *s, const struct board_state *state)
{
    char text[200];
    size_t left;
    if (!guard_greedy(&s->guard, s->child.pid, &left) || state->row == -1)
        return;
    snprintf(text, sizeof text,
             "ran out of memory: stopped when %.2f GB "
             "were left of %.3g GB",
             (double)left * 1e-9, (double)system_memory() * 1e-9);
    stop(s, state->row, text);
}

/* Told to end, or at the end, it has some time for that. */
static void check_end(struct supervisor *s, double now)
{
    if (!interrupted && !s->in.done)
        return;
    if (!(s->told > 0)) {
        if (!s->in.done)
            child_signal(&s->child, SIGUSR1);
        s->told = now;
    }
    if (now > s->told + guard_patience(interrupted, s->in.in_case))
        stop(s, -1, "it did not end when told to");
}

static void look_after(struct supervisor *s)
{
    struct board_state state;
    const double now = board_clock();
    board_look(s->board, &state);
    guard_tick(&s->guard, &state, now);
    check_end(s, now);
    check_time(s, &state, now);
    check_memory(s, &state);
    if (s->closed > 0 && now > s->closed + FAREWELL)
        stop(s, state.row, "closed the files of its process");
    progress_show(&s->progress, state.text);
}

/* How the worker ended. */
static int wait_for_worker(struct supervisor *s)
{
    int how = 0;
    while (!child_ended(&s->child, &how)) {
        struct pollfd from = { s->child.socket, POLLIN, 0 };
        if (poll(&from, !(s->closed > 0), interrupted ? LAST_TICK : TICK) > 0)
            listen_to(s);
        look_after(s);
    }
    if (!(s->closed > 0))
        listen_to(s); /* its last words */
    return how;
}

/* --- when it has ended ---------------------------------------------------- */

/* Why it ended, as far as it is known; which row ran, -1: none. */
static int describe_fault(const struct supervisor *s,
                          const struct board_state *state, int how, char *text,
                          size_t room)
{
    const struct intake *in = &s->in;
    char small[32] = "", ended[sizeof s->fault.text];
    child_describe(how, guard_starved(&s->guard), ended, sizeof ended);
    if (state->size)
        snprintf(small, sizeof small, "at n = %zu: ", state->size);
    snprintf(text, room, "%s%s", small,
             in->lost != -1         ? in->lost_why.text
                 : s->fault.text[0] ? s->fault.text
                                    : ended);
    return in->lost != -1  ? in->lost
        : s->fault.text[0] ? s->blamed
                           : state->row;
}

/* It ended before its time. */
static void settle_fault(struct supervisor *s, int how)
{
    struct intake *in = &s->in;
    struct board_state state;
    char text[sizeof s->fault.text];
    board_look(s->board, &state);
    const int row = describe_fault(s, &state, how, text, sizeof text);
    if (in->in_case)
        blame_fault(&s->blame, in, row, state.last_row, text);
    else if (in->began) /* between cases, where only roofs are measured */
        fprintf(stderr, "compare: roofs could not be measured again: %s\n",
                text);
    else if (s->workers > 1)
        blame_rest(in, text);
    else
        in->status = fail(&in->why, STATUS_DEVICE,
                          "the measuring process "
                          "ended before the first row: %.150s; --no-fork "
                          "shows it to a debugger",
                          text);
}

/* Whether another worker is to go on. */
static bool settle(struct supervisor *s, int how)
{
    struct intake *in = &s->in;
    if (in->done && !in->in_case)
        return false;
    if (interrupted) {
        if (in->in_case)
            intake_finish_case(in);
        return false;
    }
    if (in->refused && s->workers > 1)
        blame_rest(in, in->why.text);
    else if (!in->status)
        settle_fault(s, how);
    return !in->status && in->at < in->manifest.case_count;
}

/* --- passes --------------------------------------------------------------- */

static void begin_worker(struct supervisor *s)
{
    intake_next_worker(&s->in);
    board_clear(s->board);
    s->wire.begin = s->wire.end = 0;
    if (++s->workers > 1) /* what was asked for by name may be gone now */
        s->options.backends_named = s->options.device_named = false;
    s->told = s->closed = 0;
    guard_open(&s->guard);
    s->blamed = -1;
    s->fault.text[0] = 0;
}

static void run_workers(struct supervisor *s)
{
    bool more = true;
    while (more) {
        begin_worker(s);
        s->in.status =
            child_start(&s->child, be_worker, s, post_stop, &s->in.why);
        more = !s->in.status && settle(s, wait_for_worker(s));
        child_close(&s->child);
    }
}

static bool hear_message(void *context, enum wire_kind kind, uint32_t index,
                         const void *data, size_t bytes)
{
    struct supervisor *s = context;
    const struct message message = { kind, index, data, bytes };
    return intake_take(&s->in, &message);
}

static void hear_text(void *context, const char *text)
{
    struct supervisor *s = context;
    progress_show(&s->progress, text);
}

/* What ends it ends us. */
static void run_here(struct supervisor *s)
{
    const struct watch watch = { .show = hear_text, .context = s };
    const struct task task = { .options = &s->options,
                               .record = s->in.record,
                               .cores_only = s->cores_only,
                               .image = s->image,
                               .tell = hear_message,
                               .watch = &watch,
                               .context = s };
    worker_run(&task);
    if (!s->in.done && !s->in.status)
        s->in.status = fail(&s->in.why, STATUS_MEMORY, "no memory to measure");
}

static bool may_start_again(const struct supervisor *s)
{
    return !s->in.status && !interrupted && s->in.manifest.case_count;
}

static enum status run_pass(struct supervisor *s, int threads)
{
    s->options.placement.threads = threads;
    s->workers = 0;
    blame_open(&s->blame);
    intake_open(&s->in);
    if (s->options.no_fork)
        run_here(s);
    else
        run_workers(s);
    for (int i = 1; i < s->options.starts && may_start_again(s); i++) {
        intake_again(&s->in);
        run_workers(s);
    }
    intake_close(&s->in);
    return s->in.status;
}

/* --- the image ------------------------------------------------------------ */

static void make_image(struct supervisor *s)
{
    char text[200];
    intake_open(&s->in);
    begin_worker(s);
    if (s->options.no_fork) {
        run_here(s);
        return;
    }
    s->in.status = child_start(&s->child, be_worker, s, post_stop, &s->in.why);
    if (s->in.status)
        return;
    child_describe(wait_for_worker(s), guard_starved(&s->guard), text,
                   sizeof text);
    child_close(&s->child);
    if (!s->in.imaged && !s->in.status)
        s->in.status = fail(&s->in.why, STATUS_DEVICE, "its run failed: %s",
                            s->fault.text[0] ? s->fault.text : text);
}

/* By a worker of its own, as code that ran well may crash the next time. */
static enum status save_image(struct supervisor *s)
{
    const char *path = s->options.image_path;
    const struct row *row = record_fastest(s->in.record);
    char name[96];
    if (!row)
        return fail(&s->in.why, STATUS_DEVICE,
                    "--image %.100s is not written: no row is right", path);
    row_name(row, name, sizeof name);
    if (row->sweep && row->threads)
        s->options.placement.threads = row->threads;
    s->image = row;
    make_image(s);
    progress_clear(&s->progress);
    if (interrupted)
        return STATUS_OK;
    const struct reason inner = s->in.why;
    if (!s->in.imaged)
        return fail(&s->in.why, s->in.status,
                    "--image %.100s is not written, of %s: %.150s", path, name,
                    inner.text);
    if (!s->options.quiet)
        fprintf(stderr, "image: %s, of %s%s%s\n", path, name,
                s->in.remark.text[0] ? "; " : "", s->in.remark.text);
    return STATUS_OK;
}

enum status supervise(struct record *record, const struct options *options,
                      const struct follower *follower, struct reason *why)
{
    const int most = options->placement.threads;
    struct supervisor s = { .in = { .record = record, .follower = *follower },
                            .options = *options,
                            .child = { .socket = -1 } };
    s.in.options = &s.options;
    if (options->no_fork) /* one process is one start */
        s.options.starts = 1;
    s.in.progress = &s.progress;
    if (options->dry_run)
        return worker_print_plan(options, why);
    enum status status = board_open(&s.board, why);
    if (status)
        return status;
    progress_open(&s.progress, options);
    signal(SIGPIPE, SIG_IGN); /* an error of a write, after results are safe */
    record_begin(record, options->command_line, options->seed);
    status = run_pass(&s, most);
    s.cores_only = true;
    for (int i = 0; i < options->thread_count && !status && !interrupted; i++)
        if (options->threads[i] != most)
            status = run_pass(&s, options->threads[i]);
    judge_rows(record);
    if (options->image_path && !status && !interrupted)
        status = save_image(&s);
    progress_clear(&s.progress);
    wire_free(&s.wire);
    board_close(s.board);
    interrupt_count(record->row_count, record->planned);
    *why = s.in.why;
    return status;
}
