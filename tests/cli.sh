#!/bin/sh
# cli.sh - the command line as its users meet it: exit statuses, messages,
# outputs. TAP; the program is $COMPARE.

# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"

# Enough for a row to be measured, no more: the roofs take most of a run's time.
brief='--min-time 0 --min-samples 3 --timeout 0.2 --warmup 0 --starts 1'
quick="$brief --no-roofs --no-save --cache hot --no-plot --backend reference"

run() {
    status=0
    "$COMPARE" "$@" >out 2>err </dev/null || status=$?
}

# expect STATUS 'PATTERN ON STDERR' ARGUMENT...
expect() {
    want=$1 pattern=$2
    shift 2
    run "$@"
    [ "$status" -eq "$want" ] && grep -q -e "$pattern" err
    result $? "$want from $* (got $status)"
}

# A measuring run.
measure() {
    # shellcheck disable=SC2086
    run "$@" $quick
}

# shows 'PATTERN ON STDOUT' ARGUMENT...: and exit status 0
shows() {
    pattern=$1
    shift
    run "$@"
    [ "$status" -eq 0 ] && grep -q -e "$pattern" out
    result $? "$* shows $pattern"
}

# --- usage -------------------------------------------------------------------

expect 2 'reduce' --op reduse
expect 2 '--size 10X' --op reduce --size 10X
expect 2 '--type' --op reduce --type f16
expect 2 'sum, min, max' --op reduce --param operator=median
expect 2 'operator' --op reduce --param oprator=sum
expect 2 '--variants' --op reduce --variants nosuch
expect 2 '--dist' --op reduce --dist zeros
expect 2 '--seed' --op reduce --seed -1
expect 2 'cold' --op reduce --cache warm
expect 2 '--threads' --op reduce --threads many
expect 2 '--threads 10000: expected at most' --op reduce --threads 10000
expect 2 'than memory can address' --op reduce --size 2^62
expect 2 'than memory can address' --op scan --size 2^58
expect 2 'than memory can address' --op segreduce -P lengths=heads \
    --size 2^63
expect 2 'segments=1099511627776: almost all' --op segscan --size 1000 \
    -P segments=1Ti
run --op segscan --size 1000 -P segments=1Ti,by=offsets --no-roofs --no-save \
    --no-plot
[ "$status" -eq 1 ] && grep -q 'failed: needs 8796.* GB of memory' out
result $? 'a case that cannot fit is a failed row'
mkfifo fifo
expect 2 '--input fifo is a pipe; expected a file' --op reduce --input fifo
expect 2 '--input -: standard input can be read once' --op reduce --input -
expect 2 '--input . is a directory' --op reduce --input .
expect 2 '--bind' --op reduce --bind socket
expect 2 'quiet' --op reduce --quite
expect 2 '--op' --op
expect 2 'no such command' ''
expect 2 'nothing to compare'
expect 2 '--plot' --op reduce --plot x.bmp
expect 2 'undefined' --op reduce --size 0 --param operator=max
expect 2 '--min-samples' --op reduce --min-samples 0
expect 2 '--reference' --op reduce --reference nosuch
expect 2 'standard output' --op reduce --json - --csv -
expect 2 'the same file' --op reduce --json twice --csv twice
expect 2 'the same file' --op reduce --json twice --csv ./twice
expect 2 'the same file' --op reduce --json "$PWD/twice" --csv twice
for file in photo.dat ./photo-ladder.dat photo-roofline.svg photo-threads.dat
do
    for flag in --json --csv --md; do
        expect 2 "$flag $file and photo.* of --plot photo.svg: the same file" \
            --op reduce --size 100 --plot photo.svg $flag $file --no-roofs
    done
done
printf keep >photo.dat
ln photo.dat other.raw
for file in photo.dat other.raw; do
    expect 2 "--input $file and photo.dat of --plot photo.svg: the same file" \
        --op reduce --input $file --plot photo.svg --no-roofs
done
expect 2 'plot photo.dat and photo.dat of --plot photo.svg: the same file' \
    plot photo.dat --plot photo.svg
[ "$(cat photo.dat)" = keep ] && rm photo.dat other.raw
result $? 'charts are drawn over nothing that is named'
expect 2 'plot' plot
expect 2 'one chart' plot a.json b.json --plot c.svg
shows 'Usage' --help
shows 'etrad' --version
shows '^commit [0-9a-z-]*$' --version

# --- what there is -----------------------------------------------------------

shows 'reduce' --list
for what in ops backends variants types dists params; do
    run --list $what
    [ "$status" -eq 0 ] && [ -s out ] && [ ! -s err ]
    result $? "--list $what"
    run --list $what --json -
    cp out list.json
    json list.json 'isinstance(d, list) and len(d) > 0' \
        "--list $what --json - is a list"
done
run --list devices
[ "$status" -eq 0 ] && [ -s out ]
result $? '--list devices'
"$COMPARE" --list ops --json - >ops.json
json ops.json \
    'all({"name", "summary", "types", "params"} <= set(o) for o in d)' \
    '--list ops --json - has the names that programs read'
"$COMPARE" --list variants --json - >variants.json
json variants.json 'all({"op", "backend", "variant", "step", "idea",
    "source", "published_share", "types", "traits", "best", "available",
    "reason", "absent"} <= set(v) for v in d)' \
    '--list variants --json - has the names that programs read'
json variants.json 'all(sum(v["best"] for v in d if (v["op"], v["backend"])
    == key) == 1 for key in {(v["op"], v["backend"]) for v in d})' \
    'one variant of each op and backend is the best'
shows 'operator' --list params --op reduce
run --list params
awk 'length > 80 { bad = 1 } NF == 1 { alone++ }
    END { exit !(NR && !bad && alone < NR / 4) }' out
result $? '--list params: in 80 columns, more than a word a line'
expect 2 'variants' --list variant
shows 'n s' --explain reduce
shows '2 M N K' --explain sgemm
expect 2 'sgemm' --explain sgem
expect 2 'such as 1500K for 1.5M' --op reduce --size 1.5M
shows 'reference/' --op reduce --size 1000 --dry-run
[ ! -e runs ]
result $? '--dry-run leaves nothing behind'
run --op reduce --backend reference,openmp --size 1000 --threads 1,2 --dry-run
sed 's/.* n=1000 //' out >rows
printf '%s\n' reference/loop 'openmp/blocked ×1' 'openmp/blocked ×2' |
    diff - rows >err
result $? '--dry-run of a sweep: a row for each number of threads'

# --- backends ----------------------------------------------------------------

for backend in cuda cub; do
    if "$COMPARE" --list backends --json - | tr -d ' \n' |
        grep -q "\"name\":\"$backend\"[^}]*\"available\":true"; then
        skip "3 from --backend $backend without one" 'there is one'
    else
        expect 3 '--backend '$backend': .' --op reduce --backend $backend
    fi
done

if "$COMPARE" --list backends --json - | tr -d ' \n' |
    grep -q '"name":"cuda"[^}]*"available":true'; then
    expect 3 '--device' --op reduce --device 1000 --dry-run
else
    expect 3 '--device' --op reduce --device 0 --dry-run
    expect 3 '--reference cuda/best: .' --op reduce --reference cuda/best
    expect 3 'can run here: cuda/harris-0-modulo: .' --op reduce \
        --variants harris-0-modulo --dry-run
fi
shows 'GB of memory' --op sgemm --size 1000000 --dry-run
run --op sgemm -P m=8,n=9,k=7 --backend reference --variants best --dry-run
[ "$status" -eq 0 ] && [ "$(grep -c 'reference/' out)" -eq 1 ]
result $? 'where all extents are given there is one case'
expect 2 '--size 10 is the same case of --op sgemm as --size 9' --op sgemm \
    -P m=8,n=9,k=7 --size 9,10 --dry-run
shows 'reduce' --op reduce,sgemm --variants loop --size 100 --dry-run
grep -q 'sgemm is left out' err
result $? 'an operation without the variant is left out with a note'
shows 'sgemm' --op reduce,sgemm --param operator=max,m=1Ki --size 8 --dry-run
grep -q 'param operator=max does not apply to --op sgemm' err &&
    grep -q 'param m=1Ki does not apply to --op reduce' err
result $? 'a parameter that an operation lacks is told'

# --- rows, and where they go -------------------------------------------------

# Here with roofs, and with time for the samples on any machine and build.
run --op reduce,sgemm --size 0,1,31,127 --variants all --backend reference \
    --min-time 0 --min-samples 3 --max-noise 100 --timeout 1 --warmup 0 \
    --starts 1 --no-save --no-plot --cache hot \
    --json r.json --csv r.csv --md r.md
result "$status" 'several operations, sizes and outputs at once'
json r.json 'set("schema command seed started environment roofs rows"
    .split()) <= set(d)' 'the top level has the names that programs read'
json r.json 'all(set("""op backend variant type n dist params cache status
    reason seconds samples stopped_by bytes flops items gb_per_s gflop_per_s
    items_per_s roof roof_share peak_share published_share speedup check
    repeatable""".split())
    <= set(r) for r in d["rows"])' 'a row has the names that programs read'
json r.json 'all(r["status"] == "ok" and r["check"]["ok"]
    and len(r["samples"]) >= 3 and r["repeatable"] is not None
    and set("median ci_low ci_high min iqr".split()) <= set(r["seconds"])
    and r["seconds"]["min"] <= r["seconds"]["median"]
    and r["seconds"]["ci_low"] <= r["seconds"]["median"]
    <= r["seconds"]["ci_high"]
    for r in d["rows"] if r["status"] != "skipped")' \
    'rows are right, with samples and an interval'
json r.json '{(r["op"], r["n"]) for r in d["rows"]}
    == {(o, n) for o in ("reduce", "sgemm") for n in (0, 1, 31, 127)}' \
    'every operation and size has a row'
json r.json 'd["roofs"] and all({"device", "kind"} <= set(f)
    and ("gflop_per_s" if f["kind"] == "fma" else "gb_per_s") in f
    for f in d["roofs"])' 'roofs have their names'
json r.json 'all({"read", "copy", "write", "fma"} <=
    {f["kind"] for f in d["roofs"] if f["device"] == g["device"]}
    for g in d["roofs"])' 'each device has all of them'
json r.json 'not [f for f in d["roofs"] if f["kind"] in ("gather", "scatter")]
    and not [r for r in d["rows"] if {"gathers", "width"} & set(r)]' \
    'no roof of random accesses where none are made'
json r.json '{r["params"]["operator"] for r in d["rows"]
    if r["op"] == "reduce"} == {"sum"} and d["seed"] == 1
    and "--op" in d["command"]' 'parameters, seed and command are kept'
head -n 1 r.csv | grep -q '^op,' && [ "$(wc -l <r.csv)" -gt 8 ] &&
    ! grep -q -v '^op,\|^reduce,\|^sgemm,' r.csv
result $? '--csv FILE holds a line a row'
grep -q '^|' r.md && grep -q '^| *:*--' r.md
result $? '--md FILE holds a table'
measure --op reduce --size 1000,1001 --csv -
[ "$status" -eq 0 ] && [ "$(wc -l <out)" -eq 3 ] &&
    ! grep -q -v '^op,\|^reduce,' out
result $? '--csv - gives a line a row and nothing else'
measure --op reduce --size 2^20+1 --json - --quiet
cp out stdout.json
json stdout.json 'd["rows"][0]["status"] == "ok"' \
    '--json - gives nothing but JSON'
[ ! -s err ]
result $? '--quiet says nothing on stderr'
! grep -q "$(printf '\033')" out
result $? 'no colour in a pipe'
measure --op reduce --size 1000 --color always --no-check
grep -q "$(printf '\033')\[" out
result $? '--color always colours a pipe'
grep -q UNVERIFIED out
result $? '--no-check marks rows UNVERIFIED'
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    NO_COLOR=1 script -qec "'$COMPARE' --op reduce --size 1000 --quiet \
        $(echo $quick)" /dev/null >out 2>err </dev/null
    grep -q loop out && ! grep -q "$(printf '\033')\[[0-9;]*m" out
    result $? 'NO_COLOR is obeyed on a terminal'
else
    skip 'NO_COLOR is obeyed on a terminal' 'no script(1), or no terminal'
fi
run plot /nonexistent.json
[ "$status" -eq 2 ] && grep -q nonexistent err
result $? '2 from plot of a missing file'
echo '{"schema": 1, "rows": 3}' >broken.json
expect 2 'broken.json' plot broken.json
echo '{"schema": "1", "rows": []}' >broken.json
expect 2 'field "schema" is not a whole number' plot broken.json
mkdir results
expect 2 'results is a directory; expected a file' diff results r.json
(export OMP_NUM_THREADS=1 && measure --op reduce --size 100 \
    --backend openmp --json own.json)
json own.json 'd["rows"][0]["threads"] == 1' 'OMP_NUM_THREADS counts'
(export OMP_NUM_THREADS=2 && measure --op reduce --size 100 \
    --backend openmp --threads 1 --json own.json)
json own.json 'd["rows"][0]["threads"] == 1' '--threads stands over it'
# OpenMP then binds the first thread before main(): of this program, and of the
# one that has started it anew.
(unset OMP_NUM_THREADS && measure --op reduce --size 100 --backend openmp \
    --json free.json)
same='all(d["environment"]["cpu"][k] ==
    json.load(open("free.json"))["environment"]["cpu"][k]
    for k in ("processors", "cores", "threads"))'
(unset OMP_NUM_THREADS && export OMP_WAIT_POLICY=passive OMP_PROC_BIND=spread &&
    measure --op reduce --size 100 --backend openmp --json own.json)
json own.json "$same" 'OMP_PROC_BIND takes no cores away'
(unset OMP_NUM_THREADS OMP_WAIT_POLICY GOMP_SPINCOUNT &&
    export OMP_PROC_BIND=spread &&
    measure --op reduce --size 100 --backend openmp --json own.json)
json own.json "$same" 'nor does it of a program that is started anew'
(unset GOMP_SPINCOUNT OMP_WAIT_POLICY && measure --op reduce --size 100 \
    --backend openmp --json own.json)
json own.json \
    'd["environment"]["variables"]["GOMP_SPINCOUNT"] == "5000"' \
    'idle OpenMP threads soon sleep'
(unset OMP_WAIT_POLICY && export GOMP_SPINCOUNT=77 && measure --op reduce \
    --size 100 --backend openmp --json own.json)
json own.json 'd["environment"]["variables"]["GOMP_SPINCOUNT"] == "77"' \
    'after as long as GOMP_SPINCOUNT says'
(unset GOMP_SPINCOUNT && export OMP_WAIT_POLICY=active && measure \
    --op reduce --size 100 --backend openmp --json own.json)
json own.json '"GOMP_SPINCOUNT" not in d["environment"]["variables"]' \
    'or OMP_WAIT_POLICY'
if command -v gnuplot >/dev/null 2>&1; then
    run plot r.json --plot chart.svg
    [ "$status" -eq 0 ] && ls chart*.svg >/dev/null 2>err
    result $? 'plot draws saved results'
    mkdir piped && (cd piped && "$COMPARE" plot - <../own.json >out 2>err &&
        [ -s chart.svg ] && ! ls -- -* 2>/dev/null)
    result $? 'plot - draws chart.svg of standard input'
else
    skip 'plot draws saved results' 'no gnuplot'
    skip 'plot - draws chart.svg of standard input' 'no gnuplot'
fi

# --- files that cannot be written or read ------------------------------------

expect 2 '/nonexistent/x.json' --op reduce --json /nonexistent/x.json \
    --csv before.csv
[ ! -e before.csv ] && ! grep -q 'floor' out
result $? 'an unwritable output is found before measuring'
expect 2 '/nonexistent/x.csv' --op reduce --csv /nonexistent/x.csv
expect 2 '/nonexistent/x.svg' --op reduce --plot /nonexistent/x.svg
if [ -w /dev/full ]; then
    measure --op reduce --size 100 --json /dev/full --csv full.csv
    [ "$status" -eq 2 ] && grep -q /dev/full err && [ -s full.csv ]
    result $? '2 from a full device, and the other outputs are written'
    measure --op reduce --size 100 --md /dev/full --csv full.csv
    [ "$status" -eq 2 ] && grep -q /dev/full err
    result $? 'for each of the outputs'
    # shellcheck disable=SC2086
    "$COMPARE" --op reduce --size 100 $quick >/dev/full 2>err
    [ $? -eq 2 ] && [ -s err ]
    result $? '2 when standard output is full'
else
    skip 'a full device' 'no /dev/full'
fi
mkfifo pipe
cat pipe >piped.json &
child=$!
measure --op reduce --size 100 --json pipe
for _ in $(seq 300); do # for cat to write
    [ -s piped.json ] || sleep 0.1
done
[ -s piped.json ] || kill $child 2>>err # then nothing opened the pipe
wait $child
json piped.json 'd["rows"][0]["status"] == "ok"' \
    'a pipe gets the results, and no end before them'
echo old >target.json
ln -s target.json link.json
measure --op reduce --size 100 --json link.json
[ -L link.json ] && grep -q '"status": "ok"' target.json
result $? 'a link is followed, and stays one'
mkdir clean
(cd clean && run --op reduce --size 100 --backend reference --min-time 0 \
    --min-samples 3 --timeout 0.2 --json r.json --no-plot --no-roofs &&
    [ -s r.json ] && [ ! -e runs ])
result $? 'no runs/ when every output is named'
if command -v taskset >/dev/null 2>&1 && taskset -c 0 true 2>/dev/null; then
    # shellcheck disable=SC2086
    taskset -c 0 "$COMPARE" --op reduce --size 100 $quick --json one.json \
        >out 2>err
    json one.json 'd["environment"]["cpu"]["cores"] == 1
        and d["environment"]["cpu"]["threads"] == 1' \
        'one core under taskset'
else
    skip 'one core under taskset' 'no taskset(1)'
fi
# shellcheck disable=SC2086
QUOTA=1.5 "$PLANTED" --op reduce --size 100 --threads 2 $quick \
    --json quota.json >out 2>err
grep -q '^warning: .* may use 1\.5 of [0-9]* processors: ' err
result $? 'a quota of less than the threads is warned of'
json quota.json 'd["environment"]["cpu"]["quota"] == 1.5' 'and recorded'
# shellcheck disable=SC2086
QUOTA=1.5 "$PLANTED" --op reduce --size 100 --threads 1 $quick >out 2>err
! grep -q 'may use' err
result $? 'of fewer threads it is not'
echo keep >old.json
chmod a-w old.json
if [ -w old.json ]; then
    skip 'an output without permission' 'this user may write anything'
else
    expect 2 'old.json' --op reduce --json old.json
fi

deep=$(printf '%0200d/%0200d' 1 2)
mkdir -p "$deep"
measure --op reduce --size 100 --json "$deep/long.json"
[ "$status" -eq 0 ] && grep -q '"status": "ok"' "$deep/long.json" &&
    grep -q '/long.json$' err && [ "$(ls "${deep%/*}")" = "${deep#*/}" ]
result $? 'a path of 400 bytes is taken whole'
run --op reduce --json "$(printf '%05000d' 0)"
[ "$status" -eq 2 ] && grep -q \
    'json 0*\.\.\.: 5000 bytes are too long a path; expected at most 4095' err
result $? 'and one that no system takes is refused'

# --- processes and threads ---------------------------------------------------

measure --op reduce --size 1000,1001 --no-fork --json here.json
json here.json '[(r["n"], r["status"]) for r in d["rows"]]
    == [(1000, "ok"), (1001, "ok")]' '--no-fork measures the same rows'
# shellcheck disable=SC2086
run --op reduce --size 1000,1001 $quick --backend reference,openmp \
    --threads 1,2 --json sweep.json
json sweep.json 'sorted((r["n"], r["backend"], r["threads"] or 0)
    for r in d["rows"] if r["backend"] == "openmp")
    == [(n, "openmp", t) for n in (1000, 1001) for t in (1, 2)]
    and sum(r["backend"] == "reference" for r in d["rows"]) == 2' \
    '--threads 1,2 measures all cores twice, and one core once'
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    for flag in '' --quiet; do
        script -qec "stty cols 40; '$COMPARE' --op reduce $flag \
            --size 1000,1001 $(echo $quick) --csv x.csv >/dev/null" \
            /dev/null 2>err </dev/null | tr '\r' '\n' |
            sed "s/$(printf '\033')\[K//" >out
        widest=$(sed '/^\[row\|^measuring/!d' out | awk '
            length($0) > most { most = length($0) } END { print most + 0 }')
        if [ -n "$flag" ]; then
            ! grep -q . out
            result $? 'no progress with --quiet'
        else
            # A row may be over before a busy machine's supervisor looks.
            [ "$widest" -gt 0 ] && [ "$widest" -lt 40 ] &&
                grep -q '^\[row [12] of 2' out
            result $? "progress is as narrow as the terminal ($widest)"
        fi
    done
else
    skip 'progress on a terminal' 'no script(1), or no terminal'
fi

# --- input files -------------------------------------------------------------

# 1, 2, 3 and 4 as f32; then two and a quiet NaN
printf '\0\0\200\077\0\0\0\100\0\0\100\100\0\0\200\100' >four.raw
printf '\0\0\200\077\0\0\0\100\0\0\300\177' >nan.raw
: >empty.raw
measure --op reduce --input four.raw --type f32 --json four.json
result "$status" '--input FILE takes its size from the file'
json four.json 'd["rows"][0]["n"] == 4 and d["rows"][0]["dist"] == "file"
    and d["rows"][0]["check"]["ok"]' 'the row says so'
measure --op reduce --input nan.raw --type f32
[ "$status" -ne 0 ] && cat out err | tr '\n' ' ' | grep -q 'element 2'
result $? 'a NaN in the file is named'
expect 2 'nosuch.raw' --op reduce --input nosuch.raw --type f32
expect 2 'four.raw' --op reduce --input four.raw --type f32 --size 5
expect 2 'nan.raw' --op reduce --input nan.raw --type f64
expect 2 '--input' --op reduce --input / --type f32
expect 2 'size.*x, then flags' --op segscan --input four.raw
expect 2 'needs 20: x of 4 i32 (16 bytes), then flags of 4 u8 (4 bytes)' \
    --op segscan --input four.raw --size 4
expect 2 'size' --op sgemm --input four.raw
# 1, 2, 3 and 4; then indices 0, 4, 2, 0, of which one is too high, or
# 0, 3, 2, 0
printf '\0\0\0\0\4\0\0\0\2\0\0\0\0\0\0\0' | cat four.raw - >far.raw
printf '\0\0\0\0\3\0\0\0\2\0\0\0\0\0\0\0' | cat four.raw - >twice.raw
measure --op gather --input twice.raw --type f32 --size 4
result "$status" 'gather may take an element twice'
expect 2 'index 1 is 4: of 4 elements it must be one of 0 to 3' \
    --op gather --input far.raw --type f32 --size 4
expect 2 'index 1 is 4: of 4 elements it must be one of 0 to 3' \
    --op scatter --input far.raw --type f32 --size 4
expect 2 'indices 0 and 3 are both 0: scatter' \
    --op scatter --input twice.raw --type f32 --size 4
for op in 'compact keep=20%' 'compact keep=50%' 'partition keep=0.99' \
    'split keep=100%' 'gather pattern=blocks' 'scatter pattern=reverse' \
    'sort special=1%' 'sort bytes=2' 'cells spread=corner'; do
    expect 2 "--param ${op#* }: says nothing with --input" --op "${op% *}" \
        --param "${op#* }" --input empty.raw --size 0
done
measure --op compact --input four.raw --type f32 --json four.json
result "$status" 'compact takes a file without its keep'
json four.json 'd["rows"][0]["check"]["ok"] and
    d["rows"][0]["params"]["keep"] == "50%"' 'which its rows say nevertheless'
measure --op compact,partition --input four.raw --type f32 --param keep=0 \
    --json four.json
json four.json '[r["params"]["keep"] for r in d["rows"]] == ["0%"] * 2' \
    'none and all may be kept of a file'
{ cat four.raw four.raw four.raw && head -c 12 four.raw &&
    printf '\0\0\300\177'; } >nan.raw
printf 'P5 # grey\n3 2 255\n\001\002\003\001\377\001' >grey.pgm
measure --op histogram --input grey.pgm --json grey.json
[ "$status" -eq 0 ] && grep -q '"n": 6,' grey.json
result $? 'an image says how many samples it has'
expect 2 'constant:300: no u8 is that; the nearest is 255' \
    --op histogram --type u8 --dist constant:300
expect 2 'constant:-1: no u32 is that; the nearest is 1' \
    --op reduce --type u32 --dist constant:-1
cp grey.pgm grey.dat
expect 2 'grey.dat begins .* .pgm .* --op histogram reads by that ending' \
    --op histogram --input grey.dat
expect 2 'grey.dat begins as a .pgm file' --op sort --type u32 --input grey.dat
expect 2 'grey.dat begins .*; --op spmv: .* raw numbers, or .* ends in .mtx' \
    --op spmv --input grey.dat --size 13
printf '%%%%matrixmarket matrix array real general\n1 1\n0 \n' >one.dat
expect 2 'one.dat begins as a .mtx file does, which --op spmv reads' \
    --op sort --type u32 --input one.dat --size 13
printf 'P5x3 2 255 12' >like.dat
measure --op histogram --input like.dat
result "$status" 'what only begins alike is raw'
expect 2 'size' --op histogram --input grey.pgm --size 6
printf 'P5 3 2 255\n12345' >short.pgm
expect 2 'short.pgm: byte 11: 3 x 2 samples' --op histogram --input short.pgm
printf 'P5 2 1 900\n\001\001\002\002' >wide.pgm
expect 2 '900 are beyond u8' --op histogram --input wide.pgm
measure --op histogram --input wide.pgm --type i32,f32
result "$status" 'samples of 16 bits are i32 or f32'
measure --op histogram --input four.raw --type f32
result "$status" 'what is no image by its name holds raw samples'
expect 2 'element 3 of mass is nan: nbody takes from' --op nbody \
    --input nan.raw --size 4
expect 2 '--param softening=0: expected a number from 1e-06 to 1000000' \
    --op nbody --param softening=0
expect 2 '20000000 is more than nbody.s most bodies, 16777216' \
    --op nbody --size 20000000
expect 2 'element 0 of x is 1: cells takes 0, and from' --op cells \
    --input four.raw --size 2
expect 2 'cutoff=1e-09: expected 0, or a range from 1e-06 to 2' --op cells \
    --param cutoff=1e-9
expect 2 '--param cutoff=3: expected a number from 0 to 2' --op cells \
    --param cutoff=3
expect 2 '--param dim=4: no such choice' --op cells --param dim=4
expect 2 'did you mean clustered' --op cells --param spread=cluster
measure --op cells --size 3000 --variants all --verbose --json parts.json
[ "$status" -eq 0 ] && grep -q 'parts, told apart: index [0-9]' out
result $? '--verbose tells the parts of a run'
json parts.json '[r["parts"].keys() for r in d["rows"] if "parts" in r]
    == [{"index", "starts", "sort", "forces"}]
    and all(0.8 < sum(r["parts"].values()) < 1.2 and 0 < r["parts_s"] < 1
    for r in d["rows"] if "parts" in r)' \
    'the variant that has parts names them, and they are all of it'
run publish parts.json --json published.json
json published.json '[len(r["parts"]) for r in d["rows"] if "parts" in r]
    == [4]' 'and are published'
expect 2 '256 bins' --op histogram --type u8 -P bins=128
measure --op conv2d --input grey.pgm -P k=3,border=clamp --json grey.json
json grey.json 'd["rows"][0]["n"] == 3
    and d["rows"][0]["params"]["height"] in (2, "2")
    and d["rows"][0]["items"] == 6 and d["rows"][0]["check"]["ok"]' \
    'an image says how wide and high it is'
measure --op conv2d --input wide.pgm -P k=5,filter=gauss,height=1
result "$status" 'and may be told what it is'
expect 2 'has width=3 and height=2' --op conv2d --input grey.pgm -P width=4
expect 2 'short.pgm: byte 11: 3 x 2 samples' --op conv2d --input short.pgm
printf 'P5\n3 2\n255\n\7\7\7\7\7\7' >flat.pgm
measure --op conv2d --input flat.pgm -P k=3,filter=box,border=clamp \
    --image out.pgm
[ "$status" -eq 0 ] && cmp -s flat.pgm out.pgm &&
    grep -q '^image: out.pgm, of reference/[a-z-]*$' err
result $? 'the mean of a grey is that grey, as an image'
# Of the twin, whose sums nearly cancel, they would be thousands
{ printf 'P5\n40 30\n255\n' && seq 1 2000 | head -c 1200; } >text.pgm
measure --op conv2d --input text.pgm -P k=31,filter=gauss,border=clamp \
    --json ulp.json
[ "$status" -eq 0 ] && grep -q '"max_ulp": [0-9]' ulp.json &&
    ! grep -q '"max_ulp": [0-9][0-9][0-9]' ulp.json &&
    ! grep -q '"max_ulp": [0-9.]*e+' ulp.json
result $? 'errors are not those of the twin'
rm -f ulp.json text.pgm
# A step from 0 to 900 of 16 bits: means of it, and of 900 and what is outside
printf 'P5\n4 1\n900\n\0\0\0\0\3\204\3\204' >step.pgm
printf 'P5\n4 1\n900\n\0\0\1\54\2\130\3\204' >mean.pgm
measure --op conv2d --input step.pgm -P k=3,filter=box,border=clamp \
    --variants reference/separable --image out.pgm --no-fork
[ "$status" -eq 0 ] && cmp -s mean.pgm out.pgm &&
    grep -q '^image: out.pgm, of reference/separable$' err
result $? 'of samples of 16 bits, too, of the row that was asked for'
# Taps that leave all as it is, and grey from 0 to 255
{ printf '\0\0\0\0\0\0\177\103\0\0\100\100' # 0, 255 and 3
    head -c 16 /dev/zero && printf '\0\0\200\77' && head -c 16 /dev/zero
} >same.raw
printf 'P5\n3 1\n255\n\0\377\3' >same.pgm
measure --op conv2d --input same.raw --size 1 -P k=3,width=3 --image out.pgm
[ "$status" -eq 0 ] && cmp -s same.pgm out.pgm &&
    grep -q 'reference/direct; 0 is black and 255 white$' err
result $? 'what no file says is from black to white'
measure --op conv2d --input flat.pgm -P k=3,filter=box --image out.pgm --quiet
[ "$status" -eq 0 ] && [ ! -s err ] && ! cmp -s flat.pgm out.pgm
result $? '--quiet says nothing of the image'
rm out.pgm
expect 2 'the output of reduce is no image' --op reduce --image out.pgm
expect 2 'of map is no image' --op conv2d,map --size 9 --image out.pgm
expect 2 'one image, and there are 2 cases' --op conv2d --size 9,10 \
    --image out.pgm
expect 2 '--image out.pgm: it has no pixels' --op conv2d --size 0 \
    --image out.pgm
expect 2 'b.png: expected a name that ends in .pgm' --op conv2d --size 8 \
    --image b.png
expect 2 'holds x, then f, unless its name ends in .pgm' --op conv2d \
    --input same.raw
expect 2 'out.pgm is one image' --op conv2d --image out.pgm --dry-run
expect 2 '--image -: expected the name of a file' --op conv2d --size 9 --image -
expect 2 '--image no/out.pgm cannot be written: No such' --op conv2d --size 9 \
    --image no/out.pgm
mkdir d.pgm
expect 2 '--image d.pgm cannot be written' --op conv2d --size 9 --image d.pgm
expect 2 '--input flat.pgm and --image ./flat.pgm: the same file' --op conv2d \
    --input flat.pgm --image ./flat.pgm
expect 2 'plot: --image has no meaning here' plot r.json --image out.pgm
[ ! -e out.pgm ]
result $? 'nothing of what is refused is written'
shows 'image: --image FILE has the output' --explain conv2d
expect 2 'k=4 is even.*expected 3 or 5' --op conv2d -P k=4
expect 2 'k=33: expected 3 to 31' --op conv2d -P k=33
# 1, 2, 3 and 4, three times over: 12 are no image and filter; a 1 x 3 image is
cat four.raw four.raw four.raw >twelve.raw
expect 2 'needs 40: x of 1 f32 (4 bytes), then f of 9 f32 (36 bytes)' \
    --op conv2d --input twelve.raw --size 1 -P k=3
measure --op conv2d --input twelve.raw --size 1 -P k=3,width=3
result "$status" 'conv2d takes an image, then the filter, raw'
head -c 12 four.raw | cat twelve.raw - >factors.raw
expect 2 'f.0..0. is 1: expected column.0. row.0., 2, exactly' --op conv2d \
    --input factors.raw --size 0 -P k=3,filter=box
mtx='%%MatrixMarket matrix coordinate real'
printf '%s general\n2 3 2\n1 3 4.5\n2 1 -1\n' "$mtx" >small.mtx
measure --op spmv --input small.mtx --type all --json small.json
[ "$status" -eq 0 ] && grep -q '"n": 2,' small.json
result $? 'a matrix says how many rows it has'
printf '%s general\n2 3 2\n1 3 4.5\n2 4 -1\n' "$mtx" >far.mtx
expect 2 'far.mtx: line 4, column 3: column: expected a number from 1 to 3' \
    --op spmv --input far.mtx
expect 2 'size' --op spmv --input small.mtx --size 2
expect 2 'file says that it is 2 x 3' --op spmv --input small.mtx -P columns=9
expect 2 'generated matrices' --op spmv --input small.mtx -P matrix=power
! grep -q stencil small.json
result $? 'and has no parameters of generated ones'
expect 2 'as many as rows, 10' --op spmv --size 10 -P columns=9
expect 2 'contradict' --op reduce --input four.raw --type f32 --dist normal

# --- sustained ---------------------------------------------------------------

for wrong in 0 0.99 600.1 -1 nan x; do
    expect 2 "--sustained $wrong: expected a number from 1 to 600" \
        --op sgemm "--sustained=$wrong"
done
expect 2 '--sustained and --no-roofs contradict' --op sgemm --sustained \
    --no-roofs
expect 2 'crossover: --sustained has no meaning' crossover --op sgemm \
    --sustained
# shellcheck disable=SC2086
run --op sgemm,gather --size 100 --sustained=1 --json held.json $brief \
    --no-save --cache hot --no-plot --backend reference
[ "$status" -eq 0 ] && grep -q '1 row without a sustained speed: not b' out
result $? 'rows that arithmetic does not bound have no sustained speed'
grep -q 'GFLOP/s  sustained GFLOP/s' out
result $? 'and the others have it beside the other'
json held.json 'all(("sustained" in r) == (r["op"] == "sgemm") ==
    ("sustained_reason" not in r) for r in d["rows"])' 'each row tells'
json held.json 'all(
    bool(s.get(name)) != bool(s.get(reason)) and s["median"] > 0
    for r in d["rows"] for s in [r.get("sustained")] if s
    for name, reason in [("clock_mhz", "clock_reason"),
                         ("watts", "watts_reason")])' \
    'what is unknown has its reason'

# --- interrupted -------------------------------------------------------------

"$COMPARE" --op reduce --backend reference --size 1000,2000,3000 --no-plot \
    --cache hot --min-time 20 --timeout 60 --json cut.json >out 2>err &
child=$!
for _ in $(seq 600); do # no shell any more
    [ "$(cat /proc/$child/comm)" != "${COMPARE##*/}" ] || break
    sleep 0.1
done
kill -TERM $child # at once: before it can be caught, before there is a plan
status=0
wait $child || status=$?
[ "$status" -eq 143 ]
result $? "143 when interrupted (got $status)"
[ ! -e cut.json ] || json cut.json 'd["rows"] == []' \
    'what was done is saved whole'
if [ -w /dev/full ]; then
    "$COMPARE" --op reduce --backend reference --size 1000 --no-plot \
        --no-roofs --cache hot --min-time 20 --timeout 60 --json /dev/full \
        >out 2>err &
    child=$!
    for _ in $(seq 600); do # until it would be caught
        [ "$(cat /proc/$child/comm)" != "${COMPARE##*/}" ] ||
            ! grep -q '^SigCgt:.*[4-7c-f]...$' /proc/$child/status || break
        sleep 0.1
    done
    kill -TERM $child
    status=0
    wait $child || status=$?
    [ "$status" -eq 143 ] && grep -q '/dev/full cannot be written' err
    result $? 'what could not be is told'
else
    skip 'what could not be is told' 'no /dev/full'
fi
# shellcheck disable=SC2086
run --op reduce --size 100 $brief --no-roofs --cache hot --backend reference
[ "$status" -eq 0 ] && ls runs/*.json >/dev/null 2>>err
result $? 'results are saved in runs/ by default'
if command -v gnuplot >/dev/null 2>&1; then
    ls runs/*.svg >/dev/null 2>>err
    result $? 'with their chart'
    # shellcheck disable=SC2086
    run --op reduce --size 100,200 --type i32,f32 $brief --no-roofs \
        --cache hot --backend reference
    ls runs/*-reduce*-f32.svg >/dev/null 2>>err &&
        ! ls runs/*reduce-reduce* >/dev/null 2>&1
    result $? 'of several types in one each, whose names say the op once'
else
    skip 'with their chart' 'no gnuplot'
fi

tap_end
