/* fake.h - rows of operations that are made for a test, on a place that is the
 * host with arrays of its own. */
#ifndef TETRAD_TESTS_FAKE_H
#define TETRAD_TESTS_FAKE_H

#include "on_targets.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "host/host.h"
#include "measure/trial.h"

enum { SIZE = 1000 };

static const struct param no_params[] = { { 0 } };

static inline bool no_twin(const struct problem *p)
{
    (void)p;
    return false;
}

static struct place place;
static const struct backend backend = { .name = "fake",
                                        .scope = SCOPE_CORE,
                                        .place = &place };

/* The row of a variant: checked, repeated, timed twice, checked again. */
static inline struct row row_on(const struct op *op,
                                const struct variant *variant,
                                const char *dist)
{
    bool used[MOST_TARGETS] = { false };
    const struct choice choice = { .target = targets.count,
                                   .variant = variant };
    struct reason why = { "" };
    struct problem p;
    struct dataset dataset;
    struct trial trial;
    place = host_place;
    targets.list[targets.count] =
        (struct target){ .backend = &backend, .device = targets.host };
    used[targets.count++] = true;
    assert_int_equal(
        bed_problem(&p, op, op->default_type, SIZE, NULL, 0, &why), STATUS_OK);
    p.dist = dist_find(dist, strlen(dist));
    p.dist_argument = 2; /* of constant: none is odd */
    assert_int_equal(dataset_open(&dataset, &p, &targets, used, NULL, &why),
                     STATUS_OK);
    assert_int_equal(dataset_load(&dataset, false, &why), STATUS_OK);
    trial_open(&trial, &dataset, &targets.list[targets.count - 1], &choice,
               "");
    trial_check(&trial, &dataset);
    if (trial.live)
        trial_repeat(&trial, &dataset, 1);
    for (int cold = 0; cold <= 1 && trial.live; cold++)
        trial_sample(&trial, &dataset, cold, 1);
    trial_check_last(&trial, &dataset);
    trial_close(&trial);
    free(trial.row.samples);
    dataset_close(&dataset);
    targets.count--;
    return trial.row;
}

static inline void is_right(const struct row row, int repeatable)
{
    assert_string_equal(row.reason, "");
    assert_int_equal(row.status, ROW_OK);
    assert_int_equal(row.check_ok, true);
    assert_int_equal(row.repeatable, repeatable);
}

static inline void is_no(const struct row row, enum row_status status,
                         const char *reason)
{
    assert_int_equal(row.status, status);
    assert_non_null(strstr(row.reason, reason));
    assert_int_equal(row.sample_count, 0);
}

#endif
