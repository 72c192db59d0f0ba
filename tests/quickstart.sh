#!/bin/sh
# quickstart.sh - what ./quickstart tells ./configure: GPU code where there is
# a GPU or where it is asked for, and what it was told before; what it says of
# packages that it cannot have; what it shows of the tests, and which of them
# turn.sh lets run beside others. In a tree that holds stand-ins for configure,
# make's work, nvcc, nvidia-smi, apt-get and flock. TAP.

# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"

unset MAKEFLAGS MAKEOVERRIDES # of the make check that runs this

mkdir bin
cp "$top/quickstart" . && chmod u+w quickstart
cat >configure <<'END'
#!/bin/sh
printf '<%s>\n' "$@" >arguments
: >config.status
END
printf 'all:\n' >Makefile
printf '#!/bin/sh\n' >compare
printf '#!/bin/sh\n' >bin/nvcc
printf '#!/bin/sh\ncat "%s/gpus"\n' "$work" >bin/nvidia-smi
chmod +x configure compare bin/*
PATH=$work/bin:$PATH

# Everything is settled, so that nothing is looked for, let alone installed.
settled='--with-jansson=/j --with-random123=/r --without-hwloc
    --without-openblas --without-gnuplot'

# quickstart ARGUMENT...: out, err; and arguments, if it configures
quickstart() {
    rm -f arguments
    ./quickstart "$@" >out 2>err
}
told() { grep -q -x -e "<$1>" arguments; } # ARGUMENT: configure was given it

: >gpus
# shellcheck disable=SC2086 # flags are several words
quickstart -- $settled 'CFLAGS=-O1 -g' && told --without-cuda &&
    told 'CFLAGS=-O1 -g' && grep -q 'no GPU: the GPU code is left out' out
result $? 'nvcc and no GPU: the GPU code is left out, and that is said'

quickstart && [ ! -e arguments ] && grep -q 'GPU code is left out' out
result $? 'the next run says so, too, and configures nothing'

how=$(grep -e '--with-cuda$' out)
rm -f arguments
eval "$how" >out 2>err && told --with-cuda && told 'CFLAGS=-O1 -g' &&
    ! told --without-cuda && ! grep 'left out' out
result $? 'the command that it prints builds it, and keeps the arguments'

quickstart && [ ! -e arguments ] && ! grep 'left out' out
result $? 'which the next run keeps'

# shellcheck disable=SC2086
quickstart -- $settled --with-cuda-arch=90 && ! told --without-cuda
result $? 'an architecture asks for GPU code'

echo 9.0 >gpus
# shellcheck disable=SC2086
quickstart -- $settled && ! told --without-cuda && ! grep 'left out' out
result $? 'on a machine with a GPU its code is built'

: >gpus
quickstart && told --without-cuda && told --with-jansson=/j
result $? 'no longer, when the GPU has gone'

echo 9.0 >gpus
quickstart && ! told --without-cuda && told --with-jansson=/j
result $? 'and again when it is back'

echo 10.0 >gpus
quickstart && told --with-jansson=/j
result $? 'for another GPU it is configured again'

./quickstart chekc >out 2>err
[ $? -eq 2 ] && grep -q '^quickstart: chekc is no .*: expected check' err
result $? 'an argument that it has not is named'
./quickstart --with-cuda >out 2>err
[ $? -eq 2 ] && grep -q '^  ./quickstart -- --with-cuda$' err
result $? "and one of configure's is shown where it goes"

# --- packages that cannot be had ---------------------------------------------

# Every header is missing; a server that refuses connections.
printf '#!/bin/sh\nexit 1\n' | tee bin/nocc >bin/sudo
printf '#!/bin/sh\necho "$(cat "%s/user")"\n' "$work" >bin/id
cat >bin/apt-get <<'END'
#!/bin/sh
echo "$@" >>asked
case $1 in
indextargets) echo http://127.0.0.1:9/debian/dists/x/InRelease; exit 0 ;;
esac
exit 100
END
chmod +x bin/*
by_hand='  apt-get install --no-install-recommends libc6-dev'
by_hand="$by_hand libjansson-dev librandom123-dev"
without='--without-hwloc --without-openblas --without-gnuplot --without-cuda'

echo 1000 >user
# shellcheck disable=SC2086
! CC=nocc quickstart -- $without &&
    [ "$(grep -c 'apt-get install' out)" -eq 1 ] && [ ! -e asked ] &&
    grep -q 'takes root' out && grep -q -x -e "$by_hand" out
result $? 'without root: the line that installs what is missing, once'

start=$(date +%s)
echo 0 >user
# shellcheck disable=SC2086
! CC=nocc quickstart -- $without &&
    [ "$(grep -c 'apt-get install' out)" -eq 1 ] &&
    grep -q -x -e "$by_hand" out && [ $(($(date +%s) - start)) -lt 30 ]
result $? 'and as root, where no package comes'
if [ -x /usr/lib/apt/apt-helper ]; then
    grep -q 'reaches no server' out && ! grep -q update asked
    result $? 'without a network nothing is tried for long'
else
    skip 'without a network nothing is tried for long' 'no apt-helper here'
fi

# --- what is shown of the tests ----------------------------------------------

# A Makefile in which `check` of all tests does what standard input says.
check_does() {
    # shellcheck disable=SC2016 # make's
    printf '%s\n' all: 'ifeq ($(origin TESTS),command line)' check: \
        else check: "$(cat)" endif >Makefile
}

check_does <<'END'
	@echo 'PASS: tests/a.sh 1 - one'
	@echo 'SKIP: tests/a.sh 2 - two # SKIP no moon'
	@echo 'FAIL: tests/b 1 - three'
	@echo 'SKIP: tests/b 2 - four # SKIP no moon'
	@echo =========
	@echo 'FAIL: tests/b 1 - three'
	@for r in PASS SKIP FAIL SKIP; do \
	    echo ":test-result: $$r"; done >tests/all.trs
	@exit 1
END
mkdir tests
# shellcheck disable=SC2086
! quickstart check -- $settled --without-cuda --without-cmocka &&
    cat >expected <<'END' && sed -n '/running/,$p' out | diff expected -
quickstart: running the tests
tests/a.sh: 1 passed, 1 skipped
FAIL: tests/b 1 - three
tests/b: 0 passed, 1 failed, 1 skipped
skipped 2: no moon
quickstart: see quickstart.log and the .log file beside each test
1 passed, 1 failed, 2 skipped
END
result $? 'a line a program, what failed, and what was skipped by its reason'

# --- what runs beside what ---------------------------------------------------

check_does <<'END'
	@echo '$(MAKEFLAGS)' >flags
	@echo ':test-result: PASS' >tests/all.trs
END
cat >bin/flock <<'END'
#!/bin/sh
[ "$(cat turns)" = yes ] || exit 1
[ "$1" = --version ] || echo "$@" >>locked
END
chmod +x bin/flock
echo yes >turns
quickstart check && grep -q -e '-j' flags && grep -q -i 'target' flags
result $? 'several tests at once, each telling all in one piece'
echo no >turns
quickstart check && ! grep -q -e '-j' flags
result $? 'one by one where nothing keeps apart those that measure'

ALONE='tests/other tests/measures'
export ALONE
turn() { sh "$top/tests/turn.sh" "$@" >>out 2>&1; } # COMMAND... TEST
: >config.status
: >out
turn echo tests/one && grep -q -x tests/one out && [ ! -e locked ]
result $? 'then a test is run as it is'
echo yes >turns
turn sh tests/one && turn sh tests/measures && turn sh build/tests/other
printf '%s config.status sh %s\n' '--close --shared' tests/one \
    '--close --exclusive' tests/measures \
    '--close --exclusive' build/tests/other | diff locked - >err
result $? 'else beside others, those that measure alone'
rm bin/flock

for test in measures one two three; do
    cat >"tests/$test" <<'END'
mkdir "running/${0##*/}"
ls running >>"beside-${0##*/}"
sleep 0.5
ls running >>"beside-${0##*/}"
rmdir "running/${0##*/}"
END
done
if flock --version >/dev/null 2>&1; then
    mkdir running
    for test in one measures two three; do
        turn sh "tests/$test" &
    done
    wait
    [ "$(sort -u beside-measures)" = measures ] &&
        cat beside-one beside-two beside-three >out && ! grep measures out &&
        [ "$(wc -l <out)" -gt 6 ] # each has seen itself twice
    result $? 'which is so'
else
    skip 'which is so' "no util-linux's flock here"
fi

tap_end
