/* flag_read.c - readers of the flags' arguments: numbers, texts, switches.
 *
 * What can be judged by itself is judged here; what depends on other flags
 * (variants, types, parameters) is kept as text for resolve.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/number.h"
#include "options/flags.h"

static void *target(struct options *options, const struct flag *flag)
{
    return (char *)options + flag->target.offset;
}

enum status flag_on(struct options *options, const struct flag *flag,
                    const char *text, struct reason *why)
{
    (void)text, (void)why;
    *(bool *)target(options, flag) = true;
    return STATUS_OK;
}

enum status flag_text(struct options *options, const struct flag *flag,
                      const char *text, struct reason *why)
{
    (void)why;
    *(const char **)target(options, flag) = text;
    return STATUS_OK;
}

enum status flag_int(struct options *options, const struct flag *flag,
                     const char *text, struct reason *why)
{
    return number_int(text, (int)flag->target.low, (int)flag->target.high,
                      target(options, flag), why);
}

enum status flag_real(struct options *options, const struct flag *flag,
                      const char *text, struct reason *why)
{
    return number_real(text, flag->target.low, flag->target.high,
                       target(options, flag), why);
}

enum status flag_percent(struct options *options, const struct flag *flag,
                         const char *text, struct reason *why)
{
    return number_percent(text, flag->target.low, flag->target.high,
                          target(options, flag), why);
}

enum status flag_sustained(struct options *options, const struct flag *flag,
                           const char *text, struct reason *why)
{
    options->sustained = DEFAULT_SUSTAINED;
    return text ? flag_real(options, flag, text, why) : STATUS_OK;
}

enum status flag_seed(struct options *options, const struct flag *flag,
                      const char *text, struct reason *why)
{
    (void)flag;
    return number_seed(text, &options->seed, why);
}

enum status flag_sizes(struct options *options, const struct flag *flag,
                       const char *text, struct reason *why)
{
    (void)flag;
    return sizes_parse(text, options->sizes, &options->size_count, why);
}

/* --- a sweep of threads --------------------------------------------------- */

static enum status bad_threads(const struct flag *flag, const char *text,
                               struct reason *why)
{
    return fail(why, STATUS_USAGE,
                "%.60s: expected whole numbers from 1 to"
                " %.0f, such as 4, or 1,2,4, or 1:16:x2",
                text, flag->target.high);
}

static int compare_ints(const void *left, const void *right)
{
    const int a = *(const int *)left, b = *(const int *)right;

    return a < b ? -1 : a > b;
}

/* One number is where threads go; several are a sweep, in rising order. */
enum status flag_threads(struct options *options, const struct flag *flag,
                         const char *text, struct reason *why)
{
    size_t counts[MAX_SIZES];
    int count;

    options->thread_count = 0;
    if (text[strcspn(text, ",:")] == '\0')
        return flag_int(options, flag, text, why);
    if (sizes_parse(text, counts, &count, NULL))
        return bad_threads(flag, text, why);
    if (count > MAX_SWEEP)
        return fail(why, STATUS_USAGE, "%.60s: more than %d numbers", text,
                    MAX_SWEEP);
    for (int i = 0; i < count; i++) {
        if (counts[i] < 1 || (double)counts[i] > flag->target.high)
            return bad_threads(flag, text, why);
        options->threads[i] = (int)counts[i];
    }
    qsort(options->threads, (size_t)count, sizeof *options->threads,
          compare_ints);
    options->placement.threads = options->threads[count - 1];
    options->thread_count = count > 1 ? count : 0;
    return STATUS_OK;
}

/* --- texts for resolve.c -------------------------------------------------- */

enum status flag_variants(struct options *options, const struct flag *flag,
                          const char *text, struct reason *why)
{
    (void)flag;
    free(options->variant_text);
    options->variant_text = strdup(text);
    return options->variant_text ? STATUS_OK
                                 : fail(why, STATUS_MEMORY, "out of memory");
}

/* Joins what several flags give into one list. */
enum status flag_param(struct options *options, const struct flag *flag,
                       const char *text, struct reason *why)
{
    const char *before = options->param_text;
    size_t room = (before ? strlen(before) : 0) + strlen(text) + 2;
    char *joined = malloc(room);

    (void)flag;
    if (!joined)
        return fail(why, STATUS_MEMORY, "out of memory");
    snprintf(joined, room, "%s%s%s", before ? before : "", before ? "," : "",
             text);
    free(options->param_text);
    options->param_text = joined;
    return STATUS_OK;
}

/* --- modes ---------------------------------------------------------------- */

enum status flag_quiet(struct options *options, const struct flag *flag,
                       const char *text, struct reason *why)
{
    (void)flag, (void)text, (void)why;
    options->quiet = true;
    options->verbose = false;
    return STATUS_OK;
}

enum status flag_verbose(struct options *options, const struct flag *flag,
                         const char *text, struct reason *why)
{
    (void)flag, (void)text, (void)why;
    options->verbose = true;
    options->quiet = false;
    return STATUS_OK;
}

enum status flag_help(struct options *options, const struct flag *flag,
                      const char *text, struct reason *why)
{
    (void)flag, (void)text, (void)why;
    options->tell = options_help;
    return STATUS_OK;
}

enum status flag_version(struct options *options, const struct flag *flag,
                         const char *text, struct reason *why)
{
    (void)flag, (void)text, (void)why;
    options->tell = options_version;
    return STATUS_OK;
}
