/* resolve.h - the flags that depend on other flags, once all are known. */
#ifndef TETRAD_RESOLVE_H
#define TETRAD_RESOLVE_H

#include "options/options.h"

/* Checks --variants, --reference, --type and --param against the chosen ops
 * and backends, and fills their lists. The reason begins with the flag. */
enum status resolve_options(struct options *, struct reason *why);

/* The part of --variants and --reference. Variants that all name a backend
 * choose the backends too, unless --backend named some. */
enum status resolve_variants(struct options *, struct reason *why);

/* The saved results to read and the outputs to write, whatever the command. */
enum status resolve_files(const struct options *, struct reason *why);

/* Cuts a text at its commas, in place, into a list without empty items. */
enum status resolve_list(char *text, const char *flag,
                         const char *list[MAX_LIST], int *count,
                         struct reason *why);

#endif
