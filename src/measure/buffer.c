/* buffer.c - guard zones around arrays, and poison inside them. */
#include "measure/buffer.h"

#include <stdlib.h>
#include <string.h>

/* Poison is NaN as a float, so that results computed from it show, and -1. */
enum { GUARD = 4096 };

enum status buffer_open(struct buffer *buffer, const struct place *place,
                        struct device *device, size_t bytes, size_t offset,
                        struct reason *why)
{
    const struct buffer none = { 0 };
    *buffer = none;
    buffer->place = place;
    buffer->device = device;
    buffer->bytes = bytes;
    const size_t all = bytes + offset + 2 * GUARD;
    enum status status = place->alloc(device, all, &buffer->base, why);
    if (status)
        return status;
    buffer->data = (char *)buffer->base + GUARD + offset;
    status = buffer_guard(buffer, 0, why);
    if (status)
        buffer_close(buffer);
    return status;
}

enum status buffer_guard(struct buffer *buffer, unsigned turn,
                         struct reason *why)
{
    static const int bytes[] = { 0xC9, 0x7F };
    char *base = buffer->base;
    buffer->guard = bytes[turn % 2];
    const enum status status =
        buffer->place->set(buffer->device, base, buffer->guard,
                           (size_t)(buffer->data - base), why);
    return status
        ? status
        : buffer->place->set(buffer->device, buffer->data + buffer->bytes,
                             buffer->guard, GUARD, why);
}

void buffer_close(struct buffer *buffer)
{
    if (buffer->base)
        buffer->place->release(buffer->device, buffer->base);
    buffer->base = buffer->data = NULL;
}

enum status buffer_poison(struct buffer *buffer, int byte, struct reason *why)
{
    return buffer->place->set(buffer->device, buffer->data, byte,
                              buffer->bytes, why);
}

static enum status check_zone(struct buffer *buffer, const char *zone,
                              size_t bytes, const char *where,
                              const char *name, struct reason *why)
{
    unsigned char seen[2 * GUARD];
    if (bytes > sizeof seen)
        bytes = sizeof seen;
    enum status status = buffer->place->copy(buffer->device, seen, zone, bytes,
                                             FROM_DEVICE, why);
    for (size_t i = 0; i < bytes && !status; i++)
        if (seen[i] != buffer->guard)
            status =
                fail(why, STATUS_DEVICE, "wrote %s %s: guard byte %zu changed",
                     where, name, i);
    return status;
}

enum status buffer_intact(struct buffer *buffer, const char *name,
                          struct reason *why)
{
    const char *base = buffer->base;
    const enum status status = check_zone(
        buffer, base, (size_t)(buffer->data - base), "before", name, why);
    return status ? status
                  : check_zone(buffer, buffer->data + buffer->bytes, GUARD,
                               "past", name, why);
}
