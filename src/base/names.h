/* names.h - a set of names to choose, and to suggest, from. */
#ifndef TETRAD_NAMES_H
#define TETRAD_NAMES_H

#include <stdbool.h>

enum { MAX_NAMES = 512 };

struct names { /* start from {0} */
    int count;
    const char *name[MAX_NAMES + 1]; /* borrowed; ends with NULL */
};

/* Adds a name that is not there yet; beyond MAX_NAMES it is left out. */
void names_add(struct names *, const char *name);
bool names_have(const struct names *, const char *name);

#endif
