#!/usr/bin/env bash
# What `gough compile` writes compiles without a warning, needs nothing but sqrt, and gives the library's answers and statuses.
#   emitted_test.sh GOUGH STATES FLAGS ROBOT…      no robot: the whole catalog
set -eu
gough="$1"; states="$2"; flags="$3"
shift 3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
[ $# -gt 0 ] || set -- $("$gough" info | awk 'NF && $1 !~ /^-/ && NR > 2 { print $1 }')
warnings="-std=c99 -Wall -Wextra -Wconversion -Wmissing-prototypes -pedantic -Werror"
compilers=$(for c in gcc clang; do command -v "$c" > /dev/null && echo "$c"; done)
[ -n "$compilers" ] || { echo "no C compiler"; exit 1; }

for robot in "$@"; do
  for kind in "double --batch" "float --batch" "double --simd" "float --simd"; do
    "$gough" compile "$robot" --model igm,rates,idm,ddm --precision $kind --states "$states" -o "$robot" > /dev/null
    for compiler in $compilers; do
      "$compiler" $warnings $flags -c "$robot/$robot.c" -o model.o
      "$compiler" $warnings -O0 "$robot/${robot}_selftest.c" model.o -lm -o selftest
      ./selftest > selftest.log || { echo "$robot, $kind, $compiler:"; cat selftest.log; exit 1; }
      needed=$(nm -u model.o | awk '{ print $2 }' | grep -vxE 'sqrtf?|_GLOBAL_OFFSET_TABLE_|__cpu_model' || true)
      [ -z "$needed" ] || { echo "$robot, $kind, $compiler: needs $needed"; exit 1; }
    done
  done
done

# forward geometry and efforts from encoders: a closed form, steps, loops that close on the way, more actuators than freedoms
for robot in delta gough_stewart prs_3 planar_4rrr; do
  for precision in double float; do
    "$gough" compile "$robot" --model fgm,idm --source encoders --precision $precision --states "$states" -o encoders > /dev/null
    for compiler in $compilers; do
      "$compiler" $warnings $flags -c "encoders/$robot.c" -o model.o
      "$compiler" $warnings -O0 "encoders/${robot}_selftest.c" model.o -lm -o selftest
      ./selftest > selftest.log || { echo "$robot from encoders, $precision, $compiler:"; cat selftest.log; exit 1; }
      needed=$(nm -u model.o | awk '{ print $2 }' | grep -vxE '(sqrt|sin|cos|sincos)f?|_GLOBAL_OFFSET_TABLE_' || true)
      [ -z "$needed" ] || { echo "$robot from encoders, $precision, $compiler: needs $needed"; exit 1; }
    done
  done
done

# controllers: each law, on a closed form, steps, dependent freedoms and more actuators than freedoms; in the mode of GNU too, whose headers
# declare more
control() {  # ROBOT CONTROLLER…
  rm -rf control
  "$gough" compile "$@" --states "$states" -o control > control.log || { cat control.log; exit 1; }
  for compiler in $compilers; do
    name=$(basename control/*_selftest.c _selftest.c)
    "$compiler" $warnings $flags -c "control/$name.c" -o model.o
    "$compiler" ${warnings/c99/gnu99} $flags -c "control/$name.c" -o model.o
    "$compiler" $warnings -O0 "control/${name}_selftest.c" model.o -lm -o selftest
    ./selftest > selftest.log || { echo "$*, $compiler:"; cat selftest.log; exit 1; }
    needed=$(nm -u model.o | awk '{ print $2 }' | grep -vxE 'sqrt|sin|cos|sincos|atan2|memcpy|memset|_GLOBAL_OFFSET_TABLE_' || true)
    [ -z "$needed" ] || { echo "$*, $compiler: needs $needed"; exit 1; }
    kept=$(nm model.o | awk '$2 ~ /^[bBdDC]$/ { print $3 }')
    [ -z "$kept" ] || { echo "$*, $compiler: keeps $kept outside of its struct"; exit 1; }
  done
}
control delta --controller computed_torque --set 'ki = 100'
control five_bar --controller joint_pd
control gough_stewart --controller computed_torque --simd
control gough_stewart --controller adaptive --set "adapt = [{ parameter = '*.viscous' }]"
control prs_3 --controller super_twisting --set 'disturbance = 5'
control prs_3 --controller passivity
control planar_4rrr --controller joint_computed_torque
control planar_4rrr --controller impedance --set 'stiffness = 900' --set 'damping = 60' --set 'inertia = 2'
echo '#include "control/planar_4rrr_impedance.h"' > header.cpp
g++ -Wall -Wextra -pedantic -Werror -c header.cpp
sed 's/in->wrench, 6, copy/in->wrench + 1, 5, copy/' control/planar_4rrr_impedance.c > wrong.c
cmp -s wrong.c control/planar_4rrr_impedance.c && { echo "no wrench was changed"; exit 1; }
gcc -w -Icontrol wrong.c control/planar_4rrr_impedance_selftest.c -lm -o wrong
./wrong > wrong.log && { echo "a wrong controller went unnoticed"; exit 1; }

# the same from files, and what there is to say of others
printf 'type = "computed_torque"\nbandwidth_hz = 6\n' > mine.toml
printf 'duration = 1\n[controller]\ntype = "computed_torque"\nbandwidth_hz = 6\n' > scenario.toml
for given in "mine.toml" "scenario.toml" "computed_torque --set bandwidth_hz=6"; do
  "$gough" compile delta --controller $given -o "from_${given%%[. ]*}" > /dev/null
  cmp "from_${given%%[. ]*}/delta_computed_torque.c" from_mine/delta_computed_torque.c
done
refused() {  # WORDS ARGUMENTS…
  words=$1
  shift
  code=0
  "$gough" compile "$@" -o refused > refused.log 2>&1 || code=$?
  [ "$code" = 2 ] && grep -q -- "$words" refused.log && [ ! -e refused ] || { echo "$*: exit $code"; cat refused.log; exit 1; }
}
refused 'computed_torqe' delta --controller computed_torqe
refused 'change the keys in mine.toml' delta --controller mine.toml --set 'kp = 3'
refused 'has no meaning in C' delta --controller computed_torque --set 'continuous = true'
refused 'excludes' delta --controller computed_torque --precision float
refused 'requires' delta --set 'kp = 3'

# forces and energies, the payload being an input: legs that are over-constrained, a platform that turns, dependent freedoms
for robot in delta gough_stewart prs_3; do
  "$gough" compile "$robot" --model idm,ddm,mass,bias,energy,reactions --payload-input --states "$states" -o carried > /dev/null
  for number in m mcx mcy mcz Ixx Ixy Ixz Iyy Iyz Izz; do
    grep -q "payload.$number .*kg.*payload" "carried/$robot.h" || { echo "$robot: the header does not explain payload.$number"; exit 1; }
  done
  for compiler in $compilers; do
    "$compiler" $warnings $flags -c "carried/$robot.c" -o model.o
    "$compiler" $warnings -O0 "carried/${robot}_selftest.c" model.o -lm -o selftest
    ./selftest > selftest.log || { echo "$robot with a payload, $compiler:"; cat selftest.log; exit 1; }
  done
done

# the header serves C++ too, and the self-test notices a number that is wrong
first=delta
"$gough" compile "$first" --model idm --prefix my_ -o changed > /dev/null
echo "#include \"changed/$first.h\"" > header.cpp
g++ -Wall -Wextra -pedantic -Werror -c header.cpp
awk '!done && /\* [0-9.]+;|[0-9]\.[0-9]+ \*/ { done = sub(/[0-9]\.[0-9]+/, "&1e1") } { print }' "changed/$first.c" > wrong.c
cmp -s wrong.c "changed/$first.c" && { echo "nothing was changed"; exit 1; }
gcc -Ichanged wrong.c "changed/${first}_selftest.c" -lm -o wrong
./wrong > wrong.log && { echo "a wrong number went unnoticed"; exit 1; }

sed -E 's/return limits > 0.0 . 0 : 6;/return 0;/' "changed/$first.c" > wrong.c
cmp -s wrong.c "changed/$first.c" && { echo "no status was changed"; exit 1; }
gcc -Ichanged wrong.c "changed/${first}_selftest.c" -lm -o wrong
./wrong > wrong.log && { echo "a wrong status went unnoticed"; exit 1; }

# statuses: ok, a stroke and a speed exceeded, a number that is none, and the platform turned by a right angle, which the actuators of a
# hexapod do not hold; the batch tells the same, or nothing
"$gough" compile gough_stewart --model idm --batch -o told > /dev/null
cat > told.c <<'END'
#include "changed/delta.h"
#include "told/gough_stewart.h"
#include <math.h>
#include <stdio.h>
int main(void)
{
    const double turn[5] = {0.0, 0.0, 0.0, 0.0, 1.0}, height[5] = {0.62, 9.0, 0.62, NAN, 0.62}, speed[5] = {0.0, 0.0, 99.0, 0.0, 0.0};
    const int expected[5] = {0, 6, 6, 1, 3};
    double columns[24 * 8] = {0}, out[6], many[6 * 8];
    int codes[8], good = 1;
    for (int s = 0; s < 8; ++s) {
        double in[24] = {0};
        const int k = s % 5;
        in[2] = height[k];
        in[3] = in[7] = 1.0 - turn[k];
        in[6] = turn[k];
        in[4] = -turn[k];
        in[11] = 1.0;
        in[14] = speed[k];
        for (int i = 0; i < 24; ++i) columns[i * 8 + s] = in[i];
        const int code = gough_stewart_idm_P(in, out);
        if (code != expected[k]) printf("state %d: status %d, expected %d\n", k, code, expected[k]), good = 0;
        if (code == 0 && !(out[0] - out[0] == 0.0)) printf("state %d: ok, but no number\n", k), good = 0;
    }
    gough_stewart_idm_P_batch(8, 8, columns, many, NULL);
    gough_stewart_idm_P_batch(8, 8, columns, many, codes);
    for (int s = 0; s < 8; ++s)
        if (codes[s] != expected[s % 5]) printf("state %d of the batch: status %d\n", s, codes[s]), good = 0;
    const double low[9] = {0.0, 0.0, -3.0};
    if (my_delta_idm_P(low, out) != 1 || out[0] == out[0]) printf("a pose out of reach\n"), good = 0;
    return good ? 0 : 1;
}
END
gcc -O1 told.c told/gough_stewart.c "changed/$first.c" -lm -o told_test
./told_test || { echo "wrong statuses"; exit 1; }

# its build file
cmake -S changed -B built > cmake.log && cmake --build built >> cmake.log && ctest --test-dir built >> cmake.log || { cat cmake.log; exit 1; }
echo "emitted C of $# robots is right with" $compilers
