/* columns.h - what the tables show of a row: one line a column, shared by the
 * terminal's table and Markdown's. */
#ifndef TETRAD_COLUMNS_H
#define TETRAD_COLUMNS_H

#include "record/record.h"

enum { COLUMN_ROOM = 96, COLUMN_COUNT = 24 };
enum {
    COLUMN_VARIANT = 0,
    COLUMN_FLOPS = 3,
    COLUMN_BYTES = 4,
    COLUMN_PEAK = 7,
    COLUMN_PUBLISHED = 8,
    COLUMN_JOULES = 11,
    COLUMN_CHECK = 13
};

/* How much is shown: of every table, of a page, of --verbose. */
enum detail { DETAIL_TABLE, DETAIL_PAGE, DETAIL_VERBOSE };

enum align {
    ALIGN_LEFT,
    ALIGN_RIGHT,
    ALIGN_POINT /* numbers under each other by their decimal point */
};

/* What the columns of one series have in common. */
struct view {
    const struct row *const *rows;
    size_t count;
    double time_unit; /* of all its times, so that they compare */
    const char *time_name;
    bool flop_bound;  /* GFLOP/s is the headline, else GB/s */
    const char *over; /* what speed-ups are relative to; NULL: none, or
                               not the same for all rows */
    enum detail detail;
    bool shown[COLUMN_COUNT];
};

struct column {
    const char *head; /* %s: the unit of time */
    enum align align;
    int leaves; /* the order in which columns leave a narrow table: 1 first;
                   0 never */
    enum detail detail; /* from which on it is shown */
    /* The cell of a row that has no failure to tell; "" or "-": nothing. */
    void (*print)(const struct row *, const struct view *,
                  char text[COLUMN_ROOM]);
};

extern const struct column columns[COLUMN_COUNT];

/* Chooses units and the columns that have something to show. */
void view_of(struct view *, const struct row *const *rows, size_t count,
             enum detail);
void column_head(int column, const struct view *, char text[COLUMN_ROOM]);
int column_headline(const struct view *); /* the rate that is always shown */

/* Why a row has no speed, "" for a row that is right: "WRONG at index 7:
 * expected 3, got 4", "failed: ...", "skipped: ...". */
void row_trouble(const struct row *, char *text, size_t room);

#endif
