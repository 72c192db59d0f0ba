#!/bin/sh
# gpu.sh - what is to be seen on a GPU alone: every variant that runs there
# against the oracle (the program crosscheck), then the program's rows, roofs
# and files there. TAP.

on_gpu=yes
# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"
# shellcheck source=tests/by-op.sh
. "$top/tests/by-op.sh"

if ! has_gpu; then
    skip 'what runs on a GPU' "$(sed 's/^compare: //' err | head -n 1)"
    tap_end
fi

# --- every variant -----------------------------------------------------------

# One after another, with all cores: of scan alone takes 8 s, as one of five
# over a minute, for each waits for the GPU at each of many small steps. And
# first, for it is the longest, and what measures has fewer neighbours then.
width=1
unset OMP_NUM_THREADS
by_op "$(dirname "$PLANTED")/crosscheck" --backend cuda,cub --op

# --- the program -------------------------------------------------------------

brief='--no-plot --no-save --starts 2 --min-time 0.01 --timeout 2'
for cache in hot cold; do
    [ $cache = cold ] && roofs= || roofs=--no-roofs
    # shellcheck disable=SC2086
    "$COMPARE" $brief --op reduce --backend cuda,cub --size 1000,2^20 \
        --variants all --cache $cache $roofs --json $cache.json >out 2>err
    result $? "a comparison on the GPU, $cache"
    json $cache.json 'len(d["rows"])
        == 2 * len({(r["backend"], r["variant"]) for r in d["rows"]}) > 8
        and {r["backend"] for r in d["rows"]} == {"cuda", "cub"}
        and {r["cache"] for r in d["rows"]} == {"'$cache'"}' \
        'a row a variant and size'
    json $cache.json 'all(r["status"] == "ok" and r["check"]["ok"]
        and r["repeatable"] is not None and len(r["samples"]) >= 3
        and 1e-7 < r["seconds"]["median"] < 0.1
        for r in d["rows"] if r["status"] != "skipped")' \
        'rows are right, and take a GPU'"'"'s times'
done
json cold.json 'd["environment"]["gpu"]["name"] and all(
    f["available"] for f in d["environment"]["backends"])' \
    'the GPU and its backends are in the environment'
json cold.json 'all(sum(100 < r["gb_per_s"] < 1e5 for r in d["roofs"]
    if r["device"] == "gpu" and r["kind"] == kind) == 1
    for kind in ("read", "copy"))' 'roofs of the GPU are measured'
json cold.json 'all(0 < r["roof_share"] < 1.05 for r in d["rows"]
    if r["n"] == 1 << 20 and r["best"])' 'rows have their share of a roof'
# shellcheck disable=SC2086
"$COMPARE" $brief --op reduce --backend reference,openmp,cuda --size 1000 \
    --no-roofs --json all.json >out 2>err && grep -q 'cuda/best' out
result $? 'rows of the CPUs and of the GPU beside each other'
"$COMPARE" diff cold.json cold.json --fail-on slower >out 2>err
result $? 'a run is no slower than itself'
"$COMPARE" replay cold.json --backend cub --dry-run >out 2>err &&
    grep -q 'cub/' out && ! grep -q 'cuda/' out
result $? 'a run can be replayed'
"$COMPARE" --op reduce --backend cuda --device 1000 --dry-run >out 2>err
[ $? -eq 3 ] && grep -q -e --device err
result $? 'a GPU that is not there is named'
CUDA_VISIBLE_DEVICES='' "$COMPARE" --op reduce --backend cuda --dry-run \
    >out 2>err
[ $? -eq 3 ] && grep -q cuda err
result $? 'without a GPU it ends with 3'

# --- what a sample is misled by ----------------------------------------------

# decoys N WIDTH VALUE: keys of so many bytes, and values, all letters; the
# least keys where cuda/sort/sampled.cuh takes its sample, so that of the pieces
# that it cuts them into one is almost all, and too long for a block.
decoys() {
    awk -v n="$1" -v width="$2" -v value="$3" 'BEGIN {
        for (own = 0; own < 512; own++) {
            any = (own * 2654435769) % 4294967296
            decoy[int((own * n + int(any * n / 4294967296)) / 512)]
        }
        srand(1)
        for (i = 0; i < n; i++) {
            for (b = 1; b < width; b++)
                printf "%c", 48 + int(rand() * 64)
            printf "%c", i in decoy ? 48 : 49 + int(rand() * 63)
        }
        for (i = 0; i < n * value; i++)
            printf "%c", 48 + int(rand() * 64)
    }'
}

# sorted TYPE SIZE WIDTH ORDER: with values of 4 bytes
sorted() {
    decoys "$2" "$3" 4 >decoys.raw
    # shellcheck disable=SC2086
    set -- "$@" $brief --no-roofs --op sort --backend cuda --type "$1" \
        --size "$2" --param "value=32,order=$4"
    what="$1, $4"
    shift 4
    "$COMPARE" "$@" --input decoys.raw --json decoys.json >out 2>err
    result $? "keys that mislead a sample are sorted: $what"
    "$COMPARE" "$@" --json random.json >out 2>err
    json decoys.json 'd["rows"][0]["seconds"]["median"] > 2 * json.load(
        open("random.json"))["rows"][0]["seconds"]["median"]' \
        "they take long, as it was misled: $what"
}

sorted u32 20000 4 ascending
sorted f64 10001 8 descending

tap_end
