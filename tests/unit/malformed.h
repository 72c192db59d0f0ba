/* malformed.h - whether a reader refused a file, where and why. */
#ifndef TETRAD_TESTS_MALFORMED_H
#define TETRAD_TESTS_MALFORMED_H

#include "unit.h"

#include <string.h>

#include "status.h"

/* Of case k: that the reason begins with the place, and has these words. */
static inline void is_refused(size_t k, enum status status,
                              const struct reason *why, const char *place,
                              const char *words)
{
    const bool good = status == STATUS_IO &&
        strstr(why->text, place) == why->text && strstr(why->text, words);
    if (!good)
        print_error("%zu: %d \"%s\"\n", k, (int)status, why->text);
    assert_true(good);
}

#endif
