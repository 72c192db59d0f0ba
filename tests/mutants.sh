#!/bin/sh
# mutants.sh - wrong implementations, which must be caught: the program mutants,
# operation by operation. TAP.

# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"
# shellcheck source=tests/by-op.sh
. "$top/tests/by-op.sh"

by_op "$(dirname "$PLANTED")/mutants"
tap_end
