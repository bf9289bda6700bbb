#!/usr/bin/env bash
# `gough export` as users run it.
#   export_test.sh GOUGH
source "$(dirname "$0")/expect.sh"
contains() { grep -qE -- "$2" "$1" || { echo "$1: no line matches /$2/"; failed=1; }; }

expect 0 '^wrote delta.xml \([0-9]+ lines\)' export delta -o delta.xml
contains delta.xml '<motor name="leg1.arm" joint="leg1.arm.joint" ctrllimited="true"'
contains delta.xml '<connect name="leg1.tip_2" body1="leg1.rod_b.2" body2="platform"'
contains delta.xml 'frictionloss="0.1" armature="0.005" limited="true"'
contains delta.xml '<key name="home" qpos="0.1236'
expect 0 'wrote' export upu_3 -o upu.xml
contains upu.xml '<connect name="leg2.tip.axis" body1="leg2.strut.length" body2="leg2.tip.ring"'
expect 0 'wrote' export h4 -o h4.xml
contains h4.xml '<freejoint name="tool.joint"/>'
expect 0 'wrote' export delta --format sdf -o model.txt
contains model.txt '<joint name="leg1.tip_1" type="ball">'
expect 0 'wrote five.loops.json' export five_bar -o five.urdf
contains five.loops.json '"kind": "revolute"'
expect 0 '"format": "urdf"' export five_bar -o five.urdf --json
# legs without mass on a platform that is a point, which has no inertia to lend, and motors that are too weak
cat > point.toml <<'END'
name = "point"
[platform]
home = { position = [0, 0, 0.5] }
body = { mass = 3.0 }
[[leg]]
name = "__leg"
copies = { about = "z", angles_deg = [0, 120, 240] }
at = [0.3, 0, 0]
tip = [{ joint = "S", at = [0.18, 0, 0] }]
[[leg.element]]
name = "strut__"
type = "telescopic"
joint = "R"
axis = [0, 1, 0]
direction = [0, 0, 1]
actuator = { limits = { effort = 5 } }
END
expect 0 '^warning: point: platform has too little inertia to lend mass' export point.toml -o point.xml
expect 0 '^warning: point: __leg1.strut__ would have to hold home with 10\.[0-9]+, above its limit of 5' export point.toml -o point.xml
expect 0 '"warnings"' export point.toml -o point.xml --json
expect 0 'wrote' export point.toml -o point.sdf
contains point.sdf '<link name="x__leg1.strut__">'
expect 0 'wrote' export hexapod_6r -o hexapod.xml
contains hexapod.xml '<connect name="left2.tip.x" body1="left2.cardan2" body2="platform"'
grep -q '<weld' hexapod.xml && { echo "hexapod.xml has welds"; failed=1; }
expect 0 'Examples' export --help
expect 2 'expected mjcf, sdf or urdf' export delta -o model.txt
expect 2 'format' export delta --format dae -o x
expect 2 '--output is required' export delta
expect 2 "did you mean 'delta'" export detla -o x.xml
expect 2 'cannot be written' export delta -o /nonexistent/folder/x.xml
exit $failed
