/* report_csv.c - a record for spreadsheets.
 *
 * CSV after RFC 4180: CRLF, quotes only where needed, one line a row, every
 * digit; what was not measured is an empty field. */
#include "report/report.h"

#include <inttypes.h>
#include <string.h>
#include "base/text.h"
#include "report/fields.h"
#include "traits.h"

enum { MOST_COLUMNS = 128 };

/* Line breaks inside a text become spaces: one line a row. */
static void csv_field(FILE *file, const char *text, bool first)
{
    const bool quoted = strpbrk(text, ",\"\r\n") != NULL;
    fputs(first ? "" : ",", file);
    fputs(quoted ? "\"" : "", file);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', file);
        putc(*text == '\r' || *text == '\n' ? ' ' : *text, file);
    }
    fputs(quoted ? "\"" : "", file);
}

static void csv_params(char *text, size_t room, const struct row *row)
{
    size_t at = 0;
    text[0] = 0;
    for (int i = 0; i < row->param_count; i++)
        at += (size_t)snprintf(text + at, room - at, "%s%s=%s", i ? " " : "",
                               row->params[i].name, row->params[i].value);
}

static void csv_parts(char *text, size_t room, const struct row *row)
{
    size_t at = 0;
    text[0] = 0;
    for (int i = 0; i < row->part_count && at < room; i++) {
        char share[TEXT_ROOM];
        text_exact(share, row->parts[i].share);
        at += (size_t)snprintf(text + at, room - at, "%s%s=%s", i ? " " : "",
                               row->parts[i].name, share);
    }
}

static void csv_traits(char *text, size_t room, unsigned set)
{
    size_t at = 0;
    text[0] = 0;
    for (const struct trait_words *t = traits; t->name; t++)
        if (set & t->trait)
            at += (size_t)snprintf(text + at, room - at, "%s%s", at ? " " : "",
                                   t->name);
}

/* A field that is known, as text. */
static void csv_value(char *text, size_t room, const struct field *field,
                      const struct row *row)
{
    const void *member = (const char *)row + field->offset;
    bool truth = false;
    switch (field->kind) {
    case FIELD_TEXT:
    case FIELD_NAME: snprintf(text, room, "%s", (const char *)member); return;
    case FIELD_INT: snprintf(text, room, "%d", *(const int *)member); return;
    case FIELD_SIZE:
        snprintf(text, room, "%zu", *(const size_t *)member);
        return;
    case FIELD_INDEX:
        snprintf(text, room, "%" PRId64, *(const int64_t *)member);
        return;
    case FIELD_BOOL: truth = *(const bool *)member; break;
    case FIELD_MAYBE: truth = *(const int *)member; break;
    case FIELD_REAL:
    case FIELD_DERIVED: text_exact(text, field_number(field, row)); return;
    case FIELD_STATUS:
        snprintf(text, room, "%s", row_status_name(row->status));
        return;
    case FIELD_TRAITS: csv_traits(text, room, row->traits); return;
    case FIELD_ROOF:
        snprintf(text, room, "%s %s", row->roof_device,
                 roof_kind_name(row->roof));
        return;
    case FIELD_PARAMS: csv_params(text, room, row); return;
    case FIELD_SAMPLES:
        snprintf(text, room, "%zu", row_measured(row) ? row->sample_count : 0);
        return;
    case FIELD_STARTS: snprintf(text, room, "%d", row->start_count); return;
    case FIELD_PARTS: csv_parts(text, room, row); return;
    case FIELD_PACE: break; /* a list is no cell */
    }
    snprintf(text, room, "%s", truth ? "true" : "false");
}

static bool csv_known(const struct field *field, const struct row *row)
{
    const struct group *group = &groups[field->group];
    return (!group->known || group->known(row)) &&
        (!field->in_csv || field->in_csv(row)) && field_known(field, row);
}

/* The fields in the order of CSV; returns how many. */
static int csv_fields(const struct field *order[MOST_COLUMNS])
{
    int count = 0;
    for (const struct field *f = fields; f->name; f++)
        if (f->column && f->at <= MOST_COLUMNS) {
            order[f->at - 1] = f;
            count++;
        }
    return count;
}

void report_csv(FILE *file, const struct record *record)
{
    const struct field *order[MOST_COLUMNS];
    char text[KERNELS_ROOM]; /* the longest field */
    _Static_assert(sizeof text >= sizeof record->rows->params + 2 * OP_PARAMS,
                   "parameters fit a cell");
    const int count = csv_fields(order);
    for (int k = 0; k < count; k++)
        fprintf(file, "%s%s", k ? "," : "", order[k]->column);
    fputs("\r\n", file);
    for (size_t i = 0; i < record->row_count; i++) {
        for (int k = 0; k < count; k++) {
            text[0] = 0;
            if (csv_known(order[k], &record->rows[i]))
                csv_value(text, sizeof text, order[k], &record->rows[i]);
            csv_field(file, text, !k);
        }
        fputs("\r\n", file);
    }
}
