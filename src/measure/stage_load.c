/* stage_load.c - inputs made or read, brought to every place, and their right
 * answer. */
#include "measure/stage.h"

#include <stdio.h>
#include <string.h>

#include "problem.h"
#include "random.h"
#include "host/host.h"

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
    const bool file = made->input_path && !made->file;
    const bool all = file && !stage->twin;
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

enum status stage_restore(struct stage *stage, struct site *site)
{
    return upload(stage, site);
}
