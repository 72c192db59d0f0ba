/* crossover.h - from which n on a challenger beats the champion.
 *
 * The champion wins at small n, the challenger at large n: all cores and a
 * GPU, one core and all of them. Each way of copying data to the challenger
 * and back is a mode with a crossover of its own. */
#ifndef TETRAD_CROSSOVER_H
#define TETRAD_CROSSOVER_H

#include <stdio.h>
#include "base/text.h"
#include "options/options.h"
#include "process/follower.h"
#include "record/record.h"

enum { CROSSOVER_MODES = 8 };

/* The two at one n. */
struct crossover_point {
    const struct row *champion, *challenger;
    double n;
    double ratio;           /* time of the champion over the challenger's */
    double ci_low, ci_high; /* of the ratio; 0 to 0: too few samples */
};

enum crossing_kind { CROSSES, NEVER, ALWAYS };

struct crossing {
    char mode[24];
    enum crossing_kind kind;
    double n;         /* from which the challenger stays ahead; NEVER: the
                         largest that was measured, ALWAYS: the smallest */
    double low, high; /* 95 % interval; 0 and INFINITY: it is open there */
    int changes;      /* of the lead, as far as intervals tell; 2 and more: n
                         is the last of them */
};

/* A challenger in one mode against the champion, over the n of a series. */
struct duel {
    struct crossover_point *points; /* in the order of n, one or more */
    size_t count;
    struct crossing crossing;
};

/* crossover.c. The points are joined by straight lines of log(ratio) against
 * log(n): n is where the line of the ratio passes 1 for the last time, and
 * low and high are where those of ci_high and ci_low do. false: no points. */
bool crossover_find(struct crossing *, const struct crossover_point *,
                    size_t count);
/* The sizes that narrow the interval down, in their order; returns how many:
 * 0 where measured ones are close enough, or nothing crosses. */
int crossover_finer(const struct crossover_point *, size_t count,
                    double sizes[2]);

/* The duels of a series, whose rows are sorted, between the rows of the
 * backend `champion` and those of others; modes without a point are left out.
 * Returns how many; -1: no memory. Give them back with crossover_free. */
int crossover_duels(struct duel duels[CROSSOVER_MODES],
                    const struct row *const *rows, size_t count,
                    const char *champion);
void crossover_free(struct duel *duels, int count);
/* The time of either side at any n, on a line between the nearest points. */
double crossover_time(const struct duel *, double n, bool challenger);
const char *crossing_kind_name(enum crossing_kind); /* "crosses", ... */

/* crossover_report.c. {"op", "type", "champion", "challenger", "mode", "kind",
 * "n", "ci_low", "ci_high", "changes"} a mode; NULL: no memory. An open end of
 * the interval is null. */
json_t *crossover_to_json(const struct record *, const char *champion);
/* The champion's backend of a record that has crossovers, in `name`. */
bool crossover_champion(const struct record *, char *name, size_t room);
/* The n of a crossing: three digits, or the measured size. */
void crossover_size_text(char text[TEXT_ROOM], const struct crossing *);
/* A table a series. */
void crossover_print(FILE *, const struct record *);

/* crossover_run.c. Measures as supervise() does, size after size, until the
 * crossings are known, and sets record->crossover. */
enum status crossover_measure(struct record *, const struct options *,
                              const struct follower *, struct reason *why);

#endif
