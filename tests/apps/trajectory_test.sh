#!/usr/bin/env bash
# gough trajectory: what it prints, what it writes, and what it says about bad files.
source "$(dirname "$0")/expect.sh"
source="$2"

# bad PATTERN: the trajectory file on stdin is refused for the Delta
bad() {
  cat >"$scratch/bad.toml"
  expect 2 "$1" trajectory delta "$scratch/bad.toml"
}

examples=$source/examples/trajectories
expect 0 'Examples' trajectory --help
expect 0 'acceleration up to 98\.[01][0-9]* m/s2' trajectory delta "$examples/delta_adept.toml"
expect 1 'first violation at [0-9.]+ s: effort of leg1.arm is [0-9.]+ N m, above its limit 40' trajectory delta "$examples/delta_adept.toml" --payload 2
expect 0 'within all limits' trajectory gough_stewart "$examples/gough_stewart_spline.toml" -o "$scratch/spline.csv" --rate 100
expect 0 'within all limits' trajectory five_bar "$examples/five_bar_circle.toml" -o "$scratch/circle.csv" --rate 200
expect 0 '"ok": true' trajectory tricept "$examples/tricept_fourier.toml" --json --rate 100 -o "$scratch/fourier.csv"
expect 1 '"status": "out_of_limits"' trajectory delta "$examples/delta_adept.toml" --payload 2 --json

# what it writes can be read again, and the efforts are those of idm and give back the accelerations in ddm
for pair in gough_stewart:spline five_bar:circle tricept:fourier; do
  robot=${pair%%:*} file=$scratch/${pair##*:}.csv
  "$gough" idm "$robot" --states "$file" >"$scratch/idm.csv" || failed=1
  "$gough" ddm "$robot" --states "$file" >"$scratch/ddm.csv" || failed=1
  awk -F, -v name="$robot" '
    FNR == 1 { ++table; for (k = 1; k <= NF; ++k) column[table, $k] = k; next }
    { for (k = 1; k <= NF; ++k) cell[table, FNR, k] = $k; rows = FNR }
    END {
      for (key in column) {
        split(key, part, SUBSEP)
        own = part[2]
        if (part[1] == 1 || part[2] == "status") continue
        if (!((1, own) in column)) { print name ": no column " own; exit 1 }
        for (r = 2; r <= rows; ++r) {
          a = cell[1, r, column[1, own]]; b = cell[part[1], r, column[key]]
          if (b == "" || (a - b) ^ 2 > 1e-12 * (1 + a ^ 2)) { print name ": row " r " of " part[2] ": " a " and " b; exit 1 }
        }
      }
    }
  ' "$file" "$scratch/idm.csv" "$scratch/ddm.csv" || failed=1
done
printf '[[segment]]\ncsv = "circle.csv"\n' >"$scratch/again.toml"
expect 0 'within all limits' trajectory five_bar "$scratch/again.toml" --rate 100

bad "bad.toml:1:1: missing key 'segment'" <<<'periodic = true'
bad "bad.toml:2:1: unknown key 'lin' in segment .did you mean 'line'.." <<<$'[[segment]]\nlin = {}'
bad "bad.toml:1:1: a segment has one of line, circle, .* this has 0" <<<$'[[segment]]\n'
bad "bad.toml:2:8: a line needs either 'duration' or limits" <<<$'[[segment]]\nline = { to = { x = 0.1 } }'
bad "bad.toml:2:15: 'rx' is no free component of delta; they are x, y, z" <<<$'[[segment]]\nline = { to = { rx_deg = 5 }, duration = 1 }'
bad "'law' in segment.line must be one of trapezoidal, .* .did you mean 'quintic'.." <<<$'[[segment]]\nline = { to = { x = 0.1 }, duration = 1, law = "quintc" }'
bad "bad.toml:2:15: this pose is unreachable" <<<$'[[segment]]\nline = { to = { x = 3 }, duration = 1 }'
bad "the platform cannot take this pose" <<<$'[[segment]]\nline = { to = { position = [0, 0, -0.7], rpy_deg = [5, 0, 0] }, duration = 1 }'
bad "needs one of 'cycle_time', 'acceleration' and 'acceleration_g'" <<<$'[[segment]]\npick_and_place = { to = { x = 0.1 } }'
bad "bad.toml:4:1: this segment begins with a jump of .* m/s" <<<$'[[segment]]\nfourier = { frequency = 1, component = [{ name = "x", sine = [0.01] }] }\n\n[[segment]]\ndwell = 1'
bad "component 'x' comes twice" <<<$'[[segment]]\nfourier = { frequency = 1, component = [{ name = "x" }, { name = "x" }] }'
bad "the repetition begins 0.1 m" <<<$'periodic = true\n[[segment]]\nline = { to = { x = 0.1 }, duration = 1 }'
bad "missing.csv: no such file" <<<$'[[segment]]\ncsv = "missing.csv"'
bad "times must increase|times of a spline must increase" <<<$'[[segment]]\nspline = { through = [{ x = 0.1 }, { x = 0.2 }], times = [1, 1] }'
printf 't,x,y,z\n0,0,0,-0.7\n1,0,0,-0.7\n0.5,0,0,-0.7\n' >"$scratch/samples.csv"
bad "samples.csv:4:1: t = 0.5 s does not come after 1 s" <<<$'[[segment]]\ncsv = "samples.csv"'
printf 't,x,y,z\n0,0,0,-0.7\n1,0,0,-7\n' >"$scratch/samples.csv"
bad "samples.csv:3:1: this pose is unreachable" <<<$'[[segment]]\ncsv = "samples.csv"'
printf 'x,y,z\n0,0,0\n' >"$scratch/samples.csv"
bad "samples.csv:1:1: no column 't'" <<<$'[[segment]]\ncsv = "samples.csv"'
printf '[[segment]]\ndwell = 100\n' >"$scratch/hold.toml"
expect 2 'expected a number from 0.001 to 1000000, not .0.' trajectory delta "$scratch/hold.toml" --rate 0
expect 2 'at most 1e7' trajectory delta "$scratch/hold.toml" --rate 1e6
expect 2 'no such file' trajectory delta "$scratch/nothing.toml"

exit $failed
