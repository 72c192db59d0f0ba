#!/bin/sh
# publish.sh - `compare publish`: what it keeps, what it rounds, what it makes
# one, and what it refuses. TAP.

# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"

run() {
    status=0
    "$COMPARE" "$@" >out 2>err </dev/null || status=$?
}

# refuses 'PATTERN ON STDERR' ARGUMENT...: and writes nothing
refuses() {
    pattern=$1
    shift
    run "$@" --json refused.json
    [ "$status" -eq 2 ] && [ ! -s out ] && [ ! -e refused.json ] &&
        grep -q -e "$pattern" err
    result $? "2 and $pattern from $* (got $status)"
}

if ! python3 -c 'import json' 2>/dev/null; then
    skip publish 'no python3 to read JSON with'
    tap_end
fi

# changed FILE STATEMENTS: the document d of FILE, changed
changed() {
    python3 - "$1" "$2" <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
exec(sys.argv[2])
json.dump(d, sys.stdout)
END
}

# close OLD NEW: numbers within half a unit of the last digit that is kept,
# all else the same; what older files lack may be added.
close() {
    python3 - "$1" "$2" >log 2>&1 <<'END'
import json, sys
old, new = (json.load(open(f)) for f in sys.argv[1:])
four = {"samples", "passes", "compute_s", "memory_s", "branch_s"}
counts = {"bytes", "bytes_written", "moved_in", "moved_out", "flops", "items"}

def digits(x):
    return len(repr(x).split("e")[0].replace(".", "").strip("0-"))

def rounds(a, b, most):
    return abs(a - b) <= 5.1 * abs(a) * 10 ** -most

def same(a, b, path):
    if isinstance(a, dict):
        return all(same(a[k], b[k], path + [k]) for k in a)
    if isinstance(a, list):
        return len(a) == len(b) and \
            all(same(x, y, path) for x, y in zip(a, b))
    exact = "environment" in path or "params" in path or \
        path[-1] in counts or path[-1].startswith("peak_gb")
    if not isinstance(a, float) or exact:
        return a == b or print(path, a, b)
    most = 4 if path[-1] in four else 6
    return (digits(b) <= most or a == b) and rounds(a, b, most) or \
        print(path, a, b)

sys.exit(not same(old, new, ["top"]))
END
}

# --- one file ----------------------------------------------------------------

# Their figures are made up, which is told.
for name in library reduce sgemm threads crossover; do
    file=$top/tests/data/$name.json
    run publish "$file" --json $name.json
    [ "$status" -eq 0 ] && [ ! -s out ] &&
        ! grep -v ': what [0-9]* of [0-9]* rows say of roofs' err
    result $? "$name is published"
    close "$file" $name.json
    result $? "$name keeps all but digits"
    run publish $name.json
    [ "$status" -eq 0 ] && cmp -s out $name.json
    result $? "$name published again is the same, on standard output too"
done
[ $(($(wc -c <library.json) * 10)) -lt \
    $(($(wc -c <"$top/tests/data/library.json") * 9)) ]
result $? 'and is smaller'
[ "$(grep -c '^  {"op":' library.json)" -eq 32 ]
result $? 'a row is a line'
grep -q '"samples":\[5.195e-6,' library.json
result $? 'samples have four digits, and no more are printed'
run diff "$top/tests/data/library.json" library.json --fail-on none
[ "$status" -eq 0 ] && grep -q '^28 same, 0 slower, 0 faster, 0 unclear' out
result $? 'diff reads it: all rows are the same'
if command -v gnuplot >/dev/null 2>&1; then
    "$COMPARE" plot "$top/tests/data/library.json" --plot old.svg 2>err &&
        run plot library.json --plot new.svg
    result $? 'plot reads it'
    awk '{ for (i = 1; i <= NF; i++) if ($i + 0) $i = sprintf("%.3g", $i) }
        { print }' old.dat >old.txt
    awk '{ for (i = 1; i <= NF; i++) if ($i + 0) $i = sprintf("%.3g", $i) }
        { print }' new.dat | cmp - old.txt 2>err
    result $? 'and draws the same'
else
    skip 'plot reads it' 'no gnuplot'
fi

# What those files lack, each unlike the others.
changed library.json 'd["rows"][0].update(
    pace={"compute_s": [1 / 3e5, 2 / 3e5], "branch_s": [7 / 3e5, 8 / 3e5],
        "memory_s": [4 / 3e5, 5 / 3e5]},
    parts={"sort": 1 / 7, "merge": 2 / 7}, parts_s=1 / 7e3,
    sustained={"median": 2 / 7e3, "runs": 9, "clock_mhz": 1e4 / 7,
        "watts": 3e3 / 7})
d["roofs"][0].update(copy_as_row=10 / 11, copy_as_row_low=10 / 12,
    copy_as_row_high=10 / 9)' >rich.json
run publish rich.json --json poor.json
close rich.json poor.json
result $? 'paces, parts and what is sustained keep all but digits'

# Digits that a parameter needs are kept, and so are counts.
changed library.json 'd["rows"][0]["params"]["alpha"] = 0.12345678901234567
d["rows"][0]["bytes"] = 123456789012.0' >long.json
run publish long.json --json long.json
json long.json 'd["rows"][0]["params"]["alpha"] == 0.12345678901234567
    and d["rows"][0]["bytes"] == 123456789012.0' \
    'parameters and counts keep all digits, in a file written over itself'
cp library.json kept.json
run publish kept.json
cmp -s kept.json library.json
result $? 'an input that is not named by --json is left alone'

# --- in stretches ------------------------------------------------------------

changed library.json 'd["rows"] = [r for r in d["rows"] if r["n"] < 2e6]
d["command"] = "compare --op segreduce --size 2^16"' >a.json
changed library.json 'd["rows"] = [r for r in d["rows"] if r["n"] > 2e6]
d["started"] = "2026-11-21T00:00:00Z"
d["floors"].append({"backend": "cub", "seconds": 3e-6})
d["roofs"][0].update(passes=[4100.0] * 8, gb_per_s=4100.0)' >b.json
run publish a.json b.json --json joined.json
[ "$status" -eq 0 ]
result $? 'two stretches become one file'
run diff "$top/tests/data/library.json" joined.json --fail-on none
[ "$status" -eq 0 ] && grep -q '^28 same, 0 slower, 0 faster, 0 unclear' out
result $? 'with all rows'
json joined.json 'd["command"].startswith(
    "compare --op segreduce --size 2^16 && compare --op segreduce")
    and d["started"] == "2026-11-21T00:00:00Z"
    and [f["backend"] for f in d["floors"]] == ["cuda", "cub"]' \
    'with both commands, the earlier date, and floors of both'
json joined.json 'len(d["roofs"]) == 1 and len(d["roofs"][0]["passes"]) == 16
    and d["roofs"][0]["gb_per_s"] == 4100
    and all(r["roof_share"] == s["roof_share"] for r, s in
        zip(d["rows"], json.load(open("library.json"))["rows"]))' \
    'the roof is of all passes; shares are of the roofs of each stretch'

# --- what is refused ---------------------------------------------------------

refuses 'Both are the same run' publish a.json a.json
refuses 'expected saved results' publish
refuses 'nosuch.json cannot be read' publish nosuch.json
refuses 'nosuch.json cannot be read' publish a.json nosuch.json
echo '{"schema": 1, "rows": 3}' >broken.json
refuses 'broken.json' publish broken.json
run publish a.json --csv x.csv
[ "$status" -eq 2 ] && grep -q 'publish: --csv has no meaning here' err
result $? 'other outputs have no meaning'
run publish a.json --json /nonexistent/x.json
[ "$status" -eq 2 ] && grep -q '/nonexistent/x.json' err
result $? 'an output that cannot be written is told'

# unlike 'PATTERN' 'STATEMENTS': b.json, changed so, is not one with a.json
unlike() {
    changed b.json "$2" >other.json
    refuses "a.json and other.json are not one: $1" publish a.json other.json
}

unlike 'The systems or builds differ: commit 0123456789ab / ba9876543210' \
    'd["environment"]["build"]["commit"] = "ba9876543210"'
unlike 'The machines differ: GPU A GPU / B GPU\.$' \
    'd["environment"]["gpu"]["name"] = "B GPU"'
unlike 'The runs differ: seed' 'd["seed"] = 2'
unlike 'The runs differ: --min-time 0.2 / 1' 'd["command"] += " --min-time 1"'
unlike '--cache: cold / hot' 'd["command"] += " --cache hot"'
unlike '--param: none / mean=7' 'd["command"] += " -P mean=7"'
unlike '--dist: uniform:0 / normal:' 'd["command"] += " --dist normal"'
unlike '--threads: 0 / 2,1,2' 'd["command"] += " --threads 1,2"'
unlike '--device: 0 / 1' 'd["command"] += " --device 1"'
unlike 'The runs differ: --input none / y.raw' \
    'd["command"] += " --input y.raw"'
changed other.json 'd["started"] = "2026-11-20T00:00:00Z"' >y.json
changed a.json 'd["command"] += " --input x.raw"' >x.json
refuses \
    'x.json and y.json are not one: The runs differ: --input x.raw / y.raw' \
    publish x.json y.json
unlike '--reference: its default / cuda/best' \
    'd["command"] += " --reference cuda/best"'
unlike 'extras: no transfers, no energy, roofs / transfers' \
    'd["command"] += " --transfers"'
unlike 'extras: .* no energy, roofs / .* no energy, sustained, roofs' \
    'd["command"] += " --sustained=5"'
unlike 'this version cannot read the command of one: ' 'd["command"] = "x y"'
unlike 'results of a crossover stand alone' \
    'd["command"] = "compare crossover --op segreduce"'
unlike 'both have segreduce (.*) at n = 2^16, and rows of one case' \
    'd["rows"][0]["n"] = 65536'

# --- what was not checked ----------------------------------------------------

"$COMPARE" --op reduce --size 1000 --backend reference --cache hot \
    --min-time 0 --min-samples 7 --timeout 0.1 --no-roofs --no-plot --quiet \
    --no-ch --json unchecked.json >log 2>&1
run publish unchecked.json --json here.json
[ "$status" -eq 0 ]
result $? 'rows that nobody checked are published as that'
changed unchecked.json 'd["rows"][0].update(verified=True, check={"ok": True,
    "max_ulp": 0.5, "depth": 22.0, "of_bound": 0.1, "of_likely": 0.1,
    "first_bad": None})' >forged.json
refuses 'row 1.*verified.*false: its command has --no-check' \
    publish forged.json

# --- replay ------------------------------------------------------------------

quick='--op reduce --backend reference --cache hot --min-time 0 --timeout 0.1
  --min-samples 7 --no-roofs --no-plot --quiet'
for size in 1000 2000; do
    # shellcheck disable=SC2086
    "$COMPARE" $quick --size $size --json here.json >log 2>&1
    changed here.json 'd["environment"]["build"]["commit"] = "0123456789ab"' \
        >here-$size.json # of a tree with changes stretches are not one
done
run publish here-1000.json here-2000.json \
    --json here.json
[ "$status" -eq 0 ]
result $? 'stretches of this machine become one'
run replay here.json --fail-on none --no-roofs --no-plot --bind none \
    --json again.json
result "$status" 'replay reads it'
json again.json '[r["n"] for r in d["rows"]] == [1000, 2000]
    and d["command"].count("--bind=none") == 2' \
    'and measures the rows of both, as it is told'

tap_end
