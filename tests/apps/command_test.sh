#!/usr/bin/env bash
# Runs the command as users do: what it prints, its exit codes, its files.
#   command_test.sh GOUGH SOURCE
source "$(dirname "$0")/expect.sh"
source="$2"

expect 0 '^gough [0-9]+\.[0-9]+' --version
expect 0 'Exit codes' --help
expect 0 'assembly mode' fk --help
expect 0 'gough_stewart' info
expect 0 'links 32, joints 36 \(36 freedoms\), independent loops 5' info hexapod_6r
expect 0 'mobility 3, Grübler count -3: over-constrained: 6 of the 9' info planar_3rrr
expect 0 'redundantly actuated: 4 actuators for 3 freedoms' info planar_4rrr
expect 0 '"mobility": 6' info gough_stewart --json
expect 0 '^the nacelle as 8 elements' info h4
expect 0 '^  bar_a +2 × 1/2 +east_a, north$' info h4
expect 0 '^the nacelle as 6 elements' info gough_stewart
expect 0 '"part": 0.25' info h4 --json
expect 0 'links' info delta --graph "$scratch/delta.svg"
grep -q '</svg>' delta.svg || { echo "no SVG written"; failed=1; }
expect 0 'delta: ok' check delta "$source/robots/quattro.toml"
expect 0 '"ok": true' check delta --json

expect 0 'status ok' ik delta --pose 0.1,0,-0.75
expect 0 'rad/s2' ik delta --pose 0.1,0,-0.75 --twist 1,0,0 --acceleration 0,0,1
expect 2 'with --rpy' ik gough_stewart --pose 0,0,0.6,5,0,10
expect 1 'give those alone' ik rps_3 --rpy --pose 0.1,0,0.5,0,0,0
expect 2 'cannot move so here' ik delta --twist 0,0,0,1,0,0
expect 1 'type2_singular' ik "$source/tests/apps/turned.toml"
expect 0 'but type2_singular at home' check "$source/tests/apps/turned.toml"
expect 0 '"actuated"' ik gough_stewart --rpy --pose 0,0,0.6,5,0,10 --json
expect 0 'working modes' ik five_bar --modes
expect 1 'status unreachable' ik delta --pose 0,0,-3
expect 1 'status out_of_limits' ik gough_stewart --pose 0,0,0.9,1,0,0,0
expect 0 '0\.108135408' fk irb360 --deg --joints 10,20,30
expect 1 'status' fk delta --joints 3,3,3

expect 2 "did you mean 'delta'" ik detla
expect 2 'expected x,y,z,qw,qx,qy,qz.*or the free components x,y,z' ik delta --pose 1,2
expect 2 'not a finite number' ik delta --pose 1,2,nan
expect 2 'length 1' ik gough_stewart --pose 0,0,0.6,1,1,0,0
expect 2 'expected 3: leg1.arm,leg2.arm,leg3.arm' fk delta --joints 1,2
expect 2 'give --joints or --states' fk delta
expect 2 "^gough: unknown command 'frobnicate'; there is info, check" frobnicate
expect 2 'no such file' check nowhere.toml
expect 2 'cannot be written' info delta --graph /nonexistent/folder/x.svg

printf 'name = "x"\n[platform]\nhom = 3\n' > bad.toml
expect 2 "^bad.toml:3:1: unknown key 'hom' in platform \(did you mean 'home'\?\)" check bad.toml
printf '' > empty.toml
expect 2 '^empty.toml:1:1: the file is empty' check empty.toml
head -c 3000 /dev/urandom > binary.toml
expect 2 '^binary.toml:[0-9]+:[0-9]+: ' check binary.toml
expect 2 'this is a folder' check "$source/robots/"

printf 'x,y,z,vx,vy,vz\n0,0,-0.7,1,0,0\n0,0,-9,0,0,0\n' > states.csv
expect 0 '^x,y,z,vx,vy,vz,q_leg1.arm,q_leg2.arm,q_leg3.arm,dq_leg1.arm,dq_leg2.arm,dq_leg3.arm,status$' ik delta --states states.csv
expect 0 '^0,0,-9,0,0,0,,,,,,,unreachable$' ik delta --states states.csv
expect 0 '' ik delta --states states.csv -o joints.csv
[ "$(wc -l < joints.csv)" -eq 3 ] || { echo "joints.csv: wrong number of lines"; failed=1; }
printf 'q_leg1.arm,q_leg2.arm,q_leg3.arm\n0.1,0.2,0.3\n' > joints_in.csv
expect 0 '^q_leg1.arm,q_leg2.arm,q_leg3.arm,x,y,z,qw,qx,qy,qz,status$' fk delta --states joints_in.csv
printf '\xef\xbb\xbfx,y,z,dvx,dvy,dvz\n0,0,-0.7,0,0,1\n' > bom.csv
expect 0 '^x,y,z,dvx,dvy,dvz,q_leg1.arm,q_leg2.arm,q_leg3.arm,dq_leg1.arm' ik delta --states bom.csv
printf 'x,y,z,vx,vy\n0,0,-0.7,1,1\n' > partial.csv
expect 2 '^partial.csv:1:1: only some columns of the rates; expected all of vx,vy,vz' ik delta --states partial.csv
printf 'x,y,z,qw,qx,qy,qz\n0,0,0.6,2,0,0,0\n' > quaternion.csv
expect 2 '^quaternion.csv:2:1: the quaternion' ik gough_stewart --states quaternion.csv
expect 2 'too long' ik delta --states /dev/zero
expect 0 '' ik delta --states states.csv -o /dev/null
[ -c /dev/null ] || { echo '/dev/null was replaced'; failed=1; }
"$gough" info delta > /dev/full 2>/dev/null && { echo 'a full disk went unnoticed'; failed=1; }
printf 'name = "x"\n"a\\nb" = 1\n' > newline.toml
[ "$("$gough" check newline.toml 2>&1 | wc -l)" -eq 1 ] || { echo 'an error of more than one line'; failed=1; }
printf 'x,y\n0,0\n' > short.csv
expect 2 '^short.csv:1:1: no columns for the pose' ik delta --states short.csv
printf 'x,y,z\n0,zero,0\n' > words.csv
expect 2 "^words.csv:2:3: 'zero' in column 'y' is not a finite number" ik delta --states words.csv
expect 2 'no such file' ik delta --states nowhere.csv

expect 0 'largest difference [0-9.]+e-1[0-9]' idm gough_stewart --formulation all --twist 0,0,0.2,0,0,0.5 --acceleration 1,0,0,0,0,0
expect 0 '"efforts"' idm delta --formulation all --json --energy --reactions
expect 0 'not unique' idm five_bar --reactions
expect 0 'dissipation' idm delta --energy --twist 1,0,0
expect 1 'out_of_limits' idm delta --acceleration 0,0,5000
expect 1 'unreachable' idm delta --pose 0,0,-3
expect 1 'type2_singular' idm "$source/tests/apps/turned.toml"
expect 1 'm/s2' ddm "$source/tests/apps/turned.toml" --formulation all
expect 2 '^--payload: 1e308 is out of range; expected numbers between -1e\+09 and 1e\+09' idm gough_stewart --payload 1e308
expect 1 'status out_of_limits' idm planar_4rrr --acceleration 30,0,0 --distribution 1,1,1,1000
expect 2 'excludes' idm delta --states motion.csv --twist 1,0,0
expect 0 'm/s2' ddm delta --efforts 3,3,3 --formulation all
expect 0 '"acceleration"' ddm gough_stewart --json
expect 2 'expected 3: leg1.arm' ddm delta --efforts 1
expect 0 '"mass_matrix"' ddm delta --json --wrench 0,0,10,0,0,0 --on leg1.arm --at 0.1,0,0
expect 2 "did you mean 'leg1.arm'" idm delta --wrench 0,0,10,0,0,0 --on leg1.amr
expect 2 'expected x,y,z' idm delta --wrench 0,0,10,0,0,0 --at 1
expect 2 'expected mass' idm delta --payload 1,2
expect 2 'expected fx' idm delta --wrench 1,2
expect 0 'status ok' idm planar_4rrr --distribution bounded
expect 0 'status ok' idm planar_4rrr --distribution 1,2,1,2
expect 2 '4 positive weights' idm planar_4rrr --distribution 1,2
expect 0 'Table 3: 404 add, 656 mul' count five_bar
expect 0 '"input": "vision"' count five_bar --json
"$gough" docs operation-counts > operation-counts.md 2>&1
# another compiler evaluates operands in another order, and so may record an addition more or less
[ -n "${OTHER_COMPILER:-}" ] || diff -q operation-counts.md "$source/docs/operation-counts.md" > /dev/null || { echo "docs/operation-counts.md is stale: gough docs operation-counts -o docs/operation-counts.md"; failed=1; }
for page in leg-counts.md leg-counts.svg; do
  "$gough" docs "${page%.md}" > "$page" 2>&1
  [ -n "${OTHER_COMPILER:-}" ] || diff -q "$page" "$source/docs/$page" > /dev/null || { echo "docs/$page is stale: gough docs ${page%.md} -o docs/$page"; failed=1; }
done
expect 0 'encoders, 10 steps' count gough_stewart
expect 0 '"steps": 10' count gough_stewart --json
"$gough" docs lumped-legs > lumped-legs.md 2>&1
[ -n "${OTHER_COMPILER:-}" ] || diff -q lumped-legs.md "$source/docs/lumped-legs.md" > /dev/null || { echo "docs/lumped-legs.md is stale: gough docs lumped-legs -o docs/lumped-legs.md"; failed=1; }
expect 2 'no such file' count no_such_robot.toml
expect 0 'all identities hold' verify five_bar delta --samples 10
expect 0 '"passed": true' verify quattro --samples 5 --json
printf 'x,y,z,vx,vy,vz,dvx,dvy,dvz\n0,0,-0.7,1,0,0,0,0,10\n0.1,0,-0.7,0,1,0,5,0,10\n' > motion.csv
expect 0 '^x,y,z,vx,vy,vz,dvx,dvy,dvz,tau_leg1.arm,tau_leg2.arm,tau_leg3.arm,status$' idm delta --states motion.csv
expect 0 'delta_simplified against delta: largest difference' idm delta --states motion.csv --against delta_simplified
expect 0 'delta with lumped legs against delta: largest difference [0-9.]+ \([0-9.]+ % of .* RMS [0-9.]+ \([0-9.]+ % of the RMS effort' idm delta --states motion.csv --against lumped-legs
# states given by the actuated joints
expect 0 'leg1.arm +0.593587 +N m' idm delta --joints 0.2,0.3,0.25 --rates 1,0,-1 --accelerations 20,5,0
expect 0 '^pose x 0.093365, y 0.055914, z -0.768275' idm delta --joints 10,20,30 --deg
expect 0 '^  x +2.62211  m/s2' ddm delta --joints 10,20,30 --deg --efforts 3,3,3
expect 0 '"twist"' idm h4 --joints 0.2,0.3,0.25,0.2 --json
expect 1 'type1_singular' idm five_bar --joints 3.141592653589793,0
expect 1 'more than the freedoms, contradict each other' idm planar_4rrr --joints 0.1,0.2,0.3,0.4
expect 2 '^--joints: 2 numbers; expected 3: leg1.arm,leg2.arm,leg3.arm$' idm delta --joints 1,2
expect 2 '^--rates: 1 numbers; expected 3: leg1.arm' idm delta --joints 0,0,0 --rates 1
expect 2 'excludes' idm delta --joints 0,0,0 --pose 0,0,-0.7
expect 2 'excludes' idm delta --joints 0,0,0 --acceleration 0,0,1
expect 2 'requires --joints' ddm delta --rates 0,0,0
expect 2 '^--start chooses the assembly mode of joints' idm delta --start 0,0,-0.7
expect 2 '^--start: unreachable: ' idm delta --joints 0,0,0 --start 0,0,-3
expect 2 '^--start .* this table has poses$' idm delta --states motion.csv --start 0,0,-0.7
awk '/^actuator/ && seen++ { next } { print } /^name = "five_bar"/ { print "underactuated = true" }' "$source/robots/five_bar.toml" > under.toml
expect 2 'is under-actuated: 1 actuator cannot give 2 accelerations at will' idm under.toml --joints 0
expect 2 'is under-actuated: 1 actuator does not fix 2 freedoms' ddm under.toml --joints 0 --efforts 1
printf 'q_leg1.arm,q_leg2.arm,q_leg3.arm,status\n0,0,0,ok\n1,,,unreachable\n' > bare.csv
expect 0 '^q_leg1.arm,q_leg2.arm,q_leg3.arm,tau_leg1.arm,tau_leg2.arm,tau_leg3.arm,status$' idm delta --states bare.csv
expect 2 '^bare.csv:1:1: no efforts of the actuators' ddm delta --states bare.csv
printf 'q_leg1.arm,q_leg2.arm\n0,0\n' > two.csv
expect 2 '^two.csv:1:1: no pose, and not all positions of the actuators; expected the columns q_leg1.arm,q_leg2.arm,q_leg3.arm' idm delta --states two.csv
printf 'q_leg1.arm,q_leg2.arm,q_leg3.arm,dq_leg1.arm\n0,0,0,0\n' > one_rate.csv
expect 2 '^one_rate.csv:1:1: no rates of all actuators' idm delta --states one_rate.csv
printf 'x,y,z,tau_leg1.arm,tau_leg2.arm,tau_leg3.arm\n0,0,-0.7,3,3,3\n' > efforts.csv
expect 0 '^x,y,z,tau_leg1.arm,tau_leg2.arm,tau_leg3.arm,dvx,dvy,dvz,status$' ddm delta --states efforts.csv

# a file of 600 states, which goes through a program, against the same rows in files so short that the library does them
awk 'BEGIN {
  srand(1); print "x,y,z,vx,vy,vz,dvx,dvy,dvz"
  for (i = 0; i < 600; ++i) {
    wide = i % 20 ? 1 : 6
    printf "%.6f,%.6f,%.6f", 0.4 * wide * (rand() - 0.5), 0.4 * wide * (rand() - 0.5), -0.75 + 0.2 * (rand() - 0.5)
    for (k = 0; k < 3; ++k) printf ",%.6f", 2 * (rand() - 0.5) * (i % 9 ? 1 : 40)
    for (k = 0; k < 3; ++k) printf ",%.6f", 40 * (rand() - 0.5)
    printf "\n"
  }
}' > motion_600.csv
sed '1s/dvx,dvy,dvz/tau_leg1.arm,tau_leg2.arm,tau_leg3.arm/' motion_600.csv > efforts_600.csv
# in_pieces MODEL FILE: 100 rows at a time
in_pieces() {
  local start
  for start in 2 102 202 302 402 502; do
    { head -1 "$2"; sed -n "$start,$((start + 99))p" "$2"; } > piece.csv
    "$gough" "$1" delta --states piece.csv --formulation P | if [ "$start" -eq 2 ]; then cat; else tail -n +2; fi
  done
}
for model in idm ddm; do
  file=motion_600.csv; [ $model = ddm ] && file=efforts_600.csv
  expect 0 '' $model delta --states $file -o together.csv
  in_pieces $model $file > pieces.csv
  for status in ok out_of_limits unreachable; do grep -q "$status" pieces.csv || { echo "$model: no state is $status"; failed=1; }; done
  for table in together pieces; do awk -F, -v OFS=, '{ print $(NF - 3), $(NF - 2), $(NF - 1), $NF }' $table.csv > $table.answers; done
  paste -d, together.answers pieces.answers | awk -F, '
    NF != 8 || $4 != $8 { print "row " NR ": " $0; bad = 1 }
    NR > 1 { for (k = 1; k < 4; ++k) { d = $k - $(k + 4); s = $1 * $1 + $2 * $2 + $3 * $3; if (($k == "") != ($(k + 4) == "") || d * d > 1e-18 * s) bad = 1 } }
    END { exit bad || NR != 601 }' || { echo "$model --states: a batch differs from row by row"; failed=1; }
done
expect 2 '[-]-compiled' idm delta --states motion_600.csv --compiled
# the same states by their joints alone: 600 rows by a program, 100 by the library
expect 0 '' ik delta --states motion_600.csv -o ik_600.csv
awk -F, -v OFS=, '{ print $10, $11, $12, $13, $14, $15, $16, $17, $18, $NF }' ik_600.csv > joints_600.csv
head -101 joints_600.csv > joints_100.csv
expect 0 '' idm delta --states motion_600.csv -o by_pose.csv
for rows in 600 100; do
  expect 0 '' idm delta --states joints_$rows.csv -o by_joints.csv
  paste -d, <(awk -F, -v OFS=, '{ print $(NF - 3), $(NF - 2), $(NF - 1), $NF }' by_joints.csv) <(awk -F, -v OFS=, '{ print $(NF - 3), $(NF - 2), $(NF - 1), $NF }' by_pose.csv | head -$((rows + 1))) | awk -F, -v rows=$rows '
    NR > 1 && $4 != $8 { print "row " NR ": " $0; bad = 1 }
    NR > 1 { for (k = 1; k < 4; ++k) { d = $k - $(k + 4); s = 1 + $1 * $1 + $2 * $2 + $3 * $3; if (($k == "") != ($(k + 4) == "") || d * d > 1e-18 * s) bad = 1 } }
    END { exit bad || NR != rows + 1 }' || { echo "idm --states: $rows rows of joints differ from those of the poses"; failed=1; }
done

# The same numbers whatever is installed, and interpreted up to rounding.
mkdir -p nothing
env PATH="$scratch/nothing" "$gough" idm delta --states motion_600.csv -o without_path.csv
expect 0 '' idm delta --states motion_600.csv -o with_path.csv
cmp without_path.csv with_path.csv || { echo 'idm --states depends on the PATH'; failed=1; }
GOUGH_MACHINE_CODE=off expect 0 '' idm delta --states motion_600.csv -o interpreted.csv
paste -d, with_path.csv interpreted.csv | awk -F, '
  NR > 1 { h = NF / 2; for (k = h - 3; k < h; ++k) { d = $k - $(k + h); s = $(h - 3) ^ 2 + $(h - 2) ^ 2 + $(h - 1) ^ 2; if (d * d > 1e-20 * s) bad = 1 } }
  END { exit bad || NR != 601 }' || { echo 'idm --states: interpreted numbers differ'; failed=1; }

env PATH="$scratch/nothing" "$gough" bench five_bar --states 64 | grep -q '^no clang: clang cannot be run' || { echo 'bench without a compiler'; failed=1; }
GOUGH_MACHINE_CODE=off expect 0 'no machine code: .*GOUGH_MACHINE_CODE' bench five_bar --states 64
expect 0 'machine code' bench five_bar --model idm --states 64
expect 2 'direct dynamics is by formulation P or N' bench delta --model ddm --formulation E
expect 0 'simulation with computed_torque, from encoders' bench five_bar --control --seconds 0.05
control=$("$gough" bench five_bar --control --seconds 0.05 --json) || { echo 'bench --control: exit code'; failed=1; }
for key in control robot call processor_us real_time_factor left_out; do
  grep -q "\"$key\"" <<< "$control" || { echo "bench --control: no key $key"; failed=1; }
done
bench=$("$gough" bench five_bar --states 64 --json) || { echo 'bench: exit code'; failed=1; }
for key in robot model formulation operations machine_code_over_library batch_over_single peak_fraction disagreement instructions peak_gflops \
  {library,interpreter,interpreter_batch,machine_code,machine_code_batch,machine_code_batch_all_cores,clang,gcc}_{us,per_second}; do
  grep -q "\"$key\"" <<< "$bench" || { echo "bench: no key $key"; failed=1; }
done

expect 0 '^wrote .*delta_selftest.c' compile delta -o delta_c
expect 0 '^  delta_idm_P +9 +3 +[0-9]+' compile delta -o delta_c
for file in delta.c delta.h delta_selftest.c CMakeLists.txt; do [ -s "delta_c/$file" ] || { echo "compile: no $file"; failed=1; }; done
expect 0 '"function": "my_delta_ddm_N"' compile delta --model ddm,igm --formulation N --prefix my_ --precision float --payload 1 -o my/delta --json
grep -q 'int my_delta_ddm_N(const float in\[9\], float out\[3\]);' my/delta/delta.h || { echo 'compile: wrong declaration'; failed=1; }
expect 0 'delta_ddm_P' compile --model idm,ddm delta -o delta_c
expect 0 'delta_idm_P_actuators' compile delta --model fgm,idm --source encoders -o delta_e
grep -q 'int delta_idm_P_encoders(const double in\[9\], double pose\[3\], double out\[3\]);' delta_e/delta.h || { echo 'compile: no encoders'; failed=1; }
expect 2 'inverse dynamics only' compile delta --model ddm --source encoders -o delta_e
expect 0 'delta_regressor' compile delta --model all -o delta_c
expect 0 'delta_idm_P_payload +19' compile delta --payload-input -o delta_p
expect 2 'not with --source encoders' compile delta --payload-input --source encoders -o delta_p
expect 2 'a payload is an input of dynamics by formulation P' compile delta --payload-input --formulation E -o delta_p
expect 2 "no model is called 'idn' \(did you mean 'idm'" compile delta --model idn -o delta_c
expect 2 'this is not a folder' compile delta -o states.csv
expect 2 'cannot be made' compile delta -o states.csv/delta
expect 2 'direct dynamics is by formulation P or N' compile delta --model ddm --formulation E -o delta_c
expect 2 '--output is required' compile delta
expect 0 'ctest --test-dir' compile --help

# every robot of the catalog goes through info, ik and back
for file in "$source"/robots/*.toml; do
  robot=$(basename "$file" .toml)
  expect 0 'mobility' info "$robot"
  expect 0 'status ok' ik "$robot"
  expect 0 'status ok' idm "$robot" --formulation all
  expect 0 '"links"' info "$robot" --graph "$robot.svg" --json
  [ -s "$robot.svg" ] || { echo "$robot: no graph"; failed=1; }
done
exit "$failed"
