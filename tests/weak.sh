#!/bin/sh
# weak.sh - stores past the caches are fenced: the OpenMP backend compiled so
# that they are seen by nobody until then (weak_stores.h), on arrays that no
# cache holds.
#
#   weak.sh [OPERATION]
#
# TAP; the program is tests/weak.

skip() { # WHY
    echo "1..0 # SKIP $1"
    exit 0
}

[ "$(uname -m)" = x86_64 ] || skip 'there are such stores on x86-64 alone'
[ "${CROSSCHECK_GRID-}" != small ] || skip 'these arrays are large'
: "${WEAK:=./tests/weak}"
exec "$WEAK" --far --backend openmp ${1:+--op "$1"}
