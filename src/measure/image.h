/* image.h - the output of one row as a file. */
#ifndef TETRAD_IMAGE_H
#define TETRAD_IMAGE_H

#include "measure/watch.h"
#include "options/options.h"
#include "plan/cases.h"

/* Runs a choice of the case once more, untimed, checks the output, whatever
 * --no-check says, and writes it to --image as the op, which has an `image`,
 * says. The file is written whole, or left as it was; remark: what it does not
 * show, "" : nothing. STATUS_DEVICE: there is no right output. */
enum status image_write(struct targets *, const struct case_plan *, int choice,
                        const struct options *, const struct watch *,
                        struct reason *remark, struct reason *why);

#endif
