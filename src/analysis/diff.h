/* diff.h - two records, of separate runs, compared row by row. */
#ifndef TETRAD_DIFF_H
#define TETRAD_DIFF_H

#include <stdio.h>
#include "base/change.h"
#include "base/stats.h"
#include "options/options.h"
#include "record/record.h"

struct diff_row {
    const struct row *old, *new; /* NULL: not there */
    enum change verdict;
    double ratio, ci_low,
        ci_high;    /* of the times, new over old, at one pace of
                                      the machine where that is known; 0: none;
                                      its 95 % interval */
    double drift;   /* how many times longer fixed work took
                                      beside the new row, as far as the times
                                      follow it; 0: unknown */
    char note[160]; /* what else to say, or "" */
};

struct diff {
    const struct record *old, *new;
    const char *old_name, *new_name; /* the caller's; files, mostly */
    struct diff_row *rows; /* broken ones first, then as in the new record,
                              then those only in the old one */
    size_t count;
    size_t of[CHANGES];
    double threshold;    /* the smallest difference that counts, a fraction */
    bool same;           /* both are the same run */
    bool unlike;         /* other hardware: times tell the machines apart */
    char machines[1024]; /* sentences on how machines, builds and runs differ,
                            a line each; "" : they do not */
};

/* threshold 0: the default. The diff points into both records. */
enum status diff_make(struct diff *, const struct record *old,
                      const struct record *new, double threshold,
                      struct reason *why);
void diff_free(struct diff *);
/* Whether a row has a verdict of the options' fail_on. ONLY_OLD stands for
 * every row that was measured and no longer is, be it there or not. Where the
 * machines are unlike, slower and faster count only when they were named. */
bool diff_fails(const struct diff *, const struct options *);

/* diff_ratio.c: how many times longer the new row takes, with its 95 %
 * interval, from the samples of two separate runs, and the drift, as in struct
 * diff_row; false: too few starts to tell. Both rows are measured ones. */
bool diff_ratio(const struct record *old_record, const struct row *old,
                const struct record *new_record, const struct row *new,
                struct stats *ratio, double *drift);

/* diff_machines.c: whether both are the same run, and, if not, the text of
 * struct diff, and whether their hardware differs. */
bool diff_same_run(const struct record *old, const struct record *new);
bool diff_machines(const struct record *old, const struct record *new,
                   char *text, size_t room);

/* diff_print.c, for people; only_changes: rows that are the same are left
 * out. diff_save.c: for programs and pages. */
struct table_style;
void diff_print(FILE *, const struct diff *, const struct table_style *,
                bool only_changes);
void diff_markdown(FILE *, const struct diff *);
/* {"schema", "old", "new", "threshold", "machines", "rows": [...]}; NULL: no
 * memory. */
json_t *diff_to_json(const struct diff *);

/* diff_run.c: `compare diff`; its exit status. */
int diff_run(const struct options *);

#endif
