#!/usr/bin/env bash
# gough excite as users run it.
#   excite_test.sh GOUGH SOURCE
source "$(dirname "$0")/expect.sh"
source="$2"

small=(--random 5 --starts 1 --evaluations 40)
expect 0 '^five_bar: 19 base parameters, 5 harmonics' excite five_bar "${small[@]}" -o a.toml
expect 0 'times better' excite five_bar "${small[@]}" -o b.toml
cmp -s a.toml b.toml || { echo 'excite: the same seed gave another file'; failed=1; }
expect 0 'wrote c.toml' excite five_bar "${small[@]}" --seed 2 -o c.toml
cmp -s a.toml c.toml && { echo 'excite: another seed gave the same file'; failed=1; }
expect 0 '^\[segment.fourier\]$' excite five_bar "${small[@]}"
expect 0 '"condition"' excite five_bar "${small[@]}" --json --criterion log-det
expect 0 '^five_bar: 15 base' excite five_bar "${small[@]}" --zeros-known --rest --period 2 --share 0.5 -o motion.csv
head -1 motion.csv | grep -q '^t,x,y,z,qw,.*,tau_right.arm$' || { echo 'excite: header of the .csv file'; failed=1; }
[ "$(wc -l < motion.csv)" -eq 1002 ] || { echo 'excite: 2 s at 500 Hz are 1001 rows'; failed=1; }
expect 0 'stopped after' excite delta --seconds 0.2 --random 3 --evaluations 1000000 -o d.toml
expect 0 'Examples' excite --help
expect 2 'ends in .toml or .csv' excite five_bar -o motion.txt
expect 2 'no folder' excite five_bar -o nowhere/motion.toml
expect 2 'harmonics' excite five_bar --harmonics 0
expect 2 'at rest a series needs 3' excite five_bar --harmonics 2 --rest
expect 2 'excludes' excite five_bar --period 1 --frequency 1
expect 2 'criterion' excite five_bar --criterion best
expect 2 'period' excite five_bar --period nan
expect 2 'home is already beyond a limit' excite five_bar --margin 0.5
expect 2 'expected mass' excite five_bar --payload 1,2
expect 2 'no such file' excite no_such_robot.toml
exit "$failed"
