/* wire.h - messages from the worker to its supervisor.
 *
 * Both are one program, forked, so that structures travel as they are in
 * memory; only lengths are checked, as a worker may go mad at any time. */
#ifndef TETRAD_WIRE_H
#define TETRAD_WIRE_H

#include "record/record.h"

enum wire_kind {
    WIRE_ENVIRONMENT, /* JSON text */
    WIRE_WARNING,     /* a line of text */
    WIRE_NAME,        /* a struct row of case `index` that there will be */
    WIRE_READY,       /* the plan is right; the worker waits */
    WIRE_REFUSED,     /* status `index`, its reason as text: the end */
    WIRE_ROOFS,       /* all struct roof so far */
    WIRE_BASES,       /* all struct base so far */
    WIRE_CASE,        /* case `index` begins */
    WIRE_FINISHED,    /* row `index` of it, before others are; a struct row,
                         its samples; the worker waits */
    WIRE_ROW,         /* the same, as all of them make it */
    WIRE_CASE_END,    /* the worker waits; `index` 1: it was interrupted */
    WIRE_IMAGE,       /* --image is written; what it does not show as text */
    WIRE_LOST,        /* row `index` lost the device, why as text: the end */
    WIRE_DONE,        /* the end; `index` 1: it was interrupted */
    WIRE_KINDS
};

struct message {
    enum wire_kind kind;
    uint32_t index;
    const void *data; /* not aligned; good until the next wire_receive() */
    size_t bytes;
};

/* Waits until all is sent; false: nobody listens any more. */
bool wire_send(int socket, enum wire_kind, uint32_t index, const void *data,
               size_t bytes);

/* Whether the worker waits for a byte in answer, so that nothing disturbs
 * measuring meanwhile. */
bool wire_waits(enum wire_kind);

/* What has come so far; starts from {0}. */
struct wire {
    char *data;
    size_t begin, end, room; /* unread bytes are [begin, end) */
};

enum wire_state { WIRE_GOT, WIRE_NOTHING, WIRE_CLOSED, WIRE_BROKEN };

/* Takes some of what the socket has, without waiting. WIRE_BROKEN: no
 * memory. */
enum wire_state wire_receive(struct wire *, int socket);
/* The next message; WIRE_NOTHING: none is whole yet; WIRE_BROKEN: what came is
 * no message. */
enum wire_state wire_next(struct wire *, struct message *);
void wire_free(struct wire *);

/* A row and its samples in one block, which the caller frees; NULL: no
 * memory. */
void *wire_pack(const struct row *, size_t *bytes);
/* A row of its own samples; false: the length is wrong, or no memory. */
bool wire_unpack(const struct message *, struct row *);
/* The text of a message, which was sent with its closing 0; "" if not. */
const char *wire_text(const struct message *);

#endif
