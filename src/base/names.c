/* names.c - a set of names, in the order they came, by linear search: the
 * suite has some hundreds. */
#include "base/names.h"

#include <string.h>

bool names_have(const struct names *names, const char *name)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->name[i], name) == 0)
            return true;
    return false;
}

void names_add(struct names *names, const char *name)
{
    if (names->count < MAX_NAMES && !names_have(names, name))
        names->name[names->count++] = name;
}
