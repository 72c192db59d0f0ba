/* unit.h - what every unit test includes: cmocka and what it needs before. */
#ifndef TETRAD_TESTS_UNIT_H
#define TETRAD_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#undef fail /* ours is the one of status.h */

#endif
