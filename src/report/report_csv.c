/* report_csv.c - a record for spreadsheets.
 *
 * CSV after RFC 4180: CRLF, quotes only where needed, one line a row, every
 * digit; what was not measured is an empty field. */
#include "report/report.h"

#include <math.h>
#include <string.h>
#include "base/text.h"

static const char csv_head[] =
    "op,type,n,dist,params,cache,backend,variant,ladder,step,best,"
    "status,reason,verified,check_ok,max_ulp,first_bad,repeatable,"
    "median_s,ci_low_s,ci_high_s,min_s,iqr_s,samples,dropped,stopped_by,"
    "bytes,flops,items,gb_per_s,gflop_per_s,items_per_s,roof,roof_share,"
    "speedup_over,speedup,speedup_ci_low,speedup_ci_high,"
    "threads,transfers,device,clock_mhz,overhead_s,joules,joules_per_gb,"
    "energy_reason,bytes_written,moved_in,moved_out,bound,launch_share,"
    "memory_share,compute_share,transfer_share,tied,speedup_verdict,"
    "peak_share,published_share";

/* Fields begin with their comma; the first of a line is csv_first. Line
 * breaks inside a text become spaces: one line a row. */
static void csv_first(FILE *file, const char *text)
{
    const bool quoted = strpbrk(text, ",\"\r\n") != NULL;
    fputs(quoted ? "\"" : "", file);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', file);
        putc(*text == '\r' || *text == '\n' ? ' ' : *text, file);
    }
    fputs(quoted ? "\"" : "", file);
}

static void csv_text(FILE *file, const char *text)
{
    putc(',', file);
    csv_first(file, text);
}

static void csv_real(FILE *file, bool known, double value)
{
    char text[TEXT_ROOM] = "";
    if (known && isfinite(value))
        text_exact(text, value);
    csv_text(file, text);
}

static void csv_whole(FILE *file, size_t value)
{
    fprintf(file, ",%zu", value);
}

static void csv_bool(FILE *file, bool known, bool value)
{
    csv_text(file, !known ? "" : value ? "true" : "false");
}

static void csv_params(FILE *file, const struct row *row)
{
    char text[sizeof row->params + 2 * OP_PARAMS] = "";
    size_t at = 0;
    for (int i = 0; i < row->param_count; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%s=%s",
                               i ? " " : "", row->params[i].name,
                               row->params[i].value);
    csv_text(file, text);
}

static void csv_case(FILE *file, const struct row *row)
{
    csv_first(file, row->op);
    csv_text(file, row->type);
    csv_whole(file, row->n);
    csv_text(file, row->dist);
    csv_params(file, row);
    csv_text(file, row->cache);
    csv_text(file, row->backend);
    csv_text(file, row->variant);
    csv_text(file, row->ladder);
    csv_whole(file, (size_t)row->step);
    csv_bool(file, true, row->best);
}

static void csv_outcome(FILE *file, const struct row *row)
{
    csv_text(file, row_status_name(row->status));
    csv_text(file, row->reason);
    csv_bool(file, true, row->checked);
    csv_bool(file, row->checked, row->check_ok);
    csv_real(file, row->checked, row->max_ulp);
    if (row->first_bad >= 0)
        csv_whole(file, (size_t)row->first_bad);
    else
        csv_text(file, "");
    csv_bool(file, row->repeatable >= 0, row->repeatable > 0);
}

static void csv_seconds(FILE *file, const struct row *row)
{
    const bool known = row_measured(row);
    csv_real(file, known, row->seconds.median);
    csv_real(file, known && row->seconds.ci_high > 0, row->seconds.ci_low);
    csv_real(file, known && row->seconds.ci_high > 0, row->seconds.ci_high);
    csv_real(file, known, row->seconds.min);
    csv_real(file, known, row->seconds.iqr);
    csv_whole(file, known ? row->sample_count : 0);
    csv_whole(file, row->dropped);
    csv_text(file, row->stopped_by);
}

static void csv_rates(FILE *file, const struct row *row)
{
    const double bytes = row_bytes_rate(row), flops = row_flops_rate(row);
    const bool known = row_measured(row);
    const bool over = known && row->speedup.over[0];
    char roof[32] = "";
    if (row->roof_device[0])
        snprintf(roof, sizeof roof, "%s %s", row->roof_device,
                 roof_kind_name(row->roof));
    csv_real(file, true, row->bytes);
    csv_real(file, true, row->flops);
    csv_real(file, true, row->items);
    csv_real(file, bytes > 0, bytes / 1e9);
    csv_real(file, flops > 0, flops / 1e9);
    csv_real(file, row_items_rate(row) > 0, row_items_rate(row));
    csv_text(file, roof);
    csv_real(file, known && row->roof_share > 0, row->roof_share);
    csv_text(file, over ? row->speedup.over : "");
    csv_real(file, over, row->speedup.ratio);
    csv_real(file, over && row->speedup.ci_high > 0, row->speedup.ci_low);
    csv_real(file, over && row->speedup.ci_high > 0, row->speedup.ci_high);
}

/* What later versions added stands behind what readers know. */
static void csv_added(FILE *file, const struct row *row)
{
    const bool known = row_measured(row);
    const bool joules = known && row->joules > 0;
    const bool why = known && row->why.bound[0];
    if (row->threads > 0)
        csv_whole(file, (size_t)row->threads);
    else
        csv_text(file, "");
    csv_text(file, row->transfers);
    csv_text(file, row->device);
    csv_real(file, row->clock > 0, row->clock / 1e6);
    csv_real(file, row->overhead > 0, row->overhead);
    csv_real(file, joules, row->joules);
    csv_real(file, joules && row->bytes > 0, row->joules / (row->bytes / 1e9));
    csv_text(file, row->energy_reason);
    csv_real(file, true, row->written);
    csv_real(file, true, row->moved_in);
    csv_real(file, true, row->moved_out);
    csv_text(file, why ? row->why.bound : "");
    csv_real(file, why && row->why.launch > 0, row->why.launch);
    csv_real(file, why && row->why.memory > 0, row->why.memory);
    csv_real(file, why && row->why.compute > 0, row->why.compute);
    csv_real(file, why && row->why.transfer > 0, row->why.transfer);
    csv_bool(file, known, row->tied);
    csv_text(file, known && row_has_speedup(row) ? row->speedup.verdict : "");
    csv_real(file, known && row->peak_share > 0, row->peak_share);
    csv_real(file, row->published_share > 0, row->published_share);
}

void report_csv(FILE *file, const struct record *record)
{
    fprintf(file, "%s\r\n", csv_head);
    for (size_t i = 0; i < record->row_count; i++) {
        csv_case(file, &record->rows[i]);
        csv_outcome(file, &record->rows[i]);
        csv_seconds(file, &record->rows[i]);
        csv_rates(file, &record->rows[i]);
        csv_added(file, &record->rows[i]);
        fputs("\r\n", file);
    }
}
