#pragma once

#include <Simbody.h>

#include "benchmarks/peers/projection.hpp"

// A robot as a Simbody system.
namespace gough::peers {

// Where a rate of the tree is in Simbody.
struct SimbodyFreedom {
  SimTK::MobilizedBodyIndex body;
  int index = 0;  // within the body's own
};

struct SimbodyRotor {
  SimTK::MobilizedBodyIndex body;
  int freedom = 0;  // of the tree
};

struct SimbodySystem {
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter{system};
  SimTK::GeneralForceSubsystem forces{system};
  SimTK::Force::DiscreteForces drive{forces, matter};
  std::vector<SimTK::MobilizedBodyIndex> body;  // of the tree's bodies
  std::vector<SimbodyFreedom> freedom;          // of the tree's rates
  std::vector<SimbodyRotor> rotor;
  SimTK::State state;

  // Closed: with loops, gravity and rotors. Open: the bodies and joints alone.
  SimbodySystem(const Tree& tree, bool closed);

  PeerState prepared(const Tree& tree, const TreeState& at) const;
  void put(const PeerState& from);
  int rate_index(const SimbodyFreedom& at) const;

 private:
  void put_positions(const Tree& tree, const TreeState& at, PeerState& out) const;
  void add_body(const TreeBody& body, bool closed);
  void add_chain(const TreeBody& body, SimTK::MobilizedBody parent, const SimTK::Body& info);
  void add_loop(const TreeLoop& loop, bool planar);
  void add_rotor(int freedom, double inertia);
};

}  // namespace gough::peers
