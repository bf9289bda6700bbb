#include <fmt/format.h>

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/dynamics/elements.hpp"
#include "gough/dynamics/energy.hpp"
#include "gough/dynamics/orthogonal_complement.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/reactions.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/linear_algebra.hpp"
#include "tests/agreement/robot_check.hpp"
#include "tests/oracles/maximal_coordinates.hpp"

// Rates, efforts, energies and reactions of a random robot.
namespace gough::test {
namespace {

constexpr double kForceTolerance = 1e-8;

V3 velocity_at(const oracle::Twist& V, const V3& point) { return V3(V.tail<3>()) + V3(V.head<3>()).cross(point); }

// Largest difference, relative to the largest value or to `least`.
double relative(const VecX<double>& a, const VecX<double>& b, double least = 0.0) {
  if (a.size() == 0) return 0.0;
  if (!a.allFinite()) return kInfinity;
  return (a - b).cwiseAbs().maxCoeff() / std::max({b.cwiseAbs().maxCoeff(), least, 1e-300});
}

}  // namespace

void RobotCheck::rates() {
  velocity(robot_, Vr_, at_);
  acceleration(robot_, dVr_, at_);
  const int legs = linkage_.platform();
  VecX<double> dq(legs), ddq(legs);
  int axis = 0;
  for (std::size_t i = 0; i < robot_.legs.size(); ++i)
    for (int j = 0; j < robot_.legs[i].freedoms(); ++j, ++axis) {
      const double unit = robot_.legs[i].joints[j].revolute ? 1.0 : s_;
      dq(axis) = at_.legs[i].dq(j) / unit;
      ddq(axis) = at_.legs[i].ddq(j) / unit;
    }
  ledger_.compare("joint rates", relative(dq, truth_.u.head(legs), truth_.u.cwiseAbs().maxCoeff()), tolerance());
  ledger_.compare("joint accelerations", relative(ddq, truth_.du.head(legs), truth_.du.cwiseAbs().maxCoeff()), tolerance());
  // of every body, at its frame's origin
  VecX<double> v(6 * linkage_.bodies()), a(v.size()), v_true(v.size()), a_true(v.size());
  for (int b = 0, leg = 0, j = 0; b < linkage_.bodies(); ++b, ++j) {
    while (leg < static_cast<int>(robot_.legs.size()) && j == robot_.legs[leg].freedoms()) {
      ++leg;
      j = 0;
    }
    const bool on_leg = leg < static_cast<int>(robot_.legs.size());
    const Motion<double>& V = on_leg ? at_.legs[leg].velocity[j] : at_.nacelle.velocity[j];
    const Motion<double>& A = on_leg ? at_.legs[leg].acceleration[j] : at_.nacelle.acceleration[j];
    const V3 p = body(at_, b).p / s_, w = truth_.twist[b].head<3>();
    v.segment<6>(6 * b) << V.angular, V.linear / s_;
    a.segment<6>(6 * b) << A.angular, A.linear / s_;
    v_true.segment<6>(6 * b) << w, velocity_at(truth_.twist[b], p);
    a_true.segment<6>(6 * b) << truth_.rate[b].head<3>(), velocity_at(truth_.rate[b], p) + w.cross(velocity_at(truth_.twist[b], p));
  }
  ledger_.compare("body velocities", relative(v, v_true), tolerance());
  ledger_.compare("body accelerations", relative(a, a_true), tolerance());
}

void RobotCheck::efforts() {
  DynamicsData<double> data(robot_);
  const double force = truth_.force.cwiseAbs().maxCoeff();
  if (sketch_.underactuated) {
    VecX<double> effort(linkage_.actuators());
    for (Eigen::Index a = 0; a < effort.size(); ++a) effort(a) = 0.3 * force * ((a % 2) ? -1.0 : 1.0) / double(a + 1);
    const VecX<double> du = linkage_.direct(truth_, effort);
    direct(effort, linkage_.nacelle_rows(here_, free_) * (du - truth_.du) + dVr_.cwiseQuotient(free_unit()));
    return;
  }
  const auto agrees = [&](char letter) {
    ledger_.compare(fmt::format("efforts {}", letter), relative(from_si(data.effort), truth_.effort, 0.1 * force), tolerance());
  };
  virtual_work::inverse_dynamics(robot_, load_, at_, data);
  agrees('V');
  platform_legs::inverse_dynamics(robot_, load_, at_, data);
  agrees('P');
  orthogonal_complement::inverse_dynamics(robot_, load_, at_, data);
  agrees('N');
  if (const std::string name = elements::missing_element(robot_, load_); !name.empty()) {
    ++ledger_.family(sketch_.family).without_elements;
    KinematicsData<double> k(robot_);
    try {
      if (inverse_dynamics(robot_, Formulation::elements, load_, at_.pose, Vr_, dVr_, k, data).ok()) ledger_.fail("E not refused", name);
    } catch (const InputError& error) {
      if (std::string(error.what()).find(name) == std::string::npos) ledger_.fail("E refused", error.what());
    }
  } else {
    elements::inverse_dynamics(robot_, load_, at_, data);
    agrees('E');
  }
  direct(truth_.effort, dVr_.cwiseQuotient(free_unit()));
  energies(to_si(truth_.effort));
  // with the library's own efforts, as users have them: the oracle's, of joints that rounding puts elsewhere by ε/d, belong to another
  // motion
  platform_legs::inverse_dynamics(robot_, load_, at_, data);
  reaction_wrenches(data.effort, truth_);
}

void RobotCheck::direct(const VecX<double>& effort, const VecX<double>& expected) {
  DynamicsData<double> data(robot_);
  const VecX<double> si = to_si(effort);
  // Rounding ε/d² of the rates at the distance d from a singularity makes as large a part of the forces, before they cancel, err: it moves
  // the robot by so much of what they all could.
  const double d = distance_;
  const double least = 1e-6 / (d * d) * linkage_.answer(truth_, linkage_.nacelle_rows(here_, free_));
  platform_legs::direct_dynamics(robot_, load_, si, at_, data);
  ledger_.compare("direct P", relative(data.acceleration.cwiseQuotient(free_unit()), expected, least), tolerance());
  orthogonal_complement::direct_dynamics(robot_, load_, si, at_, data);
  ledger_.compare("direct N", relative(data.acceleration.cwiseQuotient(free_unit()), expected, least), tolerance());
  acceleration(robot_, dVr_, at_);
}

void RobotCheck::energies(const VecX<double>& effort) {
  const Energy e = energy(robot_, load_, at_);
  const double actuators = effort.dot(at_.dqa);
  const double size = std::abs(actuators) + std::abs(e.external) + std::abs(e.kinetic_rate) + std::abs(e.potential_rate) + e.dissipation;
  ledger_.compare("energy balance", std::abs(actuators + e.external - e.kinetic_rate - e.potential_rate - e.dissipation) / size,
                  tolerance());
  const double unit = s_ * s_, whole = truth_.kinetic + std::abs(truth_.potential) + 1e-300;
  ledger_.compare("kinetic energy", std::abs(e.kinetic / unit - truth_.kinetic) / whole, tolerance());
  ledger_.compare("potential energy", std::abs(e.potential / unit - truth_.potential) / whole, tolerance());
  ledger_.compare("dissipation", std::abs(e.dissipation / unit - truth_.dissipation) * unit / size, tolerance());
}

// Wrench of every joint on the body behind it, and of every tip and loop, as maps of the multipliers: those of all multipliers that leave
// the bodies alone tell which are unique.
void RobotCheck::reaction_wrenches(const VecX<double>& effort, const oracle::ForcedMotion& motion) {
  const std::vector<Reaction> found = reactions(robot_, load_, at_, effort);
  const int axes = static_cast<int>(linkage_.axes().size()), closures = static_cast<int>(linkage_.closures().size());
  if (static_cast<int>(found.size()) != axes + closures) return ledger_.fail("reactions", "not as many as joints, tips and loops");
  const int m = static_cast<int>(motion.closed.rows());
  const MatX<double> idle = oracle::null_space(MatX<double>(motion.closed.transpose())).basis;
  std::vector<MatX<double>> map(linkage_.bodies() + 1, MatX<double>::Zero(6, m));  // on each body, of the closures
  std::vector<oracle::Twist> rest = motion.resultant;                              // less what friction of the closures gives
  std::vector<MatX<double>> wrench_map;
  std::vector<oracle::Twist> wrench_rest;
  for (int c = 0, row = 0; c < closures; ++c) {
    const oracle::Closure& closure = linkage_.closures()[c];
    const auto own = linkage_.closure_map(here_, c);
    map[closure.a].middleCols(row, closure.rows()) += own;
    map[closure.b].middleCols(row, closure.rows()) -= own;
    const oracle::Twist friction = linkage_.friction_wrench(closure, motion.twist);
    rest[closure.a] -= friction;
    rest[closure.b] += friction;
    row += closure.rows();
  }
  for (int j = axes - 1; j >= 0; --j) {  // what a body needs and its closures do not give comes through its joint
    const oracle::Axis& axis = linkage_.axes()[j];
    if (axis.parent < 0) continue;
    map[axis.parent] += map[axis.body];
    rest[axis.parent] += rest[axis.body];
  }
  for (const oracle::Axis& axis : linkage_.axes()) {
    wrench_map.push_back(-map[axis.body]);
    wrench_rest.push_back(rest[axis.body]);
  }
  for (int c = 0, row = 0; c < closures; ++c) {
    const oracle::Closure& closure = linkage_.closures()[c];
    wrench_map.push_back(MatX<double>::Zero(6, m));
    wrench_map.back().middleCols(row, closure.rows()) = linkage_.closure_map(here_, c);
    wrench_rest.push_back(linkage_.friction_wrench(closure, motion.twist));
    row += closure.rows();
  }
  double largest = motion.force.cwiseAbs().maxCoeff(), worst = 0.0;
  std::vector<oracle::Twist> truth;
  for (std::size_t r = 0; r < found.size(); ++r) {
    truth.push_back(wrench_map[r] * motion.multipliers + wrench_rest[r]);
    largest = std::max(largest, truth.back().cwiseAbs().maxCoeff());
  }
  for (std::size_t r = 0; r < found.size(); ++r) {
    const double loose = idle.cols() == 0 ? 0.0 : (wrench_map[r] * idle).cwiseAbs().maxCoeff();
    if (found[r].unique != (loose < 1e-7) && (loose < 1e-9 || loose > 1e-4))
      ledger_.fail(found[r].unique ? "reaction called unique" : "reaction called not unique",
                   fmt::format("{}: freedom {:.2g}", found[r].joint, loose));
    if (!found[r].unique || loose > 1e-9) continue;
    const int axis = static_cast<int>(r);
    const V3 at = axis < axes ? V3(body(at_, linkage_.axes()[axis].body).p / s_)
                              : here_.moved[linkage_.closures()[axis - axes].b].point(linkage_.closures()[axis - axes].point);
    const V3 f = truth[r].tail<3>(), n = V3(truth[r].head<3>()) - at.cross(f);
    worst = std::max({worst, (found[r].force / s_ - f).norm() / largest, (found[r].moment / (s_ * s_) - n).norm() / largest});
  }
  ledger_.compare("reactions", worst, tolerance());
}

VecX<double> RobotCheck::efforts_at(const oracle::Configuration& at, const std::vector<int>& free) {
  if (sketch_.underactuated) return {};
  here_ = at;
  if (!position(robot_, pose_of(here_), at_).ok()) {
    ledger_.count("pose without position, left to the other test");
    return {};
  }
  // the motion by the other's free components, in this one's: theirs may have been chosen otherwise
  VecX<double> rate(free.size()), acceleration_(free.size());
  for (std::size_t k = 0; k < free.size(); ++k) {
    rate(k) = sketch_.pace * std::cos(1.0 + double(k));
    acceleration_(k) = sketch_.pace * sketch_.pace * std::sin(2.0 + double(k));
  }
  payload_ = {};
  wrenches_.clear();
  load_ = {};
  truth_ = linkage_.inverse(here_, free, rate, acceleration_, payload_, wrenches_);
  const MatX<double> S = linkage_.nacelle_rows(here_, free_);
  Vr_ = (S * truth_.u).cwiseProduct(free_unit());
  dVr_ = S * truth_.du;
  const V3 p = linkage_.platform_point(here_), w = truth_.twist[linkage_.platform()].head<3>();
  const V3 centripetal = w.cross(velocity_at(truth_.twist[linkage_.platform()], p));
  for (std::size_t k = 0; k < free_.size(); ++k)
    if (free_[k] < 3) dVr_(k) += centripetal(free_[k]);
  dVr_ = dVr_.cwiseProduct(free_unit());
  velocity(robot_, Vr_, at_);
  acceleration(robot_, dVr_, at_);
  DynamicsData<double> data(robot_);
  platform_legs::inverse_dynamics(robot_, load_, at_, data);
  return from_si(data.effort);
}

double RobotCheck::against_maximal_coordinates(std::mt19937_64& random) {
  here_ = random_walk(linkage_, free_, 0.3, 1e-2, random).end;
  if (!position(robot_, pose_of(here_), at_).ok() || joint_error(at_, here_) > kForceTolerance) return -1.0;
  random_load(random);
  random_motion(random);
  const oracle::Solution other = oracle::inverse_dynamics(robot_, load_, at_, Vr_, dVr_);
  const VecX<double> effort = shortest_solution(MatX<double>(at_.Jinv.transpose()), VecX<double>(at_.Jinv.transpose() * other.effort)).x;
  return relative(from_si(effort), truth_.effort, 0.1 * truth_.force.cwiseAbs().maxCoeff());
}

}  // namespace gough::test
