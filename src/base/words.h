/* words.h - the words of a command as one line, and back.
 *
 * The line is what a POSIX shell would read as the same words. Reading it
 * back only cuts and unquotes: nothing is expanded or run. */
#ifndef TETRAD_WORDS_H
#define TETRAD_WORDS_H

/* The words with blanks between, quoted where they need it; NULL: no memory.
 * Free it. */
char *words_join(int count, char *const words[]);

/* The words of a line that words_join made: cut at blanks, with '...' and \c
 * undone. Returns a list that ends with NULL, in one block of memory to free;
 * NULL: a quote is not closed, or no memory. */
char **words_cut(const char *line, int *count);

#endif
