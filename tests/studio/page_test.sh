#!/usr/bin/env bash
# The page in apps/studio/web/dist is what its sources build.
#   page_test.sh SOURCE BUILD     77 (skipped) where Node is older than 20 or npm cannot fetch the packages
set -eu
source="$1"
work="$2/studio_page"
major=$(node --version 2> /dev/null | sed 's/^v\([0-9]*\).*/\1/')
[ "${major:-0}" -ge 20 ] || { echo "skipped: Node 20 or newer is not installed"; exit 77; }
command -v npm > /dev/null || { echo "skipped: npm is not installed"; exit 77; }
mkdir -p "$work"
cp -r "$source"/apps/studio/web/{src,index.html,package.json,package-lock.json,tsconfig.json,vite.config.ts,.npmrc} "$work"
cd "$work"
if ! cmp -s package-lock.json node_modules/.installed; then
  npm ci --silent > npm.log 2>&1 || { echo "skipped: npm cannot fetch the packages"; cat npm.log; exit 77; }
  cp package-lock.json node_modules/.installed
fi
npm run build > build.log 2>&1 || { cat build.log; exit 1; }
cmp dist/index.html "$source/apps/studio/web/dist/index.html" || { echo "run \`npm ci && npm run build\` in apps/studio/web"; exit 1; }
grep -q "resolved" package-lock.json && { echo "package-lock.json names a registry"; exit 1; }
grep -q "Copyright 2010-20.. Three.js Authors" dist/index.html || { echo "the license comment of three.js is missing"; exit 1; }
echo "the page is what its sources build"
