#!/bin/sh
# races.sh - what threads tell each other, under ThreadSanitizer, which knows
# what is ordered and what merely happened in order. TAP; $CC compiles.

# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"

# Those of `make` may be other sanitizers'.
build() { # FILE OUTPUT
    # shellcheck disable=SC2086
    ${CC:-cc} -std=gnu11 -O1 -g -fsanitize=thread -pthread -iquote "$top" \
        -iquote "$top/src" -o "$2" "$1" >log 2>&1
}

echo 'int main(void) { return 0; }' >none.c
if ! build none.c none || ! ./none >log 2>&1; then
    skip 'a chain of totals' 'no ThreadSanitizer here'
    tap_end
fi
build "$top/tests/race_chain.c" chain
result $? 'a chain of totals compiles'
./chain >out 2>err && grep -q 'passed on' out
result $? 'a chain of totals: nothing is read before it is there'
tap_end
