/* bed.h - what the tests of variants share: the machine, opened as the program
 * opens it, and problems made from text. */
#ifndef TETRAD_TESTS_BED_H
#define TETRAD_TESTS_BED_H

#include "plan/targets.h"

enum { BED_SETTINGS = 16 };

/* Opens the machine and every backend; threads: 0, one a core. Exits when the
 * host itself cannot be opened: nothing can be tested then. */
void bed_open(struct targets *, int threads);
void bed_close(struct targets *);

/* A problem of the op. settings: "KEY=VALUE", at most BED_SETTINGS; with
 * "dist=NAME[:ARG]" its inputs are not of the default distribution. */
enum status bed_problem(struct problem *, const struct op *, enum elem type,
                        size_t size, const char *const settings[], int count,
                        struct reason *why);

/* "reduce f32 n=257 operator=max seed=1": what makes a failure again. */
void bed_describe(const struct problem *, char *text, size_t room);

#endif
