/* test_save.c - files are written whole or left as they were, on file systems
 * that have files without names, links, both or none. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "unit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tree.h"
#include "base/save.h"

/* What the file system refuses, as those of other kinds do. */
static struct {
    int unnamed, links; /* errnos; 0: it does them */
    bool no_proc;
} refuses;
static int refused;

int open(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
    va_end(rest);
    if ((flags & O_TMPFILE) == O_TMPFILE && refuses.unnamed) {
        refused++;
        errno = refuses.unnamed;
        return -1;
    }
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int linkat(int from, const char *old, int to, const char *new, int flags)
{
    if (refuses.links) {
        refused++;
        errno = refuses.links;
        return -1;
    }
    return (int)syscall(SYS_linkat, from, old, to, new, flags);
}

int access(const char *path, int mode)
{
    if (refuses.no_proc && !strncmp(path, "/proc", 5)) {
        refused++;
        errno = ENOENT;
        return -1;
    }
    return (int)syscall(SYS_faccessat, AT_FDCWD, path, mode, 0);
}

/* --- a directory of its own ----------------------------------------------- */

static struct tree tree;

static int enter(void **state)
{
    (void)state;
    tree = tree_made();
    return chdir(tree.root);
}

static int leave(void **state)
{
    (void)state;
    tree_end(&tree);
    return chdir("/");
}

static int files(void)
{
    DIR *here = opendir(".");
    int count = 0;
    assert_non_null(here);
    for (const struct dirent *entry; (entry = readdir(here));)
        count += entry->d_name[0] != '.';
    closedir(here);
    return count;
}

static void holds(const char *path, const char *want)
{
    char got[64] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    got[fread(got, 1, sizeof got - 1, file)] = 0;
    fclose(file);
    assert_string_equal(got, want);
}

static bool print_text(FILE *file, const void *text)
{
    fputs(text, file);
    return true;
}

static bool print_part(FILE *file, const void *text)
{
    fputs(text, file);
    return false;
}

/* --- tests ---------------------------------------------------------------- */

/* Everything that is asked of a save, where the file system is as `refuses`
 * says. */
static void saves(void)
{
    struct reason why = { "" };
    struct stat is;
    bool taken = true;
    const mode_t mask = umask(0022);

    refused = 0;
    assert_int_equal(save_try("x"), 0);
    assert_int_equal(files(), 0);
    assert_int_equal(save_for_now("x", &taken, print_text, "first", &why), 0);
    assert_false(taken);
    holds("x", "first");
    assert_int_equal(files(), 1);
    assert_int_equal(stat("x", &is), 0);
    assert_int_equal(is.st_mode & 0777, 0644);

    assert_int_equal(save_for_now("x", &taken, print_text, "other", &why), 0);
    assert_true(taken);
    holds("x", "first");
    assert_int_equal(files(), 1);

    assert_int_equal(chmod("x", 0600), 0);
    assert_int_equal(save_file("x", print_text, "second", &why), 0);
    holds("x", "second");
    assert_int_equal(stat("x", &is), 0);
    assert_int_equal(is.st_mode & 0777, 0600);
    assert_int_equal(files(), 1);

    assert_int_equal(symlink("x", "y"), 0);
    assert_int_equal(save_file("y", print_text, "third", &why), 0);
    holds("x", "third");
    assert_int_equal(lstat("y", &is), 0);
    assert_true(S_ISLNK(is.st_mode));
    assert_int_equal(files(), 2);
    assert_int_equal(unlink("y"), 0);

    assert_int_equal(save_file("x", print_part, "half", &why), STATUS_IO);
    assert_non_null(strstr(why.text, "x cannot be written: "));
    holds("x", "third");
    assert_int_equal(save_for_now("z", &taken, print_part, "half", &why),
                     STATUS_IO);
    assert_int_equal(files(), 1);
    assert_int_equal(unlink("x"), 0);
    umask(mask);
}

static void whole(void **state)
{
    (void)state;
    saves();
    assert_int_equal(refused, 0);
}

static void no_unnamed_files(void **state)
{
    (void)state;
    refuses.unnamed = EOPNOTSUPP;
    saves();
    assert_true(refused > 0);
    refuses.unnamed = 0;
}

static void no_links(void **state)
{
    const int errors[] = { EPERM, EOPNOTSUPP, ENOSYS, EMLINK };
    (void)state;
    refuses.unnamed = EOPNOTSUPP;
    for (size_t k = 0; k < sizeof errors / sizeof *errors; k++) {
        refuses.links = errors[k];
        saves();
        assert_true(refused > 0);
    }
    refuses.unnamed = refuses.links = 0;
}

static void no_proc(void **state)
{
    (void)state;
    refuses.no_proc = true;
    saves();
    assert_true(refused > 0);
    refuses.no_proc = false;
}

/* Another error is told, and nothing is left. */
static void no_name(void **state)
{
    struct reason why = { "" };
    bool taken;
    (void)state;
    refuses.links = EDQUOT;
    for (int k = 0; k < 2; k++) {
        refuses.unnamed = k ? EOPNOTSUPP : 0;
        assert_int_equal(save_for_now("x", &taken, print_text, "text", &why),
                         STATUS_IO);
        assert_non_null(strstr(why.text, strerror(EDQUOT)));
        assert_int_equal(files(), 0);
    }
    refuses.links = refuses.unnamed = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole),    cmocka_unit_test(no_unnamed_files),
        cmocka_unit_test(no_links), cmocka_unit_test(no_proc),
        cmocka_unit_test(no_name),
    };
    return cmocka_run_group_tests_name("save", tests, enter, leave);
}
