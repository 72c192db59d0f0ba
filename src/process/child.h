/* child.h - the worker as a process: started, watched over, ended.
 *
 * It never outlives its parent, is the first to go when memory runs out,
 * leaves standard output to the parent, and is told to stop by SIGUSR1: an
 * interrupt from the terminal, or its end, reaches it too, and must not end
 * it. */
#ifndef TETRAD_CHILD_H
#define TETRAD_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include "status.h"

struct child {
    pid_t pid;  /* 0: none */
    int socket; /* to the other side */
};

/* Forks; the child runs `body` on its end of the socket and ends. `stop` is
 * its handler of SIGUSR1 and SIGTERM. */
enum status child_start(struct child *,
                        void (*body)(void *context, int socket), void *context,
                        void (*stop)(int signal), struct reason *why);
void child_signal(const struct child *, int signal);
/* Whether it has ended, and then how, as waitpid() says it. */
bool child_ended(struct child *, int *how);
/* Kills it if it runs, and waits for that a little; takes a closed one. */
void child_close(struct child *);
/* "segmentation fault (signal 11)", "ended the process with exit status 3".
 * starved: memory was short, which explains a SIGKILL. */
void child_describe(int how, bool starved, char *text, size_t room);

#endif
