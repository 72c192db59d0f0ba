#!/bin/sh
# tight.sh - small cases on arrays behind whose ends nothing may be read: the
# program crosscheck, operation by operation, without GPUs. Where it has small
# cases alone, for sanitizers, those see as much. TAP.

[ "${CROSSCHECK_GRID-}" != small ] || {
    echo '1..0 # SKIP sanitizers see what is read past ends'
    exit 0
}
# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"
# shellcheck source=tests/by-op.sh
. "$top/tests/by-op.sh"

export CUDA_VISIBLE_DEVICES=
by_op "$(dirname "$PLANTED")/crosscheck" --small --tight \
    --backend reference,openmp --op
tap_end
