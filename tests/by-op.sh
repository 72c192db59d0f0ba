# by-op.sh - a test program that takes operations, one process each and a few
# at once where there are cores for them. To be sourced, behind tap.sh.
# shellcheck shell=sh

# shellcheck source=tests/pool.sh
. "${top:?}/tests/pool.sh"

# Most of their time is one thread's: of many cores each has three, and few are
# shared by two. Alone, one has all cores.
width=$((cores < 6 ? (cores > 1) + 1 : cores / 3))
[ "$width" -eq 1 ] ||
    export OMP_NUM_THREADS="${OMP_NUM_THREADS:-$((cores < 3 ? cores : 3))}"

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
        sed -n 's/^    "name": "\(.*\)",$/\1/p' >list
    [ -s list ] || result 1 'there are operations'
    pool "$width" "$@"
    while read -r op; do
        await "$op"
        relay "$op" "$status"
        echo "# $op: $(cat "$op.took") s"
    done <list
    wait "$runner"
    runner=
}
