#!/usr/bin/env bash
# `gough sensors` and `gough fk --sensors` as users run them.
#   sensors_test.sh GOUGH SOURCE
source "$(dirname "$0")/expect.sh"
source_dir=$2

# a Gough-Stewart platform with encoders on its universal joints
sed 's/^joint = "U".*/joint = "U"\nsensor = { sigma_deg = 0.005 }/' "$source_dir/robots/gough_stewart.toml" > measured.toml
expect 0 'left1.strut.2 +passive joint' sensors measured.toml
expect 0 '^average gain [1-9]' sensors measured.toml
expect 0 'revolute +1\.[0-9]' sensors gough_stewart --add 2
expect 0 'out_of_limits' sensors gough_stewart --pose 0,0,3,1,0,0,0
expect 0 '"observable": true' sensors measured.toml --json
expect 0 '"add"' sensors gough_stewart --json --add 2
expect 1 '^status unreachable' sensors delta --pose 0,0,-3

# fewer motors than freedoms: what is not seen is named, and the joints that would show it
sed '0,/^actuator = .*/s///' "$source_dir/robots/five_bar.toml" > blind.toml
printf 'underactuated = true\n' | cat - blind.toml > one_motor.toml
expect 1 'not seen: nothing measures ' sensors one_motor.toml
expect 1 'lets the pose be seen' sensors one_motor.toml
expect 2 'under-actuated.*--sensors' fk one_motor.toml --joints 0.1
expect 1 '^status unobservable: nothing measures' fk one_motor.toml --sensors --joints 0.1

# readings to poses: of home to home, and one by one through a table
readings=$("$gough" sensors measured.toml --json | python3 -c 'import json,sys; print(",".join(repr(s["reading"]) for s in json.load(sys.stdin)["sensors"]))')
expect 0 '^position \[?0, 0, 0.62' fk measured.toml --sensors --joints "$readings"
expect 0 '12 sensors more than needed' fk measured.toml --sensors --joints "$readings"
expect 2 'with --sensors expected 18: left1.strut,' fk measured.toml --sensors --joints 0.7
expect 1 '^status not_converged' fk measured.toml --sensors --joints "0.9,${readings#*,}"
header=$("$gough" sensors measured.toml --json | python3 -c 'import json,sys; print(",".join("measured_q_"+s["name"] for s in json.load(sys.stdin)["sensors"]))')
printf '%s\n%s\n' "$header" "$readings" > readings.csv
expect 0 ',ok$' fk measured.toml --sensors --states readings.csv
expect 2 'measured_q_left1.strut.1' fk gough_stewart --states readings.csv

# in the file
sed 's/sigma_deg = 0.005/sigma_deg = 0.005, axes = ["third"]/' measured.toml > third.toml
expect 2 "third.toml:[0-9]+:[0-9]+: this joint has nothing called 'third' to measure; it has first, second" info third.toml
sed 's/sigma_deg = 0.005/sigma_deg = -1/' measured.toml > negative.toml
expect 2 'sigma_deg.*must be positive' info negative.toml
exit "$failed"
