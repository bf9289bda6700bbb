#include "gough/kinematics/inverse_geometry.hpp"

#include <random>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/leg_geometry.hpp"
#include "gough/kinematics/leg_newton.hpp"
#include "gough/kinematics/mechanism.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/math/rotation.hpp"
#include "gough/math/rotation_jacobian.hpp"

namespace gough {
namespace {

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

}  // namespace

Outcome stroke_outcome(const Robot& robot, const KinematicsData<double>& data) {
  Outcome worst;
  for (std::size_t k = 0; k < robot.actuators.size(); ++k) {
    const Actuator& a = robot.actuators[k];
    const double q = joint_value(robot.legs[a.leg].joints[a.joint], data.legs[a.leg].q[a.joint]);
    const double excess = std::max(a.position_min - q, q - a.position_max);
    if (excess > std::max(1e-12, worst.measure)) worst = {Status::out_of_limits, excess, -1, static_cast<int>(k)};
  }
  return worst;
}

template <class T>
void inverse_geometry_closed(const Robot& robot, KinematicsData<T>& data, Poses poses) {
  place_nacelle(robot, data);
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    if (robot.legs[i].solver.closed_form) solve_leg(robot.legs[i], data.nacelle, data.legs[i], poses);
}

template void inverse_geometry_closed(const Robot&, KinematicsData<double>&, Poses);
template void inverse_geometry_closed(const Robot&, KinematicsData<Recorded>&, Poses);

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
    out.z[k] = pose.z[k] * (joint.revolute ? revolute_position(dz) : prismatic_position(dz));
  }
  return out;
}

// Displacement of a nacelle joint from home.
double nacelle_coordinate(const Robot& robot, const Pose<double>& pose, int k) {
  return difference(robot.nacelle.joints[k].revolute, pose.z[k], robot.home.z[k]);
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
      if (!outcome.ok()) return {outcome.status, outcome.measure, static_cast<int>(i)};
      followed = true;
    } else if (!(data.legs[i].reach > (nearest ? -0.5 : kReachMargin))) {
      return {Status::unreachable, data.legs[i].reach, static_cast<int>(i)};
    } else if (!finite(data.legs[i])) {
      return {Status::type1_singular, 0.0, static_cast<int>(i)};
    }
  }
  if (!followed) return {};
  data.latest = data.pose;
  for (LegData<double>& leg : data.legs) leg.latest = leg.q;
  if (nearest) return {};
  data.followed = data.pose;
  for (LegData<double>& leg : data.legs) leg.followed = leg.q;
  return {};
}

}  // namespace

namespace {
void approach(const Robot& robot, const Pose<double>& pose, KinematicsData<double>& data);
}

Outcome inverse_geometry(const Robot& robot, const Pose<double>& pose, KinematicsData<double>& data) {
  if (finite(robot, pose)) approach(robot, pose, data);
  const Outcome outcome = find_joints(robot, pose, false, data);
  return outcome.ok() ? stroke_outcome(robot, data) : outcome;
}

Outcome position(const Robot& robot, const Pose<double>& pose, KinematicsData<double>& data) {
  const Outcome geometry = inverse_geometry(robot, pose, data);
  if (!geometry.answered()) return geometry;
  eliminate(robot, data);
  const Outcome outcome = elimination_outcome(robot, data);
  return outcome.ok() && !geometry.ok() ? geometry : outcome;
}

namespace {

constexpr double kRounding = 1e-12;  // of the robot's length: residuals below are near what rounding leaves

// Rotation vector of a pose from home; of the two that are a whole turn apart, the one nearer to `to`.
Vec3<double> turn_from_home(const Robot& robot, const Pose<double>& pose, const Vec3<double>& to) {
  const Vec3<double> phi = rotation_vector(pose.R * robot.home.R.transpose());
  const double angle = phi.norm();
  if (angle < 1e-3) return phi;
  const Vec3<double> other = (1.0 - 2.0 * kPi / angle) * phi;
  return (other - to).squaredNorm() < (phi - to).squaredNorm() ? other : phi;
}

// Sum of squares of what is open at tips and loops: angles, and distances over the robot's length. Fills the legs' residuals.
double open_square(const Robot& robot, KinematicsData<double>& data) {
  double sum = 0.0;
  const auto add = [&](TipKind kind, const VecX<double>& residual, int row) {
    sum += residual.segment<3>(row).squaredNorm() / (robot.length * robot.length) +
           residual.segment(row + 3, angular_rows(kind)).squaredNorm();
    return row + rows(kind);
  };
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    tip_residuals(robot.legs[i], data.nacelle, data.legs[i]);
    int row = 0;
    for (const Tip& tip : robot.legs[i].tips) row = add(tip.kind, data.legs[i].residual, row);
  }
  loop_residuals(robot, data.nacelle, data.residual, 0);
  int row = 0;
  for (const NacelleLoop& loop : robot.nacelle.loops) row = add(loop.kind, data.residual, row);
  return sum;
}

// Brings the dependent components of a pose onto the platform's manifold and its free coordinates to a goal, by Newton's method with
// steps halved until the residual falls.
class Projection {
 public:
  Projection(const Robot& robot, const NacelleStep& goal, KinematicsData<double>& data) : robot_(robot), goal_(goal), data_(data) {
    for (int k = 0; k < robot.mobility.n; ++k)
      if (const int c = robot.mobility.free[k].index; c >= 3 && c < 6) {
        turns_[turn_count_++] = k;
        goal_turn_(c - 3) = goal(k);
      }
  }

  // From `pose`; leaves the best pose there and in `data`. False where no step lowers what is still open.
  bool run(Pose<double>& pose) {
    Pose<double> best = pose;
    NacelleStep step = NacelleStep::Zero(robot_.nacelle.freedoms());
    double least = kInfinity, part = 1.0;
    int idle = 0;
    for (int iteration = 0; iteration < 100; ++iteration) {
      const double open = residual(pose);
      if (!(open < least)) {  // or no number
        part *= 0.5;
        if (least == kInfinity || least < kRounding || part < 1e-3) break;
        pose = moved_by(robot_, best, part * step);
        continue;
      }
      idle = open > 0.5 * least && open < kRounding ? idle + 1 : 0;
      best = pose;
      least = open;
      if (open < 1e-16 || idle >= 2 || !find_step(best, step)) break;
      part = 1.0;
      pose = moved_by(robot_, best, step);
    }
    pose = best;
    return least < kRounding;
  }

 private:
  const Robot& robot_;
  const NacelleStep& goal_;
  KinematicsData<double>& data_;
  Vec3<double> goal_turn_ = Vec3<double>::Zero();  // its free components
  int turns_[3] = {}, turn_count_ = 0;             // free rotations among the free components

  // Distance of a free coordinate from its goal.
  double error(const Pose<double>& pose, const Vec3<double>& turn, int k) const {
    const int c = robot_.mobility.free[k].index;
    return goal_(k) - (c < 3 ? pose.p(c) : c < 6 ? turn(c - 3) : nacelle_coordinate(robot_, pose, c - 6));
  }

  // What is open of the loops and of the goal, over the robot's length; no number where a leg is lost.
  double residual(const Pose<double>& pose) {
    if (!find_joints(robot_, pose, true, data_).ok()) return kInfinity;
    double square = open_square(robot_, data_);
    eliminate(robot_, data_);
    const Vec3<double> turn = turn_from_home(robot_, pose, goal_turn_);
    for (int k = 0; k < robot_.mobility.n; ++k) {
      const double e = error(pose, turn, k) / (robot_.mobility.free[k].angular ? 1.0 : robot_.length);
      square += e * e;
    }
    return std::sqrt(square);
  }

  // d: C_d d = residual; and on it Ψ a, so that the free coordinates come to the goal. Those of a rotation move by J_l⁻¹ ω.
  bool find_step(const Pose<double>& pose, NacelleStep& step) {
    const Mobility& m = robot_.mobility;
    const int nd = static_cast<int>(m.dependent.size());
    data_.constraint_bias = data_.residual;
    apply_qt(data_.Cd, data_.constraint_bias);
    auto head = data_.constraint_bias.head(nd);
    solve_r(data_.Cd, head);
    step.setZero();
    for (int k = 0; k < nd; ++k) step(m.dependent[k]) = head(k);

    const Vec3<double> turn = turn_from_home(robot_, pose, goal_turn_);
    for (int k = 0; k < m.n; ++k)
      if (const int c = m.free[k].index; c < 3 || c >= 6) step += error(pose, turn, k) * data_.Psi.col(k);
    if (turn_count_ > 0) add_free_turns(pose, turn, step);
    if (!step.allFinite()) return false;
    double largest = 0.0;
    for (Eigen::Index c = 0; c < step.size(); ++c) largest = std::max(largest, std::abs(step(c)) / (angular(c) ? 1.0 : robot_.length));
    if (largest > kLongestStep) step *= kLongestStep / largest;
    return true;
  }

  void add_free_turns(const Pose<double>& pose, const Vec3<double>& turn, NacelleStep& step) const {
    const Mat3<double> inverse = left_jacobian_inverse(turn);
    const Vec3<double> so_far = inverse * step.segment<3>(3);
    Mat3<double> A = Mat3<double>::Identity();
    Vec3<double> right = Vec3<double>::Zero();
    for (int r = 0; r < turn_count_; ++r) {
      const int axis = robot_.mobility.free[turns_[r]].index - 3;
      right(r) = error(pose, turn, turns_[r]) - so_far(axis);
      for (int c = 0; c < turn_count_; ++c) A(r, c) = inverse.row(axis).dot(data_.Psi.col(turns_[c]).segment<3>(3));
    }
    const Vec3<double> a = A.inverse() * right;
    for (int r = 0; r < turn_count_; ++r) step += a(r) * data_.Psi.col(turns_[r]);
  }

  bool angular(Eigen::Index c) const { return c < 6 ? c >= 3 : robot_.nacelle.joints[c - 6].revolute; }
};

NacelleStep coordinates_of(const Robot& robot, const Pose<double>& pose) {
  NacelleStep out = NacelleStep::Zero(robot.mobility.n);
  const Vec3<double> turn = rotation_vector(pose.R * robot.home.R.transpose());
  for (int k = 0; k < robot.mobility.n; ++k) {
    const int c = robot.mobility.free[k].index;
    out(k) = c < 3 ? pose.p(c) : c < 6 ? turn(c - 3) : nacelle_coordinate(robot, pose, c - 6);
  }
  return out;
}

// V_N times the time between two poses.
NacelleStep step_between(const Robot& robot, const Pose<double>& from, const Pose<double>& to) {
  NacelleStep out = NacelleStep::Zero(robot.nacelle.freedoms());
  out.head<3>() = to.p - from.p;
  out.segment<3>(3) = rotation_vector(to.R * from.R.transpose());
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k)
    out(6 + static_cast<Eigen::Index>(k)) =
        nacelle_coordinate(robot, to, static_cast<int>(k)) - nacelle_coordinate(robot, from, static_cast<int>(k));
  return out;
}

// From home to the goal in steps that Newton's method takes and that go where Ψ points, so that the pose stays on home's side of what it
// might fold over; false where one is too short.
bool walk_from_home(const Robot& robot, const NacelleStep& goal, Pose<double>& pose, KinematicsData<double>& data) {
  const NacelleStep start = coordinates_of(robot, robot.home);
  const auto size = [&](const NacelleStep& s) {
    double largest = 0.0;
    for (Eigen::Index c = 0; c < s.size(); ++c) {
      const bool angular = c < 6 ? c >= 3 : robot.nacelle.joints[c - 6].revolute;
      largest = std::max(largest, std::abs(s(c)) / (angular ? 1.0 : robot.length));
    }
    return largest;
  };
  pose = robot.home;
  double done = 0.0, stride = 0.25;
  for (int tries = 0; tries < 100 && done < 1.0; ++tries) {
    const double next = std::min(1.0, done + stride);
    const NacelleStep waypoint = start + next * (goal - start);
    if (!find_joints(robot, pose, true, data).ok()) return false;
    eliminate(robot, data);
    NacelleStep predicted = NacelleStep::Zero(robot.nacelle.freedoms());
    for (int k = 0; k < robot.mobility.n; ++k) predicted += (next - done) * (goal - start)(k)*data.Psi.col(k);
    Pose<double> trial = pose;
    const bool closed = Projection(robot, waypoint, data).run(trial);
    if (closed && size(step_between(robot, pose, trial) - predicted) <= 0.005 + 0.3 * size(predicted)) {
      pose = trial;
      done = next;
      stride *= 2.0;
    } else {
      stride *= 0.5;
      if (stride < 0.004) return false;
    }
  }
  return done == 1.0;
}

}  // namespace

double distance_between(const Robot& robot, const Pose<double>& a, const Pose<double>& b) {
  double out = std::max((a.p - b.p).norm() / robot.length, rotation_vector(a.R * b.R.transpose()).norm());
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) {
    const double change = std::abs(nacelle_coordinate(robot, a, static_cast<int>(k)) - nacelle_coordinate(robot, b, static_cast<int>(k)));
    out = std::max(out, robot.nacelle.joints[k].revolute ? std::abs(std::remainder(change, 2.0 * kPi)) : change / robot.length);
  }
  return out;
}

namespace {

// Some leg is followed by Newton and constrains the platform.
bool followed_on_manifold(const Robot& robot) {
  bool out = false;
  for (const Leg& leg : robot.legs) out |= !leg.solver.closed_form && leg.constraints() > 0;
  return out;
}

// Brings legs that are followed by Newton and constrain the platform near a pose along poses on its manifold, where they close: a straight
// way through poses that they cannot take may end in another of their working modes.
void approach(const Robot& robot, const Pose<double>& pose, KinematicsData<double>& data) {
  if (!followed_on_manifold(robot)) return;
  const Pose<double> start = data.latest;
  const int steps = static_cast<int>(std::min(40.0, distance_between(robot, start, pose) / 0.1));
  for (int k = 1; k <= steps; ++k) {
    Pose<double> waypoint = between(robot, start, pose, static_cast<double>(k) / (steps + 1));
    const NacelleStep goal = coordinates_of(robot, waypoint);
    Projection(robot, goal, data).run(waypoint);
  }
}

// Turns a pose as a leg with a closed form and a rigid tip shows it from the platform's position alone, where no rotation is free: a start
// from which Newton's method has no half turn to make. False where no leg does.
bool turn_as_shown(const Robot& robot, Pose<double>& pose, KinematicsData<double>& data) {
  for (const FreeComponent& c : robot.mobility.free)
    if (c.index >= 3 && c.index < 6) return false;
  if (!find_joints(robot, pose, true, data).ok()) return false;
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (const Tip& tip : robot.legs[i].tips)
      if (robot.legs[i].solver.closed_form && tip.kind == TipKind::rigid && tip.nacelle.body == 0) {
        pose.R = tip_frame(tip.leg, data.legs[i].body).R * tip.nacelle.frame.R.transpose();
        return pose.R.allFinite();
      }
  return false;
}

// Where projections that solve leg by leg come no further: joints and pose at once, from the best that they found; where legs are followed
// by Newton and constrain the platform, from seeded starts about home too. A pose that does not close so either is left as it is.
void close_at_once(const Robot& robot, const NacelleStep& goal, Pose<double>& pose, KinematicsData<double>& data) {
  constexpr int kStarts = 12;
  Mechanism mechanism(robot, goal, data);
  bool closed = find_joints(robot, pose, true, data).ok() && mechanism.close();
  std::mt19937_64 random(1);
  for (int start = 0; start < kStarts && !closed && followed_on_manifold(robot); ++start) {
    mechanism.scatter(0.1 * start, random);
    closed = mechanism.close();
  }
  if (!closed) return;
  pose = data.pose;
  data.latest = data.pose;
  for (LegData<double>& leg : data.legs) leg.latest = leg.q;
}

// The pose of these free coordinates where Ψ is constant: the others are multiples of them.
Pose<double> pose_of_constant(const Robot& robot, const NacelleStep& goal) {
  const Mobility& m = robot.mobility;
  const NacelleStep from_home = goal - coordinates_of(robot, robot.home);
  NacelleStep step = NacelleStep::Zero(robot.nacelle.freedoms());
  for (int k = 0; k < m.n; ++k)
    for (Eigen::Index c = 0; c < step.size(); ++c) step(c) += m.Psi(c, k) * from_home(k);
  return moved_by(robot, robot.home, step);
}

}  // namespace

namespace {

// Where Ψ is constant: the dependent components are known, and Newton's method only takes rounding away. A solution elsewhere is not on
// home's side.
Outcome project_constant(const Robot& robot, const NacelleStep& goal, Pose<double>& pose, KinematicsData<double>& data) {
  pose = pose_of_constant(robot, goal);
  Pose<double> found = pose;
  if (Projection(robot, goal, data).run(found) && distance_between(robot, found, pose) < 1e-6) pose = found;
  return position(robot, pose, data);
}

}  // namespace

Outcome project_near(const Robot& robot, Pose<double>& pose, KinematicsData<double>& data) {
  if (robot.mobility.dependent.empty() || !finite(robot, pose)) return position(robot, pose, data);
  const NacelleStep goal = coordinates_of(robot, pose);
  if (robot.mobility.constant) return project_constant(robot, goal, pose, data);
  Projection(robot, goal, data).run(pose);
  return position(robot, pose, data);
}

Outcome project(const Robot& robot, Pose<double>& pose, KinematicsData<double>& data) {
  if (robot.mobility.dependent.empty() || !finite(robot, pose)) return position(robot, pose, data);
  const NacelleStep goal = coordinates_of(robot, pose);
  if (robot.mobility.constant) return project_constant(robot, goal, pose, data);
  approach(robot, pose, data);
  Projection projection(robot, goal, data);
  Pose<double> found = pose, walked;
  bool closed = projection.run(found);
  if (Pose<double> shown = pose; !closed && turn_as_shown(robot, shown, data) && projection.run(shown)) {
    found = shown;
    closed = true;
  }
  const bool from_afar = distance_between(robot, found, pose) > 0.02;  // the start told little of which solution is meant
  const bool by_walking = (!closed || from_afar) && walk_from_home(robot, goal, walked, data);
  if (by_walking) found = walked;
  if (!closed && !by_walking) close_at_once(robot, goal, found, data);
  pose = found;
  return position(robot, pose, data);
}

namespace {

// Turns the dependent joints of the nacelle until the legs close as well as they can, the platform kept.
void settle_nacelle(const Robot& robot, Pose<double>& pose, KinematicsData<double>& data) {
  std::vector<int> joints;
  for (int d : robot.mobility.dependent)
    if (d >= 6) joints.push_back(d);
  if (joints.empty()) return;
  for (int iteration = 0; iteration < 20; ++iteration) {
    if (!find_joints(robot, pose, true, data).ok()) return;
    eliminate(robot, data);
    MatX<double> A(data.C.rows(), static_cast<Eigen::Index>(joints.size()));
    for (std::size_t k = 0; k < joints.size(); ++k) A.col(static_cast<Eigen::Index>(k)) = data.C.col(joints[k]);
    const VecX<double> turn = least_squares(A, data.residual);
    if (!turn.allFinite()) return;
    NacelleStep step = NacelleStep::Zero(robot.nacelle.freedoms());
    for (std::size_t k = 0; k < joints.size(); ++k) step(joints[k]) = turn(static_cast<Eigen::Index>(k));
    const Mat3<double> R = pose.R;
    pose = moved_by(robot, pose, step);
    pose.R = R;
    if (turn.cwiseAbs().maxCoeff() < 1e-14 * std::max(1.0, robot.length)) return;
  }
}

}  // namespace

Outcome project_whole(const Robot& robot, Pose<double>& pose, KinematicsData<double>& data) {
  const Pose<double> given = pose;
  const Outcome projected = project(robot, pose, data);
  if (robot.mobility.dependent.empty()) return projected;
  Pose<double> kept = pose;
  kept.p = given.p;
  kept.R = given.R;
  settle_nacelle(robot, kept, data);
  const Outcome outcome = position(robot, kept, data);
  if (outcome.answered() || outcome.status == Status::type2_singular) {
    pose = kept;
    return outcome;
  }
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

VecX<double> free_coordinates(const Robot& robot, const Pose<double>& pose) { return coordinates_of(robot, pose); }

void free_coordinates(const Robot& robot, const Pose<double>& pose, VecX<double>& out) { out = coordinates_of(robot, pose); }

Pose<double> pose_from_free(const Robot& robot, const VecX<double>& coordinates) {
  VecX<double> step = VecX<double>::Zero(robot.nacelle.freedoms());
  for (int k = 0; k < robot.mobility.n; ++k) {
    const int index = robot.mobility.free[k].index;
    step(index) = coordinates(k) - (index < 3 ? robot.home.p(index) : 0.0);
  }
  return moved(robot, robot.home, step);
}

}  // namespace gough
