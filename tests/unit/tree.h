/* tree.h - a made-up system in a directory of its own: the files of /proc and
 * /sys that a test wants to be there. */
#ifndef TETRAD_TESTS_TREE_H
#define TETRAD_TESTS_TREE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct tree {
    char root[64];
};

static inline struct tree tree_made(void)
{
    struct tree tree = { "/tmp/tetrad-XXXXXX" };
    assert_non_null(mkdtemp(tree.root));
    return tree;
}

/* Writes root/path, and makes its directories. */
static inline void tree_put(const struct tree *tree, const char *path,
                            const char *text)
{
    char whole[512];
    snprintf(whole, sizeof whole, "%s/%s", tree->root, path);
    for (char *at = whole + strlen(tree->root) + 1;
         (at = strchr(at, '/')) != NULL; at++) {
        *at = 0;
        (void)mkdir(whole, 0700);
        *at = '/';
    }
    FILE *file = fopen(whole, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static inline void tree_take(const struct tree *tree, const char *path)
{
    char whole[512];
    snprintf(whole, sizeof whole, "%s/%s", tree->root, path);
    assert_int_equal(unlink(whole), 0);
}

static inline void tree_end(const struct tree *tree)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", tree->root);
    assert_int_equal(system(command), 0);
}

#endif
