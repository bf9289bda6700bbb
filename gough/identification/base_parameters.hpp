#pragma once

#include <cstdint>
#include <random>

#include "gough/dynamics/virtual_work.hpp"

// The parameters of the linear form [CB] that a motion can tell: those without effect dropped, those that act only together grouped.
namespace gough {

struct BaseOptions {
  int states = 0;            // random states that decide; 0: as many as the robot's size asks for
  std::uint64_t seed = 1;    // of the states
  bool friction = true;      // friction and effort offsets of the joints take part
  bool zeros_known = false;  // a parameter that is 0 in the robot file is known to be 0, e.g. a massless rod's
  double tolerance = 1e-8;   // a column nearer to the others than this, relative to its size, depends on them
};

// τ = Y p = Y_base p_base with p_base = β p: p_base,i = p_j + Σ_k β_ik p_k, j = base[i].
struct BaseParameters {
  std::vector<virtual_work::Parameter> all;
  std::vector<int> base;       // columns of Y that stay
  std::vector<int> regrouped;  // columns that are combinations of those
  std::vector<int> dropped;    // no effect on any effort
  std::vector<int> known;      // taken as 0: `zeros_known`, or no `friction`
  MatX<double> beta;           // rows as `base`, columns as `all`

  // How sure the split is: distances of columns, scaled to length 1, from the span of those kept before.
  double nearest_kept = 1.0;        // smallest of a column that stayed
  double farthest_regrouped = 0.0;  // largest of a column that went
  VecX<double> singular_values;     // of the stacked, scaled columns that have an effect; the rank should show as a gap here too

  int rank() const { return static_cast<int>(base.size()); }
  double gap() const;                                          // singular value `rank` over the next; infinite where there is none
  VecX<double> values(const VecX<double>& p) const;            // β p
  VecX<double> values() const;                                 // of the robot file
  std::string name(int i) const { return all[base[i]].name; }  // of the parameter that gives group i its name
  std::string expression(int i) const;                         // "platform.m + 0.5 leg1.rod.m"
  void reduce(const MatX<double>& Y, MatX<double>& Y_base) const;
};

// Throws InputError where the workspace has no regular pose to judge by.
BaseParameters base_parameters(const Robot& robot, const Load& load = {}, const BaseOptions& options = {});

// A regular random pose of the workspace, with velocities and accelerations at which weight, inertia and velocity terms are alike.
// Fills positions, velocities and accelerations of `data`. Throws InputError where there is none.
void random_state(const Robot& robot, std::mt19937_64& random, KinematicsData<double>& data);

}  // namespace gough
