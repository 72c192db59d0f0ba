/* explain.c - --explain: an operation, what it must cost, and how each
 * backend does it, ladders rung by rung. */
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "options/params.h"
#include "report/report.h"
#include "matrix.h"
#include "traits.h"

enum { COLUMNS = 80, INDENT = 4, DEEP = 8, KEY = 12 };

static void print_title(FILE *file, const struct op *op)
{
    size_t width;

    fprintf(file, "%s - ", op->name);
    width = strlen(op->name) + 3;
    text_wrap(file, op->summary, width, width, COLUMNS);
    width += text_width(op->summary);
    for (size_t i = 0; i < (width < COLUMNS ? width : COLUMNS); i++)
        fputc('=', file);
    fputc('\n', file);
}

static void print_fact(FILE *file, const char *key, const char *text)
{
    fprintf(file, "%-*s", KEY, key);
    text_wrap(file, text, KEY, KEY, COLUMNS);
}

static void print_facts(FILE *file, const struct op *op)
{
    char text[400];
    size_t used = 0;

    text[0] = '\0';
    for (int t = ELEM_NONE + 1; t < ELEM_COUNT; t++)
        if (op->types >> t & 1)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s ",
                                     elem_name((enum elem)t));
    snprintf(text + used, sizeof text - used, "(default %s)",
             elem_name(op->default_type));
    print_fact(file, "types", text);
    snprintf(text, sizeof text, "%s (default %s)", op->size_means, op->sizes);
    print_fact(file, "size", text);
    headline_unit(op->headline, op->item ? op->item : "items", text,
                  sizeof text);
    print_fact(file, "leads", text);
}

static void print_formulae(FILE *file, const struct op *op)
{
    const char *line = op->formulae;

    fputs("\nWhat it must at least do\n", file);
    while (*line) {
        size_t length = strcspn(line, "\n");

        fprintf(file, "%*s%.*s\n", INDENT, "", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

static void print_params(FILE *file, const struct op *op)
{
    char text[400];

    if (op->params[0].name)
        fputs("\nParameters, with their defaults (--param KEY=VALUE)\n", file);
    for (const struct param *p = op->params; p->name; p++) {
        size_t at = INDENT + strlen(p->name) + strlen(p->preset) + 3;

        params_range(p, text, sizeof text);
        fprintf(file, "%*s%s=%s  ", INDENT, "", p->name, p->preset);
        text_wrap(file, text, at, at, COLUMNS);
        text_spaces(file, DEEP);
        text_wrap(file, p->help, DEEP, DEEP, COLUMNS);
    }
}

/* --- variants ------------------------------------------------------------- */

static void print_after(FILE *file, const char *key, const char *text)
{
    fprintf(file, "%*s%s", DEEP, "", key);
    text_wrap(file, text, DEEP + strlen(key), DEEP, COLUMNS);
}

static void print_variant(FILE *file, const struct variant *v)
{
    static const char source[] = "Source: ";
    const char *library = v->library ? v->library() : NULL;
    size_t at = DEEP + strlen(source);

    if (v->ladder)
        fprintf(file, "%*s%2d. ", INDENT, "", v->step);
    else
        fprintf(file, "%*s- ", INDENT + 2, "");
    fprintf(file, "%s%s\n", v->name, v->best ? "  * runs by default" : "");
    text_spaces(file, DEEP);
    text_wrap(file, v->idea, DEEP, DEEP, COLUMNS);
    for (const struct trait_words *t = traits; t->name; t++) {
        if (!(v->traits & t->trait))
            continue;
        text_spaces(file, DEEP);
        text_wrap(file, t->help, DEEP, DEEP, COLUMNS);
    }
    if (!v->run && v->absent)
        print_after(file, "Not in this build: ", v->absent);
    if (library)
        print_after(file, "Here: ", library);
    if (!v->source || !*v->source)
        return;
    fprintf(file, "%*s%s", DEEP, "", source);
    text_wrap(file, v->source, at, at, COLUMNS);
    if (v->published > 0)
        fprintf(file, "%*s%.2f %% of its machine's peak there\n", (int)at, "",
                100 * v->published);
}

/* Whether no earlier variant is of the same ladder. */
static bool begins_ladder(const struct variant *table, const struct variant *v)
{
    for (const struct variant *w = table; w < v; w++)
        if (w->ladder && strcmp(w->ladder, v->ladder) == 0)
            return false;
    return true;
}

/* All rungs of the ladder of `first`, by step: the next is the least step
 * above the one before. */
static void print_ladder(FILE *file, const struct variant *first)
{
    int step = 0;

    fprintf(file, "\n%*sThe ladder %s\n", INDENT, "", first->ladder);
    for (;;) {
        const struct variant *next = NULL;

        for (const struct variant *v = first; v->name; v++)
            if (v->ladder && strcmp(v->ladder, first->ladder) == 0 &&
                v->step > step && (!next || v->step < next->step))
                next = v;
        if (!next)
            return;
        print_variant(file, next);
        step = next->step;
    }
}

static void print_variants(FILE *file, const struct variant *table)
{
    bool ladders = false, others = false;

    for (const struct variant *v = table; v->name; v++)
        if (v->ladder && begins_ladder(table, v)) {
            print_ladder(file, v);
            ladders = true;
        }
    for (const struct variant *v = table; v->name; v++) {
        if (v->ladder)
            continue;
        if (!others && ladders)
            fprintf(file, "\n%*sBeside the ladders\n", INDENT, "");
        print_variant(file, v);
        others = true;
    }
}

static void print_backend(FILE *file, const struct op *op,
                          const struct backend *backend)
{
    size_t at = strlen(backend->name) + 2;

    fprintf(file, "\n%s: ", backend->name);
    text_wrap(file, backend->summary, at, INDENT, COLUMNS);
    if (!backend->place) {
        text_spaces(file, INDENT);
        text_wrap(file,
                  backend->absent ? backend->absent : "Not in this build.",
                  INDENT, INDENT, COLUMNS);
    }
    print_variants(file, variants_of(op, backend));
}

static void print_parts(FILE *file, const struct op *op)
{
    if (!op->parts)
        return;
    fputs("\nParts of a run's time, with --verbose: ", file);
    for (const char *const *part = op->parts; *part; part++)
        fprintf(file, "%s%s", *part, part[1] ? ", " : "\n");
}

void explain_print(FILE *file, const struct op *op)
{
    print_title(file, op);
    print_facts(file, op);
    print_formulae(file, op);
    print_params(file, op);
    print_parts(file, op);
    if (op->image)
        fputs("\nimage: --image FILE has the output of the fastest row.\n",
              file);
    for (size_t i = 0; backends[i]; i++)
        if (variants_of(op, backends[i]))
            print_backend(file, op, backends[i]);
    fprintf(file, "\nTo run them all: compare --op %s --variants all\n",
            op->name);
}
