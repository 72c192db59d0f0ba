#!/bin/sh
# measure.sh - results/measure.sh: made in stretches, resumed after a cut, made
# again for another commit, published, drawn. TAP.

# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"

cat >list <<'END'
# A list like results/runs.list, of runs that take no time.
tiny = --no-plot --no-save --quiet --no-roofs --backend reference --cache hot
brief = --min-time 0 --min-samples 7 --timeout 0.1
sizes = 1000,1001

one   1    speed {tiny} {brief} -o reduce -s {sizes}
two   1    -     {tiny} {brief} -o scan -s 1000
slow  1    -     {tiny} --min-time 3 --timeout 20 -o reduce -s {sizes}
huge  1000 -     {tiny} {brief} -o map -s 1000
none  1    -     {tiny} {brief} -o nosuch
END

program=$COMPARE
# measures STATUS 'PATTERN ON STDOUT' ARGUMENT...
measures() {
    want=$1 pattern=$2
    shift 2
    status=0
    COMPARE=$program "$top/results/measure.sh" --into d \
        --list list "$@" >out 2>err </dev/null || status=$?
    [ "$status" -eq "$want" ] && cat out err | grep -q -e "$pattern"
    result $? "$want and $pattern from $* (got $status)"
}

# --- made, and made once -----------------------------------------------------

measures 0 '^2 made, 0 there already, 0 failed, 0 left' --for 20 one two
[ -s d/one.json ] && [ -s d/two.json ] && [ ! -e d/slow.json ] &&
    ! ls d/*.part >/dev/null 2>&1
result $? 'a file a run, of those that were named'
"$COMPARE" publish d/one.json >one.json && cmp one.json d/one.json 2>err
result $? 'it is published'
json d/one.json '[r["n"] for r in d["rows"]] == [1000, 1001]' \
    'words of the list are replaced'
cp d/two.json two.json
measures 0 '^0 made, 2 there already' --for 20 one two
cmp two.json d/two.json 2>err
result $? 'what is there is left alone'
sed 's/"commit":"[^"]*"/"commit":"0123456789ab"/' two.json >d/two.json
measures 0 '^1 made, 1 there already' --for 20 'one' 't*'
! grep -q 0123456789ab d/two.json
result $? 'of another commit it is made again'
sed -i 's/-o scan -s 1000/-o scan -s 2000/' list
measures 0 '^1 made, 1 there already' --for 20 one two
json d/two.json '[r["n"] for r in d["rows"]] == [2000]' \
    'and so it is of other arguments'

# --- in stretches ------------------------------------------------------------

begin=$(date +%s)
measures 3 '^slow: left, cut off after' --for 3 slow
[ $(($(date +%s) - begin)) -le 5 ] && [ ! -e d/slow.json ]
result $? 'a run is cut off when the time is over, and leaves no file'
measures 3 '^0 made, 0 there already, 0 failed, 1 left (about 1 s)' \
    --for 0 slow
measures 3 '^huge: left, it takes about 1000 s' --for 20 huge two
grep -q '^0 made, 1 there already, 0 failed, 1 left' out
result $? 'what does not fit is not begun, what is there is counted'

# Killed, not asked to end: the next call finds no half of a result. In a
# session of its own all its processes have one group.
setsid sh -c 'echo $$ >group; exec "$0" --for 60 --into d --list list slow' \
    "$top/results/measure.sh" >out 2>&1 </dev/null &
sleep 2
kill -s KILL -- "-$(cat group)"
wait $! 2>>err
[ ! -e d/slow.json ]
result $? 'a run that was killed leaves no result'
head -c 1000 d/one.json >d/slow.part # as when it is killed while it writes
measures 0 '^slow: [0-9]* s' --for 60 slow
[ -s d/slow.json ] && [ ! -e d/slow.part ]
result $? 'and is made by the next call'

# --- what goes wrong ---------------------------------------------------------

measures 1 '^none: no results' --for 20 none two
grep -q 'nosuch' out && grep -q '^0 made, 1 there already, 1 failed' out
result $? 'a run that fails is told why, and costs no other'
sed 's/"status":"ok"/"status":"wrong"/' d/two.json >two.json
cp two.json d/two.json
measures 1 '^two: a row is wrong or failed' --for 20 two
measures 2 'no run of list is called three' --for 20 three
measures 2 'results/measure.sh --for SECONDS' one
measures 2 'results/measure.sh --for SECONDS' --for soon one
measures 2 'results/measure.sh --for SECONDS' --for 5 --nosuch
measures 2 'nosuch.list cannot be read' --for 5 --list nosuch.list
program=/bin/false
measures 2 'does not say its commit' --for 5 one
program=$COMPARE

# --- charts ------------------------------------------------------------------

if command -v gnuplot >/dev/null 2>&1; then
    [ -s d/one.svg ] && [ -s d/one.dat ] && ! ls d/two*.svg >/dev/null 2>&1
    result $? 'charts that the list asks for are drawn'
    rm d/one.svg d/one.dat
    measures 0 '^0 made, 1 there' --for 20 one
    [ ! -e d/one.svg ]
    result $? 'with the file alone'
    measures 0 '^one: drawn' --charts one two huge
    [ -s d/one.svg ] && [ -s d/one.dat ] && [ ! -e d/two.svg ]
    result $? 'or later'
    sed -i 's/^one  *1 *speed/one 1 ladder/' list
    measures 1 '^one: no charts' --charts one
else
    skip charts 'no gnuplot'
fi

# --- the lists of what is published ------------------------------------------

# A missing backend (3) is the machine's, not the list's.
sed -n '/^runs() {/,/^}/p' "$top/results/measure.sh" >runs.sh
for file in runs card cpu; do
    # shellcheck disable=SC2034 # for runs
    (list=$top/results/$file.list && . ./runs.sh && runs) >"$file"
done
cat runs card cpu >lines
while read -r name seconds charts arguments; do
    status=0
    # shellcheck disable=SC2086
    "$COMPARE" $arguments --dry-run >out 2>err </dev/null || status=$?
    case $status in 0 | 3) ;; *) echo "$name: $(head -n 1 err)" ;; esac
    case $charts in
    *[!a-z,-]* | '') echo "$name: charts $charts" ;;
    esac
    [ "$seconds" -gt 0 ] || echo "$name: $seconds seconds"
done <lines >log 2>&1
[ "$(wc -l <lines)" -gt 40 ] && [ ! -s log ]
result $? 'each run that is published is one that compare can do'
for file in runs card cpu; do
    cut -d ' ' -f 1 "$file" | sort | uniq -d
done >log
[ ! -s log ]
result $? 'and no list names one twice'

tap_end
