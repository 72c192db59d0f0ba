/* comma.c - the items of a comma-separated list. Items cannot hold commas;
 * nothing on the command line needs one. */
#include "base/comma.h"

#include <string.h>

bool comma_next(const char **rest, const char **item, size_t *length)
{
    if (!*rest)
        return false;
    *item = *rest;
    *length = strcspn(*rest, ",");
    *rest = (*item)[*length] ? *item + *length + 1 : NULL;
    return true;
}
