#!/bin/sh
# sanitize.sh - the CUDA kernels under compute-sanitizer's four tools, on the
# grids of small cases: every kernel, and the best where larger arrays make it
# take other forms; a test a tool and operation. TAP.

: "${COMPARE:=./compare}"
tools='memcheck racecheck initcheck synccheck'
work=$(mktemp -d) || exit 1
log=$work/log
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

skip() { # why
    echo "ok 1 - compute-sanitizer # SKIP $1"
    echo 1..1
    exit 0
}

command -v compute-sanitizer >/dev/null 2>&1 || skip 'no compute-sanitizer'
"$COMPARE" --backend=cuda --op=reduce --size=1 --dry-run >/dev/null 2>"$log" ||
    skip "$(sed 's/^compare: //' "$log" | head -n 1)"

ops=$("$COMPARE" --list ops | sed -n 's/^\([a-z0-9-]*\)  *[iuf][0-9].*/\1/p')

# To memcheck a guard is as good as the array that it is around.
clean() { # grids
    set -- "$1" --backend cuda --op "$op"
    [ "$tool" != memcheck ] || set -- "$@" --tight
    compute-sanitizer --tool "$tool" --error-exitcode 9 \
        ./tests/crosscheck "$@" >"$log" 2>&1 &&
        grep -q '^ok' "$log"
}

# One after another: processes that share a GPU wait for each other's turns.
count=0 bad=0
for op in $ops; do
    for tool in $tools; do
        count=$((count + 1))
        if clean --tiny && clean --forms; then
            echo "ok $count - $op: $tool"
        else
            bad=$((bad + 1))
            echo "not ok $count - $op: $tool"
            grep -v '^ok' "$log" | head -n 20 | sed 's/^/# /'
        fi
    done
done
echo "1..$count"
[ $bad -eq 0 ] && [ $count -gt 0 ]
