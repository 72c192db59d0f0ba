/* resolve_files.c - the files that the flags name, taken together: what goes
 * to standard output, what contradicts, what a chart may be called. */
#include "options/resolve.h"

#include <string.h>

static enum status check_inputs(const struct options *options,
                                struct reason *why)
{
    int on_stdin = 0;

    for (int i = 0; i < options->input_count; i++)
        on_stdin += strcmp(options->inputs[i], "-") == 0;
    if (on_stdin > 1)
        return fail(why, STATUS_USAGE,
                    "- and -: standard input is one file only");
    return STATUS_OK;
}

/* `ending` of a dot and three letters. */
static bool ends_in(const char *path, const char *ending)
{
    const size_t length = strlen(path);

    return length > 4 && strcmp(path + length - 4, ending) == 0;
}

/* A name that charts can have. */
static bool is_chart(const char *path)
{
    return ends_in(path, ".svg") || ends_in(path, ".png") ||
        ends_in(path, ".pdf");
}

static enum status check_outputs(const struct options *options,
                                 struct reason *why)
{
    const struct {
        const char *flag, *path;
    } outputs[] = { { "--json", options->json_path },
                    { "--csv", options->csv_path },
                    { "--md", options->md_path } };
    const char *first = NULL;

    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        if (!outputs[i].path || strcmp(outputs[i].path, "-") != 0)
            continue;
        if (first)
            return fail(why, STATUS_USAGE,
                        "%s - and %s -: only one goes to"
                        " standard output",
                        first, outputs[i].flag);
        first = outputs[i].flag;
    }
    if (options->image_path && strcmp(options->image_path, "-") == 0)
        return fail(why, STATUS_USAGE,
                    "--image -: expected the name of a file, such as out.pgm");
    if (options->image_path && !ends_in(options->image_path, ".pgm"))
        return fail(why, STATUS_USAGE,
                    "--image %.100s: expected a name that ends in .pgm",
                    options->image_path);
    if (options->plot_path && options->no_plot)
        return fail(why, STATUS_USAGE, "--plot and --no-plot contradict");
    if (options->plot_path && options->input_count > 1)
        return fail(why, STATUS_USAGE,
                    "plot: --plot %.100s is one chart;"
                    " without it each file's is drawn beside it",
                    options->plot_path);
    if (options->plot_path && strcmp(options->plot_path, "-") == 0)
        return fail(why, STATUS_USAGE,
                    "--plot -: charts go to files, each with its data beside"
                    " it; expected a name that ends in .svg, .png or .pdf");
    if (options->plot_path && !is_chart(options->plot_path))
        return fail(why, STATUS_USAGE,
                    "--plot %.100s: expected a name that"
                    " ends in .svg, .png or .pdf",
                    options->plot_path);
    if (options->command == COMMAND_LIST && options->json_path &&
        strcmp(options->json_path, "-") != 0)
        return fail(why, STATUS_USAGE,
                    "--json %.100s: a list goes to"
                    " standard output only: --json -",
                    options->json_path);
    return STATUS_OK;
}

enum status resolve_files(const struct options *options, struct reason *why)
{
    enum status status = check_inputs(options, why);

    return status ? status : check_outputs(options, why);
}
