#!/bin/sh
# sanitize.sh - the CUDA kernels under compute-sanitizer's four tools, on the
# tiny grids: small cases of every kernel. TAP.

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

# All at once: each is slow, and none is a measurement.
for tool in $tools; do
    {
        compute-sanitizer --tool "$tool" --error-exitcode 9 \
            ./tests/crosscheck --tiny --backend cuda >"$work/$tool" 2>&1
        echo "status $?" >>"$work/$tool"
    } &
done
wait

count=0 bad=0
for tool in $tools; do
    count=$((count + 1))
    if grep -q '^status 0$' "$work/$tool" && grep -q '^ok' "$work/$tool"; then
        echo "ok $count - $tool"
    else
        bad=$((bad + 1))
        echo "not ok $count - $tool"
        grep -v '^ok' "$work/$tool" | head -n 20 | sed 's/^/# /'
    fi
done
echo "1..$count"
[ $bad -eq 0 ]
