#include "gough/identification/base_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <numeric>

#include "gough/identification/regressor_model.hpp"
#include "gough/io/number.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/model/input_error.hpp"
#include "gough/trajectory/motion_model.hpp"

namespace gough {
namespace {

constexpr double kZeroColumn = 1e-11;  // of the largest column
constexpr double kExact = 1e-9;        // a coefficient this near to a short number is that number
constexpr int kChunk = 256;            // rows that are folded into R at a time

std::string kind_of(const std::string& name) { return name.substr(name.rfind('.') + 1); }

bool is_friction(const std::string& kind) { return kind == "viscous" || kind == "coulomb" || kind == "offset" || kind == "damping"; }

// Whether a parameter belongs to a body that a motor on the base moves.
bool driven_from_base(const Robot& robot, const std::string& name) {
  for (const Leg& leg : robot.legs)
    for (const Joint& joint : leg.joints)
      if (joint.actuator >= 0 && joint.parent < 0 && name.rfind(leg.name + "." + joint.name + ".", 0) == 0) return true;
  return false;
}

// Which names groups get, the first being kept first: the platform's mass, what the motors feel at once, the rest of the platform, the
// other bodies from the base outward, then friction. A rotor counts as inertia of what it drives.
int preference(const Robot& robot, const std::string& name) {
  const std::string kind = kind_of(name);
  const bool platform = name == robot.nacelle.body_names[0] + "." + kind;
  if (platform && kind == "m") return 0;
  if (platform) return 2;
  if (kind == "rotor") return 5;
  if (is_friction(kind)) return 4;
  return driven_from_base(robot, name) ? 1 : 3;
}

// R of the QR of W over random states: RᵀR = Σ WᵀW, without the squaring. Rows of moments are divided by the robot's length.
MatX<double> stacked_triangle(const Robot& robot, int parameters, int states, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const int n = robot.mobility.n;
  KinematicsData<double> state(robot);
  DynamicsData<double> data(robot);
  std::optional<RegressorModel> programs;
  if (states >= kWorthPrograms) {
    Selection all(parameters, parameters);
    all.setIdentity();
    programs.emplace(robot, all, RegressorModel::Given::platform, RegressorModel::Rows::freedoms, true);
  }
  MatX<double> W = MatX<double>::Zero(n, parameters), rows = MatX<double>::Zero(parameters + kChunk, parameters);
  int filled = parameters;  // R stands above
  const auto fold = [&] {
    rows.bottomRows(rows.rows() - filled).setZero();
    rows.topRows(parameters) = qr_triangle(rows);
    filled = parameters;
  };
  for (int s = 0; s < states; ++s) {
    random_state(robot, random, state);
    if (!programs || !(*programs)(state.pose, state.Vr, state.dVr, W).answered()) virtual_work::regressor(robot, state, data, W);
    if (!W.allFinite()) throw InputError({}, fmt::format("{}: the regressor of a random state is not finite", robot.name));
    for (int c = 0; c < n; ++c) rows.row(filled++) = W.row(c) / (robot.mobility.free[c].angular ? robot.length : 1.0);
    if (filled + n > rows.rows() || s + 1 == states) fold();
  }
  return rows.topRows(parameters);
}

// The number that x stands for: itself rounded to few digits, or a small fraction, where one is that near.
double exact(double x) {
  if (x == 0.0) return 0.0;
  for (int q = 1; q <= 12; ++q)
    if (std::abs(x * q - std::round(x * q)) < kExact * std::min(1.0, std::abs(x * q))) return std::round(x * q) / q;
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(x))) - 5);  // six digits
  const double rounded = rounded_to(x, 6);
  return std::abs(x - rounded) < 1e-3 * unit ? rounded : x;
}

}  // namespace

void random_state(const Robot& robot, std::mt19937_64& random, KinematicsData<double>& data) {
  assert(fits(robot, data));
  Pose<double> pose;
  const Outcome outcome = sample_pose(robot, 0.9, 1e-2, random, pose, data);
  if (!outcome.ok())
    throw InputError({}, fmt::format("{}: no regular pose found ({}); is the workspace box right?", robot.name, to_string(outcome.status)));
  const double rate = std::sqrt(9.81 / robot.length);  // 1/s: at length × rate², inertia weighs as much as gravity
  VecX<double> V = rate * random_vector(robot.mobility.n, random), A = rate * rate * random_vector(robot.mobility.n, random);
  for (int c = 0; c < robot.mobility.n; ++c)
    if (!robot.mobility.free[c].angular) V(c) *= robot.length, A(c) *= robot.length;
  velocity(robot, V, data);
  acceleration(robot, A, data);
}

double BaseParameters::gap() const {
  const int r = rank();
  if (r == 0 || r >= singular_values.size() || singular_values(r) == 0.0) return kInfinity;
  return singular_values(r - 1) / singular_values(r);
}

VecX<double> BaseParameters::values(const VecX<double>& p) const {
  assert(p.size() == beta.cols());
  return beta * p;
}

VecX<double> BaseParameters::values() const {
  VecX<double> p(all.size());
  for (Eigen::Index k = 0; k < p.size(); ++k) p(k) = all[k].value;
  return values(p);
}

std::string BaseParameters::expression(int i) const {
  assert(i >= 0 && i < rank());
  std::string out = name(i);
  for (int k : regrouped) {
    const double b = beta(i, k);
    if (b == 0.0) continue;
    const std::string size = std::abs(b) == 1.0 ? "" : fmt::format("{:.6g} ", std::abs(b));
    out += fmt::format(" {} {}{}", b < 0 ? '-' : '+', size, all[k].name);
  }
  return out;
}

void BaseParameters::reduce(const MatX<double>& Y, MatX<double>& Y_base) const {
  assert(Y.cols() == static_cast<Eigen::Index>(all.size()));
  Y_base.resize(Y.rows(), rank());
  for (int i = 0; i < rank(); ++i) Y_base.col(i) = Y.col(base[i]);
}

BaseParameters base_parameters(const Robot& robot, const Load& load, const BaseOptions& options) {
  BaseParameters out;
  out.all = virtual_work::parameters(robot, load);
  const int np = static_cast<int>(out.all.size());
  const int states = options.states > 0 ? options.states : 20 + 3 * np / robot.mobility.n;
  MatX<double> R = stacked_triangle(robot, np, states, options.seed);
  const VecX<double> size = R.colwise().norm();
  const double nothing = kZeroColumn * size.maxCoeff();

  std::vector<int> order(np);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return preference(robot, out.all[a].name) < preference(robot, out.all[b].name); });
  MatX<double> Q(np, np);  // columns: orthonormal basis of what is kept
  int effective = 0;
  for (int k : order) {
    if ((options.zeros_known && out.all[k].value == 0.0) || (!options.friction && is_friction(kind_of(out.all[k].name)))) {
      out.known.push_back(k);
      continue;
    }
    if (size(k) <= nothing) {
      out.dropped.push_back(k);
      continue;
    }
    R.col(k) /= size(k);
    VecX<double> rest = R.col(k);
    const auto kept = Q.leftCols(out.rank());
    for (int twice = 0; twice < 2; ++twice) rest -= kept * (kept.transpose() * rest).eval();
    const double distance = rest.norm();
    if (distance > options.tolerance) {
      out.nearest_kept = std::min(out.nearest_kept, distance);
      Q.col(out.rank()) = rest / distance;
      out.base.push_back(k);
    } else {
      out.farthest_regrouped = std::max(out.farthest_regrouped, distance);
      out.regrouped.push_back(k);
    }
    ++effective;
  }
  for (std::vector<int>* list : {&out.regrouped, &out.dropped, &out.known}) std::sort(list->begin(), list->end());

  MatX<double> kept(np, out.rank()), gone(np, out.regrouped.size()), acting(np, effective);
  for (int i = 0; i < out.rank(); ++i) kept.col(i) = R.col(out.base[i]);
  for (std::size_t k = 0; k < out.regrouped.size(); ++k) gone.col(k) = R.col(out.regrouped[k]);
  acting << kept, gone;
  out.singular_values = singular_values_of_large(acting);
  out.beta = MatX<double>::Zero(out.rank(), np);
  const MatX<double> solved = full_rank_solution(kept, gone);
  for (int i = 0; i < out.rank(); ++i) {
    out.beta(i, out.base[i]) = 1.0;
    for (std::size_t k = 0; k < out.regrouped.size(); ++k)
      if (std::abs(solved(i, k)) > kExact) out.beta(i, out.regrouped[k]) = exact(solved(i, k) * size(out.regrouped[k]) / size(out.base[i]));
  }
  return out;
}

}  // namespace gough
