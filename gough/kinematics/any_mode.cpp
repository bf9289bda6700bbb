#include "gough/kinematics/any_mode.hpp"

#include <random>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/forward_geometry.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

constexpr int kStarts = 60, kEnough = 8;  // starts to try, and solutions to choose from
constexpr double kClosed = 1e-11;         // rad, or robot lengths
constexpr double kLongest = 0.5;          // longest step of an unknown, likewise

JointPosition<double> turned(const Joint& joint, const JointPosition<double>& q, double step) {
  if (!joint.revolute) return prismatic_position(q.d + step);
  const JointPosition<double> turn = revolute_position(step);
  return {q.c * turn.c - q.s * turn.s, q.s * turn.c + q.c * turn.s, 0.0};
}

// All tips and loops at once, with passive joints and the nacelle's pose unknown. Lengths are over the robot's.
class Mechanism {
 public:
  Mechanism(const Robot& robot, KinematicsData<double>& data) : robot_(robot), data_(data) {
    unknowns_ = robot.nacelle.freedoms();
    for (const Leg& leg : robot.legs) {
      rows_ += leg.rows;
      for (const Joint& joint : leg.joints) unknowns_ += joint.actuator < 0;
    }
    for (const NacelleLoop& loop : robot.nacelle.loops) loop_rows_ += rows(loop.kind);
    residual_.setZero(rows_ + loop_rows_);
    jacobian_.setZero(rows_ + loop_rows_, unknowns_);
  }

  void set_actuated(const VecX<double>& qa) {
    for (std::size_t a = 0; a < robot_.actuators.size(); ++a) {
      const Actuator& actuator = robot_.actuators[a];
      const Joint& joint = robot_.legs[actuator.leg].joints[actuator.joint];
      data_.legs[actuator.leg].q[actuator.joint] = turned(joint, joint.home, qa(a) - joint.home_value);
    }
  }

  // Damped Gauss-Newton from where `data` stands; whether everything closes. `data` is left there.
  bool close() {
    double error = update(), damping = 1e-6;
    for (int iteration = 0; iteration < 60 && error > 1e-15; ++iteration) {
      VecX<double> step = find_step(damping);
      if (!step.allFinite() || damping > 1e3) break;
      if (const double largest = step.cwiseAbs().maxCoeff(); largest > kLongest) step *= kLongest / largest;
      const Configuration before = configuration();
      move(step);
      const double now = update();
      if (now < error) {
        if (now > 0.5 * error && error < 1e-12) break;
        error = now;
        damping = std::max(0.05 * damping, 1e-18);
      } else {
        restore(before);
        update();
        if (error < kClosed) break;
        damping *= 20.0;
      }
    }
    gap_ = residual_.cwiseAbs().maxCoeff();
    bool aligned = true;
    for (std::size_t i = 0; i < robot_.legs.size(); ++i) aligned &= tips_aligned(robot_.legs[i], data_.nacelle, data_.legs[i]);
    return gap_ < kClosed && aligned;
  }

  double gap() const { return gap_; }

  // Pose and joints, to come back to.
  struct Configuration {
    Pose<double> pose;
    std::vector<std::vector<JointPosition<double>>> q;
  };
  Configuration configuration() const {
    Configuration out{data_.pose, {}};
    for (const LegData<double>& leg : data_.legs) out.q.push_back(leg.q);
    return out;
  }
  void restore(const Configuration& from) {
    data_.pose = from.pose;
    for (std::size_t i = 0; i < data_.legs.size(); ++i) data_.legs[i].q = from.q[i];
  }

  // Joints and pose drawn about home.
  void scatter(std::mt19937_64& random) {
    data_.pose = moved(robot_, robot_.home, [&] {
      VecX<double> step = random_vector(robot_.nacelle.freedoms(), random);
      step.head<3>() *= robot_.length;
      return step;
    }());
    for (std::size_t i = 0; i < robot_.legs.size(); ++i)
      for (int j = 0; j < robot_.legs[i].freedoms(); ++j) {
        const Joint& joint = robot_.legs[i].joints[j];
        data_.legs[i].q[j] = turned(joint, joint.home, (joint.revolute ? kPi : robot_.length) * random_vector(1, random)(0));
      }
  }

 private:
  const Robot& robot_;
  KinematicsData<double>& data_;
  int unknowns_ = 0, rows_ = 0, loop_rows_ = 0;
  VecX<double> residual_;
  MatX<double> jacobian_;
  double gap_ = kInfinity;

  double update() {
    place_nacelle(robot_, data_);
    int row = 0;
    for (std::size_t i = 0; i < robot_.legs.size(); ++i) {
      place_leg(robot_.legs[i], data_.legs[i]);
      tip_residuals(robot_.legs[i], data_.nacelle, data_.legs[i]);
      residual_.segment(row, robot_.legs[i].rows) = data_.legs[i].residual;
      for (const Tip& tip : robot_.legs[i].tips) {
        residual_.segment<3>(row) /= robot_.length;
        row += rows(tip.kind);
      }
    }
    loop_residuals(robot_, data_.nacelle, residual_, row);
    for (const NacelleLoop& loop : robot_.nacelle.loops) {
      residual_.segment<3>(row) /= robot_.length;
      row += rows(loop.kind);
    }
    return residual_.norm();
  }

  // Columns: the nacelle's velocity, then the passive joints, leg by leg. Rows of a tip: leg end less nacelle end.
  void fill_jacobian() {
    const int nv = robot_.nacelle.freedoms();
    jacobian_.setZero();
    int row = 0, column = nv;
    for (std::size_t i = 0; i < robot_.legs.size(); ++i) {
      const Leg& leg = robot_.legs[i];
      LegData<double>& d = data_.legs[i];
      world_rows(robot_, leg, data_.nacelle, d);
      jacobian_.block(row, 0, leg.rows, nv) = -d.B;
      for (int j = 0; j < leg.freedoms(); ++j)
        if (leg.joints[j].actuator < 0) jacobian_.block(row, column++, leg.rows, 1) = d.J.a.col(j);
      for (const Tip& tip : leg.tips) {
        jacobian_.middleRows(row, 3) /= robot_.length;
        row += rows(tip.kind);
      }
    }
    MatX<double> loops = MatX<double>::Zero(loop_rows_, nv);
    loop_jacobians(robot_, data_.nacelle, loops, 0);
    jacobian_.block(row, 0, loop_rows_, nv) = -loops;
    for (const NacelleLoop& loop : robot_.nacelle.loops) {
      jacobian_.middleRows(row, 3) /= robot_.length;
      row += rows(loop.kind);
    }
  }

  // Calls f with the column and size of one unit of every unknown: a robot length, or a radian.
  template <class F>
  void each_unknown(const F& f) const {
    const int nv = robot_.nacelle.freedoms();
    for (int c = 0; c < nv; ++c) f(c, c < 3 || (c >= 6 && !robot_.nacelle.joints[c - 6].revolute) ? robot_.length : 1.0);
    int column = nv;
    for (const Leg& leg : robot_.legs)
      for (const Joint& joint : leg.joints)
        if (joint.actuator < 0) f(column++, joint.revolute ? 1.0 : robot_.length);
  }

  VecX<double> find_step(double damping) {
    fill_jacobian();
    const Eigen::Index m = residual_.size();
    MatX<double> stacked = MatX<double>::Zero(m + unknowns_, unknowns_);
    stacked.topRows(m) = jacobian_;
    each_unknown([&](int c, double unit) {
      stacked.col(c) *= unit;
      stacked(m + c, c) = std::sqrt(damping);
    });
    VecX<double> right = VecX<double>::Zero(m + unknowns_);
    right.head(m) = -residual_;
    return least_squares(stacked, right);
  }

  void move(VecX<double> step) {
    each_unknown([&](int c, double unit) { step(c) *= unit; });
    const int nv = robot_.nacelle.freedoms();
    data_.pose = moved(robot_, data_.pose, step.head(nv));
    int column = nv;
    for (std::size_t i = 0; i < robot_.legs.size(); ++i)
      for (int j = 0; j < robot_.legs[i].freedoms(); ++j)
        if (const Joint& joint = robot_.legs[i].joints[j]; joint.actuator < 0)
          data_.legs[i].q[j] = turned(joint, data_.legs[i].q[j], step(column++));
  }
};

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

double distance(const Robot& robot, const Pose<double>& a, const Pose<double>& b) {
  return (a.p - b.p).norm() / robot.length + rotation_vector(a.R * b.R.transpose()).norm();
}

// From seeded starts, the closed configuration nearest to `start`.
bool search(const Robot& robot, const VecX<double>& goal, const Pose<double>& start, Mechanism& mechanism, KinematicsData<double>& data,
            double& gap) {
  std::mt19937_64 random(1);
  Mechanism::Configuration best = mechanism.configuration();
  double nearest = kInfinity;
  int found = 0;
  for (int k = 0; k < kStarts && found < kEnough; ++k) {
    mechanism.scatter(random);
    mechanism.set_actuated(goal);
    const bool closed = mechanism.close();
    gap = std::min(gap, mechanism.gap());
    found += closed;
    if (!closed || !(distance(robot, data.pose, start) < nearest)) continue;
    nearest = distance(robot, data.pose, start);
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
