# tap.sh - what the scripts that run the program have in common: the programs,
# a directory of their own to run in, results. To be sourced.
# shellcheck shell=sh

: "${COMPARE:=./compare}" "${PLANTED:=./tests/planted}"
case $COMPARE in /*) ;; *) COMPARE=$PWD/$COMPARE ;; esac
case $PLANTED in /*) ;; *) PLANTED=$PWD/$PLANTED ;; esac
# shellcheck disable=SC2034 # for those who read our files
top=$(cd "${top_srcdir:-.}" && pwd)
work=$(mktemp -d) || exit 1
finish() { # a script with more to undo has its own
    rm -rf "$work"
}
trap 'finish' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1

# A script that has nothing to see on a GPU runs as where there is none:
# processes that share one wait for each other. on_gpu=yes: it has.
[ "${on_gpu-}" = yes ] || export CUDA_VISIBLE_DEVICES=

count=0 bad=0

# result GOOD WHAT: 0 is good; else what the last program said is shown.
result() {
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $count - $2"
        return
    fi
    bad=$((bad + 1))
    echo "not ok $count - $2"
    for said in out err log; do
        [ ! -s "$said" ] ||
            cut -c 1-160 "$said" | head -n 15 | sed "s/^/# $said: /"
    done
}

skip() { # WHAT WHY
    count=$((count + 1))
    echo "ok $count - $1 # SKIP $2"
}

# without_python WHAT WHY: skipped where there is no python3; where there is
# one, what it was to do first has failed.
without_python() {
    if command -v python3 >/dev/null 2>&1; then
        false
        result $? "$1: python3 ends with 0"
    else
        skip "$1" "no python3 $2"
    fi
}

# json FILE EXPRESSION WHAT: about d, the document.
json() {
    if ! python3 -c 'import json' 2>/dev/null; then
        skip "$3" 'no python3 to read JSON with'
        return
    fi
    python3 - "$1" "$2" 2>err <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
sys.exit(not eval('(' + sys.argv[2] + ')'))
END
    result $? "$3"
}

# Else the reason is in err.
has_gpu() {
    "$COMPARE" --backend=cuda --op=reduce --size=1 --dry-run >out 2>err
}

tap_end() { # ends the script, too
    echo "1..$count"
    [ "$bad" -eq 0 ]
    exit
}
