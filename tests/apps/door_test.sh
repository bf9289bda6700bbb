#!/usr/bin/env bash
# The user's door: frames, warnings, explanations and refusals of the command.
#   door_test.sh GOUGH SOURCE
source "$(dirname "$0")/expect.sh"
source="$2"
repro="$source/tests/repro"

# quiet ARGS…: nothing on standard error
quiet() {
  local err
  err=$("$gough" "$@" 2>&1 > /dev/null)
  [ -z "$err" ] || { echo "gough $*: unexpected words: $err"; failed=1; }
}

# one frame for a body, the file's: −((R p) × F)·axis by hand, x along the bar (3, 4, 0), axis (−4, 3, 1)
for pair in 1,0,0:0.0913786 0,1,0:0.0564661 0,0,1:0.196116; do
  expect 0 "leg1.bar +${pair#*:} " idm "$repro/wrench_on_at.toml" --wrench "${pair%:*},0,0,0" --on leg1.bar --at 0.2,0.1,0
done
expect 0 'leg1.bar +1e-12 +0.2, 0.1, 0 ' info "$repro/wrench_on_at.toml"
"$gough" info "$repro/wrench_on_at.toml" --json | tr -d ' \n' | grep -qE '"com":\[0\.(2|19999999999999[0-9]*|2000000000000[0-9]*),' || { echo 'info --json: com'; failed=1; }
expect 0 'in the axes that the file gives it' info delta
expect 0 'base axes' idm delta --reactions

# warnings: on standard error, and in the object
expect 0 'warning: no body has a mass' info "$repro/massless.toml"
expect 0 'massless.toml: warning: no body has a mass' check "$repro/massless.toml"
expect 0 'warning: massless_five_bar: no body has a mass' ik "$repro/massless.toml"
expect 0 'warning: home is at a Type 2 singularity' check "$source/tests/apps/turned.toml"
for command in info check; do
  "$gough" $command "$repro/massless.toml" --json 2> /dev/null | tr -d '\n' | grep -q '"warnings": \[ *"no body has a mass' || { echo "$command --json: no warnings"; failed=1; }
done
quiet ik delta --pose 0.1,0,-0.75
quiet fk irb360 --deg --joints 10,20,30
quiet fk delta --joints 0.1,0.2,0.3
quiet ik gough_stewart --rpy --pose 0,0,0.6,5,0,10
quiet check delta
expect 1 'warning: --joints: leg1.arm = 10 rad; degrees\? use --deg' fk irb360 --joints 10,20,30
expect 1 'warning: --pose: .* 1044 times the robot.s length .*millimetres\?' ik delta --pose 0,0,-750
expect 0 'warning: --pose: rz = 30 rad is more than half a turn; degrees\? use --rpy' ik planar_3rrr --pose 0,0,30
expect 0 'warning: --pose: rx = 5 rad is more than half a turn' ik rps_3 --pose 0.5,5,0
expect 0 'warning: --pose: every angle is below 0.1 degrees' ik gough_stewart --rpy --pose 0,0,0.6,0.05,0,0.02
expect 0 'warning: --joints: every angle is below 0.1 degrees' fk irb360 --deg --joints 0.05,0.02,0.03
expect 1 '"warnings"' ik delta --pose 0,0,-750 --json
printf 'x,y,z\n0,0,-750\n0,0,-760\n' > millimetres.csv
[ "$("$gough" ik delta --states millimetres.csv 2>&1 > /dev/null | grep -c 'millimetres?')" -eq 1 ] || { echo 'ik --states: not one warning'; failed=1; }
[ "$("$gough" idm delta --states millimetres.csv 2>&1 > /dev/null | grep -c 'millimetres?')" -eq 1 ] || { echo 'idm --states: not one warning'; failed=1; }

# limits that exist
expect 0 'within all limits that the robot file gives: stroke, speed, effort' trajectory five_bar "$source/examples/trajectories/five_bar_circle.toml" --rate 50
sed 's/, limits = {[^}]*}//' "$source/robots/five_bar.toml" > unlimited.toml
expect 0 'gives no limits of stroke, speed or effort' trajectory unlimited.toml "$source/examples/trajectories/five_bar_circle.toml" --rate 50

# a status says which, by how much, and what to do
expect 1 'left1.strut is at 0.964878 m, 0.0648777 m above its limit 0.9 m; .*; and 3 more; choose a pose nearer home' ik gough_stewart --pose 0,0,0.9,1,0,0,0
expect 1 '"explanation": "left1.strut is at' ik gough_stewart --pose 0,0,0.9,1,0,0,0 --json
expect 1 'leg1.arm needs 724.* of its limit 40 N m; .*accelerate or carry less' idm delta --acceleration 0,0,5000
expect 1 'leg1.arm moves at .* rad/s, .*move slower' idm delta --twist 0,0,90
expect 1 'the legs cannot reach this pose; straight from home one comes to about 1.91 m of it' ik delta --pose 0,0,-3
expect 1 "^legs 'leg2', 'leg3' cannot reach this pose; straight from home one comes to about 0.0643 m of it" ik delta --pose 0.7,0,-0.75
expect 1 "^leg 'left' is stretched, folded" ik five_bar --pose 0,0.4898979485566356
expect 1 "^leg 'left' cannot reach this pose" ik five_bar --pose 0.1,0.48
expect 1 'the actuators do not hold the platform: it can give way along .*; choose a pose' ik "$source/tests/apps/turned.toml"
expect 1 'no pose with these joints was found' fk gough_stewart --joints 0.1,5,0.1,5,0.1,5
expect 1 'in another working mode than at home: leg1, leg2, leg3' fk delta --joints 3,3,3
for state in "ik delta --pose 0,0,-3" "ik delta --pose 1e9,0,0" "idm gough_stewart --payload 1e9" "fk gough_stewart --joints 0.1,5,0.1,5,0.1,5"; do
  "$gough" $state 2>&1 | grep -iqE '\bnan\b|\binf\b' && { echo "gough $state prints nan or inf"; failed=1; }
done

# commands and robots that do not exist
expect 2 "^gough: unknown command 'workspace'; there is info, check" workspace x
expect 2 "^gough: unknown command 'simulat' \(did you mean 'simulate'\?\)" simulat delta
expect 2 "^no file and no catalog robot is called 'stewart' \(did you mean 'gough_stewart', 'gough_stewart_simplified'\?\)" info stewart
[ "$("$gough" workspace x 2>&1 | wc -l)" -eq 1 ] || { echo 'an error of more than one line'; failed=1; }

# formulation E alone refuses
expect 0 '^  actuator +V +P +N +unit' idm "$repro/no_element.toml" --wrench 1,0,0,0,0,0 --on leg1.pan --formulation all --energy --reactions
expect 0 "^  E: formulation E has no element for the body 'leg1.pan'" idm "$repro/no_element.toml" --wrench 1,0,0,0,0,0 --on leg1.pan --formulation all
expect 0 '"E": "formulation E has no element' idm "$repro/no_element.toml" --wrench 1,0,0,0,0,0 --on leg1.pan --formulation all --json
expect 2 'formulation E has no element' idm "$repro/no_element.toml" --wrench 1,0,0,0,0,0 --on leg1.pan --formulation E
printf 'x,y\n0.3,0\n' > pan.csv
expect 0 '^x,y,E.tau_leg1.pan,E.tau_leg1.tilt,V.tau_leg1.pan' idm "$repro/no_element.toml" --wrench 1,0,0,0,0,0 --on leg1.pan --formulation all --states pan.csv
expect 0 'warning: E: formulation E has no element' idm "$repro/no_element.toml" --wrench 1,0,0,0,0,0 --on leg1.pan --formulation all --states pan.csv

# motions that the platform cannot make
for command in ik idm ddm; do expect 2 '^--twist: the platform cannot move so here' $command delta --twist 0,0,0,1,0,0; done
for command in ik idm; do expect 2 '^--acceleration: the platform cannot move so here' $command delta --acceleration 0,0,0,0,1,0; done
expect 0 'status ok' idm delta --twist 1,0,0,0,0,0 --acceleration 0,0,1,0,0,0

# joints of the nacelle
expect 0 '^nacelle joints' ik quattro
expect 0 '^nacelle joints' fk quattro --joints 0.1,0.2,0.1,0.2
expect 0 '"nacelle": \{' ik quattro --json
expect 0 '"side_a": 0.7297' fk quattro --joints 0.1,0.2,0.1,0.2 --json
printf 'q_leg1.arm,q_leg2.arm,q_leg3.arm,q_leg4.arm\n0.1,0.2,0.1,0.2\n' > quattro.csv
expect 0 '^q_leg1.arm,q_leg2.arm,q_leg3.arm,q_leg4.arm,x,y,z,qw,qx,qy,qz,z_side_a,z_side_b,z_link,status$' fk quattro --states quattro.csv
expect 0 ',0\.7297[0-9]*,0\.7297[0-9]*,-0\.7297[0-9]*,ok$' fk quattro --states quattro.csv
"$gough" fk quattro --states quattro.csv > quattro_poses.csv
expect 0 ',0\.(1|0999)[0-9]*,0\.(2|1999)[0-9]*,0\.(1|0999)[0-9]*,0\.(2|1999)[0-9]*,ok$' ik quattro --states quattro_poses.csv

# no mass, no direct dynamics
expect 2 '^massless_five_bar has no mass: its direct dynamics has no answer; give a body a .mass.' ddm "$repro/massless.toml"
expect 0 'status ok' ddm "$repro/massless.toml" --payload 1,0,0,0,1,1,1
printf 'duration = 0.1\nefforts = "none"\n' > fall.toml
expect 2 '^massless_five_bar has no mass' simulate "$repro/massless.toml" fall.toml -o fall
exit "$failed"
