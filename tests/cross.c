/* cross.c - one case on every variant of an op, and the tally of each. */
#include "cross.h"

#include <stdio.h>
#include <string.h>

#include "bed.h"
#include "tap.h"
#include "verdict.h"
#include "matrix.h"

/* Elements up to which other inputs are made besides, with what is rare: flags
 * of any byte, numbers that are none. */
static const size_t OTHERS_MOST = (size_t)1 << 20;

/* --- verdicts ------------------------------------------------------------- */

static void note_wrong(struct tally *t, const struct attempt *a,
                       const char *how, const char *what)
{
    char text[256];
    bed_describe(a->problem, text, sizeof text);
    if (t->wrong++ == 0)
        snprintf(t->first, sizeof t->first, "%s: %s offset=%zu+%zu, %s: %s",
                 a->name, text, a->offset, a->skew, how, what);
}

static void note_all(struct cross *c, const struct attempt *a,
                     const char *what)
{
    for (int i = 0; i < c->count; i++)
        note_wrong(&c->tallies[i], a, "set up", what);
}

/* How many elements the golden output i holds. */
static size_t golden_length(const struct attempt *a, int i)
{
    const struct array *array = &a->problem->out[i];
    uint64_t length = array->count;
    if (array->length_in)
        memcpy(&length, a->out[array_index(array->length_in)], sizeof length);
    return (size_t)length;
}

/* Compares what the variant left with the golden outputs, which are in order:
 * what is in none, or another, was compared with the oracle's alone. */
static void compare_golden(struct tally *t, const struct attempt *a,
                           const struct dataset *dataset)
{
    struct verdict v;
    verdict_clear(&v);
    if (t->variant->traits & (UNORDERED | UNSTABLE))
        return;
    for (int i = 0; i < a->problem->out_count; i++)
        verdict_same(&v, i, a->problem->out[i].type, golden_length(a, i),
                     a->out[i], dataset->got[i]);
    if (!v.ok)
        note_wrong(t, a, "against the golden output", v.text);
}

static void judge(struct tally *t, const struct attempt *a,
                  const struct trial *trial, const struct dataset *dataset,
                  const char *inputs)
{
    char text[512];
    snprintf(text, sizeof text, "at index %lld: %.320s",
             (long long)trial->row.first_bad, trial->row.reason);
    if (trial->row.status == ROW_SKIPPED) {
        t->cases--;
        t->refused++;
        snprintf(t->lacks, sizeof t->lacks, "%s", trial->row.reason);
    } else if (!trial->live)
        note_wrong(t, a, inputs, text);
    else if (a->out[0])
        compare_golden(t, a, dataset);
    else if (trial->row.of_likely > 1)
        note_wrong(t, a, "on real data",
                   "an error that is not likely: its depth claims too little");
}

/* --- one case ------------------------------------------------------------- */

static void open_trials(struct cross *c, struct dataset *dataset)
{
    for (int i = 0; i < c->count; i++) {
        struct tally *t = &c->tallies[i];
        t->choice =
            (struct choice){ .target = t->target, .variant = t->variant };
        trial_open(&c->trials[i], dataset, &c->targets.list[t->target],
                   &t->choice, "");
    }
}

static void check_variants(struct cross *c, struct dataset *dataset,
                           const struct attempt *a, const char *inputs)
{
    for (int i = 0; i < c->count; i++) {
        if (!c->trials[i].live)
            continue;
        if (c->slow) /* as if modules had still to load: no time to keep */
            c->trials[i].started = false;
        trial_check(&c->trials[i], dataset);
        judge(&c->tallies[i], a, &c->trials[i], dataset, inputs);
    }
}

/* The oracle must take the golden outputs, and not a changed one. */
static void check_oracle(struct cross *c, const struct dataset *s,
                         const struct attempt *a)
{
    const struct problem *p = a->problem;
    struct verdict v;
    p->op->check(p, &(struct promise){ 0 }, s->want, a->out, &v);
    bool good = v.ok;
    if (!good)
        tap_note("%s: the oracle says: %s", a->name, v.text);
    for (int i = 0; i < p->out_count; i++)
        for (size_t k = 0; k < golden_length(a, i); k++) {
            unsigned char *low =
                (unsigned char *)a->out[i] + k * elem_size(p->out[i].type);
            *low ^= 0x10;
            p->op->check(p, &(struct promise){ 0 }, s->want, a->out, &v);
            *low ^= 0x10;
            if (!good || (!v.ok && v.bad_output == i && v.first_bad == k))
                continue;
            good = false;
            tap_note("%s: the oracle does not see output %d changed at %zu",
                     a->name, i, k);
        }
    c->golden++;
    c->golden_bad += !good;
}

static void run_passes(struct cross *c, struct dataset *dataset,
                       const struct attempt *a)
{
    struct reason why = { "" };
    const bool twin = !a->out[0] && a->problem->op->twin(a->problem);
    const bool others =
        twin || (!a->out[0] && a->problem->size <= OTHERS_MOST);
    if (others &&
        dataset_load(dataset, twin ? TWIN_INPUTS : OTHER_INPUTS, &why)) {
        note_all(c, a, why.text);
        return;
    }
    if (others)
        check_variants(c, dataset, a,
                       twin ? "on the exact twin" : "on other inputs");
    if (dataset_load(dataset, OWN_INPUTS, &why)) {
        note_all(c, a, why.text);
        return;
    }
    if (a->out[0] && !a->offset) /* its answer knows no alignment */
        check_oracle(c, dataset, a);
    check_variants(c, dataset, a, "on real data");
    if (!others)
        check_variants(c, dataset, a, "on real data");
}

void cross_case(struct cross *c, const struct attempt *a)
{
    struct reason why = { "" };
    struct dataset dataset;
    c->block_cases++;
    const struct dataset_wants wants = { .offset = a->offset,
                                         .skew = a->skew,
                                         .tight = c->tight };
    if (dataset_open(&dataset, a->problem, &c->targets, c->used, &wants,
                     &why)) {
        note_all(c, a, why.text);
        dataset_close(&dataset);
        return;
    }
    open_trials(c, &dataset);
    for (int i = 0; i < c->count; i++) {
        const struct trial *t = &c->trials[i];
        c->tallies[i].cases += t->live;
        c->tallies[i].refused += t->row.status == ROW_SKIPPED;
        if (t->row.status == ROW_FAILED)
            note_wrong(&c->tallies[i], a, "set up", t->row.reason);
    }
    run_passes(c, &dataset, a);
    for (int i = 0; i < c->count; i++)
        trial_close(&c->trials[i]);
    dataset_close(&dataset);
}

/* --- variants ------------------------------------------------------------- */

static bool backend_asked(const struct cross *c, int target)
{
    const char *name = c->targets.list[target].backend->name;
    const size_t length = strlen(name);
    const char *at = c->backends;
    for (; at && *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == length && !strncmp(at, name, length))
            return true;
    return !c->backends;
}

bool cross_backends_known(const struct cross *c)
{
    int named = 1, asked = 0;
    for (const char *at = c->backends; at && *at; at++)
        named += *at == ',';
    for (int s = 0; s < c->targets.count; s++)
        asked += backend_asked(c, s);
    return !c->backends || asked == named;
}

static bool excepted(const struct cross *c, const struct variant *v)
{
    return c->except && !strncmp(c->except, v->name, strlen(c->except));
}

void cross_begin(struct cross *c, const struct op *op)
{
    c->op = op;
    c->golden = c->golden_bad = 0;
    memset(c->tallies, 0, sizeof c->tallies);
    c->count = 0;
    for (int s = 0; s < c->targets.count; s++) {
        const struct target *target = &c->targets.list[s];
        const struct variant *v = variants_of(c->op, target->backend);
        c->used[s] = v && !target->status && backend_asked(c, s);
        for (; c->used[s] && v->name && c->count < MOST_VARIANTS; v++)
            if ((v->best || !c->best) && !excepted(c, v))
                c->tallies[c->count++] =
                    (struct tally){ .target = s, .variant = v };
    }
}

/* A best variant that runs nowhere is wrong: it has no machine to lack. */
static void tell(const struct cross *c, const struct tally *t)
{
    char name[128];
    const char *absent = variant_absent(t->variant);
    snprintf(name, sizeof name, "%s %s/%s", c->op->name,
             c->targets.list[t->target].backend->name, t->variant->name);
    if (!t->cases && !t->wrong &&
        (absent || (*t->lacks && !t->variant->best))) {
        tap_skip(name, absent ? absent : t->lacks);
        return;
    }
    tap_result(t->cases && !t->wrong, "%s: %zu cases, %zu refused, %zu wrong",
               name, t->cases, t->refused, t->wrong);
    if (t->wrong || (!t->cases && *t->lacks))
        tap_note("%s", t->wrong ? t->first : t->lacks);
}

static void tell_excepted(const struct cross *c, int target)
{
    const struct backend *backend = c->targets.list[target].backend;
    const struct variant *v = variants_of(c->op, backend);
    char name[128];
    for (; c->used[target] && v->name; v++)
        if (excepted(c, v)) {
            snprintf(name, sizeof name, "%s %s/%s", c->op->name, backend->name,
                     v->name);
            tap_skip(name, "left out");
        }
}

void cross_end(const struct cross *c)
{
    for (int i = 0; i < c->count; i++)
        tell(c, &c->tallies[i]);
    for (int s = 0; s < c->targets.count; s++) {
        const struct target *target = &c->targets.list[s];
        char what[64];
        snprintf(what, sizeof what, "%s %s", c->op->name,
                 target->backend->name);
        if (variants_of(c->op, target->backend) && target->status &&
            backend_asked(c, s))
            tap_skip(what, target->why.text);
        tell_excepted(c, s);
    }
}
