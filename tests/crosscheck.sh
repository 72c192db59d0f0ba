#!/bin/sh
# crosscheck.sh - every variant of every operation against the oracle: the
# program crosscheck, operation by operation. TAP.

# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"
# shellcheck source=tests/by-op.sh
. "$top/tests/by-op.sh"

# Processes that share a GPU have it by turns, and wait for theirs at each of
# many small steps: of scan alone takes 8 s, as one of five over a minute. One
# after another, with all cores.
if "$COMPARE" --backend=cuda --op=reduce --size=1 --dry-run >out 2>err; then
    width=1
    unset OMP_NUM_THREADS
fi

by_op "$(dirname "$PLANTED")/crosscheck" --op
tap_end
