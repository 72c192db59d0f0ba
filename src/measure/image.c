/* image.c - a run for its output. */
#include "measure/image.h"

#include "base/save.h"
#include "measure/trial.h"

struct picture {
    const struct dataset *dataset;
    struct reason *remark;
};

static bool print(FILE *file, const void *what)
{
    const struct picture *picture = what;
    const struct dataset *d = picture->dataset;
    d->problem.op->image(&d->problem, d->got, file, picture->remark);
    return true;
}

/* Leaves it in the dataset. */
static enum status make(struct dataset *dataset, struct trial *trial,
                        struct reason *why)
{
    const enum status status = dataset_load_inputs(dataset, OWN_INPUTS, why);
    if (status)
        return status;
    trial_check(trial, dataset);
    return trial->live
        ? STATUS_OK
        : fail(why, STATUS_DEVICE, "%s/%s has none that is right: %.200s",
               trial->row.backend, trial->row.variant, trial->row.reason);
}

enum status image_write(struct targets *targets, const struct case_plan *c,
                        int choice, const struct options *options,
                        const struct watch *watch, struct reason *remark,
                        struct reason *why)
{
    const struct choice *chosen = &c->choices[choice];
    const struct dataset_wants wants = { .pins = chosen->pinned };
    struct target *target = &targets->list[chosen->target];
    struct picture picture = { .remark = remark };
    bool used[MOST_TARGETS] = { false };
    struct dataset dataset;
    struct trial trial;
    remark->text[0] = 0;
    used[chosen->target] = true;
    enum status status =
        dataset_open(&dataset, &c->problem, targets, used, &wants, why);
    if (!status) {
        trial_open(&trial, &dataset, target, chosen,
                   c->why[chosen->target].text);
        trial_watch(&trial, watch, choice, trial_limit(options));
        status = make(&dataset, &trial, why);
        trial_close(&trial);
    }
    picture.dataset = &dataset;
    if (!status)
        status = save_file(options->image_path, print, &picture, why);
    dataset_close(&dataset);
    return status;
}
