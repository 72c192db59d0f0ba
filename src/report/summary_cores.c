/* summary_cores.c - a GPU counted in cores, and threads against each other.
 *
 * Between two thread counts that were measured, speed is taken to lie on a
 * straight line, and below the smallest on one through nothing. */
#include "report/summary.h"

#include <string.h>
#include "base/text.h"

enum { MOST_POINTS = 64 };

/* The shortest time of each thread count, in their order. */
struct curve {
    int count;
    struct {
        int threads;
        double seconds;
    } point[MOST_POINTS];
};

static bool runs_on(const struct row *row, const char *device)
{
    /* Older files have but the roof's. */
    return !strcmp(row->device[0] ? row->device : row->roof_device, device);
}

static void curve_add(struct curve *curve, int threads, double seconds)
{
    int at = curve->count;
    while (at && curve->point[at - 1].threads >= threads)
        at--;
    if (at < curve->count && curve->point[at].threads == threads) {
        if (seconds < curve->point[at].seconds)
            curve->point[at].seconds = seconds;
        return;
    }
    if (curve->count == MOST_POINTS)
        return;
    memmove(&curve->point[at + 1], &curve->point[at],
            (size_t)(curve->count - at) * sizeof curve->point[0]);
    curve->point[at].threads = threads;
    curve->point[at].seconds = seconds;
    curve->count++;
}

static void few_digits(char text[TEXT_ROOM], double value)
{
    snprintf(text, TEXT_ROOM,
             value < 1         ? "%.2f"
                 : value < 100 ? "%.1f"
                               : "%.0f",
             value < 1e12 ? value : 1e12);
}

/* --- the GPU in cores ----------------------------------------------------- */

static const struct row *fastest_on_gpu(const struct row *const *rows,
                                        size_t count)
{
    const struct row *best = NULL;
    for (size_t i = 0; i < count; i++)
        if (row_stands(rows[i]) && runs_on(rows[i], "gpu") &&
            !rows[i]->transfers[0] &&
            (!best || rows[i]->seconds.median < best->seconds.median))
            best = rows[i];
    return best;
}

static void curve_of_cores(struct curve *curve, const struct record *record,
                           const struct row *const *rows, size_t count)
{
    const double all = record_fact_number(record, "cpu", "threads");
    curve->count = 0;
    for (size_t i = 0; i < count; i++) {
        const int threads = rows[i]->threads ? rows[i]->threads
            : all >= 1 && all < 1e6          ? (int)all
                                             : 0;
        if (row_stands(rows[i]) && runs_on(rows[i], "cores") && threads)
            curve_add(curve, threads, rows[i]->seconds.median);
    }
}

/* How many threads are as fast; `beyond`: as if all more were as good as
 * those of the last point. */
static double threads_of(const struct curve *curve, double seconds,
                         bool *beyond)
{
    const int last = curve->count - 1;
    const double rate = 1 / seconds;
    double before = 0, threads = 0;
    *beyond = last == 0;
    for (int i = 0; i <= last; i++) {
        const double next = 1 / curve->point[i].seconds;
        if (rate <= next)
            return threads +
                (curve->point[i].threads - threads) * (rate - before) /
                (next - before);
        before = next;
        threads = curve->point[i].threads;
    }
    *beyond = true;
    return curve->point[last].threads * curve->point[last].seconds / seconds;
}

static void say_gpu(FILE *out, const struct row *gpu,
                    const struct curve *curve)
{
    bool beyond;
    char text[TEXT_ROOM], name[96];
    few_digits(text, threads_of(curve, gpu->seconds.median, &beyond));
    row_name(gpu, name, sizeof name);
    fprintf(out, "The GPU (%s) equals %s of these cores", name, text);
    if (beyond)
        fprintf(out, ", at the rate of all %d",
                curve->point[curve->count - 1].threads);
    fputs(". ", out);
}

bool summary_gpu_cores(char text[TEXT_ROOM], const struct record *record,
                       const struct row *const *rows, size_t count)
{
    bool beyond;
    struct curve curve;
    const struct row *gpu = fastest_on_gpu(rows, count);
    curve_of_cores(&curve, record, rows, count);
    if (!gpu || !curve.count)
        return false;
    few_digits(text, threads_of(&curve, gpu->seconds.median, &beyond));
    return true;
}

/* --- what more threads gain ----------------------------------------------- */

static const struct row *fastest_of_sweep(const struct row *const *rows,
                                          size_t count)
{
    const struct row *best = NULL;
    for (size_t i = 0; i < count; i++)
        if (row_stands(rows[i]) && rows[i]->sweep &&
            (!best || rows[i]->seconds.median < best->seconds.median))
            best = rows[i];
    return best;
}

static void curve_of_sweep(struct curve *curve, const struct row *one,
                           const struct row *const *rows, size_t count)
{
    curve->count = 0;
    for (size_t i = 0; i < count; i++) {
        struct row like = *rows[i];
        like.threads = one->threads;
        if (row_stands(rows[i]) && row_same(&like, one))
            curve_add(curve, rows[i]->threads, rows[i]->seconds.median);
    }
}

static void say_gain(FILE *out, const char *lead, const struct curve *curve,
                     int point, const char *reach)
{
    char text[TEXT_ROOM];
    few_digits(text, curve->point[0].seconds / curve->point[point].seconds);
    fprintf(out, "%s%d%s %s×", lead, curve->point[point].threads, reach, text);
}

static void say_scaling(FILE *out, const struct row *one,
                        const struct curve *curve)
{
    const int last = curve->count - 1;
    int best = last;
    char plain[64];
    for (int i = 1; i < last; i++)
        if (curve->point[i].seconds < curve->point[best].seconds)
            best = i;
    snprintf(plain, sizeof plain, "%s/%s: ", one->backend, one->variant);
    say_gain(out, plain, curve, last, " threads reach");
    fprintf(out, " of %d", curve->point[0].threads);
    if (best != last)
        say_gain(out, ", ", curve, best, " reach");
    fputs(". ", out);
}

void summary_cores(FILE *out, const struct record *record,
                   const struct row *const *rows, size_t count)
{
    struct curve cores = { 0 }, sweep = { 0 };
    const struct row *gpu = NULL, *one = NULL;
    for (size_t at = 0; at < count;) { /* the last case that has it wins */
        struct curve curve;
        const size_t length = rows_of_case(rows + at, count - at);
        const struct row *fastest = fastest_on_gpu(rows + at, length);
        curve_of_cores(&curve, record, rows + at, length);
        if (fastest && curve.count) {
            gpu = fastest;
            cores = curve;
        }
        fastest = fastest_of_sweep(rows + at, length);
        if (fastest)
            curve_of_sweep(&curve, fastest, rows + at, length);
        if (fastest && curve.count > 1) {
            one = fastest;
            sweep = curve;
        }
        at += length;
    }
    if (gpu)
        say_gpu(out, gpu, &cores);
    if (one)
        say_scaling(out, one, &sweep);
}
