#!/usr/bin/env bash
# Builds the robot-file fuzzer with clang and runs it for a bounded time from the catalog as its corpus.
#   run.sh SOURCE BUILD CMAKE [SECONDS]
set -eu
source="$1"; build="$2/fuzz"; cmake="$3"; seconds="${4:-20}"
"$cmake" -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS="-O1 -gline-tables-only" -DCMAKE_CXX_COMPILER=clang++ \
  -DGOUGH_BUILD_FUZZERS=ON -DGOUGH_BUILD_TESTS=OFF -DGOUGH_BUILD_BENCHMARKS=OFF > /dev/null
"$cmake" --build "$build" --target robot_file_fuzz > /dev/null
corpus="$build/corpus"
mkdir -p "$corpus"
cp "$source"/robots/*.toml "$corpus"
# the keys of the schema are the fuzzer's words
sed -n 's/.*Key{"\([a-z_]*\)".*/"\1"/p' "$source/gough/io/schema.hpp" | sort -u > "$build/words"
"$build/tests/fuzz/robot_file_fuzz" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=8192 -seed=1 \
  -dict="$build/words" -print_final_stats=1 -artifact_prefix="$build/" "$corpus" 2>&1 | tail -12
exit "${PIPESTATUS[0]}"
