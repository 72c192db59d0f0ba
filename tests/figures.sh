#!/bin/sh
# figures.sh - charts are drawn from saved results, in every format, and the
# figures that READMEs state are in the results they name. TAP.

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
    # Of a library the fastest row that is right, at each n; rungs that beat
    # best, on its terms; and the library's version.
    grep -q '^lines ".*cuda/best cub[^ /]*(fastest[^ ]*row)"$' library.dat &&
        sed -n '/^# cub/,/^$/s/^\([0-9]*\) .* /\1 /p' library.dat |
        tr '\n' ' ' >out &&
        grep -q '^65536 segmented 1048576 segmented 16777216 by-key 26843' out
    result $? 'a library has one line, of its fastest rows'
    sed -n '/^# rungs/,$s/ cuda / /p' library.dat | cut -d ' ' -f 1,3- >out
    printf '%s\n' '1048576 "lanes 1.059× best"' \
        '16777216 "lanes 1.250× best"' | cmp - out 2>err
    result $? 'rungs that beat best are marked'
    grep -q '^subtitle ".*A GPU  ·  CUB 3.0.1"$' library.dat &&
        ! grep -q CUB reduce.dat && grep -q 'CUB 3.0.1' library.svg
    result $? "a library's version is named where it is drawn"
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
    # A ladder whose source reports shares of the peak.
    if python3 - "$top/results/h200/sgemm.json" >published.json 2>log <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
for r in d["rows"]:
    if r["ladder"]:
        r["published_share"] = 0.2 * r["step"]
json.dump(d, sys.stdout)
END
    then
        draws published.json svg
        grep -q '^peak [1-9]' published-ladder.dat &&
            grep -q 'published share' published-ladder.svg
        result $? 'published shares are marks beside the bars'
    else
        skip 'published shares' 'no python3 to make them with'
    fi
    # Each operation leads with its own rate; older files do not say which.
    if python3 - "$top/tests/data/reduce.json" >keys.json 2>log <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
for r in d["rows"]:
    r.update(headline="items", item="keys")
json.dump(d, sys.stdout)
END
    then
        draws keys.json svg
        grep -q '^unit "Gkeys/s"$' keys.dat && grep -q 'Gkeys/s' keys.svg &&
            grep -q '^unit "GB/s"$' reduce.dat &&
            grep -q '^unit "GFLOP/s"$' sgemm.dat
        result $? 'axes have the rate that leads'
    else
        skip 'axes have the rate that leads' 'no python3 to make them with'
    fi
fi

# --- the READMEs' figures ---------------------------------------------------

# A table row of a README that names a variant of the results, as in
# `cuda/best`, holds figures that these results round to. Which results: a cell
# of the row, or else the first cell of the table's head, describes them: the
# name of the operation, then, after a comma, a type, values of parameters, an
# input's distribution and the state of caches, as in "reduce, sum of f32" or
# "tile-scan, inclusive sum of i32, tile 512" (numbers follow their key; caches
# are cold unless they are hot). A size in a column's head ("2^20", "GB/s at
# 2^28", "n = 1024") is that of its figures, a cell that is a size that of the
# row's. A figure with a × may also be the time of another variant over that of
# this one, on the same case. If the row names a second variant, what stands
# right of it is its own, and only its time may be in that ratio. A cell that
# names a directory of results/, as "H100", says which machine's they are. Links
# lead to files of the tree.
if ! ls "$top"/results/*/*.json >/dev/null 2>&1; then
    skip "the READMEs' figures" 'no published results yet'
elif ! python3 -c '' 2>/dev/null; then
    skip "the READMEs' figures" 'no python3 to read JSON with'
else
    python3 - "$top" >log 2>&1 <<'END'
import glob, json, os, re, sys

top = sys.argv[1]
rows = [dict(r, file=f) for f in glob.glob(top + "/results/*/*.json")
        for r in json.load(open(f))["rows"] if r["status"] == "ok"]
ops = {r["op"] for r in rows}
plain = {"of", "by", "in", "and", "with", "GB/s", "GFLOP/s", "µs", "ms"}

def name(r):
    return r["backend"] + "/" + r["variant"]

names = {name(r) for r in rows}

def machine_of(r):
    return os.path.basename(os.path.dirname(r["file"]))

machines = {machine_of(r) for r in rows}

def told(r):
    more = {k: str(v) for k, v in r["params"].items()}
    return dict(more, dist=r["dist"], cache=r["cache"])

def chosen(op, words):
    """The rows that a description means, and words that say nothing."""
    found, lost = [r for r in rows if r["op"] == op], []
    types, values, before = {r["type"] for r in found}, {}, ""
    for r in found:
        for key, value in told(r).items():
            values.setdefault(key, set()).add(value)
    for word in words:
        keys = [before] if word in values.get(before, ()) else \
            [k for k in values if word in values[k] and not word.isdigit()]
        if word in types:
            found = [r for r in found if r["type"] == word]
        elif keys:
            found = [r for r in found
                     if any(told(r).get(k) == word for k in keys)]
        elif word not in plain and word not in values:
            lost.append(word)
        before = word
    if "hot" not in words:
        found = [r for r in found if r["cache"] == "cold"]
    return found, lost

def described(cell):
    """None, or the rows that a cell describes and the words that it cannot
    mean."""
    op, _, rest = cell.partition(",")
    return chosen(op, rest.replace(",", " ").split()) if op in ops else None

def size_in(cells):
    sizes = [c for c in cells if re.fullmatch(r"(2\^|n = )[0-9]+", c)]
    return size_of(sizes[0]) if sizes else None

def size_of(head):
    at = re.search(r"(?:^|at |n = )(2\^)?([0-9]+)(?:$| )", head)
    return at and (2 ** int(at[2]) if at[1] else int(at[2]))

def figures(r):
    share, peak = r["roof_share"], r.get("peak_share")
    published = r.get("published_share")
    yield from (r["n"], r["gb_per_s"], r["gflop_per_s"])
    yield from (s and s * 100 for s in (share, peak, published))
    yield r["speedup"] and r["speedup"]["ratio"]
    yield r["check"]["max_ulp"]
    yield from (r["seconds"]["median"] * unit for unit in (1, 1e3, 1e6, 1e9))

def same_case(a, b):
    return all(a[k] == b[k] for k in
               ("file", "op", "type", "n", "dist", "params", "cache"))

def ratios(r, rival):
    for other in rows:
        if same_case(r, other) and rival in (None, name(other)):
            yield other["seconds"]["median"] / r["seconds"]["median"]

def rounds_to(value, text):
    digits = len(text.partition(".")[2])
    return value is not None and (
        abs(value - float(text)) <= 0.5000001 * 10.0 ** -digits)

def holds(cell, size, candidates, rival):
    match = re.fullmatch(r"([0-9][0-9 ,]*(?:\.[0-9]+)?) ?([%×x]?)", cell)
    if not match:
        return True
    text = re.sub("[ ,]", "", match[1])
    those = [r for r in candidates if size in (None, r["n"])]
    times = match[2] in ("×", "x")
    return not (times and rival) and any(
        rounds_to(v, text) for r in those for v in figures(r)) or (
        times
        and any(rounds_to(v, text) for r in those for v in ratios(r, rival)))

def complain(*what):
    global bad
    print(*what)
    bad += 1

def lines():
    for readme in ("/README.md", "/results/README.md"):
        yield ""
        yield from open(top + readme)

bad = checked = 0
head = []
for line in lines():
    cells = [c.replace("`", "").strip(" *\n")
             for c in line.strip().strip("|").split("|")]
    if not line.startswith("|"):
        head = []
        continue
    head = head or cells
    variant = next((c for c in cells if c in names), None)
    if not variant:
        continue
    about = next(filter(None, map(described, cells + head[:1])), None)
    if not about:
        complain(variant, "in a table that names no operation:", head[0])
        continue
    for word in about[1]:
        complain(word, "in a table's head or row is no type or parameter")
    machine = [c.lower() for c in cells if c.lower() in machines]
    these = [r for r in about[0] if not machine or machine_of(r) in machine]
    rival = next((c for c in cells if c in names and c != variant), None)
    whose = variant
    for i, cell in enumerate(cells):
        size = size_of(head[i]) if i < len(head) else None
        whose = cell if cell in names else whose
        of = variant if cell.endswith("×") else whose
        if not holds(cell, size or size_in(cells),
                     [r for r in these if name(r) == of], rival):
            complain(head[0] + ":", of, cell, "is in no results")
        checked += 1
for readme in ("README.md", "results/README.md", "doc/adding.md",
               "doc/backends.md", "doc/building.md"):
    for link in re.findall(r"\]\(([^)#:]*)\)", open(f"{top}/{readme}").read()):
        if not os.path.exists(os.path.join(top, os.path.dirname(readme), link)):
            complain(readme, "links to", link, "which is not there")
print(checked, "cells looked at")
sys.exit(bad > 0 or not checked)
END
    result $? "the READMEs' figures are in results/"
fi

# Where we lose: not to a row that is wrong, nor within the noise.
mkdir m1
if python3 - "$top/tests/data/library.json" >m1/losses.json 2>log <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
for r in d["rows"]:
    if r["backend"] == "cub" and r["status"] == "ok":
        less = 0.95 if r["n"] == 65536 else 0.4
        for key in ("median", "ci_low", "ci_high"):
            r["seconds"][key] *= less
    if r["n"] == 1048576 and r["backend"] == "cuda":
        r["seconds"]["ci_low"] = 0
json.dump(d, sys.stdout)
END
then
    printf '%s\n' \
        '2^24 | 30.00 | 0.800× | cub/by-key | 24.00 | M1 |' \
        '2^16 | 5.000 | 0.988× | cub/segmented | 4.940 | M1 |' \
        '2 of 4 cases' >want
    python3 "$top/results/losses.py" m1/losses.json 2>&1 |
        tr -d '`' | sed 's/^| segreduce, f32 | //; s/ cuda\/best |//' |
        cmp - want >out 2>err
    result $? 'where we lose: to rows that are right, beyond the noise'
else
    skip 'where we lose' 'no python3'
fi

# A clone is not to be heavy with results: 12 MB, of all operations.
find "$top"/results -type f -exec cat {} + | wc -c >out
[ "$(cat out)" -lt 12000000 ]
result $? "results/ is small ($(cat out) bytes)"

tap_end
