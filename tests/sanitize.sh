#!/bin/sh
# sanitize.sh - the CUDA kernels under compute-sanitizer's four tools, on the
# tiny grids: small cases of every kernel, a test a tool and operation. TAP.

: "${COMPARE:=./compare}"
tools='memcheck racecheck initcheck synccheck'
cpus=$(getconf _NPROCESSORS_ONLN 2>/dev/null) || cpus=1
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

run() { # TOOL OP
    compute-sanitizer --tool "$1" --error-exitcode 9 \
        ./tests/crosscheck --tiny --backend cuda --op "$2" \
        >"$work/$1-$2/out" 2>&1
    echo "status $?" >>"$work/$1-$2/out"
}

# Each is slow and none is a measurement: a worker a CPU, and whoever makes the
# directory of a run does it.
worker=0
while [ $worker -lt "$cpus" ]; do
    worker=$((worker + 1))
    for op in $ops; do
        for tool in $tools; do
            mkdir "$work/$tool-$op" 2>/dev/null && run "$tool" "$op"
        done
    done &
done
wait

count=0 bad=0
for op in $ops; do
    for tool in $tools; do
        count=$((count + 1))
        out=$work/$tool-$op/out
        if grep -q '^status 0$' "$out" && grep -q '^ok' "$out"; then
            echo "ok $count - $op: $tool"
        else
            bad=$((bad + 1))
            echo "not ok $count - $op: $tool"
            grep -v '^ok' "$out" | head -n 20 | sed 's/^/# /'
        fi
    done
done
echo "1..$count"
[ $bad -eq 0 ] && [ $count -gt 0 ]
