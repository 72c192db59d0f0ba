#!/bin/sh
# faults.sh - rows that crash, hang or eat the memory lose only themselves;
# interrupted and killed runs; disks that fill up. TAP; the program is
# tests/planted, compare with a backend that fails on purpose.

# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"
mounted=
finish() {
    [ -z "$mounted" ] || umount "$work/disk"
    rm -rf "$work"
}

# Enough for a row to be measured, no more.
quick='--op reduce --min-time 0 --min-samples 6 --timeout 0.2 --warmup 0
  --starts 1 --cache hot --no-roofs --no-save --no-plot'

run() { # ARGUMENT...
    status=0
    # shellcheck disable=SC2086
    "$PLANTED" $quick "$@" >out 2>err </dev/null || status=$?
}

# rows_are N VARIANT STATUS REASON... (- for none, _ for blanks): what the CSV
# in `out` says of one n, in this order and nothing else; rows that are ok have
# samples, others have none
rows_are() {
    n=$1
    shift
    awk -F, -v n="$n" 'NR > 1 && $3 == n {
        reason = $13
        gsub(/"/, "", reason)
        gsub(/ /, "_", reason)
        print $8, $12, (reason == "" ? "-" : reason), ($24 ? "timed" : "-")
    }' out >rows
    while [ $# -gt 0 ]; do
        timed=-
        [ "$2" != ok ] || timed=timed
        echo "$1 $2 $3 $timed"
        shift 3
    done | diff - rows >>err
}

segfault='segmentation_fault_(signal_11)'
broken="segfault failed $segfault
  abort failed aborted_(signal_6)
  exit failed ended_the_process_with_exit_status_3
  late-segfault failed $segfault"

# --- faults ------------------------------------------------------------------

run --quiet --csv - --size 500,900 --variants planted/copy-a,planted/segfault,\
planted/abort,planted/exit,planted/late-segfault,planted/copy-b
[ "$status" -eq 1 ]
result $? "1 when rows crash (got $status)"
[ ! -s err ]
result $? '--quiet says nothing of it on stderr'
for n in 500 900; do
    # shellcheck disable=SC2086
    rows_are $n copy-a ok - copy-b ok - $broken
    result $? "each crash loses its own row, and only that: n = $n"
done

run --csv - --size 500 --variants planted/segfault
[ "$status" -eq 1 ] && rows_are 500 segfault failed "$segfault"
result $? 'a crash of the only row leaves the row with its reason'

run --csv - --size 500,1000 --variants planted/hang,planted/hoard,\
planted/oom,planted/starved,planted/copy-a --timeout 1
cut -d , -f 1-13 out >short # a reason ends at its first comma
[ "$status" -eq 1 ]
result $? "1 when rows hang or eat the memory (got $status)"
grep -q ',1000,.*,hang,.*,failed,one run took longer than 10 s (ten times' short
result $? 'a run that hangs ends, and its row says why'
[ "$(grep -c ',hoard,.*,failed,ran out of memory: ' short)" -eq 2 ]
result $? 'a run that takes all memory ends, and its row says why'
[ "$(grep -c ',oom,.*,failed,"killed, probably by the system for lack of mem' \
    out)" -eq 2 ]
result $? 'a run that the system kills for memory is told'
[ "$(grep -c ',starved,.*,ok,' short)" -eq 2 ]
result $? 'a run is not blamed for what others take'
grep -q ',500,.*,hang,.*,skipped,' short &&
    [ "$(grep -c ',copy-a,.*,ok,' short)" -eq 2 ]
result $? 'the other rows are measured'
run --csv - --size 500 --variants planted/copy-a,planted/killed
grep -q ',killed,.*,failed,"killed by signal 9, from outside"' out
result $? 'SIGKILL alone is no lack of memory'

run --csv - --size 500,900 --variants planted/copy-a,planted/bad-check-once
[ "$status" -eq 0 ] && rows_are 500 copy-a ok - bad-check-once ok - &&
    rows_are 900 copy-a ok - bad-check-once ok -
result $? 'a crash between runs repeats the case, each once, and loses nothing'
run --csv - --size 500,900 --variants planted/copy-a,planted/bad-check,\
planted/copy-b
last="${segfault}_between_runs;_its_own_was_the_last"
[ "$status" -eq 1 ] &&
    rows_are 500 copy-a ok - copy-b ok - bad-check failed "$last" &&
    rows_are 900 copy-a ok - copy-b ok - bad-check failed "$last"
result $? 'a second one loses the row that ran last'
run --csv - --size 500 --variants planted/copy-a,planted/lacking
[ "$status" -eq 0 ] &&
    rows_are 500 copy-a ok - lacking skipped it_needs_a_copy_engine
result $? 'a row whose run says what this machine lacks is skipped'
run --csv - --size 500 --variants planted/copy-a,planted/lacking --no-check
[ "$status" -eq 0 ] &&
    rows_are 500 copy-a ok - lacking skipped it_needs_a_copy_engine
result $? 'without checks, too'
run --csv - --size 500 --variants planted/copy-a,planted/absent
[ "$status" -eq 0 ] &&
    rows_are 500 copy-a ok - absent skipped its_library_was_not_found
result $? 'a variant that this build lacks is skipped, with the reason'
run --csv - --size 500 --variants planted/absent
[ "$status" -eq 0 ] && rows_are 500 absent skipped its_library_was_not_found
result $? 'alone, too'
run --csv - --size 500 --variants planted/copy-a,planted/mute
[ "$status" -eq 0 ] &&
    rows_are 500 copy-a ok - mute skipped this_build_lacks_it
result $? 'and without one, where it has none'
run --size 500 --backend hollow
[ "$status" -eq 3 ] && grep -q 'hollow: this build lacks it' err
result $? 'a backend without a place is missing, if nobody says why'
run --list variants --backend planted
[ "$status" -eq 0 ] &&
    grep -q ' no  *is not in this build; not available: its$' out
result $? 'the list says which variants this build lacks, and why'
status=0
"$PLANTED" --explain reduce >out 2>err </dev/null || status=$?
tr -s '\n ' '  ' <out >flat
[ "$status" -eq 0 ] &&
    grep -q 'keeps what it knows It keeps state between runs' flat &&
    grep -q 'is not in this build Not in this build: its library' flat
result $? 'what a variant does otherwise is explained'
run --size 500 --variants planted/copy-a,planted/plan
[ "$status" -eq 0 ] && grep -q 'planted/plan † ' out &&
    ! grep -q 'planted/copy-a †' out &&
    tr -s '\n ' '  ' <out | grep -q '; † keeps state between runs '
result $? 'a row that keeps state between runs is marked'
for fault in segfault hang; do
    run --csv - --size 500,900 --variants planted/copy-a,planted/small-$fault
    [ "$status" -eq 1 ] && [ "$(grep -c ',copy-a,.*,ok,' out)" -eq 2 ] &&
        [ "$(grep -c ",small-$fault,.*,failed,\"*at n = 1: " out)" -eq 2 ]
    result $? "a $fault on the smallest problem is its row's, at any size"
done

run --csv - --size 500,900 --backend planted,lossy \
    --variants copy-a,lossy/copy,lose
for n in 500 900; do
    rows_are $n copy-a ok - copy ok - lose failed it_fell_off_the_bus
    result $? "a lost device is opened again: n = $n"
done
run --csv - --size 500,900 --backend planted,lossy \
    --variants copy-a,lossy/copy,lose-for-good
[ "$status" -eq 1 ] && rows_are 500 copy-a ok - copy failed \
    it_is_gone_for_good lose-for-good failed it_fell_off_the_bus
result $? 'where it cannot be, its rows fail and others do not'
rows_are 900 copy-a ok - copy failed it_is_gone_for_good \
    lose-for-good failed it_is_gone_for_good
result $? 'to the end of the plan'

# --- the same numbers --------------------------------------------------------

# fastest MODE ARGUMENT...: the fastest sample of copy-a at 2^20, cold, in ns,
# to the file `least`
fastest() {
    mode=$1
    shift
    "$PLANTED" --op reduce --variants planted/copy-a --size 2^20 --no-save \
        --no-plot --no-roofs --timeout 0.3 --csv - "$@" 2>err |
        awk -F, -v mode="$mode" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == "min_s") at = i }
        NR == 2 && $at > 0 { printf "%s %d\n", mode, $at * 1e9 }' >>least
}

# A neighbour slows samples down, never up, and not all of many in turns. What
# a process of its own would cost if its data were not in the right memory, or
# its threads not in the right place, is more than twice the time.
alike() {
    awk '!($1 in least) || $2 < least[$1] { least[$1] = $2 }
        END { exit !(least["here"] < 2 * least["forked"] &&
            least["forked"] < 2 * least["here"]) }' least
}
for _ in 1 2 3 4 5 6 7 8 9 10; do
    fastest here --no-fork --quiet
    fastest forked --json full.json
    ! alike || break
done
alike
result $? 'a process of its own and JSON do not change the time'

# --- interrupted -------------------------------------------------------------

# until COMMAND...: it succeeds, or a minute has passed
until_true() {
    for _ in $(seq 600); do
        ! "$@" 2>>watched || return 0
        sleep 0.1
    done
    return 1
}

# interrupt SIGNAL PATTERN ARGUMENT...: sends it when cut.json has the pattern;
# INT2: and again a moment later
interrupt() {
    signal=$1 pattern=$2
    shift 2
    rm -f cut.json
    "$PLANTED" --op reduce --cache hot --no-roofs --no-plot --json cut.json \
        "$@" >out 2>err </dev/null &
    child=$!
    until_true grep -q -e "$pattern" cut.json
    kill -"${signal%2}" $child
    [ "$signal" != INT2 ] || kill -INT $child 2>>watched
    status=0
    wait $child || status=$?
}

# Far more rows than there is time for.
many=$(awk 'BEGIN { for (i = 1; i <= 200; i++) printf "%d,", 400 + i }')
for kind in HUP:129 INT:130 TERM:143; do
    if [ $kind = HUP:129 ] && grep -q '^SigIgn:.*[13579bdf]$' /proc/self/status
    then
        skip 'kill -HUP' 'HUP is ignored here, as under nohup'
        continue
    fi
    interrupt "${kind%:*}" '"variant"' --min-time 0.4 --size "${many%,}" \
        --variants planted/copy-a,planted/copy-b
    [ "$status" -eq "${kind#*:}" ]
    result $? "${kind#*:} from kill -${kind%:*} (got $status)"
    rows=$(grep -c '"variant"' cut.json)
    grep -q "^compare: interrupted, $rows of 400 rows measured$" err
    result $? 'and how much that is'
    json cut.json '0 < len(d["rows"]) < 400
        and all(r["status"] == "ok" and r["samples"] for r in d["rows"])' \
        "what was finished before kill -${kind%:*} is saved"
done

# A sweep has rows of cores as often as it has numbers of threads.
interrupt TERM '"variant"' --backend reference,openmp --variants best \
    --threads 1,2 --min-time 0.4 --size "${many%,}"
rows=$(grep -c '"variant"' cut.json)
grep -q "^compare: interrupted, $rows of 600 rows measured$" err
result $? 'how much of a sweep there was to be'

# A run that does not end by itself.
for kind in INT INT2; do
    interrupt $kind '"skipped"' --variants planted/copy-a,planted/hang \
        --size 500,1000 --timeout 100 --min-time 0
    [ "$status" -eq 130 ]
    result $? "a row that hangs does not hold up $kind (got $status)"
    json cut.json '[(r["n"], r["variant"], r["status"]) for r in d["rows"]]
        == [(500, "copy-a", "ok"), (500, "hang", "skipped")]' \
        'and the case before it is saved'
done

# Of two rows that take turns, the slow one has had its time first.
echo '{"of": "an earlier run"}' >cut.json
"$PLANTED" --op reduce --variants planted/copy-a,planted/slow-100 --no-plot \
    --size 2^26 --min-time 60 --timeout 6 --starts 1 --json cut.json >out \
    2>err </dev/null &
child=$!
until_true grep -q '"variant"' cut.json
cp cut.json first.json
kill -KILL $child
wait $child 2>>err
json first.json '[r["status"] for r in d["rows"]] == ["ok"]' \
    'a row is on disk before others are finished'
[ "$(echo cut.json*)" = cut.json ]
result $? 'SIGKILL leaves nothing beside it'
json cut.json 'd["rows"][0]["samples"] and d["rows"][0]["roof_share"] > 0' \
    'and what is finished in it, held against its roof'

runs() { # PID: and is no zombie
    grep -q '^State:[^Z]*$' "/proc/$1/status" 2>>err
}
ends() {
    ! runs "$1"
}

"$PLANTED" --op reduce --variants planted/hang --size 1000 --timeout 100 \
    --no-roofs --no-save --no-plot >out 2>err </dev/null &
child=$!
[ ! -r /proc/$child/task/$child/children ] ||
    until_true grep -q . /proc/$child/task/$child/children
if worker=$(cat /proc/$child/task/$child/children 2>>err) &&
    [ -n "$worker" ]; then
    worker=${worker%% *}
    runs "$worker"
    result $? 'there is a worker'
    kill -9 $child
    wait $child 2>>err
    until_true ends "$worker"
    result $? 'a worker does not outlive its supervisor'
else
    kill -9 $child
    skip 'a worker does not outlive its supervisor' \
        'this /proc tells of no children'
fi

# --- outputs -----------------------------------------------------------------

own="--op reduce --size 500 --variants planted/copy-a --min-time 0 --no-roofs
  --min-samples 6 --timeout 0.2 --starts 1 --cache hot --no-plot"
mkdir same
for k in 1 2 3 4; do # shellcheck disable=SC2086
    (cd same && exec "$PLANTED" $own --quiet --seed $k >/dev/null 2>>../err) &
done
wait
[ "$(find same/runs -name '*.json' -size +0 | wc -l)" -eq 4 ]
result $? 'runs of one second and directory save four files'
# shellcheck disable=SC2086
(cd same && "$PLANTED" ${own%--no-plot} --json ../named.json >out 2>err)
[ "$(find same/runs -name '*.json' | wc -l)" -eq 4 ] && [ -s named.json ]
result $? 'a name that got no results is free again'

{
    # shellcheck disable=SC2086
    "$PLANTED" $own --json read.json --csv read.csv --md read.md 2>err
    echo $? >status
} | true
[ "$(cat status)" -eq 2 ] && grep -q 'could not be written' err &&
    [ -s read.json ] && [ -s read.csv ] && [ -s read.md ]
result $? '2 when the reader of the table goes away, and files are written'
# shellcheck disable=SC2086
"$PLANTED" $own --json shut.json <&- >&- 2>err
[ $? -eq 2 ] && grep -q '"status": "ok"' shut.json
result $? 'with standard input and output closed, too'

# --- full disks --------------------------------------------------------------

# What is on disk is the old file or as many rows as there was room for.
small() { # what fills up: JSON of more than that
    [ "$status" -eq 2 ] && grep -q 'old.json cannot be written' err
    result $? "2 from $1 (got $status)"
    [ "$(echo old.json*)" = old.json ]
    result $? "nothing is left beside the file by $1"
    if [ "$(cat old.json)" = keep ]; then
        result 0 'which is as it was'
    else
        json old.json '0 < len(d["rows"]) < 16' 'which is whole'
    fi
}

rm -f old.json*
echo keep >old.json
(
    ulimit -f 8 # blocks of 512 or 1024 bytes
    # shellcheck disable=SC2086
    "$PLANTED" $quick --variants planted/copy-a,planted/copy-b \
        --size 1,2,3,4,5,6,7,8 --csv /dev/null --json old.json >out 2>err
)
status=$?
small 'a file that may not grow'

mkdir disk
if mount -t tmpfs -o size=8k tmpfs disk 2>>err; then
    mounted=yes
    cd disk || exit 1
    echo keep >old.json
    # shellcheck disable=SC2086
    "$PLANTED" $quick --variants planted/copy-a,planted/copy-b \
        --size 1,2,3,4,5,6,7,8 --json old.json >../out 2>../err
    status=$?
    mv old.json ..
    [ "$(echo ./*)" = './*' ]
    result $? 'nothing is left on a full disk'
    cd .. || exit 1
    small 'a full disk'
else
    skip 'a full disk' 'no tmpfs may be mounted here'
fi

tap_end
