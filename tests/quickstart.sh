#!/bin/sh
# quickstart.sh - what ./quickstart tells ./configure: GPU code where there is
# a GPU or where it is asked for, and what it was told before. In a tree that
# holds stand-ins for configure, make's work, nvcc and nvidia-smi. TAP.

# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"

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
    --without-gnuplot'

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

tap_end
