#!/bin/sh
# diff.sh - `compare diff` and `compare replay`: verdicts, exit statuses, what
# is said of other machines, and that a recorded command runs nothing. TAP.

# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"

run() {
    status=0
    "$COMPARE" "$@" >out 2>err </dev/null || status=$?
}

# gives STATUS 'PATTERN ON STDOUT' ARGUMENT...
gives() {
    want=$1 pattern=$2
    shift 2
    run "$@"
    [ "$status" -eq "$want" ] && grep -q -e "$pattern" out
    result $? "$want and $pattern from $* (got $status)"
}

# refuses STATUS 'PATTERN ON STDERR' ARGUMENT...: and nothing on stdout
refuses() {
    want=$1 pattern=$2
    shift 2
    run "$@"
    [ "$status" -eq "$want" ] && [ ! -s out ] && grep -q -e "$pattern" err
    result $? "$want from $* (got $status)"
}

# results CPU 'COMMAND' BACKEND/VARIANT:SECONDS[:STATUS]...: results of 30
# samples a row, within 1 % of SECONDS, each row of the size 1000
results() {
    cpu=$1 command=$2
    shift 2
    printf '%s\n' "$@" | awk -v cpu="$cpu" -v command="$command" '
    BEGIN {
        printf "{\"schema\": 1, \"command\": \"%s\", \"seed\": 1,", command
        printf " \"started\": \"2026-01-02T03:04:05Z\", \"environment\":"
        printf " {\"host\": \"h\", \"cpu\": {\"name\": \"%s\"}},", cpu
        printf " \"roofs\": [], \"rows\": ["
    }
    {
        split($0, part, ":")
        split(part[1], who, "/")
        state = part[3] ? part[3] : "ok"
        printf "%s{\"op\": \"%s\", \"backend\": \"%s\",",
            (NR > 1 ? ", " : ""), (who[3] ? who[3] : "reduce"), who[1]
        printf " \"variant\": \"%s\", \"type\": \"f32\", \"n\": 1000,", who[2]
        printf " \"dist\": \"uniform\", \"params\": {\"operator\": \"sum\"},"
        printf " \"cache\": \"hot\", \"status\": \"%s\",", state
        printf " \"reason\": \"%s\",", (state == "ok" ? "" : "for a test")
        printf " \"check\": {\"ok\": %s, \"max_ulp\": 0},",
            (state == "ok" ? "true" : "false")
        if (state != "ok") {
            printf " \"seconds\": null, \"samples\": []}"
            next
        }
        printf " \"seconds\": {\"median\": %g, \"ci_low\": %g,", part[2],
            part[2] * 0.99
        printf " \"ci_high\": %g, \"min\": %g, \"iqr\": %g},", part[2] * 1.01,
            part[2] * 0.99, part[2] * 0.01
        printf " \"starts\": [6, 6, 6, 6, 6], \"samples\": ["
        for (i = 0; i < 30; i++)
            printf "%s%.9g", (i ? ", " : ""),
                part[2] * (0.99 + 0.02 * (i * 7 % 30) / 29)
        printf "]}"
    }
    END { print "]}" }'
}

tiny='--size 1000 --min-time 0 --min-samples 7 --timeout 0.1 --cache hot'
tiny="$tiny --no-roofs"
plain='compare --op reduce'
results A "$plain" reference/loop:1e-3 openmp/blocked:2e-3 >old.json
results A "$plain" reference/loop:1.3e-3 openmp/blocked:2e-3 >slow.json
results A "$plain" reference/loop:0.8e-3 openmp/blocked:2e-3 >fast.json
results A "$plain" openmp/blocked:2e-3 >less.json
results A "$plain" reference/loop:0:wrong openmp/blocked:2e-3 >wrong.json
results A "$plain" reference/loop:0:wrong openmp/blocked:2.01e-3 >wrong2.json
results A "$plain" reference/loop:0:skipped openmp/blocked:2e-3 >skipped.json

# --- verdicts and exit statuses ----------------------------------------------

gives 0 '2 same, 0 slower, 0 faster, 0 unclear; threshold 5 %' \
    diff old.json old.json
grep -q 'Both are the same run' out
result $? 'one file twice is called so'
gives 1 'reference/loop .*+30.0 % .*slower' diff old.json slow.json
grep -q '1 same, 1 slower' out
result $? 'and the others are the same'
gives 0 slower diff old.json slow.json --threshold 50 --fail-on none
gives 0 '2 same' diff old.json slow.json --threshold 50
gives 0 faster diff old.json fast.json
gives 1 faster diff old.json fast.json --fail-on faster
gives 1 faster diff old.json fast.json --fail-on any
gives 0 'only in old' diff old.json less.json
gives 1 'only in old' diff old.json less.json --fail-on missing
gives 0 'only in new' diff less.json old.json --fail-on any
gives 0 'not measured' diff old.json skipped.json
gives 1 'skipped, for a test' diff old.json skipped.json --fail-on missing
gives 1 broken diff old.json wrong.json
grep -q 'No longer right' out && grep -q 'wrong, for a test' out
result $? 'a row that is no longer right comes first, with the reason'
gives 1 broken diff old.json wrong.json --fail-on faster
gives 0 broken diff old.json wrong.json --fail-on none
gives 1 'new: wrong' diff wrong.json wrong2.json --fail-on slower
gives 1 'only in new' diff less.json wrong.json
gives 0 'only in new' diff less.json wrong.json --fail-on none
gives 0 'not measured' diff wrong.json old.json
"$COMPARE" diff - slow.json <old.json >out 2>err
[ $? -eq 1 ] && grep -q '1 slower' out
result $? '- is standard input'
refuses 2 'cannot be read' diff old.json nosuch.json
sed 's/"median": 0.0013,/"median": 0.0007,/' slow.json >edited.json
gives 1 'reference/loop .*+30.0 % .*slower' diff old.json edited.json
grep -q 'edited.json: the times of 1 of 2 rows are not those of their' err
result $? 'times that are not of the samples beside them do not count'
sed 's/"starts"/"roof_share": 3.5, &/' old.json >shares.json
gives 0 '2 same' diff old.json shares.json
grep -q 'shares.json: what 1 of 2 rows say of roofs, of speed-ups,' err
result $? 'shares of roofs that are not known are told'
echo '{"schema": 1, "rows": 3}' >broken.json
refuses 2 broken.json diff old.json broken.json
sed 's/"schema": 1/"schema": 9/' old.json >later.json
refuses 2 schema diff later.json old.json

# --- what comes out ----------------------------------------------------------

run diff old.json slow.json --quiet
grep -q loop out && ! grep -q blocked out && grep -q '1 same' out
result $? '--quiet leaves out what is the same, and counts it'
gives 1 '30 / 30 samples' diff old.json slow.json --verbose
COLUMNS=40 gives 1 slower diff old.json slow.json
run diff old.json slow.json --color always
grep -q "$(printf '\033')\[31m" out
result $? '--color always paints what is slower'
run diff old.json slow.json --json - --md d.md
[ "$status" -eq 1 ] && cp out d.json && grep -q '^| reduce.*slower' d.md
result $? '--md FILE holds a table'
run diff old.json wrong.json --md d.md
grep -q '^| reduce.*broken .*wrong, for a test |$' d.md
result $? 'and what is said of a row'
json d.json 'd["schema"] == 1 and abs(d["threshold"] - 0.05) < 1e-9
    and d["old"]["file"] == "old.json" and d["new"]["file"] == "slow.json"
    and d["counts"]["slower"] == 1 and "machines" in d
    and [r["verdict"] for r in d["rows"]] == ["slower", "same"]
    and abs(d["rows"][0]["ratio"] - 1.3) < 1e-6
    and d["rows"][0]["ci_low"] < 1.299 < 1.301 < d["rows"][0]["ci_high"]
    and d["rows"][0]["params"] == {"operator": "sum"}
    and d["rows"][0]["old"]["seconds"]["median"] == 1e-3' \
    '--json - holds the rows, their ratios and verdicts'
for name in threads crossover; do
    run diff "$top/tests/data/$name.json" old.json --json d.json
    json d.json 'len({str([r[k] for k in r if k not in ("old", "new")])
        for r in d["rows"]}) == len(d["rows"]) > 20' \
        "no two rows of $name have one name"
done
run diff old.json slow.json --json /nonexistent/d.json --md -
[ "$status" -eq 2 ] && grep -q /nonexistent/d.json err && grep -q '^|' out
result $? '2 when an output cannot be written, and the others are'
sed 's/"reason": "for a test"/"reason": "a\\u001b[31mb\\u007fc"/' wrong.json \
    >escape.json
run diff old.json escape.json --md -
grep -q 'wrong, a .*31mb c' out && ! LC_ALL=C grep -q '[[:cntrl:]]' out
result $? 'no control character of a file reaches --md'
cp old.json kept.json
for flag in --json --md; do
    refuses 2 "NEW kept.json and $flag ./kept.json: the same file" \
        diff slow.json kept.json $flag ./kept.json
    refuses 2 "OLD kept.json and $flag kept.json: the same file" \
        diff kept.json slow.json $flag kept.json
done
refuses 2 'replay kept.json and --json ./kept.json: the same file' \
    replay kept.json --json ./kept.json
cmp old.json kept.json
result $? 'no input is written over'
refuses 2 '--json both and --md both: the same file' diff old.json slow.json \
    --json both --md both
[ ! -e both ]
result $? 'nor one output over another'
gives 1 slower diff old.json slow.json --json /dev/null --md /dev/null
if [ -w /dev/full ]; then
    "$COMPARE" diff old.json old.json >/dev/full 2>err
    [ $? -eq 2 ] && [ -s err ]
    result $? '2 when standard output is full'
else
    skip '2 when standard output is full' 'no /dev/full'
fi

# --- other machines ----------------------------------------------------------

results B "$plain" reference/loop:1e-3 openmp/blocked:2e-3 >other.json
gives 0 'machines differ: CPU A / B' diff old.json other.json
grep -q 'Times tell the machines apart, not the code' out
result $? 'and what that means'
sed 's/"seed": 1/"seed": 2/' old.json >seed.json
gives 0 'seed, and so the input, 1 / 2' diff old.json seed.json
results A "$plain --min-samples 50" reference/loop:1e-3 >more.json
gives 0 'min-samples 15 / 50' diff old.json more.json

# --- replay ------------------------------------------------------------------

# shellcheck disable=SC2086
run --op reduce --backend reference --variants all $tiny --no-plot --no-save \
    --json first.json
result "$status" 'a run to replay'
run replay first.json --threshold 1000 --no-plot --json again.json
[ "$status" -eq 0 ] && grep -q 'Against first.json' out
result $? "replay measures and compares (got $status)"
run diff first.json again.json --threshold 1000 --fail-on any
[ "$status" -eq 0 ] && ! grep -q 'only in\|not measured\|settings' out
result $? 'the same rows, measured the same way'
json again.json 'd["rows"] and all(r["status"] == "ok" and r["n"] == 1000
    and r["cache"] == "hot" for r in d["rows"])
    and "--min-samples 7" in d["command"] and "replay" not in d["command"]' \
    'the new results can be replayed in turn'
run replay again.json --threshold 1000 --no-plot --no-save --bind none \
    --json - --quiet
cp out third.json
json third.json '"--bind=none" in d["command"]
    and d["environment"]["cpu"]["bind"] == "none"' \
    '--bind is that of the replay, and --json - nothing but JSON'
results A "$plain $tiny" reference/loop:1e-12 >past.json
run replay past.json --no-plot --no-save
[ "$status" -eq 0 ] && grep -q '1 slower' out
result $? '0 when the row is slower on another machine'
run replay past.json --no-plot --no-save --fail-on slower
[ "$status" -eq 1 ] && grep -q '1 slower' out
result $? '1 when that is asked for'
results B "$plain,frobnicate $tiny" reference/loop:1 >newer.json
refuses 2 'frobnicate' replay newer.json --no-save
results B "$plain $tiny --backend cuda,reference" cuda/nosuch:1 \
    reference/loop:1 reference/x/frobnicate:1 >other.json
run replay other.json --no-plot --no-save --fail-on none
[ "$status" -eq 0 ] && grep -q 'without frobnicate' err &&
    grep -q 'The machines differ' out && grep -q '2 only in old' out &&
    grep -q '1 faster' out
result $? 'results of another machine run, without what is not here'
results B "$plain $tiny" cuda/nosuch:1 >none.json
refuses 3 'none of its rows can be measured here' replay none.json --no-save

# shellcheck disable=SC2086
run --op reduce --backend reference,openmp $tiny --no-plot --no-save \
    --json both.json
run replay both.json --backend openmp --threshold 1000 --no-plot --no-save \
    --json one.json --fail-on none
[ "$status" -eq 0 ] && ! grep -q 'only in\|not measured' out
result $? '--backend takes the rows of that one alone, of the old, too'
json one.json '{r["backend"] for r in d["rows"]} == {"openmp"}
    and d["command"].endswith(" --backend=openmp")' 'and its command says so'
run replay one.json --dry-run
[ "$status" -eq 0 ] && grep -q 'openmp/' out &&
    ! grep -q 'Against\|reference/' out
result $? '--dry-run shows what would be measured, and measures nothing'
refuses 2 'no rows of that --backend, but of: openmp' replay one.json \
    --backend reference --no-save
refuses 2 'cuda' replay one.json --backend nosuch --no-save

# A recorded command runs nothing but rows, and writes where it is told.
rm -rf runs
results A "$plain $tiny --json stolen.json --csv stolen.csv --md s.md
    --plot stolen.svg" reference/loop:1e-3 | tr '\n' ' ' >outputs.json
run replay outputs.json --no-save --no-plot --fail-on none
[ "$status" -eq 0 ] && [ ! -e runs ] && ! ls stolen* s.md >/dev/null 2>&1
result $? 'the outputs of the recorded command are left alone'
# shellcheck disable=SC2086
"$COMPARE" --op conv2d -P k=3 --backend reference $tiny --no-plot --no-save \
    --image shot.pgm --json image.json >out 2>err </dev/null
echo keep >shot.pgm
run replay image.json --no-save --no-plot --fail-on none
[ "$status" -eq 0 ] && [ "$(cat shot.pgm)" = keep ]
result $? 'and so is its image'
for command in "touch pwned" "$plain; touch pwned" "$plain && touch pwned" \
    "$plain &&" "\$(touch pwned)" '' \
    "$plain --help" "$plain --list" "$plain \`touch pwned\`" "'" 'plot a.json'
do
    results A "$command" reference/loop:1e-3 >hostile.json
    refuses 2 "hostile.json: this version cannot run" replay hostile.json
done
[ ! -e pwned ] && [ ! -e runs ]
result $? 'and none of them left anything behind'
results A "$plain --input nosuch.raw" reference/loop:1e-3 >input.json
refuses 2 'its --input nosuch.raw cannot be read' replay input.json
refuses 2 'cannot be read' replay nosuch.json

tap_end
