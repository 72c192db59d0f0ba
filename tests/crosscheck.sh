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

by_op "$(dirname "$PLANTED")/crosscheck" "$@"
tap_end
