/* wire.c - a head and a body a message, over a stream socket. */
#include "process/wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    CHUNK = 1 << 16,
    MOST_BYTES = 1 << 26 /* of a message: more is a worker gone mad */
};

struct head {
    uint32_t kind, index;
    uint64_t bytes;
};

static bool send_all(int socket, const void *data, size_t bytes)
{
    const char *at = data;
    while (bytes) {
        const ssize_t sent = send(socket, at, bytes, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        at += sent;
        bytes -= (size_t)sent;
    }
    return true;
}

bool wire_send(int socket, enum wire_kind kind, uint32_t index,
               const void *data, size_t bytes)
{
    const struct head head = { (uint32_t)kind, index, bytes };
    return bytes <= MOST_BYTES && send_all(socket, &head, sizeof head) &&
        send_all(socket, data, bytes);
}

bool wire_waits(enum wire_kind kind)
{
    return kind == WIRE_READY || kind == WIRE_FINISHED ||
        kind == WIRE_CASE_END;
}

/* --- receiving ------------------------------------------------------------ */

static bool make_room(struct wire *wire)
{
    if (wire->begin) {
        memmove(wire->data, wire->data + wire->begin, wire->end - wire->begin);
        wire->end -= wire->begin;
        wire->begin = 0;
    }
    if (wire->room - wire->end >= CHUNK)
        return true;
    const size_t room = 2 * wire->room + 2 * CHUNK;
    char *more = realloc(wire->data, room);
    if (!more)
        return false;
    wire->data = more;
    wire->room = room;
    return true;
}

enum wire_state wire_receive(struct wire *wire, int socket)
{
    if (!make_room(wire))
        return WIRE_BROKEN;
    const ssize_t got =
        recv(socket, wire->data + wire->end, CHUNK, MSG_DONTWAIT);
    if (got > 0) {
        wire->end += (size_t)got;
        return WIRE_GOT;
    }
    return got < 0 &&
            (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK)
        ? WIRE_NOTHING
        : WIRE_CLOSED;
}

enum wire_state wire_next(struct wire *wire, struct message *message)
{
    struct head head;
    const size_t have = wire->end - wire->begin;
    if (have < sizeof head)
        return WIRE_NOTHING;
    memcpy(&head, wire->data + wire->begin, sizeof head);
    if (head.kind >= WIRE_KINDS || head.bytes > MOST_BYTES)
        return WIRE_BROKEN;
    if (have - sizeof head < head.bytes)
        return WIRE_NOTHING;
    *message = (struct message){ (enum wire_kind)head.kind, head.index,
                                 wire->data + wire->begin + sizeof head,
                                 (size_t)head.bytes };
    wire->begin += sizeof head + message->bytes;
    return WIRE_GOT;
}

void wire_free(struct wire *wire)
{
    free(wire->data);
    *wire = (struct wire){ 0 };
}

/* --- rows ----------------------------------------------------------------- */

void *wire_pack(const struct row *row, size_t *bytes)
{
    const size_t samples = row->sample_count * sizeof *row->samples;
    *bytes = sizeof *row + samples;
    char *block = malloc(*bytes);
    if (!block)
        return NULL;
    memcpy(block, row, sizeof *row);
    if (samples)
        memcpy(block + sizeof *row, row->samples, samples);
    return block;
}

bool wire_unpack(const struct message *message, struct row *row)
{
    if (message->bytes < sizeof *row)
        return false;
    memcpy(row, message->data, sizeof *row);
    row->samples = NULL;
    const size_t rest = message->bytes - sizeof *row;
    if (rest % sizeof *row->samples ||
        rest / sizeof *row->samples != row->sample_count)
        return false;
    if (!rest)
        return true;
    row->samples = malloc(rest);
    if (!row->samples)
        return false;
    memcpy(row->samples, (const char *)message->data + sizeof *row, rest);
    return true;
}

const char *wire_text(const struct message *message)
{
    const char *text = message->data;
    return message->bytes && !text[message->bytes - 1] ? text : "";
}
