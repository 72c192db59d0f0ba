#!/bin/sh
# cost.sh - the CPU seconds, system time included, that make takes for each
# object named, then for each operation and in all. `make cuda-cost` names the
# CUDA objects; `sh tests/cost.sh OBJECT...` in a build directory any.
#
# A machine busy with other work takes longer: two threads that share a core
# each take up to twice as long.

CCACHE_DISABLE=1
export CCACHE_DISABLE
operations=$(sed -n 's/^OPERATION(\([a-z_0-9]*\),.*/\1/p' \
    "${top_srcdir:-.}/src/matrix.def")
times=$(mktemp) || exit 1
costs=$(mktemp) || exit 1
trap 'rm -f "$times" "$costs"' EXIT

# Minutes and seconds, user and system, of all that this shell has waited for,
# at two moments. In a $(...) it would be another shell.
for object; do
    rm -f "$object"
    times >"$times"
    make -s "$object" >&2 || exit 1
    times >>"$times"
    sed -n 'n; s/[ms]/ /gp' "$times" | tr '\n' ' ' |
        awk -v object="$object" '{
            seconds = 60 * ($5 + $7 - $1 - $3) + $6 + $8 - $2 - $4
            printf "%7.1f s  %s\n", seconds, object
        }' | tee -a "$costs"
done

echo
awk -v operations="$operations" '
    # Of what operation: the longest name that the path has, else its place.
    function of(path, names, n, i, best) {
        n = split(operations, names)
        for (i = 1; i <= n; i++)
            if (index(path, "/" names[i]) && length(names[i]) > length(best))
                best = names[i]
        return best != "" ? best : "the place and its roofs"
    }
    {
        sum[of($3)] += $1
        total += $1
    }
    END {
        for (name in sum)
            printf "%7.1f s  %s\n", sum[name], name | "sort -rn"
        close("sort -rn")
        printf "%7.1f min in all\n", total / 60
    }' "$costs"
