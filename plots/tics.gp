# tics.gp - what a logarithmic axis of less than two decades has besides 1, 10,
# 100: 2 and 5 of each, lest it have but one label.
#
# Loaded by the other scripts, which set `axis` ("x" or "y"), `low` and `high`.

if (high < 100 * low) {
    do for [e = floor(log10(low)) : floor(log10(high))] {
        do for [k = 2 : 5 : 3] {
            eval sprintf("set %stics add ('%g' %g)", axis, k * 10.0 ** e, \
                k * 10.0 ** e)
        }
    }
}
