#!/bin/sh
# tight.sh - small cases on arrays behind whose ends nothing may be read: the
# program crosscheck, operation by operation, without GPUs. TAP.

# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"
# shellcheck source=tests/by-op.sh
. "$top/tests/by-op.sh"

export CUDA_VISIBLE_DEVICES=
by_op "$(dirname "$PLANTED")/crosscheck" --small --tight \
    --backend reference,openmp --op
tap_end
