#!/usr/bin/env bash
# gough identify as users run it, on motions made by gough ik and gough idm.
#   identify_test.sh GOUGH SOURCE
source "$(dirname "$0")/expect.sh"
source="$2"

# motion SEED FILE [idm options]: 11 s of a five-bar's end point on circles of circles, its joints and efforts with a little noise
motion() {
  local seed="$1" file="$2"; shift 2
  awk -v seed="$seed" 'BEGIN {
    srand(seed); pi = atan2(0, -1); n = 5
    for (h = 1; h <= n; ++h) { a[h] = rand() - 0.5; b[h] = rand() - 0.5; c[h] = rand() - 0.5; d[h] = rand() - 0.5 }
    print "x,y,vx,vy,dvx,dvy"
    for (k = 0; k < 1100; ++k) {
      t = k / 100; x = 0; y = 0.36; vx = vy = ax = ay = 0
      for (h = 1; h <= n; ++h) {
        w = 2 * pi * 0.3 * h; s = 0.03 * sin(w * t); co = 0.03 * cos(w * t)
        x += a[h] * s + b[h] * co; vx += w * (a[h] * co - b[h] * s); ax -= w * w * (a[h] * s + b[h] * co)
        y += c[h] * s + d[h] * co; vy += w * (c[h] * co - d[h] * s); ay -= w * w * (c[h] * s + d[h] * co)
      }
      printf "%.12g,%.12g,%.12g,%.12g,%.12g,%.12g\n", x, y, vx, vy, ax, ay
    }
  }' > states.csv
  "$gough" ik five_bar --states states.csv -o joints.csv || failed=1
  "$gough" idm five_bar --states states.csv "$@" -o efforts.csv || failed=1
  paste -d, joints.csv efforts.csv | awk -F, -v OFS=, -v seed="$seed" 'NR == 1 { srand(seed + 100); print "t", "q_left.arm [deg]", "q_right.arm", "tau_left.arm [N mm]", "tau_right.arm"; next }
    { print (NR - 2) / 100, sprintf("%.9f", $7 * 180 / atan2(0, -1)), $8, 1000 * $(NF - 2) + 2 * (rand() - 0.5), $(NF - 1) + 0.002 * (rand() - 0.5) }' > "$file"
}

motion 1 motion.csv
motion 2 other.csv
motion 3 carrying.csv --payload 0.5

expect 0 'base parameters remain' identify five_bar --structure
expect 0 'five_bar: [0-9]+ base parameters by weighted least squares' identify five_bar motion.csv
expect 0 'condition number [0-9.]+' identify five_bar motion.csv --estimator ordinary
expect 0 'by robust least squares' identify five_bar motion.csv --estimator robust
expect 0 '^prediction: other.csv' identify five_bar motion.csv --validate other.csv --plot fit.svg
grep -q 'predicted' fit.svg || { echo 'identify: no plot'; failed=1; }
expect 0 '^physically consistent' identify five_bar motion.csv --estimator consistent --prior 0.1
expect 0 '"validation"' identify five_bar motion.csv --validate other.csv --json
expect 0 '^written: new.toml' identify five_bar motion.csv --write new.toml
expect 0 'new.toml: ok' check new.toml
expect 0 '^ +mass +0\.(4[89]|5[01])' identify five_bar carrying.csv --payload centre
expect 0 '"mass"' identify five_bar carrying.csv --payload inertia --json
expect 0 'low-pass 12 Hz, 1 of 2 kept' identify five_bar motion.csv --cutoff 12 --decimate 2
expect 0 '^fit: motion.csv, [0-9]+ samples .low-pass [0-9.]+ Hz, mean of 2 periods' identify five_bar motion.csv --period 3.3333333
expect 0 '^prediction: other.csv, .*1 of [0-9]+ kept' identify five_bar motion.csv --period 3.3333333 --validate other.csv
expect 0 '"periods": ?2' identify five_bar motion.csv --period 3.3333333 --json
expect 0 '^ +mass +0\.(4[89]|5[01])' identify five_bar carrying.csv --payload centre --period 3.3333333
sed 's/\[N mm\]/[A]/; 1s/tau_right.arm/tau_right.arm [A]/' motion.csv > amperes.csv
sed 's/\[N mm\]/[A]/; 1s/tau_right.arm/tau_right.arm [A]/' carrying.csv > loaded.csv
expect 2 "column 'tau_left.arm' is not in N m: the drive's gain is unknown" identify five_bar amperes.csv
expect 0 '^ +left.arm +0\.(00099[1-9]|00100)' identify five_bar amperes.csv --loaded loaded.csv --known-payload 0.5

expect 2 '^nowhere.csv: no such file' identify five_bar nowhere.csv
expect 2 'give a file of measurements' identify five_bar
expect 2 'belong together' identify five_bar motion.csv --loaded other.csv
expect 2 'goes without' identify five_bar motion.csv --payload centre --write x.toml
expect 2 'cutoff: 60 Hz is not below half' identify five_bar motion.csv --cutoff 60
expect 2 'motion.csv: 2.2 periods of 5 s: at least 3 are needed' identify five_bar motion.csv --period 5
expect 2 "motion.csv: q_left.arm strays from its mean period of 3 s by .* is that the motion's period" identify five_bar motion.csv --period 3
expect 2 'decimate goes without --period' identify five_bar motion.csv --period 3.3333333 --decimate 2
expect 2 'period' identify five_bar motion.csv --period 0
sed 's/\[N mm\]/[N m]/' motion.csv > thousand.csv
expect 2 "column 'tau_left.arm' has an RMS of .* wrong by a factor of 1000" identify five_bar thousand.csv
sed 's/q_left.arm \[deg\]/q_left.arm/' motion.csv > radians.csv
expect 2 "column 'q_left.arm' runs from .* wrong by a factor of 57.3" identify five_bar radians.csv
sed '300,340d' motion.csv > gap.csv
expect 2 '^gap.csv:300:1: a gap of 0.42 s' identify five_bar gap.csv
sed '300s/^[^,]*,/2.9,/' motion.csv > back.csv
expect 2 '^back.csv:300:1: time stamps must increase' identify five_bar back.csv
sed '20s/,[^,]*$/,nan/' motion.csv > nan.csv
expect 2 "^nan.csv:20:[0-9]+: 'nan' in column 'tau_right.arm' is not a finite number" identify five_bar nan.csv
expect 2 'cannot be written' identify five_bar motion.csv --write /nonexistent/folder/x.toml
[ -e x.toml ] && { echo "a file was written after an error"; failed=1; }
exit $failed
