#!/usr/bin/env bash
# From a search for a motion to an identified robot file, on a simulated five-bar that differs from its file.
#   examples/identify_five_bar.sh [GOUGH [OPTIONS OF gough excite]]
set -eu
gough="${1:-gough}"; shift || true
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# 1. Two motions: one to identify with, another to predict.
"$gough" excite five_bar "$@" -o exciting.toml
"$gough" excite five_bar "$@" --seed 2 -o other.toml

# 2. The experiment: heavier arms, a lighter forearm, more friction; encoders of 2^20 counts, noisy efforts.
scenario() {
  cat << END
trajectory_file = "$1.toml"
duration = 5
log_rate = 500
seed = $2
[controller]
type = "joint_computed_torque"
rate = 500
bandwidth_hz = 8
[integrator]
step = 0.001
[sensors]
resolution = [6e-6]
noise = [2e-6]
effort_noise = [0.02]
rates = "difference"
[plant]
friction = 1.3
mass = [{ body = "*.arm", scale = 1.2 }, { body = "left.forearm", scale = 0.8 }]
END
}
scenario exciting 1 > first.toml
scenario other 2 > second.toml
"$gough" simulate five_bar first.toml -o first
"$gough" simulate five_bar second.toml -o second

# 3. Its parameters, how well they predict the other motion, and a robot file that holds them.
"$gough" identify five_bar first/states.csv --validate second/states.csv --write identified.toml
"$gough" verify identified.toml
