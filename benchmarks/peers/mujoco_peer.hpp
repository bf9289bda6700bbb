#pragma once

#include <memory>

#include "benchmarks/peers/projection.hpp"

// Dynamics of a robot by MuJoCo.
namespace gough::peers {

class MujocoPeer {
 public:
  explicit MujocoPeer(const Tree& tree);
  ~MujocoPeer();

  // A state as MuJoCo takes it.
  PeerState set(const TreeState& state) const;

  // V̇_r under efforts: mj_forward, loops and all. MuJoCo's loops are soft, and it leaves out J̇ q̇ of them: a matter of percents.
  const VecX<double>& forward(const PeerState& state, const VecX<double>& effort);

  // The same with both repaired between MuJoCo's stages: loops 10⁶ times stiffer, and their J̇ q̇ put in from the state. Shows that the
  // model is the same; nothing to time.
  const VecX<double>& forward_repaired(const PeerState& state, const VecX<double>& effort);

  // Steps in time by MuJoCo's semi-implicit Euler, or by its RK4.
  SwingEnd swing(const PeerState& start, const SwingTask& task, bool rk4);

  // Efforts of the state's acceleration: MuJoCo's recursive Newton-Euler over the open tree, then projected.
  const VecX<double>& inverse(const PeerState& state);

 private:
  struct Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace gough::peers
