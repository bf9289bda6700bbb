#include "gough/kinematics/projection.hpp"

#include <cassert>
#include <random>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/free_turns.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/leg_newton.hpp"
#include "gough/kinematics/mechanism.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/math/rotation.hpp"
#include "gough/math/rotation_jacobian.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough {
namespace {

constexpr double kRounding = 1e-12;  // of the robot's length: residuals below are near what rounding leaves
constexpr int kIterations = 100;     // of Newton's method
constexpr double kSettled = 2e-15;   // likewise: residuals below are what rounding leaves of a pose that is known

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
    for (const LegLoop& loop : robot.legs[i].loops) row = add(loop.kind, data.legs[i].residual, row);
    for (const Coupling& coupling : robot.legs[i].couplings)
      sum += std::pow(data.legs[i].residual(row++) / (robot.legs[i].joints[coupling.joint].revolute ? 1.0 : robot.length), 2);
  }
  loop_residuals(robot, data.nacelle, data.residual, 0);
  int row = 0;
  for (const TreeLoop& loop : robot.nacelle.loops) row = add(loop.kind, data.residual, row);
  return sum;
}

// Brings the dependent components of a pose onto the platform's manifold and its free coordinates to a goal, by Newton's method with
// steps halved until the residual falls.
class Projection {
 public:
  Projection(const Robot& robot, const NacelleStep& goal, KinematicsData<double>& data)
      : robot_(robot), goal_(goal), data_(data), turns_(robot.mobility) {
    for (int k = 0; k < turns_.count(); ++k) goal_turn_(turns_.axis(k)) = goal(turns_.component(k));
  }

  // From `pose`; leaves the best pose there and in `data`. False where no step lowers what is still open.
  bool run(Pose<double>& pose) {
    Pose<double> best = pose;
    NacelleStep step = NacelleStep::Zero(robot_.nacelle.freedoms());
    double least = kInfinity, part = 1.0;
    int idle = 0;   // steps in a row that brought little: rounding is reached
    int still = 0;  // likewise nearly nothing: a least distance that is not 0
    for (int iteration = 0; iteration < kIterations && still < 5; ++iteration) {
      const double open = residual(pose);
      if (!(open < least)) {  // or no number
        part *= 0.5;
        if (least == kInfinity || least < kRounding || part < 1e-3) break;
        pose = moved(robot_, best, part * step);
        continue;
      }
      idle = open > 0.5 * least && open < kRounding ? idle + 1 : 0;
      still = open > (1.0 - 1e-3) * least && open > kRounding ? still + 1 : 0;
      best = pose;
      least = open;
      const bool too_far = left_ > kLongestStep * (kIterations - iteration);
      if (open < 1e-16 || idle >= 2 || too_far || !find_step(best, step)) break;
      part = 1.0;
      pose = moved(robot_, best, step);
    }
    pose = best;
    return least < kRounding;
  }

  // What is open of the loops and of the goal, over the robot's length; infinite where a leg is lost.
  double residual(const Pose<double>& pose) {
    if (!find_joints(robot_, pose, true, data_).ok()) return kInfinity;
    double square = open_square(robot_, data_);
    left_ = 0.0;
    const Vec3<double> turn = turn_from_home(robot_, pose, goal_turn_);
    for (int k = 0; k < robot_.mobility.n; ++k) {
      const double e = error(pose, turn, k) / (robot_.mobility.free[k].angular ? 1.0 : robot_.length);
      square += e * e;
      if (robot_.mobility.free[k].index < 3) left_ = std::max(left_, std::abs(e));
    }
    return std::sqrt(square);
  }

 private:
  const Robot& robot_;
  const NacelleStep& goal_;
  KinematicsData<double>& data_;
  Vec3<double> goal_turn_ = Vec3<double>::Zero();  // its free components
  double left_ = 0.0;                              // the longest way to the goal along an axis, robot lengths
  FreeTurns turns_;

  // Distance of a free coordinate from its goal.
  double error(const Pose<double>& pose, const Vec3<double>& turn, int k) const {
    const int c = robot_.mobility.free[k].index;
    return goal_(k) - (c < 3 ? pose.p(c) : c < 6 ? turn(c - 3) : nacelle_coordinate(robot_, pose, c - 6));
  }

  // At the pose whose residual was found last. d: C_d d = residual; and on it Ψ a, so that the free coordinates come to the goal. Those of
  // a rotation move by J_l⁻¹ ω.
  bool find_step(const Pose<double>& pose, NacelleStep& step) {
    eliminate(robot_, data_);
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
    if (turns_.count() > 0) add_free_turns(pose, turn, step);
    if (!step.allFinite()) return false;
    if (const double largest = size_of(robot_, step); largest > kLongestStep) step *= kLongestStep / largest;
    return true;
  }

  void add_free_turns(const Pose<double>& pose, const Vec3<double>& turn, NacelleStep& step) const {
    Mat3<double> by_rate = Mat3<double>::Zero();
    Vec3<double> wanted = Vec3<double>::Zero();
    for (int k = 0; k < turns_.count(); ++k) {
      by_rate.col(k) = data_.Psi.col(turns_.component(k)).segment<3>(3);
      wanted(k) = error(pose, turn, turns_.component(k));
    }
    const Vec3<double> a = turns_.rates(left_jacobian_inverse(turn), step.segment<3>(3), by_rate, wanted);
    for (int k = 0; k < turns_.count(); ++k) step += a(k) * data_.Psi.col(turns_.component(k));
  }
};

// From home to the goal in steps that Newton's method takes and that go where Ψ points, so that the pose stays on home's side of what it
// might fold over; false where one is too short.
bool walk_from_home(const Robot& robot, const NacelleStep& goal, Pose<double>& pose, KinematicsData<double>& data) {
  const NacelleStep start = free_coordinates(robot, robot.home);
  pose = robot.home;
  double done = 0.0, stride = 0.25;
  for (int tries = 0; tries < 100 && done < 1.0; ++tries) {
    const double next = std::min(1.0, done + stride);
    const NacelleStep waypoint = start + next * (goal - start);
    if (!find_joints(robot, pose, true, data).ok()) return false;
    eliminate(robot, data);
    NacelleStep predicted = NacelleStep::Zero(robot.nacelle.freedoms());
    for (int k = 0; k < robot.mobility.n; ++k) predicted += (next - done) * (goal - start)(k)*data.Psi.col(k);
    Pose<double> trial = moved(robot, pose, predicted);
    const bool closed = Projection(robot, waypoint, data).run(trial);
    if (closed && size_of(robot, step_between(robot, pose, trial) - predicted) <= 0.005 + 0.3 * size_of(robot, predicted)) {
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

namespace {

// Some leg is followed by Newton and constrains the platform.
bool followed_on_manifold(const Robot& robot) {
  bool out = false;
  for (const Leg& leg : robot.legs) out |= !leg.solver.closed_form && leg.constraints() > 0;
  return out;
}

}  // namespace

void approach(const Robot& robot, const Pose<double>& pose, KinematicsData<double>& data) {
  assert(fits(robot, data));
  if (!followed_on_manifold(robot)) return;
  const Pose<double> start = data.latest;
  const int steps = static_cast<int>(std::min(40.0, distance_between(robot, start, pose) / 0.1));
  for (int k = 1; k <= steps; ++k) {
    Pose<double> waypoint = between(robot, start, pose, static_cast<double>(k) / (steps + 1));
    const NacelleStep goal = free_coordinates(robot, waypoint);
    Projection(robot, goal, data).run(waypoint);
  }
}

namespace {

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

// Where Ψ is constant: the dependent components are known, and Newton's method only takes away what is more than rounding. A solution
// elsewhere is not on home's side.
Outcome project_constant(const Robot& robot, const NacelleStep& goal, Pose<double>& pose, KinematicsData<double>& data) {
  pose = constant_pose(robot, goal.data());
  Pose<double> found = pose;
  Projection projection(robot, goal, data);
  if (!(projection.residual(pose) < kSettled) && projection.run(found) && distance_between(robot, found, pose) < 1e-6) pose = found;
  return position(robot, pose, data);
}

}  // namespace

Outcome project_near(const Robot& robot, Pose<double>& pose, KinematicsData<double>& data) {
  assert(fits(robot, data));
  if (robot.mobility.dependent.empty() || !is_pose(robot, pose)) return position(robot, pose, data);
  const NacelleStep goal = free_coordinates(robot, pose);
  if (robot.mobility.constant) return project_constant(robot, goal, pose, data);
  Projection(robot, goal, data).run(pose);
  return position(robot, pose, data);
}

Outcome project(const Robot& robot, Pose<double>& pose, KinematicsData<double>& data) {
  assert(fits(robot, data));
  if (robot.mobility.dependent.empty() || !is_pose(robot, pose)) return position(robot, pose, data);
  const NacelleStep goal = free_coordinates(robot, pose);
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
    pose = moved(robot, pose, step);
    pose.R = R;
    if (turn.cwiseAbs().maxCoeff() < 1e-14 * std::max(1.0, robot.length)) return;
  }
}

// Whether the platform's pose alone tells every joint: nothing is followed by Newton, and no joint of the nacelle depends on it.
bool is_told_by_platform(const Robot& robot) {
  bool told = robot.has_closed_forms();
  for (int component : robot.mobility.dependent) told &= component < 6;
  return told && !robot.mobility.dependent.empty();
}

}  // namespace

Outcome project_whole(const Robot& robot, Pose<double>& pose, KinematicsData<double>& data) {
  assert(fits(robot, data));
  const Pose<double> given = pose;
  if (is_told_by_platform(robot))
    if (const Outcome outcome = position(robot, given, data); outcome.has_position()) return outcome;
  const Outcome projected = project(robot, pose, data);
  if (robot.mobility.dependent.empty()) return projected;
  Pose<double> kept = pose;
  kept.p = given.p;
  kept.R = given.R;
  settle_nacelle(robot, kept, data);
  const Outcome outcome = position(robot, kept, data);
  if (outcome.has_position()) {
    pose = kept;
    return outcome;
  }
  return position(robot, pose, data);
}

}  // namespace gough
