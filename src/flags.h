/* flags.h - the table of all flags, which drives both getopt and --help. */
#ifndef TETRAD_FLAGS_H
#define TETRAD_FLAGS_H

#include "options.h"

struct flag;

/* Reads a flag's argument, never an empty one, into the options. The reason
 * begins with the bad value; options.c puts the flag in front. */
typedef enum status flag_read(struct options *, const struct flag *,
                              const char *text, struct reason *why);

/* Where a reader that serves several flags puts what it read. */
struct flag_target {
    size_t offset;    /* of the member in struct options */
    double low, high; /* of a number */
};

struct flag {
    const char *name; /* NULL: `help` is the heading of a group */
    int letter;       /* 0: none */
    const char *argument; /* NULL: takes none; "[X]": may be left out */
    const char *help;
    const char *preset;   /* what holds without it */
    const char *example;
    bool for_plot;        /* also a flag of `compare plot` */
    flag_read *read;
    struct flag_target target;
};

extern const struct flag flags[];
extern const size_t flag_count; /* headings included */

/* The lists there are; ends with NULL. */
extern const char *const flag_lists[];

/* The flag of a letter, or NULL. */
const struct flag *flag_of_letter(int letter);

/* flag_read.c */
flag_read flag_on, flag_text, flag_int, flag_real, flag_percent;
flag_read flag_ops, flag_backends, flag_variants, flag_sizes, flag_dist;
flag_read flag_seed, flag_param, flag_cache, flag_bind, flag_color;
flag_read flag_quiet, flag_verbose, flag_list, flag_explain;
flag_read flag_help, flag_version;

#endif
