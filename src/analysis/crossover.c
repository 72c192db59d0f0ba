/* crossover.c - crossings, from the samples of paired rounds.
 *
 * Both times go roughly as powers of n between two measured sizes, so their
 * ratio is taken as a straight line between points on logarithmic axes. */
#include "analysis/crossover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/stats.h"
#include "record/pairs.h"

/* Sizes this far apart are close enough: times between them hardly bend. */
static const double CLOSE = 1.1;
enum { FINE_BITS = 6 /* of a size: odd ones have tails that others lack */ };

const char *crossing_kind_name(enum crossing_kind kind)
{
    static const char *const names[] = {
        [CROSSES] = "crosses", [NEVER] = "never", [ALWAYS] = "always"
    };
    return names[kind];
}

/* --- crossings ------------------------------------------------------------ */

enum curve { RATIO, RATIO_LOW, RATIO_HIGH };

static double height(const struct crossover_point *point, enum curve curve)
{
    return log(curve == RATIO           ? point->ratio
                   : curve == RATIO_LOW ? point->ci_low
                                        : point->ci_high);
}

static bool has_interval(const struct crossover_point *point)
{
    return point->ci_low > 0 && isfinite(point->ci_high);
}

/* Where a curve passes 1 for the last time; 0: it is above from the first
 * point on; INFINITY: it is not above at the last one. Intervals that are not
 * known are left out. */
static double last_passing(const struct crossover_point *points, size_t count,
                           enum curve curve)
{
    const struct crossover_point *above = NULL;
    for (size_t i = count; i--;) {
        const struct crossover_point *point = &points[i];
        if (curve != RATIO && !has_interval(point))
            continue;
        const double here = height(point, curve);
        if (!(here > 0) && !above)
            return INFINITY;
        if (!(here > 0))
            return point->n *
                pow(above->n / point->n, here / (here - height(above, curve)));
        above = point;
    }
    return 0;
}

/* By the ratio alone where its interval is not known. */
static bool is_above(const struct crossover_point *point, enum curve curve)
{
    return height(point, has_interval(point) ? curve : RATIO) > 0;
}

/* How many points there are before a curve is above to stay. */
static size_t count_before(const struct crossover_point *points, size_t count,
                           enum curve curve)
{
    while (count && is_above(&points[count - 1], curve))
        count--;
    return count;
}

/* On both sides of the crossing: without that n is known to no accuracy. */
static bool has_intervals(const struct crossover_point *points, size_t count)
{
    const size_t i = count_before(points, count, RATIO);
    return (!i || has_interval(&points[i - 1])) &&
        (i == count || has_interval(&points[i]));
}

/* Its interval has 1 in it: which side is ahead cannot be told. */
static bool is_even(const struct crossover_point *point)
{
    return is_above(point, RATIO_LOW) != is_above(point, RATIO_HIGH);
}

/* Between points where either side has it for sure. */
static int lead_changes(const struct crossover_point *points, size_t count)
{
    const struct crossover_point *before = NULL;
    int changes = 0;
    for (size_t i = 0; i < count; i++) {
        if (is_even(&points[i]))
            continue;
        changes +=
            before && is_above(&points[i], RATIO) != is_above(before, RATIO);
        before = &points[i];
    }
    return changes;
}

/* Somewhere from n on: to be level there is no crossing. */
static bool is_ahead_from(const struct crossover_point *points, size_t count,
                          double n)
{
    for (size_t i = 0; i < count; i++)
        if (points[i].n >= n && is_above(&points[i], RATIO_LOW))
            return true;
    return false;
}

bool crossover_find(struct crossing *crossing,
                    const struct crossover_point *points, size_t count)
{
    if (!count)
        return false;
    const double first = points[0].n, last = points[count - 1].n;
    const double n = last_passing(points, count, RATIO);
    const bool ahead = is_ahead_from(points, count, n);
    double low = 0, high = INFINITY;
    if (has_intervals(points, count)) {
        low = last_passing(points, count, RATIO_HIGH);
        high = last_passing(points, count, RATIO_LOW);
    }
    crossing->kind = !(n > 0) ? ALWAYS : ahead ? CROSSES : NEVER;
    crossing->n = !(n > 0) ? first : ahead ? n : last;
    crossing->low = fmin(low, last);
    crossing->high = fmax(high, first);
    crossing->changes = lead_changes(points, count);
    return true;
}

/* --- sizes between -------------------------------------------------------- */

/* Halfway on a logarithmic axis, with few bits set. */
static double between(double low, double high)
{
    int exponent;
    const double n = sqrt(low * high);
    frexp(n, &exponent);
    const double unit = exp2(fmax(0, exponent - FINE_BITS));
    return round(n / unit) * unit;
}

/* Between the points where a curve passes 1 for the last time; 0: it does not,
 * or they are close enough. */
static double finer_size(const struct crossover_point *points, size_t count,
                         enum curve curve)
{
    const size_t i = count_before(points, count, curve);
    if (!i || i == count)
        return 0;
    const double low = points[i - 1].n, high = points[i].n;
    const double n = between(low, high);
    return high > CLOSE * low && n > low && n < high ? n : 0;
}

/* Where the two are even nothing is to be told, but from where on they are and
 * how far: without even points both are the crossing. */
int crossover_finer(const struct crossover_point *points, size_t count,
                    double sizes[2])
{
    const double low = finer_size(points, count, RATIO_HIGH);
    const double high = finer_size(points, count, RATIO_LOW);
    int found = 0;
    if (low > 0)
        sizes[found++] = low;
    if (high > low)
        sizes[found++] = high;
    return found;
}

double crossover_time(const struct duel *duel, double n, bool challenger)
{
    const struct crossover_point *a = duel->points, *b = a;
    for (size_t i = 1; i < duel->count && b->n < n; i++) {
        a = b;
        b = &duel->points[i];
    }
    const double before = challenger ? a->challenger->seconds.median
                                     : a->champion->seconds.median;
    const double after = challenger ? b->challenger->seconds.median
                                    : b->champion->seconds.median;
    if (!(b->n > a->n))
        return after;
    return before * pow(after / before, log(n / a->n) / log(b->n / a->n));
}

/* --- duels ---------------------------------------------------------------- */

/* The row of the champion at this n; NULL: it has no time there that stands. */
static const struct row *rival(const struct row *const *rows, size_t count,
                               size_t n, const char *champion)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i]->n == n && row_stands(rows[i]) &&
            !strcmp(rows[i]->backend, champion) && !rows[i]->transfers[0])
            return rows[i];
    return NULL;
}

static bool compare(struct crossover_point *point)
{
    size_t pairs;
    const struct stats s =
        pairs_ratio(point->champion, point->challenger, &pairs);
    point->ratio = s.median;
    if (pairs >= STATS_LEAST) {
        point->ci_low = s.ci_low;
        point->ci_high = s.ci_high;
    }
    return s.median > 0 && isfinite(s.median);
}

/* Of a challenger's row; false: it is none, or there is nothing to compare
 * (two on a GPU start from the same place, so copies tell nothing). */
static bool find_point(struct crossover_point *point,
                       const struct row *const *rows, size_t count,
                       const struct row *row, const char *champion)
{
    *point =
        (struct crossover_point){ .challenger = row, .n = (double)row->n };
    if (!row->n || !row_stands(row) || !strcmp(row->backend, champion))
        return false;
    point->champion = rival(rows, count, row->n, champion);
    if (!point->champion)
        return false;
    const bool unlike =
        row->transfers[0] && !strcmp(point->champion->device, "gpu");
    return !unlike && compare(point);
}

static bool same_challenger(const struct row *a, const struct row *b)
{
    return !strcmp(a->backend, b->backend) &&
        !strcmp(a->variant, b->variant) && !strcmp(a->transfers, b->transfers);
}

/* The index of the challenger's duel; `count` if it has none yet. */
static int duel_of(const struct duel *duels, int count,
                   const struct row *challenger)
{
    int i = 0;
    while (i < count &&
           !same_challenger(duels[i].points[0].challenger, challenger))
        i++;
    return i;
}

static bool add_point(struct duel *duel, const struct crossover_point *point,
                      size_t room)
{
    if (!duel->points)
        duel->points = calloc(room, sizeof *duel->points);
    if (duel->points)
        duel->points[duel->count++] = *point;
    return duel->points;
}

static void settle(struct duel *duel)
{
    const char *transfers = duel->points[0].challenger->transfers;
    crossover_find(&duel->crossing, duel->points, duel->count);
    snprintf(duel->crossing.mode, sizeof duel->crossing.mode, "%s",
             transfers[0] ? transfers : "resident");
}

int crossover_duels(struct duel duels[CROSSOVER_MODES],
                    const struct row *const *rows, size_t count,
                    const char *champion)
{
    int made = 0;
    for (size_t i = 0; i < count; i++) {
        struct crossover_point point;
        if (!find_point(&point, rows, count, rows[i], champion))
            continue;
        const int at = duel_of(duels, made, rows[i]);
        if (at == CROSSOVER_MODES)
            continue;
        if (at == made)
            duels[made++] = (struct duel){ 0 };
        if (!add_point(&duels[at], &point, count)) {
            crossover_free(duels, made);
            return -1;
        }
    }
    for (int i = 0; i < made; i++)
        settle(&duels[i]);
    return made;
}

void crossover_free(struct duel *duels, int count)
{
    for (int i = 0; i < count; i++)
        free(duels[i].points);
}
