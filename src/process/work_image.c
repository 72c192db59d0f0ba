/* work_image.c - one run more, of a row that was measured, for its output. */
#include "process/work.h"

#include <string.h>

#include "base/interrupt.h"
#include "measure/image.h"

static void show(void *context, const char *text)
{
    const struct work *work = context;
    watch_show(work->task->watch, text);
}

static void enter(void *context, int choice, double seconds)
{
    const struct work *work = context;
    watch_enter(work->task->watch, choice, seconds);
}

/* The choice of the plan's one case; -1: it has it no more. */
static int find_choice(const struct work *work, const struct case_plan *c)
{
    for (int i = 0; i < c->choice_count; i++) {
        struct row row;
        work_name_row(work, &row, c, &c->choices[i]);
        if (row_same(&row, work->task->image))
            return i;
    }
    return -1;
}

static enum status write_image(struct work *work, struct reason *remark,
                               struct reason *why)
{
    const struct watch watch = { .show = show,
                                 .enter = enter,
                                 .context = work };
    const struct case_plan *c = work->plan.cases.list;
    const int choice = find_choice(work, c);
    watch_show(&watch, "writing the image");
    return choice < 0
        ? fail(why, STATUS_MISSING, "its row cannot be had any more")
        : image_write(&work->targets, c, choice, work->task->options, &watch,
                      remark, why);
}

bool work_image(struct work *work)
{
    struct reason remark = { "" }, why = { "" };
    const enum status status = write_image(work, &remark, &why);
    if (interrupted)
        return work_tell(work, WIRE_DONE, 1, NULL, 0);
    return status ? work_tell_text(work, WIRE_REFUSED, status, why.text)
                  : work_tell_text(work, WIRE_IMAGE, 0, remark.text) &&
            work_tell(work, WIRE_DONE, 0, NULL, 0);
}
