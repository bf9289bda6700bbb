#!/usr/bin/env bash
# Streams and files as they come: closed, full, pipes, folders, and names that would steer a terminal.
#   streams_test.sh GOUGH SOURCE
source "$(dirname "$0")/expect.sh"
source="$2"
scenario="$source/examples/scenarios/free_swing.toml"
trajectory="$source/examples/trajectories/five_bar_circle.toml"

# code EXPECTED WHAT: the exit code of what ran last
code() {
  local got=$?
  [ "$got" -eq "$1" ] || { echo "$2: exit code $got, expected $1"; failed=1; }
}

# standard error closed or full
"$gough" info nowhere.toml 2>&-; code 2 'an error without standard error'
"$gough" info nowhere.toml 2> /dev/full; code 2 'an error on a full standard error'
"$gough" ik delta --pose 0,0,-750 > /dev/null 2>&-; code 1 'a warning without standard error'
"$gough" check "$source/tests/repro/massless.toml" > /dev/null 2> /dev/full; code 0 'a warning on a full standard error'
"$gough" 2>&-; code 2 'nothing at all without standard error'

# standard output closed or full: a message and exit code 2
for what in "info delta" "info delta --json" "ik five_bar" "--help" "--version" "docs robot-file" "count five_bar"; do
  for to in '&-' /dev/full; do
    err=$(eval "\"$gough\" $what 2>&1 >$to"); code 2 "gough $what >$to"
    grep -q '^gough: standard output cannot be written$' <<< "$err" || { echo "gough $what >$to: says '$err'"; failed=1; }
  done
done
# nobody opens a file in the place of a closed stream
"$gough" trajectory five_bar "$trajectory" --rate 20 -o samples.csv >&- 2> /dev/null; code 2 'trajectory >&-'
head -1 samples.csv | grep -q '^t,' || { echo 'trajectory >&-: the file is not whole'; failed=1; }

# a reader that goes: no words
for what in "docs robot-file" "info delta" "--help"; do
  err=$({ "$gough" $what 2>&3 | true; } 3>&1); [ -z "$err" ] || { echo "gough $what | true: says '$err'"; failed=1; }
done

# folders in the place of files
mkdir folder
printf 'trajectory_file = "folder"\n' > of_folder.toml
printf '[[segment]]\ncsv = "folder"\n' > csv_folder.toml
for what in "info folder/" "check folder/" "ik five_bar --states folder" "fk five_bar --states folder" "idm five_bar --states folder" \
  "ddm five_bar --states folder" "idm five_bar --states motion.csv --against folder/" "trajectory five_bar folder" "trajectory five_bar csv_folder.toml" \
  "simulate five_bar folder -o run" "simulate five_bar of_folder.toml -o run" "simulate folder/ $scenario -o run" "identify five_bar folder" \
  "compile folder/ -o c" "count folder/" "verify folder/" "bench folder/" "excite folder/" "export folder/ -o x.urdf" "report folder --robot folder/" \
  "studio folder/ --no-open"; do
  printf 'x,y\n0,0.36\n' > motion.csv
  expect 2 'this is a folder; a file was expected' $what
done
printf 'trajectory_file = "nowhere.toml"\n' > nowhere_file.toml
expect 2 "^nowhere_file.toml:1:1: 'trajectory_file' .*nowhere.toml: no such file" simulate five_bar nowhere_file.toml -o run
printf '[[segment]]\ncsv = "nowhere.csv"\n' > nowhere_csv.toml
expect 2 '^nowhere_csv.toml:1:1: .*nowhere.csv: no such file' trajectory five_bar nowhere_csv.toml

# pipes are read once, as streams
printf 'x,y\n0,0.36\n0.01,0.36\n' > states.csv
printf 'q_left.arm,q_right.arm\n2.2,0.9\n' > joints.csv
for what in "ik five_bar --states states.csv" "idm five_bar --states states.csv" "fk five_bar --states joints.csv" "info $source/robots/five_bar.toml" \
  "trajectory five_bar $trajectory --rate 20" "check $source/robots/five_bar.toml"; do
  words=($what); last=${#words[@]}
  for k in $(seq 1 $((last - 1))); do [ -f "${words[$k]}" ] && file=$k; done
  "$gough" $what > from_file.log 2> /dev/null
  mkfifo pipe
  cat "${words[$file]}" > pipe & writer=$!
  words[$file]=pipe
  timeout 60 "$gough" "${words[@]}" > from_pipe.log 2> /dev/null; code 0 "gough ${words[*]}"
  kill "$writer" 2> /dev/null; wait "$writer" 2> /dev/null
  rm pipe
  sed -i 's/^[^ ]*five_bar.toml: //; s/^pipe: //' from_file.log from_pipe.log
  cmp -s from_file.log from_pipe.log || { echo "gough $what: a pipe gives another answer"; diff from_file.log from_pipe.log | head -3; failed=1; }
done
printf 'duration = 0.01\n' > fall.toml
timeout 60 "$gough" simulate <(cat "$source/robots/five_bar.toml") <(cat fall.toml) -o run > /dev/null; code 0 'simulate from pipes'
cmp -s run/scenario.toml fall.toml || { echo 'simulate from pipes: another scenario.toml'; failed=1; }
cmp -s run/robot.toml "$source/robots/five_bar.toml" || { echo 'simulate from pipes: another robot.toml'; failed=1; }
# and Ctrl-C ends the wait for one
mkfifo pipe
sleep 60 > pipe & writer=$!
# (a shell without job control starts what is behind & deaf to SIGINT)
env --default-signal=INT "$gough" ik five_bar --states pipe > /dev/null 2>&1 & reader=$!
sleep 1
kill -INT "$reader"
wait "$reader"; code 130 'Ctrl-C while a pipe is read'
kill "$writer" 2> /dev/null; wait "$writer" 2> /dev/null; rm pipe

# names that would steer a terminal
escape=$(printf '\033')
sed 's/^description = .*/description = "red \\u001b[31m \\u009b2J \\u202e words"/' "$source/robots/five_bar.toml" > steering.toml
printf 'x,y,\033[2J\n0,0.36,1\n' > steering.csv
printf 'x,y,\377\n0,0.36,1\n' > not_utf8.csv
for what in "info steering.toml" "info steering.toml --json" "ik five_bar --states steering.csv" "ik five_bar --states not_utf8.csv" "info nowhere${escape}[2J.toml" \
  "check steering.toml nowhere${escape}[2J.toml" "verify${escape}[2J" "ik five_bar --pose 1,${escape}[2J" "ik five_bar --oops${escape}[2J"; do
  out=$("$gough" $what 2>&1)
  if grep -q "$escape" <<< "$out" || grep -qP '\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]' <<< "$out"; then echo "gough $what: prints escapes"; failed=1; fi
done
expect 2 '^not_utf8.csv:1:5: column .* is not UTF-8' ik five_bar --states not_utf8.csv
"$gough" info steering.toml --json 2> /dev/null | python3 -c 'import json, sys; assert chr(27) in json.load(sys.stdin)["description"]' || { echo 'info --json: not the description'; failed=1; }

# files and functions of robots that are called as headers or words of C
for name in math stdio int double features class 3rrr errno; do
  sed "s/^name = \"five_bar\"/name = \"$name\"/" "$source/robots/five_bar.toml" > named.toml
  "$gough" compile named.toml --model igm,idm --states 2 -o "c_$name" > /dev/null; code 0 "compile $name"
  gcc -std=c99 -Wall -Wextra -Werror -I "c_$name" c_$name/*.c -lm -o selftest 2> gcc.log && ./selftest > /dev/null; code 0 "the C of a robot called $name"
done
exit "$failed"
