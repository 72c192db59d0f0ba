/* shown.h - hand-made records, and whether a table says something of them. */
#ifndef TETRAD_TESTS_SHOWN_H
#define TETRAD_TESTS_SHOWN_H

#include "sample.h"

/* Not inlined: gcc 12 would see a pointer dangle that does not. */
static __attribute__((noinline, unused)) char *table_of(
    const struct record *record, const struct table_style *style)
{
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    report_table(file, record, style);
    assert_int_equal(fclose(file), 0);
    return text;
}

/* The table with its line breaks and indents as single blanks. */
static inline char *words_of(const struct record *record, bool verbose)
{
    char *text =
        table_of(record,
                 &(struct table_style){ .verbose = verbose,
                                        .columns = verbose ? 240 : 80 });
    char *to = text;
    for (const char *from = text; *from; from++)
        if (!strchr(" \n", *from))
            *to++ = *from;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    *to = 0;
    return text;
}

static inline void says(const struct record *record, bool verbose,
                        const char *words)
{
    char *text = words_of(record, verbose);
    if (!strstr(text, words))
        print_error("not said: %s\nin: %s\n", words, text);
    assert_non_null(strstr(text, words));
    free(text);
}

static inline void says_not(const struct record *record, bool verbose,
                            const char *words)
{
    char *text = words_of(record, verbose);
    if (strstr(text, words))
        print_error("said: %s\nin: %s\n", words, text);
    assert_null(strstr(text, words));
    free(text);
}

/* --- records -------------------------------------------------------------- */

static inline struct row *add(struct record *record, const char *backend,
                              const char *variant, const char *device,
                              double seconds)
{
    struct row row = { .op = "reduce",
                       .type = "f32",
                       .dist = "uniform",
                       .cache = "cold",
                       .n = 1 << 20,
                       .checked = true,
                       .check_ok = true,
                       .first_bad = -1,
                       .repeatable = 1,
                       .stopped_by = "converged",
                       .bytes = 4e9,
                       .seconds = { seconds, 0.99 * seconds, 1.01 * seconds,
                                    0.9 * seconds, 0.01 * seconds },
                       .sample_count = 3,
                       .samples = some_samples() };
    snprintf(row.backend, sizeof row.backend, "%s", backend);
    snprintf(row.variant, sizeof row.variant, "%s", variant);
    snprintf(row.device, sizeof row.device, "%s", device);
    struct row *added = record_add_row(record, &row);
    assert_non_null(added);
    return added;
}

static inline void add_swept(struct record *record, int threads,
                             double seconds)
{
    struct row row = *add(record, "openmp", "blocked", "cores", seconds);
    record->row_count--;
    row.threads = threads;
    assert_non_null(record_add_row(record, &row));
}

/* A CPU without and with threads, and no GPU. */
static inline struct record cpu_record(void)
{
    struct record record = { 0 };
    add(&record, "reference", "loop", "core", 1.2);
    add_swept(&record, 1, 1);
    add_swept(&record, 2, 0.5);
    add_swept(&record, 4, 0.4);
    return record;
}

static inline struct record machine_record(void)
{
    struct record record = {
        .environment =
            json_pack("{s:{s:s, s:i}, s:{s:s}}", "cpu", "name",
                      "Some(R) Very Long(TM) Processor Name CPU @ 2.00GHz",
                      "cores", 16, "gpu", "name", "NVIDIA H200")
    };
    const char *const devices[] = { "core", "cores", "gpu" };
    for (int i = 0; i < 3; i++)
        for (int kind = 0; kind <= (i == 2 ? ROOF_D2H : ROOF_FMA); kind++) {
            struct roof roof = { .kind = (enum roof_kind)kind,
                                 .rate = 1.23456e10 * (1 + 9 * i),
                                 .peak = !i || kind >= ROOF_H2D ? 0
                                     : kind == ROOF_FMA         ? 6.7e13
                                                                : 4.8e12,
                                 .copier = kind == ROOF_COPY ? 1.2 : 0 };
            snprintf(roof.device, sizeof roof.device, "%s", devices[i]);
            if (i < 2 && kind == ROOF_WRITE)
                strcpy(roof.stores, "non-temporal");
            assert_true(record_add_roof(&record, &roof));
        }
    const struct base bases[] = { { "cuda", 2.9e-6 },
                                  { "reference", 5e-8 },
                                  { "openmp", 1e-6 },
                                  { "cub", 3e-6 } };
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
        assert_true(record_add_base(&record, &bases[i]));
    return record;
}

/* At 2^16 and 2^20 one of a library's rows is faster, from 2^24 on another,
 * and a wrong one would be the fastest; a rung beats best at two sizes, and
 * what keeps state or leaves its output in any order at all. */
static inline struct record library_record(void)
{
    struct record record = { 0 };
    struct reason why = { "" };
    assert_int_equal(
        record_load(&record, in_tree("tests/data/library.json"), &why),
        STATUS_OK);
    return record;
}

#endif
