#!/bin/sh
# cost.sh - the CPU seconds, system time included, that make takes for each
# object named, then for each operation and in all. `make cuda-cost` names the
# CUDA objects; `sh tests/cost.sh OBJECT...` in a build directory any.
#
# A machine busy with other work takes longer: two threads that share a core
# each take up to half as long again.

CCACHE_DISABLE=1
export CCACHE_DISABLE
operations=$(sed -n 's/^OPERATION(\([a-z_0-9]*\),.*/\1/p' \
    "${top_srcdir:-.}/src/matrix.def")

times=$(mktemp) || exit 1
trap 'rm -f "$times"' EXIT

# Minutes and seconds, user and system, of all that this shell has waited for
# until each of two moments. In a $(...) it would be another shell.
for object; do
    rm -f "$object"
    times >"$times"
    ${MAKE:-make} -s "$object" >&2 || exit 1
    times >>"$times"
    echo "$object $(sed -n 'n; s/[ms]/ /gp' "$times" | tr '\n' ' ')"
done | awk -v operations="$operations" '
    # Of what operation: the longest name that the path has, else its place.
    function of(path, names, n, i, best) {
        n = split(operations, names)
        for (i = 1; i <= n; i++)
            if (index(path, "/" names[i]) && length(names[i]) > length(best))
                best = names[i]
        return best != "" ? best : "the place and its roofs"
    }
    {
        seconds = 60 * ($6 + $8 - $2 - $4) + $7 + $9 - $3 - $5
        printf "%7.1f s  %s\n", seconds, $1
        fflush()
        sum[of($1)] += seconds
        total += seconds
    }
    END {
        print ""
        for (name in sum)
            printf "%7.1f s  %s\n", sum[name], name | "sort -rn"
        close("sort -rn")
        printf "%7.1f min in all\n", total / 60
    }'
