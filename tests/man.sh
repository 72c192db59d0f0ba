#!/bin/sh
# man.sh - the manual page and --help name the same commands and flags, each
# with the same short form, the same argument and, where that is a number, the
# same default.
set -u

: "${COMPARE:=./compare}"
help=$("$COMPARE" --help)
page=${top_srcdir:-.}/doc/tetrad.1

# Lines "--starts is 12 by default", of text in which --flags come before their
# defaults; 0 stands for what the page has words for.
defaults() {
    awk '
    match($0, /^ *(-., )?--[a-z-]+/) {
        flag = substr($0, RSTART, RLENGTH)
        sub(/^.*--/, "--", flag)
    }
    /^\.S[HS]/ { flag = "" }
    flag && tolower($1) == "default:" && $2 + 0 > 0 {
        print flag " is " $2 + 0 " by default"
    }'
}

# One line each: "compare plot", "-o, --op=NAME[,...]|all", sorted.
of_help() {
    printf '%s\n' "$help" |
        sed -nE -e 's/^.*(Usage|or): (compare [a-z]+) .*/\2/p' \
            -e 's/^  (-., |    )(--[^ ]+).*/\1\2/p' | sed 's/^ *//' | sort -u
    printf '%s\n' "$help" | defaults
}
of_page() {
    sed -E -e 's/\\f.//g' -e 's/\\-/-/g' "$page" |
        sed -nE -e 's/^\.B tetrad ([a-z]+)$/compare \1/p' \
            -e '/^\.TP$/{n;s/^((-., )?--.*)/\1/p;}' | sort -u
    sed -E -e 's/\\f.//g' -e 's/\\-/-/g' "$page" | defaults
}

all=$( (of_help; of_page) | sort -u)
[ -n "$all" ] || { echo 'Bail out! --help is empty'; exit 1; }
echo "1..$(printf '%s\n' "$all" | wc -l)"
printf '%s\n' "$all" | {
    number=0
    while IFS= read -r line; do
        number=$((number + 1))
        result=ok
        for where in of_help of_page; do
            $where | grep -Fqx -e "$line" || {
                result='not ok'
                echo "# not in $where, or written differently there"
            }
        done
        echo "$result $number - $line"
    done
}
