/* progress.c - the line, drawn over itself and cut to the terminal.
 *
 * The time left takes rows to be alike: those to come take as long as those
 * that are done. */
#include "process/progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "host/host.h"

enum { LINE = 320, COLUMNS = 80 /* of a terminal that does not say */ };
static const double REDRAW = 1; /* s */

void progress_open(struct progress *progress, const struct options *options)
{
    *progress =
        (struct progress){ .shown = isatty(STDERR_FILENO) && !options->quiet };
}

void progress_expect(struct progress *progress, size_t rows, size_t starts)
{
    progress->all += starts * rows;
    progress->rows += rows;
}

void progress_again(struct progress *progress, size_t rows)
{
    progress->row -= rows < progress->row ? rows : progress->row;
    progress->start = rows ? progress->start + 1 : 0;
}

void progress_case(struct progress *progress, size_t rows, const char *name)
{
    if (!(progress->begin > 0))
        progress->begin = host_clock();
    progress->under_way = rows;
    progress->text[0] = 0; /* the same text is told of another case */
    snprintf(progress->name, sizeof progress->name, "%s", name);
}

void progress_case_end(struct progress *progress)
{
    progress->done += progress->under_way;
    progress->row += progress->under_way;
    progress->under_way = 0;
    progress->ended = host_clock();
}

static double seconds_left(const struct progress *progress, double now)
{
    const double a_row =
        (progress->ended - progress->begin) / (double)progress->done;
    const double left = a_row * (double)(progress->all - progress->done) -
        (now - progress->ended);
    return left < 1 ? 1 : ceil(left);
}

/* "[rows 5-8 of 24, start 2, about 12 s left] reduce f32 n=1024: " */
static int print_place(const struct progress *progress, double now, char *line,
                       size_t room)
{
    const size_t row = progress->row;
    char start[24] = "", left[48] = "";
    if (!progress->under_way)
        return 0;
    if (progress->start)
        snprintf(start, sizeof start, ", start %d", progress->start + 1);
    if (progress->done)
        snprintf(left, sizeof left, ", about %.0f s left",
                 seconds_left(progress, now));
    if (progress->under_way == 1)
        return snprintf(line, room, "[row %zu of %zu%s%s] %s: ", row + 1,
                        progress->rows, start, left, progress->name);
    return snprintf(line, room, "[rows %zu-%zu of %zu%s%s] %s: ", row + 1,
                    row + progress->under_way, progress->rows, start, left,
                    progress->name);
}

static size_t terminal_columns(void)
{
    struct winsize size;
    return !ioctl(STDERR_FILENO, TIOCGWINSZ, &size) && size.ws_col
        ? size.ws_col
        : COLUMNS;
}

/* Ends the text before the column, counting code points of UTF-8. */
static void cut(char *text, size_t columns)
{
    size_t used = 0;
    for (; *text; text++) {
        if (((unsigned char)*text & 0xC0) == 0x80)
            continue;
        if (++used > columns) {
            *text = 0;
            return;
        }
    }
}

void progress_show(struct progress *progress, const char *text)
{
    char line[LINE] = "";
    const double now = host_clock();
    if (!progress->shown ||
        (progress->drawn && now - progress->now < REDRAW &&
         !strcmp(text, progress->text)))
        return;
    const int used = print_place(progress, now, line, sizeof line);
    snprintf(line + used, sizeof line - (size_t)used, "%s", text);
    cut(line, terminal_columns() - 1);
    fprintf(stderr, "\r\033[K%s", line);
    fflush(stderr);
    snprintf(progress->text, sizeof progress->text, "%s", text);
    progress->now = now;
    progress->drawn = true;
}

void progress_clear(struct progress *progress)
{
    if (progress->drawn)
        fputs("\r\033[K", stderr);
    progress->drawn = false;
}
