/* flags.h - the table of all flags, which drives both getopt and --help. */
#ifndef TETRAD_FLAGS_H
#define TETRAD_FLAGS_H

#include "options/options.h"

struct flag;

/* Reads a flag's argument, never an empty one, into the options. The reason
 * begins with the bad value; parse.c puts the flag in front. */
typedef enum status flag_read(struct options *, const struct flag *,
                              const char *text, struct reason *why);

/* Where a reader that serves several flags puts what it read. */
struct flag_target {
    size_t offset;    /* of the member in struct options */
    double low, high; /* of a number */
};

struct flag {
    const char *name;     /* NULL: `help` is the heading of a group */
    int letter;           /* 0: none */
    const char *argument; /* NULL: takes none; "[X]": may be left out */
    const char *help;
    const char *preset; /* what holds without it */
    const char *example;
    unsigned commands; /* bits 1 << enum command: where it has a meaning.
                             --list and --explain count as COMMAND_RUN */
    flag_read *read;
    struct flag_target target;
};

extern const struct flag flags[];
extern const size_t flag_count; /* headings included */

/* The lists there are; ends with NULL. */
extern const char *const flag_lists[];

/* The flag of a letter, or NULL. */
const struct flag *flag_of_letter(int letter);

/* flag_read.c: numbers, texts and switches */
flag_read flag_on, flag_text, flag_int, flag_real, flag_percent;
flag_read flag_sustained;
flag_read flag_sizes, flag_threads, flag_seed, flag_variants, flag_param;
flag_read flag_quiet, flag_verbose, flag_help, flag_version;
/* flag_names.c: names out of a list */
flag_read flag_ops, flag_backends, flag_dist, flag_cache, flag_bind;
flag_read flag_color, flag_list, flag_explain, flag_fail_on;

#endif
