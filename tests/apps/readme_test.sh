#!/usr/bin/env bash
# What README.md shows is true: its commands run, its C++ example is examples/, its robot file loads.
#   readme_test.sh SOURCE BUILD
set -eu
source="$1"; build="$2"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
ln -s "$source/examples" examples
export PATH="$build/bin:$PATH"

# block LANGUAGE: the fenced blocks of that language, one after another
block() { awk -v fence="\`\`\`$1" '$0 == fence { on = 1; next } /^```/ { on = 0 } on' "$source/README.md"; }

block toml > readme.toml
gough check readme.toml

# lines that begin with `$ gough` are run; what the README shows below each (up to an ellipsis) must be in the output
count=0
output=""
while IFS= read -r line; do
  case "$line" in
    '$ gough'*) output=$(${line#\$ }) || { echo "README: '$line' failed"; exit 1; }; count=$((count + 1)) ;;
    *…*) ;;
    *) grep -qxF -- "$line" <<< "$output" || { echo "README: not in the output: '$line'"; exit 1; } ;;
  esac
done < <(block console)
[ "$count" -ge 2 ] || { echo "README shows too few commands"; exit 1; }

# the C++ example is the one that the tests build and run
block cpp > readme.cpp
diff <(sed 's/^ *//' readme.cpp) <(sed 's/^ *//' "$source/examples/01_inverse_geometry.cpp") || { echo "README's C++ differs from examples/01_inverse_geometry.cpp"; exit 1; }

block python > readme.py
if [ -d "$build/python" ]; then PYTHONPATH="$build/python" /usr/bin/python3 readme.py; fi

for target in demo test; do grep -q "^$target:" "$source/Makefile"; grep -q "make $target" "$source/README.md"; done
echo "README: $count commands, the robot file and the C++ example are true"
