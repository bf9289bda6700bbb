#!/usr/bin/env bash
# gough simulate as users run it: files, summary, statuses, interruption, errors.
#   simulate_test.sh GOUGH SOURCE
source "$(dirname "$0")/expect.sh"
source="$2"

"$gough" docs scenario-file > scenario-file.md
diff -q scenario-file.md "$source/docs/scenario-file.md" > /dev/null || { echo "docs/scenario-file.md is stale: gough docs scenario-file -o docs/scenario-file.md"; failed=1; }

scenarios="$source/examples/scenarios"
expect 0 'position error, RMS' simulate delta "$scenarios/delta_pick_and_place.toml" -o pick --plot pick.svg
grep -q 'position error (m)' pick.svg || { echo 'no plot'; failed=1; }
for file in states.csv states.npz summary.json scenario.toml robot.toml; do [ -s "pick/$file" ] || { echo "no $file"; failed=1; }; done
grep -q '^t,x,y,z,qw,qx,qy,qz,vx,' pick/states.csv || { echo 'states.csv: columns'; failed=1; }
if python3 -c 'import numpy' 2> /dev/null; then
  python3 - << 'PYTHON' || { echo 'states.npz differs from states.csv'; failed=1; }
import csv, sys
import numpy
rows = list(csv.DictReader(open("pick/states.csv")))
archive = numpy.load("pick/states.npz")
assert sorted(archive.files) == sorted(rows[0].keys())
for name in archive.files:
    assert numpy.array_equal(archive[name], numpy.array([float(row[name]) for row in rows])), name
PYTHON
fi
expect 0 '"status": "ok"' simulate five_bar "$scenarios/five_bar_circle.toml" -o circle --json
expect 0 'status ok' simulate quattro "$scenarios/quattro_pick_and_place.toml" -o quattro
for file in "$source"/robots/*.toml; do
  expect 0 'energy drift over it' simulate "$(basename "$file" .toml)" "$scenarios/free_swing.toml" -o swing
done

# Bricard's linkage of six rods, written as two and two rods and as one and three: it swings for ten seconds either way
printf 'duration = 10\nefforts = "none"\nlog_rate = 200\n[integrator]\nmethod = "dormand_prince"\nstep = 0.005\nrelative = 1e-11\nabsolute = 1e-13\n' > bricard.toml
for robot in bricard_2_2 bricard_1_3_ok; do
  expect 0 'status ok at t = 10 s' simulate "$source/tests/repro/$robot.toml" bricard.toml -o $robot
done
paste -d, <(cut -d, -f1-4 bricard_2_2/states.csv) <(cut -d, -f1-4 bricard_1_3_ok/states.csv) |
  awk -F, 'NR > 1 { for (c = 1; c <= 4; ++c) { d = $c - $(c + 4); if (d < 0) d = -d; if (d > 1e-9) bad = 1 } } END { exit bad || NR < 100 }' ||
  { echo 'the two Bricards move differently'; failed=1; }

expect 1 'status type2_singular' simulate orthoglide "$scenarios/into_a_singularity.toml" -o into
grep -q '"status": "type2_singular"' into/summary.json || { echo 'no status in summary.json'; failed=1; }
awk -F, 'NR == 1 { n = NF } NF != n || /nan|inf/ { bad = 1 } END { exit bad || NR < 3 }' into/states.csv || { echo 'into/states.csv is not valid'; failed=1; }

# interrupted: rows whole, summary says so, exit code 1; the signal is sent once the run catches it
printf 'duration = 1000\nefforts = "hold"\n[plant]\nfriction = 300\n' > long.toml
catches() { [ $((0x$(awk '/^SigCgt/ { print $2 }' "/proc/$1/status") & 1 << $2 - 1)) -ne 0 ]; }  # PROCESS SIGNAL
start() {  # FOLDER SIGNAL: a long run that catches it, as $pid
  "$gough" simulate delta long.toml -o "$1" > long.txt 2>&1 &
  pid=$!
  for _ in $(seq 600); do catches "$pid" "$2" && break; sleep 0.1; done
  sleep 1
}
for signal in 2 15 1; do
  start "long$signal" "$signal"
  kill "-$signal" "$pid"
  wait "$pid"
  code=$?
  [ "$code" -eq 1 ] || { echo "signal $signal: exit code $code"; failed=1; }
  grep -q 'interrupted at t = ' long.txt || { echo "signal $signal: nothing is said"; cat long.txt; failed=1; }
  grep -q '"interrupted": true' "long$signal/summary.json" || { echo "signal $signal: an interrupted run says nothing"; cat long.txt; failed=1; }
  awk -F, 'NR == 1 { n = NF } NF != n { bad = 1 } END { exit bad || NR < 3 }' "long$signal/states.csv" || { echo "long$signal/states.csv is not whole"; failed=1; }
done
# nohup: goes on
(trap '' HUP; exec "$gough" simulate delta long.toml -o hup > long.txt 2>&1) &
pid=$!
for _ in $(seq 600); do catches "$pid" 15 && break; sleep 0.1; done
kill -HUP "$pid"; sleep 0.5
kill -0 "$pid" 2> /dev/null || { echo 'a run under nohup ends with its terminal'; failed=1; }
kill -KILL "$pid"; wait "$pid" 2> /dev/null

# a result is a unit: what others put into the folder stays, and files of two runs are not taken for one
printf 'duration = 0.05\nefforts = "hold"\n' > short.toml
expect 0 'status ok' simulate delta short.toml -o unit
echo mine > unit/notes.txt; mkdir unit/more; echo mine > unit/more/notes.txt
cp -r unit delta_unit
expect 0 'status ok' simulate five_bar short.toml -o unit
for file in notes.txt more/notes.txt; do [ -s "unit/$file" ] || { echo "unit/$file is gone"; failed=1; }; done
expect 0 'unit.html' report unit -o unit.html
for file in states.csv robot.toml; do
  cp -r unit mixed; cp "delta_unit/$file" mixed/
  expect 2 "^mixed/$file: not of the run that summary.json tells of" report mixed -o mixed.html
  [ -e mixed.html ] && { echo 'a report of a mixture'; failed=1; }
  rm -r mixed
done
expect 0 'new/run' simulate delta short.toml -o new/run --plot new/run/plot.svg
[ -z "$(find . -name '*gough-part*')" ] || { echo "left behind: $(find . -name '*gough-part*')"; failed=1; }

# what cannot be written is said first of all
touch file
expect 2 '^file/run: the folder cannot be made' simulate no_such_robot no_such_scenario.toml -o file/run
expect 2 '^nowhere/x.svg: cannot be written: there is no folder nowhere' simulate no_such_robot none.toml -o run --plot nowhere/x.svg
expect 2 '^file/code: the folder cannot be made' compile no_such_robot -o file/code
for arguments in "ik none --states none.csv -o" "fk none --states none.csv -o" "idm none --states none.csv -o" "idm none --states none.csv --plot" \
  "ddm none --states none.csv -o" "ddm none --states none.csv --plot" "trajectory none none.toml -o" "identify none none.csv --write" \
  "identify none none.csv --plot" "export none --format sdf -o" "info none --graph" "report none -o" "docs operation-counts -o"; do
  expect 2 '^nowhere/x: cannot be written: there is no folder nowhere' $arguments nowhere/x
done
expect 2 '^nowhere/x.toml: cannot be written: there is no folder nowhere' excite none -o nowhere/x.toml

printf 'duration = 1\n[contoller]\n' > bad.toml
expect 2 "^bad.toml:2:2: unknown key 'contoller' \(did you mean 'controller'" simulate delta bad.toml -o bad
[ -e bad ] && { echo 'a folder for a scenario that does not exist'; failed=1; }
expect 2 'no such file' simulate delta nowhere.toml -o bad
expect 2 'this is not a folder' simulate delta "$scenarios/free_swing.toml" -o bad.toml
expect 2 '--output is required' simulate delta "$scenarios/free_swing.toml"
expect 0 'Examples' simulate --help
exit "$failed"
