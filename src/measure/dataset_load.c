/* dataset_load.c - inputs made or read, brought to every place, and their right
 * answer. */
#include "measure/dataset.h"

#include <stdio.h>
#include <string.h>

#include "problem.h"
#include "random.h"
#include "host/host.h"

/* The file holds the inputs one after another, raw and little-endian. */
static enum status read_inputs(struct dataset *dataset, const bool *wanted,
                               struct reason *why)
{
    const struct problem *p = &dataset->problem;
    size_t bytes = 0, all = 0;
    FILE *file = fopen(p->input_path, "rb");
    if (!file)
        return fail(why, STATUS_IO, "--input %s cannot be read",
                    p->input_path);
    for (int i = 0; i < p->in_count; i++) {
        const size_t size = array_bytes(&p->in[i]);
        all += size;
        if (wanted[i])
            bytes +=
                fread(dataset->replicas[0].set[0].in[i].data, 1, size, file);
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
static enum status upload_input(const struct dataset *dataset,
                                struct replica *replica, struct arrays *set,
                                int i)
{
    const struct problem *p = &dataset->problem;
    const struct buffer *from = &dataset->replicas[0].set[0].in[i];
    struct buffer *to = &set->in[i];
    uint64_t digest = 0;
    if (to == from)
        return STATUS_OK;
    enum status status =
        replica->place->copy(replica->device, to->data, from->data,
                             from->bytes, TO_DEVICE, &replica->why);
    if (!status)
        status = replica->place->digest(replica->device,
                                        &(struct span){ to->data, to->bytes },
                                        1, &digest, &replica->why);
    if (!status && digest != dataset->digest[i])
        status = fail(&replica->why, STATUS_DEVICE,
                      "input %s arrived changed on the %s", p->in[i].name,
                      replica->place->name);
    return status;
}

static enum status upload(struct dataset *dataset, struct replica *replica,
                          int count)
{
    const struct problem *p = &dataset->problem;
    enum status status = STATUS_OK;
    for (int i = 0; i < count && !status; i++) {
        for (int k = 0; k < replica->held && !status; k++)
            status = upload_input(dataset, replica, &replica->set[k], i);
        if (replica->pinned_in[i])
            memcpy(replica->pinned_in[i],
                   dataset->replicas[0].set[0].in[i].data,
                   array_bytes(&p->in[i]));
    }
    return status;
}

static void make_input(const struct problem *p, int which, void *elements)
{
    if (!p->op->fill || !p->op->fill(p, which, elements))
        random_fill(p, which, elements);
}

/* Whether the op fills an input whatever the distribution. */
static bool owns_input(const struct problem *p, int which, void *elements)
{
    struct problem like = *p;
    like.dist = &dists[0];
    like.timed = NULL;
    return p->op->fill && p->op->fill(&like, which, elements);
}

/* Of a file, inputs that are not its own keep what no distribution fills: where
 * segments begin matters as much as what they hold. */
static enum status get_inputs(struct dataset *dataset,
                              const struct problem *made, bool own,
                              struct reason *why)
{
    const bool file = made->input_path && !made->file;
    const bool all = file && own;
    const struct buffer *in = dataset->replicas[0].set[0].in;
    bool wanted[OP_ARRAYS];
    for (int i = 0; i < made->in_count; i++) {
        wanted[i] = all || (file && owns_input(made, i, in[i].data));
        if (!wanted[i])
            make_input(made, i, in[i].data);
    }
    return file ? read_inputs(dataset, wanted, why) : STATUS_OK;
}

/* Other inputs are uniform, as those of some distributions know no seed. */
static struct problem problem_of(const struct problem *p, enum inputs inputs)
{
    struct problem made = *p;
    made.timed = inputs == OWN_INPUTS ? NULL : p;
    if (inputs == TWIN_INPUTS)
        made.dist = dist_twin;
    if (inputs == OTHER_INPUTS) {
        made.dist = &dists[0];
        made.seed = ~p->seed;
    }
    return made;
}

/* Names what made an input that is refused. */
static enum status refuse(const struct problem *made, enum status status,
                          const struct reason *found, struct reason *why)
{
    const struct dist *dist = made->dist;
    return made->input_path ? fail(why, status, "%s", found->text)
        : dist->takes_argument
        ? fail(why, status, "%s (--dist %s:%g)", found->text, dist->name,
               made->dist_argument)
        : fail(why, status, "%s (--dist %s)", found->text, dist->name);
}

/* So many inputs to all places, if there is a right answer of all of them. */
static enum status bring(struct dataset *dataset, const struct problem *made,
                         int count, struct reason *why)
{
    const struct problem *p = &dataset->problem;
    const void *in[OP_ARRAYS] = { 0 };
    struct reason found = { "" };
    enum status status = STATUS_OK;
    for (int i = 0; i < p->in_count; i++)
        in[i] = dataset->replicas[0].set[0].in[i].data;
    if (p->op->validate)
        status = p->op->validate(p, in, &found);
    if (status)
        return refuse(made, status, &found, why);
    for (int i = 0; i < dataset->replica_count; i++)
        if (!dataset->replicas[i].status)
            dataset->replicas[i].status =
                upload(dataset, &dataset->replicas[i], count);
    return STATUS_OK;
}

enum status dataset_load_inputs(struct dataset *dataset, enum inputs inputs,
                                struct reason *why)
{
    const struct problem *p = &dataset->problem;
    const struct problem made = problem_of(p, inputs);
    dataset->own = inputs == OWN_INPUTS;
    dataset->twin = inputs == TWIN_INPUTS;
    dataset->remade = false;
    dataset->inputs = inputs;
    enum status status = get_inputs(dataset, &made, inputs == OWN_INPUTS, why);
    for (int i = 0; i < p->in_count && !status; i++)
        status = dataset_renew(dataset, i, false, why);
    return status ? status : bring(dataset, &made, p->in_count, why);
}

enum status dataset_remake(struct dataset *dataset, uint64_t seed,
                           struct reason *why)
{
    const struct problem *p = &dataset->problem;
    const int count = p->op->planned ? 1 : p->in_count;
    struct problem made = problem_of(p, OWN_INPUTS);
    enum status status = STATUS_OK;
    made.seed = dataset->seed = seed;
    dataset->own = seed == p->seed;
    dataset->remade = !dataset->own;
    for (int i = 0; i < count && !status; i++) {
        make_input(&made, i, dataset->replicas[0].set[0].in[i].data);
        status = dataset_renew(dataset, i, false, why);
    }
    return status ? status : bring(dataset, &made, count, why);
}

enum status dataset_answer(struct dataset *dataset, struct reason *why)
{
    const struct problem *p = &dataset->problem;
    const void *in[OP_ARRAYS] = { 0 };
    if (dataset->answered)
        return STATUS_OK;
    const enum status status = host_place.set(dataset->host, dataset->want, 0,
                                              p->op->want_bytes(p), why);
    if (status)
        return status;
    for (int i = 0; i < p->in_count; i++)
        in[i] = dataset->replicas[0].set[0].in[i].data;
    const double begin = host_clock();
    p->op->oracle(p, in, dataset->want);
    dataset->took = host_clock() - begin;
    dataset->answered = true;
    if (dataset->own && !dataset->near)
        dataset->cost = p->op->cost(p, dataset->want);
    return STATUS_OK;
}

enum status dataset_load(struct dataset *dataset, enum inputs inputs,
                         struct reason *why)
{
    const enum status status = dataset_load_inputs(dataset, inputs, why);
    return status ? status : dataset_answer(dataset, why);
}

enum status dataset_restore(struct dataset *dataset, struct replica *replica)
{
    return upload(dataset, replica, dataset->problem.in_count);
}

enum status dataset_mend(struct dataset *dataset, struct replica *replica,
                         struct reason *why)
{
    const struct problem *p = &dataset->problem;
    const bool remade = dataset->remade;
    enum status status = STATUS_OK;
    for (int k = 0; k < replica->held; k++) {
        struct arrays *set = &replica->set[k];
        for (int i = 0; i < p->in_count && !status; i++)
            status = buffer_guard(&set->in[i], dataset->checks, why);
        for (int i = 0; i < p->out_count && !status; i++)
            status = buffer_guard(&set->out[i], 0, why);
    }
    if (!status)
        status = dataset_load_inputs(dataset, dataset->inputs, why);
    if (!status && remade)
        status = dataset_remake(dataset, dataset->seed, why);
    return status;
}
