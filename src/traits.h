/* traits.h - what a variant does otherwise than the rest, in words. */
#ifndef TETRAD_TRAITS_H
#define TETRAD_TRAITS_H

#include "op.h"

struct trait_words {
    enum trait trait;
    const char *name; /* in results files and lists: one word */
    const char *mark; /* behind a variant's name in tables */
    const char *told; /* "keeps state between runs" */
    const char *help; /* a sentence on what follows from it */
};

/* Every trait there is; ends with a NULL name. */
extern const struct trait_words traits[];

/* The trait of this name; 0: there is none. */
unsigned trait_find(const char *name);

#endif
