#!/bin/sh
# crosscheck.sh - every variant of every operation against the oracle: the
# program crosscheck, operation by operation. TAP.

# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"
# shellcheck source=tests/by-op.sh
. "$top/tests/by-op.sh"

by_op "$(dirname "$PLANTED")/crosscheck" --op
tap_end
