/* partition.c - partition on all cores.
 *
 * Where the second side begins only all elements tell. `two-pass` counts the
 * first side, then packs both: memory is read twice, written once. `blocked`
 * does so piece by piece, back from the last, which caches still hold. Where
 * they hold little and one side is much the larger, it takes one sweep
 * (partition_sweep.c), which reads and writes the larger side once and the
 * smaller one twice; a sample says which that is, and whether it pays. */
#include "ops/partition.h"

#include "op.h"
#include "partition_sides.h"
#include "team.h"
#include "host/machine.h"

enum {
    ALONE_BYTES = 32 * 1024,     /* arrays up to this go to one thread */
    PIECES = 16,                 /* of a thread's block, in `blocked`, */
    PIECE_LEAST = 128 * 1024,    /* bytes: from the last to the first is 1.3
                                    times as slow by pieces of 12 KB (two cores
                                    of an EPYC, Zen 4) */
    SAMPLES = 32,                /* places that are looked at, */
    SAMPLE = 64,                 /* elements of each */
    ASIDE = SAMPLES * SAMPLE / 4 /* of these, the most for one sweep */
};

/* --- two passes ----------------------------------------------------------- */

/* A thread's block is cut into pieces. It counts them from the first to the
 * last and packs them from the last to the first: what it counted last its
 * caches still hold. Then it takes those that others have not begun. */
struct block { /* in scratch, one a thread */
    _Alignas(LINE_BYTES) size_t counted, divided; /* pieces that are taken */
};

struct passes {
    const struct partition_work *work;
    size_t pieces, length; /* of a block; elements of a piece */
    struct block *blocks;
    uint64_t *first; /* elements of the first side in each piece; in scratch */
};

static size_t take(size_t *taken)
{
    return __atomic_fetch_add(taken, 1, __ATOMIC_RELAXED);
}

/* Elements [*begin, *begin + result) are piece k of all blocks'. */
static size_t piece_at(const struct passes *p, size_t k, size_t *begin)
{
    *begin = least(k * p->length, p->work->n);
    return least(p->length, p->work->n - *begin);
}

static void count_piece(const struct passes *p, size_t k)
{
    size_t begin;
    const size_t length = piece_at(p, k, &begin);
    p->first[k] = openmp_partition_count(p->work, begin, length);
}

static size_t first_before(const struct passes *p, size_t piece)
{
    size_t first = 0;
    for (size_t k = 0; k < piece; k++)
        first += p->first[k];
    return first;
}

/* `all` elements are on the first side. */
static void divide_piece(const struct passes *p, size_t k, size_t all)
{
    const struct partition_work *w = p->work;
    const size_t first = first_before(p, k);
    size_t begin;
    const size_t length = piece_at(p, k, &begin);
    openmp_partition_divide(w, begin, length, w->y + first * w->size,
                            w->y + (all + begin - first) * w->size);
}

/* One thread's work: from its own block on, round all. */
static void count_pieces(const struct passes *p)
{
    const size_t team = (size_t)team_size(), own = team_rank();
    for (size_t i = 0; i < team; i++) {
        const size_t b = (own + i) % team;
        for (size_t k; (k = take(&p->blocks[b].counted)) < p->pieces;)
            count_piece(p, b * p->pieces + k);
    }
}

static void divide_pieces(const struct passes *p)
{
    const size_t team = (size_t)team_size(), own = team_rank();
    const size_t all = first_before(p, team * p->pieces);
    for (size_t i = 0; i < team; i++) {
        const size_t b = (own + i) % team;
        for (size_t k; (k = take(&p->blocks[b].divided)) < p->pieces;)
            divide_piece(p, (b + 1) * p->pieces - 1 - k, all);
    }
    drain(p->work->stream);
    if (own == 0)
        openmp_partition_tell(p->work, all);
}

static void two_pass(const struct partition_work *w, size_t pieces,
                     void *scratch)
{
    const size_t team = (size_t)team_size();
    const struct passes p = {
        .work = w,
        .pieces = pieces,
        .length = piece_length(w->n, team * pieces, LINE_BYTES / w->size),
        .blocks = scratch,
        .first = (uint64_t *)((struct block *)scratch + team),
    };
    for (size_t b = 0; b < team; b++)
        p.blocks[b] = (struct block){ 0 };
#pragma omp parallel
    {
        count_pieces(&p);
#pragma omp barrier
        divide_pieces(&p);
    }
}

static size_t two_pass_scratch(size_t pieces)
{
    return (size_t)team_size() *
        (sizeof(struct block) + pieces * sizeof(uint64_t));
}

static enum status run_two_pass(struct job *job)
{
    const struct partition_work w = openmp_partition_work(job);
    two_pass(&w, 1, job->scratch);
    return STATUS_OK;
}

static size_t scratch_two_pass(const struct job *job)
{
    (void)job;
    return two_pass_scratch(1);
}

/* --- the way that pays ---------------------------------------------------- */

static void divide_alone(const struct partition_work *w)
{
    const size_t first = openmp_partition_count(w, 0, w->n);
    openmp_partition_divide(w, 0, w->n, w->y, w->y + first * w->size);
    openmp_partition_tell(w, first);
}

/* Of a thread's block. */
static size_t pieces_of(const struct partition_work *w)
{
    const size_t block = w->n * w->size / (size_t)team_size();
    const size_t pieces = block / PIECE_LEAST;
    return pieces ? least(pieces, PIECES) : 1;
}

static bool beyond_caches(const struct partition_work *w)
{
    return w->stream && w->n * w->size > machine_cache();
}

/* Whether the smaller side is little enough to go aside, and if it is the
 * first. */
static bool pays_to_sweep(const struct partition_work *w, bool *first_aside)
{
    size_t first = 0, rest;
    for (size_t k = 0; k < SAMPLES; k++)
        first += openmp_partition_count(w, w->n / SAMPLES * k, SAMPLE);
    rest = SAMPLES * SAMPLE - first;
    *first_aside = first < rest;
    return least(first, rest) <= ASIDE;
}

static enum status run_blocked(struct job *job)
{
    const struct partition_work w = openmp_partition_work(job);
    bool first_aside;
    if (w.n * w.size <= ALONE_BYTES)
        divide_alone(&w);
    else if (beyond_caches(&w) && pays_to_sweep(&w, &first_aside))
        openmp_partition_sweep(&w, first_aside, job->scratch);
    else
        two_pass(&w, pieces_of(&w), job->scratch);
    return STATUS_OK;
}

static size_t scratch_blocked(const struct job *job)
{
    const struct partition_work w = openmp_partition_work(job);
    const size_t passes = two_pass_scratch(PIECES);
    const size_t sweep = openmp_partition_sweep_scratch(&w);
    return beyond_caches(&w) && sweep > passes ? sweep : passes;
}

extern const struct variant openmp_partition[];

const struct variant openmp_partition[] = {
    { .name = "two-pass",
      .idea =
          "each thread counts the first side in its block, then packs both "
          "sides, step by step: memory is read twice",
      .source = "",
      .scratch = scratch_two_pass,
      .run = run_two_pass },
    { .name = "blocked",
      .idea = "piece by piece, packed from the last, which caches still hold; "
              "of what they do not hold a small side aside, in one sweep",
      .source = "chained scan: Yan, Long and Zhang 2013",
      .best = true,
      .scratch = scratch_blocked,
      .run = run_blocked },
    { 0 }
};
