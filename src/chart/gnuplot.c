/* gnuplot.c - running gnuplot on a script of plots/ and a data file.
 *
 * No shell: the names go to the script as its arguments (gnuplot -c), where
 * they are data. gnuplot itself takes a name that begins with < or | as a
 * command and - as a stream, so names that are not absolute get "./". */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "chart/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/save.h"

#ifndef GNUPLOT
#define GNUPLOT "gnuplot"
#endif

enum { ARGUMENTS = 7, PICTURE = 5, NOT_FOUND = 127, TICK = 200 /* ms */ };

/* What an execvp takes; the texts that had to be made are in `room`. */
struct arguments {
    const char *list[ARGUMENTS];
    char script[GNUPLOT_PATH_ROOM + 64];
    char data[GNUPLOT_PATH_ROOM], picture[GNUPLOT_PATH_ROOM];
};

static bool is_directory(const char *path)
{
    struct stat found;
    return !stat(path, &found) && S_ISDIR(found.st_mode);
}

/* plots/ beside the executable. */
static bool beside_executable(char *path, size_t room)
{
    const ssize_t length = readlink("/proc/self/exe", path, room);
    if (length <= 0 || (size_t)length >= room)
        return false;
    path[length] = 0;
    char *slash = strrchr(path, '/');
    if (!slash || (size_t)(slash - path) + sizeof "/plots" > room)
        return false;
    strcpy(slash, "/plots");
    return is_directory(path);
}

static void find_plots(char *path, size_t room)
{
    const char *given = getenv("TETRAD_PLOTS");
    if (given && given[0])
        snprintf(path, room, "%s", given);
    else if (!beside_executable(path, room))
#ifdef TETRAD_PLOTS_DIR
        snprintf(path, room, "%s", TETRAD_PLOTS_DIR);
#else
        snprintf(path, room, "plots");
#endif
}

static void plain_name(char name[GNUPLOT_PATH_ROOM], const char *path)
{
    snprintf(name, GNUPLOT_PATH_ROOM, "%s%s",
             path[0] == '/' || !strncmp(path, "./", 2) ? "" : "./", path);
}

static void prepare(struct arguments *arguments, const struct drawing *drawing)
{
    char plots[PATH_MAX];
    const char *program = getenv("GNUPLOT");
    find_plots(plots, sizeof plots);
    snprintf(arguments->script, sizeof arguments->script, "%s/%s", plots,
             drawing->script);
    plain_name(arguments->data, drawing->data);
    plain_name(arguments->picture, drawing->picture);
    const char *list[ARGUMENTS] = { program && program[0] ? program : GNUPLOT,
                                    "-d",
                                    "-c",
                                    arguments->script,
                                    arguments->data,
                                    arguments->picture,
                                    NULL };
    memcpy(arguments->list, list, sizeof list);
}

/* --- the command, to be read ---------------------------------------------- */

static void print_quoted(FILE *file, const char *text)
{
    static const char harmless[] = "abcdefghijklmnopqrstuvwxyz"
                                   "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "0123456789/._-+=:,@%";
    if (text[0] && !text[strspn(text, harmless)]) {
        fputs(text, file);
        return;
    }
    putc('\'', file);
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", file);
        else
            putc(*text, file);
    putc('\'', file);
}

void gnuplot_print_command(FILE *file, const struct drawing *drawing)
{
    struct arguments arguments;
    prepare(&arguments, drawing);
    for (int i = 0; arguments.list[i]; i++) {
        fputs(i ? " " : "", file);
        print_quoted(file, arguments.list[i]);
    }
    putc('\n', file);
}

/* --- the command, run ----------------------------------------------------- */

/* A gnuplot that draws, and what has come of it. */
struct drawer {
    pid_t child;
    int picture, words; /* ends of pipes to read from; -1: at an end */
    FILE *drawn;        /* collects the picture */
    char said[1024];
    size_t said_length;
};

static void become_gnuplot(const struct arguments *arguments, int picture,
                           int words)
{
    const int nothing = open("/dev/null", O_RDONLY);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL); /* measuring ignores it */
    dup2(nothing, STDIN_FILENO);
    dup2(picture, STDOUT_FILENO);
    dup2(words, STDERR_FILENO);
    execvp(arguments->list[0], (char *const *)arguments->list);
    _exit(NOT_FOUND);
}

static enum status start(struct drawer *d, const struct arguments *arguments,
                         struct reason *why)
{
    int picture[2], words[2];
    if (pipe2(picture, O_CLOEXEC))
        return fail(why, STATUS_IO, "gnuplot: no pipe: %s", strerror(errno));
    if (pipe2(words, O_CLOEXEC)) {
        close(picture[0]);
        close(picture[1]);
        return fail(why, STATUS_IO, "gnuplot: no pipe: %s", strerror(errno));
    }
    d->child = fork();
    if (!d->child)
        become_gnuplot(arguments, picture[1], words[1]);
    close(picture[1]);
    close(words[1]);
    d->picture = picture[0];
    d->words = words[0];
    return d->child > 0
        ? STATUS_OK
        : fail(why, STATUS_IO, "gnuplot: no process: %s", strerror(errno));
}

/* What one of the pipes has; its end closes it. */
static void take(struct drawer *d, int *from)
{
    char text[1 << 14];
    const ssize_t got = read(*from, text, sizeof text);
    if (got < 0 && errno == EINTR)
        return;
    if (got <= 0) {
        close(*from);
        *from = -1;
    } else if (from == &d->picture) {
        fwrite(text, 1, (size_t)got, d->drawn);
    } else {
        const size_t room = sizeof d->said - 1 - d->said_length;
        const size_t kept = (size_t)got < room ? (size_t)got : room;
        memcpy(d->said + d->said_length, text, kept);
        d->said_length += kept;
        d->said[d->said_length] = 0;
    }
}

/* All that comes down the pipes, or as much as comes until we are
 * interrupted. */
static void collect(struct drawer *d)
{
    while (d->picture >= 0 || d->words >= 0) {
        struct pollfd from[] = { { d->picture, POLLIN, 0 },
                                 { d->words, POLLIN, 0 } };
        if (interrupted)
            kill(d->child, SIGKILL);
        if (poll(from, 2, TICK) <= 0)
            continue;
        if (from[0].revents)
            take(d, &d->picture);
        if (from[1].revents)
            take(d, &d->words);
    }
}

/* One line of what gnuplot said, without the blanks it is padded with. */
static void squeeze(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        const bool blank = strchr(" \t\r\n^", *from) != NULL;
        if (!blank)
            *to++ = *from;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    }
    *to = 0;
}

static enum status run(struct drawer *d, const struct arguments *arguments,
                       const struct drawing *drawing, struct reason *why)
{
    int state = 0;
    const enum status status = start(d, arguments, why);
    if (status)
        return status;
    collect(d);
    while (waitpid(d->child, &state, 0) < 0 && errno == EINTR)
        continue;
    if (interrupted)
        return fail(why, STATUS_IO, "%.80s: interrupted", drawing->picture);
    if (WIFEXITED(state) && WEXITSTATUS(state) == NOT_FOUND)
        return fail(why, STATUS_MISSING, "%s cannot be run",
                    arguments->list[0]);
    squeeze(d->said);
    if (state && !d->said[0])
        strcpy(d->said, "gnuplot failed without a word");
    return state ? fail(why, STATUS_IO, "%.80s cannot be drawn: %.200s",
                        drawing->picture, d->said)
                 : STATUS_OK;
}

struct picture {
    char *bytes;
    size_t size;
};

static bool print_picture(FILE *file, const void *what)
{
    const struct picture *picture = what;
    fwrite(picture->bytes, 1, picture->size, file);
    return true;
}

/* Whole, or not at all: gnuplot draws to a pipe. */
static enum status draw(const struct arguments *arguments,
                        const struct drawing *drawing, struct reason *why)
{
    struct picture picture = { NULL, 0 };
    struct drawer drawer = { .picture = -1, .words = -1 };
    drawer.drawn = open_memstream(&picture.bytes, &picture.size);
    if (!drawer.drawn)
        return fail(why, STATUS_MEMORY, "no memory for a picture");
    enum status status = run(&drawer, arguments, drawing, why);
    if (fclose(drawer.drawn) && !status)
        status = fail(why, STATUS_MEMORY, "no memory for a picture");
    if (!status)
        status = save_file(drawing->picture, print_picture, &picture, why);
    free(picture.bytes);
    return status;
}

enum status gnuplot_draw(const struct drawing *drawing, struct reason *why)
{
    char piped[sizeof "-.svg"];
    struct arguments arguments;
    const size_t length = strlen(drawing->picture);
    prepare(&arguments, drawing);
    if (access(arguments.script, R_OK))
        return fail(why, STATUS_IO, "%s cannot be read: %s", arguments.script,
                    strerror(errno));
    snprintf(piped, sizeof piped, "-%s",
             drawing->picture + (length > 4 ? length - 4 : 0));
    arguments.list[PICTURE] = piped;
    return draw(&arguments, drawing, why);
}
