/* comma.h - the items of a comma-separated list, without copying it. */
#ifndef TETRAD_COMMA_H
#define TETRAD_COMMA_H

#include <stdbool.h>
#include <stddef.h>

/* Steps through a list: *rest starts at its text and becomes NULL after the
 * last item. An empty text has one empty item, so that callers see, and can
 * refuse, every empty name. */
bool comma_next(const char **rest, const char **item, size_t *length);

#endif
