#!/usr/bin/env bash
# `gough report`, `gough studio` and `--plot` from the command line: what they write and what they refuse.
#   report_test.sh GOUGH SOURCE
set -u
gough="$1"
source="$2"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# expect CODE TEXT COMMAND…: the exit code, and a text that must be in what it prints
expect() {
  local code="$1" text="$2" out
  shift 2
  out=$("$@" 2>&1)
  local got=$?
  if [ "$got" -ne "$code" ] || ! grep -qF -- "$text" <<< "$out"; then
    echo "FAILED ($got, expected $code with '$text'): $*"; echo "$out" | head -5; failures=$((failures + 1))
  fi
}
check() { "$@" || { echo "FAILED: $*"; failures=$((failures + 1)); }; }

awk 'BEGIN { print "t,x,y,z"; for (k = 0; k <= 50; ++k) printf "%g,%g,0,-0.7\n", k / 50, 0.1 * sin(k / 8) }' > "$work/motion.csv"

# reports
expect 0 "report.html" "$gough" report "$work/motion.csv" --robot delta -o "$work/report.html"
check grep -q 'id="gough-report"' "$work/report.html"
check grep -q '"recomputed","efforts by inverse dynamics, rates and accelerations from differences"' "$work/report.html"
check test -z "$(grep -oE '(src|href)="(https?:)?//' "$work/report.html")"
mkdir "$work/run"
cp "$work/motion.csv" "$work/run/states.csv"
echo '{"loop_gap": 1e-15, "tracking": {"position_rms": 0.25}, "efforts": [{"actuator": "leg1.arm", "rms": 16.5, "limit": null, "unit": "N m"}]}' > "$work/run/summary.json"
expect 2 "--robot" "$gough" report "$work/run" -o "$work/run.html"
cp "$source/robots/delta.toml" "$work/run/robot.toml"
expect 0 "run.html" "$gough" report "$work/run/" -o "$work/run.html"
check grep -q '"loop gap","1e-15"' "$work/run.html"
check grep -q '"tracking, position rms","0.25 m"' "$work/run.html"
check grep -q '"leg1.arm","rms 16.5 N m"' "$work/run.html"
expect 2 "no such file" "$gough" report "$work/none.csv" --robot delta -o "$work/none.html"
expect 2 "no columns for the pose" "$gough" report "$work/motion.csv" --robot agile_eye -o "$work/none.html"
printf 't,x,y,z\n0,0,0,-0.7\n0,0,0,-0.7\n' > "$work/still.csv"
expect 2 "still.csv:3:1: t = 0 does not come after 0" "$gough" report "$work/still.csv" --robot delta -o "$work/none.html"
printf 't,x,y,z\n0,9,9,9\n1,9,9,9\n' > "$work/far.csv"
expect 0 "far.html" "$gough" report "$work/far.csv" --robot delta -o "$work/far.html"
check grep -q '2 of 2 rows have no pose that can be reached' "$work/far.html"
check test ! -e "$work/none.html"

# pictures
expect 0 "" "$gough" idm delta --states "$work/motion.csv" -o "$work/efforts.csv" --plot "$work/efforts.svg"
check test "$(wc -l < "$work/efforts.csv")" -eq 52
check grep -q 't (s)' "$work/efforts.svg"
check grep -q 'effort (N m)' "$work/efforts.svg"
check test "$(grep -c 'leg[123].arm' "$work/efforts.svg")" -eq 3
expect 2 "--plot" "$gough" idm delta --plot "$work/none.svg"

# the studio
expect 2 "did you mean 'delta'" "$gough" studio dleta --no-open
expect 2 "--port" "$gough" studio delta --no-open --port 99999

[ "$failures" -eq 0 ] && echo "all as expected"
exit "$failures"
