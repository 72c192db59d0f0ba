#!/bin/sh
# wrong.sh - what becomes of a row whose answer is wrong: it says so everywhere,
# has no speed and no star, and costs the exit status. TAP; the program is
# tests/planted.

# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"

run() { # ARGUMENT...
    status=0
    "$PLANTED" --op reduce --size 1000 --min-time 0 --min-samples 6 \
        --timeout 0.2 --warmup 0 --cache hot --no-save --no-plot --no-roofs \
        --variants planted/copy-a,planted/wrong "$@" >out 2>err </dev/null ||
        status=$?
}

run --json wrong.json --csv wrong.csv --md wrong.md
[ "$status" -eq 1 ]
result $? "1 when a row is wrong (got $status)"
grep 'planted/wrong' out | grep -q 'WRONG.*expected .*, got 0'
result $? 'the table says WRONG, what was expected and what came'
! grep -q '^\* planted/wrong' out && grep -q '^\* planted/copy-a' out
result $? 'the star is of the row that is right'
grep -q '2 rows: 1 ok, 1 wrong, 0 failed, 0 skipped' out
result $? 'it is counted'
json wrong.json '[(r["variant"], r["status"]) for r in d["rows"]]
    == [("copy-a", "ok"), ("wrong", "wrong")]' 'JSON has both rows'
json wrong.json 'd["rows"][1]["seconds"] is None
    and d["rows"][1]["samples"] == [] and d["rows"][1]["gb_per_s"] is None
    and d["rows"][1]["check"]["ok"] is False
    and d["rows"][1]["check"]["first_bad"] == 0
    and "got 0" in d["rows"][1]["reason"]' 'there it has no speed, but a reason'
json wrong.json 'len(d["rows"][0]["samples"]) >= 6
    and d["rows"][0]["check"]["ok"] is True' 'the other has all its samples'
grep ',planted,wrong,' wrong.csv | grep -q ',wrong,"*expected '
result $? 'CSV says wrong'
grep 'planted/wrong' wrong.md | grep -q WRONG
result $? 'Markdown says WRONG'
run --csv wrong.csv --no-check
[ "$status" -eq 0 ] && grep 'planted/wrong' out | grep -q UNVERIFIED &&
    grep -q '2 ok (2 UNVERIFIED), 0 wrong' out
result $? 'unchecked, it is UNVERIFIED'
"$PLANTED" replay wrong.json --no-plot --no-save >out 2>err
[ $? -eq 1 ] && grep -q 'not measured' out
result $? '1 as well when it is replayed, and no more wrong than it was'
sed 's/"variant": "wrong"/"variant": "abort"/' wrong.json >failed.json
"$PLANTED" replay failed.json --no-plot --no-save >out 2>err
[ $? -eq 1 ] && grep -q 'new: failed' out
result $? '1 when what is replayed fails'

# --- too fast to be true -----------------------------------------------------

LOW_ROOFS=1 "$PLANTED" --op reduce --size 100000 --backend lossy --starts 1 \
    --min-time 0 --min-samples 6 --timeout 0.2 --no-save --no-plot \
    --variants lossy/copy --json low.json >out 2>err
json low.json 'd["rows"][0]["suspect"]
    and {len(r["passes"]) for r in d["roofs"]} == {8}
    and [f["backend"] for f in d["floors"]] == ["lossy"]' \
    'what is faster than memory was has the roofs measured again'
! grep -q '^\* lossy/copy' out
result $? 'and no star'
LOW_ROOFS=1 "$PLANTED" --op reduce --size 1000,1001 --backend lossy --starts 1 \
    --min-time 1.1 --timeout 2 --cache hot --no-save --no-plot --no-check \
    --variants lossy/copy --json long.json >out 2>err
json long.json '{len(r["passes"]) for r in d["roofs"]} == {6}' \
    'they are measured again after a while, too'

# --- where its output is there already ---------------------------------------

# Where other tests hold up some of its runs, it may pass with its own time.
for _ in 1 2 3; do
    status=0
    "$PLANTED" --op reduce --size 1000 --starts 1 --min-time 0 \
        --min-samples 40 --timeout 5 --cache hot --no-save --no-plot \
        --no-roofs --variants planted/copy-a,planted/stale --json stale.json \
        >out 2>err || status=$?
    ! grep -q '"status": *"failed"' stale.json || break
done
json stale.json "[(r['variant'], r['status'], $status) for r in d['rows']]
    == [('copy-a', 'ok', 1), ('stale', 'failed', 1)]
    and 'where its output is there already' in d['rows'][1]['reason']
    or (d['rows'][1]['seconds'] or {'median': 0})['median'] > 2e-5" \
    'a row that does nothing once its output is there fails, or told its time'

# --- what a run leaves behind ------------------------------------------------

left() { # VARIANT WORDS ARGUMENT...
    variant=$1 words=$2
    shift 2
    "$PLANTED" --op reduce --size 1000 --starts 1 --min-time 0 \
        --min-samples 6 --timeout 0.2 --cache cold --no-save --no-plot \
        --no-roofs --variants "planted/copy-a,planted/$variant" \
        --json left.json "$@" >out 2>err
    grep -q "$words" left.json
}
# Who is held up for 4 ms sees nothing but the end of `late`; and of others that
# are, another check may find them first.
is_left() { # VARIANT STATUS WORDS ARGUMENT...
    variant=$1 expected=$2
    shift 2
    for _ in 1 2 3 4 5; do
        ! left "$variant" "$@" || break
    done
    json left.json "[r['status'] for r in d['rows']] == ['ok', '$expected']
        and '$words' in d['rows'][1]['reason']" "$variant: $words"
}
is_left late wrong 'still changes'
is_left rounding failed 'another rounding mode'
is_left rounding-scratch failed 'another rounding mode'
is_left busy-depth wrong 'expected'
is_left one wrong 'at n = 1: expected'
is_left odd wrong 'at n = 31: expected' --size 4096
json left.json 'd["rows"][1]["check"]["ok"] is False' 'and was not found right'
"$PLANTED" publish left.json >out 2>err
result $? 'which is a result like others'
is_left late-small wrong 'at n = 31: its output still changes'
left rare 'sums are exact' --size 65536 --min-samples 99
json left.json "[r['status'] for r in d['rows']] == ['ok', 'wrong']" \
    'rare: sums are exact'
harms() { # VARIANT WORDS ARGUMENT...: of what it does no other is accused
    harms=$1 by=$2
    shift 2
    left "$harms" "$by" --size 65536 --min-samples 40 --variants \
        "planted/copy-a,planted/$harms,planted/copy-b" "$@"
    json left.json "[r['status'] for r in d['rows']] == ['ok', 'wrong', 'ok']
        and '$by' in d['rows'][1]['reason']" "$harms: $by, and no one else"
}
harms second 'at n = 1: wrote past sum'
harms over 'wrote past sum'
harms over-late 'wrote past sum'
harms changes-late 'changed its input'
harms changes-late 'changed its input' --size 2^21 --timeout 2
if "$PLANTED" --list backends 2>>err | grep -q '^openmp *yes'; then
    left teams 'OpenMP set' --variants planted/teams,openmp/blocked
    json left.json '{r["variant"]: r["status"] for r in d["rows"]} ==
        {"teams": "failed", "blocked": "ok"}
        and any("OpenMP set to other" in r["reason"] for r in d["rows"])' \
        'teams: who sets them fails, and no one else'
    if [ "$(nproc)" -gt 1 ] && grep -q -w sse2 /proc/cpuinfo; then
        left denormals 'denormals' --variants planted/denormals,openmp/blocked
        json left.json '{r["variant"]: r["status"] for r in d["rows"]} ==
            {"denormals": "failed", "blocked": "ok"}' \
            'who has a thread of the team ignore denormals fails'
    else
        skip 'threads of a team' 'there is one, or other arithmetic'
    fi
else
    skip 'teams of OpenMP' 'there is no OpenMP'
fi
if [ "$(nproc)" -gt 1 ]; then
    is_left elsewhere failed 'bound to other processors'
else
    skip 'another processor' 'there is no other'
fi
is_left endless failed 'its depth is no number'
is_left memo wrong 'expected'
is_left memo-all failed 'it knows the answer' --cache hot
is_left debounce wrong 'it takes two runs for one' --size 100000 --cache hot
is_left skip wrong 'its output was there but for some'
is_left streak wrong 'sums are exact' --size 100000
# So large that it is seen before it is timed, or never.
is_left memo wrong 'expected' --size 20000000 --type i32 --timeout 5

# --- inputs of their own -----------------------------------------------------

renewed() { # SIZES LIST WHAT ARGUMENT...: of the rows, which were
    sizes=$1 list=$2 what=$3
    shift 3
    "$COMPARE" --op reduce --backend reference --starts 1 --min-time 0 \
        --min-samples 6 --timeout 1 --no-save --no-plot --no-roofs \
        --json renewed.json "$@" --size "$sizes" >out 2>err
    json renewed.json "[r.get('renewed', False) for r in d['rows']] == $list
        and all(r['status'] == 'ok' for r in d['rows'])" "$what"
}
renewed 16384,16385 '[True, False]' 'short samples have inputs of their own'
renewed 64,100 '[True, False]' 'not where the right answer takes long' \
    --op sgemm
head -c 4000 /dev/zero >zeros
renewed 1000 '[False]' 'nor where they are of a file' --input zeros

# --- what cannot be measured --------------------------------------------------

"$PLANTED" --op cells --size 100 --dist normal --backend reference --starts 1 \
    --no-save --no-plot --no-roofs >out 2>err
[ $? -eq 1 ] && grep -q 'element .* of x is .* (--dist normal)' out
result $? 'an input that is refused is said to be of --dist'
tap_end
