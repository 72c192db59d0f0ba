/* set_up.h - a case set up on the machine, for tests of what is set up. */
#ifndef TETRAD_TESTS_SET_UP_H
#define TETRAD_TESTS_SET_UP_H

#include "on_targets.h"

#include "matrix.h"
#include "measure/dataset.h"

static const bool no_targets[MOST_TARGETS];

static inline struct problem problem_of(const char *op, size_t size,
                                        const char *setting)
{
    struct problem p;
    struct reason why = { "" };
    const char *const settings[] = { setting };
    assert_int_equal(bed_problem(&p, op_find(op), op_find(op)->default_type,
                                 size, settings, setting != NULL, &why),
                     STATUS_OK);
    return p;
}

static inline struct dataset opened(const struct problem *p, size_t offset)
{
    const struct dataset_wants wants = { .offset = offset };
    struct dataset dataset;
    struct reason why = { "" };
    assert_int_equal(
        dataset_open(&dataset, p, &targets, no_targets, &wants, &why),
        STATUS_OK);
    return dataset;
}

#endif
