/* help.c - the texts of --help and --version. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "host/machine.h"
#include "options/flags.h"

enum {
    COLUMNS = 80,
    LEFT = 26 /* where the text of a flag begins */
};

/* "  -o, --op=NAME[,...]|all"; its width. */
static size_t print_flag(const struct flag *flag)
{
    int width =
        flag->letter ? printf("  -%c, ", flag->letter) : printf("      ");

    width += printf("--%s", flag->name);
    if (flag->argument && *flag->argument == '[')
        width += printf("[=%.*s]", (int)strlen(flag->argument) - 2,
                        flag->argument + 1);
    else if (flag->argument)
        width += printf("=%s", flag->argument);
    return (size_t)width;
}

void options_help(void)
{
    char text[160];

    fputs("Usage: compare --op=NAME[,...]|all [OPTION]...\n"
          "   or: compare diff OLD.json NEW.json [OPTION]...\n"
          "   or: compare replay RESULTS.json [OPTION]...\n"
          "   or: compare crossover --op=NAME [OPTION]...\n"
          "   or: compare plot RESULTS.json... [--plot=FILE]\n"
          "   or: compare publish RESULTS.json... [--json=FILE]\n"
          "   or: compare --list[=WHAT] | --explain=OP\n"
          "Compares implementations of data-parallel operations on this"
          " machine, checks\n"
          "every result, and relates each speed to what the machine can"
          " reach.\n\n"
          "diff       compares two saved results, row by row\n"
          "replay     measures the rows of saved results again, and compares\n"
          "crossover  finds the size from which a GPU is faster than all"
          " cores\n"
          "plot       draws the charts of saved results again\n"
          "publish    writes saved results without digits that mean nothing,"
          " several as one\n",
          stdout);
    for (size_t i = 0; i < flag_count; i++) {
        const struct flag *flag = &flags[i];
        size_t width;

        if (!flag->name) {
            printf("\n%s:\n", flag->help);
            continue;
        }
        width = print_flag(flag);
        if (width + 2 > LEFT) {
            putchar('\n');
            width = 0;
        }
        text_spaces(stdout, LEFT - width);
        text_wrap(stdout, flag->help, LEFT, LEFT, COLUMNS);
        snprintf(text, sizeof text, "default: %s; e.g. %s", flag->preset,
                 flag->example);
        text_spaces(stdout, LEFT);
        text_wrap(stdout, text, LEFT, LEFT, COLUMNS);
    }
    fputs("\nArguments of long options may follow after a blank, too; names of"
          " options may be\nshortened. Exit status: 0 all rows measured and"
          " right; 1 a row is wrong or\nfailed, or one of --fail-on; 2 usage,"
          " or a file that cannot be used; 3 a backend\nor device that was"
          " asked for is missing.\n",
          stdout);
}

/* "1" of what configure found, else the macro's name. */
#define TEXT(macro) #macro
#define TEXT_OF(macro) TEXT(macro)

static void print_feature(const char *name, const char *found)
{
    printf("  %-10s %s\n", name, strcmp(found, "1") ? "no" : "yes");
}

void options_version(void)
{
#ifdef PACKAGE_VERSION
    printf("tetrad %s\n", PACKAGE_VERSION);
#else
    puts("tetrad 0.1.0");
#endif
    if (machine_commit()[0])
        printf("commit %s\n", machine_commit());
    fputs("Copyright (c) the Tetrad authors\n"
          "Licence BSD-2-Clause. There is no warranty.\n\nBuilt with:\n",
          stdout);
    print_feature("CUDA", TEXT_OF(HAVE_CUDA));
    print_feature("NPP", TEXT_OF(HAVE_NPP));
    print_feature("cuDNN", TEXT_OF(HAVE_CUDNN));
    print_feature("OpenMP", TEXT_OF(HAVE_OPENMP));
    print_feature("OpenBLAS", TEXT_OF(HAVE_OPENBLAS));
    print_feature("hwloc", TEXT_OF(HAVE_HWLOC));
    print_feature("gnuplot", TEXT_OF(HAVE_GNUPLOT));
}
