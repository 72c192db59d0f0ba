/* diff_run.c - `compare diff`: two files read, compared, and told.
 *
 * Exit status: 0; 1 for a row of --fail-on; 2 for a file that cannot be read
 * or written. */
#include <errno.h>
#include <string.h>

#include "commands/apart.h"
#include "commands/outputs.h"
#include "analysis/diff.h"

enum { EXIT_DIFFERENT = 1, EXIT_FILES = 2 };

static bool on_stdout(const char *path)
{
    return path && !strcmp(path, "-");
}

static enum status write_markdown(const struct diff *diff, const char *path,
                                  struct reason *why)
{
    FILE *file = on_stdout(path) ? stdout : fopen(path, "w");
    bool bad = !file;

    if (file) {
        diff_markdown(file, diff);
        bad = fflush(file) || ferror(file);
        if (file != stdout)
            bad = fclose(file) || bad;
    }
    return bad ? fail(why, STATUS_IO, "--md %s cannot be written: %s", path,
                      strerror(errno))
               : STATUS_OK;
}

/* Every output is tried; the first reason is told. */
static enum status write_outputs(const struct diff *diff,
                                 const struct options *options,
                                 struct reason *why)
{
    const struct table_style style = outputs_style(options);
    enum status status = STATUS_OK, one;

    if (!on_stdout(options->json_path) && !on_stdout(options->md_path))
        diff_print(stdout, diff, &style, options->quiet);
    if (options->json_path)
        status = report_save(diff_to_json(diff), options->json_path, why);
    if (options->md_path) {
        one = write_markdown(diff, options->md_path, status ? NULL : why);
        status = status ? status : one;
    }
    return status;
}

static enum status check_paths(const struct options *options,
                               struct reason *why)
{
    const struct named_path named[] = { { "OLD", options->inputs[0] },
                                        { "NEW", options->inputs[1] },
                                        { "--json", options->json_path },
                                        { "--md", options->md_path } };
    enum { NAMED = sizeof named / sizeof *named, READ = 2 };

    return paths_apart(named, NAMED, READ, why);
}

int diff_run(const struct options *options)
{
    struct record old = { 0 }, new = { 0 };
    struct diff diff = { 0 };
    struct reason why;
    enum status status = check_paths(options, &why);

    if (!status)
        status = record_load(&old, options->inputs[0], &why);
    if (!status)
        status = record_load(&new, options->inputs[1], &why);
    if (!status)
        status = diff_make(&diff, &old, &new, options->threshold, &why);
    if (!status) {
        diff.old_name = options->inputs[0];
        diff.new_name = options->inputs[1];
        status = write_outputs(&diff, options, &why);
    }
    if (status)
        fprintf(stderr, "compare: %s\n", why.text);
    const int code = status          ? EXIT_FILES
        : diff_fails(&diff, options) ? EXIT_DIFFERENT
                                     : 0;
    diff_free(&diff);
    record_free(&old);
    record_free(&new);
    return code;
}
