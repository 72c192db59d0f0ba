#!/bin/sh
# crossover.sh - `compare crossover` without a GPU: all cores against one, what
# it refuses, and its chart from saved results. TAP.

# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"

# refuses STATUS PATTERN ARGUMENTS...
refuses() {
    want=$1 pattern=$2
    shift 2
    "$COMPARE" crossover "$@" >out 2>err
    [ $? -eq "$want" ] && grep -q -e "$pattern" err && [ ! -s out ]
    result $? "refuses $* with $want"
}

quick='--min-time 0 --min-samples 7 --timeout 1 --no-roofs --no-save
  --no-plot'

# --- what it refuses ----------------------------------------------------------

# An empty list hides all GPUs from CUDA: none takes part here.
CUDA_VISIBLE_DEVICES=
export CUDA_VISIBLE_DEVICES
refuses 3 '--backend reference,openmp' --op reduce
refuses 2 '--backend names 3; expected two' --op reduce \
    --backend reference,openmp,cuda
refuses 2 '--backend names 1; expected two' --op reduce \
    --backend openmp
refuses 2 'variants of reduce on reference are chosen; expected one' \
    --op reduce --backend reference,openmp --variants all
refuses 2 '--threads: expected one' --op reduce \
    --backend reference,openmp --threads 1,2
refuses 2 'crossover --op' # no operation

# --- all cores against one ----------------------------------------------------

if ! "$COMPARE" --op reduce --backend openmp --dry-run >out 2>err; then
    skip 'all cores against one' 'no openmp here'
else
    # shellcheck disable=SC2086
    "$COMPARE" crossover --op reduce --backend reference,openmp \
        --size 2^8:2^20:x16 $quick --json r.json >out 2>err
    result $? 'all cores against one'
    grep -q '^resident  *[0-9a-z]' out
    result $? 'the table has its mode'
    [ "$(grep -c . out)" -lt 10 ]
    result $? 'and no rows but with --verbose'
    if python3 - >err 2>&1 <<'END'
import json
d = json.load(open("r.json"))
one, = d["crossover"]
assert one["mode"] == "resident" and one["op"] == "reduce"
assert one["champion"].startswith("reference/")
assert one["challenger"].startswith("openmp/")
sizes = sorted({r["n"] for r in d["rows"]})
assert set(sizes) >= {2 ** 8, 2 ** 12, 2 ** 16, 2 ** 20}, sizes
assert len({r["n"] for r in d["rows"]}) * 2 == len(d["rows"])
if one["kind"] == "crosses":
    # Between two measured sizes at which the other side is ahead.
    below = [n for n in sizes if n <= one["n"]]
    above = [n for n in sizes if n >= one["n"]]
    assert below and above, one
    assert one["ci_low"] is None or one["ci_low"] <= one["n"]
    assert one["ci_high"] is None or one["ci_high"] >= one["n"]
else:
    # Sizes of the user's are not added to; rows of too few samples, as a busy
    # machine makes of large ones, say nothing.
    few = {r["n"] for r in d["rows"] if r.get("few") or r.get("suspect")}
    told = [n for n in sizes if n not in few]
    assert one["n"] == (told[-1] if one["kind"] == "never" else told[0])
END
    then result 0 'its results have the crossover and its rows'
    elif python3 -c '' 2>/dev/null; then
        result 1 'its results have the crossover and its rows'
    else
        skip 'results' 'no python3 to read them with'
    fi
    # shellcheck disable=SC2086
    "$COMPARE" crossover --op reduce --backend reference,openmp --size 64 \
        --dry-run $quick >out 2>err && grep -q 'reduce f32 n=64 openmp/' out
    result $? '--dry-run says what it would begin with'
fi

# Sizes of the user's are not added to below, where the challenger is ahead.
# shellcheck disable=SC2086
"$PLANTED" crossover --op reduce --backend planted,lossy --size 2^10,2^11 \
    --variants planted/slow-100,lossy/copy $quick --json ahead.json >out 2>err
json ahead.json '[(d["crossover"][0]["kind"], d["crossover"][0]["n"])] ==
    [("always", 1024)] and {r["n"] for r in d["rows"]} == {1024, 2048}
    and {len(r["starts"]) for r in d["rows"]} == {1}' \
    'ahead from the first size on, no smaller one is tried, each in one start'

# --- its chart ----------------------------------------------------------------

cp "$top/tests/data/crossover.json" made.json
"$COMPARE" plot made.json --plot made.svg >out 2>err
result $? 'a chart from saved results'
[ "$(ls made*.dat)" = made.dat ] && grep -q '^crossings 3$' made.dat &&
    grep -q '^notes 1$' made.dat &&
    grep -q '"both pageable: never ahead up to n = 2²⁶"' made.dat
result $? 'with three crossings and a mode that never is ahead'
# The crossing of 1.3 + n / 7.8 GB/s and 6.1 us that the data is made of.
awk '/"resident: n = / && $1 > 31000 && $1 < 36000 { good = 1 }
    END { exit !good }' made.dat
result $? 'where the data was made to cross'

cp "$top/tests/data/threads.json" sweep.json
"$COMPARE" plot sweep.json --plot sweep.svg >out 2>err
result $? 'a chart of a thread sweep'
grep -q '^lines "openmp/reduction openmp/blocked"' sweep-threads.dat ||
    grep -q '^lines "openmp/blocked openmp/reduction"' sweep-threads.dat
result $? 'with a line a variant'
grep -q 'GPU = 6[0-9.]* cores' sweep-threads.dat
result $? 'that says how many cores the GPU equals'
[ "$(grep -c '^67108864 ' sweep.dat)" -eq 5 ]
result $? 'and of whose rows the other charts have the widest'

tap_end
