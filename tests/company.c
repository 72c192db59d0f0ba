/* company.c - what every variant may count on, on a GPU that is not its own.
 *
 * Another kernel may hold any part of the GPU for any time, another run of the
 * same code may go on beside it, its scratch may hold anything, and it may be
 * replayed as part of a CUDA graph: it ends, as soon as it can, and leaves the
 * bits that it leaves alone, where it is seen to be right. The best variant of
 * every op, or the one that is named, at several sizes and with every choice
 * of every parameter; then variants that are planted, which must be caught.
 *
 *   company [--op NAME] [--variant NAME] */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bed.h"
#include "company.h"
#include "matrix.h"
#include "tap.h"

/* Seconds that no check takes, unless a run does not end. */
enum { CHECK_SECONDS = 120 };
static const size_t sizes[] = { 5000, (1 << 16) + 3, (1 << 20) + 5,
                                (3 << 20) + 7, 1 << 24 };
static const size_t choices_size = (1 << 20) + 5; /* of other choices */

/* Of parameters that are numbers: where a best variant takes other ways. */
static const struct {
    const char *op, *setting;
} ways[] = {
    { "tile-scan", "tile=20000" }, { "tile-scan", "tile=100000" },
    { "segscan", "mean=100000" },  { "segreduce", "mean=1" },
    { "segreduce", "mean=20000" }, { "conv2d", "k=3" },
    { "conv2d", "k=15" },          { "conv2d", "k=29" },
};

/* --- one case ------------------------------------------------------------- */

/* A run that does not end is ended with the program: nothing else can. */
static char watched[512];

static void bail_out(int number)
{
    (void)number;
    ssize_t written = write(STDOUT_FILENO, watched, strlen(watched));
    _exit(written < 0 ? 2 : 1);
}

static enum status run_check(const struct check *check, struct scene *s,
                             struct reason *why)
{
    char text[256];
    bed_describe(&s->guest[0].data.problem, text, sizeof text);
    snprintf(watched, sizeof watched,
             "Bail out! %s: %s: %s: not over after %d s\n", text,
             s->guest[0].trial.variant->name, check->name, CHECK_SECONDS);
    alarm(CHECK_SECONDS);
    const enum status status = check->run(s, why);
    alarm(0);
    return status;
}

static enum status open_scene(struct scene *s, struct company *c,
                              const struct problem *p,
                              const struct variant *variant,
                              struct reason *why)
{
    const struct choice choice = { .target = c->target, .variant = variant };
    enum status status = STATUS_OK;
    memset(s, 0, sizeof *s);
    s->company = c;
    for (int i = 0; i < GUESTS && !status; i++) {
        struct problem own = *p;
        own.seed += (uint64_t)i;
        status = guest_open(&s->guest[i], &own, &c->targets[i], &choice, why);
    }
    return status;
}

static void close_scene(struct scene *s)
{
    for (int i = 0; i < GUESTS; i++)
        guest_close(&s->guest[i]);
}

/* --- the cases of an op --------------------------------------------------- */

struct tally { /* of a check */
    size_t cases, wrong;
    char first[640]; /* of the wrong ones */
};

struct round { /* of an op */
    struct company *company;
    const struct op *op;
    const struct variant *variant;
    struct tally tallies[CHECKS];
    size_t refused;
};

static void note_wrong(struct tally *t, const struct problem *p,
                       const struct reason *why)
{
    char text[256];
    bed_describe(p, text, sizeof text);
    if (t->wrong++ == 0)
        snprintf(t->first, sizeof t->first, "%s: %s", text, why->text);
}

/* What waits for a multiprocessor takes two seconds each time: a check that
 * has failed is not made again. */
static void run_checks(struct round *r, struct scene *s)
{
    for (int i = 0; i < CHECKS; i++) {
        struct tally *t = &r->tallies[i];
        struct reason why = { "" };
        if (t->wrong)
            continue;
        t->cases++;
        if (run_check(&checks[i], s, &why))
            note_wrong(t, &s->guest[0].data.problem, &why);
        if (i == ALONE && t->wrong)
            return;
    }
}

static void run_problem(struct round *r, const struct problem *p, bool brief)
{
    struct scene s;
    struct reason why = { "" };
    const enum status status = open_scene(&s, r->company, p, r->variant, &why);
    s.checked = true;
    s.brief = brief;
    if (status == STATUS_USAGE)
        r->refused++;
    else if (status)
        note_wrong(&r->tallies[ALONE], p, &why);
    else if (!r->tallies[ALONE].wrong)
        run_checks(r, &s);
    close_scene(&s);
}

/* The largest size, up to the largest of the op's own, at which the first
 * input has no more elements than that: an op of matrices gets their rows. */
static size_t size_of(const struct op *op, size_t elements)
{
    size_t list[MAX_SIZES], low = 0, high = elements;
    int count = 0;
    struct problem p;
    if (!sizes_parse(op->sizes, list, &count, NULL))
        for (high = 0; count-- > 0;)
            high = list[count] > high ? list[count] : high;
    high = high < elements ? high : elements;
    while (low < high) {
        const size_t middle = low + (high - low + 1) / 2;
        if (!bed_problem(&p, op, op->default_type, middle, NULL, 0, NULL) &&
            p.in[0].count <= elements)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* A shape that the op has not is counted with what a variant refuses. */
static void run_setting(struct round *r, size_t elements, const char *setting)
{
    struct problem p;
    struct reason why = { "" };
    const size_t size = size_of(r->op, elements);
    if (bed_problem(&p, r->op, r->op->default_type, size, &setting,
                    setting != NULL, &why))
        r->refused++;
    else
        run_problem(r, &p, setting != NULL);
}

static void run_choices(struct round *r, const struct param *param)
{
    char setting[64];
    for (int i = 0; param->choices[i]; i++) {
        snprintf(setting, sizeof setting, "%s=%s", param->name,
                 param->choices[i]);
        if (strcmp(param->choices[i], param->preset))
            run_setting(r, choices_size, setting);
    }
}

static void tell(const struct round *r)
{
    for (int i = 0; i < CHECKS; i++) {
        const struct tally *t = &r->tallies[i];
        tap_result(t->cases && !t->wrong,
                   "%s cuda/%s: %s: %zu cases, %zu refused", r->op->name,
                   r->variant->name, checks[i].name, t->cases, r->refused);
        if (t->wrong)
            tap_note("%s", t->first);
    }
}

static const struct variant *chosen(const struct company *c,
                                    const struct op *op)
{
    const struct variant *v = variants_of(op, backend_find("cuda"));
    if (!c->variant)
        return variant_best(v);
    while (v && v->name && strcmp(v->name, c->variant))
        v++;
    return v && v->name ? v : NULL;
}

static void test_op(struct company *c, const struct op *op)
{
    struct round r = { .company = c, .op = op, .variant = chosen(c, op) };
    if (!r.variant) {
        tap_skip(op->name, "no such variant on this backend");
        return;
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        run_setting(&r, sizes[i], NULL);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (!strcmp(ways[i].op, op->name))
            run_setting(&r, choices_size, ways[i].setting);
    for (const struct param *p = op->params; p && p->name; p++)
        if (p->kind == PARAM_CHOICE)
            run_choices(&r, p);
    tell(&r);
}

/* --- the planted ---------------------------------------------------------- */

static void test_planted(struct company *c, const struct check *check)
{
    struct problem p;
    struct scene s = { 0 };
    struct reason why = { "" };
    enum status status =
        bed_problem(&p, ops[0], ops[0]->default_type, sizes[0], NULL, 0, &why);
    if (!status)
        status = open_scene(&s, c, &p, check->planted, &why);
    if (!status)
        status = run_check(&checks[ALONE], &s, &why);
    if (status == STATUS_MISSING) {
        tap_skip(check->planted->idea, why.text);
        close_scene(&s);
        return;
    }
    const bool ready = !status;
    if (ready)
        status = run_check(check, &s, &why);
    tap_result(ready && status && strstr(why.text, check->complaint),
               "planted, %s: caught with %s", check->planted->idea,
               check->name);
    tap_note("%s", status ? why.text : "it went unseen");
    close_scene(&s);
}

/* --- all ------------------------------------------------------------------ */

/* The GPU twice, for a run has the stream of its device; and the crowd. */
static enum status open_company(struct company *c, struct reason *why)
{
    const struct target *first = &c->targets[0].list[c->target];
    const struct placement want = { .gpu = 0 };
    struct device_facts facts = { 0 };
    const struct place *place = first->backend->place;
    enum status status = place->open(&c->second, &want, why);
    if (status)
        return status;
    c->targets[1] = c->targets[0];
    c->targets[1].list[c->target].device = c->second;
    place->facts(first->device, &facts);
    c->multiprocessors = facts.cores;
    return company_ways->open(&c->crowd, first->device, why);
}

static void close_company(struct company *c)
{
    const struct target *first = &c->targets[0].list[c->target];
    if (!first->status) {
        company_ways->close(c->crowd);
        first->backend->place->close(c->second);
    }
    bed_close(&c->targets[0]);
}

static void test_all(struct company *c, const char *op)
{
    for (int i = 0; ops[i]; i++)
        if (!op || !strcmp(ops[i]->name, op))
            test_op(c, ops[i]);
    for (int i = 0; i < CHECKS; i++)
        if (checks[i].planted)
            test_planted(c, &checks[i]);
}

int main(int argc, char **argv)
{
    static const struct option flags[] = {
        { "op", required_argument, NULL, 'o' },
        { "variant", required_argument, NULL, 'v' },
        { 0 }
    };
    static struct company company;
    const char *op = NULL;
    struct reason why = { "" };
    for (int f; (f = getopt_long(argc, argv, "", flags, NULL)) != -1;)
        switch (f) {
        case 'o': op = optarg; break;
        case 'v': company.variant = optarg; break;
        default: return 2;
        }
    if (op && !op_find(op)) {
        fprintf(stderr, "there is no operation %s\n", op);
        return 2;
    }
    signal(SIGALRM, bail_out);
    bed_open(&company.targets[0], 0);
    const struct target *gpu =
        target_of(&company.targets[0], backend_find("cuda"));
    company.target = (int)(gpu - company.targets[0].list);
    if (gpu->status)
        tap_skip("variants on a GPU that is not their own", gpu->why.text);
    else if (open_company(&company, &why))
        tap_result(false, "the GPU can be opened twice: %s", why.text);
    else
        test_all(&company, op);
    close_company(&company);
    return tap_end();
}
