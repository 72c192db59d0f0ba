/* fields.c - the table of a row's fields, in the order of results files. */
#include "report/fields.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { MOST_STEPS = 1000, MOST_THREADS = 1 << 20, MOST_WIDTH = 1 << 10 };
#define GIGA 1e9
#define MEGA 1e6

static const char *const bounds[] = {
    "launch",      "cache",        "memory", "compute", "transfer",
    "gather roof", "scatter roof", "none",   NULL
};
static const char *const headlines[] = { "bytes", "flops", "items", NULL };
static const char *const verdicts[] = { "faster", "slower", "same", "unclear",
                                        NULL };

const char *const fields_paces[PACES] = { [PACE_COMPUTE] = "compute_s",
                                          [PACE_BRANCH] = "branch_s",
                                          [PACE_MEMORY] = "memory_s" };

/* --- when they are known -------------------------------------------------- */

static bool is_checked(const struct row *row)
{
    return row->checked;
}

static bool has_interval(const struct row *row)
{
    return row->seconds.ci_high > 0;
}

static bool has_energy(const struct row *row)
{
    return row_measured(row) && row->joules > 0;
}

static bool has_sustained(const struct row *row)
{
    return row_measured(row) && row->sustained.seconds > 0;
}

static bool has_why(const struct row *row)
{
    return row_measured(row) && row->why.bound[0];
}

static bool has_speedup(const struct row *row)
{
    return row_measured(row) && row->speedup.over[0];
}

static bool has_ratio_interval(const struct row *row)
{
    return row->speedup.ci_high > 0;
}

static bool has_depth(const struct row *row)
{
    return row->checked && row->depth > 0;
}

static bool is_of_file(const struct row *row)
{
    return !strcmp(row->dist, "file");
}

static bool is_few(const struct row *row)
{
    return row->few;
}

static bool is_suspect(const struct row *row)
{
    return row->suspect;
}

static bool is_renewed(const struct row *row)
{
    return row->renewed && row->sample_count;
}

static bool has_accesses(const struct row *row)
{
    return row->width > 0;
}

static double joules_per_gb(const struct row *row)
{
    return row->bytes > 0 ? row->joules / (row->bytes / GIGA) : 0;
}

static double sustained_flops_rate(const struct row *row)
{
    return row_sustained_rate(row, HEADLINE_FLOPS);
}

const struct group groups[GROUP_COUNT] = {
    [GROUP_NONE] = { "", NEEDED, NULL, false },
    [GROUP_CHECK] = { "check", NEEDED, NULL, false },
    [GROUP_SECONDS] = { "seconds", MAYBE, row_measured, false },
    [GROUP_ENERGY] = { "energy", MAYBE, has_energy, false },
    [GROUP_SUSTAINED] = { "sustained", MAYBE, has_sustained, true },
    [GROUP_WHY] = { "why", MAYBE, has_why, false },
    [GROUP_SPEEDUP] = { "speedup", MAYBE, has_speedup, false }
};

/* --- the table ------------------------------------------------------------ */

#define MEMBER(member)                                                        \
    .offset = offsetof(struct row, member),                                   \
    .room = sizeof(((struct row *)NULL)->member)
#define KIND(type, member) .kind = FIELD_##type, MEMBER(member)
#define CSV(place, called) .at = (place), .column = (called)
#define SELF(named, type) .name = #named, KIND(type, named)
#define DERIVED(function) .kind = FIELD_DERIVED, .derive = (function)
#define NAMED(called) .name = (called)
#define IN(part) .group = GROUP_##part
#define SPARSE .need = MAYBE, .positive = true, .sparse = true

const struct field fields[] = {
    /* what the row is */
    { SELF(op, NAME), .need = NEEDED, CSV(1, "op") },
    { SELF(backend, NAME), .need = NEEDED, CSV(7, "backend") },
    { SELF(variant, NAME), .need = NEEDED, CSV(8, "variant") },
    { SELF(ladder, NAME), .need = MAYBE, CSV(9, "ladder") },
    { SELF(step, INT), .need = MAYBE, .most = MOST_STEPS, CSV(10, "step") },
    { SELF(best, BOOL), .need = MAYBE, CSV(11, "best") },
    { SELF(traits, TRAITS), .need = MAYBE, CSV(61, "traits") },
    { SELF(type, NAME), .need = NEEDED, CSV(2, "type") },
    { SELF(n, SIZE), .need = NEEDED, CSV(3, "n") },
    { SELF(dist, NAME), .need = NEEDED, CSV(4, "dist") },
    { SELF(inputs, NAME), .need = MAYBE, .sparse = true, .known = is_of_file,
      CSV(90, "inputs") },
    { SELF(params, PARAMS), .need = NEEDED, CSV(5, "params") },
    { SELF(cache, NAME), .need = NEEDED, CSV(6, "cache") },
    { SELF(threads, INT), .need = MAYBE, .most = MOST_THREADS,
      .positive = true, CSV(39, "threads") },
    { SELF(transfers, NAME), .need = MAYBE, CSV(40, "transfers") },
    { SELF(device, NAME), .need = MAYBE, CSV(41, "device") },

    /* how it went */
    { SELF(status, STATUS), .need = NEEDED, CSV(12, "status") },
    { SELF(reason, TEXT), .need = MAYBE, CSV(13, "reason") },
    { NAMED("verified"), KIND(BOOL, checked), .need = MAYBE,
      CSV(14, "verified") },
    { IN(CHECK), NAMED("ok"), KIND(BOOL, check_ok), .need = MAYBE,
      .known = is_checked, CSV(15, "check_ok") },
    { IN(CHECK), SELF(max_ulp, REAL), .need = MAYBE, .known = is_checked,
      CSV(16, "max_ulp") },
    { IN(CHECK), SELF(depth, REAL), .need = MAYBE, .known = has_depth,
      CSV(73, "depth") },
    { IN(CHECK), SELF(of_bound, REAL), .need = MAYBE, .known = has_depth,
      CSV(74, "of_bound") },
    { IN(CHECK), SELF(of_likely, REAL), .need = MAYBE, .known = has_depth,
      CSV(75, "of_likely") },
    { IN(CHECK), SELF(first_bad, INDEX), .need = MAYBE, CSV(17, "first_bad") },
    { SELF(repeatable, MAYBE), .need = MAYBE, CSV(18, "repeatable") },
    { IN(SECONDS), NAMED("median"), KIND(REAL, seconds.median), .need = NEEDED,
      CSV(19, "median_s") },
    { IN(SECONDS), NAMED("ci_low"), KIND(REAL, seconds.ci_low), .need = MAYBE,
      .known = has_interval, CSV(20, "ci_low_s") },
    { IN(SECONDS), NAMED("ci_high"), KIND(REAL, seconds.ci_high),
      .need = MAYBE, .known = has_interval, CSV(21, "ci_high_s") },
    { IN(SECONDS), NAMED("min"), KIND(REAL, seconds.min), .need = NEEDED,
      CSV(22, "min_s") },
    { IN(SECONDS), NAMED("iqr"), KIND(REAL, seconds.iqr), .need = NEEDED,
      CSV(23, "iqr_s") },
    { SELF(stopped_by, NAME), .need = MAYBE, CSV(26, "stopped_by") },
    { SELF(renewed, BOOL), SPARSE, .known = is_renewed, CSV(91, "renewed") },
    { SELF(dropped, SIZE), .need = MAYBE, CSV(25, "dropped") },
    { NAMED("clock_mhz"), KIND(REAL, clock), .need = MAYBE, .unit = MEGA,
      .positive = true, CSV(42, "clock_mhz") },
    { NAMED("starts"), KIND(STARTS, start), .need = MAYBE, CSV(70, "starts") },
    { SELF(pace, PACE), .need = MAYBE },
    { NAMED("overhead_s"), KIND(REAL, overhead), .need = MAYBE,
      .positive = true, CSV(43, "overhead_s") },
    { SELF(parts, PARTS), .need = MAYBE, .sparse = true, CSV(76, "parts") },
    { NAMED("parts_s"), KIND(REAL, parts_seconds), SPARSE,
      CSV(77, "parts_s") },
    { IN(ENERGY), SELF(joules, REAL), .need = NEEDED, CSV(44, "joules") },
    { IN(ENERGY), NAMED("joules_per_gb"), DERIVED(joules_per_gb),
      .need = MAYBE, .positive = true, CSV(45, "joules_per_gb") },
    { SELF(energy_reason, NAME), .need = MAYBE, CSV(46, "energy_reason") },
    { IN(SUSTAINED), NAMED("median"), KIND(REAL, sustained.seconds),
      .need = NEEDED, CSV(78, "sustained_s") },
    { IN(SUSTAINED), NAMED("runs"), KIND(SIZE, sustained.runs), .need = MAYBE,
      CSV(79, "sustained_runs") },
    { IN(SUSTAINED), NAMED("gflop_per_s"), DERIVED(sustained_flops_rate),
      SPARSE, .unit = GIGA, CSV(80, "sustained_gflop_per_s") },
    { IN(SUSTAINED), NAMED("of_burst"), DERIVED(row_sustained_share), SPARSE,
      CSV(81, "sustained_of_burst") },
    { IN(SUSTAINED), NAMED("clock_mhz"), KIND(REAL, sustained.clock), SPARSE,
      .unit = MEGA, CSV(82, "sustained_clock_mhz") },
    { IN(SUSTAINED), NAMED("clock_reason"), KIND(NAME, sustained.clock_reason),
      SPARSE, CSV(83, "sustained_clock_reason") },
    { IN(SUSTAINED), NAMED("watts"), KIND(REAL, sustained.watts), SPARSE,
      CSV(84, "sustained_watts") },
    { IN(SUSTAINED), NAMED("watts_reason"), KIND(NAME, sustained.watts_reason),
      SPARSE, CSV(85, "sustained_watts_reason") },
    { SELF(sustained_reason, NAME), SPARSE, CSV(86, "sustained_reason") },
    { SELF(kernels, NAME), SPARSE, CSV(87, "kernels") },
    { SELF(kernels_reason, NAME), SPARSE, CSV(88, "kernels_reason") },

    /* what it amounts to */
    { SELF(bytes, REAL), .need = MAYBE, CSV(27, "bytes") },
    { NAMED("bytes_written"), KIND(REAL, written), .need = MAYBE,
      CSV(47, "bytes_written") },
    { SELF(moved_in, REAL), .need = MAYBE, CSV(48, "moved_in") },
    { SELF(moved_out, REAL), .need = MAYBE, CSV(49, "moved_out") },
    { NAMED("moved_bytes"), KIND(REAL, moved), SPARSE,
      CSV(62, "moved_bytes") },
    { NAMED("moved_gb_per_s"), DERIVED(row_moved_rate), SPARSE, .unit = GIGA,
      CSV(63, "moved_gb_per_s") },
    { SELF(gathers, REAL), SPARSE, CSV(64, "gathers") },
    { SELF(scatters, REAL), SPARSE, CSV(65, "scatters") },
    { SELF(width, INT), SPARSE, .most = MOST_WIDTH, CSV(66, "width") },
    { SELF(resident, BOOL), SPARSE, .known = has_accesses,
      CSV(67, "resident") },
    { SELF(resident_share, REAL), SPARSE, .known = has_accesses,
      CSV(89, "resident_share") },
    { SELF(flops, REAL), .need = MAYBE, CSV(28, "flops") },
    { SELF(items, REAL), .need = MAYBE, CSV(29, "items") },
    { NAMED("gb_per_s"), DERIVED(row_bytes_rate), .need = MAYBE, .unit = GIGA,
      .positive = true, CSV(30, "gb_per_s") },
    { NAMED("gflop_per_s"), DERIVED(row_flops_rate), .need = MAYBE,
      .unit = GIGA, .positive = true, CSV(31, "gflop_per_s") },
    { NAMED("items_per_s"), DERIVED(row_items_rate), .need = MAYBE,
      .positive = true, CSV(32, "items_per_s") },
    { SELF(headline, NAME), .need = MAYBE, .words = headlines,
      CSV(59, "headline") },
    { SELF(item, NAME), .need = MAYBE, CSV(60, "item") },
    { SELF(roof, ROOF), .need = MAYBE, CSV(33, "roof") },
    { SELF(roof_share, REAL), .need = MAYBE, .positive = true,
      .known = row_measured, CSV(34, "roof_share") },
    { SELF(peak_share, REAL), .need = MAYBE, .positive = true,
      .known = row_measured, CSV(57, "peak_share") },
    { SELF(published_share, REAL), .need = MAYBE, .positive = true,
      CSV(58, "published_share") },
    { IN(WHY), NAMED("bound"), KIND(NAME, why.bound), .need = MAYBE,
      .words = bounds, CSV(50, "bound") },
    { IN(WHY), NAMED("launch"), KIND(REAL, why.launch), .need = MAYBE,
      .positive = true, CSV(51, "launch_share") },
    { IN(WHY), NAMED("memory"), KIND(REAL, why.memory), .need = MAYBE,
      .positive = true, CSV(52, "memory_share") },
    { IN(WHY), NAMED("compute"), KIND(REAL, why.compute), .need = MAYBE,
      .positive = true, CSV(53, "compute_share") },
    { IN(WHY), NAMED("transfer"), KIND(REAL, why.transfer), .need = MAYBE,
      .positive = true, CSV(54, "transfer_share") },
    { IN(WHY), NAMED("gather"), KIND(REAL, why.gather), SPARSE,
      CSV(68, "gather_share") },
    { IN(WHY), NAMED("scatter"), KIND(REAL, why.scatter), SPARSE,
      CSV(69, "scatter_share") },
    { SELF(few, BOOL), SPARSE, .known = is_few, CSV(71, "few") },
    { SELF(suspect, BOOL), SPARSE, .known = is_suspect, CSV(72, "suspect") },
    { SELF(tied, BOOL), .need = MAYBE, .in_csv = row_measured,
      CSV(55, "tied") },
    { IN(SPEEDUP), NAMED("over"), KIND(NAME, speedup.over), .need = NEEDED,
      CSV(35, "speedup_over") },
    { IN(SPEEDUP), NAMED("ratio"), KIND(REAL, speedup.ratio), .need = MAYBE,
      CSV(36, "speedup") },
    { IN(SPEEDUP), NAMED("ci_low"), KIND(REAL, speedup.ci_low), .need = MAYBE,
      .known = has_ratio_interval, CSV(37, "speedup_ci_low") },
    { IN(SPEEDUP), NAMED("ci_high"), KIND(REAL, speedup.ci_high),
      .need = MAYBE, .known = has_ratio_interval, CSV(38, "speedup_ci_high") },
    { IN(SPEEDUP), NAMED("verdict"), KIND(NAME, speedup.verdict),
      .need = MAYBE, .words = verdicts, .in_csv = row_has_speedup,
      CSV(56, "speedup_verdict") },
    { SELF(samples, SAMPLES), .need = NEEDED, CSV(24, "samples") },
    { 0 }
};

/* --- what they hold ------------------------------------------------------- */

static const void *member(const struct field *field, const struct row *row)
{
    return (const char *)row + field->offset;
}

void *field_of(const struct field *field, struct row *row)
{
    return (char *)row + field->offset;
}

double field_number(const struct field *field, const struct row *row)
{
    const double value = field->derive ? field->derive(row)
                                       : *(const double *)member(field, row);
    return field->unit > 0 ? value / field->unit : value;
}

/* Nothing stands for the unknown: an empty name, a 0 that counts nothing, an
 * index of -1, what is no number. */
static bool says_something(const struct field *field, const struct row *row)
{
    switch (field->kind) {
    case FIELD_NAME:
        return field->need == NEEDED || *(const char *)member(field, row);
    case FIELD_INT:
        return !field->positive || *(const int *)member(field, row) > 0;
    case FIELD_INDEX: return *(const int64_t *)member(field, row) >= 0;
    case FIELD_MAYBE: return *(const int *)member(field, row) >= 0;
    case FIELD_REAL:
    case FIELD_DERIVED: {
        const double number = field_number(field, row);
        return isfinite(number) && (!field->positive || number > 0);
    }
    case FIELD_ROOF: return row->roof_device[0];
    case FIELD_STARTS: return row_measured(row) && row->start_count > 0;
    case FIELD_PACE: return row->pace_count > 0;
    case FIELD_PARTS: return row_measured(row) && row->part_count > 0;
    case FIELD_TEXT:
    case FIELD_SIZE:
    case FIELD_BOOL:
    case FIELD_STATUS:
    case FIELD_TRAITS:
    case FIELD_PARAMS:
    case FIELD_SAMPLES: break;
    }
    return true;
}

bool field_known(const struct field *field, const struct row *row)
{
    return (!field->known || field->known(row)) && says_something(field, row);
}
