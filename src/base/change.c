/* change.c - ratios of times as words. */
#include "base/change.h"

#include <math.h>

static const char *const verdict_names[CHANGES] = {
    [BROKEN] = "broken",        [SLOWER] = "slower",
    [FASTER] = "faster",        [SAME] = "same",
    [UNCLEAR] = "unclear",      [ONLY_OLD] = "only in old",
    [ONLY_NEW] = "only in new", [NOT_MEASURED] = "not measured"
};

const char *change_name(enum change verdict)
{
    return verdict_names[verdict];
}

enum change change_of(double ci_low, double ci_high, double threshold)
{
    const double most = 1 + threshold;

    if (!(ci_low > 0) || !(ci_high >= ci_low) || !isfinite(ci_high))
        return UNCLEAR;
    if (ci_low > most)
        return SLOWER;
    if (ci_high < 1 / most)
        return FASTER;
    return ci_low >= 1 / most && ci_high <= most ? SAME : UNCLEAR;
}
