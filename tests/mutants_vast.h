/* mutants_vast.h - what is wrong beyond 2^31 elements alone. */
#ifndef TETRAD_TESTS_MUTANTS_VAST_H
#define TETRAD_TESTS_MUTANTS_VAST_H

#include "mutants.h"

/* A result each, of those ops that have some. */
void mutants_vast(const struct op *);

#endif
