/* covariance.c - two runs of a row, told apart beside the pace of the machine.
 *
 * Least squares by Gram and Schmidt: of values less the mean of their run, the
 * pace that varies most is taken out of the times and out of the other pace,
 * then what is left of that out of the times. No slope is made of what does not
 * vary, which leaves its degree of freedom to the rest. */
#include "record/covariance.h"

#include <math.h>

#include "record/starts.h"

enum {
    COEFFICIENTS = 2 + PACES, /* a run's each, and the slopes */
    FREEDOM_LEAST = 4,        /* with fewer, Student's t is wide */
    POINTS = 2 * STARTS_MOST
};

/* Mean squares of logarithms that are no spread: that of paces which agree to
 * four digits, as results have them that are published; and the share of a
 * pace's own that the other leaves of it. */
static const double STILL = 1e-10, COLLINEAR = 1e-6;

/* A quantity of all starts, as logarithms. */
struct column {
    double value[POINTS]; /* less the mean of the run, the old one first */
    double shift;         /* the new run's mean, less the old one's */
};

static bool paced(const struct row *row)
{
    return starts_have(row, OVER_COMPUTE) && starts_have(row, OVER_MEMORY);
}

bool covariance_known(const struct row *old, const struct row *new)
{
    const int freedom = old->start_count + new->start_count - COEFFICIENTS;

    return freedom >= FREEDOM_LEAST && paced(old) && paced(new);
}

/* Puts a row's logarithms less their mean, which it returns. */
static double center(double *values, const struct row *row,
                     double (*of)(const struct row *, int))
{
    const int count = row->start_count;
    double mean = 0;

    for (int i = 0; i < count; i++) {
        values[i] = log(of(row, i));
        mean += values[i] / count;
    }
    for (int i = 0; i < count; i++)
        values[i] -= mean;
    return mean;
}

static struct column column_of(const struct row *old, const struct row *new,
                               double (*of)(const struct row *, int))
{
    struct column column;
    const double before = center(column.value, old, of);

    column.shift = center(column.value + old->start_count, new, of) - before;
    return column;
}

static double compute_of(const struct row *row, int i)
{
    return row->pace[i].compute;
}

static double memory_of(const struct row *row, int i)
{
    return row->pace[i].memory;
}

static double product(const struct column *a, const struct column *b,
                      int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += a->value[i] * b->value[i];
    return sum;
}

/* Takes out of a column what follows another one; that varies. */
static void sweep(struct column *of, const struct column *by, int count)
{
    const double slope = product(of, by, count) / product(by, by, count);

    for (int i = 0; i < count; i++)
        of->value[i] -= slope * by->value[i];
    of->shift -= slope * by->shift;
}

struct covariance covariance_of(const struct row *old, const struct row *new)
{
    const int count = old->start_count + new->start_count;
    struct column times = column_of(old, new, starts_median);
    struct column pace[PACES] = { column_of(old, new, compute_of),
                                  column_of(old, new, memory_of) };
    const double own[PACES] = { product(&pace[0], &pace[0], count),
                                product(&pace[1], &pace[1], count) };
    const int first = own[1] > own[0];
    const double shift = times.shift;
    double share = 1.0 / old->start_count + 1.0 / new->start_count;
    int freedom = count - 2;
    struct covariance found = { 0 };

    for (int i = 0; i < PACES; i++) {
        const int k = i ? !first : first;
        const double squares = product(&pace[k], &pace[k], count);

        if (squares <= fmax(STILL * count, COLLINEAR * own[k])) {
            found.unheard[k] = pace[k].shift;
            continue;
        }
        sweep(&times, &pace[k], count);
        if (!i)
            sweep(&pace[!k], &pace[k], count);
        share += pace[k].shift * pace[k].shift / squares;
        freedom--;
    }
    found.times = times.shift;
    found.pace = shift - times.shift;
    found.reach = starts_quantile(freedom) *
        sqrt(share * product(&times, &times, count) / freedom);
    return found;
}
