/* tap.h - results in the Test Anything Protocol, for tests without cmocka. */
#ifndef TETRAD_TESTS_TAP_H
#define TETRAD_TESTS_TAP_H

#include <stdbool.h>

/* One result; the text must hold no '#'. */
__attribute__((format(printf, 2, 3))) void tap_result(bool good,
                                                      const char *format, ...);
/* What could not be tested here, and why: never a pass. */
void tap_skip(const char *what, const char *why);
/* A remark, printed with the result it follows. */
__attribute__((format(printf, 1, 2))) void tap_note(const char *format, ...);
/* The plan; the result is the exit status: 0 when all were good and there was
 * at least one. */
int tap_end(void);

#endif
