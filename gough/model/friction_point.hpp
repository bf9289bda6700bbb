#pragma once

namespace gough {

// A place with Coulomb friction: one rate of a joint, or the relative rotation of a tip or loop joint, whose friction moment points against
// it. Its rows are `first` … `first + size − 1` of D, with which the rates are D V_r.
struct FrictionPoint {
  enum class Kind { leg_joint, nacelle_joint, tip, leg_loop, loop } kind = Kind::leg_joint;
  int leg = 0, index = 0;  // joint of the leg or the nacelle; tip or loop of the leg; loop of the nacelle
  double coulomb = 0.0;    // N m or N: the largest effort, or length of the moment
  int first = 0, size = 1;

  bool operator==(const FrictionPoint&) const = default;
};

}  // namespace gough
