#!/bin/sh
# sanitize.sh - the CUDA kernels under compute-sanitizer's four tools, on the
# tiny grids: small cases of every kernel. TAP.

: "${COMPARE:=./compare}"
tools='memcheck racecheck initcheck synccheck'
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
trap 'exit 1' HUP INT TERM

skip() { # why
    echo "ok 1 - compute-sanitizer # SKIP $1"
    echo 1..1
    exit 0
}

command -v compute-sanitizer >/dev/null 2>&1 || skip 'no compute-sanitizer'
"$COMPARE" --backend=cuda --op=reduce --size=1 --dry-run >/dev/null 2>"$log" ||
    skip "$(sed 's/^compare: //' "$log" | head -n 1)"

count=0 bad=0
for tool in $tools; do
    count=$((count + 1))
    if compute-sanitizer --tool $tool --error-exitcode 9 \
        ./tests/crosscheck --tiny --backend cuda >"$log" 2>&1 &&
        grep -q '^ok' "$log"; then
        echo "ok $count - $tool"
    else
        bad=$((bad + 1))
        echo "not ok $count - $tool"
        grep -v '^ok' "$log" | head -n 20 | sed 's/^/# /'
    fi
done
echo "1..$count"
[ $bad -eq 0 ]
