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
    # All that is in a data file is in its picture, where the axes put it.
    mkdir pictures
    if python3 - "$top/tests/data/whole/mixed.json" >pictures/one.json 2>log \
        <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
d["rows"] = [r for r in d["rows"] if r["n"] in (3000, 2048)]
json.dump(d, sys.stdout)
END
    then
        for file in "$top"/tests/data/*.json \
            "$top/tests/data/whole/mixed.json" pictures/one.json; do
            "$COMPARE" plot "$file" --plot "pictures/$(basename "$file" \
                .json).svg" 2>log || cat log >&2
        done
        python3 "$top/tests/plots.py" pictures/*.svg >err 2>&1 &&
            [ "$(find pictures -name '*.svg' | wc -l)" -ge 20 ]
        result $? 'pictures show what their data files hold'
    else
        without_python 'pictures' 'to look at them with'
    fi
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
    # Bytes of a product go as n squared: 12 n^2 are 2 MiB.
    grep -q '^418.046[0-9]* 0 "L2 2 MiB"$' sgemm.dat
    result $? 'caches stand at the n whose bytes they hold'
    # Whatever has an interval is within it: rates, times, and n of crossings.
    awk '/^# / { on = /confidence interval/; value = /^# crossings/ ? 1 : 2 }
        on && /^[0-9]/ {
            count++
            outside += $3 > $value || $4 < $value
            wide += $3 < $value && $value < $4
        }
        END { exit !(count > 30 && !outside && wide > count / 2) }' \
        reduce.dat threads-threads.dat crossover.dat
    result $? 'what is drawn is within its interval'
    # What has one intensity stands side by side.
    only=$(sed -n 's/^only //p' reduce-roofline.dat)
    [ "$only" = 0.25 ] &&
        sed -n '/^# .*intensity, GFLOP/,/^$/s/^\([0-9.]*\) .* [0-9]*$/\1/p' \
            reduce-roofline.dat | sort -u >out &&
        lines=$(grep -c '^# .*GFLOP/s, n' reduce-roofline.dat) &&
        [ "$(wc -l <out)" -eq "$lines" ] &&
        grep -q 'all of 0.25, side by side' reduce-roofline.svg
    result $? 'rows of one intensity do not hide each other in a roofline'
    # By compulsory bytes, whatever else is moved.
    if python3 - "$top/tests/data/sgemm.json" >moved.json 2>log <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
for r in d["rows"]:
    r["moved_bytes"] = 10 * r["bytes"]
json.dump(d, sys.stdout)
END
    then
        draws moved.json svg
        cmp sgemm-roofline.dat moved-roofline.dat 2>err
        result $? 'the intensity is that of compulsory bytes'
    else
        without_python 'the intensity' 'to move bytes with'
    fi
    # Of too few samples, or too good to be true: in no chart.
    if python3 - "$top/tests/data/reduce.json" >few.json 2>log <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
for i, r in enumerate(d["rows"]):
    if r["n"] == 1024:
        r["suspect" if i % 2 else "few"] = True
json.dump(d, sys.stdout)
END
    then
        draws few.json svg
        grep -q ' 1024$' reduce-roofline.dat && grep -q '^1024 ' reduce.dat &&
            ! grep -E '(^| )1024( |$)' few*.dat >err
        result $? 'rows that do not stand are in no chart'
    else
        without_python 'rows that do not stand' 'to mark them with'
    fi
    # The ideal is so many times one thread, also where none ran on one.
    if python3 - "$top/tests/data/threads.json" >two.json 2>log <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
d["rows"] = [r for r in d["rows"] if r.get("threads") != 1]
json.dump(d, sys.stdout)
END
    then
        draws two.json svg
        awk '/^# ideal/ { getline; per_thread = $2 / $1 }
            /^# openmp\/blocked/ { getline; good = $1 == 2 &&
                $2 > 1.99 * per_thread && $2 < 2.01 * per_thread }
            END { exit !good }' two-threads.dat
        result $? 'the ideal passes through the fewest threads'
    else
        without_python 'the ideal' 'to leave out one thread with'
    fi
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
        bars=$(sed -n 's/^bars //p' one.dat)
        [ "$bars" -ge 2 ] &&
            sed -n '/^# bars/,$p' one.dat | grep '^[0-9]' >out &&
            [ "$(wc -l <out)" -eq "$bars" ] &&
            grep -q 'the roof that bounds the row' one.svg &&
            grep -q '^title "reduce: bandwidth at n = ' one.dat
        result $? 'one size is drawn as bars, beside their roofs'
    else
        without_python 'a single size' 'to make it with'
    fi
    # A ladder whose source reports shares of the peak.
    if python3 - "$top/results/h200/sgemm.json" >published.json 2>log <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
last = max(r["n"] for r in d["rows"])
for r in d["rows"]:
    if r["ladder"]:
        r["published_share"] = 0.2 * r["step"]
        if r["n"] == last and r["step"] == 2:
            r.update(status="failed", reason="planted")
for r in d["roofs"]:
    if r["kind"] == "fma" and r["device"] == "gpu":
        print("peak %.9g" % r["peak_gflop_per_s"], file=open("peak", "w"))
json.dump(d, sys.stdout)
END
    then
        draws published.json svg
        grep -q -x -f peak published-ladder.dat &&
            grep -q 'published share' published-ladder.svg
        result $? 'published shares are marks beside the bars'
        # What a rung is over: place, rate, backend, strong, name, rate, over.
        sed -n '/^# bars/,/^$/{ s/^[1-3] .* cuda [01] //p; }' \
            published-ladder.dat | tr -d '"' >out
        awk '$2 == "failed" { failed = NR }
            failed && NR == failed + 1 { good = $3 ~ /[1-9]/ && $3 == $4 }
            END { exit !good }' out
        result $? 'a rung is over the last one before it that is right'
    else
        without_python 'published shares' 'to make them with'
        without_python 'rungs over those before' 'to make them with'
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
        without_python 'axes have the rate that leads' 'to make them with'
    fi
    # Of rates within two decades, far enough apart for a logarithm.
    printf '%s\n' 'title "t"' 'unit "GB/s"' 'lines "openmp/a openmp/b"' \
        'ranks "0 1"' 'x_low 1' 'x_high 8' 'y_low 15' 'y_high 800' 'y_log 1' \
        '' '' '0 0 none none' '' '' '0 0 none' '' '' '2 20 20 20' '4 30 30 30' \
        '' '' '2 300 300 300' '4 400 400 400' '' '' '0 0 none none' >tics.dat
    gnuplot -d -c "$top/plots/bandwidth.gp" ./tics.dat ./tics.svg 2>err
    grep -q '>20<' tics.svg && grep -q '>50<' tics.svg &&
        grep -q '>100<' tics.svg && grep -q '>500<' tics.svg
    result $? 'a logarithmic axis has more than one label'
fi

# --- the READMEs' figures ---------------------------------------------------

# What tables say is in results/; what the text around them says is not looked
# at.
if ! ls "$top"/results/*/*.json >/dev/null 2>&1; then
    skip "the READMEs' figures" 'no published results yet'
elif ! python3 -c '' 2>/dev/null; then
    skip "the READMEs' figures" 'no python3 to read JSON with'
else
    python3 "$top/results/tables.py" --check >log 2>&1
    result $? "the tables' figures are those of results/"
    python3 "$top/results/losses.py" >out 2>err
    grep -q -F -f err "$top/README.md" &&
        grep -q -F -f err "$top/results/README.md"
    result $? "as many cases are lost as the READMEs say"
    cp -r "$top/results" "$top/README.md" .
    # The first time of a table is not what it was.
    sed -i '0,/| [0-9]*[.][0-9][0-9] |/s//| 0.01 |/' results/README.md
    ! python3 results/tables.py --check >out 2>&1 && grep -q '| 0.01 |' out
    result $? 'a figure that is of no results is found'
    python3 results/tables.py >log 2>&1 &&
        cmp results/README.md "$top/results/README.md" >log 2>&1
    result $? 'and written anew'
    sed -i 's/^| reduce, sum of f32 | 2^16/| reduce, sum of f99 | 2^16/' \
        results/README.md
    ! python3 results/tables.py >out 2>&1 && grep -q 'f99 is no type' out
    result $? 'a table of what is not there is refused'
    cp "$top/results/README.md" results
    sed -i 's,^| `cuda/tiled-16` |,| `cuda/tiled-17` |,' results/README.md
    ! python3 results/tables.py >out 2>&1 &&
        grep -q 'cuda/tiled-17 is in no results' out
    result $? 'a variant that is in no results is refused'
    cp "$top/results/README.md" results
    sed -i 's/"commit":"\([0-9a-f]*\)"/"commit":"\1-dirty"/' \
        results/h200/sgemm.json
    ! python3 results/tables.py >out 2>&1 && grep -q 'is of no results' out
    result $? 'results of changes that are in no commit do not count'
    python3 - "$top" >log 2>&1 <<'END'
import os, re, sys

top, bad = sys.argv[1], 0

def anchors(file):
    heads = re.findall(r"(?m)^#+ (.*)", open(file).read())
    return [re.sub(r"[^\w -]", "", h).lower().replace(" ", "-") for h in heads]

for readme in ("README.md", "results/README.md", "doc/adding.md",
               "doc/backends.md", "doc/building.md", "doc/reading.md"):
    for link in re.findall(r"\]\(([^):]*)\)", open(f"{top}/{readme}").read()):
        path, _, anchor = link.partition("#")
        file = f"{top}/{readme}"
        if path:
            file = os.path.join(os.path.dirname(file), path)
        if not os.path.exists(file) or anchor and anchor not in anchors(file):
            print(readme, "links to", link, "which is not there")
            bad = 1
sys.exit(bad)
END
    result $? "links lead to files of the tree, and to headings in them"
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
