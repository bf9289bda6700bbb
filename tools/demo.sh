#!/usr/bin/env bash
# What `make demo` shows: a Gough-Stewart platform from its file, its leg forces along a motion by all four formulations, pictures of them,
# and what to do next.
#   demo.sh GOUGH FOLDER     pictures go to FOLDER
set -eu
gough="$1"
folder="$2"
source=$(dirname "$(dirname "$(realpath "$0")")")/
[ "$source" = "$(pwd -P)/" ] && source=""  # as `make demo` runs it
mkdir -p "$folder"
echo "== the robot: robots/gough_stewart.toml =="
"$gough" info gough_stewart | sed -n '1,11p'
echo
echo "== leg forces at one state, by four independent formulations (E elements, V virtual work, P platform and legs, N orthogonal complement) =="
"$gough" idm gough_stewart --formulation all --rpy --pose 0.05,0,0.6,8,0,5 --twist 0.1,0,0.3,0,0.5,0 --acceleration 0,0,2,1,0,0
echo
echo "== leg forces along two seconds of a flight-simulator motion (N, by P) and the largest difference between the four =="
# states STEPS: surge and heave, half a turn a second
states() {
  awk -v n="$1" 'BEGIN { pi = 3.14159265358979; print "t,x,y,z,roll,pitch,yaw,vx,vy,vz,wx,wy,wz,dvx,dvy,dvz,dwx,dwy,dwz";
    w = pi; a = 0.05; b = 0.04;
    for (k = 0; k <= n; ++k) { t = 2 * k / n;
      printf "%.12g,%.12g,0,%.12g,0,0,0,%.12g,0,%.12g,0,0,0,%.12g,0,%.12g,0,0,0\n", t, a * sin(w * t), 0.62 + b * sin(2 * w * t), a * w * cos(w * t), 2 * b * w * cos(2 * w * t), -a * w * w * sin(w * t), -4 * b * w * w * sin(2 * w * t) } }'
}
states 24 > "$folder/flight_coarse.csv"
"$gough" idm gough_stewart --rpy --formulation all --states "$folder/flight_coarse.csv" | awk -F, '
  NR == 1 { for (c = 1; c < NF; ++c) { key[c] = $c ~ /^tau_/ ? "P" : $c ~ /^[EVN].tau_/ ? substr($c, 1, 1) : ""; leg[c] = $c; sub(/.*tau_/, "", leg[c]); sub(/[.].*/, "", leg[c]) }; printf "%6s", "t (s)"; for (c = 1; c < NF; ++c) if (key[c] == "P") printf "%9s", leg[c]; print "   left1"; next }
  { worst = 0; line = sprintf("%6.2f", (NR - 2) / 12);
    for (c = 1; c < NF; ++c) { if (key[c] == "P") { line = line sprintf("%9.2f", $c); P[leg[c]] = $c } }
    for (c = 1; c < NF; ++c) if (key[c] != "") { d = $c - P[leg[c]]; if (d < 0) d = -d; if (d > largest) largest = d }
    bar = ""; for (k = 0; k < P["left1"] / 3; ++k) bar = bar "#"; print line "   " bar }
  END { printf "largest difference between E, V, P and N: %.1e N\n", largest }'
echo
echo "== pictures =="
states 200 > "$folder/flight.csv"
"$gough" idm gough_stewart --rpy --states "$folder/flight.csv" -o "$folder/leg_forces.csv" --plot "$folder/leg_forces.svg"
"$gough" report "$folder/flight.csv" --robot gough_stewart -o "$folder/flight.html" > /dev/null
echo "$folder/leg_forces.svg   the leg forces over time"
echo "$folder/flight.html      the moving platform with its plots, in any browser"
echo
cat << NEXT
== next ==
Drag a robot in the browser and watch its efforts; Ctrl-C ends it:
  $gough studio delta
Simulate a pick-and-place cycle under a controller, and see it:
  $gough simulate delta ${source}examples/scenarios/delta_pick_and_place.toml -o $folder/run && $gough report $folder/run -o $folder/run.html
Make a robot of your own from one that is there, and check it:
  cp ${source}robots/five_bar.toml $folder/mine.toml && $gough info $folder/mine.toml
NEXT
