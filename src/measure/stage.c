/* stage.c - setting up a case, and judging what came out. */
#include "measure/stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problem.h"
#include "random.h"
#include "host/host.h"

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

static enum status open_arrays(const struct stage *stage, struct site *site,
                               struct arrays *set)
{
    const struct problem *p = &stage->problem;
    const size_t offset = stage->wants.offset;
    const size_t skewed = offset + stage->wants.skew;
    enum status status = STATUS_OK;
    for (int i = 0; i < p->in_count && !status; i++)
        status = buffer_open(
            &set->in[i], site->place, site->device, array_bytes(&p->in[i]),
            (i ? skewed : offset) * elem_size(p->in[i].type), &site->why);
    for (int i = 0; i < p->out_count && !status; i++)
        status = buffer_open(&set->out[i], site->place, site->device,
                             array_bytes(&p->out[i]),
                             skewed * elem_size(p->out[i].type), &site->why);
    return status;
}

/* Several sets must stay in the cache together, or hot would be cold. */
static int sets_for(const struct stage *stage, const struct site *site)
{
    struct device_facts facts;
    site->place->facts(site->device, &facts);
    const size_t bytes = stage_bytes(&stage->problem);
    const size_t fit = facts.cache / 2 / (bytes ? bytes : 1);
    if (problem_refreshes(&stage->problem))
        return 1; /* refreshed before each run, so runs come singly */
    return fit < 1 ? 1 : fit > STAGE_SETS ? STAGE_SETS : (int)fit;
}

static enum status open_pins(const struct problem *p, struct site *site)
{
    const struct meter *meter = site->place->meter;
    enum status status = STATUS_OK;
    for (int i = 0; meter->pin && i < p->in_count && !status; i++)
        status = meter->pin(site->device, array_bytes(&p->in[i]),
                            &site->pinned_in[i], &site->why);
    for (int i = 0; meter->pin && i < p->out_count && !status; i++)
        status = meter->pin(site->device, array_bytes(&p->out[i]),
                            &site->pinned_out[i], &site->why);
    return status;
}

static enum status open_site(struct stage *stage, struct site *site)
{
    const int wanted = stage->wants.rotate ? sets_for(stage, site) : 1;
    enum status status = STATUS_OK;
    for (site->sets = 0; site->sets < wanted && !status; site->sets++)
        status = open_arrays(stage, site, &site->set[site->sets]);
    if (!status && stage->wants.pins)
        status = open_pins(&stage->problem, site);
    return status;
}

static void close_site(struct site *site)
{
    for (int i = 0; i < OP_ARRAYS; i++) {
        for (int k = 0; k < STAGE_SETS; k++) {
            buffer_close(&site->set[k].in[i]);
            buffer_close(&site->set[k].out[i]);
        }
        if (site->pinned_in[i])
            site->place->meter->unpin(site->device, site->pinned_in[i]);
        if (site->pinned_out[i])
            site->place->meter->unpin(site->device, site->pinned_out[i]);
        site->pinned_in[i] = site->pinned_out[i] = NULL;
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
                       const struct stage_wants *wants, struct reason *why)
{
    memset(stage, 0, sizeof *stage);
    stage->problem = *problem;
    stage->host = bench->host;
    if (wants)
        stage->wants = *wants;
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
        const size_t bytes = array_bytes(&problem->out[i]) + 1;
        stage->got[i] = malloc(bytes);
        if (stage->wants.pins)
            stage->landed[i] = malloc(bytes);
        got_all = stage->got[i] && (stage->landed[i] || !stage->wants.pins);
    }
    return got_all ? STATUS_OK
                   : fail(why, STATUS_MEMORY, "no memory for the answers");
}

void stage_close(struct stage *stage)
{
    for (int i = 0; i < stage->site_count; i++)
        close_site(&stage->sites[i]);
    for (int i = 0; i < OP_ARRAYS; i++) {
        free(stage->got[i]);
        free(stage->landed[i]);
    }
    free(stage->want);
    memset(stage, 0, sizeof *stage);
}

/* --- inputs -------------------------------------------------------------- */

/* The file holds the inputs one after another, raw and little-endian. */
static enum status read_inputs(struct stage *stage, const bool *wanted,
                               struct reason *why)
{
    const struct problem *p = &stage->problem;
    size_t bytes = 0, all = 0;
    FILE *file = fopen(p->input_path, "rb");
    if (!file)
        return fail(why, STATUS_IO, "--input %s cannot be read",
                    p->input_path);
    for (int i = 0; i < p->in_count; i++) {
        const size_t size = array_bytes(&p->in[i]);
        all += size;
        if (wanted[i])
            bytes += fread(stage->sites[0].set[0].in[i].data, 1, size, file);
        else if (!fseeko(file, (off_t)size, SEEK_CUR))
            bytes += size;
    }
    const bool more = fgetc(file) != EOF;
    fclose(file);
    if (bytes < all || more)
        return fail(why, STATUS_IO,
                    "--input %s holds %s the %zu bytes that "
                    "--size %zu needs",
                    p->input_path, more ? "more than" : "less than", all,
                    p->size);
    return STATUS_OK;
}

/* One input to one set of a place, seen to arrive. */
static enum status upload_input(const struct stage *stage, struct site *site,
                                struct arrays *set, int i)
{
    const struct problem *p = &stage->problem;
    const struct buffer *from = &stage->sites[0].set[0].in[i];
    struct buffer *to = &set->in[i];
    uint64_t digest = 0;
    if (to == from)
        return STATUS_OK;
    enum status status = site->place->copy(site->device, to->data, from->data,
                                           from->bytes, TO_DEVICE, &site->why);
    if (!status)
        status = site->place->digest(site->device, to->data, to->bytes,
                                     &digest, &site->why);
    if (!status && digest != stage->digest[i])
        status = fail(&site->why, STATUS_DEVICE,
                      "input %s arrived changed on the %s", p->in[i].name,
                      site->place->name);
    return status;
}

static enum status upload(struct stage *stage, struct site *site)
{
    const struct problem *p = &stage->problem;
    enum status status = STATUS_OK;
    for (int i = 0; i < p->in_count && !status; i++) {
        for (int k = 0; k < site->sets && !status; k++)
            status = upload_input(stage, site, &site->set[k], i);
        if (site->pinned_in[i])
            memcpy(site->pinned_in[i], stage->sites[0].set[0].in[i].data,
                   array_bytes(&p->in[i]));
    }
    return status;
}

/* Fills an input; true: by the op, whatever the distribution. */
static bool make_input(const struct problem *p, int which, void *elements)
{
    const bool filled = p->op->fill && p->op->fill(p, which, elements);
    if (!filled)
        random_fill(p, which, elements);
    return filled;
}

/* Of a file, the twin keeps what no distribution fills: where segments begin
 * matters as much as what they hold. */
static enum status get_inputs(struct stage *stage, const struct problem *made,
                              struct reason *why)
{
    const bool file = made->input_path, all = file && !stage->twin;
    const struct buffer *in = stage->sites[0].set[0].in;
    bool wanted[OP_ARRAYS];
    for (int i = 0; i < made->in_count; i++)
        wanted[i] = all || make_input(made, i, in[i].data);
    return file ? read_inputs(stage, wanted, why) : STATUS_OK;
}

enum status stage_load(struct stage *stage, bool twin, struct reason *why)
{
    struct problem *p = &stage->problem;
    struct problem made = *p;
    const void *in[OP_ARRAYS] = { 0 };
    if (twin)
        made.dist = dist_twin;
    stage->twin = twin;
    enum status status = get_inputs(stage, &made, why);
    for (int i = 0; i < p->in_count && !status; i++) {
        in[i] = stage->sites[0].set[0].in[i].data;
        status = host_place.digest(stage->host, in[i], array_bytes(&p->in[i]),
                                   &stage->digest[i], why);
    }
    if (!status && p->op->validate)
        status = p->op->validate(p, in, why);
    if (!status)
        status = host_place.set(stage->host, stage->want, 0,
                                p->op->want_bytes(p), why);
    if (status)
        return status;
    p->op->oracle(p, in, stage->want);
    for (int i = 0; i < stage->site_count; i++)
        if (!stage->sites[i].status)
            stage->sites[i].status = upload(stage, &stage->sites[i]);
    return STATUS_OK;
}

/* --- around a run -------------------------------------------------------- */

static enum status ready_output(const struct stage *stage, struct site *site,
                                struct arrays *set, int i, struct reason *why)
{
    static const int patterns[] = { 0xFF, 0x7A };
    const int from = stage->problem.out[i].from;
    if (!from)
        return buffer_poison(&set->out[i], patterns[stage->poisonings % 2],
                             why);
    return site->place->copy(site->device, set->out[i].data,
                             set->in[array_index(from)].data,
                             set->out[i].bytes, ON_DEVICE, why);
}

enum status stage_ready(struct stage *stage, struct site *site,
                        struct reason *why)
{
    enum status status = STATUS_OK;
    for (int k = 0; k < site->sets; k++)
        for (int i = 0; i < stage->problem.out_count && !status; i++)
            status = ready_output(stage, site, &site->set[k], i, why);
    stage->poisonings++;
    return status;
}

enum status stage_spoil(struct stage *stage, struct site *site,
                        struct reason *why)
{
    enum status status = STATUS_OK;
    bool copied[OP_ARRAYS] = { false }; /* to an output, not in place */
    for (int i = 0; i < stage->problem.out_count; i++)
        if (stage->problem.out[i].from)
            copied[array_index(stage->problem.out[i].from)] = true;
    for (int i = 0; i < stage->problem.in_count && !status; i++)
        if (!copied[i])
            status = buffer_poison(&site->set[0].in[i], 0xFF, why);
    return status;
}

enum status stage_restore(struct stage *stage, struct site *site)
{
    return upload(stage, site);
}

/* That a set's guards are whole and its inputs as they were: into `damage`
 * if not. */
static enum status check_set(const struct stage *stage, struct site *site,
                             struct arrays *set, struct reason *damage,
                             struct reason *why)
{
    const struct problem *p = &stage->problem;
    enum status status = STATUS_OK;
    for (int i = 0; i < p->in_count && !status; i++)
        status = buffer_intact(&set->in[i], p->in[i].name, damage);
    for (int i = 0; i < p->out_count && !status; i++)
        status = buffer_intact(&set->out[i], p->out[i].name, damage);
    for (int i = 0; i < p->in_count && !status; i++) {
        uint64_t digest = 0;
        status = site->place->digest(site->device, set->in[i].data,
                                     set->in[i].bytes, &digest, why);
        if (status)
            return status;
        if (digest != stage->digest[i])
            status = fail(damage, STATUS_DEVICE, "changed its input %s",
                          p->in[i].name);
    }
    return STATUS_OK;
}

static enum status check_guards(const struct stage *stage, struct site *site,
                                struct reason *damage, struct reason *why)
{
    enum status status = STATUS_OK;
    for (int k = 0; k < site->sets && !status && !damage->text[0]; k++)
        status = check_set(stage, site, &site->set[k], damage, why);
    return status;
}

/* How many bytes of an output the run wrote: all, or as many elements as it
 * says; more than fit are `damage`. */
static enum status written_bytes(const struct stage *stage, struct site *site,
                                 int which, size_t *bytes,
                                 struct reason *damage, struct reason *why)
{
    const struct array *array = &stage->problem.out[which];
    uint64_t count = array->count;
    enum status status = STATUS_OK;
    if (array->length_in)
        status = site->place->copy(
            site->device, &count,
            site->set[0].out[array_index(array->length_in)].data, sizeof count,
            FROM_DEVICE, why);
    if (!status && count > array->count) {
        fail(damage, STATUS_DEVICE,
             "says it wrote %" PRIu64 " of %s, where "
             "%zu fit",
             count, array->name, array->count);
        count = array->count;
    }
    *bytes = (size_t)count * elem_size(array->type);
    return status;
}

/* What a run wrote, in host memory. */
static enum status fetch(struct stage *stage, struct site *site,
                         struct reason *damage, struct reason *why)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < stage->problem.out_count && !status; i++) {
        status =
            written_bytes(stage, site, i, &stage->got_bytes[i], damage, why);
        if (!status)
            status = site->place->copy(site->device, stage->got[i],
                                       site->set[0].out[i].data,
                                       stage->got_bytes[i], FROM_DEVICE, why);
    }
    return status;
}

static void tell_damage(struct verdict *verdict, const struct reason *damage)
{
    if (!damage->text[0] || !verdict->ok)
        return;
    verdict->ok = false;
    snprintf(verdict->text, sizeof verdict->text, "%.*s",
             (int)sizeof verdict->text - 1, damage->text);
}

enum status stage_check(struct stage *stage, struct site *site,
                        const struct promise *promise, struct verdict *verdict,
                        struct reason *why)
{
    const struct problem *p = &stage->problem;
    const void *got[OP_ARRAYS] = { 0 };
    struct reason damage = { "" };
    struct promise promised = *promise;
    enum status status = fetch(stage, site, &damage, why);
    if (status)
        return status;
    for (int i = 0; i < p->out_count; i++)
        got[i] = stage->got[i];
    if (stage->twin)
        promised.depth = 0;
    *verdict = (struct verdict){ .ok = true };
    if (damage.text[0])
        tell_damage(verdict, &damage);
    else
        p->op->check(p, &promised, stage->want, got, verdict);
    status = check_guards(stage, site, &damage, why);
    tell_damage(verdict, &damage);
    return status;
}

enum status stage_outputs(struct stage *stage, struct site *site,
                          uint64_t *digest, struct reason *why)
{
    const struct problem *p = &stage->problem;
    enum status status = STATUS_OK;
    struct reason damage = { "" }; /* stage_check tells of it */
    *digest = 0;
    for (int i = 0; i < p->out_count && !status; i++) {
        uint64_t one = 0;
        size_t bytes = 0;
        status = written_bytes(stage, site, i, &bytes, &damage, why);
        if (!status)
            status = site->place->digest(
                site->device, site->set[0].out[i].data, bytes, &one, why);
        *digest = *digest * 31 + one;
    }
    return status;
}
