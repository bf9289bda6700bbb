#include "gough/kinematics/inverse_geometry.hpp"

#include <random>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/leg_geometry.hpp"
#include "gough/kinematics/leg_newton.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

constexpr double kReachMargin = -1e-12;  // a root's argument this little below zero is rounding

// The pose a fraction of the way from one to another.
Pose<double> between(const Robot& robot, const Pose<double>& a, const Pose<double>& b, double fraction) {
  Pose<double> out;
  out.p = a.p + fraction * (b.p - a.p);
  out.R = rotation_exp(fraction * rotation_vector(b.R * a.R.transpose())) * a.R;
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) {
    const JointPosition<double>&u = a.z[k], &v = b.z[k];
    const double turn = std::atan2(v.s * u.c - v.c * u.s, v.c * u.c + v.s * u.s);
    const JointPosition<double> part = revolute_position(fraction * turn);
    out.z[k] = {u.c * part.c - u.s * part.s, u.s * part.c + u.c * part.s, u.d + fraction * (v.d - u.d)};
  }
  return out;
}

double joint_change(const Leg& leg, const std::vector<JointPosition<double>>& a, const std::vector<JointPosition<double>>& b) {
  double largest = 0.0;
  for (int j = 0; j < leg.freedoms(); ++j) {
    const double turn = std::abs(std::atan2(b[j].s * a[j].c - b[j].c * a[j].s, b[j].c * a[j].c + b[j].s * a[j].s));
    largest = std::max({largest, turn, std::abs(b[j].d - a[j].d)});
  }
  return largest;
}

// Follows one leg from a pose where its joints are `q` to data.pose, in as many steps as its joints need to move little in each.
// `nearest`: a leg that constrains the platform need only come as near as it can, for the pose may be off the manifold.
Outcome follow_leg(const Robot& robot, int index, const Pose<double>& start, const std::vector<JointPosition<double>>& q, bool nearest,
                   KinematicsData<double>& data) {
  const Leg& leg = robot.legs[index];
  LegData<double>& d = data.legs[index];
  const Pose<double> goal = data.pose;
  const double small_change = 0.3;
  double done = 0.0, stride = 1.0;
  Outcome outcome;
  d.q = q;
  for (int tries = 0; tries < 200 && done < 1.0; ++tries) {
    const std::vector<JointPosition<double>> before = d.q;
    const double next = std::min(1.0, done + stride);
    data.pose = next == 1.0 ? goal : between(robot, start, goal, next);
    place_nacelle(robot, data);
    outcome = newton_leg(robot, leg, data.nacelle, d);
    // half way the pose may be off the manifold, where the leg can only come near
    const bool near = outcome.ok() || ((next < 1.0 || nearest) && leg.constraints() > 0);
    if (near && joint_change(leg, before, d.q) < small_change) {
      done = next;
      stride *= 2.0;
    } else {
      d.q = before;
      stride *= 0.5;
      if (stride < 1e-3) break;
    }
  }
  data.pose = goal;
  place_nacelle(robot, data);
  place_leg(leg, d);
  if (done < 1.0) return outcome.ok() ? Outcome{Status::not_converged, outcome.measure} : outcome;
  return nearest && leg.constraints() > 0 ? Outcome{} : outcome;
}

// From where the leg was last closed or, if that leads nowhere, from home.
Outcome find_leg(const Robot& robot, int index, bool nearest, KinematicsData<double>& data) {
  const Outcome outcome = follow_leg(robot, index, data.followed, data.legs[index].followed, nearest, data);
  if (outcome.ok()) return outcome;
  std::vector<JointPosition<double>> home;
  for (const Joint& joint : robot.legs[index].joints) home.push_back(joint.home);
  return follow_leg(robot, index, robot.home, home, nearest, data);
}

bool finite(const Robot& robot, const Pose<double>& pose) {
  if (!pose.p.allFinite() || !((pose.R * pose.R.transpose() - Mat3<double>::Identity()).cwiseAbs().maxCoeff() < 1e-6)) return false;
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k)
    if (!std::isfinite(pose.z[k].c + pose.z[k].s + pose.z[k].d)) return false;
  return true;
}

bool finite(const LegData<double>& leg) {
  for (const JointPosition<double>& q : leg.q)
    if (!std::isfinite(q.c + q.s + q.d)) return false;
  return true;
}

Outcome limits_outcome(const Robot& robot, const KinematicsData<double>& data) {
  double worst = 0.0;
  for (const Actuator& a : robot.actuators) {
    const double q = joint_value(robot.legs[a.leg].joints[a.joint], data.legs[a.leg].q[a.joint]);
    worst = std::max({worst, a.position_min - q, q - a.position_max});
  }
  return worst > 1e-12 ? Outcome{Status::out_of_limits, worst} : Outcome{};
}

}  // namespace

template <class T>
void inverse_geometry_closed(const Robot& robot, KinematicsData<T>& data) {
  place_nacelle(robot, data);
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    if (robot.legs[i].solver.closed_form) solve_leg(robot.legs[i], data.nacelle, data.legs[i]);
}

template void inverse_geometry_closed(const Robot&, KinematicsData<double>&);
template void inverse_geometry_closed(const Robot&, KinematicsData<Recorded>&);

namespace {

// V_N's components times a small time, without the heap.
using NacelleStep = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6 + kMaxNacelleJoints, 1>;

template <class Step>
Pose<double> moved_by(const Robot& robot, const Pose<double>& pose, const Step& step) {
  Pose<double> out = pose;
  out.p += step.template head<3>();
  out.R = orthonormal(rotation_exp(step.template segment<3>(3)) * pose.R);
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) {
    const Joint& joint = robot.nacelle.joints[k];
    const double dz = step(6 + k);
    const JointPosition<double> turn = revolute_position(joint.turns() * dz);
    const JointPosition<double>& z = pose.z[k];
    out.z[k] = {z.c * turn.c - z.s * turn.s, z.s * turn.c + z.c * turn.s, z.d + joint.slides() * dz};
  }
  return out;
}

// `nearest`: legs that the pose pulls off their manifold come as near as they can, and `reach` is left to the caller.
Outcome find_joints(const Robot& robot, const Pose<double>& pose, bool nearest, KinematicsData<double>& data) {
  data.pose = pose;
  if (!finite(robot, pose)) return {Status::unreachable, -kInfinity};
  inverse_geometry_closed(robot, data);
  bool followed = false;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    if (!robot.legs[i].solver.closed_form) {
      const Outcome outcome = find_leg(robot, static_cast<int>(i), nearest, data);
      if (!outcome.ok()) return outcome;
      followed = true;
    } else if (!(data.legs[i].reach > (nearest ? -0.5 : kReachMargin))) {
      return {Status::unreachable, data.legs[i].reach};
    } else if (!finite(data.legs[i])) {
      return {Status::type1_singular, 0.0};
    }
  }
  if (followed && !nearest) {
    data.followed = data.pose;
    for (LegData<double>& leg : data.legs) leg.followed = leg.q;
  }
  return {};
}

}  // namespace

Outcome inverse_geometry(const Robot& robot, const Pose<double>& pose, KinematicsData<double>& data) {
  const Outcome outcome = find_joints(robot, pose, false, data);
  return outcome.ok() ? limits_outcome(robot, data) : outcome;
}

Outcome position(const Robot& robot, const Pose<double>& pose, KinematicsData<double>& data) {
  const Outcome geometry = inverse_geometry(robot, pose, data);
  if (!geometry.answered()) return geometry;
  eliminate(robot, data);
  const Outcome outcome = elimination_outcome(robot, data);
  return outcome.ok() && !geometry.ok() ? geometry : outcome;
}

Outcome project(const Robot& robot, Pose<double>& pose, KinematicsData<double>& data) {
  const std::vector<int>& dependent = robot.mobility.dependent;
  const int nd = static_cast<int>(dependent.size());
  if (nd == 0) return position(robot, pose, data);
  const double scale = std::max(1.0, robot.length);
  Pose<double> best = pose;
  double least = kInfinity;
  int idle = 0;
  NacelleStep step = NacelleStep::Zero(robot.nacelle.freedoms());
  for (int iteration = 0; iteration < 50; ++iteration) {
    const Outcome geometry = find_joints(robot, pose, true, data);
    if (!geometry.ok()) return geometry;
    eliminate(robot, data);
    const double open = data.residual.cwiseAbs().maxCoeff();
    if (!std::isfinite(open)) {  // which of the factors lost its rank
      const Outcome lost = elimination_outcome(robot, data);
      return lost.ok() ? Outcome{Status::constraint_singular, 0.0} : lost;
    }
    if (open < 0.5 * least) idle = 0;
    else ++idle;
    if (open < least) {
      least = open;
      best = pose;
    }
    if (open < 1e-16 * scale || idle >= 3) break;
    // C_d δ = residual, the free components kept
    data.constraint_bias = data.residual;
    apply_qt(data.Cd, data.constraint_bias);
    auto head = data.constraint_bias.head(nd);
    solve_r(data.Cd, head);
    step.setZero();
    for (int k = 0; k < nd; ++k) step(dependent[k]) = head(k);
    if (!step.allFinite()) return {Status::constraint_singular, 0.0};
    double largest = 0.0;
    for (int k = 0; k < nd; ++k) largest = std::max(largest, std::abs(head(k)));
    if (largest > 0.3 * scale) step *= 0.3 * scale / largest;
    pose = moved_by(robot, pose, step);
  }
  pose = best;
  return position(robot, pose, data);
}

double joint_value(const Joint& joint, const JointPosition<double>& q) {
  if (!joint.revolute) return q.d;
  const JointPosition<double>& h = joint.home;
  return joint.home_value + std::atan2(q.s * h.c - q.c * h.s, q.c * h.c + q.s * h.s);
}

void actuated_positions(const Robot& robot, const KinematicsData<double>& data, VecX<double>& qa) {
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) {
    const Actuator& actuator = robot.actuators[a];
    qa(a) = joint_value(robot.legs[actuator.leg].joints[actuator.joint], data.legs[actuator.leg].q[actuator.joint]);
  }
}

Pose<double> moved(const Robot& robot, const Pose<double>& pose, const VecX<double>& step) { return moved_by(robot, pose, step); }

Pose<double> pose_from_free(const Robot& robot, const VecX<double>& coordinates) {
  VecX<double> step = VecX<double>::Zero(robot.nacelle.freedoms());
  for (int k = 0; k < robot.mobility.n; ++k) {
    const int index = robot.mobility.free[k].index;
    step(index) = coordinates(k) - (index < 3 ? robot.home.p(index) : 0.0);
  }
  return moved(robot, robot.home, step);
}

namespace {

bool known(const Leg& leg, const std::vector<WorkingMode>& modes, const std::vector<double>& q) {
  for (const WorkingMode& mode : modes) {
    double gap = 0.0;
    for (int j = 0; j < leg.freedoms(); ++j) {
      const double difference = mode.q[j] - q[j];
      gap = std::max(gap, leg.joints[j].revolute ? std::abs(std::remainder(difference, 2.0 * kPi)) : std::abs(difference));
    }
    if (gap < 1e-6) return true;
  }
  return false;
}

std::vector<double> values(const Leg& leg, const LegData<double>& d) {
  std::vector<double> q;
  for (int j = 0; j < leg.freedoms(); ++j) q.push_back(joint_value(leg.joints[j], d.q[j]));
  return q;
}

}  // namespace

std::vector<WorkingMode> working_modes(const Robot& robot, int index, const KinematicsData<double>& data) {
  const Leg& leg = robot.legs[index];
  std::vector<WorkingMode> modes{{values(leg, data.legs[index]), true}};
  LegData<double> d = data.legs[index];
  const double closure = 1e-8 * std::max(1.0, robot.length);
  const auto keep = [&] {
    tip_residuals(leg, data.nacelle, d);
    if (!(d.residual.cwiseAbs().maxCoeff() <= closure) || !tips_aligned(leg, data.nacelle, d)) return;
    const std::vector<double> q = values(leg, d);
    if (!known(leg, modes, q)) modes.push_back({q, false});
  };
  if (leg.solver.closed_form) {
    Leg other = leg;
    std::vector<SolverStep*> roots;
    for (SolverStep& step : other.solver.steps)
      if (step.sign_is_mode) roots.push_back(&step);
    for (unsigned bits = 1; bits < (1u << roots.size()); ++bits) {
      for (std::size_t r = 0; r < roots.size(); ++r) roots[r]->sign *= (((bits ^ (bits - 1)) >> r) & 1u) ? -1.0 : 1.0;
      solve_leg(other, data.nacelle, d);
      if (d.reach > kReachMargin) keep();
    }
  } else {  // seeded random starts find what Newton can find
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> angle(-kPi, kPi), factor(-1.0, 1.0);
    for (int start = 0; start < 400; ++start) {
      for (int j = 0; j < leg.freedoms(); ++j)
        d.q[j] = leg.joints[j].revolute ? revolute_position(angle(random))
                                        : prismatic_position(leg.joints[j].home_value + robot.length * factor(random));
      if (newton_leg(robot, leg, data.nacelle, d).ok()) keep();
    }
  }
  return modes;
}

}  // namespace gough
