#!/usr/bin/env bash
# Installs the Debian packages that are missing, as root or through sudo. Quick when there is nothing to do.
#   setup.sh [command | --peers]     command: only what the command `gough` is built from, for `make demo`
#                                    --peers: also the engines that gough_peers compares with (docs/benchmarks.md)
set -eu
packages="g++ cmake ninja-build libeigen3-dev libfmt-dev libtomlplusplus-dev libcli11-dev nlohmann-json3-dev libboost-dev libnlopt-cxx-dev
  libcpp-httplib-dev"
[ "${1:-}" = command ] || packages="$packages clang libclang-rt-14-dev libgtest-dev libbenchmark-dev
  pybind11-dev python3-dev python3-numpy python3-pytest chromium nodejs"
[ "${1:-}" = --peers ] && packages="$packages libmujoco-dev libqhull-dev libgl-dev libopengl-dev libsimbody-dev"

missing=""
for package in $packages; do
  [ "$(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null)" = "ii " ] || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

echo "installing:$missing"
as_root=""
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "not root and no sudo: please install these packages:$missing" >&2; exit 1; }
  as_root="sudo"
fi
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
$as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null
