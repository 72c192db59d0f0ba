#!/bin/sh
# figures.sh - charts are drawn from saved results, in every format, and the
# figures that the README states are in the results it names. TAP.

# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"

# What a file of each format begins with.
magic() {
    case $1 in
    svg) grep -q '<svg' "$2" && grep -q '</svg>' "$2" ;;
    png) [ "$(head -c 8 "$2" | od -An -tx1 | tr -d ' \n')" \
        = 89504e470d0a1a0a ] ;;
    pdf) [ "$(head -c 5 "$2")" = '%PDF-' ] ;;
    esac
}

# draws RESULTS FORMAT
draws() {
    name=$(basename "$1" .json)
    if [ "$2" = pdf ] && ! gnuplot -e 'set terminal pdfcairo' 2>/dev/null
    then
        skip "$name as pdf" 'this gnuplot has no pdfcairo terminal'
        return
    fi
    "$COMPARE" plot "$1" --plot "$name.$2" >log 2>&1
    good=$?
    # Every chart it names must be there, drawn, and more than a frame.
    for chart in "$name"*."$2"; do
        [ -s "$chart" ] && magic "$2" "$chart" || good=1
    done
    result $good "$name as $2"
}

# A chart can be drawn again from its data file and script alone: what the
# data holds must be there, not in the program.
has_data() {
    name=$(basename "$1" .json)
    set -- "$name"*.dat
    [ -s "$1" ] && ! grep -q -i 'nan' "$@"
    result $? "$name has data files to draw again from"
}

if ! command -v gnuplot >/dev/null 2>&1; then
    skip charts 'no gnuplot here'
else
    for file in "$top"/tests/data/*.json; do
        for format in svg png pdf; do
            draws "$file" $format
        done
        has_data "$file"
    done
    # One series of one size: nothing to draw a line through.
    mkdir single
    if python3 - "$top/tests/data/reduce.json" >single/one.json 2>log <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
n = d["rows"][0]["n"]
d["rows"] = [r for r in d["rows"] if r["n"] == n]
json.dump(d, sys.stdout)
END
    then
        draws single/one.json svg
    else
        skip 'a single size' 'no python3 to make it with'
    fi
fi

# --- the README's figures ---------------------------------------------------

# A table row of the README whose last cell names a results file must hold
# figures that this file rounds to.
if ! ls "$top"/results/*.json >/dev/null 2>&1; then
    skip "the README's figures" 'no published results yet'
elif ! python3 -c '' 2>/dev/null; then
    skip "the README's figures" 'no python3 to read JSON with'
else
    python3 - "$top" >log 2>&1 <<'END'
import glob, json, re, sys

top = sys.argv[1]
rows = [r for f in glob.glob(top + "/results/*.json")
        for r in json.load(open(f))["rows"] if r["status"] == "ok"]
names = {r["backend"] + "/" + r["variant"] for r in rows}

def rates(name):
    for r in rows:
        if r["backend"] + "/" + r["variant"] == name:
            yield r["n"]
            yield r["gb_per_s"]
            yield r["gflop_per_s"]
            share = r["roof_share"]
            yield share and share * 100
            yield r["speedup"] and r["speedup"]["ratio"]
            yield r["check"]["max_ulp"]
            for unit in (1, 1e3, 1e6, 1e9):
                yield r["seconds"]["median"] * unit

def rounds_to(value, text):
    digits = len(text.partition(".")[2])
    return value is not None and (
        abs(value - float(text)) <= 0.5000001 * 10.0 ** -digits)

bad = 0
for line in open(top + "/README.md"):
    cells = [c.strip().strip("*`") for c in line.strip().strip("|").split("|")]
    named = [c for c in cells if c in names]
    if not line.startswith("|") or not named:
        continue
    for cell in cells:
        match = re.fullmatch(r"([0-9][0-9 ,]*(?:\.[0-9]+)?) ?[%×x]?", cell)
        text = match and re.sub("[ ,]", "", match.group(1))
        if text and not any(rounds_to(v, text) for v in rates(named[0])):
            print(named[0], cell, "is in no results")
            bad += 1
sys.exit(bad > 0)
END
    result $? "the README's figures are in results/"
fi

tap_end
