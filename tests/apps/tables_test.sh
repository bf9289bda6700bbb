#!/usr/bin/env bash
# Every table that a command writes is read by every other: all writers × all readers, for robots of every kind.
#   tables_test.sh GOUGH SOURCE [MODULE]      MODULE: folder of the Python module, which is tried too where it has been built
set -u
gough=$1 module=${3:-}
cd "$2"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { echo "FAIL: $*"; failures=$((failures + 1)); }

# column NAME FILE: its values
column() { awk -F, -v name="$1" 'NR == 1 { for (c = 1; c <= NF; ++c) if ($c == name) at = c; if (!at) exit 1; next } { print $at }' "$2"; }
# difference NAME FILE FILE: largest between two columns, relative to the largest value
difference() {
  paste <(column "$1" "$2") <(column "$1" "$3") | awk '{ d = $1 - $2; if (d < 0) d = -d; if (d > w) w = d; a = $1 < 0 ? -$1 : $1; if (a > l) l = a } END { if (NR == 0) print "none"; else print (l > 0 ? w / l : w) }'
}
small() { awk -v x="$1" 'BEGIN { exit !(x != "none" && x + 0 < 1e-9) }'; }

sway() {  # ROBOT: a periodic motion about home in all free components
  $gough info "$1" --json | python3 -c '
import json, sys
info = json.load(sys.stdin)
print("periodic = true\n[[segment]]\n[segment.fourier]\nfrequency = 1")
for k, component in enumerate(info["free"]):
    axis = "xyz".find(component["name"])
    print("[[segment.fourier.component]]\nname = \"%s\"\noffset = %r" % (component["name"], info["home"][axis] if axis >= 0 else 0.0))
    print("sine = [%g, 0.004]\ncosine = [0.0, %g]" % (0.01 + 0.002 * k, 0.003 - 0.001 * k))'
}

for robot in delta gough_stewart quattro five_bar planar_3rrr; do
  d=$work/$robot; mkdir -p "$d"
  sway $robot > "$d/motion.toml" || fail "$robot: sway"
  printf 'trajectory_file = "motion.toml"\nduration = 1\nlog_rate = 100\n[controller]\ntype = "computed_torque"\nrate = 1000\nbandwidth_hz = 8\n' > "$d/scenario.toml"
  $gough trajectory $robot "$d/motion.toml" --rate 100 -o "$d/trajectory.csv" > "$d/log" 2>&1 || [ $? = 1 ] || fail "$robot trajectory: $(cat "$d/log")"
  $gough simulate $robot "$d/scenario.toml" -o "$d/run" > "$d/log" 2>&1 || fail "$robot simulate: $(cat "$d/log")"
  cp "$d/run/states.csv" "$d/simulate.csv"
  $gough excite $robot --harmonics 2 --random 3 --starts 1 --evaluations 5 --rate 100 -o "$d/excite.csv" > "$d/log" 2>&1 || fail "$robot excite: $(cat "$d/log")"
  for command in ik fk idm ddm; do
    $gough $command $robot --states "$d/trajectory.csv" -o "$d/$command.csv" > "$d/log" 2>&1 || fail "$robot $command: $(cat "$d/log")"
  done
  $gough idm $robot --formulation all --states "$d/trajectory.csv" -o "$d/idm_all.csv" > "$d/log" 2>&1 || fail "$robot idm all"
  $gough fk $robot --rpy --states "$d/trajectory.csv" -o "$d/fk_rpy.csv" > "$d/log" 2>&1 || fail "$robot fk --rpy"

  for table in trajectory simulate excite ik fk idm ddm idm_all fk_rpy; do
    for reader in ik fk idm ddm; do
      $gough $reader $robot --states "$d/$table.csv" -o "$d/out.csv" > "$d/log" 2>&1 || { fail "$robot: $reader does not read $table: $(cat "$d/log")"; continue; }
      [ "$(grep -c ',ok$' "$d/out.csv")" -ge 50 ] || fail "$robot: $reader of $table has $(grep -c ',ok$' "$d/out.csv") answers"
      column t "$d/out.csv" | cmp -s - <(column t "$d/$table.csv") || fail "$robot: $reader of $table loses t"
    done
    printf '[[segment]]\ncsv = "%s.csv"\n' $table > "$d/again.toml"
    $gough trajectory $robot "$d/again.toml" --rate 50 > "$d/log" 2>&1 || [ $? = 1 ] || fail "$robot: a csv segment does not read $table: $(cat "$d/log")"
    $gough report "$d/$table.csv" --robot $robot -o "$d/report.html" > "$d/log" 2>&1 || fail "$robot: report does not read $table: $(cat "$d/log")"
    grep -q 'efforts and energies are those\|energies' "$d/report.html" || fail "$robot: report of $table does not say what was recomputed"
    grep -q 'efforts by inverse dynamics' "$d/report.html" && fail "$robot: report of $table recomputes efforts that it has"
    $gough identify $robot "$d/$table.csv" > "$d/log" 2>&1
    grep -q "column\|no value" "$d/log" && fail "$robot: identify does not read $table: $(cat "$d/log")"
  done

  # what is read is what was written
  for name in $(head -1 "$d/trajectory.csv" | tr , '\n' | grep '^q_'); do
    small "$(difference "$name" "$d/trajectory.csv" "$d/ik.csv")" || fail "$robot: $name of ik differs from trajectory's"
  done
  for name in $(head -1 "$d/trajectory.csv" | tr , '\n' | grep '^tau_'); do
    small "$(difference "$name" "$d/trajectory.csv" "$d/idm.csv")" || fail "$robot: $name of idm differs from trajectory's"
    small "$(difference "$name" "$d/idm.csv" "$d/idm_all.csv")" || fail "$robot: $name of idm all differs from idm's"
  done
done

# a simulation's own accelerations and efforts belong together: inverse dynamics gives the efforts again, without friction to choose
$gough idm delta --states "$work/delta/simulate.csv" -o "$work/again.csv" || fail "idm of simulate"
grep -q coulomb <($gough info delta) || for name in tau_leg1.arm tau_leg2.arm tau_leg3.arm; do
  small "$(difference $name "$work/delta/simulate.csv" "$work/again.csv")" || fail "idm of simulate's table gives another $name"
done

# rows without an answer go on without one, with their status
printf 'x,y,z\n0,0,-0.75\n0,0,-9\n' > "$work/poses.csv"
$gough ik delta --states "$work/poses.csv" -o "$work/joints.csv" && $gough fk delta --states "$work/joints.csv" -o "$work/back.csv" &&
  $gough idm delta --states "$work/back.csv" -o "$work/efforts.csv" || fail "rows without an answer"
[ "$(tail -1 "$work/efforts.csv" | grep -c 'unreachable$')" = 1 ] || fail "status is lost: $(tail -1 "$work/efforts.csv")"

# earlier names are refused, and the new one is named
refused() {  # COMMAND HEADER WORD
  printf '%s\n%s\n' "$2" "$(echo "$2" | sed 's/[^,]\+/0/g')" > "$work/old.csv"
  local text; text=$($gough $1 --states "$work/old.csv" 2>&1) && fail "$1 reads $2"
  case $text in *old.csv:1:1:*"$3"*) ;; *) fail "$1 of $2 says: $text" ;; esac
}
refused "fk delta" leg1.arm,leg2.arm,leg3.arm q_leg1.arm
refused "ddm delta" x,y,z,leg1.arm tau_leg1.arm
refused "idm delta" x,y,z,effort_leg1.arm tau_leg1.arm
refused "idm delta" x,y,z,d_leg1.arm dq_leg1.arm
refused "idm delta" x,y,z,dd_x dvx
refused "idm delta" x,y,z,vx "all of vx,vy,vz"
refused "idm delta" x,y,z,q_leg1.amr "q_leg1.arm"
refused "ddm delta" x,y,z "gough idm --states"
refused "fk delta" x,y,z "gough ik --states"
refused "idm delta" "x [kg],y,z" "cannot be in"

# units in brackets
printf 'x [mm],y [mm],z [mm],vx [mm/s],vy [mm/s],vz [mm/s]\n100,20,-750,10,0,0\n' > "$work/mm.csv"
printf 'x,y,z,vx,vy,vz\n0.1,0.02,-0.75,0.01,0,0\n' > "$work/m.csv"
for table in mm m; do $gough idm delta --states "$work/$table.csv" -o "$work/$table.out.csv" || fail "idm of $table.csv"; done
small "$(difference tau_leg1.arm "$work/mm.out.csv" "$work/m.out.csv")" || fail "millimetres are not metres"

# the summary of a run does not depend on how much of it is written
for rate in 1000 3; do
  printf 'duration = 1\nefforts = "hold"\nlog_rate = %s\n[initial]\nspeed = 0.3\n' $rate > "$work/swing.toml"
  $gough simulate five_bar "$work/swing.toml" -o "$work/swing$rate" --json > /dev/null
  sed '/time/d; /"states\.\|"scenario\./d' "$work/swing$rate/summary.json" > "$work/summary$rate"
done
cmp "$work/summary1000" "$work/summary3" || fail "the summary depends on log_rate: $(diff "$work/summary1000" "$work/summary3")"

# the studio plays them all, with the efforts that they have
python3 - "$gough" "$work" <<'PY' || fail "the studio does not read all tables"
import glob, json, re, shutil, subprocess, sys, urllib.request
gough, work = sys.argv[1:]
for robot in ("delta", "gough_stewart", "quattro", "five_bar", "planar_3rrr"):
    shutil.copy(f"robots/{robot}.toml", f"{work}/{robot}/mine.toml")
    with subprocess.Popen([gough, "studio", f"{work}/{robot}/mine.toml", "--no-open"], stdout=subprocess.PIPE, text=True) as studio:
        try:
            address = re.search(r"http://\S+", studio.stdout.readline())[0]
            for file in sorted(glob.glob(f"{work}/{robot}/*.csv")):
                with urllib.request.urlopen(address + "upload", open(file, "rb").read()) as reply:
                    recording = json.load(reply)
                assert recording["rows"] > 50, file
                assert [s for s in recording["series"] if s["group"] == "efforts"], file
                assert not [note for note in recording["notes"] if "efforts by inverse" in note], file
        finally:
            studio.terminate()
PY

if compgen -G "$module/gough/_gough*.so" > /dev/null; then
  PYTHONPATH=$module /usr/bin/python3 - "$work" <<'PY' || fail "Python does not read all tables"
import sys, glob, os, gough
work = sys.argv[1]
for robot in ("delta", "gough_stewart", "quattro", "five_bar", "planar_3rrr"):
    r = gough.load(robot)
    for file in sorted(glob.glob(f"{work}/{robot}/*.csv")):
        table = gough.read_table(r, file)
        assert len(table["t"]) > 50 and "x" in table, file
        assert any(name.startswith("tau_") for name in table), file
PY
fi

[ $failures = 0 ] && echo "all tables are read" && exit 0
echo "$failures failures"
exit 1
