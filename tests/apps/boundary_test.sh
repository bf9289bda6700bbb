#!/usr/bin/env bash
# Every option of every command that takes a value, with values at the ends of what a number can be: an answer, a status or an error in
# one line; no signal, and no more than ten seconds of the processor. The options are those that the help lists.
#   boundary_test.sh GOUGH SOURCE
source "$(dirname "$0")/expect.sh"
source="$2"
scenarios="$source/examples/scenarios"; trajectories="$source/examples/trajectories"
printf 't,x,y\n0,0,0.36\n0.1,0.01,0.36\n0.2,0.02,0.36\n' > motion.csv
{ echo 't,q_left.arm,q_right.arm,tau_left.arm,tau_right.arm'
  awk 'BEGIN { for (k = 0; k < 600; ++k) { t = k / 500; printf "%.3f,%.9f,%.9f,%.9f,%.9f\n", t, 2.2 + 0.1 * sin(6 * t), 0.9 + 0.1 * sin(9 * t), sin(6 * t), cos(9 * t) } }'
} > measured.csv
printf 'duration = 0.01\nefforts = "none"\n' > fall.toml

# base COMMAND: arguments with which the command does something short
base() {
  case "$1" in
    info | ik | sensors | idm | ddm | count) echo "$1 five_bar" ;;
    check) echo "check $source/robots/five_bar.toml" ;;
    fk) echo "fk five_bar --joints 2.2,0.9" ;;
    trajectory) echo "trajectory five_bar $trajectories/five_bar_circle.toml" ;;
    verify) echo "verify five_bar --samples 1" ;;
    compile) echo "compile five_bar --model igm -o compiled" ;;
    bench) echo "bench five_bar --model none" ;;
    simulate) echo "simulate five_bar fall.toml -o run" ;;
    explain) echo "explain five_bar -o five_bar.html" ;;
    export) echo "export five_bar -o five_bar.urdf" ;;
    excite) echo "excite five_bar --random 2 --starts 1 --evaluations 2" ;;
    identify) echo "identify five_bar measured.csv" ;;
    studio) echo "studio five_bar --no-open --port 0" ;;
    report) echo "report motion.csv --robot five_bar" ;;
    docs) echo "docs robot-file" ;;
  esac
}

run=0
# try WORDS…: exit code 0, 1 or 2
try() {
  (ulimit -t 10; exec "$gough" "$@") > out.log 2> err.log
  local code=$?
  run=$((run + 1))
  [ "$code" -le 2 ] || { echo "gough $*: exit code $code"; head -3 err.log; failed=1; }
  if [ "$code" -eq 2 ] && [ "$(grep -vc '^warning: ' err.log)" -ne 1 ]; then echo "gough $*: not one line of error"; head -3 err.log; failed=1; fi
  if grep -iqwE '(nan|inf)' out.log && ! grep -qwE '"?(nan|inf)"?' <<< "$*"; then echo "gough $*: prints nan or inf"; grep -iwE '(nan|inf)' out.log | head -2; failed=1; fi
}

commands=$("$gough" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
[ "$(wc -w <<< "$commands")" -ge 18 ] || { echo "the help lists too few commands: $commands"; failed=1; }
for command in $commands; do
  words=$(base "$command")
  [ -n "$words" ] || { echo "tests/apps/boundary_test.sh has no arguments for '$command'"; failed=1; continue; }
  options=$("$gough" "$command" --help | sed -nE 's/^  (-[a-z],)?(--[a-z-]+) (TEXT|NUMBER).*/\2/p')
  for option in $options; do
    plain=$(sed -E "s/ (-o|$option) [^ ]+//" <<< "$words")  # given once
    [ "$option" = --output ] || plain="$words"
    plain=$(sed -E "s/ $option [^ ]+//" <<< "$plain")
    for value in 0 -1 1e-300 1e300 nan inf 1e17 -1e17 ""; do try $plain "$option" "$value"; done
  done
  # no number without a range
  if "$gough" "$command" --help | grep -qE '^  (-[a-z],)?--[a-z-]+ (INT|UINT|FLOAT)'; then echo "gough $command: a number without a range"; failed=1; fi
done
[ "$run" -ge 400 ] || { echo "only $run runs"; failed=1; }

# lists of numbers
for value in 1e300,0 1e-300,0 0,1e17 nan,0 inf,0 , ,, 1e400,1; do
  try ik five_bar --pose "$value"
  try fk five_bar --joints "$value"
  try ik five_bar --twist "$value"
  try idm five_bar --acceleration "$value"
  try ddm five_bar --efforts "$value"
  try idm five_bar --payload "$value,0,0"
  try idm five_bar --wrench "$value,0,0,0,0"
done

# keys of scenario and trajectory files
for value in 0 -1 1e-300 1e300 nan inf 1e17 1e-17 1e9 1e-9; do
  printf 'duration = %s\n' "$value" > scenario.toml; try simulate five_bar scenario.toml -o run
  printf 'duration = 0.01\nlog_rate = %s\n' "$value" > scenario.toml; try simulate five_bar scenario.toml -o run
  printf 'duration = 0.01\n[controller]\ntype = "computed_torque"\nrate = %s\n' "$value" > scenario.toml; try simulate five_bar scenario.toml -o run
  printf 'duration = 0.01\n[integrator]\nstep = %s\n' "$value" > scenario.toml; try simulate five_bar scenario.toml -o run
  printf 'duration = 0.01\n[integrator]\nmethod = "dormand_prince"\nrelative = %s\n' "$value" > scenario.toml; try simulate five_bar scenario.toml -o run
  printf '[[segment]]\nline = { to = { x = 0.05, y = 0.4 }, duration = %s }\n' "$value" > trajectory.toml; try trajectory five_bar trajectory.toml
  printf '[[segment]]\nline = { to = { x = 0.05, y = 0.4 }, speed = %s }\n' "$value" > trajectory.toml; try trajectory five_bar trajectory.toml --rate 10
done

# what each of these did: SIGSEGV, SIGFPE, five rows
expect 2 'samples are too short a motion for a cutoff of 1e-06 Hz' identify five_bar measured.csv --cutoff 1e-6
printf 'duration = 0.01\n[controller]\ntype = "computed_torque"\nrate = 1e-17\n' > scenario.toml
expect 2 "^scenario.toml:4:8: 'rate' in controller must be between 1e-06 and 1e\+06 Hz; this is 1e-17" simulate five_bar scenario.toml -o run
expect 2 '1e\+06 s at 100000 Hz make 1e\+11 rows; at most 1e\+06 are allowed' excite five_bar --period 1e6 --rate 1e5 --random 2 --evaluations 0 -o e.csv
expect 2 'expected a number from 0.001 to 1000000, not .nan' trajectory five_bar "$trajectories/five_bar_circle.toml" --rate nan
expect 2 'expected a whole number from 1 to 65535, not .80.5.' studio five_bar --port 80.5
exit "$failed"
