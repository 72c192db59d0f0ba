/* crosscheck.c - every variant of every op against the oracle.
 *
 * Through bench, stage and trial, the path that is timed; the cases are data,
 * in tests/ops/<op>.op. Every case runs each variant at least twice into the
 * same scratch, rounding ones on the exact twin and on real data. A golden
 * case also tells the oracle's answer from a slightly different one.
 *
 *   crosscheck [--small | --large] [--op NAME] [--backend NAME] [--threads N]
 *
 * --small is for slow memory checkers, --large for machines with 64 GB. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bed.h"
#include "opfile.h"
#include "tap.h"
#include "trial.h"
#include "verdict.h"

enum { MOST_VARIANTS = 128 };

struct tally { /* of one variant */
    int seat;
    const struct variant *variant;
    size_t cases, refused, wrong;
    char first[1024]; /* of the wrong ones */
};

struct cross {
    struct bench bench;
    const struct op *op;
    const char *grid, *backend; /* NULL: all */
    int threads;
    bool used[BENCH_SEATS];
    struct tally tallies[MOST_VARIANTS];
    struct trial trials[MOST_VARIANTS];
    int count;
    size_t block_cases;      /* of the block under way */
    size_t golden, golden_bad;
};

/* The case under way. */
struct attempt {
    const struct problem *problem;
    size_t offset;                 /* bytes */
    const char *name;              /* of the golden case or grid */
    const void *out[OP_ARRAYS];    /* golden, or NULL */
};

/* --- verdicts -------------------------------------------------------------- */

static void note_wrong(struct tally *const t, const struct attempt *const a,
                       const char *const how, const char *const what)
{
    char text[256];
    bed_describe(a->problem, text, sizeof text);
    if (t->wrong++ == 0)
        snprintf(t->first, sizeof t->first, "%s: %s offset=%zu, %s: %s",
                 a->name, text, a->offset, how, what);
}

static void note_all(struct cross *const c, const struct attempt *const a,
                     const char *const what)
{
    for (int i = 0; i < c->count; i++)
        note_wrong(&c->tallies[i], a, "set up", what);
}

/* Compares what the variant left on stage with the golden outputs. */
static void compare_golden(struct tally *const t, const struct attempt *a,
                           const struct stage *const stage)
{
    struct verdict v;
    verdict_clear(&v);
    for (int i = 0; i < a->problem->out_count; i++)
        verdict_same(&v, i, a->problem->out[i].type, a->problem->out[i].count,
                     a->out[i], stage->got[i]);
    if (!v.ok)
        note_wrong(t, a, "against the golden output", v.text);
}

static void judge(struct tally *const t, const struct attempt *const a,
                  const struct trial *const trial,
                  const struct stage *const stage)
{
    char text[512];
    snprintf(text, sizeof text, "at index %lld: %.320s",
             (long long)trial->row.first_bad, trial->row.reason);
    if (!trial->live)
        note_wrong(t, a, stage->twin ? "on the exact twin" : "on real data",
                   text);
    else if (a->out[0])
        compare_golden(t, a, stage);
}

/* --- one case ---------------------------------------------------------------- */

static void open_trials(struct cross *const c, struct stage *const stage)
{
    for (int i = 0; i < c->count; i++) {
        struct tally *const t = &c->tallies[i];
        trial_open(&c->trials[i], stage, &c->bench.seats[t->seat],
                   t->variant, "");
    }
}

static void check_variants(struct cross *const c, struct stage *const stage,
                           const struct attempt *const a)
{
    for (int i = 0; i < c->count; i++) {
        if (!c->trials[i].live)
            continue;
        trial_check(&c->trials[i], stage);
        judge(&c->tallies[i], a, &c->trials[i], stage);
    }
}

/* The oracle must take the golden outputs, and not a changed one. */
static void check_oracle(struct cross *const c, const struct stage *const s,
                         const struct attempt *const a)
{
    const struct problem *const p = a->problem;
    struct verdict v;
    p->op->check(p, 0, s->want, a->out, &v);
    bool good = v.ok;
    for (int i = 0; i < p->out_count; i++)
        for (size_t k = 0; k < p->out[i].count; k++) {
            unsigned char *const low = (unsigned char *)a->out[i]
                + k * elem_size(p->out[i].type);
            *low ^= 0x10;
            p->op->check(p, 0, s->want, a->out, &v);
            good = good && !v.ok && v.bad_output == i && v.first_bad == k;
            *low ^= 0x10;
        }
    if (!good)
        tap_note("%s: the oracle says %s", a->name,
                 v.ok ? "that a changed output is right" : v.text);
    c->golden++;
    c->golden_bad += !good;
}

static void run_passes(struct cross *const c, struct stage *const stage,
                       const struct attempt *const a)
{
    struct reason why = { "" };
    const bool twin = !a->out[0] && a->problem->op->rounds(a->problem);
    if (twin && stage_load(stage, true, &why)) {
        note_all(c, a, why.text);
        return;
    }
    if (twin)
        check_variants(c, stage, a);
    if (stage_load(stage, false, &why)) {
        note_all(c, a, why.text);
        return;
    }
    if (a->out[0])
        check_oracle(c, stage, a);
    check_variants(c, stage, a);
    if (!twin)
        check_variants(c, stage, a);
}

static void run_case(struct cross *const c, const struct attempt *const a)
{
    struct reason why = { "" };
    struct stage stage;
    c->block_cases++;
    if (stage_open(&stage, a->problem, &c->bench, c->used, a->offset, &why)) {
        note_all(c, a, why.text);
        stage_close(&stage);
        return;
    }
    open_trials(c, &stage);
    for (int i = 0; i < c->count; i++) {
        const struct trial *const t = &c->trials[i];
        c->tallies[i].cases += t->live;
        c->tallies[i].refused += t->row.status == ROW_SKIPPED;
        if (t->row.status == ROW_FAILED)
            note_wrong(&c->tallies[i], a, "set up", t->row.reason);
    }
    run_passes(c, &stage, a);
    for (int i = 0; i < c->count; i++)
        trial_close(&c->trials[i]);
    stage_close(&stage);
}

/* --- golden cases ---------------------------------------------------------- */

/* The inputs go through a file, as --input does. */
static bool write_inputs(const struct opfile_block *const b,
                         const struct problem *const p, FILE *const file)
{
    bool good = b->in_count == p->in_count;
    for (int i = 0; i < p->in_count && good; i++) {
        const size_t size = elem_size(p->in[i].type), n = p->in[i].count;
        void *const x = calloc(n + 1, size);
        good = x && opfile_elements(b->in[i], p->in[i].type, n, x)
            && fwrite(x, size, n, file) == n;
        free(x);
    }
    return !fflush(file) && good;
}

static bool read_outputs(const struct opfile_block *const b,
                         const struct problem *const p,
                         struct attempt *const a)
{
    bool good = b->out_count == p->out_count;
    for (int i = 0; i < p->out_count && good; i++) {
        const size_t n = p->out[i].count;
        void *const x = calloc(n + 1, elem_size(p->out[i].type));
        a->out[i] = x;
        good = x && opfile_elements(b->out[i], p->out[i].type, n, x);
    }
    return good;
}

static void run_golden(struct cross *const c, const struct opfile_block *b,
                       struct problem *const p)
{
    struct attempt a = { .problem = p, .name = b->name };
    char path[512];
    const char *const directory = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/tetrad-golden-XXXXXX",
             directory && directory[0] ? directory : "/tmp");
    const int descriptor = mkstemp(path);
    FILE *const file = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    const bool good = file && write_inputs(b, p, file)
        && read_outputs(b, p, &a);
    p->input_path = path;
    if (good)
        run_case(c, &a);
    else
        tap_result(false, "case %s, line %d, fits its shape", b->name,
                   b->line);
    if (file)
        fclose(file);
    unlink(path);
    for (int i = 0; i < OP_ARRAYS; i++)
        free((void *)a.out[i]);
}

/* --- grids ----------------------------------------------------------------- */

struct point { /* of a grid */
    const struct opfile_block *block;
    enum elem type;
    size_t size;
    const char *settings[BED_SETTINGS];
    int count;
};

static void run_offsets(struct cross *const c, const struct point *const at,
                        struct problem *const p)
{
    const struct opfile_block *const b = at->block;
    const size_t size = elem_size(p->type);
    struct attempt a = { .problem = p, .name = b->name };
    if (!b->offset_count)
        run_case(c, &a);
    for (int i = 0; i < b->offset_count; i++) {
        const bool phases = b->offsets[i] == OPFILE_PHASES;
        size_t k = phases ? 0 : (size_t)b->offsets[i];
        const size_t end = phases ? 16 / size : k + 1;
        for (; k < end; k++) {
            a.offset = k * size;
            run_case(c, &a);
        }
    }
}

/* Shapes that an op calls undefined, as the maximum of nothing, are passed
 * over; a block of nothing else is an error. */
static void run_point(struct cross *const c, const struct point *const at)
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
static void run_varied(struct cross *const c, const struct point *const at,
                       const int which)
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

static void run_choices(struct cross *const c, const struct opfile_block *b,
                        const enum elem type, const size_t size)
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

static bool block_asked(const struct cross *const c,
                        const struct opfile_block *const b)
{
    return b->golden || (c->grid ? !strcmp(b->name, c->grid)
                                 : strcmp(b->name, "large") != 0);
}

static void run_block(struct cross *const c, const struct opfile_block *b)
{
    c->block_cases = 0;
    for (int t = 0; t < ELEM_COUNT; t++)
        for (int s = 0; b->types >> t & 1 && s < b->size_count; s++)
            run_choices(c, b, (enum elem)t, b->sizes[s]);
    if (!c->block_cases)
        tap_result(false, "%s: %s, line %d, has a case", c->op->name, b->name,
                   b->line);
}

/* --- ops ------------------------------------------------------------------- */

static bool backend_asked(const struct cross *const c, const int seat)
{
    return !c->backend
        || !strcmp(c->bench.seats[seat].backend->name, c->backend);
}

static void list_variants(struct cross *const c)
{
    memset(c->tallies, 0, sizeof c->tallies);
    c->count = 0;
    for (int s = 0; s < c->bench.count; s++) {
        const struct seat *const seat = &c->bench.seats[s];
        const struct variant *v = variants_of(c->op, seat->backend);
        c->used[s] = v && !seat->status && backend_asked(c, s);
        for (; c->used[s] && v->name && c->count < MOST_VARIANTS; v++)
            c->tallies[c->count++] = (struct tally){ .seat = s,
                                                     .variant = v };
    }
}

static void print_tallies(const struct cross *const c)
{
    for (int i = 0; i < c->count; i++) {
        const struct tally *const t = &c->tallies[i];
        tap_result(t->cases && !t->wrong,
                   "%s %s/%s: %zu cases, %zu refused, %zu wrong",
                   c->op->name, c->bench.seats[t->seat].backend->name,
                   t->variant->name, t->cases, t->refused, t->wrong);
        if (t->wrong)
            tap_note("%s", t->first);
    }
    for (int s = 0; s < c->bench.count; s++) {
        const struct seat *const seat = &c->bench.seats[s];
        char what[64];
        snprintf(what, sizeof what, "%s %s", c->op->name,
                 seat->backend->name);
        if (variants_of(c->op, seat->backend) && seat->status
            && backend_asked(c, s))
            tap_skip(what, seat->why.text);
    }
}

static void check_op(struct cross *const c)
{
    const char *const top = getenv("top_srcdir");
    struct reason why = { "" };
    struct opfile file;
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/ops/%s.op", top ? top : ".",
             c->op->name);
    c->golden = c->golden_bad = 0;
    list_variants(c);
    const bool good = opfile_load(&file, path, c->op, &why);
    for (size_t i = 0; good && i < file.count; i++)
        if (block_asked(c, &file.blocks[i]))
            run_block(c, &file.blocks[i]);
    if (!good)
        tap_result(false, "%s", why.text);
    opfile_free(&file);
    tap_result(c->golden && !c->golden_bad,
               "%s: the oracle on %zu golden cases", c->op->name, c->golden);
    print_tallies(c);
}

int main(const int argc, char **const argv)
{
    static const struct option flags[] = {
        { "small", no_argument, NULL, 's' },
        { "large", no_argument, NULL, 'l' },
        { "op", required_argument, NULL, 'o' },
        { "backend", required_argument, NULL, 'b' },
        { "threads", required_argument, NULL, 't' },
        { 0 }
    };
    static struct cross cross;
    const char *op = NULL;
    for (int f; (f = getopt_long(argc, argv, "", flags, NULL)) != -1;)
        switch (f) {
        case 's': cross.grid = "small"; break;
        case 'l': cross.grid = "large"; break;
        case 'o': op = optarg; break;
        case 'b': cross.backend = optarg; break;
        case 't': cross.threads = atoi(optarg); break;
        default: return 2;
        }
    bed_open(&cross.bench, cross.threads);
    for (int i = 0; ops[i]; i++)
        if (!op || !strcmp(ops[i]->name, op)) {
            cross.op = ops[i];
            check_op(&cross);
        }
    bed_close(&cross.bench);
    return tap_end();
}
