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
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef GNUPLOT
#define GNUPLOT "gnuplot"
#endif

enum { ARGUMENTS = 7, NOT_FOUND = 127 };

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

/* What it says goes down the pipe. */
static void become_gnuplot(const struct arguments *arguments,
                           const int ends[2])
{
    const int nothing = open("/dev/null", O_RDONLY);
    signal(SIGPIPE, SIG_DFL); /* measuring ignores it */
    dup2(nothing, STDIN_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    execvp(arguments->list[0], (char *const *)arguments->list);
    _exit(NOT_FOUND);
}

/* All that comes down the pipe; the first `room` bytes of it are kept. */
static void collect(int pipe, char *text, size_t room)
{
    char rest[512];
    size_t at = 0;
    for (;;) {
        const bool full = at + 1 >= room;
        const ssize_t got = full ? read(pipe, rest, sizeof rest)
                                 : read(pipe, text + at, room - 1 - at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        at += full ? 0 : (size_t)got;
    }
    text[at] = 0;
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

static enum status run(const struct arguments *arguments, struct reason *why)
{
    int ends[2], state = 0;
    char said[1024];
    if (pipe(ends))
        return fail(why, STATUS_IO, "gnuplot: no pipe: %s", strerror(errno));
    const pid_t child = fork();
    if (!child)
        become_gnuplot(arguments, ends);
    close(ends[1]);
    collect(child > 0 ? ends[0] : -1, said, sizeof said);
    close(ends[0]);
    if (child < 0)
        return fail(why, STATUS_IO, "gnuplot: no process: %s",
                    strerror(errno));
    while (waitpid(child, &state, 0) < 0 && errno == EINTR)
        continue;
    if (WIFEXITED(state) && WEXITSTATUS(state) == NOT_FOUND)
        return fail(why, STATUS_MISSING, "%s cannot be run",
                    arguments->list[0]);
    squeeze(said);
    if (state && !said[0])
        strcpy(said, "gnuplot failed without a word");
    return state ? fail(why, STATUS_IO, "%.80s cannot be drawn: %.200s",
                        arguments->picture, said)
                 : STATUS_OK;
}

enum status gnuplot_draw(const struct drawing *drawing, struct reason *why)
{
    struct arguments arguments;
    prepare(&arguments, drawing);
    if (access(arguments.script, R_OK))
        return fail(why, STATUS_IO, "%s cannot be read: %s", arguments.script,
                    strerror(errno));
    return run(&arguments, why);
}
