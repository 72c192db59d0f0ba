#!/bin/sh
# interrupts.sh - runs cut off by signals, in each phase and at any moment.
#
#   interrupts.sh [ROUNDS [PHASE...]]
#
# A few cuts, or with ROUNDS so many of each signal in each phase, or in those
# that are named. TAP; what is done stands in interrupts.py, the program is
# $COMPARE.

# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"
if ! python3 -c 'import pty' 2>/dev/null; then
    skip 'runs cut off' 'no python3 to cut them off with'
    tap_end
fi
[ $# -gt 0 ] || set -- 0
python3 "$top/tests/interrupts.py" "$COMPARE" "$@" >log 2>err
status=$?
while read -r good what; do
    [ "$good" = ok ]
    result $? "$what"
done <log
[ "$status" -eq 0 ] && [ "$count" -gt 0 ]
result $? 'all of it was tried'
tap_end
