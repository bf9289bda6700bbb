#!/usr/bin/env bash
# Installs the Debian packages that are missing, as root or through sudo. Quick when there is nothing to do.
#   setup.sh [--peers]     --peers: also the engines that gough_peers compares with (docs/benchmarks.md) and the tools in which tests load
#                          exported robots (docs/export.md); what cannot be had, as without a network, is named and left out
set -eu
packages="g++ clang libclang-rt-14-dev cmake ninja-build libeigen3-dev libfmt-dev libtomlplusplus-dev libcli11-dev nlohmann-json3-dev
  libboost-dev libnlopt-cxx-dev libcpp-httplib-dev libgtest-dev libbenchmark-dev
  pybind11-dev python3-dev python3-numpy python3-pytest chromium nodejs"
peers="libmujoco-dev libqhull-dev libgl-dev libopengl-dev libsimbody-dev libsdformat-dev liburdfdom-tools"
node_modules="$(cd "$(dirname "$0")/.." && pwd)/build/node_modules"

missing_of() {
  for package in $1; do
    [ "$(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null)" = "ii " ] || printf ' %s' "$package"
  done
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

install_packages() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $1 >/dev/null
}

update_lists() {
  echo "installing:$1"
  [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null || { echo "not root and no sudo: please install these packages:$1" >&2; return 1; }
  as_root apt-get update -qq
}

# MuJoCo 3 for Node, which Debian does not have; into the build folder, so that the repository stays as it is.
install_mujoco_3() {
  [ -e "$node_modules/@mujoco/mujoco/mujoco.js" ] && return 0
  command -v npm >/dev/null || { echo "left out: @mujoco/mujoco, as there is no npm"; return 0; }
  mkdir -p "$node_modules"
  (cd "$node_modules/.." && npm install --silent --no-save --no-package-lock --no-audit --no-fund --prefix . @mujoco/mujoco >/dev/null 2>&1) ||
    echo "left out: @mujoco/mujoco, which npm could not install"
}

missing=$(missing_of "$packages")
if [ -n "$missing" ]; then
  update_lists "$missing"
  install_packages "$missing"
fi
[ "${1:-}" = --peers ] || exit 0
missing=$(missing_of "$peers")
[ -z "$missing" ] || update_lists "$missing" || missing=""
for package in $missing; do install_packages "$package" || echo "left out: $package"; done
install_mujoco_3
