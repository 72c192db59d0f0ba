/* settings.h - how the calling thread computes, and where it may run: what a
 * variant is to leave as it found it, as those after it and the oracle go by
 * it. */
#ifndef TETRAD_SETTINGS_H
#define TETRAD_SETTINGS_H

#include <sched.h>
#include <stdbool.h>

struct settings {
    int rounding;   /* as fegetround() says */
    unsigned sse;   /* and of x86, whether denormals are zero, too */
    cpu_set_t cpus; /* that it may run on; empty: the system does not tell */
};

void settings_read(struct settings *);

/* Puts back what is otherwise than before, and says what it was; NULL: nothing.
 * *moved: it may run elsewhere, as may the threads that it has made since. */
const char *settings_restore(const struct settings *before, bool *moved);

#endif
