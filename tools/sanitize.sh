#!/usr/bin/env bash
# The suite under sanitizers, and how much of the code it runs. Outside `make test`: each takes minutes to build and longer to run.
#   tools/sanitize.sh [address] [thread] [coverage]      all three if none is named
#     --inputs N     inputs of all formats that are fuzzed under `address` (100000)
#     --filter F     of the unit tests, as --gtest_filter (all)
#     --jobs N       of the build (2)
set -eu
cd "$(dirname "$0")/.."
inputs=100000 filter='*' jobs=2 kinds=()
while [ $# -gt 0 ]; do
  case $1 in
    address | thread | coverage) kinds+=("$1") ;;
    --inputs) inputs=$2; shift ;;
    --filter) filter=$2; shift ;;
    --jobs) jobs=$2; shift ;;
    *) sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
  shift
done
[ ${#kinds[@]} -gt 0 ] || kinds=(address thread coverage)

export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 TSAN_OPTIONS=halt_on_error=1
ok() { printf '%s: %s\n' "$1" "$2"; }

build() {  # KIND: the unit tests, the command and the fuzzer
  local flags=-O1
  [ "$1" = coverage ] && flags=-O0
  cmake -S . -B "build-$1" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="$flags -g1" -DGOUGH_SANITIZE="$1" \
    -DGOUGH_BUILD_BENCHMARKS=OFF -DGOUGH_BUILD_PYTHON=OFF > "build-$1.log" || { cat "build-$1.log"; exit 1; }
  rm -f "build-$1.log"
  cmake --build "build-$1" -j "$jobs" --target gough_tests gough_command gough_fuzz
}

unit_tests() { "build-$1/bin/gough_tests" --gtest_filter="$filter" --gtest_brief=1; }

commands() {  # KIND: the tests of the command that need nothing but it
  local test
  for test in command door tables simulate trajectory identify report; do
    bash "tests/apps/${test}_test.sh" "$PWD/build-$1/bin/gough" "$PWD"
    ok "$1" "$test"
  done
}

for kind in "${kinds[@]}"; do
  build "$kind"
  case $kind in
    address)
      unit_tests address
      commands address
      build-address/bin/gough_fuzz --source . --inputs "$inputs"
      ;;
    thread)
      unit_tests thread
      ;;
    coverage)
      unit_tests coverage
      commands coverage
      command -v gcovr > /dev/null || { echo "coverage: install gcovr for the figure"; exit 1; }
      gcovr -r . --object-directory build-coverage --filter gough/ --filter apps/ --print-summary -o build-coverage/coverage.txt
      ;;
  esac
  ok "$kind" "nothing found"
done
