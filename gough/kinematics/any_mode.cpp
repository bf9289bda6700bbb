#include "gough/kinematics/any_mode.hpp"

#include <cassert>
#include <random>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/forward_geometry.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/mechanism.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough {
namespace {

constexpr int kStarts = 60, kEnough = 8;  // starts to try, and solutions to choose from

// Along the straight line of the actuated joints from where `data` is closed; false where a step is too short.
bool follow(const Robot& robot, const VecX<double>& goal, Mechanism& mechanism, KinematicsData<double>& data) {
  VecX<double> start(goal.size());
  actuated_positions(robot, data, start);
  double done = 0.0, stride = 0.125;
  while (done < 1.0) {
    const Mechanism::Configuration before = mechanism.configuration();
    const double next = std::min(1.0, done + stride);
    mechanism.set_actuated(next == 1.0 ? goal : VecX<double>(start + next * (goal - start)));
    if (mechanism.close() && (data.pose.p - before.pose.p).norm() < 0.2 * robot.length) {
      done = next;
      stride *= 2.0;
    } else {
      mechanism.restore(before);
      stride *= 0.5;
      if (stride < 1e-3) return false;
    }
  }
  return true;
}

// From seeded starts, the closed configuration nearest to `start`.
bool search(const Robot& robot, const VecX<double>& goal, const Pose<double>& start, Mechanism& mechanism, KinematicsData<double>& data,
            double& gap) {
  std::mt19937_64 random(1);
  Mechanism::Configuration best = mechanism.configuration();
  double nearest = kInfinity;
  int found = 0;
  for (int k = 0; k < kStarts && found < kEnough; ++k) {
    mechanism.scatter(1.0, random);
    mechanism.set_actuated(goal);
    const bool closed = mechanism.close();
    gap = std::min(gap, mechanism.gap());
    found += closed;
    if (!closed || !(distance_between(robot, data.pose, start) < nearest)) continue;
    nearest = distance_between(robot, data.pose, start);
    best = mechanism.configuration();
  }
  mechanism.restore(best);
  if (found > 0) mechanism.close();  // places the bodies
  return found > 0;
}

// Legs whose joints are not those of the inverse geometry at this pose.
std::vector<int> other_modes(const Robot& robot, const KinematicsData<double>& data) {
  KinematicsData<double> home = data;
  const Outcome outcome = inverse_geometry(robot, data.pose, home);
  std::vector<int> out;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    double gap = outcome.answered() ? 0.0 : kInfinity;
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) {
      const JointPosition<double>&a = data.legs[i].q[j], &b = home.legs[i].q[j];
      gap = std::max({gap, std::abs(a.c - b.c), std::abs(a.s - b.s), std::abs(a.d - b.d) / robot.length});
    }
    if (gap > 1e-6) out.push_back(static_cast<int>(i));
  }
  return out;
}

}  // namespace

AnyModePose forward_geometry_any_mode(const Robot& robot, const VecX<double>& qa, const Pose<double>& start, KinematicsData<double>& data) {
  assert(qa.size() == static_cast<Eigen::Index>(robot.actuators.size()));
  assert(fits(robot, data));
  AnyModePose out{{}, start, {}};
  out.outcome = forward_geometry(robot, qa, out.pose, data);
  if (out.outcome.answered() || out.outcome.status != Status::not_converged) {
    const bool lost = out.outcome.status == Status::unreachable || out.outcome.status == Status::type1_singular;
    if (!lost || !qa.allFinite()) return out;
  }
  Pose<double> from = start;
  double gap = kInfinity;
  const bool closed_start = project(robot, from, data).answered();
  Mechanism mechanism(robot, data);
  if (!(closed_start && follow(robot, qa, mechanism, data)) && !search(robot, qa, start, mechanism, data, gap)) {
    out.outcome = {Status::not_converged, gap};
    return out;
  }
  out.pose = data.pose;
  out.other_modes = other_modes(robot, data);
  eliminate(robot, data);
  out.outcome = elimination_outcome(robot, data);
  if (out.outcome.ok()) out.outcome = stroke_outcome(robot, data);
  return out;
}

}  // namespace gough
