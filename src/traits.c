/* traits.c - every trait, named and explained. */
#include "traits.h"

#include <string.h>

const struct trait_words traits[] = {
    { UNORDERED, "unordered", "‡", "leaves its output in any order",
      "The output holds the right elements in any order, which may differ "
      "from "
      "run to run." },
    { UNSTABLE, "unstable", "§", "is not stable",
      "It is not stable: elements of equal keys may change places, or a "
      "partition's second side comes in reverse order." },
    { KEEPS_STATE, "keeps-state", "†", "keeps state between runs",
      "It keeps state between runs, as the handle of a library does: its "
      "scratch is zeroed once, and each run finds what the last one left. The "
      "others find scratch of any content, and clear within their time what "
      "they need clear." },
    { WAITS, "waits", "", "waits for the device",
      "A run waits for the device, so that delays of the host are in its "
      "time." },
    { 0 }
};

unsigned trait_find(const char *name)
{
    for (const struct trait_words *t = traits; t->name; t++)
        if (!strcmp(t->name, name))
            return t->trait;
    return 0;
}
