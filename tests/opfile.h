/* opfile.h - tests/ops/<op>.op: golden cases and grids of boundary cases.
 *
 * Lines of words; # begins a comment. A block begins with `case NAME` or
 * `grid NAME`, and its lines say:
 *   type T [T...]       all: every type the op has
 *   size LIST           as --size takes it
 *   with K=V [K=V...]   parameters; of a grid, each such line is a choice;
 *                       dist=NAME[:ARG] is the distribution of the inputs
 *   vary K V [V...]     of a grid: crossed with everything else
 *   offset N [N...]     of a grid: elements off alignment; phase: all that
 *                       lie within 16 bytes, the first input's and the other
 *                       arrays' crossed
 *   full                of a grid: for make check-full alone
 *   in X [X...]         of a case: one input; repeat for the next
 *   out X [X...]        of a case: one output, exactly; as many elements as
 *                       are written, where the data decides
 * Grids named tiny and small are what --tiny and --small run; large and forms
 * run with --large and --forms alone. */
#ifndef TETRAD_TESTS_OPFILE_H
#define TETRAD_TESTS_OPFILE_H

#include "op.h"
#include "options/sizes.h"

enum { OPFILE_CHOICES = 32, OPFILE_VARIED = 4, OPFILE_PHASES = -1 };

struct opfile_block {
    bool golden; /* a case; else a grid */
    bool full;
    const char *name;
    int line; /* where it begins */
    unsigned types;
    size_t sizes[MAX_SIZES];
    int size_count;
    char *with[OPFILE_CHOICES]; /* the words after the keyword */
    int with_count;
    char *vary[OPFILE_VARIED];
    int vary_count;
    int offsets[OPFILE_CHOICES];
    int offset_count;
    char *in[OP_ARRAYS], *out[OP_ARRAYS];
    int in_count, out_count;
};

struct opfile {
    char *text; /* what the blocks point into */
    struct opfile_block *blocks;
    size_t count;
};

/* False: cannot be read, or is not what the comment above says; the reason
 * names the line. */
bool opfile_load(struct opfile *, const char *path, const struct op *,
                 struct reason *why);
void opfile_free(struct opfile *);

/* How many words a line has. */
size_t opfile_count(const char *words);

/* The words of a line as `count` elements; false: another number of words, or
 * one that is not of the type. */
bool opfile_elements(const char *words, enum elem type, size_t count,
                     void *elements);

/* Cuts a copy of a line into words, which end with NULL; the result is how
 * many there are, at most `room - 1`. */
int opfile_words(char *line, char *words[], int room);

#endif
