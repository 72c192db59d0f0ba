#!/bin/sh
# sanitized.sh - that sanitize.sh tells what compute-sanitizer says, with
# stand-ins for it, for the program and for crosscheck. TAP.

# shellcheck source=tests/tap.sh
. "${top_srcdir:-.}/tests/tap.sh"

export top_srcdir="$top"
mkdir bin running
cat >bin/compare <<'END'
#!/bin/sh
case $* in
*'ops --json -') printf '    "name": "%s",\n' reduce tile-scan sort ;;
*'devices --json -') printf '"place": "gpu",\n"memory_free": 80000000000,\n' ;;
esac
END
# Says what it was asked; then fails, is silent, or does not end.
cat >bin/compute-sanitizer <<'END'
#!/bin/sh
echo "$*" | sed 's/ [^ ]*crosscheck//' >>"$SAID/asked"
mkdir "$SAID/running/$$"
ls "$SAID/running" | wc -l >>"$SAID/at-once"
sleep 0.3
rmdir "$SAID/running/$$"
case $*" " in
*racecheck*" reduce "*)
    echo 'ok 1 - 7 cases'
    echo '========= a hazard'
    exit 9 ;;
*initcheck*" tile-scan "*) echo 'ok 1 - tile-scan # SKIP nothing'; exit 0 ;;
*synccheck*" sort "*) echo $$ >"$SAID/endless"; exec sleep 1000 ;;
esac
echo 'ok 1 - 7 cases'
END
chmod +x bin/*

# sanitized ARGUMENT...: what sanitize.sh says, in `told`
sanitized() {
    rm -f asked at-once
    SAID=$PWD PATH=$PWD/bin:$PATH COMPARE=$PWD/bin/compare \
        "${SHELL:-sh}" "$top/tests/sanitize.sh" "$@" >told 2>err
}

# told PATTERN: is a line of it
told() {
    cp told out
    grep -q "$1" told
}

four='memcheck racecheck initcheck synccheck'
SANITIZE_TOOLS=$four SANITIZE_SECONDS=3 SANITIZE_AT_ONCE=4 sanitized
[ $? -eq 1 ] && told '^1\.\.13$' && [ "$(grep -c '^ok' told)" -eq 10 ]
result $? 'all jobs are told'
sed -n 's/^\(not \)*ok [0-9]* - \([a-z-]*: [a-z]*\).*/\2/p' told >order
cat >expected <<'END'
reduce: memcheck
reduce: racecheck
reduce: initcheck
reduce: synccheck
tile-scan: memcheck
tile-scan: racecheck
tile-scan: initcheck
tile-scan: synccheck
sort: memcheck
sort: racecheck
sort: initcheck
sort: synccheck
END
diff expected order >out
result $? 'in the order of the operations'
told '^not ok [0-9]* - reduce: racecheck, which ended with status 9' &&
    told '^# log: ========= a hazard'
result $? 'what is found is told, with what the tool said'
told '^not ok [0-9]* - tile-scan: initcheck, which ran nothing'
result $? 'a skip is no pass'
told '^not ok [0-9]* - sort: synccheck, not over after 3 s'
result $? 'what does not end is told'
! kill -0 "$(cat endless)" 2>/dev/null
result $? 'and ended'
[ "$(sort -n at-once | tail -n 1)" -gt 1 ] &&
    [ "$(sort -n at-once | tail -n 1)" -le 4 ]
result $? 'some run at once, no more than were asked for'
[ "$(grep -c -- '--tight' asked)" -eq 3 ] &&
    [ "$(grep -c -- '--tool memcheck.*--tight' asked)" -eq 3 ] &&
    [ "$(grep -c -- '--thin' asked)" -eq 12 ] &&
    [ "$(grep -c -- '--tiny' asked)" -eq 12 ] &&
    [ "$(grep -c -- '--tiny --forms' asked)" -eq 9 ] &&
    ! grep -q -- '--tool initcheck.*--forms' asked
result $? 'memcheck without guards, initcheck on tiny cases alone'

sanitized
[ "$(grep -c . asked)" -eq 3 ] && [ "$(grep -c memcheck asked)" -eq 3 ]
result $? 'by itself memcheck of every operation'
CROSSCHECK_GRID=full SANITIZE_SECONDS=3 sanitized
cp asked out
[ "$(grep -c . asked)" -eq 12 ] && ! grep -q -- --thin asked
result $? 'in full, four tools on all'

CROSSCHECK_GRID=full sanitized reduce.racecheck sort.memcheck
cp asked out
[ "$(grep -c . asked)" -eq 2 ] && ! grep -q -- --thin asked
result $? 'and what is asked for alone'

rm -f endless
SAID=$PWD PATH=$PWD/bin:$PATH COMPARE=$PWD/bin/compare \
    "${SHELL:-sh}" "$top/tests/sanitize.sh" sort.synccheck >told 2>err &
ended=$!
while [ ! -s endless ] && kill -0 $ended 2>/dev/null; do
    sleep 0.1
done
kill $ended
wait $ended
sleep 0.2
[ -s endless ] && ! kill -0 "$(cat endless)" 2>/dev/null
result $? 'nothing outlives a test that is cut off'
tap_end
