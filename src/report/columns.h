/* columns.h - what the tables show of a row: one line a column, shared by the
 * terminal's table and Markdown's. */
#ifndef TETRAD_COLUMNS_H
#define TETRAD_COLUMNS_H

#include "record/record.h"

enum { COLUMN_ROOM = 96, COLUMN_COUNT = 30 };
enum {
    COLUMN_VARIANT = 0,
    COLUMN_RATE = 3, /* the headline; the two others follow */
    COLUMN_SUSTAINED = 6,
    COLUMN_PEAK = 10,
    COLUMN_PUBLISHED = 11,
    COLUMN_JOULES = 14,
    COLUMN_CHECK = 16
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
    enum headline rate[3]; /* the one that leads first */
    const char *over;      /* what speed-ups are relative to; NULL: none, or
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
/* "; † keeps state between runs": what the marks behind names say; "" : there
 * are none. */
void view_marks(const struct view *, char *text, size_t room);

/* Why a row has no speed, "" for a row that is right: "WRONG at index 7:
 * expected 3, got 4", "failed: ...", "skipped: ...". */
void row_trouble(const struct row *, char *text, size_t room);

#endif
