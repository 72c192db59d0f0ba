#!/bin/sh
# tree.sh - the tree is what matrix.def and the design say: files where the
# matrix has an X, includes in one direction, text within its limits. TAP.

cd "${top_srcdir:-.}" || exit 1
count=0 bad=0

# result WHAT FINDINGS: good when nothing was found
result() {
    count=$((count + 1))
    if [ -z "$2" ]; then
        echo "ok $count - $1"
    else
        bad=$((bad + 1))
        echo "not ok $count - $1"
        echo "$2" | sed 's/^/# /' | head -n 40
    fi
}

# What a backend may include of src/: the vocabulary and helpers that know no
# operation.
shared='op elem elem_each elem_each_binned elem_each_signed elem_each_taught'
shared="$shared elem_each_floats status simd digest problem place"
shared="$shared host/parallel host/machine host/host host/settings"

# What several operations share, in src/ops/.
of_several='segments prefix threshold indices magnitude reader pgm mtx rare'

# The directories of src/, each of which may use those before it.
layers='base host record options plan measure roofs process report analysis'
layers="$layers chart commands"

backends=$(sed -n 's/^#define BACKENDS(X) *//p' src/matrix.def |
    sed 's/X(\([a-z_0-9]*\))/\1/g')
directory() {
    if [ "$1" = cub ]; then echo cuda/cub; else echo "$1"; fi
}

# Every text of ours. A tarball has no .git, so find is asked, not git.
texts() {
    # shellcheck disable=SC2046
    find src $(for b in $backends; do directory "$b"; done) plots tests \
        m4 .ci -type f \
        \( -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' -o -name '*.def' \
        -o -name '*.gp' -o -name '*.sh' -o -name '*.op' -o -name '*.mk' \
        -o -name '*.m4' \) 2>/dev/null
    for file in configure.ac Makefile.am quickstart README.md NEWS \
        doc/tetrad.1 .ci/run; do
        [ -f $file ] && echo $file
    done
}

code() {
    texts | grep '\.\([ch]\|cu\|cuh\|def\|gp\)$'
}

includes() { # FILE: what it includes, with quotes
    sed -n 's/^ *# *include *"\([^"]*\)".*/\1/p' "$1"
}

rows() {
    sed -n 's/^OPERATION(\([a-z_0-9]*\), *\([^)]*\)).*/\1 \2/p' \
        src/matrix.def | tr -d ,
}

# --- the matrix --------------------------------------------------------------

matrix_is_files() {
    rows | grep -q . || echo 'src/matrix.def has no rows'
    rows | while read -r op cells; do
        # shellcheck disable=SC2086
        set -- $cells
        for backend in $backends; do
            home=$(directory "$backend")
            files=$(find "$home" -maxdepth 2 \( -path "$home/$op.c" \
                -o -path "$home/${op}_variants.c" \
                -o -path "$home/$op/variants.c" \))
            case $1:$files in
            X:) echo "no $home/$op* for its X" ;;
            _:?*) echo "$files, but no X" ;;
            esac
            shift
        done
    done
}

operations_are_whole() {
    rows | while read -r op cells; do
        [ -f "src/ops/$op.c" ] || echo "no src/ops/$op.c"
        name=$(echo "$op" | tr _ -) # as on the command line
        [ -f "tests/ops/$name.op" ] || echo "no tests/ops/$name.op"
        [ -f "tests/mutants_$op.c" ] || echo "no tests/mutants_$op.c"
    done
    for file in src/ops/*.c; do
        op=$(basename "$file" .c | sed 's/_.*//') # x_part.c is of x
        case " $of_several " in *" $op "*) continue ;; esac
        rows | grep -q "^$op" || echo "$file is not in the matrix"
    done
}

result 'each X of the matrix is a file, each file an X' "$(matrix_is_files)"
result 'each operation is defined, and tested' "$(operations_are_whole)"

# --- includes ----------------------------------------------------------------

# allowed BACKEND FILE NAME
allowed() {
    case " $shared " in *" ${3%.h} "*) return 0 ;; esac
    case $3 in
    ops/*.h | config.h) return 0 ;; # an operation's parameters; configure's
    esac
    [ -f "$(dirname "$2")/$3" ] || [ -f "$(directory "$1")/$3" ] ||
        { [ "$1" = cub ] && [ -f "cuda/$3" ]; }
}

backends_look_inward() {
    for backend in $backends; do
        home=$(directory "$backend")
        find "$home" \( -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' \) |
        while read -r file; do
            [ "$backend" = cuda ] &&
                case $file in cuda/cub/*) continue ;; esac
            for name in $(includes "$file"); do
                allowed "$backend" "$file" "$name" ||
                    echo "$file includes $name"
            done
        done
    done
}

harness_knows_no_backend() {
    for file in src/*.[ch] src/*/*.[ch]; do
        for name in $(includes "$file"); do
            case $name in
            config.h | commit.h) ;; # made by configure and make
            *) [ -f "src/$name" ] || echo "$file includes $name" ;;
            esac
        done
    done
}

layers_look_down() {
    lower=
    for layer in $layers; do
        lower="$lower $layer"
        for file in src/"$layer"/*.[ch]; do
            for name in $(includes "$file"); do
                case "$name:$lower " in
                */*:*" ${name%%/*} "*) ;;
                */*) echo "$file includes $name" ;;
                esac
            done
        done
    done
    for directory in src/*/; do
        case " $layers ops " in
        *" $(basename "$directory") "*) ;;
        *) echo "$directory is no layer" ;;
        esac
    done
}

# Two files that each need what the other does are one file. A header without
# functions is vocabulary.
uses() { # pairs of stems: the one includes a header of the other's functions
    for file in src/*.[ch] src/*/*.[ch]; do
        stem=${file#src/}
        for name in $(includes "$file"); do
            [ "${name%.*}" != "${stem%.*}" ] && [ -f "src/${name%.h}.c" ] &&
                grep -q ');$' "src/$name" && echo "${stem%.*} ${name%.h}"
        done
    done
}

circles_of_two() {
    uses | sort -u | awk '
        { used[$1 " " $2] = 1 }
        ($2 " " $1) in used { print $1 " and " $2 " use each other" }'
}

result 'a backend includes the vocabulary and its own directory' \
    "$(backends_look_inward)"
result 'src/ includes no backend' "$(harness_knows_no_backend)"
result 'a directory of src/ uses those below it' "$(layers_look_down)"
result 'no two files of src/ use each other' "$(circles_of_two)"
result 'plots/ reads data files alone' \
    "$(find plots -name '*.gp' -exec grep -l 'src/\|\.json' {} +)"

# --- text --------------------------------------------------------------------

longer_than() { # LINES
    code | xargs wc -l |
        awk -v most="$1" '$2 != "total" && $1 > most { print $2 ": " $1 }'
}

wide_lines() {
    texts | grep -v '\.\(md\|ac\|m4\)$' | xargs awk '{
        line = $0
        gsub(/[\200-\277]/, "", line) # UTF-8: one column a character
        gsub(/\t/, "        ", line)
        if (length(line) > 80)
            print FILENAME ":" FNR ": " length(line)
    }'
}

without_comment() {
    code | while read -r file; do
        stem=$(basename "$file" | sed 's/\.[a-z]*$//')
        head -n 1 "$file" | grep -q '^\(/\*\|#\)' &&
            head -n 2 "$file" | grep -q -e "$stem" || echo "$file"
    done
}

found() { # PATTERN: where our texts have it, this file aside
    texts | grep -v '^tests/tree.sh$' | xargs grep -n -e "$1" /dev/null
}

result 'no file of more than 400 lines' "$(longer_than 400)"
longer_than 300 | sed 's/^/# rather long: /'
result 'no line of more than 80 columns' "$(wide_lines)"
result 'no blanks at the end of a line' "$(found '[ 	]$')"
result 'no tabs in code' "$(code | xargs grep -n '	' /dev/null)"
result 'each file begins with what it is' "$(without_comment)"
result 'no path of one machine' \
    "$(found '/home/[a-z]\|/root/\|/Users/')"
result 'nothing left to do' "$(found '\<\(TODO\|FIXME\|XXX\)\>')"
result 'no typedef hides a struct' \
    "$(code | xargs grep -n 'typedef *\(struct\|union\)\>' /dev/null)"

# --- functions ---------------------------------------------------------------

# "LINES FILE:LINE NAME" of each function, the longest last. Lambdas are lines
# of the function that they are in.
functions() {
    ctags --languages=C,C++ --langmap=C++:+.cu.cuh --kinds-C=f \
        --kinds-C++=f --fields=+ne --excmd=number -R -f - \
        src reference openmp cuda | awk -F '\t' '
        $1 !~ /^__anon/ {
            begin = end = 0
            for (i = 4; i <= NF; i++) {
                if ($i ~ /^line:/) begin = substr($i, 6)
                if ($i ~ /^end:/) end = substr($i, 5)
            }
            if (end) print end - begin + 1, $2 ":" begin, $1
        }' | sort -n
}

# long_functions MEDIAN NINTH LONGEST: when half of them, nine in ten or all
# are not that short, the tenth that is longest
long_functions() {
    functions | awk -v median="$1" -v ninth="$2" -v longest="$3" '
        { lines[NR] = $1; text[NR] = $0 }
        END {
            half = lines[int((NR + 1) / 2)]
            nine = lines[int((NR * 9 + 9) / 10)]
            if (NR > 0 && half <= median && nine <= ninth &&
                lines[NR] <= longest)
                exit
            printf "%d functions: median %d, 90th percentile %d, ", NR, half,
                nine
            printf "longest %d; the longest tenth:\n", lines[NR]
            for (i = NR; i > NR * 0.9; i--) print text[i]
        }'
}

what='functions: median 9 lines, 90th percentile 21, longest 62'
if ctags --version 2>/dev/null | grep -q '^Universal Ctags'; then
    result "$what" "$(long_functions 9 21 62)"
else
    count=$((count + 1))
    echo "ok $count - $what # SKIP no Universal Ctags"
fi

# --- the tarball -------------------------------------------------------------

# What makefiles name, a name a line; $(wildcard) of theirs is done here.
distributed() {
    # shellcheck disable=SC2046
    printf '%s\n' $(cat Makefile.am ./*/local.mk | tr ' 	\\' '\n' |
        sed 's/^$(srcdir)\/\(.*\))$/\1/')
}

not_distributed() {
    distributed=$(distributed)
    {
        code
        find tests -name '*.op' -o -name '*.sh' -o -path 'tests/data/*.json'
        find plots -name '*.gp'
    } | sort -u | while read -r file; do
        case $file in
        tests/*.c) name=${file%.c} ;; # automake knows a program's source
        *) name=$file ;;
        esac
        echo "$distributed" | grep -q -x -e "$name" -e "$file" ||
            echo "$file"
    done
}

result 'make dist takes every file' "$(not_distributed)"

echo "1..$count"
[ "$bad" -eq 0 ]
