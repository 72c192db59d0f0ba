/* crosscheck.c - every variant of every op against the oracle.
 *
 * Through targets, dataset and trial, as the program checks; the cases are
 * data, in tests/ops/<op>.op. A golden case also tells the oracle's answer
 * from a slightly different one.
 *
 *   crosscheck [--tiny] [--forms] [--small] [--far] [--large] [--full]
 *              [--thin] [--tight] [--op NAME] [--backend NAME,...]
 *              [--except VARIANT] [--threads N]
 *
 * --tight ends arrays where their allocations end, so that a memory checker
 * sees what is read behind them; guards then show nothing.
 * --small is for slow memory checkers, --tiny and --forms for very slow ones:
 * --forms runs the best variants alone where they take another form than at
 * tiny sizes. --large, for machines with 64 GB, runs them alone too. --full has
 * besides the usual grids those that take long for what they add. Several of
 * these are run one after another.
 * --except leaves out those variants whose names begin so.
 * --thin is for what cares little for types and alignments: of a grid's types
 * the first and the last, of all phases three.
 * CROSSCHECK_GRID=small or full in the environment is --small or --full where
 * no option can be given, as in make check. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bed.h"
#include "cross.h"
#include "opfile.h"
#include "tap.h"
#include "matrix.h"

/* --- golden cases --------------------------------------------------------- */

/* The inputs go through a file, as --input does. */
static bool write_inputs(const struct opfile_block *b, const struct problem *p,
                         FILE *file)
{
    bool good = b->in_count == p->in_count;
    for (int i = 0; i < p->in_count && good; i++) {
        const size_t size = elem_size(p->in[i].type), n = p->in[i].count;
        void *x = calloc(n + 1, size);
        good = x && opfile_elements(b->in[i], p->in[i].type, n, x) &&
            fwrite(x, size, n, file) == n;
        free(x);
    }
    return !fflush(file) && good;
}

/* Of an output whose length depends on the data, what is written. */
static bool read_outputs(const struct opfile_block *b, const struct problem *p,
                         struct attempt *a)
{
    bool good = b->out_count == p->out_count;
    for (int i = 0; i < p->out_count && good; i++) {
        const struct array *array = &p->out[i];
        const size_t given = opfile_count(b->out[i]);
        void *x = calloc(array->count + 1, elem_size(array->type));
        a->out[i] = x;
        good = x && given <= array->count &&
            (array->length_in || given == array->count) &&
            opfile_elements(b->out[i], array->type, given, x);
    }
    return good;
}

static void run_golden(struct cross *c, const struct opfile_block *b,
                       struct problem *p)
{
    struct attempt a = { .problem = p, .name = b->name };
    char path[512];
    const char *directory = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/tetrad-golden-XXXXXX",
             directory && directory[0] ? directory : "/tmp");
    const int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    const bool good =
        file && write_inputs(b, p, file) && read_outputs(b, p, &a);
    p->input_path = path;
    /* Off alignment too: golden flags and offsets are of kinds that generated
     * ones are not. */
    for (; good && a.offset < 2; a.offset++)
        cross_case(c, &a);
    if (!good)
        tap_result(false, "case %s, line %d, fits its shape", b->name,
                   b->line);
    if (file)
        fclose(file);
    unlink(path);
    for (int i = 0; i < OP_ARRAYS; i++)
        free((void *)a.out[i]);
}

/* --- grids ---------------------------------------------------------------- */

struct point { /* of a grid */
    const struct opfile_block *block;
    enum elem type;
    size_t size;
    const char *settings[BED_SETTINGS];
    int count;
};

/* Every way that the first input and the other arrays can lie within 16
 * bytes, each on its own; in place there is one array alone. Thin: all as
 * vectors ask, and either of them one element off. */
static void run_phases(struct cross *c, struct attempt *a)
{
    const size_t phases = c->thin ? 2 : 16 / elem_size(a->problem->type);
    const size_t skews = a->problem->out[0].from ? 1 : phases;
    for (a->offset = 0; a->offset < phases; a->offset++)
        for (a->skew = 0; a->skew < skews; a->skew++)
            if (!c->thin || !a->offset || !a->skew)
                cross_case(c, a);
    a->skew = 0;
}

static void run_offsets(struct cross *c, const struct point *at,
                        struct problem *p)
{
    const struct opfile_block *b = at->block;
    struct attempt a = { .problem = p, .name = b->name };
    if (!b->offset_count)
        cross_case(c, &a);
    for (int i = 0; i < b->offset_count; i++)
        if (b->offsets[i] == OPFILE_PHASES)
            run_phases(c, &a);
        else {
            a.offset = (size_t)b->offsets[i];
            cross_case(c, &a);
        }
}

/* Shapes that an op calls undefined, as the maximum of nothing, are passed
 * over; a block of nothing else is an error. */
static void run_point(struct cross *c, const struct point *at)
{
    struct problem p;
    struct reason why = { "" };
    if (bed_problem(&p, c->op, at->type, at->size, at->settings, at->count,
                    &why))
        return;
    if (at->block->golden)
        run_golden(c, at->block, &p);
    else
        run_offsets(c, at, &p);
}

/* Crosses the varied parameters from number `which` on. */
static void run_varied(struct cross *c, const struct point *at, int which)
{
    if (which == at->block->vary_count) {
        run_point(c, at);
        return;
    }
    char *line = strdup(at->block->vary[which]), *word[BED_SETTINGS * 4];
    const int count = opfile_words(line, word, BED_SETTINGS * 4);
    for (int i = 1; i < count && at->count < BED_SETTINGS; i++) {
        struct point next = *at;
        char setting[64];
        snprintf(setting, sizeof setting, "%s=%s", word[0], word[i]);
        next.settings[next.count++] = setting;
        run_varied(c, &next, which + 1);
    }
    free(line);
}

static void run_choices(struct cross *c, const struct opfile_block *b,
                        enum elem type, size_t size)
{
    struct point at = { .block = b, .type = type, .size = size };
    if (!b->with_count)
        run_varied(c, &at, 0);
    for (int i = 0; i < b->with_count; i++) {
        char *line = strdup(b->with[i]), *word[BED_SETTINGS + 1];
        at.count = opfile_words(line, word, BED_SETTINGS + 1);
        memcpy(at.settings, word, sizeof at.settings);
        run_varied(c, &at, 0);
        free(line);
    }
}

enum { TINY, FORMS, SMALL, FAR, LARGE, FULL, PICKS };

/* What an option of its name runs: the grids of that name, and the golden
 * cases. */
static const struct pick {
    const char *name;
    bool golden;
    bool best; /* those variants alone; not part of a run without options */
    bool slow; /* under a tool that slows launches */
} picks[] = {
    [TINY] = { "tiny", false, false, true },
    [FORMS] = { "forms", false, true, true },
    [SMALL] = { "small", true, false, false },
    [FAR] = { "far", false, false, false },
    [LARGE] = { "large", true, true, false },
    [FULL] = { "full", true, false, false },
};

/* pick: NULL: no option. */
static bool block_asked(const struct pick *pick, const struct opfile_block *b)
{
    const bool full = pick == &picks[FULL];
    if (b->golden)
        return !pick || pick->golden;
    if (!full && b->full)
        return false;
    if (pick && !full)
        return !strcmp(b->name, pick->name);
    for (int i = 0; i < PICKS; i++)
        if (picks[i].best && !strcmp(b->name, picks[i].name))
            return false;
    return true;
}

static bool type_asked(const struct cross *c, unsigned types, int type)
{
    const bool first = !(types & ((1u << type) - 1));
    const bool last = !(types >> type >> 1);
    return (types >> type & 1) && (!c->thin || first || last);
}

static void run_block(struct cross *c, const struct opfile_block *b)
{
    c->block_cases = 0;
    for (int t = ELEM_NONE + 1; t < ELEM_COUNT; t++)
        for (int s = 0; type_asked(c, b->types, t) && s < b->size_count; s++)
            run_choices(c, b, (enum elem)t, b->sizes[s]);
    if (!c->block_cases)
        tap_result(false, "%s: %s, line %d, has a case", c->op->name, b->name,
                   b->line);
}

/* --- ops ------------------------------------------------------------------ */

static bool any_asked(const struct opfile *file, const struct pick *pick)
{
    for (size_t i = 0; i < file->count; i++)
        if (block_asked(pick, &file->blocks[i]))
            return true;
    return false;
}

static void check_op(struct cross *c, const struct pick *pick)
{
    const char *top = getenv("top_srcdir");
    struct reason why = { "" };
    struct opfile file;
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/ops/%s.op", top ? top : ".",
             c->op->name);
    const bool good = opfile_load(&file, path, c->op, &why);
    if (good && !any_asked(&file, pick)) {
        snprintf(why.text, sizeof why.text, "tests/ops/%s.op has no grid %s",
                 c->op->name, pick->name);
        tap_skip(c->op->name, why.text);
        opfile_free(&file);
        return;
    }
    for (size_t i = 0; good && i < file.count; i++)
        if (block_asked(pick, &file.blocks[i]))
            run_block(c, &file.blocks[i]);
    if (!good)
        tap_result(false, "%s", why.text);
    opfile_free(&file);
    if (!pick || pick->golden)
        tap_result(c->golden && !c->golden_bad,
                   "%s: the oracle on %zu golden cases", c->op->name,
                   c->golden);
    cross_end(c);
}

/* pick: as in block_asked. */
static void check_ops(struct cross *c, const struct pick *pick, const char *op)
{
    c->best = pick && pick->best;
    c->slow = pick && pick->slow;
    for (int i = 0; ops[i]; i++)
        if (!op || !strcmp(ops[i]->name, op)) {
            cross_begin(c, ops[i]);
            check_op(c, pick);
        }
}

int main(int argc, char **argv)
{
    static const struct option flags[] = {
        { "tiny", no_argument, NULL, TINY },
        { "forms", no_argument, NULL, FORMS },
        { "small", no_argument, NULL, SMALL },
        { "far", no_argument, NULL, FAR },
        { "large", no_argument, NULL, LARGE },
        { "full", no_argument, NULL, FULL },
        { "thin", no_argument, NULL, 'N' },
        { "tight", no_argument, NULL, 'T' },
        { "op", required_argument, NULL, 'o' },
        { "backend", required_argument, NULL, 'b' },
        { "except", required_argument, NULL, 'e' },
        { "threads", required_argument, NULL, 't' },
        { 0 }
    };
    static struct cross cross;
    const char *op = NULL, *grid = getenv("CROSSCHECK_GRID");
    unsigned asked = 0; /* of the picks */
    int threads = 0;
    if (grid && strcmp(grid, "small") && strcmp(grid, "full")) {
        fprintf(stderr,
                "CROSSCHECK_GRID is \"%s\": it can be \"small\" or "
                "\"full\"\n",
                grid);
        return 2;
    }
    for (int f; (f = getopt_long(argc, argv, "", flags, NULL)) != -1;)
        switch (f) {
        case 'o': op = optarg; break;
        case 'b': cross.backends = optarg; break;
        case 'e': cross.except = optarg; break;
        case 'N': cross.thin = true; break;
        case 'T': cross.tight = true; break;
        case 't': threads = atoi(optarg); break;
        case '?': return 2;
        default: asked |= 1u << f;
        }
    if (optind < argc || (op && !op_find(op))) {
        fprintf(stderr, "%s: %s\n", optind < argc ? argv[optind] : op,
                optind < argc ? "one word too many"
                              : "there is no such operation");
        return 2;
    }
    if (grid && !asked)
        asked = 1u << (*grid == 's' ? SMALL : FULL);
    bed_open(&cross.targets, threads);
    if (!cross_backends_known(&cross)) {
        fprintf(stderr, "--backend %s: there is no such backend\n",
                cross.backends);
        return 2;
    }
    if (!asked)
        check_ops(&cross, NULL, op);
    for (int i = 0; i < PICKS; i++)
        if (asked >> i & 1)
            check_ops(&cross, &picks[i], op);
    bed_close(&cross.targets);
    return tap_end();
}
