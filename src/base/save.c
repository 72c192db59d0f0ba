/* save.c - a file is written whole, or left as it was. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "base/save.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TRIES = 100 /* of names */ };

struct printing {
    bool (*print)(FILE *, const void *);
    const void *what;
    bool for_now;
    bool *taken; /* NULL: what is there is replaced */
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

/* "DIR/" of "DIR/NAME", or ".". */
static void directory_of(const char *path, char directory[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    snprintf(directory, PATH_MAX, "%.*s", slash ? (int)(slash - path + 1) : 1,
             slash ? path : ".");
}

/* The name itself is on disk only when its directory is; file systems that
 * cannot sync a directory are no reason to fail. */
static void sync_directory(const char *path)
{
    char directory[PATH_MAX];
    directory_of(path, directory);
    FILE *file = fopen(directory, "r");
    if (file) {
        (void)!fsync(fileno(file));
        fclose(file);
    }
}

/* --- files that have no name yet ------------------------------------------*/

/* A file beside `path`. As long as it has no name of its own ("" then), a
 * process that is killed leaves nothing of it; not every file system has such
 * files, and one is named by way of /proc. */
struct unnamed {
    int handle;
    char name[PATH_MAX];
};

/* 0, or an errno. */
static int open_unnamed(struct unnamed *file, const char *path)
{
    char directory[PATH_MAX];
    directory_of(path, directory);
    file->name[0] = 0;
    file->handle = access("/proc/self/fd", X_OK)
        ? -1
        : open(directory, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (file->handle >= 0)
        return 0;
    if (snprintf(file->name, sizeof file->name, "%s.XXXXXX", path) >=
        (int)sizeof file->name)
        return ENAMETOOLONG;
    file->handle = mkstemp(file->name);
    return file->handle < 0 ? errno : 0;
}

/* Gives it a name that no file has; EEXIST: one has it. */
static int name_it(const struct unnamed *file, const char *name)
{
    char self[64];
    snprintf(self, sizeof self, "/proc/self/fd/%d", file->handle);
    return linkat(AT_FDCWD, file->name[0] ? file->name : self, AT_FDCWD, name,
                  AT_SYMLINK_FOLLOW)
        ? errno
        : 0;
}

/* In place of the file that has the name. */
static int rename_it(struct unnamed *file, const char *path)
{
    int error = file->name[0] ? 0 : EEXIST;
    for (unsigned k = 0; error == EEXIST && k < TRIES; k++) {
        if (snprintf(file->name, sizeof file->name, "%s.%ld-%u", path,
                     (long)getpid(), k) >= (int)sizeof file->name)
            error = ENAMETOOLONG;
        else
            error = name_it(&(struct unnamed){ .handle = file->handle },
                            file->name);
    }
    if (error)
        file->name[0] = 0;
    else if (rename(file->name, path))
        error = errno;
    else
        file->name[0] = 0;
    return error;
}

/* The same, where a file can have one name alone: a claim, which is empty,
 * holds the name until the file has it. */
static int claim_it(struct unnamed *file, const char *path)
{
    const int claim =
        open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (claim < 0)
        return errno;
    close(claim);
    const int error = rename_it(file, path);
    if (error)
        unlink(path);
    return error;
}

static int place(struct unnamed *file, const char *path, bool *taken)
{
    int error = name_it(file, path);
    if (file->name[0] &&
        (error == EPERM || error == EOPNOTSUPP || error == ENOSYS ||
         error == EMLINK))
        error = claim_it(file, path);
    if (taken)
        *taken = error == EEXIST;
    if (error == EEXIST)
        error = taken ? 0 : rename_it(file, path);
    return error;
}

static void close_unnamed(struct unnamed *file)
{
    if (file->name[0])
        unlink(file->name);
}

/* 0, or an errno; then `path` is as it was. */
static int replace_file(const char *path, const struct printing *what)
{
    struct unnamed fresh;
    int error = open_unnamed(&fresh, path);
    if (error)
        return error;
    FILE *file = fdopen(fresh.handle, "w");
    error = file ? print_to(file, what) : errno;
    if (!error &&
        (fchmod(fresh.handle, wanted_mode(path)) ||
         (!what->for_now && fsync(fresh.handle))))
        error = errno;
    if (!error)
        error = place(&fresh, path, what->taken);
    if (file ? fclose(file) : close(fresh.handle))
        error = error ? error : errno;
    close_unnamed(&fresh);
    if (!error && !what->for_now)
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

static enum status save_printing(const char *path,
                                 const struct printing *printing,
                                 struct reason *why)
{
    const int error = save(path, printing);
    return error
        ? fail(why, STATUS_IO, "%s cannot be written: %s",
               strcmp(path, "-") ? path : "standard output", strerror(error))
        : STATUS_OK;
}

enum status save_file(const char *path, bool (*print)(FILE *, const void *),
                      const void *what, struct reason *why)
{
    return save_printing(path, &(struct printing){ print, what, false, NULL },
                         why);
}

enum status save_for_now(const char *path, bool *taken,
                         bool (*print)(FILE *, const void *), const void *what,
                         struct reason *why)
{
    return save_printing(path, &(struct printing){ print, what, true, taken },
                         why);
}

int save_try(const char *path)
{
    struct unnamed file;
    char *target = realpath(path, NULL);
    const int error = open_unnamed(&file, target ? target : path);
    free(target);
    if (error)
        return error;
    close(file.handle);
    close_unnamed(&file);
    return 0;
}
