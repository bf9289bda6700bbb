#!/usr/bin/env bash
# The suite under sanitizers, and how much of the code it runs. Outside `make test`: each takes minutes to build and longer to run.
#   tools/sanitize.sh [address] [thread] [coverage]      all three if none is named
#     --inputs N     inputs of all formats that are fuzzed under `address` (100000)
#     --requests N   requests to the studio's server under `thread` (2000)
#     --filter F     of the unit tests, as --gtest_filter (all)
#     --samples N    of the random sweeps among them (100)
#     --jobs N       of the build, shards of the unit tests, formats that are fuzzed at a time (2)
set -eu
cd "$(dirname "$0")/.."
inputs=100000 requests=2000 filter='*' samples=100 jobs=2 kinds=()
while [ $# -gt 0 ]; do
  case $1 in
    address | thread | coverage) kinds+=("$1") ;;
    --inputs) inputs=$2; shift ;;
    --requests) requests=$2; shift ;;
    --filter) filter=$2; shift ;;
    --samples) samples=$2; shift ;;
    --jobs) jobs=$2; shift ;;
    *) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
  shift
done
[ ${#kinds[@]} -gt 0 ] || kinds=(address thread coverage)
case " ${kinds[*]} " in
  *' coverage '*) command -v gcovr > /dev/null || { echo "coverage: gcovr counts the lines; apt-get install gcovr"; exit 1; } ;;
esac

export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 TSAN_OPTIONS=halt_on_error=1
ok() { printf '%s: %s\n' "$1" "$2"; }

# Sanitized by clang where there is one: GCC takes three times as long, and longer still if it is to optimise.
build() {  # KIND TARGET...
  local kind=$1 compiler=c++ optimise=-O1
  shift
  [ "$kind" = coverage ] || compiler=$(command -v clang++ || echo c++)
  case $compiler in *clang++) optimise=-O2 ;; esac
  cmake -S . -B "build-$kind" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="$optimise -g1" -DGOUGH_SANITIZE="$kind" \
    -DGOUGH_BUILD_BENCHMARKS=OFF -DGOUGH_BUILD_PYTHON=OFF > "build-$kind.log" || { cat "build-$kind.log"; exit 1; }
  rm -f "build-$kind.log"
  cmake --build "build-$kind" -j "$jobs" --target "$@"
}

# Each shard writes what it runs, with times, to build-KIND/unit.SHARD.log.
unit_tests() {
  export kind=$1 filter samples
  seq 0 $((jobs - 1)) | GTEST_TOTAL_SHARDS=$jobs xargs -P "$jobs" -n 1 bash -c '
    export GTEST_SHARD_INDEX=$0 log=build-$kind/unit.$0.log
    "build-$kind/bin/gough_tests" --gtest_filter="$filter" --samples="$samples" > "$log" 2>&1 || { grep -v -e "OK ]" -e "RUN " "$log" | tail -60; exit 1; }'
  "build-$1/bin/gough_studio_tests" --gtest_brief=1
  ok "$1" 'unit tests'
}

# The tests of the command that need nothing but it. Left out: `boundary`, which starts the command with every option, for its time;
# `demo`, `readme` and `emitted`, which build or compile something themselves.
commands() {  # KIND
  local test
  export OTHER_COMPILER=1
  for test in command door tables simulate trajectory identify excite export report streams; do
    bash "tests/apps/${test}_test.sh" "$PWD/build-$1/bin/gough" "$PWD"
    ok "$1" "$test"
  done
}

# Every format is a process of its own, the dear ones first, with its share of a hundred inputs: a table, a scenario or a recorded motion
# costs as much as three robots.
fuzz() {
  export inputs
  printf '%s\n' motion:10 scenario:10 trajectory:20 robot:20 table:10 summary:30 | xargs -P "$jobs" -n 1 bash -c '
    build-address/bin/gough_fuzz --source . --format "${0%:*}" --inputs $((inputs * ${0#*:} / 100))'
  ok address "$inputs fuzzed inputs"
}

for kind in "${kinds[@]}"; do
  case $kind in
    address)
      build address gough_tests gough_studio_tests gough_command gough_fuzz
      unit_tests address
      commands address
      fuzz
      ;;
    thread)
      build thread gough_tests gough_studio_tests gough_http_fuzz
      unit_tests thread
      build-thread/bin/gough_http_fuzz "$requests" 1 1000
      ;;
    coverage)
      build coverage gough_tests gough_studio_tests gough_command
      find build-coverage -name '*.gcda' -delete
      unit_tests coverage
      commands coverage
      gcovr -r . --object-directory build-coverage --filter gough/ --filter apps/ --sort-percentage --print-summary \
        -o build-coverage/coverage.txt
      ;;
  esac
  ok "$kind" "nothing found"
done
