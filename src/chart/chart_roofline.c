/* chart_roofline.c - the data of plots/roofline.gp: arithmetic rate against
 * intensity (Williams, Waterman and Patterson, Communications of the ACM
 * 52(4), 2009), with compulsory bytes.
 *
 * Block 1: a label a device; block 2: the roofs, three points a device, blank
 * lines between them; from block 3 on a line of points each. Where all rows
 * are of one intensity, their lines stand side by side, around it. */
#include "chart/chart_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

enum { MOST_DEVICES = 8 };

struct roofline {
    struct chart_label device[MOST_DEVICES]; /* value: GFLOP/s */
    double bandwidth[MOST_DEVICES];          /* GB/s */
    int count;
    double x_low, x_high, y_low, y_high;
    double only; /* intensity of all rows; 0: there are several */
};

static bool has_point(const struct row *row)
{
    return row->n && row_stands(row) && row_flops_rate(row) > 0 &&
        row->bytes > 0;
}

static double intensity(const struct row *row)
{
    return row->flops / row->bytes;
}

static void find_devices(struct roofline *chart, const struct record *record)
{
    char flops[TEXT_ROOM], bytes[TEXT_ROOM];
    for (size_t i = 0; i < record->roof_count; i++) {
        const struct roof *fma = &record->roofs[i];
        const struct roof *read = record_roof(record, fma->device, ROOF_READ);
        if (fma->kind != ROOF_FMA || !(fma->rate > 0) || !read ||
            !(read->rate > 0) || chart->count == MOST_DEVICES)
            continue;
        struct chart_label *label = &chart->device[chart->count];
        label->value = fma->rate / 1e9;
        chart->bandwidth[chart->count++] = read->rate / 1e9;
        text_number(flops, fma->rate / 1e9);
        text_number(bytes, read->rate / 1e9);
        snprintf(label->device, sizeof label->device, "%s", fma->device);
        snprintf(label->text, sizeof label->text, "%s %.16s, %.16s GB/s",
                 fma->device, flops, bytes);
    }
}

static void include_x(struct roofline *chart, double x)
{
    chart->x_low = fmin(chart->x_low, x);
    chart->x_high = fmax(chart->x_high, x);
}

static void include_y(struct roofline *chart, double y)
{
    chart->y_low = fmin(chart->y_low, y);
    chart->y_high = fmax(chart->y_high, y);
}

/* All points, all ridges, and something of each slope. */
static bool find_ranges(struct roofline *roofline, const struct chart *chart)
{
    const double same = 1.05;
    bool any = false;
    roofline->x_low = roofline->y_low = INFINITY;
    for (int i = 0; i < chart->line_count; i++)
        for (size_t j = 0; j < chart->count; j++) {
            const struct row *row = chart->rows[j];
            if (!has_point(row) || !chart_on_line(&chart->line[i], row))
                continue;
            any = true;
            include_x(roofline, intensity(row));
            include_y(roofline, row_flops_rate(row) / 1e9);
        }
    if (any && roofline->x_high < same * roofline->x_low)
        roofline->only = roofline->x_high;
    for (int i = 0; i < roofline->count; i++) {
        include_x(roofline,
                  roofline->device[i].value / roofline->bandwidth[i]);
        include_y(roofline, roofline->device[i].value);
    }
    roofline->x_low /= 4;
    roofline->x_high *= 4;
    roofline->y_low /= 2;
    roofline->y_high *= 2.5;
    return any;
}

static void print_devices(FILE *file, const struct roofline *chart)
{
    fputs("\n\n# devices: FLOP rate, height of its label, device, label\n",
          file);
    for (int i = 0; i < chart->count; i++)
        chart_print_label(file, &chart->device[i]);
}

static void print_roof_point(FILE *file, double x, double y,
                             const char *device)
{
    fprintf(file, "%.9g %.9g ", x, y);
    chart_print_word(file, device);
    putc('\n', file);
}

static void print_roofs(FILE *file, const struct roofline *chart)
{
    fputs("\n\n# roofs: intensity, rate, device\n", file);
    for (int i = 0; i < chart->count; i++) {
        const double flops = chart->device[i].value;
        const double bytes = chart->bandwidth[i];
        const char *device = chart->device[i].device;
        fputs(i ? "\n" : "", file);
        print_roof_point(file, chart->x_low, chart->x_low * bytes, device);
        print_roof_point(file, flops / bytes, flops, device);
        print_roof_point(file, chart->x_high, flops, device);
    }
}

static void print_points(FILE *file, const struct chart *chart, int which,
                         bool beside)
{
    const double apart = 0.25; /* octaves */
    const struct chart_line *line = &chart->line[which];
    const double middle = (chart->line_count - 1) / 2.0;
    const double shift = beside ? exp2(apart * (which - middle)) : 1;
    int count = 0;
    chart_print_heading(file, line, "intensity, GFLOP/s, n");
    for (size_t i = 0; i < chart->count; i++) {
        const struct row *row = chart->rows[i];
        if (!has_point(row) || !chart_on_line(line, row))
            continue;
        fprintf(file, "%.9g %.9g %zu\n", shift * intensity(row),
                row_flops_rate(row) / 1e9, row->n);
        count++;
    }
    if (!count)
        fputs("NaN NaN 0\n", file);
}

bool chart_roofline_data(FILE *file, const struct chart *chart)
{
    const double lines = 22; /* of text that the axis has room for */
    struct roofline roofline = { 0 };
    find_devices(&roofline, chart->record);
    if (!find_ranges(&roofline, chart) || !roofline.count)
        return false;
    chart_print_opening(file, chart, "roofline");
    fprintf(file, "x_low %.9g\nx_high %.9g\ny_low %.9g\ny_high %.9g\n",
            roofline.x_low, roofline.x_high, roofline.y_low, roofline.y_high);
    fprintf(file, "only %.3g\n", roofline.only);
    struct roofline moved = roofline; /* and sorted: for the labels alone */
    chart_spread(moved.device, moved.count, true,
                 log2(roofline.y_high / roofline.y_low) / lines,
                 roofline.y_high);
    print_devices(file, &moved);
    print_roofs(file, &roofline);
    for (int i = 0; i < chart->line_count; i++)
        print_points(file, chart, i, roofline.only > 0);
    return true;
}
