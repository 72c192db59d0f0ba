/* buffer.h - an array on a place, between guard zones. */
#ifndef TETRAD_BUFFER_H
#define TETRAD_BUFFER_H

#include "place.h"

struct buffer {
    const struct place *place;
    struct device *device;
    void *base; /* guard, array, guard */
    char *data; /* NULL: not open */
    size_t bytes;
    int guard; /* the byte of its guard zones */
};

/* offset: bytes by which data is off its 256-byte alignment (tests). */
enum status buffer_open(struct buffer *, const struct place *, struct device *,
                        size_t bytes, size_t offset, struct reason *why);
void buffer_close(struct buffer *); /* takes a zeroed buffer */
enum status buffer_poison(struct buffer *, int byte, struct reason *why);
/* Sets the guards, to one of two bytes in turn: what is read there is as low as
 * numbers of most types are, or as high. */
enum status buffer_guard(struct buffer *, unsigned turn, struct reason *why);
/* STATUS_DEVICE and the place of the damage when a guard was overwritten. */
enum status buffer_intact(struct buffer *, const char *name,
                          struct reason *why);

#endif
