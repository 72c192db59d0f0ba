/* stage.c - setting up a case, and judging what came out. */
#include "stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "random.h"

static size_t array_bytes(const struct array *a)
{
    return a->count * elem_size(a->type);
}

size_t stage_bytes(const struct problem *p)
{
    size_t bytes = 0;
    for (int i = 0; i < p->in_count; i++)
        bytes += array_bytes(&p->in[i]);
    for (int i = 0; i < p->out_count; i++)
        bytes += array_bytes(&p->out[i]);
    return bytes;
}

/* --- opening and closing ------------------------------------------------ */

static enum status open_site(struct stage *stage, struct site *site)
{
    const struct problem *p = &stage->problem;
    enum status status = STATUS_OK;
    for (int i = 0; i < p->in_count && !status; i++)
        status = buffer_open(&site->in[i], site->place, site->device,
                             array_bytes(&p->in[i]),
                             stage->offset * elem_size(p->in[i].type),
                             &site->why);
    for (int i = 0; i < p->out_count && !status; i++)
        status = buffer_open(&site->out[i], site->place, site->device,
                             array_bytes(&p->out[i]),
                             stage->offset * elem_size(p->out[i].type),
                             &site->why);
    return status;
}

static void close_site(struct site *site)
{
    for (int i = 0; i < OP_ARRAYS; i++) {
        buffer_close(&site->in[i]);
        buffer_close(&site->out[i]);
    }
}

struct site *stage_site(struct stage *stage, const struct place *place)
{
    for (int i = 0; i < stage->site_count; i++)
        if (stage->sites[i].place == place)
            return &stage->sites[i];
    return NULL;
}

static void add_site(struct stage *stage, const struct place *place,
                     struct device *device)
{
    if (stage_site(stage, place) || stage->site_count == STAGE_SITES)
        return;
    struct site *site = &stage->sites[stage->site_count++];
    site->place = place;
    site->device = device;
    site->status = open_site(stage, site);
    if (site->status)
        close_site(site);
}

enum status stage_open(struct stage *stage, const struct problem *problem,
                       const struct bench *bench, const bool *seat_used,
                       size_t offset, struct reason *why)
{
    memset(stage, 0, sizeof *stage);
    stage->problem = *problem;
    stage->host = bench->host;
    stage->offset = offset;
    add_site(stage, &host_place, bench->host);
    enum status status = stage->sites[0].status;
    if (status) {
        *why = stage->sites[0].why;
        return status;
    }
    for (int i = 0; i < bench->count; i++)
        if (seat_used[i] && !bench->seats[i].status)
            add_site(stage, bench->seats[i].backend->place,
                     bench->seats[i].device);
    stage->want = calloc(1, problem->op->want_bytes(problem) + 1);
    bool got_all = stage->want;
    for (int i = 0; i < problem->out_count && got_all; i++) {
        stage->got[i] = malloc(array_bytes(&problem->out[i]) + 1);
        got_all = stage->got[i];
    }
    return got_all ? STATUS_OK
                   : fail(why, STATUS_MEMORY, "no memory for the answers");
}

void stage_close(struct stage *stage)
{
    for (int i = 0; i < stage->site_count; i++)
        close_site(&stage->sites[i]);
    for (int i = 0; i < OP_ARRAYS; i++)
        free(stage->got[i]);
    free(stage->want);
    memset(stage, 0, sizeof *stage);
}

/* --- inputs -------------------------------------------------------------- */

/* The file holds the inputs one after another, raw and little-endian. */
static enum status read_inputs(struct stage *stage, struct reason *why)
{
    const struct problem *p = &stage->problem;
    size_t bytes = 0, all = 0;
    FILE *file = fopen(p->input_path, "rb");
    if (!file)
        return fail(why, STATUS_IO, "--input %s cannot be read",
                    p->input_path);
    for (int i = 0; i < p->in_count; i++) {
        all += array_bytes(&p->in[i]);
        bytes += fread(stage->sites[0].in[i].data, 1, array_bytes(&p->in[i]),
                       file);
    }
    const bool more = fgetc(file) != EOF;
    fclose(file);
    if (bytes < all || more)
        return fail(why, STATUS_IO, "--input %s holds %s the %zu bytes that "
                    "--size %zu needs", p->input_path,
                    more ? "more than" : "less than", all, p->size);
    return STATUS_OK;
}

static enum status upload(struct stage *stage, struct site *site)
{
    const struct problem *p = &stage->problem;
    enum status status = STATUS_OK;
    for (int i = 0; i < p->in_count && !status; i++) {
        const size_t bytes = array_bytes(&p->in[i]);
        uint64_t digest = 0;
        status = site->place->copy(site->device, site->in[i].data,
                                   stage->sites[0].in[i].data, bytes,
                                   TO_DEVICE, &site->why);
        if (!status)
            status = site->place->digest(site->device, site->in[i].data,
                                         bytes, &digest, &site->why);
        if (!status && digest != stage->digest[i])
            status = fail(&site->why, STATUS_DEVICE,
                          "input %s arrived changed on the %s",
                          p->in[i].name, site->place->name);
    }
    return status;
}

enum status stage_load(struct stage *stage, bool twin, struct reason *why)
{
    struct problem *p = &stage->problem;
    struct problem made = *p;
    const void *in[OP_ARRAYS] = { 0 };
    enum status status = STATUS_OK;
    if (twin)
        made.dist = dist_twin;
    stage->twin = twin;
    if (p->input_path && !twin)
        status = read_inputs(stage, why);
    for (int i = 0; i < p->in_count && !status; i++) {
        struct buffer *buffer = &stage->sites[0].in[i];
        if (!p->input_path || twin)
            random_fill(&made, i, buffer->data);
        in[i] = buffer->data;
        status = host_place.digest(stage->host, in[i], buffer->bytes,
                                   &stage->digest[i], why);
    }
    if (!status && p->op->validate)
        status = p->op->validate(p, in, why);
    if (status)
        return status;
    memset(stage->want, 0, p->op->want_bytes(p));
    p->op->oracle(p, in, stage->want);
    for (int i = 1; i < stage->site_count; i++)
        if (!stage->sites[i].status)
            stage->sites[i].status = upload(stage, &stage->sites[i]);
    return STATUS_OK;
}

/* --- around a run -------------------------------------------------------- */

enum status stage_ready(struct stage *stage, struct site *site,
                        struct reason *why)
{
    static const int patterns[] = { 0xFF, 0x7A };
    const struct problem *p = &stage->problem;
    enum status status = STATUS_OK;
    for (int i = 0; i < p->out_count && !status; i++)
        if (p->out[i].from >= 0)
            status = site->place->copy(
                site->device, site->out[i].data,
                site->in[p->out[i].from].data, site->out[i].bytes, ON_DEVICE,
                why);
        else
            status = buffer_poison(&site->out[i],
                                   patterns[stage->poisonings % 2], why);
    stage->poisonings++;
    return status;
}

static enum status check_guards(struct stage *stage, struct site *site,
                                struct verdict *verdict, struct reason *why)
{
    const struct problem *p = &stage->problem;
    struct reason damage = { "" };
    enum status status = STATUS_OK;
    for (int i = 0; i < p->in_count && !status; i++)
        status = buffer_intact(&site->in[i], p->in[i].name, &damage);
    for (int i = 0; i < p->out_count && !status; i++)
        status = buffer_intact(&site->out[i], p->out[i].name, &damage);
    for (int i = 0; i < p->in_count && !status; i++) {
        uint64_t digest = 0;
        status = site->place->digest(site->device, site->in[i].data,
                                     site->in[i].bytes, &digest, why);
        if (status)
            return status;
        if (digest != stage->digest[i])
            status = fail(&damage, STATUS_DEVICE, "changed its input %s",
                          p->in[i].name);
    }
    if (damage.text[0] && verdict->ok) {
        verdict->ok = false;
        snprintf(verdict->text, sizeof verdict->text, "%.*s",
                 (int)sizeof verdict->text - 1, damage.text);
    }
    return STATUS_OK;
}

enum status stage_check(struct stage *stage, struct site *site, double depth,
                        struct verdict *verdict, struct reason *why)
{
    const struct problem *p = &stage->problem;
    const void *got[OP_ARRAYS] = { 0 };
    enum status status = STATUS_OK;
    for (int i = 0; i < p->out_count && !status; i++) {
        status = site->place->copy(site->device, stage->got[i],
                                   site->out[i].data, site->out[i].bytes,
                                   FROM_DEVICE, why);
        got[i] = stage->got[i];
    }
    if (status)
        return status;
    memset(verdict, 0, sizeof *verdict);
    verdict->ok = true;
    p->op->check(p, stage->twin ? 0 : depth, stage->want, got, verdict);
    return check_guards(stage, site, verdict, why);
}

enum status stage_outputs(struct stage *stage, struct site *site,
                          uint64_t *digest, struct reason *why)
{
    const struct problem *p = &stage->problem;
    enum status status = STATUS_OK;
    *digest = 0;
    for (int i = 0; i < p->out_count && !status; i++) {
        uint64_t one = 0;
        status = site->place->digest(site->device, site->out[i].data,
                                     site->out[i].bytes, &one, why);
        *digest = *digest * 31 + one;
    }
    return status;
}
