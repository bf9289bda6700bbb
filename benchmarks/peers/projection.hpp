#pragma once

#include "benchmarks/peers/tree.hpp"

// From the forces of the free tree to the efforts of the actuators.
namespace gough::peers {

// A state as an engine takes it, everything in the engine's own order. Made once for a state, outside of any timing.
struct PeerState {
  VecX<double> position, rate, acceleration;
  MatX<double> K, P;  // rate = K V_r, V̇_r = P acceleration + bias
  VecX<double> bias;
  MatX<double> Jinv;
};

// The engine's rates are order * those of the tree, whose columns are orthonormal, and its accelerations order * those of the tree + shift:
// rates in moving axes have a derivative of their own. The positions are left to the engine.
PeerState peer_state(const TreeState& tree, const MatX<double>& order, const VecX<double>& shift);

// A motion to simulate: constant efforts from a state on, step by step.
struct SwingTask {
  VecX<double> effort;
  double step = 1e-3;  // s
  int steps = 0;
};

// Where it ends: the platform, and the largest distance by which a loop is open.
struct SwingEnd {
  Placement<double> platform;
  double loop_gap = 0.0;  // m
};

// τ = J_inv⁻ᵀ Kᵀ f. No allocation; as many actuators as freedoms, at most six.
void project(const PeerState& state, const double* force, VecX<double>& effort);

}  // namespace gough::peers
