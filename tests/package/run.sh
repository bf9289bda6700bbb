#!/usr/bin/env bash
# Installs the library to a scratch prefix, builds a program against it with find_package and runs it; the installed
# command, too, must find the installed catalog.
#   run.sh SOURCE BUILD CMAKE
set -eu
source="$1"; build="$2"; cmake="$3"; scratch="$2/package"
rm -rf "$scratch"
"$cmake" --install "$build" --prefix "$scratch/prefix" > /dev/null
"$cmake" -S "$source/tests/package" -B "$scratch/build" -G Ninja -DCMAKE_PREFIX_PATH="$scratch/prefix" > /dev/null
"$cmake" --build "$scratch/build" > /dev/null
GOUGH_ROBOTS="$scratch/prefix/share/gough/robots" "$scratch/build/consumer"
# a robot that only the installed catalog has
sed 's/^name = "delta"/name = "installed"/' "$source/robots/delta.toml" > "$scratch/prefix/share/gough/robots/installed.toml"
"$scratch/prefix/bin/gough" check installed
