#pragma once

#include "gough/dynamics/data.hpp"
#include "tests/agreement/ledger.hpp"
#include "tests/agreement/walk.hpp"

namespace gough::test {

// One random robot, the library's against the oracle's made of its sketch. Errors are relative to the largest value, in the sketch's units:
// so metres and radians, newtons and newton metres compare for a robot of any size.
class RobotCheck {
 public:
  RobotCheck(const Sketch& sketch, const Robot& robot, Ledger& ledger);

  // Counts, names, masses and axes at home; false where nothing further can be compared.
  bool structure();
  // Positions, rates, efforts, accelerations, energy and reactions at a configuration of its own walk.
  void state(std::mt19937_64& random);

  // Efforts of formulation P for one motion of the drawing, without a load; empty where the library has no such pose or no efforts.
  VecX<double> efforts_at(const oracle::Configuration& at, const std::vector<int>& free);
  const std::vector<int>& free() const { return free_; }

  // Difference of the two oracles' efforts at a random state, relative; -1 where the library has no such pose.
  double against_maximal_coordinates(std::mt19937_64& random);

 private:
  const Sketch& sketch_;
  const Robot& robot_;
  Ledger& ledger_;
  oracle::Linkage linkage_;
  std::vector<int> free_;
  double s_;             // metres for one unit
  double distance_ = 1;  // of the state from a singularity
  KinematicsData<double> home_, at_;
  oracle::Configuration here_;
  std::vector<oracle::Configuration> path_;  // of the walk there
  oracle::ForcedMotion truth_;
  Load load_;
  Mass payload_;
  std::vector<oracle::WorldWrench> wrenches_;
  VecX<double> Vr_, dVr_;  // SI

  int leg_axis(std::size_t leg, int joint) const;  // of the linkage
  Pose<double> pose_of(const oracle::Configuration& at) const;
  const Placement<double>& body(const KinematicsData<double>& data, int index) const;
  double joint_error(const KinematicsData<double>& data, const oracle::Configuration& at) const;
  void wrong_joints(double error);
  double tolerance() const;
  void fill_from_walk();  // where the library's own geometry failed
  bool positions();
  void projection(std::mt19937_64& random);
  bool follows_the_walk();
  VecX<double> free_coordinates_of(const Pose<double>& pose) const;
  void project_from_beside(std::mt19937_64& random);
  oracle::Configuration configuration_of(const Pose<double>& pose, const KinematicsData<double>& data) const;
  void random_load(std::mt19937_64& random);
  void random_motion(std::mt19937_64& random);
  void rates();
  void efforts();
  void direct(const VecX<double>& effort, const VecX<double>& expected);
  void energies(const VecX<double>& effort);
  void reaction_wrenches(const VecX<double>& effort, const oracle::ForcedMotion& motion);
  VecX<double> to_si(const VecX<double>& effort) const;
  VecX<double> from_si(const VecX<double>& effort) const;
  VecX<double> free_unit() const;  // SI of each free component
};

}  // namespace gough::test
