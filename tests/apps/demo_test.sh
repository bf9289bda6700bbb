#!/usr/bin/env bash
# What `make demo` shows after the build: it runs, its pictures are there, and the three things to do next work as they are printed.
#   demo_test.sh GOUGH SOURCE
source "$(dirname "$0")/expect.sh"
source="$2"

bash "$source/tools/demo.sh" "$gough" "$scratch/demo" > demo.txt 2> demo.err || { echo 'the demo failed'; cat demo.err; failed=1; }
[ -s demo.err ] && { echo 'the demo warns'; head -5 demo.err; failed=1; }
grep -qE 'largest difference between E, V, P and N: [0-9.]+e-1[0-9] N' demo.txt || { echo 'no agreement'; failed=1; }
grep -qE '^ +2.00 +[0-9.]+ ' demo.txt || { echo 'no leg forces'; failed=1; }
grep -qE '^ +0.00 .* #{5}' demo.txt || { echo 'no bars'; failed=1; }
for picture in $(grep -oE '^[^ ]+\.(svg|html)' demo.txt); do [ -s "$picture" ] || { echo "no $picture"; failed=1; }; done
[ "$(grep -cE '^[^ ]+\.(svg|html)' demo.txt)" -eq 2 ] || { echo 'not two pictures'; failed=1; }

count=0
while read -r line; do
  count=$((count + 1))
  case "$line" in
    *' studio '*) timeout 5 $line --no-open > studio.txt 2>&1; grep -q 'http://127.0.0.1' studio.txt || { echo "does not work: $line"; failed=1; } ;;
    *) bash -c "$line" > next.txt 2>&1 || { echo "does not work: $line"; head -5 next.txt; failed=1; } ;;
  esac
done < <(sed -n '/^== next ==/,$ s/^  //p' demo.txt)
[ "$count" -eq 3 ] || { echo "$count things to do next, expected 3"; failed=1; }

# what the command is built from is part of what everything is built from, and the recipes name targets that exist
grep -q 'setup.sh command' "$source/Makefile" || { echo 'make demo installs more than it needs'; failed=1; }
exit "$failed"
