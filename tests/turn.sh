#!/bin/sh
# turn.sh - runs a test beside others, or alone if $ALONE names it: what holds
# times against each other is not run where make runs something else meanwhile.
#
#   turn.sh COMMAND [ARGUMENT...] TEST
#
# In the build tree, whose config.status all of its tests lock; without
# util-linux's flock there are no turns, and quickstart runs one test after
# another.

for test; do :; done
how=--shared
for alone in ${ALONE-}; do
    [ "${test##*/}" != "${alone##*/}" ] || how=--exclusive
done
flock --version >/dev/null 2>&1 || exec "$@"
exec flock --close "$how" config.status "$@"
