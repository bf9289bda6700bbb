#!/usr/bin/env bash
# Browser tests of the studio and its reports, and its benchmark.
#   run.sh GOUGH SOURCE BUILD TEST.mjs     77 (skipped) where npm or Chromium is missing
set -eu
export GOUGH="$1" GOUGH_SOURCE="$2"
work="$3/studio_tests"
command -v npm > /dev/null || { echo "skipped: npm is not installed"; exit 77; }
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || { echo "skipped: chromium is not installed"; exit 77; }
mkdir -p "$work"
cp "$GOUGH_SOURCE"/tests/studio/*.mjs "$GOUGH_SOURCE"/benchmarks/*.mjs "$GOUGH_SOURCE"/tests/studio/package*.json "$work"
if ! cmp -s "$work/package-lock.json" "$work/node_modules/.installed"; then
  (cd "$work" && npm ci --silent --no-fund --no-audit > npm.log 2>&1) || { echo "skipped: npm cannot fetch playwright-core"; cat "$work/npm.log"; exit 77; }
  cp "$work/package-lock.json" "$work/node_modules/.installed"
fi
node "$work/$4"
