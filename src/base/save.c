/* save.c - a file is written whole, or left as it was. */
#include "base/save.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct printing {
    bool (*print)(FILE *, const void *);
    const void *what;
};

/* 0, or an errno. */
static int print_to(FILE *file, const struct printing *p)
{
    errno = 0;
    const bool good = p->print(file, p->what);
    const int error = errno;
    if (fflush(file) || ferror(file))
        return errno ? errno : error ? error : EIO;
    return good ? 0 : error ? error : ENOMEM;
}

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
static int replace_file(const char *path, const struct printing *what)
{
    char name[PATH_MAX];
    if (snprintf(name, sizeof name, "%s.XXXXXX", path) >= (int)sizeof name)
        return ENAMETOOLONG;
    const int handle = mkstemp(name);
    if (handle < 0)
        return errno;
    FILE *file = fdopen(handle, "w");
    int error = file ? print_to(file, what) : errno;
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
static int write_directly(const char *path, const struct printing *what)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return errno;
    int error = print_to(file, what);
    if (fclose(file) && !error)
        error = errno;
    return error;
}

static int save(const char *path, const struct printing *what)
{
    struct stat old;
    if (!strcmp(path, "-"))
        return print_to(stdout, what);
    if (!stat(path, &old) && S_ISDIR(old.st_mode))
        return EISDIR;
    if (!stat(path, &old) && !S_ISREG(old.st_mode))
        return write_directly(path, what);
    /* Behind a link, so that the link stays one. */
    char *target = realpath(path, NULL);
    const int error = replace_file(target ? target : path, what);
    free(target);
    return error;
}

enum status save_file(const char *path, bool (*print)(FILE *, const void *),
                      const void *what, struct reason *why)
{
    const struct printing printing = { print, what };
    const int error = save(path, &printing);
    return error
        ? fail(why, STATUS_IO, "%s cannot be written: %s",
               strcmp(path, "-") ? path : "standard output", strerror(error))
        : STATUS_OK;
}
