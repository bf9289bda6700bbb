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

# interrupted: rows whole, summary says so
printf 'duration = 1000\nefforts = "hold"\n[integrator]\ncompiled = "never"\n[plant]\nfriction = 300\n' > long.toml
"$gough" simulate delta long.toml -o long > long.txt 2>&1 &
pid=$!
sleep 2
kill -INT "$pid"
wait "$pid"
grep -q '"interrupted": true' long/summary.json || { echo 'an interrupted run says nothing'; cat long.txt; failed=1; }
awk -F, 'NR == 1 { n = NF } NF != n { bad = 1 } END { exit bad || NR < 3 }' long/states.csv || { echo 'long/states.csv is not whole'; failed=1; }

printf 'duration = 1\n[contoller]\n' > bad.toml
expect 2 "^bad.toml:2:2: unknown key 'contoller' \(did you mean 'controller'" simulate delta bad.toml -o bad
[ -e bad ] && { echo 'a folder for a scenario that does not exist'; failed=1; }
expect 2 'no such file' simulate delta nowhere.toml -o bad
expect 2 'this is not a folder' simulate delta "$scenarios/free_swing.toml" -o bad.toml
expect 2 '--output is required' simulate delta "$scenarios/free_swing.toml"
expect 0 'Examples' simulate --help
exit "$failed"
