#!/bin/sh
# mutants.sh - wrong implementations, which must be caught: the program mutants,
# operation by operation. TAP.

# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"
# shellcheck source=tests/by-op.sh
. "$top/tests/by-op.sh"

mutants=$(dirname "$PLANTED")/mutants
for wrong in nosuch '--op reduce'; do
    # shellcheck disable=SC2086
    "$mutants" $wrong >out 2>err
    [ $? -eq 2 ] && grep -q 'no such operation\|too many' err
    result $? "mutants $wrong: a reason, and status 2"
done
by_op "$mutants"
tap_end
