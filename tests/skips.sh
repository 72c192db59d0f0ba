#!/bin/sh
# skips.sh - runs a test and mends its skips: cmocka before 1.1.6 says
# "not ok 3 # SKIP name" where TAP has "ok 3 - name # SKIP why"; why is what the
# test printed last.

output=$(mktemp) || exit 1
trap 'rm -f "$output"' EXIT
"$@" >"$output"
status=$?
awk '
    /^(not )?ok [0-9]+ # SKIP / {
        sub(/^not /, "")
        number = $2
        sub(/^ok [0-9]+ # SKIP /, "")
        print "ok " number " - " $0 " # SKIP " (said ? said : "no reason told")
        said = ""
        next
    }
    /^(not )?ok / { said = "" }
    !/^((not )?ok |#|[0-9]+\.\.)/ { said = $0 }
    { print }' "$output"
exit $status
