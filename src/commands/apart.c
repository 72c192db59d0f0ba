/* apart.c - no output may destroy an input, or another output. */
#include "commands/apart.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "report/report.h"

static bool is_file(const char *path)
{
    return path && strcmp(path, "-");
}

/* Of two names that no file has yet. */
static bool same_name(const char *a, const char *b)
{
    char directory[CHART_PATH];
    struct stat info[2];
    const char *const paths[] = { a, b };
    const char *last[2];
    for (int i = 0; i < 2; i++) {
        const char *slash = strrchr(paths[i], '/');
        last[i] = slash ? slash + 1 : paths[i];
        snprintf(directory, sizeof directory, "%.*s",
                 slash ? (int)(last[i] - paths[i]) : 1,
                 slash ? paths[i] : ".");
        if (stat(directory, &info[i]))
            return !strcmp(a, b);
    }
    return !strcmp(last[0], last[1]) && info[0].st_dev == info[1].st_dev &&
        info[0].st_ino == info[1].st_ino;
}

/* Not so for a device such as /dev/null. */
bool same_file(const char *a, const char *b)
{
    struct stat one, other;
    if (!is_file(a) || !is_file(b))
        return false;
    if (stat(a, &one))
        return same_name(a, b);
    return S_ISREG(one.st_mode) && !stat(b, &other) &&
        one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

enum status paths_apart(const struct named_path *named, size_t count,
                        size_t reads, struct reason *why)
{
    for (size_t i = reads; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (same_file(named[k].path, named[i].path))
                return fail(why, STATUS_USAGE,
                            "%s %.100s and %s %.100s: the same file; expected "
                            "two",
                            named[k].flag, named[k].path, named[i].flag,
                            named[i].path);
    return STATUS_OK;
}

enum status charts_apart(const char *plot, const struct named_path *named,
                         size_t count, struct reason *why)
{
    char file[CHART_PATH];
    for (size_t i = 0; plot && chart_file(plot, i, file); i++)
        for (size_t k = 0; k < count; k++)
            if (same_file(named[k].path, file))
                return fail(why, STATUS_USAGE,
                            "%s %.80s and %.80s of --plot %.80s: the same "
                            "file; expected another name",
                            named[k].flag, named[k].path, file, plot);
    return STATUS_OK;
}
