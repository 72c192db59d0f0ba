/* board.h - a page that worker and supervisor share: what runs now.
 *
 * The worker writes, the supervisor looks from time to time, and neither waits
 * for the other. */
#ifndef TETRAD_BOARD_H
#define TETRAD_BOARD_H

#include <stddef.h>
#include "status.h"

enum { BOARD_TEXT = 128 };

struct board;

enum status board_open(struct board **, struct reason *why);
void board_close(struct board *); /* takes NULL */
void board_clear(struct board *); /* before a worker starts */

/* The worker's side. */
void board_show(struct board *, const char *text);
void board_enter(struct board *, int row, double seconds);
void board_size(struct board *, size_t n); /* of what runs; 0: the case's */

/* What runs; row -1: nothing that could be blamed. */
struct board_state {
    int row;
    int last_row;   /* that was entered, since board_clear(); -1: none */
    double entered; /* board_clock() then */
    double limit;   /* seconds that it may take */
    size_t size;    /* elements that it has; 0: those of its case */
    char text[BOARD_TEXT];
};
void board_look(const struct board *, struct board_state *);

double board_clock(void); /* CLOCK_MONOTONIC, seconds; the same everywhere */

#endif
