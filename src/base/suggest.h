/* suggest.h - "did you mean": the valid name nearest to a wrong one. */
#ifndef TETRAD_SUGGEST_H
#define TETRAD_SUGGEST_H

#include "op.h"

/* The name nearest to the word by edit distance, case apart, or one that
 * the word begins or is part of; NULL when none is near enough to be meant.
 * names ends with NULL. */
const char *suggest_nearest(const char *word, size_t length,
                            const char *const names[]);

/* Writes "WORD: no such KIND; did you mean X? (A, B, C)" and returns
 * STATUS_USAGE. The list is cut, with "...", where the reason is full. */
enum status suggest_fail(struct reason *why, const char *word, size_t length,
                         const char *kind, const char *const names[]);

#endif
