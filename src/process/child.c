/* child.c - fork() and what belongs to it, on Linux.
 *
 * The child dies with its parent by PR_SET_PDEATHSIG (prctl(2)), which the
 * parent's one thread may rely on. */
#include "process/child.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A process that was killed takes a while to give much memory back. */
enum { LAST_LOOKS = 30, LAST_PAUSE = 10 * 1000000 /* ns */ };

/* Lets the system choose it when memory runs out. It may refuse. */
static void volunteer(void)
{
    FILE *file = fopen("/proc/self/oom_score_adj", "w");
    if (file) {
        fputs("1000", file);
        fclose(file);
    }
}

static void set_signals(void (*stop)(int), const sigset_t *mask)
{
    struct sigaction action = { 0 };
    action.sa_handler = SIG_IGN;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    action.sa_handler = stop;
    action.sa_flags = SA_RESTART;
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGUSR1, &action, NULL);
    sigprocmask(SIG_SETMASK, mask, NULL);
}

enum status child_start(struct child *child,
                        void (*body)(void *context, int socket), void *context,
                        void (*stop)(int), struct reason *why)
{
    const pid_t parent = getpid();
    int ends[2];
    sigset_t held, before;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return fail(why, STATUS_DEVICE,
                    "no socket for a measuring process: "
                    "%s",
                    strerror(errno));
    sigemptyset(&held);
    sigaddset(&held, SIGTERM);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGHUP);
    sigaddset(&held, SIGUSR1);
    fflush(NULL);
    sigprocmask(SIG_BLOCK, &held, &before);
    const pid_t pid = fork();
    if (pid == 0) {
        set_signals(stop, &before);
        if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent)
            _exit(EXIT_FAILURE);
        volunteer();
        close(ends[0]);
        (void)dup2(STDERR_FILENO, STDOUT_FILENO);
        body(context, ends[1]);
        _exit(EXIT_SUCCESS);
    }
    const int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    *child = (struct child){ pid, ends[0] };
    if (pid > 0)
        return STATUS_OK;
    close(ends[0]);
    child->pid = 0;
    return fail(why, STATUS_DEVICE, "no process to measure in: %s",
                strerror(error));
}

void child_signal(const struct child *child, int signal)
{
    if (child->pid)
        kill(child->pid, signal);
}

bool child_ended(struct child *child, int *how)
{
    if (!child->pid || waitpid(child->pid, how, WNOHANG) != child->pid)
        return false;
    child->pid = 0;
    return true;
}

void child_close(struct child *child)
{
    int how;
    child_signal(child, SIGKILL);
    for (int i = 0; i < LAST_LOOKS && child->pid && !child_ended(child, &how);
         i++)
        nanosleep(&(struct timespec){ .tv_nsec = LAST_PAUSE }, NULL);
    child->pid = 0;
    if (child->socket >= 0)
        close(child->socket);
    child->socket = -1;
}

void child_describe(int how, bool starved, char *text, size_t room)
{
    static const struct {
        int signal;
        const char *name;
    } names[] = { { SIGSEGV, "segmentation fault" },
                  { SIGBUS, "bus error" },
                  { SIGFPE, "arithmetic fault, as of a division by zero" },
                  { SIGILL, "illegal instruction" },
                  { SIGABRT, "aborted" } };
    if (WIFEXITED(how)) {
        snprintf(text, room, "ended the process with exit status %d",
                 WEXITSTATUS(how));
        return;
    }
    const int signal = WTERMSIG(how);
    if (signal == SIGKILL) {
        snprintf(text, room,
                 starved ? "killed, probably by the system for "
                           "lack of memory"
                         : "killed by signal 9, from outside");
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].signal == signal) {
            snprintf(text, room, "%s (signal %d)", names[i].name, signal);
            return;
        }
    snprintf(text, room, "ended by signal %d", signal);
}
