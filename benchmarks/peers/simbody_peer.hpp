#pragma once

#include <memory>

#include "benchmarks/peers/projection.hpp"

// Dynamics of a robot by Simbody.
namespace gough::peers {

class SimbodyPeer {
 public:
  // Simbody has no rotor inertia. On a hinge of the base it is inertia of the body; elsewhere the closed system gets a rotor of its own on
  // the base, coupled to the joint, which costs a body and a constraint.
  explicit SimbodyPeer(const Tree& tree);
  ~SimbodyPeer();

  // A state as Simbody takes it: for the closed system and for the open tree.
  struct State {
    PeerState closed, open;
  };
  State set(const TreeState& state) const;

  // V̇_r under efforts: the closed system realized to accelerations.
  const VecX<double>& forward(const State& state, const VecX<double>& effort);

  // Steps in time by Simbody's third-order Runge-Kutta or its Runge-Kutta-Merson of fourth order, loops projected closed after each step.
  SwingEnd swing(const State& start, const SwingTask& task, bool merson);

  // Efforts of the state's acceleration: residual forces of the open tree, projected.
  const VecX<double>& inverse(const State& state);

 private:
  struct Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace gough::peers
