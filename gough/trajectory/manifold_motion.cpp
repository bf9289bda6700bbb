#include "gough/trajectory/manifold_motion.hpp"

#include <cassert>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/rotation.hpp"
#include "gough/trajectory/partly_free_rotation.hpp"

namespace gough {
namespace {

bool linear(const Robot& robot, int component) {
  return component < 3 || (component >= 6 && !robot.nacelle.joints[component - 6].revolute);
}

JointPosition<double> joint_at(const Joint& joint, const JointPosition<double>& home, double z) {
  if (!joint.revolute) return prismatic_position(home.d + z);
  const JointPosition<double> turn = revolute_position(z);
  return {home.c * turn.c - home.s * turn.s, home.s * turn.c + home.c * turn.s, 0.0};
}

// Component of V_N and of its rate.
double rate(const NacelleMotion& m, int c) { return c < 3 ? m.v(c) : c < 6 ? m.w(c - 3) : m.dz[c - 6]; }
double second(const NacelleMotion& m, int c) { return c < 3 ? m.a(c) : c < 6 ? m.dw(c - 3) : m.ddz[c - 6]; }

}  // namespace

int free_rotations(const Robot& robot) {
  int count = 0;
  for (const FreeComponent& c : robot.mobility.free) count += turns_platform(c.index);
  return count;
}

void set_pose(const Robot& robot, const NacelleMotion& motion, Pose<double>& pose) {
  pose.p = motion.p;
  pose.R = motion.R;
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) pose.z[k] = joint_at(robot.nacelle.joints[k], robot.home.z[k], motion.z[k]);
}

void set_free_rates(const Robot& robot, const NacelleMotion& motion, Reference& out) {
  assert(fits(robot, out));
  for (int k = 0; k < robot.mobility.n; ++k) {
    out.Vr(k) = rate(motion, robot.mobility.free[k].index);
    out.dVr(k) = second(motion, robot.mobility.free[k].index);
  }
}

bool dependent_in_closed_form(const Robot& robot) {
  const Mobility& m = robot.mobility;
  if (m.dependent.empty()) return true;
  const int free = free_rotations(robot);
  if (!m.constant || free == 2) return false;
  // an angle is known up to whole turns: enough for a revolute, not for a length; three rotations have no angles
  for (int d : m.dependent)
    for (int k = 0; k < m.n; ++k)
      if (m.free[k].angular && m.Psi(d, k) != 0.0 && (linear(robot, d) || free == 3)) return false;
  return true;
}

void closed_form_motion(const Robot& robot, const NacelleMotion& motion, Reference& out) {
  assert(fits(robot, out));
  const Mobility& m = robot.mobility;
  set_pose(robot, motion, out.pose);
  set_free_rates(robot, motion, out);
  if (m.dependent.empty()) return;
  const Vec3<double> turn = rotation_vector(motion.R * robot.home.R.transpose());
  if (free_rotations(robot) == 0) out.pose.R = robot.home.R;
  for (int d : m.dependent) {
    double c = 0.0;  // its coordinate, from home
    for (int k = 0; k < m.n; ++k) {
      const int f = m.free[k].index;
      c += m.Psi(d, k) * (f < 3 ? motion.p(f) - robot.home.p(f) : f < 6 ? turn(f - 3) : motion.z[f - 6]);
    }
    if (d < 3) out.pose.p(d) = robot.home.p(d) + c;
    else if (d >= 6) out.pose.z[d - 6] = joint_at(robot.nacelle.joints[d - 6], robot.home.z[d - 6], c);
  }
}

Outcome projected_motion(const Robot& robot, const NacelleMotion& motion, KinematicsData<double>& data, Reference& out) {
  assert(fits(robot, data));
  assert(fits(robot, out));
  const int free = free_rotations(robot);
  set_pose(robot, motion, out.pose);
  const Outcome outcome = project(robot, out.pose, data);
  if (!outcome.has_position()) return outcome;
  set_free_rates(robot, motion, out);
  if (free == 0 || free == 3) {
    velocity(robot, out.Vr, data);
    return outcome;
  }
  PartlyFreeRotation turn(robot, motion, out.pose.R, data.Psi);
  turn.velocity(out.Vr);
  velocity(robot, out.Vr, data);
  acceleration(robot, out.dVr, data);  // for γ, which V̇_r does not enter
  turn.acceleration(data.gamma.segment<3>(3), out.dVr);
  return outcome;
}

}  // namespace gough
