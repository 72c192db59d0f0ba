/* report_save.c - results to a file, so that a reader finds the old file or
 * the new one, whole.
 *
 * One line a row, so that saved results can be compared with line tools. */
#include "report.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- writing -------------------------------------------------------------- */

static void print_value(FILE *file, const json_t *value)
{
    char *text = json_dumps(value, JSON_ENCODE_ANY);
    if (text)
        fputs(text, file);
    else
        errno = ENOMEM;
    free(text);
}

static void print_list(FILE *file, const json_t *list)
{
    size_t i;
    const json_t *item;
    putc('[', file);
    json_array_foreach(list, i, item) {
        fputs(i ? ",\n  " : "\n  ", file);
        print_value(file, item);
    }
    fputs(json_array_size(list) ? "\n ]" : "]", file);
}

/* 0, or an errno. */
static int print_json(FILE *file, json_t *json)
{
    const char *key, *before = "{\n ";
    json_t *value;
    errno = 0;
    json_object_foreach(json, key, value) {
        fprintf(file, "%s\"%s\": ", before, key);
        if (json_is_array(value))
            print_list(file, value);
        else
            print_value(file, value);
        before = ",\n ";
    }
    fputs("\n}\n", file);
    if (fflush(file) || ferror(file))
        return errno ? errno : EIO;
    return errno == ENOMEM ? ENOMEM : 0;
}

/* --- files ---------------------------------------------------------------- */

/* The rights a file made by fopen would get, or those of the one it
 * replaces. */
static mode_t wanted_mode(const char *path)
{
    struct stat old;
    if (!stat(path, &old))
        return old.st_mode & 0777;
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* The name itself is on disk only when its directory is; file systems that
 * cannot sync a directory are no reason to fail. */
static void sync_directory(const char *path)
{
    char directory[PATH_MAX];
    const char *slash = strrchr(path, '/');
    snprintf(directory, sizeof directory, "%.*s",
             slash ? (int)(slash - path + 1) : 1, slash ? path : ".");
    FILE *file = fopen(directory, "r");
    if (file) {
        (void)!fsync(fileno(file));
        fclose(file);
    }
}

/* 0, or an errno; then `path` is as it was. */
static int replace_file(const char *path, json_t *json)
{
    char name[PATH_MAX];
    if (snprintf(name, sizeof name, "%s.XXXXXX", path) >= (int)sizeof name)
        return ENAMETOOLONG;
    const int handle = mkstemp(name);
    if (handle < 0)
        return errno;
    FILE *file = fdopen(handle, "w");
    int error = file ? print_json(file, json) : errno;
    if (!error && (fchmod(handle, wanted_mode(path)) || fsync(handle)))
        error = errno;
    if (file ? fclose(file) : close(handle))
        error = error ? error : errno;
    if (!error && rename(name, path))
        error = errno;
    if (error)
        unlink(name);
    else
        sync_directory(path);
    return error;
}

/* A pipe, terminal or device. */
static int write_directly(const char *path, json_t *json)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return errno;
    int error = print_json(file, json);
    if (fclose(file) && !error)
        error = errno;
    return error;
}

static int save(const char *path, json_t *json)
{
    struct stat old;
    if (!strcmp(path, "-"))
        return print_json(stdout, json);
    if (!stat(path, &old) && S_ISDIR(old.st_mode))
        return EISDIR;
    if (!stat(path, &old) && !S_ISREG(old.st_mode))
        return write_directly(path, json);
    /* Behind a link, so that the link stays one. */
    char *target = realpath(path, NULL);
    const int error = replace_file(target ? target : path, json);
    free(target);
    return error;
}

enum status record_save(const struct record *record, const char *path,
                        struct reason *why)
{
    json_t *json = record_to_json(record);
    const int error = json ? save(path, json) : ENOMEM;
    json_decref(json);
    return error ? fail(why, STATUS_IO, "%s cannot be written: %s",
                        strcmp(path, "-") ? path : "the JSON on stdout",
                        strerror(error))
                 : STATUS_OK;
}
