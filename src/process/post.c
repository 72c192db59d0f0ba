/* post.c - how a worker process tells its supervisor. */
#include "process/post.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "process/worker.h"

struct post {
    struct board *board;
    int socket;
};

void post_stop(int signal)
{
    interrupted = signal;
}

static bool tell(void *context, enum wire_kind kind, uint32_t index,
                 const void *data, size_t bytes)
{
    const struct post *post = context;
    char answer;
    return wire_send(post->socket, kind, index, data, bytes) &&
        (!wire_waits(kind) || read(post->socket, &answer, 1) == 1);
}

static void show(void *context, const char *text)
{
    const struct post *post = context;
    board_show(post->board, text);
}

static void enter(void *context, int row, double seconds)
{
    const struct post *post = context;
    board_enter(post->board, row, seconds);
}

static void resize(void *context, size_t n)
{
    const struct post *post = context;
    board_size(post->board, n);
}

/* Without exit handlers: the library of a lost device may hang in its own. */
static void lost(void *context, int row, const char *reason)
{
    const struct post *post = context;
    wire_send(post->socket, WIRE_LOST, (uint32_t)row, reason,
              strlen(reason) + 1);
    _exit(EXIT_FAILURE);
}

void post_work(const struct task *task, struct board *board, int socket)
{
    struct post post = { board, socket };
    const struct watch watch = { .show = show,
                                 .enter = enter,
                                 .size = resize,
                                 .lost = lost,
                                 .context = &post };
    struct task here = *task;
    here.tell = tell;
    here.watch = &watch;
    here.context = &post;
    worker_run(&here);
}
