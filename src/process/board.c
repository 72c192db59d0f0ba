/* board.c - shared memory that a fork keeps shared.
 *
 * The worker may be anywhere when the supervisor looks, so numbers are atomic
 * and the row is written last. A text may be caught half written: it is only
 * shown, and its last byte is always 0. */
#include "process/board.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

struct board {
    _Atomic int row, last_row;
    _Atomic double entered, limit;
    _Atomic size_t size;
    char text[BOARD_TEXT];
};

double board_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

enum status board_open(struct board **board, struct reason *why)
{
    void *page = mmap(NULL, sizeof **board, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return fail(why, STATUS_MEMORY,
                    "no memory to share with the "
                    "measuring process: %s",
                    strerror(errno));
    *board = page;
    board_clear(page);
    return STATUS_OK;
}

void board_close(struct board *board)
{
    if (board)
        munmap(board, sizeof *board);
}

void board_clear(struct board *board)
{
    board_enter(board, -1, 0);
    atomic_store_explicit(&board->last_row, -1, memory_order_relaxed);
    board_size(board, 0);
    board->text[0] = 0;
}

void board_show(struct board *board, const char *text)
{
    snprintf(board->text, sizeof board->text, "%s", text);
}

void board_enter(struct board *board, int row, double seconds)
{
    if (row >= 0)
        atomic_store_explicit(&board->last_row, row, memory_order_relaxed);
    if (row != -1) {
        atomic_store_explicit(&board->limit, seconds, memory_order_relaxed);
        atomic_store_explicit(&board->entered, board_clock(),
                              memory_order_relaxed);
    }
    atomic_store_explicit(&board->row, row, memory_order_release);
}

void board_size(struct board *board, size_t n)
{
    atomic_store_explicit(&board->size, n, memory_order_relaxed);
}

void board_look(const struct board *board, struct board_state *state)
{
    state->row = atomic_load_explicit(&board->row, memory_order_acquire);
    state->limit = atomic_load_explicit(&board->limit, memory_order_relaxed);
    state->entered =
        atomic_load_explicit(&board->entered, memory_order_relaxed);
    state->size = atomic_load_explicit(&board->size, memory_order_relaxed);
    state->last_row =
        atomic_load_explicit(&board->last_row, memory_order_relaxed);
    memcpy(state->text, board->text, sizeof state->text);
    state->text[BOARD_TEXT - 1] = 0;
}
