/* histogram.c - histogram on all cores.
 *
 * Each thread counts what it claims in tables of its own; then each adds up a
 * part of the bins of all of them. `best` gives a thread as many tables as its
 * nearest cache has room for, or counts bytes without any
 * (histogram_bytes.c). Counters are of 32 bits, as no more than that many
 * samples are counted before they are added up. */
#include "ops/histogram.h"

#include <string.h>

#include "op.h"
#include "claims.h"
#include "histogram_count.h"
#include "team.h"
#include "host/machine.h"

enum {
    ALONE = 16 * 1024,    /* samples up to this are one thread's */
    SHARE_UNIT = 64,      /* samples: a piece begins at a line */
    PIECE = 1 << 20,      /* samples that are claimed at a time, at most */
    MERGE = 1024,         /* bins added up at a time */
    A_COUNTER = 16,       /* samples at least, that a counter is worth, */
    A_SAMPLE = 3,         /* and bins at most, that a sample is: of fewer
                             samples, a thread has counted all before a team
                             has cleared and added up its tables */
    BATCH = 256,          /* of these, whose bins are found at a time */
    L1_BYTES = 32 * 1024, /* where it is not known */
    L2_BYTES = 1024 * 1024
};

/* Samples counted between two times of adding up: 32 bits hold them. Results of
 * 32 bits are of one such round, and are not added to. */
#define ROUND ((size_t)UINT32_MAX)
_Static_assert(!((ROUND + 1) & ROUND) && (ROUND + 1) >> 32 == 1,
               "wide results begin where a round ends");

struct histogram_work {
    struct histogram_rule rule;
    enum elem type;
    const void *x;
    size_t n, bins;
    bool wide;
    void *out;
    struct claims *shares;
    uint32_t *tables;
    int ways;
    size_t stride;
};

static struct histogram_work work_of(const struct job *job, int ways)
{
    const struct problem *p = job->problem;
    return (struct histogram_work){
        .rule = histogram_rule(p),
        .type = p->type,
        .x = job->in[0],
        .n = p->size,
        .bins = p->out[0].count,
        .wide = histogram_is_wide(p),
        .out = job->out[0],
        .shares = job->scratch,
        .tables = (uint32_t *)((char *)job->scratch + claims_bytes()),
        .ways = ways,
        .stride = openmp_histogram_stride(p->out[0].count),
    };
}

static size_t table_counters(const struct histogram_work *w)
{
    return (size_t)w->ways * w->stride;
}

static size_t scratch_bytes(const struct job *job, int ways)
{
    const struct histogram_work w = work_of(job, ways);
    return claims_bytes() +
        (size_t)team_size() * table_counters(&w) * sizeof(uint32_t);
}

/* The tables of thread `rank`, cleared. */
static struct histogram_tables tables_of(const struct histogram_work *w,
                                         size_t rank)
{
    const struct histogram_tables t = {
        .counts = w->tables + rank * table_counters(w),
        .stride = w->stride,
        .ways = w->ways,
    };
    memset(t.counts, 0, table_counters(w) * sizeof *t.counts);
    return t;
}

/* By each of the team, into its own tables: pieces of so many of the samples
 * [begin, end). */
static void count_some(const struct histogram_work *w, size_t begin,
                       size_t end, size_t length)
{
    const struct histogram_tables t = tables_of(w, team_rank());
    struct claimant c = claimant_of(w->shares);
    for (size_t k; claim(&c, &k);)
        openmp_histogram_count(&w->rule, w->type, w->x, begin + k * length,
                               least(begin + (k + 1) * length, end), t);
}

/* Bins [begin, begin + count), at most MERGE, of all tables to the result, or
 * to what is there. */
static void merge_some(const struct histogram_work *w, size_t tables,
                       size_t begin, size_t count, bool more)
{
    uint32_t sum[MERGE];
    memcpy(sum, w->tables + begin, count * sizeof *sum);
    for (size_t k = 1; k < tables; k++) {
        const uint32_t *counts = w->tables + k * w->stride + begin;
        for (size_t b = 0; b < count; b++)
            sum[b] += counts[b];
    }
    uint64_t *wide = (uint64_t *)w->out + begin;
    if (!w->wide)
        memcpy((uint32_t *)w->out + begin, sum, count * sizeof *sum);
    else
        for (size_t b = 0; b < count; b++)
            wide[b] = (more ? wide[b] : 0) + sum[b];
}

static void merge(const struct histogram_work *w, size_t team, size_t begin,
                  size_t end, bool more)
{
    for (; begin < end; begin += MERGE)
        merge_some(w, team * (size_t)w->ways, begin, least(MERGE, end - begin),
                   more);
}

/* Samples of a round that begins at `from`. */
static size_t round_of(const struct histogram_work *w, size_t from)
{
    return least(ROUND, w->n - from);
}

static void run_team(const struct histogram_work *w)
{
    const size_t team = (size_t)team_size();
    const size_t part = piece_length(w->bins, team, LINE_BYTES);
    const size_t length = least(piece_length(w->n, team, SHARE_UNIT), PIECE);
    claims_begin(w->shares, team, ceil_div(round_of(w, 0), length));
#pragma omp parallel
    for (size_t from = 0; from == 0 || from < w->n; from += ROUND) {
        const size_t end = from + round_of(w, from);
        count_some(w, from, end, length);
#pragma omp barrier
#pragma omp single nowait
        claims_begin(w->shares, team, ceil_div(round_of(w, end), length));
#pragma omp for schedule(static, 1)
        for (size_t begin = 0; begin < w->bins; begin += part)
            merge(w, team, begin, least(begin + part, w->bins), from > 0);
    }
}

/* --- private -------------------------------------------------------------- */

static size_t scratch_private(const struct job *job)
{
    return scratch_bytes(job, 1);
}

static enum status run_private(struct job *job)
{
    const struct histogram_work w = work_of(job, 1);
    run_team(&w);
    return STATUS_OK;
}

/* --- best ----------------------------------------------------------------- */

/* Tables of a thread: as many as half of its nearest cache has room for, two
 * while a quarter of the next one has; and not so many that clearing them and
 * adding them up takes longer than counting. */
static int best_ways(const struct job *job)
{
    const struct machine *machine = machine_known();
    const size_t bins = job->problem->out[0].count;
    const size_t l1 = (machine->l1 ? machine->l1 : L1_BYTES) / 2;
    const size_t l2 = (machine->l2 ? machine->l2 : L2_BYTES) / 4;
    const size_t share = job->problem->size / (size_t)team_size();
    size_t ways = HISTOGRAM_WAYS_MOST;
    while (ways > 1 && ways * bins * A_COUNTER > share)
        ways /= 2;
    while (ways > 2 && ways * bins * sizeof(uint32_t) > l1)
        ways /= 2;
    return ways == 2 && ways * bins * sizeof(uint32_t) > l2 ? 1 : (int)ways;
}

static size_t scratch_best(const struct job *job)
{
    return scratch_bytes(job, best_ways(job));
}

static void clear_result(const struct histogram_work *w)
{
    uint32_t *counts = w->out;
    if (w->bins <= ALONE) {
        memset(counts, 0, w->bins * sizeof *counts);
        return;
    }
#pragma omp parallel for schedule(static)
    for (size_t b = 0; b < w->bins; b += MERGE)
        memset(counts + b, 0, least(MERGE, w->bins - b) * sizeof *counts);
}

/* By one thread, into the result. */
static void count_few(const struct histogram_work *w)
{
    uint32_t *counts = w->out, bin[BATCH];
    clear_result(w);
    for (size_t i = 0; i < w->n; i += BATCH) {
        const size_t count = least(BATCH, w->n - i);
        openmp_histogram_bins(&w->rule, w->type, w->x, i, count, bin);
        for (size_t k = 0; k < count; k++)
            if (bin[k] < w->bins)
                counts[bin[k]]++;
    }
}

static void count_alone(const struct histogram_work *w)
{
    openmp_histogram_count(&w->rule, w->type, w->x, 0, w->n, tables_of(w, 0));
    merge(w, 1, 0, w->bins, false);
}

static enum status run_best(struct job *job)
{
    const struct histogram_work w = work_of(job, best_ways(job));
    if (w.n <= w.bins / A_SAMPLE)
        count_few(&w);
    else if (w.n <= ALONE)
        count_alone(&w);
    else
        run_team(&w);
    return STATUS_OK;
}

extern const struct variant openmp_histogram[];

const struct variant openmp_histogram[] = {
    { .name = "private",
      .idea = "a histogram a thread, then all of them added up",
      .source = "",
      .scratch = scratch_private,
      .run = run_private },
    { .name = "best",
      .idea = "as many histograms a thread, in turn, as its caches hold, so "
              "that equal neighbours do not wait for each other's stores; "
              "bytes without any, as ones of bit planes, by AVX-512; few "
              "samples by one thread, into the result",
      .source = "",
      .best = true,
      .scratch = scratch_best,
      .run = run_best },
    { 0 }
};
