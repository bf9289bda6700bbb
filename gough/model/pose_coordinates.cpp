#include "gough/model/pose_coordinates.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "gough/math/rotation.hpp"

namespace gough {

Pose<double> moved(const Robot& robot, const Pose<double>& pose, const NacelleStep& step) {
  Pose<double> out = pose;
  out.p += step.head<3>();
  out.R = orthonormal(rotation_exp(step.segment<3>(3)) * pose.R);
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) {
    const int component = robot.nacelle.column(static_cast<int>(k) + 1);
    out.z[k] = displaced(robot.nacelle.joints[k].revolute, pose.z[k], step(component));
  }
  return out;
}

NacelleStep step_between(const Robot& robot, const Pose<double>& from, const Pose<double>& to) {
  NacelleStep out = NacelleStep::Zero(robot.nacelle.freedoms());
  out.head<3>() = to.p - from.p;
  out.segment<3>(3) = rotation_vector(to.R * from.R.transpose());
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k)
    out(6 + static_cast<Eigen::Index>(k)) =
        nacelle_coordinate(robot, to, static_cast<int>(k)) - nacelle_coordinate(robot, from, static_cast<int>(k));
  return out;
}

double size_of(const Robot& robot, const NacelleStep& step) {
  double largest = 0.0;
  for (Eigen::Index c = 0; c < step.size(); ++c)
    largest = std::max(largest, std::abs(step(c)) / (robot.nacelle.angular(static_cast<int>(c)) ? 1.0 : robot.length));
  return largest;
}

Pose<double> between(const Robot& robot, const Pose<double>& a, const Pose<double>& b, double fraction) {
  Pose<double> out;
  out.p = a.p + fraction * (b.p - a.p);
  out.R = rotation_exp(fraction * rotation_vector(b.R * a.R.transpose())) * a.R;
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) {
    const bool revolute = robot.nacelle.joints[k].revolute;
    out.z[k] = displaced(revolute, a.z[k], fraction * difference(revolute, b.z[k], a.z[k]));
  }
  return out;
}

double distance_between(const Robot& robot, const Pose<double>& a, const Pose<double>& b) {
  double out = std::max((a.p - b.p).norm() / robot.length, rotation_vector(a.R * b.R.transpose()).norm());
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) {
    const double change = std::abs(nacelle_coordinate(robot, a, static_cast<int>(k)) - nacelle_coordinate(robot, b, static_cast<int>(k)));
    out = std::max(out, robot.nacelle.joints[k].revolute ? std::abs(std::remainder(change, 2.0 * kPi)) : change / robot.length);
  }
  return out;
}

double nacelle_coordinate(const Robot& robot, const Pose<double>& pose, int k) {
  assert(k >= 0 && k < static_cast<int>(robot.nacelle.joints.size()));
  return difference(robot.nacelle.joints[k].revolute, pose.z[k], robot.home.z[k]);
}

NacelleStep free_coordinates(const Robot& robot, const Pose<double>& pose) {
  NacelleStep out = NacelleStep::Zero(robot.mobility.n);
  const Vec3<double> turn = rotation_vector(pose.R * robot.home.R.transpose());
  for (int k = 0; k < robot.mobility.n; ++k) {
    const int c = robot.mobility.free[k].index;
    out(k) = c < 3 ? pose.p(c) : c < 6 ? turn(c - 3) : nacelle_coordinate(robot, pose, c - 6);
  }
  return out;
}

Pose<double> pose_from_free(const Robot& robot, const VecX<double>& coordinates) {
  NacelleStep step = NacelleStep::Zero(robot.nacelle.freedoms());
  for (int k = 0; k < robot.mobility.n; ++k) {
    const int index = robot.mobility.free[k].index;
    step(index) = coordinates(k) - (index < 3 ? robot.home.p(index) : 0.0);
  }
  return moved(robot, robot.home, step);
}

Pose<double> constant_pose(const Robot& robot, const double* coordinates) {
  const Mobility& m = robot.mobility;
  Pose<double> out = robot.home;
  Vec3<double> turn = Vec3<double>::Zero();
  double z[kMaxNacelleJoints] = {};
  for (int k = 0; k < m.n; ++k) {
    const int index = m.free[k].index;
    const double by = coordinates[k] - (index < 3 ? robot.home.p(index) : 0.0);
    for (int c = 0; c < robot.nacelle.freedoms(); ++c) {
      const double change = (m.dependent.empty() ? (c == index ? 1.0 : 0.0) : m.Psi(c, k)) * by;
      (c < 3 ? out.p(c) : c < 6 ? turn(c - 3) : z[c - 6]) += change;
    }
  }
  if (turn != Vec3<double>::Zero()) out.R = orthonormal(rotation_exp(turn) * robot.home.R);
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) out.z[k] = displaced(robot.nacelle.joints[k].revolute, out.z[k], z[k]);
  return out;
}

Pose<double> constant_pose(const Robot& robot, const Pose<double>& pose) {
  return constant_pose(robot, free_coordinates(robot, pose).data());
}

}  // namespace gough
