#!/bin/sh
# sanitize.sh - the CUDA kernels under compute-sanitizer's tools, on the grids
# of small cases: every kernel, and, but for initcheck, the best where larger
# arrays make it take other forms; a test a tool and operation, some at once.
#
#   sanitize.sh [OPERATION.TOOL...]
#
# By itself make check has memcheck of few types and alignments, make check-full
# all four tools and all of the grids: before a changed kernel is taken, the
# four tools of its operations are to be run. That scratch is not read before it
# is written crosscheck sees, too, which finds other bytes there each time. TAP.
# In the environment:
#
#   SANITIZE_TOOLS    of these, with a blank between
#   SANITIZE_AT_ONCE  processes at once: 6, fewer where there are fewer than 12
#                     cores or little GPU memory. This script alone has so many,
#                     however many make runs beside it.
#   SANITIZE_SECONDS  that none may take: 240, in make check-full 3600

on_gpu=yes
# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"
# shellcheck source=tests/pool.sh
. "$top/tests/pool.sh"

# They launch kernels from kernels, which of the tools memcheck alone follows.
nests=quicksort-cdp
# Of each process at most: the largest arrays, and what the tools keep of them.
gb_each=4

lacks() { # WHY
    skip compute-sanitizer "$1"
    tap_end
}

command -v compute-sanitizer >/dev/null 2>&1 || lacks 'no compute-sanitizer'
has_gpu || lacks "$(sed 's/^compare: //' err | head -n 1)"
rm -f err

full=no seconds=240 tools=memcheck
[ "${CROSSCHECK_GRID-}" != full ] ||
    full=yes seconds=3600 tools='memcheck racecheck initcheck synccheck'
seconds=${SANITIZE_SECONDS:-$seconds}

# The slowest first: a long one begun last is waited for by all cores.
if [ $# -gt 0 ]; then
    printf '%s\n' "$@" >told
else
    ops=$("$COMPARE" --list ops --json - |
        sed -n 's/^    "name": "\(.*\)",$/\1/p')
    for op in $ops; do
        # shellcheck disable=SC2086 # they are several
        printf "$op.%s\n" ${SANITIZE_TOOLS:-$tools}
    done >told
fi
for tool in racecheck memcheck initcheck synccheck; do
    grep "\.$tool\$" told
done >list
[ -s list ]
result $? 'there are operations'

width() {
    gb=$("$COMPARE" --list devices --json - 2>/dev/null | awk '
        /"place"/ { gpu = /"gpu"/ }
        /"memory_free"/ && gpu { print int($2 / 1e9); exit }')
    awk -v cores="$cores" -v gb="${gb:-0}" -v each="$gb_each" 'BEGIN {
        most = cores / 2 < gb / each ? cores / 2 : gb / each
        print(most < 1 ? 1 : most > 6 ? 6 : int(most))
    }'
}

# To memcheck a guard is as good as the array that it is around.
# shellcheck disable=SC2016 # the inner shell's
clean='
    tool=${1##*.}
    set -- --backend cuda --op "${1%.*}"
    [ "$tool-$full" = initcheck-no ] || set -- --forms "$@"
    set -- --tiny "$@"
    [ "$full" = yes ] || set -- "$@" --thin
    case $tool in
    memcheck) set -- "$@" --tight ;;
    *) set -- "$@" --except "$nests" ;;
    esac
    exec timeout -k 10 "$seconds" compute-sanitizer --tool "$tool" \
        --error-exitcode 9 "$crosscheck" "$@"'
crosscheck=$(dirname "$PLANTED")/crosscheck
export crosscheck full nests seconds OMP_NUM_THREADS="${OMP_NUM_THREADS:-3}"
pool "${SANITIZE_AT_ONCE:-$(width)}" sh -c "$clean" sh

while read -r job; do
    await "$job"
    grep '^ok' "$job.tap" | grep -q -v '# SKIP' && ran=yes || ran=no
    case $status$ran in
    0yes) why= ;;
    0no) why=', which ran nothing' ;;
    124* | 137*) why=", not over after $seconds s" ;;
    *) why=", which ended with status $status" ;;
    esac
    cat "$job.tap" "$job.said" | grep -v '^ok' >log
    [ -z "$why" ]
    result $? "${job%.*}: ${job##*.}$why"
    echo "# $(cat "$job.took") s"
done <told
tap_end
