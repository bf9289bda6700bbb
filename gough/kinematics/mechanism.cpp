#include "gough/kinematics/mechanism.hpp"

#include <cassert>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/leg_newton.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/kinematics/tip_sides.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/math/rotation.hpp"
#include "gough/math/rotation_jacobian.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough {
namespace {

JointPosition<double> turned(const Joint& joint, const JointPosition<double>& q, double step) {
  if (!joint.revolute) return prismatic_position(q.d + step);
  const JointPosition<double> turn = revolute_position(step);
  return {q.c * turn.c - q.s * turn.s, q.s * turn.c + q.c * turn.s, 0.0};
}

}  // namespace

Mechanism::Mechanism(const Robot& robot, KinematicsData<double>& data) : robot_(robot), data_(data) { size_up(); }

Mechanism::Mechanism(const Robot& robot, const VecX<double>& goal, KinematicsData<double>& data)
    : robot_(robot), data_(data), hold_actuated_(false), goal_(goal) {
  size_up();
}

void Mechanism::size_up() {
  assert(fits(robot_, data_));
  unknowns_ = robot_.nacelle.freedoms();
  for (const Leg& leg : robot_.legs) {
    rows_ += leg.rows;
    for (const Joint& joint : leg.joints) unknowns_ += unknown(joint);
  }
  for (const TreeLoop& loop : robot_.nacelle.loops) loop_rows_ += rows(loop.kind);
  residual_.setZero(rows_ + loop_rows_ + goal_.size());
  jacobian_.setZero(residual_.size(), unknowns_);
}

void Mechanism::set_actuated(const VecX<double>& qa) {
  for (std::size_t a = 0; a < robot_.actuators.size(); ++a) {
    const Actuator& actuator = robot_.actuators[a];
    const Joint& joint = driven_joint(robot_, actuator);
    JointPosition<double>& q = actuator.leg < 0 ? data_.pose.z[actuator.joint] : data_.legs[actuator.leg].q[actuator.joint];
    q = turned(joint, joint.home, qa(a) - joint.home_value);
  }
}

bool Mechanism::close() {
  double error = update(), damping = 1e-6;
  for (int iteration = 0; iteration < 60 && error > 1e-15; ++iteration) {
    VecX<double> step = find_step(damping);
    if (!step.allFinite() || damping > 1e3) break;
    if (const double largest = step.cwiseAbs().maxCoeff(); largest > kLongestStep) step *= kLongestStep / largest;
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

Mechanism::Configuration Mechanism::configuration() const {
  Configuration out{data_.pose, {}};
  for (const LegData<double>& leg : data_.legs) out.q.push_back(leg.q);
  return out;
}

void Mechanism::restore(const Configuration& from) {
  data_.pose = from.pose;
  for (std::size_t i = 0; i < data_.legs.size(); ++i) data_.legs[i].q = from.q[i];
}

void Mechanism::scatter(double spread, std::mt19937_64& random) {
  data_.pose = moved(robot_, robot_.home, [&] {
    VecX<double> step = spread * random_vector(robot_.nacelle.freedoms(), random);
    step.head<3>() *= robot_.length;
    return step;
  }());
  for (std::size_t i = 0; i < robot_.legs.size(); ++i)
    for (int j = 0; j < robot_.legs[i].freedoms(); ++j) {
      const Joint& joint = robot_.legs[i].joints[j];
      data_.legs[i].q[j] = turned(joint, joint.home, spread * (joint.revolute ? kPi : robot_.length) * random_vector(1, random)(0));
    }
}

double Mechanism::update() {
  place_nacelle(robot_, data_);
  int row = 0;
  for (std::size_t i = 0; i < robot_.legs.size(); ++i) {
    place_leg(robot_.legs[i], data_.legs[i]);
    tip_residuals(robot_.legs[i], data_.nacelle, data_.legs[i]);
    residual_.segment(row, robot_.legs[i].rows) = data_.legs[i].residual;
    for_each_row(robot_.legs[i], [&](int r, bool is_length) {
      if (is_length) residual_(row + r) /= robot_.length;
    });
    row += robot_.legs[i].rows;
  }
  loop_residuals(robot_, data_.nacelle, residual_, row);
  for (const TreeLoop& loop : robot_.nacelle.loops) {
    residual_.segment<3>(row) /= robot_.length;
    row += rows(loop.kind);
  }
  if (goal_.size() > 0) {
    const VecX<double> now = free_coordinates(robot_, data_.pose);
    for (Eigen::Index k = 0; k < goal_.size(); ++k)
      residual_(row + k) = (now(k) - goal_(k)) / (robot_.mobility.free[k].angular ? 1.0 : robot_.length);
  }
  return residual_.norm();
}

// Columns: the nacelle's velocity, then the joints that are not held, leg by leg. Rows of a tip: leg end less nacelle end.
void Mechanism::fill_jacobian() {
  const int nv = robot_.nacelle.freedoms();
  jacobian_.setZero();
  int row = 0, column = nv;
  for (std::size_t i = 0; i < robot_.legs.size(); ++i) {
    const Leg& leg = robot_.legs[i];
    LegData<double>& d = data_.legs[i];
    world_rows(robot_, leg, data_.nacelle, d);
    jacobian_.block(row, 0, leg.rows, nv) = -d.B;
    for (int j = 0; j < leg.freedoms(); ++j)
      if (unknown(leg.joints[j])) jacobian_.block(row, column++, leg.rows, 1) = d.J.a.col(j);
    for_each_row(leg, [&](int r, bool is_length) {
      if (is_length) jacobian_.row(row + r) /= robot_.length;
    });
    row += leg.rows;
  }
  MatX<double> loops = MatX<double>::Zero(loop_rows_, nv);
  loop_jacobians(robot_, data_.nacelle, loops, 0);
  jacobian_.block(row, 0, loop_rows_, nv) = -loops;
  for (const TreeLoop& loop : robot_.nacelle.loops) {
    jacobian_.middleRows(row, 3) /= robot_.length;
    row += rows(loop.kind);
  }
  if (goal_.size() > 0) fill_coordinate_rows(row);
  for (int b = robot_.nacelle.first_body(); b < robot_.nacelle.bodies(); ++b)  // held motors of the nacelle
    if (!unknown(robot_.nacelle.joint(b))) jacobian_.col(robot_.nacelle.column(b)).setZero();
}

// Free coordinates: components of the position, of the rotation vector, which moves by J_l⁻¹ ω, and nacelle joints.
void Mechanism::fill_coordinate_rows(int row) {
  const Mat3<double> turning = left_jacobian_inverse(rotation_vector(data_.pose.R * robot_.home.R.transpose()));
  for (Eigen::Index k = 0; k < goal_.size(); ++k) {
    const FreeComponent& c = robot_.mobility.free[k];
    if (c.index >= 3 && c.index < 6) jacobian_.block<1, 3>(row + k, 3) = turning.row(c.index - 3);
    else jacobian_(row + k, c.index) = c.angular ? 1.0 : 1.0 / robot_.length;
  }
}

template <class F>
void Mechanism::each_unknown(const F& f) const {
  const int nv = robot_.nacelle.freedoms();
  for (int c = 0; c < nv; ++c) f(c, robot_.nacelle.angular(c) ? 1.0 : robot_.length);
  int column = nv;
  for (const Leg& leg : robot_.legs)
    for (const Joint& joint : leg.joints)
      if (unknown(joint)) f(column++, joint.revolute ? 1.0 : robot_.length);
}

VecX<double> Mechanism::find_step(double damping) {
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

void Mechanism::move(VecX<double> step) {
  each_unknown([&](int c, double unit) { step(c) *= unit; });
  const int nv = robot_.nacelle.freedoms();
  data_.pose = moved(robot_, data_.pose, step.head(nv));
  int column = nv;
  for (std::size_t i = 0; i < robot_.legs.size(); ++i)
    for (int j = 0; j < robot_.legs[i].freedoms(); ++j)
      if (const Joint& joint = robot_.legs[i].joints[j]; unknown(joint))
        data_.legs[i].q[j] = turned(joint, data_.legs[i].q[j], step(column++));
}

}  // namespace gough
