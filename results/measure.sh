#!/bin/sh
# measure.sh - the published results of one machine, made in stretches.
#
#   results/measure.sh --for SECONDS [--into DIR] [--list FILE] [PATTERN...]
#   results/measure.sh --charts      [--into DIR] [--list FILE] [PATTERN...]
#
# A list (results/runs.list) has the runs. The first form makes those whose
# file in DIR (runs/measured) is missing, or of another commit or of other
# arguments: one ./compare a run, then ./compare publish. None is begun that
# does not fit into what is left of SECONDS, and one that takes longer than the
# list says is cut off at their end and left as it was. Call it again until
# nothing is left. PATTERNs ('reduce*') choose runs by their names.
#
# Charts are drawn with each file where gnuplot is, or later, and elsewhere, of
# the files that are there, by the second form.
#
# Exit status: 0 nothing is left; 1 a run failed, or a row of it; 2 usage; 3
# some are left. The program is $COMPARE (./compare).
set -u

: "${COMPARE:=./compare}"
seconds='' into=runs/measured list=$(dirname "$0")/runs.list charts=''

usage() {
    sed -n 's/^#   //p' "$0" >&2
    exit 2
}

while [ $# -gt 0 ]; do
    case $1 in
    --for | --into | --list) [ $# -ge 2 ] || usage ;;
    esac
    case $1 in
    --for) seconds=$2 && shift ;;
    --into) into=$2 && shift ;;
    --list) list=$2 && shift ;;
    --charts) charts=yes ;;
    -*) usage ;;
    *) break ;;
    esac
    shift
done
case $seconds$charts in
yes) ;;
'' | *[!0-9]*) usage ;;
esac

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM
end=$(($(date +%s) + ${seconds:-0}))
made=0 there=0 failed=0 left=0 needs=0

# --- the list ----------------------------------------------------------------

# NAME SECONDS CHARTS ARGUMENT..., a line a run, with {WORD}s replaced.
runs() {
    awk '
    /^#/ || NF == 0 { next }
    $2 == "=" {
        word = "{" $1 "}"
        sub(/^[^=]*= */, "")
        stands[word] = $0
        next
    }
    {
        for (i = 4; i <= NF; i++)
            if ($i in stands)
                $i = stands[$i]
        print
    }' "$list"
}

chosen() { # NAME PATTERN...
    name=$1
    shift
    [ $# -gt 0 ] || return 0
    for pattern in "$@"; do
        # shellcheck disable=SC2254 # it is a pattern
        case $name in $pattern) return 0 ;; esac
    done
    return 1
}

# --- one run -----------------------------------------------------------------

is_made() { # NAME ARGUMENTS
    grep -q -F -e " $2 --json " "$into/$1.json" 2>/dev/null &&
        grep -q -F -e "\"commit\":\"$commit\"" "$into/$1.json"
}

draw() { # NAME CHARTS
    [ "$2" != - ] || return 0
    "$COMPARE" plot "$into/$1.json" --plot "$work/$1.svg" 2>"$work/log" ||
        return
    for kind in $(echo "$2" | tr , ' '); do
        chart=$1-$kind
        [ "$kind" != speed ] || chart=$1
        mv "$work/$chart.svg" "$work/$chart.dat" "$into" 2>"$work/log" ||
            return
    done
}

# What is not whole never bears the name of a result. compare ends with 1 when
# a row is wrong: that is a result, too.
measure() { # NAME ARGUMENTS: compare's status, or timeout's
    # shellcheck disable=SC2086
    timeout --foreground -s INT -k 20 $((end - $(date +%s))) "$COMPARE" $2 \
        --json "$into/$1.part" </dev/null >"$work/log" 2>&1
    measured=$?
    if [ $measured -le 1 ]; then
        "$COMPARE" publish "$into/$1.part" --json "$into/$1.json" \
            2>"$work/log" || measured=2
    fi
    rm -f "$into/$1.part"
    return $measured
}

leave() { # NAME ESTIMATE WHY
    echo "$1: left, $3"
    left=$((left + 1)) needs=$((needs + $2))
}

complain() { # NAME WHAT
    echo "$1: $2"
    tail -n 3 "$work/log" | sed 's/^/  /'
    failed=$((failed + 1))
}

# What is there is looked at again: a wrong row stays one.
finish() { # NAME CHARTS
    ! grep -q '"status":"\(wrong\|failed\)"' "$into/$1.json" ||
        complain "$1" 'a row is wrong or failed'
    [ -z "$2" ] || ! command -v gnuplot >/dev/null || draw "$1" "$2" ||
        complain "$1" 'no charts'
}

make() { # NAME ESTIMATE CHARTS ARGUMENTS
    began=$(date +%s)
    if is_made "$1" "$4"; then
        there=$((there + 1))
        finish "$1" ''
        return
    elif [ $((began + $2)) -gt "$end" ]; then
        leave "$1" "$2" "it takes about $2 s"
        return
    fi
    measure "$1" "$4"
    status=$?
    took=$(($(date +%s) - began))
    case $status in
    0 | 1)
        echo "$1: $took s"
        made=$((made + 1))
        finish "$1" "$3" ;;
    124 | 137) leave "$1" "$2" "cut off after $took s" ;;
    130) exit 130 ;;
    *) complain "$1" 'no results' ;;
    esac
}

# --- all of them -------------------------------------------------------------

each() { # DO PATTERN...: with each chosen line of the list
    do=$1
    shift
    while read -r name estimate kinds arguments; do
        chosen "$name" "$@" && found=yes &&
            "$do" "$name" "$estimate" "$kinds" "$arguments"
    done <"$work/runs"
}

redraw() { # as make
    if [ ! -e "$into/$1.json" ] || [ "$3" = - ]; then
        return
    elif draw "$1" "$3"; then
        echo "$1: drawn"
    else
        complain "$1" 'no charts'
    fi
}

stop() { # WHY
    echo "measure.sh: $1" >&2
    exit 2
}

runs >"$work/runs" || stop "$list cannot be read"
commit=$("$COMPARE" --version | sed -n 's/^commit //p')
[ "$commit" ] || stop "$COMPARE does not say its commit"
found=''
if [ "$charts" ]; then
    each redraw "$@"
else
    mkdir -p "$into" || stop "$into cannot be made"
    each make "$@"
    echo "$made made, $there there already, $failed failed, $left left" \
        "(about $needs s)"
fi
[ "$found" ] || stop "no run of $list is called $*"
[ $failed -eq 0 ] || exit 1
[ $left -eq 0 ] || exit 3
