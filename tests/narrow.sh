#!/bin/sh
# narrow.sh - the OpenMP backend on CPUs narrower than this one: the small grids
# of operations that have vectors of their own, by those of AVX2 alone, then by
# none; and of those that go other ways past the last cache, by those ways
# (narrow_cpu.h); on arrays behind whose ends nothing may be read. TAP; the
# program is tests/weak.

[ "$(uname -m)" = x86_64 ] || {
    echo '1..0 # SKIP there are such vectors on x86-64 alone'
    exit 0
}
: "${WEAK:=./tests/weak}"
export CUDA_VISIBLE_DEVICES=
vectors='cells compact conv2d map nbody partition scan segscan sgemm split
    tile-scan'
for without in avx512f 'avx512f avx2' caches; do
    ops=$vectors
    [ "$without" != caches ] || ops='gather map partition scatter sort'
    for op in $ops; do
        WITHOUT=$without "$WEAK" --small --tight --backend openmp \
            --op "$op"
        status=$?
        [ $status -le 1 ] || # a crash leaves its results short
            echo "not ok 0 - $op without $without ended with $status"
    done
done | awk '
    /^(not )?ok / { sub(/ok [0-9]+/, "ok " ++count) }
    !/^1\.\./
    END { print "1.." count + 0 }'
