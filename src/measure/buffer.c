/* buffer.c - guard zones around arrays, and poison inside them. */
#include "measure/buffer.h"

#include <stdlib.h>
#include <string.h>

#include "host/host.h"
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#else
#define __asan_poison_memory_region(memory, bytes) ((void)(memory))
#define __asan_unpoison_memory_region(memory, bytes) ((void)(memory))
#endif

/* Poison is NaN as a float, so that results computed from it show, and -1. */
enum { GUARD = 4096 };

static size_t before(const struct buffer *buffer)
{
    return (size_t)(buffer->data - (char *)buffer->base);
}

/* Of AddressSanitizer; it knows nothing of a GPU's memory. */
static void close_zones(const struct buffer *buffer)
{
    if (buffer->place->alloc != host_place.alloc)
        return;
    __asan_poison_memory_region(buffer->base, before(buffer));
    __asan_poison_memory_region(buffer->data + buffer->bytes, buffer->zone);
}

static void open_zones(const struct buffer *buffer)
{
    if (buffer->place->alloc != host_place.alloc)
        return;
    __asan_unpoison_memory_region(
        buffer->base, before(buffer) + buffer->bytes + buffer->zone);
}

enum status buffer_open(struct buffer *buffer, const struct place *place,
                        struct device *device, size_t bytes, struct fit fit,
                        struct reason *why)
{
    const struct buffer none = { 0 };
    *buffer = none;
    buffer->place = place;
    buffer->device = device;
    buffer->bytes = bytes;
    buffer->zone = fit.tight ? 0 : GUARD;
    const size_t all = bytes + fit.offset + 2 * buffer->zone;
    enum status status = place->alloc(device, all, &buffer->base, why);
    if (status)
        return status;
    buffer->data = (char *)buffer->base + buffer->zone + fit.offset;
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
    open_zones(buffer);
    enum status status = buffer->place->set(
        buffer->device, base, buffer->guard, before(buffer), why);
    if (!status)
        status =
            buffer->place->set(buffer->device, buffer->data + buffer->bytes,
                               buffer->guard, buffer->zone, why);
    close_zones(buffer);
    return status;
}

void buffer_close(struct buffer *buffer)
{
    if (buffer->base) {
        open_zones(buffer);
        buffer->place->release(buffer->device, buffer->base);
    }
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
    open_zones(buffer);
    enum status status =
        check_zone(buffer, buffer->base, before(buffer), "before", name, why);
    if (!status)
        status = check_zone(buffer, buffer->data + buffer->bytes, buffer->zone,
                            "past", name, why);
    close_zones(buffer);
    return status;
}
