#!/usr/bin/env bash
# What `make demo` shows: a Delta robot from its file, where it can move, and its motors along a pick.
set -eu
gough="$1"
echo "== the robot: robots/delta.toml =="
"$gough" info delta | sed -n '1,12p'
echo
echo "== its joints, rates and accelerations at one state =="
"$gough" ik delta --pose 0.1,0.05,-0.75 --twist 1,0,0 --acceleration 0,0,20 | sed -n '1,8p'
echo
echo "== and back: the pose from the motor angles =="
"$gough" fk delta --deg --joints 6.03787,17.9837,27.1551
echo
echo "== its motors along a pick (degrees) =="
states=$(mktemp)
trap 'rm -f "$states"' EXIT
awk 'BEGIN { print "x,y,z"; for (k = 0; k <= 20; ++k) { s = k / 20; printf "%g,0,%g\n", -0.2 + 0.4 * s, -0.78 + 0.12 * sin(3.14159265 * s) } }' > "$states"
"$gough" ik delta --states "$states" | awk -F, 'NR == 1 { next } {
  line = sprintf("%3d ", NR - 2);
  for (leg = 1; leg <= 3; ++leg) { deg = $leg * 57.29578; bar = ""; for (k = 0; k < (deg + 20) / 4; ++k) bar = bar "#"; line = line sprintf("%7.2f %-22s", deg, bar) }
  print line }'
