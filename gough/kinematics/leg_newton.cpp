#include "gough/kinematics/leg_newton.hpp"

#include <algorithm>
#include <cassert>
#include <random>

#include "gough/kinematics/coupling_motion.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/kinematics/tip_sides.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough {
namespace {

constexpr int kLegStarts = 60;  // of a search

void step_joint(const Joint& joint, double step, double length, JointPosition<double>& q) {
  if (!joint.revolute) {
    q.d += step * length;
    return;
  }
  const double c = std::cos(step), s = std::sin(step);
  q = {q.c * c - q.s * s, q.s * c + q.c * s, 0.0};
  const double norm = std::hypot(q.c, q.s);
  q.c /= norm;
  q.s /= norm;
}

// Residuals and Jacobian with lengths over the robot's: rows of points are divided by it, and so slides are counted in it.
class ScaledLeg {
 public:
  ScaledLeg(const Robot& robot, const Leg& leg, const NacelleData<double>& nacelle, LegData<double>& data)
      : leg_(leg),
        nacelle_(nacelle),
        data_(data),
        length_(std::exp2(std::round(std::log2(robot.length)))),
        residual_(data.residual.size()) {}

  double update() {
    place_leg(leg_, data_);
    tip_residuals(leg_, nacelle_, data_);
    residual_ = data_.residual;
    for_each_row(leg_, [&](int row, bool is_length) {
      if (is_length) residual_(row) /= length_;
    });
    return residual_.norm();
  }

  // Levenberg-Marquardt step, solved as a least-squares problem: [J; √λ 1] δ = [−r; 0].
  const VecX<double>& step(double damping) {
    tip_jacobian(leg_, nacelle_, data_);
    const int n = leg_.freedoms(), m = static_cast<int>(residual_.size());
    stacked_.resize(m + n, n);
    stacked_.a.topRows(m) = data_.J.a;
    for_each_row(leg_, [&](int row, bool is_length) {
      if (is_length) stacked_.a.row(row) /= length_;
    });
    for (int j = 0; j < n; ++j) {
      if (!leg_.joints[j].revolute) stacked_.a.col(j) *= length_;
      stacked_.a(m + j, j) = std::sqrt(damping);
    }
    step_.setZero(m + n);
    step_.head(m) = -residual_;
    factor(stacked_);
    apply_qt(stacked_, step_);
    solve_r(stacked_, step_);
    step_.conservativeResize(n);
    return step_;
  }

  void move(const VecX<double>& step) {
    for (int j = 0; j < leg_.freedoms(); ++j) step_joint(leg_.joints[j], step(j), length_, data_.q[j]);
    follow_couplings(leg_, data_.q);
  }

  double largest_residual() const { return residual_.cwiseAbs().maxCoeff(); }

 private:
  const Leg& leg_;
  const NacelleData<double>& nacelle_;
  LegData<double>& data_;
  double length_;  // of the robot, as a power of two: dividing by it does not round
  VecX<double> residual_, step_;
  HouseholderQr<double> stacked_;
};

// Motion between two positions of a leg, in radians and robot lengths.
VecX<double> joint_changes(const Leg& leg, double length, const std::vector<JointPosition<double>>& a,
                           const std::vector<JointPosition<double>>& b) {
  VecX<double> out(leg.freedoms());
  for (int j = 0; j < leg.freedoms(); ++j)
    out(j) = leg.joints[j].revolute ? std::atan2(b[j].s * a[j].c - b[j].c * a[j].s, b[j].c * a[j].c + b[j].s * a[j].s)
                                    : (b[j].d - a[j].d) / length;
  return out;
}

// Of the joints' motions; those of followers are others' times a ratio.
double largest(const Leg& leg, const VecX<double>& v) {
  double out = 0.0;
  for (int j = 0; j < leg.freedoms(); ++j)
    if (!(std::abs(v(j)) <= out) && !is_follower(leg, j)) out = std::abs(v(j));
  return out;
}

// What the joints do, to first order, when the nacelle moves from one pose to another: J δq = B δ. Reads bodies at the first pose.
VecX<double> predicted_changes(const Robot& robot, const Leg& leg, const Pose<double>& from, const Pose<double>& to,
                               const NacelleData<double>& nacelle, LegData<double>& data) {
  VecX<double> twist(robot.nacelle.freedoms());
  twist.head<3>() = to.p - from.p;
  twist.segment<3>(3) = rotation_vector(to.R * from.R.transpose());
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k)
    twist(6 + static_cast<Eigen::Index>(k)) =
        std::atan2(to.z[k].s * from.z[k].c - to.z[k].c * from.z[k].s, to.z[k].c * from.z[k].c + to.z[k].s * from.z[k].s) + to.z[k].d -
        from.z[k].d;
  world_rows(robot, leg, nacelle, data);
  VecX<double> right = data.B * twist;
  MatX<double> J = data.J.a;
  for_each_row(leg, [&](int row, bool is_length) {
    if (!is_length) return;
    right(row) /= robot.length;
    J.row(row) /= robot.length;
  });
  for (int j = 0; j < leg.freedoms(); ++j)
    if (!leg.joints[j].revolute) J.col(j) *= robot.length;
  return least_squares(J, right);
}

// Sign of det J of a leg with as many rows as joints, which a leg that keeps its working mode keeps; 1 for any other.
int orientation(const Leg& leg, const NacelleData<double>& nacelle, LegData<double>& data) {
  if (leg.constraints() != 0) return 1;
  tip_jacobian(leg, nacelle, data);
  return determinant(data.J.a) < 0.0 ? -1 : 1;
}

// Whether a leg passed no singularity between two near positions, J before and now: its columns still span the same side.
bool same_side(const MatX<double>& before, const Leg& leg, const NacelleData<double>& nacelle, LegData<double>& data) {
  tip_jacobian(leg, nacelle, data);
  return determinant(before.transpose() * data.J.a) > 0.0;
}

// A pose of the nacelle, and a leg's joints there.
struct LegStart {
  const Pose<double>& pose;
  const std::vector<JointPosition<double>>& q;

  // To the last bit: the way that starts there is the same.
  bool operator==(const LegStart& b) const {
    const auto equal = [](const auto& x, const auto& y) { return x.c == y.c && x.s == y.s && x.d == y.d; };
    return pose.p == b.pose.p && pose.R == b.pose.R && std::ranges::equal(pose.z, b.pose.z, equal) && std::ranges::equal(q, b.q, equal);
  }
};

// Follows one leg from a start to data.pose, in as many steps as its joints need to move little in each.
Outcome follow_leg(const Robot& robot, int index, const LegStart& start, bool nearest, KinematicsData<double>& data) {
  const Leg& leg = robot.legs[index];
  LegData<double>& d = data.legs[index];
  const Pose<double> goal = data.pose;
  double done = 0.0, stride = 1.0;
  Outcome outcome;
  d.q = start.q;
  data.pose = start.pose;
  place_nacelle(robot, data);
  place_leg(leg, d);
  Pose<double> at = start.pose;
  for (int tries = 0; tries < 200 && done < 1.0; ++tries) {
    const std::vector<JointPosition<double>> before = d.q;
    const double next = std::min(1.0, done + stride);
    const Pose<double> waypoint = next == 1.0 ? goal : between(robot, start.pose, goal, next);
    const VecX<double> predicted = predicted_changes(robot, leg, at, waypoint, data.nacelle, d);
    const MatX<double> J = d.J.a;
    data.pose = waypoint;
    place_nacelle(robot, data);
    outcome = newton_leg(robot, leg, data.nacelle, d);
    // half way the pose may be off the manifold, where the leg can only come near
    const bool near = outcome.ok() || ((next < 1.0 || nearest) && leg.constraints() > 0);
    const VecX<double> made = joint_changes(leg, robot.length, before, d.q);
    const bool as_predicted = largest(leg, made) < 0.5 && largest(leg, made - predicted) <= 0.01 + 0.2 * largest(leg, predicted);
    if (near && as_predicted && same_side(J, leg, data.nacelle, d)) {
      done = next;
      at = waypoint;
      stride *= 2.0;
    } else {
      d.q = before;
      data.pose = at;
      place_nacelle(robot, data);
      place_leg(leg, d);
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

std::vector<JointPosition<double>> home_positions(const Leg& leg) {
  std::vector<JointPosition<double>> home;
  for (const Joint& joint : leg.joints) home.push_back(joint.home);
  return home;
}

// Where the straight way from home leads nowhere, though another may: from seeded starts about home, in growing circles, the solution
// nearest to home that is on its side of the leg's singularities.
Outcome search_leg(const Robot& robot, int index, KinematicsData<double>& data, const Outcome& failed) {
  const Leg& leg = robot.legs[index];
  LegData<double>& d = data.legs[index];
  const std::vector<JointPosition<double>> home = home_positions(leg);
  KinematicsData<double> at_home(robot);
  place_nacelle(robot, at_home);
  place_leg(leg, at_home.legs[index]);
  const int side = orientation(leg, at_home.nacelle, at_home.legs[index]);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  std::vector<JointPosition<double>> best;
  double least = kInfinity;
  for (int start = 0; start < kLegStarts; ++start) {
    d.q = home;
    const double spread = kPi * (start + 1) / kLegStarts;
    for (int j = 0; j < leg.freedoms(); ++j) step_joint(leg.joints[j], spread * uniform(random), robot.length, d.q[j]);
    if (!newton_leg(robot, leg, data.nacelle, d).ok() || orientation(leg, data.nacelle, d) != side) continue;
    const double change = largest(leg, joint_changes(leg, robot.length, home, d.q));
    if (change >= least) continue;
    least = change;
    best = d.q;
  }
  if (best.empty()) return failed;
  d.q = best;
  return newton_leg(robot, leg, data.nacelle, d);
}

}  // namespace

Outcome find_leg(const Robot& robot, int index, bool nearest, KinematicsData<double>& data) {
  assert(has_leg(robot, index));
  assert(fits(robot, data));
  const LegData<double>& d = data.legs[index];
  const std::vector<JointPosition<double>> home = home_positions(robot.legs[index]);
  const LegStart latest{data.latest, d.latest}, followed{data.followed, d.followed}, at_home{robot.home, home};
  Outcome outcome = follow_leg(robot, index, latest, nearest, data);
  if (!outcome.ok() && followed != latest) outcome = follow_leg(robot, index, followed, nearest, data);
  if (!outcome.ok() && at_home != latest && at_home != followed) outcome = follow_leg(robot, index, at_home, nearest, data);
  return outcome.ok() || nearest ? outcome : search_leg(robot, index, data, outcome);
}

Outcome newton_leg(const Robot& robot, const Leg& leg, const NacelleData<double>& nacelle, LegData<double>& data) {
  assert(fits(robot.nacelle, nacelle));
  assert(fits(leg, data));
  ScaledLeg scaled(robot, leg, nacelle, data);
  double error = scaled.update();
  double damping = 1e-6;
  int idle = 0;   // iterations without progress: rounding is reached
  int still = 0;  // accepted steps in a row that brought nearly nothing: a least distance that is not 0
  for (int iteration = 0; iteration < 200 && error > 1e-15 && idle < 3 && still < 5; ++iteration) {
    VecX<double> step = scaled.step(damping);
    if (!step.allFinite() || damping > 1e3) break;
    const double longest = largest(leg, step);
    if (longest > kLongestStep) step *= kLongestStep / longest;
    const std::vector<JointPosition<double>> before = data.q;
    scaled.move(step);
    const double now = scaled.update();
    if (now < error) {
      idle = now > 0.5 * error ? idle + (error < 1e-12 || longest < 1e-12) : 0;
      still = now > (1.0 - 1e-4) * error && error > kClosed ? still + 1 : 0;
      error = now;
      damping = std::max({damping * 0.05, 1e-4 * error * error, 1e-18});
    } else {
      data.q = before;
      scaled.update();
      if (error < kClosed) ++idle;
      damping *= 20.0;
    }
  }
  const double open = scaled.largest_residual();
  const bool closed = open <= kClosed && tips_aligned(leg, nacelle, data);
  return {closed ? Status::ok : Status::unreachable, open};
}

}  // namespace gough
