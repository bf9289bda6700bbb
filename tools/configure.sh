#!/usr/bin/env bash
# Configures the release build without a word, or with all of CMake's when it fails.
#   configure.sh BUILD [-DOPTION=VALUE…]
set -eu
log=$(mktemp)
trap 'rm -f "$log"' EXIT
[ -f "$1/CMakeCache.txt" ] || echo "configuring $1"
cmake --preset release "${@:2}" > "$log" 2>&1 || { cat "$log"; exit 1; }
