#include "gough/assembly/platform_motion_finder.hpp"

#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough {
namespace {

constexpr int kPoses = 8;
constexpr double kAround = 0.05;  // rad or robot lengths: poses around home, which are found quickly
constexpr double kZero = 1e-9;    // of a component's rate, and of a change of direction

// Visits poses around home: calls f(data) with those that are found.
template <class F>
void around_home(const Robot& robot, const F& f) {
  const Mobility& m = robot.mobility;
  std::mt19937_64 random(1);
  double size = kAround;
  KinematicsData<double> data(robot);
  for (int k = 0; k < kPoses; ++k) {
    VecX<double> step = size * random_vector(m.n, random);
    for (int c = 0; c < m.n; ++c)
      if (!m.free[c].angular) step(c) *= robot.length;
    Pose<double> pose = moved(robot, robot.home, m.Psi * step);
    if (project_near(robot, pose, data).answered()) f(data);
    else size *= 0.5;
  }
}

// Takes every joint axis at home for one that never turns; `forget_turned_axes` then drops those that a pose shows turned.
void find_fixed_axes(const KinematicsData<double>& home, Robot& robot) {
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) robot.legs[i].joints[j].fixed_axis = home.legs[i].body[j].R.col(2);
}

void forget_turned_axes(const KinematicsData<double>& data, Robot& robot) {
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) {
      std::optional<Vec3<double>>& axis = robot.legs[i].joints[j].fixed_axis;
      if (axis && (*axis - data.legs[i].body[j].R.col(2)).norm() > kZero) axis.reset();
    }
}

// The axis, without rounding and with its largest component positive, and what goes with it.
void set_axis(const Mat3<double>& home, Vec3<double> axis, PlatformMotion& out) {
  for (int k = 0; k < 3; ++k)
    if (std::abs(axis(k)) < kZero) axis(k) = 0.0;
  int largest = 0;
  axis.cwiseAbs().maxCoeff(&largest);
  if (axis(largest) < 0) axis = -axis;
  axis.normalize();
  out.axis = axis;
  out.ahead = axis.unitOrthogonal();
  out.aside = axis.cross(out.ahead);
  out.reference = home.transpose() * out.ahead;
  out.along = axis * axis.transpose() * home;
  out.across = home - out.along;
  out.crossed = hat<double>(axis) * home;
}

// Ψ of several poses side by side.
void find_turning(const Robot& robot, const MatX<double>& Psi, PlatformMotion& out) {
  const MatX<double> linear = Psi.topRows(3), angular = Psi.middleRows(3, 3);
  for (int k = 0; k < 3; ++k) out.moves[k] = linear.row(k).norm() > kZero;
  const SingularSide side = left_singular(angular);
  int rank = 0;
  for (int k = 0; k < side.values.size(); ++k) rank += side.values(k) > kZero;
  using Turning = PlatformMotion::Turning;
  out.turning = rank == 0 ? Turning::none : rank == 1 ? Turning::about_axis : Turning::free;
  if (rank == 1) set_axis(robot.home.R, side.vectors.col(0), out);
}

PlatformMotion::Tie tie_of(const Robot& robot, int component, const PlatformMotion& motion) {
  const Mobility& m = robot.mobility;
  PlatformMotion::Tie out{component};
  int ties = 0;
  for (int k = 0; k < m.n; ++k) {
    if (std::abs(m.Psi(component, k)) < 1e-12) continue;
    ++ties;
    const int to = m.free[k].index;
    const bool whole =
        std::abs(std::abs(m.Psi(component, k)) - 1.0) < 1e-12 && robot.nacelle.angular(to) && robot.nacelle.angular(component);
    const bool about_own = to >= 6 || (motion.turns_about_axis() && std::abs(motion.axis(to - 3)) == 1.0);
    if (whole && about_own && component >= 6) out = {component, to, m.Psi(component, k)};
  }
  return ties == 1 ? out : PlatformMotion::Tie{component};
}

}  // namespace

void find_platform_motion(Robot& robot) {
  const Mobility& m = robot.mobility;
  KinematicsData<double> home(robot);
  place_nacelle(robot, home);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) place_leg(robot.legs[i], home.legs[i]);
  find_fixed_axes(home, robot);
  MatX<double> Psi = m.Psi;
  int found = 0;
  around_home(robot, [&](const KinematicsData<double>& data) {
    ++found;
    forget_turned_axes(data, robot);
    if (m.is_known()) return;
    Psi.conservativeResize(Eigen::NoChange, Psi.cols() + m.n);
    Psi.rightCols(m.n) = data.Psi;
  });
  for (Leg& leg : robot.legs)
    for (Joint& joint : leg.joints)
      if (found == 0) joint.fixed_axis.reset();
  robot.motion = {};
  find_turning(robot, Psi, robot.motion);
  for (const int c : m.dependent)
    if (m.constant && m.Psi.row(c).norm() > 1e-12) robot.motion.tied.push_back(tie_of(robot, c, robot.motion));
}

}  // namespace gough
