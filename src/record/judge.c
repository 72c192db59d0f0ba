/* judge.c - rows against the roofs: shares, and what a row's time went into.
 *
 * The least time that a resource allows over the time taken is the share of
 * the row's time that the resource explains. The largest share of half or
 * more is what bounds the row. */
#include "record/judge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "record/pairs.h"

/* A hot row's share of memory bandwidth beyond this came out of a cache; a
 * cold one's says that the roof is too low. A row whose share of a roof of
 * random accesses is beyond it makes them otherwise, as by binning: they are
 * not what its time goes into. */
static const double CACHED = 1.1, DOUBTFUL = 1.1, BEATEN = 1.1;
/* A cold row this far beyond the fastest pass of its roof is no speed. */
static const double SUSPECT = 1.05;
static const double BOUND = 0.5;
/* The copy as a row over its roof: doubted when its interval lies outside. */
static const double COPY_LEAST = 0.97, COPY_MOST = 1.03;
static const double CORES_LEAST = 0.97;

static double rate_of(const struct record *record, const struct row *row,
                      enum roof_kind kind)
{
    const struct roof *roof = record_roof(record, row->device, kind);
    return roof ? roof->rate : 0;
}

static double time_at(double amount, double rate)
{
    return amount > 0 && rate > 0 ? amount / rate : 0;
}

/* The roof that is nearest to a row's mix of reads and writes. */
static enum roof_kind memory_kind(const struct row *row)
{
    return row->written < 0.25 * row->bytes ? ROOF_READ
        : row->written > 0.75 * row->bytes  ? ROOF_WRITE
                                            : ROOF_COPY;
}

/* Seconds for the row's bytes, so many of each kind at a roof: between all
 * reads, a copy, which is half of each, and all writes, so that no roof's end
 * is a step. 0: a roof that it needs is unknown. */
static double memory_time(const struct record *record, const struct row *row)
{
    const double read = row->bytes - row->written, written = row->written;
    const double copied = 2 * fmin(read, written);
    const double rest = row->bytes - copied;
    const double slow = rate_of(record, row, ROOF_COPY);
    const double fast =
        rate_of(record, row, read > written ? ROOF_READ : ROOF_WRITE);
    if ((copied > 0 && !(slow > 0)) || (rest > 0 && !(fast > 0)))
        return 0;
    return time_at(copied, slow) + time_at(rest, fast);
}

/* The roof of the row's random accesses. */
static enum roof_kind random_kind(const struct row *row, bool scatter)
{
    return roof_of_access((struct access){
        .scatter = scatter, .width = row->width, .resident = row->resident });
}

/* Seconds for them. A cache that holds a part of what they go to serves that
 * part of them, at its own rate. */
static double access_time(const struct record *record, const struct row *row,
                          double count, bool scatter)
{
    const struct access cached = { scatter, row->width, true };
    const double far = rate_of(record, row, random_kind(row, scatter));
    const double near = rate_of(record, row, roof_of_access(cached));
    const double held = !row->resident && near > 0 ? row->resident_share : 0;
    if (!(far > 0))
        return 0;
    return time_at(held * count, near) + time_at((1 - held) * count, far);
}

/* Least seconds by what the row must do. */
struct least {
    double memory, compute, transfer, gather, scatter;
};

static struct least least_of(const struct record *record,
                             const struct row *row)
{
    const bool f32 = !strcmp(row->type, "f32"); /* as the FMA roof is */
    return (struct least){
        .memory = memory_time(record, row),
        .compute =
            f32 ? time_at(row->flops, rate_of(record, row, ROOF_FMA)) : 0,
        .transfer = time_at(row->moved_in, rate_of(record, row, ROOF_H2D)) +
            time_at(row->moved_out, rate_of(record, row, ROOF_D2H)),
        .gather = access_time(record, row, row->gathers, false),
        .scatter = access_time(record, row, row->scatters, true)
    };
}

static void find_roof(const struct record *record, struct row *row,
                      const struct least *least)
{
    const double random = fmax(least->gather, least->scatter);
    const double most = fmax(fmax(least->memory, least->compute),
                             fmax(least->transfer, random));
    row->roof_device[0] = 0;
    row->roof_share = row->peak_share = 0;
    if (!(most > 0) || !row_measured(row))
        return;
    row->roof = most <= least->memory     ? memory_kind(row)
        : most <= least->compute          ? ROOF_FMA
        : most <= least->gather           ? random_kind(row, false)
        : most <= least->scatter          ? random_kind(row, true)
        : row->moved_in >= row->moved_out ? ROOF_H2D
                                          : ROOF_D2H;
    memcpy(row->roof_device, row->device, sizeof row->roof_device);
    row->roof_share = most / row->seconds.median;
    row->peak_share = record_peak_share(record, row);
}

static double share_unless_beaten(double share)
{
    return share > BEATEN ? 0 : share;
}

static void find_why(const struct record *record, struct row *row,
                     const struct least *least)
{
    struct why *why = &row->why;
    *why = (struct why){ .bound = "" };
    if (!row_measured(row))
        return;
    const bool hot = !strcmp(row->cache, "hot");
    const double median = row->seconds.median;
    const double start =
        row->overhead > 0 ? row->overhead : record_base(record, row->backend);
    why->launch = fmin(start / median, 1);
    why->memory = least->memory / median;
    why->compute = least->compute / median;
    why->transfer = least->transfer / median;
    why->gather = share_unless_beaten(least->gather / median);
    why->scatter = share_unless_beaten(least->scatter / median);
    const struct {
        const char *name;
        double share;
    } candidates[] = { { "launch", why->launch },
                       { hot && why->memory > CACHED ? "cache" : "memory",
                         why->memory },
                       { "compute", why->compute },
                       { "transfer", why->transfer },
                       { "gather roof", why->gather },
                       { "scatter roof", why->scatter } };
    const char *name = "none";
    double most = BOUND;
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++)
        if (candidates[i].share >= most) {
            most = candidates[i].share;
            name = candidates[i].name;
        }
    if (why->memory > 0 || why->compute > 0 || why->transfer > 0 ||
        why->gather > 0 || why->scatter > 0 || why->launch >= BOUND)
        snprintf(why->bound, sizeof why->bound, "%s", name);
}

/* The fastest pass of a roof over the roof. */
static double spread_of(const struct record *record, const struct row *row,
                        enum roof_kind kind)
{
    const struct roof *roof = record_roof(record, row->device, kind);
    double most = 1;
    for (int i = 0; roof && i < roof->pass_count; i++)
        most = fmax(most, roof->pass[i] / roof->rate);
    return most;
}

/* Nothing but memory holds a cold row's bytes. */
static bool is_suspect(const struct record *record, const struct row *row,
                       const struct least *least)
{
    double spread = 1;
    for (int kind = ROOF_READ; kind <= ROOF_WRITE; kind++)
        spread = fmax(spread, spread_of(record, row, (enum roof_kind)kind));
    return row_measured(row) && !strcmp(row->cache, "cold") &&
        least->memory > SUSPECT * spread * row->seconds.median;
}

/* Of a sweep, the number of threads that the roofs were measured with. */
static int most_threads(const struct record *record)
{
    int most = 0;
    for (size_t i = 0; i < record->row_count; i++)
        if (record->rows[i].sweep && record->rows[i].threads > most)
            most = record->rows[i].threads;
    return most;
}

static bool is_part(const struct row *row, int most)
{
    return row->sweep && row->threads < most;
}

/* What is known of all cores says nothing of a row on a few: its roofs and
 * its rounds' other rows are not its own. */
static void judge_part(struct row *row)
{
    memset(&row->speedup, 0, sizeof row->speedup);
    row->roof_device[0] = 0;
    row->roof_share = row->peak_share = 0;
    row->why = (struct why){ .bound = "" };
}

/* Rows of a case in which one is suspect: to be slower than that is nothing,
 * and with the fastest that stands they are compared anew. Other threads' rows
 * of a sweep took turns among themselves. */
static void tie_anew(struct record *record, const struct row *suspect,
                     int most)
{
    const struct row *best = NULL;
    struct row *const end = record->rows + record->row_count;
    struct stats speedup;
    for (struct row *row = record->rows; row < end; row++)
        if (row_stands(row) && row_same_case(row, suspect) &&
            !is_part(row, most) &&
            (!best || row->seconds.median < best->seconds.median))
            best = row;
    for (struct row *row = record->rows; best && row < end; row++)
        if (row_measured(row) && row_same_case(row, suspect) &&
            !is_part(row, most))
            row->tied = pairs_change(row, best, &speedup) != SLOWER;
}

void judge_rows(struct record *record)
{
    const int most = most_threads(record);
    for (size_t i = 0; i < record->row_count; i++) {
        struct row *row = &record->rows[i];
        if (is_part(row, most)) {
            judge_part(row);
            continue;
        }
        const struct least least = least_of(record, row);
        find_roof(record, row, &least);
        find_why(record, row, &least);
        row->suspect = is_suspect(record, row, &least);
    }
    for (size_t i = 0; i < record->row_count; i++)
        if (record->rows[i].suspect)
            tie_anew(record, &record->rows[i], most);
}

bool judge_bounds(const struct record *record, const struct row *row,
                  bool *arithmetic)
{
    struct row judged = *row;
    const struct least least = least_of(record, row);
    find_roof(record, &judged, &least);
    *arithmetic = judged.roof_device[0] && judged.roof == ROOF_FMA;
    return judged.roof_device[0];
}

/* --- doubts --------------------------------------------------------------- */

static bool doubt_copy(const struct roof *roof, char line[160])
{
    const bool known = roof->copier_high > 0;
    const double low = known ? roof->copier_low : roof->copier;
    const double high = known ? roof->copier_high : roof->copier;
    if (!(roof->copier > 0) || (high >= COPY_LEAST && low <= COPY_MOST))
        return false;
    snprintf(line, 160,
             "the %s copy roof is uncertain: the same copy, timed "
             "as a row, reached %.1f %% of it",
             roof->device, 100 * roof->copier);
    return true;
}

/* "read", "gather (4 B, resident)". */
static const char *kind_text(enum roof_kind kind, char text[32])
{
    snprintf(text, 32, "%s", roof_kind_name(kind));
    if (roof_is_random(kind))
        snprintf(text, 32, "%s (%d B%s)", roof_kind_name(kind),
                 roof_access(kind).width,
                 roof_access(kind).resident ? ", resident" : "");
    return text;
}

/* Lines that all cores store to go from cache to cache. */
static bool may_share_badly(enum roof_kind kind)
{
    return roof_is_random(kind) && roof_access(kind).scatter &&
        roof_access(kind).resident;
}

static bool doubt_cores(const struct record *record, const struct roof *roof,
                        char line[160])
{
    char text[32];
    const struct roof *one = record_roof(record, "core", roof->kind);
    if (strcmp(roof->device, "cores") || !one || may_share_badly(roof->kind) ||
        roof->rate >= CORES_LEAST * one->rate)
        return false;
    snprintf(line, 160,
             "all cores reached %.1f %% of one core's %s roof: "
             "the machine was busy",
             100 * roof->rate / one->rate, kind_text(roof->kind, text));
    return true;
}

/* A cold row past its roof; to beat that of a scatter is what binning is
 * for. */
static bool doubt_share(const struct record *record, const struct roof *roof,
                        char line[160])
{
    char text[32];
    double most = DOUBTFUL;
    if (roof_is_random(roof->kind) && roof_access(roof->kind).scatter)
        return false;
    for (size_t i = 0; i < record->row_count; i++) {
        const struct row *row = &record->rows[i];
        if (row->roof == roof->kind && !strcmp(row->cache, "cold") &&
            !strcmp(row->roof_device, roof->device))
            most = fmax(most, row->roof_share);
    }
    if (most > DOUBTFUL)
        snprintf(line, 160,
                 "the %s %s roof is uncertain: a cold row reached "
                 "%.0f %% of it; other programs slowed it down, or the row "
                 "was lucky",
                 roof->device, kind_text(roof->kind, text), 100 * most);
    return most > DOUBTFUL;
}

int judge_roofs(const struct record *record, char lines[][160], int room)
{
    int count = 0;
    for (size_t i = 0; i < record->roof_count; i++) {
        const struct roof *roof = &record->roofs[i];
        if (count < room)
            count += doubt_copy(roof, lines[count]);
        if (count < room)
            count += doubt_cores(record, roof, lines[count]);
        if (count < room)
            count += doubt_share(record, roof, lines[count]);
    }
    return count;
}
