/* pair.h - two records made by hand, and their diff: begin() and end() around
 * each test, rows by add(), the diff by make(). */
#ifndef TETRAD_TESTS_PAIR_H
#define TETRAD_TESTS_PAIR_H

#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/diff.h"

enum { SAMPLES = 40, STARTS = 5 };

static struct record old, new;
static struct diff diff;

static inline int begin(void **state)
{
    struct record *const records[] = { &old, &new };

    (void)state;
    for (int i = 0; i < 2; i++) {
        *records[i] = (struct record){
            .command = strdup("./compare --op reduce"),
            .seed = 1,
            .environment = json_pack("{s:s, s:{s:s, s:i}, s:{s:s}}", "host",
                                     "h", "cpu", "name", "C1", "cores", 2,
                                     "build", "commit", "c0ffee"),
        };
        snprintf(records[i]->started, sizeof records[i]->started,
                 "2026-01-02T03:04:0%dZ", i);
    }
    return 0;
}

static inline int end(void **state)
{
    (void)state;
    diff_free(&diff);
    record_free(&old);
    record_free(&new);
    return 0;
}

/* A row whose samples lie within `noise` of `seconds`, evenly. */
static inline struct row *add(struct record *record, const char *variant,
                              size_t n, double seconds, double noise)
{
    struct row row = { .op = "reduce",
                       .backend = "openmp",
                       .type = "f32",
                       .dist = "uniform",
                       .cache = "cold",
                       .n = n,
                       .threads = 2,
                       .checked = true,
                       .check_ok = true,
                       .sample_count = SAMPLES,
                       .start_count = STARTS,
                       .first_bad = -1 };

    snprintf(row.variant, sizeof row.variant, "%s", variant);
    row.samples = malloc(SAMPLES * sizeof *row.samples);
    for (int i = 0; i < SAMPLES; i++)
        row.samples[i] =
            seconds * (1 + noise * (i * 7 % SAMPLES / (SAMPLES / 2.0) - 1));
    for (int i = 0; i < STARTS; i++)
        row.start[i] = SAMPLES / STARTS;
    const struct stats s = stats_of(row.samples, SAMPLES);
    row.seconds =
        (struct estimate){ s.median, s.ci_low, s.ci_high, s.min, s.iqr };
    struct row *added = record_add_row(record, &row);
    assert_non_null(added);
    return added;
}

static inline void make(void)
{
    struct reason why;

    assert_int_equal(diff_make(&diff, &old, &new, 0, &why), STATUS_OK);
}

static inline const struct diff_row *found(const char *variant, size_t n)
{
    for (size_t i = 0; i < diff.count; i++) {
        const struct row *row =
            diff.rows[i].new ? diff.rows[i].new : diff.rows[i].old;

        if (row->n == n && !strcmp(row->variant, variant))
            return &diff.rows[i];
    }
    print_error("no row %s of %zu\n", variant, n);
    assert_true(false);
    return NULL;
}

#endif
