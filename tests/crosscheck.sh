#!/bin/sh
# crosscheck.sh - every variant of every operation against the oracle: the
# program crosscheck, operation by operation. Where there is a GPU, what runs
# on it is gpu.sh's. TAP.

on_gpu=yes
# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"
# shellcheck source=tests/by-op.sh
. "$top/tests/by-op.sh"

set -- --op
! has_gpu || set -- --backend reference,openmp --op
export CUDA_VISIBLE_DEVICES=

crosscheck=$(dirname "$PLANTED")/crosscheck
for wrong in '--op nosuch' reduce; do
    # shellcheck disable=SC2086
    "$crosscheck" $wrong >out 2>err
    [ $? -eq 2 ] && grep -q 'no such operation\|too many' err
    result $? "crosscheck $wrong: a reason, and status 2"
done
by_op "$crosscheck" "$@"
tap_end
