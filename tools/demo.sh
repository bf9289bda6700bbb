#!/usr/bin/env bash
# What `make demo` shows: a Gough-Stewart platform from its file, and its leg forces along a motion by all four formulations.
set -eu
gough="$1"
echo "== the robot: robots/gough_stewart.toml =="
"$gough" info gough_stewart | sed -n '1,11p'
echo
echo "== leg forces at one state, by four independent formulations (E elements, V virtual work, P platform and legs, N orthogonal complement) =="
"$gough" idm gough_stewart --formulation all --rpy --pose 0.05,0,0.6,8,0,5 --twist 0.1,0,0.3,0,0.5,0 --acceleration 0,0,2,1,0,0
echo
echo "== leg forces along two seconds of a flight-simulator motion (N, by P) and the largest difference between the four =="
states=$(mktemp)
trap 'rm -f "$states"' EXIT
awk 'BEGIN { pi = 3.14159265358979; print "x,y,z,roll,pitch,yaw,vx,vy,vz,wx,wy,wz,dvx,dvy,dvz,dwx,dwy,dwz";
  w = pi; a = 0.05; b = 0.04;   # surge and heave, half a turn a second
  for (k = 0; k <= 24; ++k) { t = k / 12;
    printf "%.12g,0,%.12g,0,0,0,%.12g,0,%.12g,0,0,0,%.12g,0,%.12g,0,0,0\n", a * sin(w * t), 0.62 + b * sin(2 * w * t), a * w * cos(w * t), 2 * b * w * cos(2 * w * t), -a * w * w * sin(w * t), -4 * b * w * w * sin(2 * w * t) } }' > "$states"
"$gough" idm gough_stewart --rpy --formulation all --states "$states" | awk -F, '
  NR == 1 { for (c = 1; c < NF; ++c) { key[c] = $c ~ /^tau_/ ? "P" : $c ~ /^[EVN].tau_/ ? substr($c, 1, 1) : ""; leg[c] = $c; sub(/.*tau_/, "", leg[c]) }; printf "%6s", "t (s)"; for (c = 1; c < NF; ++c) if (key[c] == "P") printf "%9s", leg[c]; print "   left1"; next }
  { worst = 0; line = sprintf("%6.2f", (NR - 2) / 12);
    for (c = 1; c < NF; ++c) { if (key[c] == "P") { line = line sprintf("%9.2f", $c); P[leg[c]] = $c } }
    for (c = 1; c < NF; ++c) if (key[c] != "") { d = $c - P[leg[c]]; if (d < 0) d = -d; if (d > largest) largest = d }
    bar = ""; for (k = 0; k < P["left1"] / 3; ++k) bar = bar "#"; print line "   " bar }
  END { printf "largest difference between E, V, P and N: %.1e N\n", largest }'
