# pool.sh - jobs of which some run at once, whose results are told in the order
# of their list, whenever they end. To be sourced, behind tap.sh, in whose
# directory a job leaves its files.
# shellcheck shell=sh

# shellcheck disable=SC2034 # for those who set widths by it
cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

runner=
finish() { # nothing outlives us: no new jobs, then those under way
    kill "$runner" 2>/dev/null
    # shellcheck disable=SC2046 # several
    kill $(cat ./*.pids 2>/dev/null) 2>/dev/null
    rm -rf "${work:?}"
}

# pool WIDTH COMMAND ARGUMENT...: COMMAND ARGUMENT... JOB of every line of the
# file `list`, each a word, so many at once, begun in that order. JOB.tap has
# what each prints, JOB.said what it complains of, JOB.took its seconds.
pool() {
    at_once=$1
    shift
    # shellcheck disable=SC2016 # the inner shell's
    xargs -P "$at_once" -I JOB sh -c '
        began=$(date +%s)
        "$@" JOB >JOB.tap 2>JOB.said &
        echo $$ $! >JOB.pids
        wait $!
        echo $? >JOB.status
        echo $(($(date +%s) - began)) >JOB.took
        rm -f JOB.pids
        mv JOB.status JOB.ended' sh "$@" <list &
    runner=$!
}

# Waits for a job; its exit status is in $status.
await() { # JOB
    while [ ! -e "$1.ended" ]; do
        sleep 0.1
        kill -0 "$runner" 2>/dev/null || [ -e "$1.ended" ] || {
            echo "Bail out! $1 never ended: what runs it was killed"
            exit 1
        }
    done
    # shellcheck disable=SC2034 # for the caller
    read -r status <"$1.ended"
}
