/* diff_machines.c - how the machines, systems, builds and settings of two
 * runs differ, in sentences: what a reader must know before the times. */
#include "analysis/diff.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>
#include "base/text.h"
#include "options/recorded.h"

struct page {
    char *text;
    size_t room;
    int items; /* in the sentence under way */
};

__attribute__((format(printf, 2, 3))) static void put(struct page *page,
                                                      const char *format, ...)
{
    const size_t used = strlen(page->text);
    va_list list;

    va_start(list, format);
    vsnprintf(page->text + used, page->room - used, format, list);
    va_end(list);
}

/* One difference, of a sentence that begins with `head`. */
static void put_item(struct page *page, const char *head, const char *label,
                     const char *old, const char *new)
{
    if (!strcmp(old, new))
        return;
    if (page->items++)
        put(page, "; ");
    else
        put(page, "%s%s: ", page->text[0] ? "\n" : "", head);
    put(page, "%s %.120s / %.120s", label, old, new);
}

/* --- facts ---------------------------------------------------------------- */

struct known {
    const char *part, *key, *label;
};

static const struct known hardware[] = {
    { "cpu", "name", "CPU" },
    { "cpu", "cores", "cores" },
    { "gpu", "name", "GPU" },
    { "gpu", "power_limit_w", "GPU power limit in W" },
    { "", "host", "host" }, /* last: alone it says little */
};
enum { CORES = 1, HARDWARE = sizeof hardware / sizeof *hardware - 1 };

static const struct known systems[] = {
    { "", "os", "system" },
    { "", "kernel", "kernel" },
    { "cpu", "governor", "governor" },
    { "cpu", "quota", "CPU quota" },
    { "gpu", "driver_version", "driver" },
    { "gpu", "ecc", "ECC" },
    { "gpu", "cub_version", "CUB" },
    { "build", "version", "version" },
    { "build", "commit", "commit" },
    { "build", "compiler", "compiler" },
    { "build", "cflags", "CFLAGS" },
    { "build", "openblas", "OpenBLAS" },
    { "build", "nvcc", "nvcc" },
    { "build", "nvccflags", "NVCCFLAGS" },
};
enum { SYSTEMS = sizeof systems / sizeof *systems };

static const struct known usable = { "cpu", "cores", "usable cores" };

/* Then another number of cores is of those that may be used. */
static bool same_host(const struct record *old, const struct record *new)
{
    const char *host = record_fact(old, "", "host");
    return host[0] && !strcmp(host, record_fact(new, "", "host")) &&
        !strcmp(record_fact(old, "cpu", "name"),
                record_fact(new, "cpu", "name"));
}

static bool has_gpu(const struct record *record)
{
    return record_fact(record, "gpu", "name")[0] != '\0';
}

static void fact_text(const struct record *record, const struct known *known,
                      char text[300])
{
    char number[TEXT_ROOM];
    const char *words = record_fact(record, known->part, known->key);
    const double value = record_fact_number(record, known->part, known->key);

    if (!words[0] && value > 0) {
        text_exact(number, value);
        words = number;
    }
    snprintf(text, 300, "%s", words[0] ? words : "none");
}

static void put_facts(struct page *page, const char *head,
                      const struct known *known, int count,
                      const struct record *old, const struct record *new)
{
    const bool gpus = has_gpu(old) && has_gpu(new);

    for (int i = 0; i < count; i++) {
        char a[300], b[300];

        /* A GPU that is not there says so once, by its name. */
        if (!gpus && !strcmp(known[i].part, "gpu") &&
            strcmp(known[i].key, "name"))
            continue;
        if (known + i == hardware + CORES && same_host(old, new))
            continue;
        fact_text(old, &known[i], a);
        fact_text(new, &known[i], b);
        put_item(page, head, known[i].label, a, b);
    }
}

/* Whether the hardware differs. */
static bool put_machines(struct page *page, const struct record *old,
                         const struct record *new)
{
    page->items = 0;
    put_facts(page, "The machines differ", hardware, HARDWARE, old, new);
    if (page->items) {
        put_facts(page, "", hardware + HARDWARE, 1, old, new);
        put(page,
            ". Times tell the machines apart, not the code: none fails"
            " for its time unless --fail-on says so.");
        return true;
    }
    put_facts(page, "The machines are alike but for their names",
              hardware + HARDWARE, 1, old, new);
    put(page, page->items ? "." : "");
    return false;
}

static void put_systems(struct page *page, const struct record *old,
                        const struct record *new)
{
    const char *commit = record_fact(new, "build", "commit");
    const char *dirty = strstr(commit, "-dirty");

    page->items = 0;
    put_facts(page, "The systems or builds differ", systems, SYSTEMS, old,
              new);
    if (same_host(old, new))
        put_facts(page, "The systems or builds differ", &usable, 1, old, new);
    put(page, page->items ? "." : "");
    if (dirty && !strcmp(commit, record_fact(old, "build", "commit")))
        put(page,
            "%sBoth builds are of commit %.80s with changes that are not"
            " recorded.",
            page->text[0] ? "\n" : "", commit);
}

/* --- settings ------------------------------------------------------------- */

static void put_number(struct page *page, const char *label, double old,
                       double new)
{
    char a[TEXT_ROOM], b[TEXT_ROOM];

    text_exact(a, old);
    text_exact(b, new);
    put_item(page, "The runs differ", label, a, b);
}

static void put_flags(struct page *page, const struct options *old,
                      const struct options *new)
{
    put_item(page, "The runs differ", "--input",
             old->input_path ? old->input_path : "none",
             new->input_path ? new->input_path : "none");
    put_number(page, "--min-samples", old->min_samples, new->min_samples);
    put_number(page, "--min-time", old->min_time, new->min_time);
    put_number(page, "--max-noise in %", old->max_noise * 100,
               new->max_noise * 100);
    put_number(page, "--timeout", old->timeout, new->timeout);
    put_number(page, "--warmup", old->warmup, new->warmup);
    put_item(page, "The runs differ", "check", old->no_check ? "no" : "yes",
             new->no_check ? "no" : "yes");
}

/* The first case of both runs whose input files held other data. */
static void put_inputs(struct page *page, const struct record *old,
                       const struct record *new)
{
    for (size_t i = 0; i < old->row_count; i++)
        for (size_t k = 0; k < new->row_count; k++) {
            const struct row *a = &old->rows[i], *b = &new->rows[k];
            if (a->inputs[0] && b->inputs[0] && a->n == b->n &&
                !strcmp(a->op, b->op) && !strcmp(a->type, b->type) &&
                strcmp(a->inputs, b->inputs)) {
                put_item(page, "The runs differ", "what --input held, hashed,",
                         a->inputs, b->inputs);
                return;
            }
        }
}

/* Whether samples of the same rows, short cold ones, had inputs of their own:
 * older versions gave all of them the same. */
static void put_renewals(struct page *page, const struct record *old,
                         const struct record *new)
{
    for (size_t i = 0; i < old->row_count; i++)
        for (size_t k = 0; k < new->row_count; k++) {
            const struct row *a = &old->rows[i], *b = &new->rows[k];
            if (a->renewed != b->renewed && row_same(a, b) &&
                row_measured(a) && row_measured(b)) {
                put_item(page, "The runs differ",
                         "inputs of short cold samples,",
                         a->renewed ? "one each" : "one",
                         b->renewed ? "one each" : "one");
                return;
            }
        }
}

/* The variables of one record that the other has not, or otherwise. */
static void put_variables(struct page *page, const struct record *old,
                          const struct record *new, bool all)
{
    const struct record *from = all ? old : new;
    const char *name;
    json_t *value;

    json_object_foreach(json_object_get(from->environment, "variables"), name,
                        value)
    {
        const char *a = record_fact(old, "variables", name);
        const char *b = record_fact(new, "variables", name);

        if (all || !a[0])
            put_item(page, "The runs differ", name, a[0] ? a : "unset",
                     b[0] ? b : "unset");
    }
}

static void put_settings(struct page *page, const struct record *old,
                         const struct record *new)
{
    char a[24], b[24];
    struct recorded before, after;

    page->items = 0;
    snprintf(a, sizeof a, "%llu", (unsigned long long)old->seed);
    snprintf(b, sizeof b, "%llu", (unsigned long long)new->seed);
    put_item(page, "The runs differ", "seed, and so the input,", a, b);
    put_inputs(page, old, new);
    put_renewals(page, old, new);
    put_number(page, "threads", record_fact_number(old, "cpu", "threads"),
               record_fact_number(new, "cpu", "threads"));
    put_item(page, "The runs differ", "--bind",
             record_fact(old, "cpu", "bind"), record_fact(new, "cpu", "bind"));
    put_variables(page, old, new, true);
    put_variables(page, old, new, false);
    /* Of a command that cannot be read the settings are not known. */
    const enum status known = recorded_open(&before, old, NULL);
    if (!recorded_open(&after, new, NULL) && !known)
        put_flags(page, &before.options, &after.options);
    recorded_close(&before);
    recorded_close(&after);
    put(page, page->items ? "." : "");
}

/* --- all of it ------------------------------------------------------------ */

/* To the digits of published results. */
static bool same_samples(const struct row *a, const struct row *b)
{
    if (!row_same(a, b) || a->sample_count != b->sample_count)
        return false;
    for (size_t i = 0; i < a->sample_count; i++)
        if (fabs(a->samples[i] - b->samples[i]) > 1e-3 * a->samples[i])
            return false;
    return true;
}

bool diff_same_run(const struct record *old, const struct record *new)
{
    if (strcmp(old->started, new->started) ||
        strcmp(old->command, new->command) || old->seed != new->seed ||
        !json_equal(old->environment, new->environment) ||
        old->row_count != new->row_count || !old->row_count)
        return false;
    for (size_t i = 0; i < old->row_count; i++)
        if (!same_samples(&old->rows[i], &new->rows[i]))
            return false;
    return true;
}

/* Of older versions, which took all samples of a row in one process. */
static void put_starts(struct page *page, const char *side,
                       const struct record *record)
{
    for (size_t i = 0; i < record->row_count; i++)
        if (record->rows[i].start_count || !row_measured(&record->rows[i]))
            return;
    if (record->row_count)
        put(page,
            "%sThe %s results do not tell how processes of the same code "
            "differ there: all rows are unclear.",
            page->text[0] ? "\n" : "", side);
}

bool diff_machines(const struct record *old, const struct record *new,
                   char *text, size_t room)
{
    struct page page = { .text = text, .room = room };

    text[0] = '\0';
    if (diff_same_run(old, new)) {
        put(&page, "Both are the same run.");
        return false;
    }
    const bool unlike = put_machines(&page, old, new);
    put_systems(&page, old, new);
    put_settings(&page, old, new);
    put_starts(&page, "old", old);
    put_starts(&page, "new", new);
    return unlike;
}
