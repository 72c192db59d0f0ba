/* diff.c - which rows of two records are the same row, and what became of it.
 *
 * Rows are matched by case and by who ran; the verdict is that of the ratio's
 * interval. */
#include "analysis/diff.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "options/options.h"
#include "record/starts.h"

/* --- which row is which --------------------------------------------------- */

/* What has its new row by now. */
struct match {
    const struct record *old;
    bool *used; /* of old->rows */
};

/* The same row; but for a sweep, so many threads only say what machine it
 * was. */
static bool matches(const struct row *old, const struct row *new)
{
    struct row row = *old;

    if (!old->sweep && !new->sweep)
        row.threads = new->threads;
    return row_same(&row, new);
}

static const struct row *find_old(struct match *match, const struct row *row)
{
    for (size_t i = 0; i < match->old->row_count; i++) {
        if (match->used[i] || !matches(&match->old->rows[i], row))
            continue;
        match->used[i] = true;
        return &match->old->rows[i];
    }
    return NULL;
}

/* --- verdicts ------------------------------------------------------------- */

/* Adds words to a note that may have some already. */
static void add_note(struct diff_row *row, const char *words)
{
    const size_t used = strlen(row->note);

    snprintf(row->note + used, sizeof row->note - used, "%s%s",
             used ? "; " : "", words);
}

static void note_missing(struct diff_row *row, const char *side,
                         const struct row *which)
{
    char words[sizeof row->note];

    if (row_measured(which))
        return;
    snprintf(words, sizeof words, "%s: %s%s%.100s", side,
             which->status == ROW_OK ? "no time"
                                     : row_status_name(which->status),
             which->reason[0] ? ", " : "", which->reason);
    add_note(row, words);
}

static void note_differences(struct diff_row *row)
{
    char words[64];

    if (row->old->threads && row->new->threads &&
        row->old->threads != row->new->threads) {
        snprintf(words, sizeof words, "%d threads, were %d", row->new->threads,
                 row->old->threads);
        add_note(row, words);
    }
    if (row->old->checked && !row->new->checked)
        add_note(row, "no longer checked");
}

/* Why separate runs cannot be told apart. */
static void note_starts(struct diff_row *row)
{
    const struct row *const both[] = { row->old, row->new };
    char words[sizeof row->note];

    for (int i = 0; i < 2; i++) {
        if (starts_enough(both[i]))
            continue;
        if (!both[i]->start_count) /* said once, of the whole record */
            continue;
        snprintf(words, sizeof words,
                 "%s: %d process%s (%d are needed), %zu samples (%d are "
                 "needed)",
                 i ? "new" : "old", both[i]->start_count,
                 both[i]->start_count > 1 ? "es" : "", STARTS_LEAST,
                 both[i]->sample_count, STATS_LEAST);
        add_note(row, words);
    }
}

/* Whether times so many times as long are apart. */
static bool apart(double ratio, double least)
{
    return ratio > least || (ratio > 0 && ratio < 1 / least);
}

/* What the machine's pace did: where that left a row unclear, and wherever the
 * ratio is not that of the times that stand beside it. */
static void note_pace(const struct diff *diff, struct diff_row *row)
{
    const double printed = row->new->seconds.median / row->old->seconds.median;
    const bool adjusted = apart(printed / row->ratio, 1 + diff->threshold / 2);
    char words[64];

    if (adjusted) {
        snprintf(words, sizeof words, "%+.1f %% as timed",
                 100 * printed - 100);
        add_note(row, words);
    }
    if (adjusted ||
        (row->verdict == UNCLEAR && apart(row->drift, 1 + diff->threshold))) {
        snprintf(words, sizeof words, "fixed work took %.3g times as long",
                 row->drift);
        add_note(row, words);
    }
}

/* Times that jump between levels. */
static void note_levels(const struct diff *diff, struct diff_row *row)
{
    char words[sizeof row->note], low[TEXT_ROOM], high[TEXT_ROOM];
    struct starts_levels levels;

    if (!starts_flip(row->old, row->new, 1 + diff->threshold, &levels))
        return;
    text_seconds(low, levels.low);
    text_seconds(high, levels.high);
    snprintf(words, sizeof words, "flips between %s and %s", low, high);
    add_note(row, words);
}

/* Faster than memory could be: a time that says nothing. */
static bool note_suspects(struct diff_row *row)
{
    if (row->old->suspect)
        add_note(row, "old: suspect");
    if (row->new->suspect)
        add_note(row, "new: suspect");
    return row->old->suspect || row->new->suspect;
}

static void judge(const struct diff *diff, struct diff_row *row)
{
    struct stats ratio;

    if (!row->old || !row->new) {
        const struct row *only = row->new ? row->new : row->old;

        row->verdict = row->new ? ONLY_NEW : ONLY_OLD;
        note_missing(row, row->new ? "new" : "old", only);
        return;
    }
    note_differences(row);
    if (!row_measured(row->old) || !row_measured(row->new)) {
        const bool broken = row->old->status == ROW_OK && row_broken(row->new);

        row->verdict = broken ? BROKEN : NOT_MEASURED;
        note_missing(row, "old", row->old);
        note_missing(row, "new", row->new);
        return;
    }
    row->verdict = UNCLEAR;
    row->ratio = row->new->seconds.median / row->old->seconds.median;
    if (diff->same) {
        row->verdict = SAME;
        return;
    }
    if (note_suspects(row))
        return;
    if (!diff_ratio(diff->old, row->old, diff->new, row->new, &ratio,
                    &row->drift)) {
        note_starts(row);
        return;
    }
    row->ratio = ratio.median;
    row->ci_low = ratio.ci_low;
    row->ci_high = ratio.ci_high;
    row->verdict = change_of(ratio.ci_low, ratio.ci_high, diff->threshold);
    note_pace(diff, row);
    if (row->verdict == UNCLEAR)
        note_levels(diff, row);
}

/* --- the diff ------------------------------------------------------------- */

/* Broken rows go in front, the others keep their order. */
static bool put_broken_first(struct diff *diff)
{
    struct diff_row *sorted = malloc((diff->count + 1) * sizeof *sorted);
    size_t at = 0;

    if (!sorted)
        return false;
    for (int others = 0; others < 2; others++)
        for (size_t i = 0; i < diff->count; i++)
            if ((diff->rows[i].verdict != BROKEN) == others)
                sorted[at++] = diff->rows[i];
    free(diff->rows);
    diff->rows = sorted;
    return true;
}

static void match_rows(struct diff *diff, const struct row *const *new,
                       const struct row *const *old, struct match *match)
{
    for (size_t i = 0; i < diff->new->row_count; i++)
        diff->rows[diff->count++] =
            (struct diff_row){ .old = find_old(match, new[i]), .new = new[i] };
    for (size_t i = 0; i < diff->old->row_count; i++)
        if (!match->used[old[i] - diff->old->rows])
            diff->rows[diff->count++] = (struct diff_row){ .old = old[i] };
    for (size_t i = 0; i < diff->count; i++)
        judge(diff, &diff->rows[i]);
}

enum status diff_make(struct diff *diff, const struct record *old,
                      const struct record *new, double threshold,
                      struct reason *why)
{
    const struct row **rows = record_sorted(new);
    const struct row **old_rows = record_sorted(old);
    struct match match = {
        .old = old,
        .used = calloc(old->row_count + 1, sizeof *match.used),
    };
    bool made = (rows || !new->row_count) && (old_rows || !old->row_count) &&
        match.used;

    *diff = (struct diff){
        .old = old,
        .new = new,
        .old_name = "old",
        .new_name = "new",
        .same = diff_same_run(old, new),
        .threshold = threshold > 0 ? threshold : DEFAULT_THRESHOLD / 100.0,
        .rows =
            calloc(old->row_count + new->row_count + 1, sizeof *diff->rows),
    };
    made = made && diff->rows;
    if (made) {
        match_rows(diff, rows, old_rows, &match);
        made = put_broken_first(diff);
    }
    for (size_t i = 0; made && i < diff->count; i++)
        diff->of[diff->rows[i].verdict]++;
    if (made)
        diff->unlike =
            diff_machines(old, new, diff->machines, sizeof diff->machines);
    free(rows);
    free(old_rows);
    free(match.used);
    return made ? STATUS_OK
                : fail(why, STATUS_MEMORY, "no memory to compare rows");
}

void diff_free(struct diff *diff)
{
    free(diff->rows);
    *diff = (struct diff){ 0 };
}

static bool lost(const struct diff_row *row)
{
    return row->old && row_measured(row->old) &&
        (!row->new || row->verdict == NOT_MEASURED);
}

bool diff_fails(const struct diff *diff, const struct options *options)
{
    unsigned fail_on = options->fail_on;

    if (diff->unlike && !options->fail_on_named)
        fail_on &= ~(1u << SLOWER | 1u << FASTER);
    for (size_t i = 0; i < diff->count; i++) {
        const struct diff_row *row = &diff->rows[i];
        const struct row *now = row->new; /* whatever it was before */

        if (now && row_broken(now) && fail_on >> BROKEN & 1)
            return true;
        if (lost(row)
                ? fail_on >> ONLY_OLD & 1
                : row->verdict != ONLY_OLD && fail_on >> row->verdict & 1)
            return true;
    }
    return false;
}
