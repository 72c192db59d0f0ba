/* report_machine.c - what stands above the tables: the machine and its
 * roofs, as a small table where that fits and as sentences where not. */
#include "report/summary.h"

#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "record/judge.h"

enum {
    INDENT = 2,
    DEVICE = 6, /* widths of the table of roofs */
    RATE = 9,
    PEAK = 12,
    FMA = 14,
    FMA_PEAK = 10,
    UNIT = 6,                   /* "  GB/s", when no column says it */
    PIECE = 3 * TEXT_ROOM + 64, /* room for what sentences are made of */
    DOUBTS = 16
};

/* Where a block is printed: `columns` 0: without limit. */
struct block {
    FILE *file;
    const struct record *record;
    size_t columns;
};

static void wrap(const struct block *block, const char *text)
{
    text_wrap(block->file, text, 0, INDENT, block->columns);
}

/* --- the machine ---------------------------------------------------------- */

static void print_machine(const struct block *block, const char *what,
                          const char *part)
{
    char line[512], cores[32] = "";
    const char *name = record_fact(block->record, part, "name");
    const char *cub = record_fact(block->record, part, "cub_version");
    const double count = record_fact_number(block->record, part, "cores");
    if (!name[0])
        return;
    if (count >= 1 && count < 1e9)
        snprintf(cores, sizeof cores, ", %.0f core%s", count,
                 count == 1 ? "" : "s");
    snprintf(line, sizeof line, "%.400s%s%s%.40s", name, cores,
             cub[0] ? ", CUB " : "", cub);
    fprintf(block->file, "%s  ", what);
    text_wrap(block->file, line, strlen(what) + INDENT, INDENT,
              block->columns);
}

/* --- roofs ---------------------------------------------------------------- */

static double rate_of(const struct block *block, const char *device,
                      enum roof_kind kind)
{
    const struct roof *roof = record_roof(block->record, device, kind);
    return roof ? roof->rate : 0;
}

/* The highest theoretical peak of a device: of memory or of arithmetic. */
static double device_peak(const struct block *block, const char *device,
                          bool flops)
{
    double peak = 0;
    for (int kind = 0; kind <= ROOF_FMA; kind++) {
        const struct roof *roof =
            record_roof(block->record, device, (enum roof_kind)kind);
        if (roof && (kind == ROOF_FMA) == flops && roof->peak > peak)
            peak = roof->peak;
    }
    return peak;
}

static void giga(char text[TEXT_ROOM], double rate)
{
    if (rate > 0)
        text_number(text, rate / 1e9);
    else
        strcpy(text, "-");
}

static void print_giga(const struct block *block, double rate, int width)
{
    char text[TEXT_ROOM];
    giga(text, rate);
    fprintf(block->file, "%*s", width, text);
}

static void print_line(const struct block *block, const char *device,
                       bool peaks)
{
    const size_t width = text_width(device);
    text_print(block->file, device);
    text_spaces(block->file, width < DEVICE ? DEVICE - width : 1);
    for (int kind = 0; kind < ROOF_FMA; kind++)
        print_giga(block, rate_of(block, device, (enum roof_kind)kind), RATE);
    if (peaks)
        print_giga(block, device_peak(block, device, false), PEAK);
    print_giga(block, rate_of(block, device, ROOF_FMA),
               peaks ? FMA : FMA + UNIT);
    if (peaks)
        print_giga(block, device_peak(block, device, true), FMA_PEAK);
    putc('\n', block->file);
}

/* "812.0", "812.0 of 900.0" */
static void of_peak(char text[PIECE], double rate, double peak)
{
    char number[TEXT_ROOM], most[TEXT_ROOM];
    giga(number, rate);
    giga(most, peak);
    snprintf(text, PIECE, "%s%s%s", number, peak > 0 ? " of " : "",
             peak > 0 ? most : "");
}

static void print_sentence(const struct block *block, const char *device)
{
    char read[TEXT_ROOM], copy[TEXT_ROOM], write[PIECE], fma[PIECE];
    char line[4 * PIECE];
    giga(read, rate_of(block, device, ROOF_READ));
    giga(copy, rate_of(block, device, ROOF_COPY));
    of_peak(write, rate_of(block, device, ROOF_WRITE),
            device_peak(block, device, false));
    of_peak(fma, rate_of(block, device, ROOF_FMA),
            device_peak(block, device, true));
    snprintf(line, sizeof line,
             "%s: read %s, copy %s, write %s GB/s, FMA %s "
             "GFLOP/s",
             device, read, copy, write, fma);
    wrap(block, line);
}

static void print_link(const struct block *block, const char *device)
{
    char line[PIECE], in[TEXT_ROOM], out[TEXT_ROOM];
    const double to = rate_of(block, device, ROOF_H2D);
    const double from = rate_of(block, device, ROOF_D2H);
    if (!(to > 0) && !(from > 0))
        return;
    giga(in, to);
    giga(out, from);
    snprintf(line, sizeof line,
             "%s link: host to device %s, device to host "
             "%s GB/s, pinned",
             device, in, out);
    wrap(block, line);
}

static double random_rate(const struct block *block, const char *device,
                          bool scatter, int width, bool resident)
{
    return rate_of(block, device,
                   roof_of_access((struct access){ .scatter = scatter,
                                                   .width = width,
                                                   .resident = resident }));
}

/* "gpu gather: 39.00 G/s of 4 bytes, 38.00 of 8; in cache 132.0, 130.0" */
static void print_random(const struct block *block, const char *device,
                         bool scatter)
{
    char line[PIECE + 4 * TEXT_ROOM], text[2][2][TEXT_ROOM];
    bool any = false;
    for (int resident = 0; resident < 2; resident++)
        for (int wide = 0; wide < 2; wide++) {
            const double rate =
                random_rate(block, device, scatter, wide ? 8 : 4, resident);
            any |= rate > 0;
            giga(text[resident][wide], rate);
        }
    snprintf(line, sizeof line,
             "%s %s: %s G/s of 4 bytes, %s of 8; in cache %s, %s", device,
             scatter ? "scatter" : "gather", text[0][0], text[0][1],
             text[1][0], text[1][1]);
    if (any)
        wrap(block, line);
}

/* "gpu shared atomics: 2400 G/s, additions to random words" */
static void print_atomics(const struct block *block, const char *device)
{
    char line[PIECE + TEXT_ROOM], text[TEXT_ROOM];
    const double rate = rate_of(block, device, ROOF_SHARED_ATOMIC);
    if (!(rate > 0))
        return;
    giga(text, rate);
    snprintf(line, sizeof line,
             "%s shared atomics: %s G/s, additions to random words", device,
             text);
    wrap(block, line);
}

static bool first_of_device(const struct record *record, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (!strcmp(record->roofs[i].device, record->roofs[j].device))
            return false;
    return true;
}

static bool any_peak(const struct record *record)
{
    bool peaks = false;
    for (size_t i = 0; i < record->roof_count; i++)
        peaks |= record->roofs[i].peak > 0;
    return peaks;
}

static void print_stores(const struct block *block)
{
    char line[64];
    for (size_t i = 0; i < block->record->roof_count; i++) {
        const struct roof *roof = &block->record->roofs[i];
        if (!roof->stores[0])
            continue;
        snprintf(line, sizeof line, "CPU stores: %s", roof->stores);
        wrap(block, line);
        return;
    }
}

static void print_roofs(const struct block *block)
{
    const struct record *record = block->record;
    const bool peaks = any_peak(record);
    const size_t width =
        DEVICE + 3 * RATE + FMA + (peaks ? PEAK + FMA_PEAK : UNIT);
    const bool table = !block->columns || width <= block->columns;
    if (table)
        fprintf(block->file, "\nroofs %*s%*s%*s%s   FMA GFLOP/s%s\n", RATE,
                "read", RATE, "copy", RATE, "write",
                peaks ? "   peak GB/s" : "  GB/s", peaks ? "      peak" : "");
    else
        fputs("\nroofs\n", block->file);
    for (size_t i = 0; i < record->roof_count; i++)
        if (first_of_device(record, i) && table)
            print_line(block, record->roofs[i].device, peaks);
        else if (first_of_device(record, i))
            print_sentence(block, record->roofs[i].device);
    for (size_t i = 0; i < record->roof_count; i++)
        if (first_of_device(record, i))
            print_link(block, record->roofs[i].device);
    for (size_t i = 0; i < record->roof_count; i++)
        if (first_of_device(record, i))
            print_atomics(block, record->roofs[i].device);
    for (size_t i = 0; i < record->roof_count; i++)
        for (int scatter = 0; scatter < 2 && first_of_device(record, i);
             scatter++)
            print_random(block, record->roofs[i].device, scatter);
    print_stores(block);
}

/* --- floors and doubts ---------------------------------------------------- */

static void print_floors(const struct block *block)
{
    char time[TEXT_ROOM], *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    fputs("floor: empty run", out);
    for (size_t i = 0; i < block->record->base_count; i++) {
        text_seconds(time, block->record->bases[i].seconds);
        fprintf(out, "%s %s %s", i ? "," : "", time,
                block->record->bases[i].backend);
    }
    if (!fclose(out))
        wrap(block, text);
    free(text);
}

static void print_doubts(const struct block *block)
{
    char lines[DOUBTS][160], warning[sizeof lines[0] + 16];
    const int count = judge_roofs(block->record, lines, DOUBTS);
    for (int i = 0; i < count; i++) {
        snprintf(warning, sizeof warning, "warning: %.*s",
                 (int)sizeof lines[i] - 1, lines[i]);
        wrap(block, warning);
    }
}

void report_machine(FILE *file, const struct record *record, size_t columns)
{
    const struct block block = { file, record, columns };
    print_machine(&block, "CPU", "cpu");
    print_machine(&block, "GPU", "gpu");
    if (record->roof_count)
        print_roofs(&block);
    if (record->base_count)
        print_floors(&block);
    print_doubts(&block);
}
