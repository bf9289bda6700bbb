#!/usr/bin/env bash
# `gough export` as users run it.
#   export_test.sh GOUGH
set -u
gough="$1"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
failed=0

# expect CODE PATTERN ARGS…
expect() {
  local code="$1" pattern="$2" out
  shift 2
  out=$("$gough" export "$@" 2>&1)
  local got=$?
  if [ "$got" -ne "$code" ]; then echo "gough export $*: exit code $got, expected $code"; echo "$out" | head -5; failed=1; fi
  if ! grep -qE -- "$pattern" <<< "$out"; then echo "gough export $*: no line matches /$pattern/"; echo "$out" | head -12; failed=1; fi
}
contains() { grep -qE -- "$2" "$1" || { echo "$1: no line matches /$2/"; failed=1; }; }

expect 0 '^wrote delta.xml \([0-9]+ lines\)' delta -o delta.xml
contains delta.xml '<motor name="leg1.arm" joint="leg1.arm.joint" ctrllimited="true"'
contains delta.xml '<connect name="leg1.tip_2" body1="leg1.rod_b.2" body2="platform"'
contains delta.xml 'frictionloss="0.1" armature="0.005" limited="true"'
contains delta.xml '<key name="home" qpos="0.1236'
expect 0 'wrote' upu_3 -o upu.xml
contains upu.xml '<tendon name="leg2.tip.*angle" tendon1='
expect 0 'wrote' h4 -o h4.xml
contains h4.xml '<freejoint name="tool.joint"/>'
expect 0 'wrote' delta --format sdf -o model.txt
contains model.txt '<joint name="leg1.tip_1" type="ball">'
expect 0 'wrote five.loops.json' five_bar -o five.urdf
contains five.loops.json '"kind": "revolute"'
expect 0 '"format": "urdf"' five_bar -o five.urdf --json
expect 0 'Examples' --help
expect 2 'expected mjcf, sdf or urdf' delta -o model.txt
expect 2 'format' delta --format dae -o x
expect 2 '--output is required' delta
expect 2 "did you mean 'delta'" detla -o x.xml
expect 2 'cannot be written' delta -o /nonexistent/folder/x.xml
exit $failed
