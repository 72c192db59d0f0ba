#!/bin/sh
# trust.sh - how often the verdicts are right.
#
#   trust.sh [TRIALS]
#
# The same code is measured again and again, beside copies that are slow by a
# known share (tests/planted.c). Counted are, within a run: copies called the
# same, and 3 % called slower; between one run and the next: rows of the same
# code called slower or faster, and 10 % called slower. 100 trials are held to
# what the manual promises. Without TRIALS a few do, on a machine that others
# may use: the counts are printed, and held to is what only a broken verdict
# misses, twice as slow and no false alarms. TAP; the program is $PLANTED, its
# diff $COMPARE's.

trials=${1:-4}
# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"
size=${TRUST_SIZE:-64Ki}
cache=${TRUST_CACHE:-cold}
brief=
[ "$trials" -ge 100 ] || brief='--timeout 2'

measure() { # FILE
    # shellcheck disable=SC2086
    "$PLANTED" $brief --op reduce --backend planted --reference planted/copy-a \
        --variants copy-a,copy-b,slow-3,slow-10,slow-100 --size "$size" \
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

# between_planted VARIANT VERDICT: the same, had copy-b become the slow one.
between_planted() {
    sed "s/\"$1\"/\"was\"/; s/\"copy-b\"/\"$1\"/; s/\"was\"/\"copy-b\"/" \
        after >planted
    between before planted copy-b "$2"
}

look() {
    same=0 apart=0 three=0 twice=0 alarms=0 ten=0 doubled=0 trial=0
    measure before
    while [ "$trial" -lt "$trials" ]; do
        trial=$((trial + 1))
        measure after
        within after copy-b same && same=$((same + 1))
        within after copy-b slower || within after copy-b faster &&
            apart=$((apart + 1))
        within after slow-3 slower && three=$((three + 1))
        within after slow-100 slower && twice=$((twice + 1))
        for verdict in slower faster; do
            alarms=$((alarms + $(between before after copy-a $verdict)))
        done
        ten=$((ten + $(between_planted slow-10 slower)))
        doubled=$((doubled + $(between_planted slow-100 slower)))
        mv after before
    done
}

# A machine may change its pace for as long as a few trials take: then they are
# made once more.
look
[ "$trials" -ge 100 ] ||
    [ "$((apart > trials / 2 || alarms > trials / 2))" -eq 0 ] || look

# at_least WHAT COUNT LEAST, at_most WHAT COUNT MOST: of the trials
at_least() {
    [ "$2" -ge "$3" ]
    result $? "$1: $2 of $trials (at least $3)"
}
at_most() {
    [ "$2" -le "$3" ]
    result $? "$1: $2 of $trials (at most $3)"
}

if [ "$trials" -ge 100 ]; then
    at_least 'within a run, copies are the same' $same $((trials * 99 / 100))
    at_least 'within a run, 3 % is slower' $three $((trials * 95 / 100))
    at_most 'between runs, false alarms' $alarms $((trials / 100))
    at_least 'between runs, 10 % is slower' $ten $((trials * 95 / 100))
else
    at_most 'within a run, copies differ' $apart $((trials / 2))
    at_least 'within a run, twice the time is slower' $twice 1
    at_most 'between runs, false alarms' $alarms $((trials / 2))
    at_least 'between runs, twice the time is slower' $doubled 1
    echo "# of $trials: $same copies the same, $three times 3 % slower;" \
        "between runs $ten times 10 % slower"
fi
tap_end
