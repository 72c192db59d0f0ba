/* report_publish.c - results as they are published: with the digits that mean
 * something.
 *
 * Times of one run vary by more than one in ten thousand: samples and their
 * like keep four significant digits, what is computed of many of them six.
 * Counts and whole numbers stay as they are. What follows from other fields is
 * computed from what these became, so that a published file, published again,
 * is the same. */
#include "report/report.h"

#include <math.h>
#include <stdlib.h>
#include "base/json_write.h"
#include "base/text.h"
#include "report/fields.h"

enum { SAMPLE_DIGITS = 4, DIGITS = 6 };

static double rounded(double value, int digits)
{
    char text[TEXT_ROOM];
    if (!isfinite(value) || value == floor(value))
        return value;
    snprintf(text, sizeof text, "%.*e", digits - 1, value);
    return strtod(text, NULL);
}

/* In the units of the file, of which the digits are. */
static double rounded_in(double value, double unit, int digits)
{
    return json_from_units(rounded(value / unit, digits), unit);
}

/* --- the record ----------------------------------------------------------- */

static void round_row(struct row *row)
{
    for (const struct field *f = fields; f->name; f++) {
        double *value = field_of(f, row);
        if (f->kind == FIELD_REAL)
            *value = rounded_in(*value, f->unit > 0 ? f->unit : 1, DIGITS);
    }
    for (size_t i = 0; i < row->sample_count; i++)
        row->samples[i] = rounded(row->samples[i], SAMPLE_DIGITS);
    for (int i = 0; i < row->part_count; i++)
        row->parts[i].share = rounded(row->parts[i].share, DIGITS);
    for (int i = 0; i < row->pace_count; i++)
        for (int kind = 0; kind < PACES; kind++)
            row->pace[i].seconds[kind] =
                rounded(row->pace[i].seconds[kind], SAMPLE_DIGITS);
}

/* A peak is no measurement. */
static void round_roof(struct roof *roof)
{
    const double unit = roof_unit(roof->kind);
    roof->rate = rounded_in(roof->rate, unit, DIGITS);
    roof->low = rounded_in(roof->low, unit, DIGITS);
    roof->high = rounded_in(roof->high, unit, DIGITS);
    roof->copier = rounded(roof->copier, DIGITS);
    roof->copier_low = rounded(roof->copier_low, DIGITS);
    roof->copier_high = rounded(roof->copier_high, DIGITS);
    for (int i = 0; i < roof->pass_count; i++)
        roof->pass[i] = rounded_in(roof->pass[i], unit, SAMPLE_DIGITS);
}

static void round_record(struct record *record)
{
    for (size_t i = 0; i < record->row_count; i++)
        round_row(&record->rows[i]);
    for (size_t i = 0; i < record->roof_count; i++)
        round_roof(&record->roofs[i]);
    for (size_t i = 0; i < record->base_count; i++) {
        struct base *base = &record->bases[i];
        base->seconds = rounded(base->seconds, DIGITS);
    }
}

/* --- the document --------------------------------------------------------- */

static void round_json(json_t *value)
{
    if (json_is_real(value))
        json_real_set(value, rounded(json_real_value(value), DIGITS));
}

/* The numbers of a crossover, which a record has as JSON. */
static void round_crossover(json_t *list)
{
    size_t i;
    const char *key;
    json_t *item, *value;
    json_array_foreach(list, i, item)
    {
        json_object_foreach(item, key, value) round_json(value);
    }
}

static void round_derived(json_t *row)
{
    for (const struct field *f = fields; f->name; f++)
        if (f->kind == FIELD_DERIVED)
            round_json(json_object_get(
                f->group == GROUP_NONE
                    ? row
                    : json_object_get(row, groups[f->group].name),
                f->name));
}

enum status record_publish(struct record *record, const char *path,
                           struct reason *why)
{
    size_t i;
    json_t *row;
    round_record(record);
    json_t *json = record_to_json(record);
    round_crossover(json_object_get(json, "crossover"));
    json_array_foreach(json_object_get(json, "rows"), i, row)
    {
        round_derived(row);
    }
    return report_save_terse(json, path, why);
}
