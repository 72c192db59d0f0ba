/* covariance.c - two runs of a row, told apart beside the pace of the machine.
 *
 * Least squares by Gram and Schmidt: of values less the mean of their run, the
 * pace that varies most is taken out of the times and out of the other paces,
 * then that which varies most of what is left, and so on. No slope is made of
 * what does not vary, which leaves its degree of freedom to the rest. Then
 * again, starts that lie far off counting for less. */
#include "record/covariance.h"

#include <math.h>
#include <string.h>

#include "base/stats.h"
#include "record/starts.h"

enum {
    FREEDOM_LEAST = 4, /* with fewer, Student's t is wide */
    POINTS = 2 * STARTS_MOST,
    ROUNDS = 10 /* of weights; half as many settle three digits */
};

/* Mean squares of logarithms that are no spread: that of paces which agree to
 * four digits, as results have them that are published; and the share of a
 * pace's own that the others leave of it. */
static const double STILL = 1e-10, COLLINEAR = 1e-6;
/* Deviations up to this always count in full: medians that a clock's ticks make
 * alike would leave nothing to the others. */
static const double LEAST = 1e-3;
/* Deviations up to so many times the usual one count in full, Huber's constant,
 * and the usual one over the median of their sizes, both of normal ones. */
static const double IN_FULL = 1.345, OVER_MEDIAN = 1.4826;
/* Runs differ by more than their starts do: the machine drifts, and starts are
 * minutes apart, not hours. By how much, over the deviation of a start: so that
 * of 20 runs of the same code (analysis/diff_ratio.c) 1 % were told apart. */
static const double BETWEEN_RUNS = 0.25;

/* The starts of both rows, the old one's first. */
struct points {
    int old, count;
    bool paced[PACES];             /* whether that kind takes part */
    double log[PACES + 1][POINTS]; /* of each pace, and of the times */
    double weight[POINTS];         /* how much each counts */
};

enum { TIMES = PACES };

/* A quantity of all starts, as logarithms. */
struct column {
    double value[POINTS]; /* less the mean of the run */
    double shift;         /* the new run's mean, less the old one's */
};

/* --- what is known -------------------------------------------------------- */

static bool both_have(const struct row *old, const struct row *new, int kind)
{
    return starts_have(old, kind) && starts_have(new, kind);
}

/* Whether there is a degree of freedom for a slope of so many paces. */
static bool free_for(const struct row *old, const struct row *new, int paces)
{
    return old->start_count + new->start_count - 2 - paces >= FREEDOM_LEAST;
}

bool covariance_known(const struct row *old, const struct row *new)
{
    return free_for(old, new, 2) && both_have(old, new, PACE_COMPUTE) &&
        both_have(old, new, PACE_MEMORY);
}

/* Of rows that are known: runs of earlier days knew no branches. */
static bool takes_part(const struct row *old, const struct row *new, int kind)
{
    return kind != PACE_BRANCH ||
        (both_have(old, new, PACE_BRANCH) && free_for(old, new, PACES));
}

/* All of them counting in full. */
static struct points points_of(const struct row *old, const struct row *new)
{
    struct points points = { .old = old->start_count,
                             .count = old->start_count + new->start_count };

    for (int kind = 0; kind < PACES; kind++)
        points.paced[kind] = takes_part(old, new, kind);
    for (int i = 0; i < points.count; i++) {
        const bool later = i >= points.old;
        const struct row *row = later ? new : old;
        const int at = later ? i - points.old : i;

        for (int kind = 0; kind < PACES; kind++)
            if (points.paced[kind])
                points.log[kind][i] = log(row->pace[at].seconds[kind]);
        points.log[TIMES][i] = log(starts_median(row, at));
        points.weight[i] = 1;
    }
    return points;
}

/* --- columns -------------------------------------------------------------- */

/* Makes the values of starts [begin, end) less their mean, which it returns. */
static double center(double *value, const struct points *points, int begin,
                     int end)
{
    double sum = 0, weight = 0;

    for (int i = begin; i < end; i++) {
        sum += points->weight[i] * value[i];
        weight += points->weight[i];
    }
    for (int i = begin; i < end; i++)
        value[i] -= sum / weight;
    return sum / weight;
}

static void column_of(struct column *column, const struct points *points,
                      int what)
{
    memcpy(column->value, points->log[what], sizeof column->value);
    column->shift = -center(column->value, points, 0, points->old);
    column->shift += center(column->value, points, points->old, points->count);
}

static double product(const struct points *points, const struct column *a,
                      const struct column *b)
{
    double sum = 0;

    for (int i = 0; i < points->count; i++)
        sum += points->weight[i] * a->value[i] * b->value[i];
    return sum;
}

/* Takes out of a column what follows another one; that varies. */
static void sweep(const struct points *points, struct column *of,
                  const struct column *by)
{
    const double slope = product(points, of, by) / product(points, by, by);

    for (int i = 0; i < points->count; i++)
        of->value[i] -= slope * by->value[i];
    of->shift -= slope * by->shift;
}

/* --- the fit -------------------------------------------------------------- */

/* The times, and the paces that explain them, in the order in which they are
 * taken out. */
struct model {
    struct column column[PACES + 1];
    int used, kind[PACES];
};

static void set_columns(struct model *model, const struct points *points)
{
    for (int what = 0; what <= TIMES; what++)
        if (what == TIMES || points->paced[what])
            column_of(&model->column[what], points, what);
}

static void take_out(struct model *model, const struct points *points,
                     int kind)
{
    for (int what = 0; what <= TIMES; what++)
        if (what != kind)
            sweep(points, &model->column[what], &model->column[kind]);
}

/* The kind whose squares are most, of those that are open and vary; PACES:
 * none does. */
static int varies_most(const struct model *model, const struct points *points,
                       const double *own, const bool *open)
{
    double most = 0;
    int found = PACES;

    for (int kind = 0; kind < PACES; kind++) {
        const struct column *pace = &model->column[kind];
        const double squares = open[kind] ? product(points, pace, pace) : 0;

        if (squares > fmax(STILL * points->count, COLLINEAR * own[kind]) &&
            squares > most) {
            most = squares;
            found = kind;
        }
    }
    return found;
}

/* Of starts that all count in full: chooses the paces that explain the times,
 * and notes what is unheard. How well the shift is known: its variance over
 * that of a start. */
static double choose(struct model *model, const struct points *points,
                     struct covariance *found)
{
    double share = 1.0 / points->old + 1.0 / (points->count - points->old);
    double own[PACES];
    bool open[PACES];
    int kind;

    for (kind = 0; kind < PACES; kind++) {
        const struct column *pace = &model->column[kind];

        own[kind] = product(points, pace, pace);
        open[kind] = points->paced[kind];
    }
    while ((kind = varies_most(model, points, own, open)) < PACES) {
        const struct column *pace = &model->column[kind];

        share += pace->shift * pace->shift / product(points, pace, pace);
        take_out(model, points, kind);
        model->kind[model->used++] = kind;
        open[kind] = false;
    }
    for (kind = 0; kind < PACES; kind++)
        if (open[kind])
            found->unheard[kind] = model->column[kind].shift;
    return share;
}

/* By what is left of the times, of so many degrees of freedom; returns how many
 * starts count in full. */
static int weigh(struct points *points, const struct column *left, int freedom)
{
    double sizes[POINTS];
    int full = 0;

    for (int i = 0; i < points->count; i++)
        sizes[i] = fabs(left->value[i]);
    const double usual = OVER_MEDIAN *
        stats_of(sizes, (size_t)points->count).median *
        sqrt((double)points->count / freedom);
    const double most = fmax(IN_FULL * usual, LEAST);
    for (int i = 0; i < points->count; i++) {
        points->weight[i] = fmin(1, most / sizes[i]);
        full += sizes[i] <= most;
    }
    return full;
}

struct covariance covariance_of(const struct row *old, const struct row *new)
{
    struct points points = points_of(old, new);
    struct covariance found = { 0 };
    struct model model = { 0 };
    const struct column *left = &model.column[TIMES];
    double shift, share, squares = 0;
    int freedom, full;

    set_columns(&model, &points);
    shift = left->shift;
    share = choose(&model, &points, &found);
    freedom = points.count - 2 - model.used;
    full = weigh(&points, left, freedom);
    for (int round = 0; round < ROUNDS; round++) {
        set_columns(&model, &points);
        for (int i = 0; i < model.used; i++)
            take_out(&model, &points, model.kind[i]);
        full = weigh(&points, left, freedom);
    }
    for (int i = 0; i < points.count; i++) {
        const double counted = points.weight[i] * left->value[i];

        squares += counted * counted;
    }
    found.times = left->shift;
    found.pace = shift - found.times;
    found.reach = starts_quantile(freedom) * points.count / full *
        sqrt((share + 2 * BETWEEN_RUNS * BETWEEN_RUNS) * squares / freedom);
    return found;
}
