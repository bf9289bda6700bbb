#include "gough/dynamics/partial_sight.hpp"

#include <fmt/format.h>

#include <cassert>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/model/names.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough::elements {
namespace {

using Parts = ElementMotion<double>;

bool sees_direction(const Parts& s) { return s.x.allFinite(); }
bool sees_length(const Parts& s) { return std::isfinite(s.d); }
bool sees_angle(const Parts& s) { return std::isfinite(s.cos_theta) && std::isfinite(s.sin_theta); }

// Rows of what is seen of all elements, in the order of legs and elements, lengths over the robot's.
class SeenParts {
 public:
  SeenParts(const Robot& robot, const ElementStates& states, KinematicsData<double>& k) : robot_(robot), states_(states), k_(k) {
    for (const std::vector<Parts>& leg : states)
      for (const Parts& s : leg) count_ += 3 * sees_direction(s) + sees_length(s) + sees_angle(s);
    units_.resize(robot.mobility.n);
    for (int c = 0; c < robot.mobility.n; ++c) units_(c) = robot.mobility.free[c].angular ? 1.0 : robot.length;
  }

  Outcome find_pose(Pose<double>& pose) {
    double error = kInfinity, before = kInfinity;
    for (int iteration = 0; iteration < 60; ++iteration) {
      if (const Outcome outcome = project_near(robot_, pose, k_); !outcome.has_position()) return outcome;
      const VecX<double> b =
          gather([](const Parts& seen, const Parts& here) { return seen.x - here.x; },
                 [](const Parts& seen, const Parts& here) { return seen.d - here.d; },
                 [](const Parts& seen, const Parts& here) { return seen.sin_theta * here.cos_theta - seen.cos_theta * here.sin_theta; });
      const MatX<double> free = jacobian(true) * units_.asDiagonal();
      if (iteration == 0) require_sight(robot_, free, "parts of the elements");
      error = b.size() > 0 ? b.cwiseAbs().maxCoeff() : 0.0;
      NacelleStep step = k_.Psi * VecX<double>(units_.asDiagonal() * shortest_solution(free, b).x);
      if (!step.allFinite()) return {Status::not_converged, error};
      const double far = size_of(robot_, step);
      if (far < 1e-15 || (error < 1e-12 && error >= before)) break;
      before = error;
      if (far > 0.3) step *= 0.3 / far;
      pose = moved(robot_, pose, step);
    }
    return error < 1e-6 ? Outcome{Status::ok, error} : Outcome{Status::not_converged, error};
  }

  // Reads the position stage at the pose.
  void find_motion() {
    const MatX<double> rates = jacobian(false);
    require_sight(robot_, rates * units_.asDiagonal(), "parts of the elements and their rates");  // ω·x tells less than θ where x is unseen
    const Solver solve = least_squares_solver(rates);
    const VecX<double> rest = VecX<double>::Zero(robot_.mobility.n);
    velocity(robot_,
             solve(gather([](const Parts& seen, const Parts&) { return seen.dx; }, [](const Parts& seen, const Parts&) { return seen.dd; },
                          [](const Parts& seen, const Parts&) { return seen.spin; })),
             k_);
    acceleration(robot_, rest, k_);  // what the elements do at V̇_r = 0
    acceleration(robot_,
                 solve(gather([](const Parts& seen, const Parts& here) { return seen.ddx - here.ddx; },
                              [](const Parts& seen, const Parts& here) { return seen.ddd - here.ddd; },
                              [](const Parts& seen, const Parts& here) { return seen.dspin - here.dspin; })),
                 k_);
  }

 private:
  const Robot& robot_;
  const ElementStates& states_;
  KinematicsData<double>& k_;
  int count_ = 0;
  VecX<double> units_;

  // A row for each part that is seen, from its seen state and that of `k_`.
  template <class X, class D, class Angle>
  VecX<double> gather(const X& x, const D& d, const Angle& angle) const {
    VecX<double> out(count_);
    int row = 0;
    for (std::size_t i = 0; i < states_.size(); ++i)
      for (std::size_t e = 0; e < states_[i].size(); ++e) {
        const Parts &seen = states_[i][e], here = element_motion(robot_.legs[i], robot_.legs[i].elements[e], k_.legs[i]);
        if (sees_direction(seen)) {
          out.segment<3>(row) = x(seen, here);
          row += 3;
        }
        if (sees_length(seen)) out(row++) = d(seen, here) / robot_.length;
        if (sees_angle(seen)) out(row++) = angle(seen, here_with_reference(here, i, e));
      }
    return out;
  }

  // θ is counted from a fixed direction across x, which turns about x as x moves: θ̇ = ω·x less that turn. Kept in `root_spin`.
  Parts here_with_reference(Parts here, std::size_t leg, std::size_t element) const {
    const Vec3<double>& reference = robot_.legs[leg].elements[element].reference;
    const double along = reference.dot(here.x);
    const Vec3<double> across = reference - along * here.x;
    here.root_spin = here.spin + along * here.dx.dot(here.x.cross(across)) / across.squaredNorm();
    return here;
  }

  // Rates of the rows for each unit of V_r: of θ where `of_angle`, else of ω·x.
  MatX<double> jacobian(bool of_angle) {
    MatX<double> out(count_, robot_.mobility.n);
    VecX<double> unit = VecX<double>::Zero(robot_.mobility.n);
    for (int c = 0; c < robot_.mobility.n; ++c) {
      unit(c) = 1.0;
      velocity(robot_, unit, k_);
      unit(c) = 0.0;
      out.col(c) = gather([](const Parts&, const Parts& here) { return here.dx; }, [](const Parts&, const Parts& here) { return here.dd; },
                          [of_angle](const Parts&, const Parts& here) { return of_angle ? here.root_spin : here.spin; });
    }
    return out;
  }
};

}  // namespace

void require_lines(const Robot& robot) {
  std::string hidden;
  if (const std::string spring = first_spring(robot); !spring.empty()) hidden = fmt::format("the stretch of the spring '{}'", spring);
  else hidden = first_without_element(robot);
  if (!hidden.empty())
    throw InputError({}, fmt::format("the lines of {} do not tell {}; use the pose or the encoders", robot.name, hidden));
}

void require_sight(const Robot& robot, const MatX<double>& free, const std::string& what) {
  const int n = robot.mobility.n;
  MatX<double> square = MatX<double>::Zero(std::max<Eigen::Index>(free.rows(), n), n);
  square.topRows(free.rows()) = free;
  const VecX<double> values = singular_values(square);
  if (values(n - 1) > 1e-7 * values(0)) return;
  int hidden = 0;
  for (double value : values) hidden += value <= 1e-7 * values(0);
  throw InputError({},
                   fmt::format("the {} of {} that are seen do not tell its pose: {} of {} freedoms {} open; see more of them, or use the "
                               "pose or the encoders",
                               what, robot.name, hidden, n, hidden == 1 ? "is" : "are"));
}

bool lacks_parts(const ElementMotion<double>& s) { return !sees_direction(s) || !sees_length(s) || !sees_angle(s); }

ElementMotion<double> completed(const ElementMotion<double>& state, const ElementMotion<double>& other) {
  ElementMotion<double> out = state;
  if (!sees_direction(state)) {
    out.x = other.x;
    out.dx = other.dx;
    out.ddx = other.ddx;
  }
  if (!sees_length(state)) {
    out.d = other.d;
    out.dd = other.dd;
    out.ddd = other.ddd;
  }
  if (!sees_angle(state)) {
    out.cos_theta = other.cos_theta;
    out.sin_theta = other.sin_theta;
    out.spin = other.spin;
    out.dspin = other.dspin;
    out.root_spin = other.root_spin;
    out.root_dspin = other.root_dspin;
  }
  return out;
}

Outcome kinematics_from_parts(const Robot& robot, const ElementStates& states, KinematicsData<double>& k) {
  assert(fits(robot, k));
  assert(states.size() == robot.legs.size());
  require_lines(robot);
  SeenParts parts(robot, states, k);
  Pose<double> pose = robot.home;
  const Outcome fitted = parts.find_pose(pose);
  if (!fitted.ok()) return fitted;
  const Outcome outcome = project(robot, pose, k);
  if (!outcome.answered()) return outcome;
  parts.find_motion();
  return outcome;
}

}  // namespace gough::elements
