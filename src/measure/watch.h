/* watch.h - who looks on while rows are measured.
 *
 * Measuring tells which row runs, so that another process can say what became
 * of this one. All functions are cheap enough to call around every sample, and
 * any of them may be NULL, as may the watch. */
#ifndef TETRAD_WATCH_H
#define TETRAD_WATCH_H

#include <stddef.h>

struct row;

struct watch {
    /* What is going on, to be shown and overwritten. */
    void (*show)(void *context, const char *text);
    /* Choice number `choice` of the case begins to run, and may take so many
     * seconds; -1: none runs any more. */
    void (*enter)(void *context, int choice, double seconds);
    /* What runs from here on is of so many elements, unlike the case: 0, it is
     * the case's again. */
    void (*size)(void *context, size_t n);
    /* The choice failed, because `reason`, and left its device unusable by
     * this process. Does not return where another process takes over. */
    void (*lost)(void *context, int choice, const char *reason);
    /* The choice is measured and right, while others of the case go on: its
     * row, as far as it tells of itself alone. It is still the caller's. */
    void (*finished)(void *context, int choice, const struct row *);
    void *context;
};

void watch_show(const struct watch *, const char *text);
void watch_enter(const struct watch *, int choice, double seconds);
void watch_size(const struct watch *, size_t n);
void watch_lost(const struct watch *, int choice, const char *reason);
void watch_finished(const struct watch *, int choice, const struct row *);

#endif
