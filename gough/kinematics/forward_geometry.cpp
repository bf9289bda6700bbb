#include "gough/kinematics/forward_geometry.hpp"

#include <cassert>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough {
namespace {

// Actuated positions left to go, turns taken the short way, lengths over the robot's.
VecX<double> difference(const Robot& robot, const VecX<double>& goal, const VecX<double>& now) {
  VecX<double> out = goal - now;
  for (std::size_t a = 0; a < robot.actuators.size(); ++a)
    out(a) = robot.actuators[a].revolute ? std::remainder(out(a), 2.0 * kPi) : out(a) / robot.length;
  return out;
}

constexpr double kDisagreement = 1e-3;  // rad, or robot lengths: of more actuators than freedoms, what encoders may be off

struct Run {
  const Robot& robot;
  KinematicsData<double>& data;
  VecX<double> qa;

  Run(const Robot& r, KinematicsData<double>& d) : robot(r), data(d), qa(r.actuators.size()) {}

  // J_inv with lengths over the robot's, as errors are.
  MatX<double> jacobian() const {
    MatX<double> J = data.Jinv;
    for (std::size_t a = 0; a < robot.actuators.size(); ++a)
      if (!robot.actuators[a].revolute) J.row(static_cast<Eigen::Index>(a)) /= robot.length;
    return J;
  }

  // What a motion of the platform can still mend of an error.
  double mendable(const VecX<double>& error) const {
    const MatX<double> J = jacobian();
    return J.rows() == J.cols() ? error.norm() : (J * least_squares(J, error)).norm();
  }

  // Newton from `pose`, which must be closed, with steps halved until the error falls.
  Outcome newton(const VecX<double>& goal, Pose<double>& pose) {
    Outcome outcome = project_near(robot, pose, data);
    if (!outcome.answered()) return outcome;
    actuated_positions(robot, data, qa);
    VecX<double> error = difference(robot, goal, qa);
    double size = mendable(error);
    int idle = 0;
    for (int iteration = 0; iteration < 60 && size > 4e-16 && idle < 2; ++iteration) {
      const MatX<double> Jinv = jacobian(), Psi = data.Psi;
      const VecX<double> twist = Psi * least_squares(Jinv, error);
      if (!twist.allFinite()) return {Status::type2_singular, 0.0};
      bool better = false;
      for (double part = 1.0; part > 1e-4 && !better; part *= 0.5) {
        Pose<double> trial = moved(robot, pose, part * twist);
        const Outcome there = project_near(robot, trial, data);
        if (!there.answered()) {
          outcome = there;
          continue;
        }
        actuated_positions(robot, data, qa);
        const VecX<double> left = difference(robot, goal, qa);
        if (const double rest = mendable(left); rest < size) {
          idle = rest > 0.5 * size ? idle + 1 : 0;
          if (rest > 1e-9) idle = 0;
          pose = trial;
          error = left;
          size = rest;
          better = true;
        }
      }
      if (!better) break;
    }
    outcome = project_near(robot, pose, data);
    if (!outcome.answered()) return outcome;
    if (size > 1e-11) return {Status::not_converged, size};
    if (error.norm() > kDisagreement) return {Status::not_converged, error.norm()};
    return outcome;
  }
};

}  // namespace

Outcome forward_geometry(const Robot& robot, const VecX<double>& goal, Pose<double>& pose, KinematicsData<double>& data) {
  assert(fits(robot, data));
  assert(goal.size() == static_cast<Eigen::Index>(robot.actuators.size()));
  if (!goal.allFinite()) return {Status::unreachable, kInfinity};
  if (static_cast<int>(robot.actuators.size()) < robot.mobility.n) return {Status::type2_singular, 0.0};  // they do not hold it
  Run run(robot, data);
  Outcome outcome = project(robot, pose, data);
  if (!outcome.answered()) return outcome;
  actuated_positions(robot, data, run.qa);
  const VecX<double> start = run.qa;
  VecX<double> way = difference(robot, goal, start);
  for (std::size_t a = 0; a < robot.actuators.size(); ++a)
    if (!robot.actuators[a].revolute) way(a) *= robot.length;

  // Follow the straight line in the actuated coordinates; a stretch is taken whole where Newton converges
  // without leaving the neighbourhood that its linear prediction names.
  double done = 0.0, stride = 1.0;
  for (int tries = 0; tries < 200 && done < 1.0; ++tries) {
    const double next = std::min(1.0, done + stride);
    const VecX<double> waypoint = next == 1.0 ? goal : VecX<double>(start + next * way);
    (void)project_near(robot, pose, data);
    actuated_positions(robot, data, run.qa);
    const VecX<double> predicted = data.Psi * least_squares(run.jacobian(), difference(robot, waypoint, run.qa));
    Pose<double> trial = pose;
    outcome = run.newton(waypoint, trial);
    VecX<double> made = VecX<double>::Zero(predicted.size());
    made.head<3>() = trial.p - pose.p;
    made.segment<3>(3) = rotation_vector(trial.R * pose.R.transpose());
    const double L = robot.length;
    const double far = (made - predicted).head<3>().norm() / L + (made - predicted).segment<3>(3).norm();
    const double reach = predicted.head<3>().norm() / L + predicted.segment<3>(3).norm();
    if (outcome.answered() && far <= 0.05 + 0.5 * reach) {
      pose = trial;
      done = next;
      stride *= 2.0;
    } else {
      if (outcome.answered()) outcome = {Status::not_converged, far};
      stride *= 0.5;
      if (stride < 1e-3) break;
    }
  }
  return outcome;
}

}  // namespace gough
