/* buffer.h - an array on a place, between guard zones.
 *
 * Guards show what was written there. What is read there AddressSanitizer shows
 * in host memory, to which they are out of bounds. Arrays that are opened tight
 * have no guard behind them: in host memory a page that is closed, on a GPU the
 * allocation's end, which a memory checker knows. */
#ifndef TETRAD_BUFFER_H
#define TETRAD_BUFFER_H

#include "place.h"

struct buffer {
    const struct place *place;
    struct device *device;
    void *base; /* guard, array, guard */
    char *data; /* NULL: not open */
    size_t bytes;
    size_t zone; /* bytes of the guard behind it; 0: it is tight */
    int guard;   /* the byte of its guard zones */
};

/* How it lies in its allocation. */
struct fit {
    size_t offset; /* bytes by which data is off its 256-byte alignment */
    bool tight;    /* no guard behind: in host memory then its end decides how
                      it lies, whatever the offset */
    bool aligned;  /* to 256 bytes even so */
};

enum status buffer_open(struct buffer *, const struct place *, struct device *,
                        size_t bytes, struct fit, struct reason *why);
void buffer_close(struct buffer *); /* takes a zeroed buffer */
enum status buffer_poison(struct buffer *, int byte, struct reason *why);
/* Sets the guards, to one of two bytes in turn: what is read there is as low as
 * numbers of most types are, or as high. */
enum status buffer_guard(struct buffer *, unsigned turn, struct reason *why);
/* Memory of one place that is looked at in one go: guards of buffers, and what
 * else shall be hashed. */
struct look {
    struct buffer *buffer[2 * OP_ARRAYS];
    const char *name[2 * OP_ARRAYS];
    int buffers;
    struct span more[OP_ARRAYS];
    int more_count;
};

static inline void look_at(struct look *look, struct buffer *buffer,
                           const char *name)
{
    look->name[look->buffers] = name;
    look->buffer[look->buffers++] = buffer;
}

/* The hashes of look->more; into `damage`, if a guard was overwritten, whose
 * and where. */
enum status buffer_look(const struct look *, uint64_t *digests,
                        struct reason *damage, struct reason *why);
/* STATUS_DEVICE and the place of the damage when a guard was overwritten. */
enum status buffer_intact(struct buffer *, const char *name,
                          struct reason *why);

#endif
