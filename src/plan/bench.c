/* bench.c - opening and closing places and backends. */
#include "plan/bench.h"

#include <string.h>

#include "host/host.h"
#include "matrix.h"

const char *scope_name(enum scope scope)
{
    static const char *const names[] = {
#define SCOPE_TEXT(NAME, name) name,
        SCOPES(SCOPE_TEXT)
#undef SCOPE_TEXT
    };
    return names[scope];
}

/* A place is opened by the first backend that needs it. */
static void open_seat(struct bench *bench, struct seat *seat,
                      const struct placement *want)
{
    const struct place *place = seat->backend->place;
    if (!place) {
        seat->status =
            fail(&seat->why, STATUS_MISSING, "%s", seat->backend->absent);
        return;
    }
    if (place == &host_place)
        seat->device = bench->host;
    for (struct seat *s = bench->seats; s < seat && !seat->device; s++)
        if (s->backend->place == place) {
            seat->device = s->device;
            seat->status = s->device ? STATUS_OK : s->status;
            seat->why = s->why;
            if (seat->status)
                return;
        }
    if (!seat->device)
        seat->status = place->open(&seat->device, want, &seat->why);
    if (!seat->status && seat->backend->open)
        seat->status = seat->backend->open(seat->device, &seat->why);
}

enum status bench_open(struct bench *bench, const struct placement *want,
                       struct reason *why)
{
    memset(bench, 0, sizeof *bench);
    const enum status status = host_place.open(&bench->host, want, why);
    for (; !status && backends[bench->count]; bench->count++) {
        struct seat *seat = &bench->seats[bench->count];
        seat->backend = backends[bench->count];
        open_seat(bench, seat, want);
    }
    return status;
}

void bench_close(struct bench *bench)
{
    for (int i = bench->count - 1; i >= 0; i--) {
        struct seat *seat = &bench->seats[i];
        bool shared = seat->device == bench->host;
        for (int j = 0; j < i; j++)
            shared = shared || bench->seats[j].device == seat->device;
        if (!seat->status && seat->backend->close)
            seat->backend->close(seat->device);
        if (!shared && seat->device)
            seat->backend->place->close(seat->device);
    }
    host_place.close(bench->host);
    memset(bench, 0, sizeof *bench);
}

struct seat *bench_seat(struct bench *bench, const struct backend *backend)
{
    for (int i = 0; i < bench->count; i++)
        if (bench->seats[i].backend == backend)
            return &bench->seats[i];
    return NULL;
}

/* --- for the record ------------------------------------------------------- */

static json_t *describe_backends(const struct bench *bench)
{
    json_t *list = json_array();
    for (int i = 0; i < bench->count; i++) {
        const struct seat *seat = &bench->seats[i];
        json_t *one = json_pack("{s:s, s:b}", "name", seat->backend->name,
                                "available", !seat->status);
        if (seat->status)
            json_object_set_new(one, "reason", json_string(seat->why.text));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *describe_device(const struct seat *seat)
{
    struct device_facts facts = { 0 };
    seat->backend->place->facts(seat->device, &facts);
    json_t *gpu = json_pack(
        "{s:s, s:s, s:I, s:I, s:i}", "name", facts.name, "detail",
        facts.detail, "memory_bytes", (json_int_t)facts.memory, "l2_bytes",
        (json_int_t)facts.cache, "multiprocessors", facts.cores);
    for (const struct fact *f = facts.more; f < facts.more + facts.more_count;
         f++)
        json_object_set_new(gpu, f->key,
                            f->text[0] ? json_string(f->text)
                                       : json_real(f->number));
    return gpu;
}

void bench_describe(const struct bench *bench, json_t *environment)
{
    json_object_set_new(environment, "backends", describe_backends(bench));
    for (int i = 0; i < bench->count; i++) {
        const struct seat *seat = &bench->seats[i];
        if (seat->status || !seat->backend->numbered)
            continue;
        json_object_set_new(environment, "gpu", describe_device(seat));
        return;
    }
}
