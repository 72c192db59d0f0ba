#!/bin/sh
# trust.sh - how often the verdicts are right.
#
#   trust.sh [TRIALS]
#
# The same code is measured again and again, beside copies that are slow by 3
# and by 10 % (tests/planted.c). Counted are, within a run: copies called the
# same, and 3 % called slower; between one run and the next: rows of the same
# code called slower or faster, and 10 % called slower. Without TRIALS a few
# do, with bounds that only a broken verdict misses; 100 trials are held to
# what the manual promises. TAP; the program is $PLANTED, its diff $COMPARE's.

trials=${1:-4}
: "${COMPARE:=./compare}" "${PLANTED:=tests/planted}"
case $COMPARE in /*) ;; *) COMPARE=$PWD/$COMPARE ;; esac
case $PLANTED in /*) ;; *) PLANTED=$PWD/$PLANTED ;; esac
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1
size=${TRUST_SIZE:-64Ki}
cache=${TRUST_CACHE:-cold}

measure() { # FILE
    "$PLANTED" --op reduce --backend planted --reference planted/copy-a \
        --variants copy-a,copy-b,slow-3,slow-10 --size "$size" \
        --cache "$cache" --no-plot --no-roofs --quiet --json "$1" \
        >out 2>err ||
        { echo "Bail out! $PLANTED: $(head -n 1 err)"; exit 1; }
}

# within FILE VARIANT VERDICT: of its time over copy-a's
within() {
    grep "\"variant\": \"$2\"" "$1" | grep -q "\"verdict\": \"$3\""
}

# Rows of FILE... that diff calls so, of the variant.
between() { # OLD NEW VARIANT VERDICT
    "$COMPARE" diff "$1" "$2" --fail-on none --quiet --json - |
        grep "\"variant\": \"$3\"" | grep -c "\"verdict\": \"$4\""
}

same=0 three=0 alarms=0 ten=0 trial=0
measure before
while [ "$trial" -lt "$trials" ]; do
    trial=$((trial + 1))
    measure after
    within after copy-b same && same=$((same + 1))
    within after slow-3 slower && three=$((three + 1))
    for verdict in slower faster; do
        alarms=$((alarms + $(between before after copy-a $verdict)))
    done
    # The slow code under the name of the other copy.
    sed 's/"slow-10"/"was"/; s/"copy-b"/"slow-10"/; s/"was"/"copy-b"/' \
        after >planted
    ten=$((ten + $(between before planted copy-b slower)))
    mv after before
done

if [ "$trials" -ge 100 ]; then
    same_least=$((trials * 99 / 100)) three_least=$((trials * 95 / 100))
    alarms_most=$((trials / 100)) ten_least=$((trials * 95 / 100))
else
    same_least=1 three_least=1 alarms_most=$((trials / 2)) ten_least=1
fi

result() { # good, what
    count=$((count + 1))
    if [ "$1" -ne 0 ]; then echo "ok $count - $2"; return; fi
    echo "not ok $count - $2"
    bad=1
}

count=0 bad=0
result $((same >= same_least)) \
    "within a run: $same of $trials copies are the same (least $same_least)"
result $((three >= three_least)) \
    "within a run: $three of $trials 3 % slower (least $three_least)"
result $((alarms <= alarms_most)) \
    "between runs: $alarms of $trials false alarms (most $alarms_most)"
result $((ten >= ten_least)) \
    "between runs: $ten of $trials 10 % slower (least $ten_least)"
echo "1..$count"
exit $bad
