#!/bin/sh
# harness-faults.sh - faults planted in the harness itself: each must make a
# test fail that passes without it.
#
#   harness-faults.sh TREES [WORDS [K/M]]
#
# TREES/1 is a configured copy of the sources, which is built, copied once for
# each core and changed here; of the faults of tests/harness-faults.list only
# those whose names hold WORDS, and of these with K/M one in M, by turns (K from
# 0): the others are skipped if they fit and their tests are there. A fault is
# an edit of one file, made alone and taken back. An edit that no longer fits,
# does not compile or changes nothing that its tests see is an error; where this
# machine lacks what the list says that it needs, a fault is skipped. TAP.
#
# Tests run beside others, in as many trees as there are cores; those that
# $ALONE names, and what fails beside others without a fault, at last, alone.

trees=$1 words=${2-} share=${3-}
list=${top_srcdir:-.}/tests/harness-faults.list
all=$(mktemp -d) || exit 1
list=$(cd "$(dirname "$list")" && pwd)/harness-faults.list
cd "$trees" || exit 1
trees=$PWD
trap 'rm -rf "$all"' EXIT
trap 'exit 1' HUP INT TERM
cores=$(nproc 2>/dev/null || echo 2)
[ "$cores" -le 8 ] || cores=8
limit='timeout 300'
command -v timeout >/dev/null 2>&1 || limit=

CMOCKA_MESSAGE_OUTPUT=TAP LC_ALL=C top_srcdir=. OMP_WAIT_POLICY=passive
export CMOCKA_MESSAGE_OUTPUT LC_ALL top_srcdir OMP_WAIT_POLICY

# --- the list ----------------------------------------------------------------

# Of the fault that is named, lines of a kind: @ its file, ! its tests, ? what
# they need of the processor, - what stands there, + what shall.
lines() { # NAME KIND
    awk -v name="$1" -v kind="$2" '
        /^= / { here = substr($0, 3) == name }
        here && substr($0, 1, 2) == kind " " { print substr($0, 3) }' "$list"
}

lacking() { # NAME: what its tests need and the processor has not
    lines "$1" '?' | while read -r flag; do
        grep -m 1 '^flags' /proc/cpuinfo 2>/dev/null |
            grep -q -w -F -e "$flag" || echo "$flag"
    done
}

# Puts the lines of `new` where those of `old` stand, and nowhere else: blanks
# at the ends of a line do not count.
edit() { # FILE
    awk -v old="$work/old" -v new="$work/new" '
        function bare(line) {
            gsub(/^[ \t]+|[ \t]+$/, "", line)
            return line
        }
        BEGIN { while ((getline line < old) > 0) want[n++] = bare(line) }
        { text[NR] = $0 }
        END {
            for (i = 1; i + n - 1 <= NR; i++) {
                for (k = 0; k < n && bare(text[i + k]) == want[k]; k++)
                    continue
                if (k == n) { at = i; places++ }
            }
            if (n == 0 || places != 1) {
                print places + 0 " places" > "/dev/stderr"
                exit 1
            }
            for (i = 1; i <= NR; i++) {
                if (i == at)
                    while ((getline line < new) > 0) print line
                if (i < at || i >= at + n) print text[i]
            }
        }' "$1"
}

# --- tests -------------------------------------------------------------------

programs() { # TEST ARGUMENT...: what it needs built
    case $1 in
    */narrow.sh | */weak.sh) echo tests/weak ;;
    */races.sh) echo libtests.a ;;
    *.sh) echo compare tests/planted ;;
    *) echo "$1" ;;
    esac
}

build() { # TEST ARGUMENT...
    # shellcheck disable=SC2046
    make -s $(programs "$@") >"$work/make" 2>&1
}

is_alone() { # TEST AND ARGUMENTS
    case " ${ALONE-} " in
    *" ${1%% *} "*) ;;
    *) return 1 ;;
    esac
}

failures() { # what the test says failed; cmocka skips with "not ok 3 # SKIP x"
    sed -n '/# SKIP/d; s/^not ok [0-9]* - //p' "$work/log"
}

# Runs a test until its first failure; 0: it ended by itself, all of it good.
run() { # TEST ARGUMENT...
    case $1 in *.sh) set -- sh "$@" ;; esac
    rm -rf "$work/ended" "$work/tmp"
    mkdir "$work/tmp"
    {
        PATH=.:$PATH TMPDIR=$work/tmp $limit "$@" 2>"$work/err" </dev/null &&
            : >"$work/ended"
    } | sed '/^not ok/{/# SKIP/!q;}' >"$work/log"
    [ -e "$work/ended" ] && grep -q '^ok' "$work/log" && [ -z "$(failures)" ]
}

forget() { # WHAT...: that was said
    for said; do : >"$work/$said"; done
}

# A result and what was said, in one piece, which a pipe takes as one up to
# 4096 bytes: others write, too.
result() { # GOOD WHAT
    {
        [ "$1" -eq 0 ] || printf 'not '
        echo "ok - $2"
        for said in edit make log err; do
            [ "$1" -ne 0 ] && [ -s "$work/$said" ] || continue
            grep -v '^ok' "$work/$said" | tail -n 8 | cut -c 1-100 |
                sed "s/^/# $said: /"
        done
    } >"$work/result"
    cat "$work/result"
}

# --- trees -------------------------------------------------------------------

# In each tree at once, CALL with every line of FILE that no other has taken.
deal() { # FILE CALL TREE...
    dealt=$1 call=$2
    shift 2
    mkdir "$dealt.taken"
    for tree; do
        (
            work=$all/${tree##*/}
            COMPARE=$tree/compare PLANTED=$tree/tests/planted
            TETRAD_PLOTS=$tree/plots
            export COMPARE PLANTED TETRAD_PLOTS
            mkdir -p "$work" && cd "$tree" || exit 1
            number=0
            while read -r line <&3; do
                number=$((number + 1))
                ! mkdir "$dealt.taken/$number" 2>/dev/null || "$call" "$line"
            done 3<"$dealt"
        ) &
    done
    wait
}

# The results of what has been dealt, numbered; 0: all good, one for each line
# of FILE.
number() { # FILE
    awk -v before="$(cat "$all/count")" -v count="$all/count" \
        -v want="$(wc -l <"$1")" '
        /^(not )?ok - / { sub(/ok -/, "ok " (before + ++seen) " -") }
        /^not ok/ { bad = 1 }
        { print; fflush() }
        END {
            if (seen != want) {
                print "# " seen + 0 " of " want " were tried"
                bad = 1
            }
            print before + seen > count
            exit bad
        }'
}

# By their files: what one has changed and taken back is compiled once.
names=$(awk 'function tell() { if (name) print file "\t" name }
             /^= / { tell(); name = substr($0, 3); file = "" }
             /^@ / { file = $2 }
             END { tell() }' "$list" | sort -s -t "$(printf '\t')" -k 1,1 |
    cut -f 2 | grep -F -e "$words")
[ -n "$names" ] || { echo "Bail out! no fault has $words in its name"; exit 1; }
echo "$names" >"$all/names"
case ${share:=0/1} in
[0-9]/[1-9]) ;;
*) echo "Bail out! a share is K/M, as 0/3, and not $share"; exit 1 ;;
esac
awk -v one="${share%/*}" -v in_all="${share#*/}" 'NR % in_all == one' \
    "$all/names" >"$all/share"
[ -s "$all/share" ] || { echo "Bail out! no fault is of $share"; exit 1; }

(cd 1 && make -s -j"$cores" check TESTS=) >"$all/make" 2>&1 || {
    sed 's/^/# /' "$all/make"
    echo 'Bail out! the tree does not compile'
    exit 1
}
for tree in $(seq 2 "$cores"); do
    cp -a 1 "$tree"
done

# --- without a fault ---------------------------------------------------------

unplanted() { # TEST AND ARGUMENTS
    forget log err
    # shellcheck disable=SC2086
    build $1 && run $1
    result $? "nothing planted: $1"
}

beside() { # TEST AND ARGUMENTS: or it is left for later
    told=
    is_alone "$1" || told=$(unplanted "$1")
    case $told in
    ok*) echo "$told" ;;
    *) echo "$1" >>"$all/later" ;;
    esac
}

while read -r name; do
    [ -n "$(lacking "$name")" ] || lines "$name" !
done <"$all/share" | sort -u >"$all/tests"
echo 0 >"$all/count"
for file in later shared last; do : >"$all/$file"; done
{
    deal "$all/tests" beside "$trees"/*
    deal "$all/later" unplanted "$trees/1"
} | number "$all/tests" ||
    { echo 'Bail out! tests fail as it is'; exit 1; }

# --- with each of them -------------------------------------------------------

# What came of one fault in `told`; 0: all its tests saw it.
plant() { # NAME
    file=$(lines "$1" @)
    told="does not fit $file"
    edit "$file" >"$work/edited" 2>"$work/edit" || return
    lines "$1" ! >"$work/named"
    [ -s "$work/named" ] || { told='names no test'; return 1; }
    gone=$(sed 's/ .*//' "$work/named" | while read -r test; do
        [ -e "$test" ] || [ -e "$test.c" ] || echo "$test"
    done)
    [ -z "$gone" ] || { told="$gone is not there"; return 1; }
    needs=$(lacking "$1")
    [ -z "$needs" ] || { told="# SKIP needs $needs"; return 0; }
    grep -q -x -F -e "$1" "$all/share" ||
        { told="# SKIP not of $share"; return 0; }
    cp -p "$file" "$work/original"
    cat "$work/edited" >"$file"
    seen=0
    while read -r test; do
        forget log err
        # shellcheck disable=SC2086
        if ! build $test; then
            told='does not compile'
            seen=1
        elif run $test; then
            told="passes $test unseen"
            seen=1
        elif [ -z "$(failures)" ]; then
            told="$test says nothing: it hangs, crashes or skips all"
            seen=1
        else
            told="$test: $(failures | head -n 1 | cut -c 1-60)"
        fi
        [ "$seen" -eq 0 ] || break
    done <"$work/named"
    cat "$work/original" >"$file" # newer than what was built of the edited
    return "$seen"
}

planted() { # NAME
    lines "$1" - >"$work/old"
    lines "$1" + >"$work/new"
    forget make log err edit
    plant "$1"
    result $? "$1: $told"
}

while read -r name; do
    lines "$name" ! | {
        to=shared
        while read -r test; do
            ! is_alone "$test" || to=last
        done
        echo "$name" >>"$all/$to"
    }
done <"$all/names"
{
    deal "$all/shared" planted "$trees"/*
    deal "$all/last" planted "$trees/1"
} | number "$all/names"
status=$?
twice=$(sort "$all/names" | uniq -d)
[ -z "$twice" ] || { echo "# two faults have one name: $twice"; status=1; }
echo "1..$(cat "$all/count")"
exit "$status"
