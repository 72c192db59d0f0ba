# by-op.sh - a test program that takes operations, one process each and a few
# at once where there are cores for them. To be sourced, behind tap.sh.
# shellcheck shell=sh

# Most of their time is one thread's. Alone, one has all cores.
cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
at_once=$((cores < 6 ? 1 : cores / 3))
[ "$at_once" -eq 1 ] || export OMP_NUM_THREADS="${OMP_NUM_THREADS:-3}"

# The results of one operation under numbers of ours; a process that ends
# without its plan has crashed. OP STATUS
relay() {
    planned=no broken=no
    while IFS= read -r line; do
        case $line in
        'ok '*) count=$((count + 1)) && echo "ok $count ${line#ok * }" ;;
        'not ok '*)
            count=$((count + 1)) bad=$((bad + 1)) broken=yes
            echo "not ok $count ${line#not ok * }" ;;
        1..*) planned=yes ;;
        *) printf '%s\n' "$line" ;;
        esac
    done <"$1.tap"
    [ "$2$planned" = 0yes ] || [ "$broken$planned" = yesyes ] || {
        cp "$1.said" err
        result 1 "$1: ended with status $2"
    }
}

# by_op PROGRAM ARGUMENT...: PROGRAM ARGUMENT... NAME of every operation
by_op() {
    "$COMPARE" --list ops --json - |
        sed -n 's/^    "name": "\(.*\)",$/\1/p' >ops
    [ -s ops ] || result 1 'there are operations'
    # shellcheck disable=SC2016 # the inner shell's
    xargs -P "$at_once" -I OP sh -c '
        "$@" OP >OP.tap 2>OP.said
        echo $? >OP.status && mv OP.status OP.ended' sh "$@" <ops &
    runner=$!
    while read -r op; do
        while [ ! -e "$op.ended" ]; do
            sleep 0.1
            kill -0 "$runner" 2>/dev/null || [ -e "$op.ended" ] || {
                echo "Bail out! $op never ended: what runs it was killed"
                exit 1
            }
        done
        read -r status <"$op.ended"
        relay "$op" "$status"
    done <ops
}
