/* buffer.c - guard zones around arrays, and poison inside them. */
#include "measure/buffer.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "digest.h"
#include "host/host.h"
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#else
#define __asan_poison_memory_region(memory, bytes) ((void)(memory))
#define __asan_unpoison_memory_region(memory, bytes) ((void)(memory))
#endif

/* Poison is NaN as a float, so that results computed from it show, and -1. */
enum {
    GUARD = 4096,
    ALIGNED = 256,
    CLOSED = 16 /* pages behind what is tight: a row of a matrix further on */
};

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

/* In the host's memory what is tight ends where pages begin that nobody may
 * touch. */
static enum status end_at_page(struct buffer *buffer, size_t all,
                               struct fit fit, struct reason *why)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *end = (char *)buffer->base + all;
    end -= CLOSED * page + (uintptr_t)end % page;
    buffer->data = end - buffer->bytes;
    if (fit.aligned)
        buffer->data -= (uintptr_t)buffer->data % ALIGNED;
    return mprotect(end, CLOSED * page, PROT_NONE)
        ? fail(why, STATUS_MEMORY, "no pages of the host can be closed")
        : STATUS_OK;
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
    const bool ends = fit.tight && place->alloc == host_place.alloc;
    const size_t pages =
        ends ? (CLOSED + 2) * (size_t)sysconf(_SC_PAGESIZE) : 0;
    const size_t all = bytes + fit.offset + 2 * buffer->zone + pages;
    enum status status = place->alloc(device, all, &buffer->base, why);
    if (status)
        return status;
    buffer->data = (char *)buffer->base + buffer->zone + fit.offset;
    if (ends)
        status = end_at_page(buffer, all, fit, why);
    if (!status)
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

/* Of a zone, as much as is looked at. */
static struct span zone_of(const struct buffer *buffer, bool past)
{
    const size_t bytes = past ? buffer->zone : before(buffer);
    return (struct span){ past ? buffer->data + buffer->bytes
                               : (char *)buffer->base,
                          bytes < 2 * GUARD ? bytes : 2 * GUARD };
}

/* The hash of so many bytes alike. */
static uint64_t digest_of_guard(int byte, size_t bytes)
{
    const uint64_t word = UINT64_C(0x0101010101010101) * (unsigned)byte;
    const size_t whole = bytes / sizeof word;
    uint64_t sum = 0;
    for (size_t i = 0; i < whole; i++)
        sum += digest_word(word, i);
    if (bytes % sizeof word)
        sum += digest_word(word >> 8 * (sizeof word - bytes % sizeof word),
                           whole);
    return sum;
}

/* Which byte it was. */
static enum status tell_zone(const struct buffer *buffer, bool past,
                             const char *name, struct reason *damage,
                             struct reason *why)
{
    unsigned char seen[2 * GUARD];
    const struct span zone = zone_of(buffer, past);
    const enum status status = buffer->place->copy(
        buffer->device, seen, zone.memory, zone.bytes, FROM_DEVICE, why);
    for (size_t i = 0; i < zone.bytes && !status; i++)
        if (seen[i] != buffer->guard) {
            fail(damage, STATUS_DEVICE, "wrote %s %s: guard byte %zu changed",
                 past ? "past" : "before", name, i);
            break;
        }
    return status;
}

static enum status tell_damage(const struct look *look,
                               const uint64_t *digests, struct reason *damage,
                               struct reason *why)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < 2 * look->buffers && !damage->text[0] && !status;
         i++) {
        const struct buffer *buffer = look->buffer[i / 2];
        const bool past = i % 2;
        if (digests[i] !=
            digest_of_guard(buffer->guard, zone_of(buffer, past).bytes))
            status = tell_zone(buffer, past, look->name[i / 2], damage, why);
    }
    return status;
}

enum status buffer_look(const struct look *look, uint64_t *digests,
                        struct reason *damage, struct reason *why)
{
    const int zones = 2 * look->buffers;
    struct span spans[PLACE_SPANS];
    uint64_t found[PLACE_SPANS];
    const struct buffer *first = look->buffer[0];
    damage->text[0] = '\0';
    for (int i = 0; i < look->buffers; i++)
        open_zones(look->buffer[i]);
    for (int i = 0; i < zones; i++)
        spans[i] = zone_of(look->buffer[i / 2], i % 2);
    for (int i = 0; i < look->more_count; i++)
        spans[zones + i] = look->more[i];
    enum status status = first->place->digest(
        first->device, spans, zones + look->more_count, found, why);
    if (!status)
        status = tell_damage(look, found, damage, why);
    for (int i = 0; i < look->more_count; i++)
        digests[i] = found[zones + i];
    for (int i = 0; i < look->buffers; i++)
        close_zones(look->buffer[i]);
    return status;
}

enum status buffer_intact(struct buffer *buffer, const char *name,
                          struct reason *why)
{
    struct look look = { 0 };
    struct reason damage;
    uint64_t none = 0;
    look_at(&look, buffer, name);
    const enum status status = buffer_look(&look, &none, &damage, why);
    if (!status && damage.text[0])
        return fail(why, STATUS_DEVICE, "%s", damage.text);
    return status;
}
