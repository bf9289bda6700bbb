#!/usr/bin/env bash
# Builds a fuzzer with clang and runs it for a bounded time from the repository's own files as its corpus.
#   run.sh SOURCE BUILD CMAKE [SECONDS [FORMAT]]      FORMAT: robot_file (default), scenario, trajectory, table, motion, summary
set -eu
source="$1"; build="$2/fuzz"; cmake="$3"; seconds="${4:-20}"; format="${5:-robot_file}"
"$cmake" -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS="-O1 -gline-tables-only" -DCMAKE_CXX_COMPILER=clang++ \
  -DGOUGH_BUILD_FUZZERS=ON -DGOUGH_BUILD_TESTS=OFF -DGOUGH_BUILD_BENCHMARKS=OFF > /dev/null
"$cmake" --build "$build" --target "${format}_fuzz" > /dev/null
corpus="$build/corpus_$format"
mkdir -p "$corpus"
case "$format" in
  robot_file) cp "$source"/robots/*.toml "$corpus" ;;
  scenario) cp "$source"/examples/scenarios/*.toml "$corpus" ;;
  trajectory) cp "$source"/examples/trajectories/*.toml "$corpus" ;;
  table) printf 't,x,y\n0,0,0.36\n0.1,0.01,0.36\n0.2,0.02,0.36\n' > "$corpus/table.csv" ;;
  motion) { echo 't,q_left.arm,q_right.arm,tau_left.arm,tau_right.arm'; for k in $(seq 0 80); do echo "0.$((1000 + k)),2.$k,0.$k,0.1,-0.$k"; done; } > "$corpus/motion.csv" ;;
  summary) echo '{"status": "ok", "efforts": [{"actuator": "a", "rms": 0.5}], "tracking": {"position_rms": 1e-5}}' > "$corpus/summary.json" ;;
esac
# the keys of the schemas are the fuzzer's words
sed -n 's/.*Key{"\([a-z_]*\)".*/"\1"/p' "$source"/gough/{io/schema,simulation/scenario,control/controller_spec,trajectory/trajectory_spec}.hpp | sort -u > "$build/words"
"$build/tests/fuzz/${format}_fuzz" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=8192 -seed=1 \
  -dict="$build/words" -print_final_stats=1 -artifact_prefix="$build/" "$corpus" 2>&1 | tail -12
exit "${PIPESTATUS[0]}"
