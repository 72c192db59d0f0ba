/* progress.h - one line on the terminal about what goes on, and how long
 * still. */
#ifndef TETRAD_PROGRESS_H
#define TETRAD_PROGRESS_H

#include "options/options.h"

struct progress {
    bool shown;       /* stderr is a terminal and --quiet was not given */
    bool drawn;       /* there is a line to clear */
    size_t all, done; /* rows, in each of their starts */
    size_t rows, row; /* of this start and those before it in the plan, and the
                         ones that are done */
    int start;        /* from 0 */
    size_t under_way; /* rows of the case that runs; 0: none does */
    double begin;     /* when the first case began; 0: not yet */
    double ended;     /* when the last case did */
    double now;       /* when the line was drawn */
    char name[96];    /* of the case */
    char text[128];   /* what goes on in it, as drawn */
};

void progress_open(struct progress *, const struct options *);
/* That many more, each started so often. */
void progress_expect(struct progress *, size_t rows, size_t starts);
/* The last so many rows start again; 0: others begin, for the first time. */
void progress_again(struct progress *, size_t rows);
/* The case of so many rows begins; those before it are done. */
void progress_case(struct progress *, size_t rows, const char *name);
void progress_case_end(struct progress *);
/* Draws, where it would look different or a second has passed. */
void progress_show(struct progress *, const char *text);
void progress_clear(struct progress *);

#endif
