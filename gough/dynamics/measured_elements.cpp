#include "gough/dynamics/measured_elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "gough/dynamics/partial_sight.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/model/names.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough::elements {
namespace {

using V3 = Vec3<double>;

// What the lines of a leg tell: points, rotations and motion of every element, out from the base.
struct LineLeg {
  std::vector<V3> A, B, v, a;   // of B: position, velocity, acceleration
  std::vector<Mat3<double>> R;  // of the upper body
  std::vector<V3> w, dw;        // of the upper body
};

// The upper body's rotation from its line and its angle about it.
Mat3<double> rotation_of(const Element& e, const ElementMotion<double>& s) {
  const V3 origin = (e.reference - e.reference.dot(s.x) * s.x).normalized();
  const V3 mark = s.cos_theta * origin + s.sin_theta * s.x.cross(origin);
  Mat3<double> world, body;
  world << s.x, mark, s.x.cross(mark);
  body << e.x_upper, e.mark, e.x_upper.cross(e.mark);
  return world * body.transpose();
}

LineLeg lines(const Leg& leg, const std::vector<ElementMotion<double>>& states) {
  LineLeg out;
  for (std::size_t e = 0; e < leg.elements.size(); ++e) {
    const Element& element = leg.elements[e];
    const ElementMotion<double>& s = states[e];
    const int p = element.carrier.element, first = element.extrinsic.empty() ? element.intrinsic.front() : element.extrinsic.front();
    const V3 none = V3::Zero();
    const Mat3<double> R = p < 0 ? Mat3<double>(Mat3<double>::Identity()) : out.R[p];
    // A in the frame of what carries it: the origin of the element's first joint
    const V3 a = leg.joints[first].placement.p;
    V3 A = a, v = none, acceleration = none;
    if (p >= 0) {
      const V3 arm = R * (a - leg.elements[p].b);
      A = out.B[p] + arm;
      const Motion<double> V{out.v[p], out.w[p]};
      v = velocity_at(V, arm);
      acceleration = acceleration_at(V, {out.a[p], out.dw[p]}, arm);
    }
    out.A.push_back(A);
    out.B.push_back(A + s.d * s.x);
    out.v.push_back(v + s.dd * s.x + s.d * s.dx);
    out.a.push_back(acceleration + s.ddd * s.x + 2 * s.dd * s.dx + s.d * s.ddx);
    out.w.push_back(s.x.cross(s.dx) + s.spin * s.x);
    out.dw.push_back(s.x.cross(s.ddx) + s.dspin * s.x + s.spin * s.dx);
    out.R.push_back(rotation_of(element, s));
  }
  return out;
}

// The point of a tip, as the lines tell it, and how the body there turns.
struct LineEnd {
  V3 p, v, a;
  Mat3<double> R;
  V3 w, dw;
};

LineEnd line_end(const Leg& leg, const LineLeg& lines, int e, const Tip& tip) {
  const Mat3<double>& R = lines.R[e];
  const V3 &w = lines.w[e], &dw = lines.dw[e];
  const bool beside = tip.leg.body == leg.elements[e].upper;  // otherwise the revolutes of a rigid tip stand at its point
  const V3 arm = beside ? V3(R * (tip.leg.frame.p - leg.elements[e].b)) : V3(V3::Zero());
  const Motion<double> V{lines.v[e], w}, A{lines.a[e], dw};
  return {lines.B[e] + arm, velocity_at(V, arm), acceleration_at(V, A, arm), R, w, dw};
}

// Whether a leg or a loop holds a body of the nacelle, or one that hangs on it.
bool is_held(const Robot& robot, int body) {
  for (const Leg& leg : robot.legs)
    for (const Tip& tip : leg.tips)
      if (robot.nacelle.carries(body, tip.nacelle.body)) return true;
  for (const TreeLoop& loop : robot.nacelle.loops)
    for (const TipSide& side : {loop.a, loop.b})
      if (robot.nacelle.carries(body, side.body)) return true;
  return false;
}

// Points of a line that extends and whose lower part carries something: their angle about the line is not among the states.
void require_lines_to_the_tips(const Robot& robot, const ElementStates& states) {
  require_lines(robot);
  for (int b = robot.nacelle.first_body(); b < robot.nacelle.bodies(); ++b)
    if (!is_held(robot, b))
      throw InputError({},
                       fmt::format("the lines of {} do not tell the nacelle joint '{}', which no leg holds; use the pose or the encoders",
                                   robot.name, robot.nacelle.joint(b).name));
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    if (states[i].empty()) continue;
    bool hidden = false;
    for (const Element& e : robot.legs[i].elements) hidden |= e.carrier.element >= 0 && !e.carrier.at_end;
    for (const ElementPlace& end : robot.legs[i].graph.ends) hidden |= !end.at_end;
    if (hidden)
      throw InputError({}, fmt::format("the lines of leg '{}' do not tell where its tip is: something stands on the lower part of an "
                                       "element that extends; use the pose or the encoders",
                                       robot.legs[i].name));
  }
}

// Rows of the nacelle's motion at the leg ends: three for each tip, three more where a rigid tip shows the platform's rotation, one where a
// universal tip shows part of it, and the loops.
class LegEnds {
 public:
  LegEnds(const Robot& robot, const ElementStates& states, KinematicsData<double>& k) : robot_(robot), k_(k) {
    require_lines_to_the_tips(robot, states);
    for (std::size_t i = 0; i < robot.legs.size(); ++i) {
      seen_.push_back(!states[i].empty());
      legs_.push_back(seen_[i] ? lines(robot.legs[i], states[i]) : LineLeg{});
    }
    for (const TreeLoop& loop : robot.nacelle.loops) loop_rows_ += rows(loop.kind);
    for (std::size_t i = 0; i < robot.legs.size(); ++i)
      for (std::size_t t = 0; t < robot.legs[i].tips.size() && seen_[i]; ++t) count_ += 3 + angular(i, t);
  }

  bool sees_all_legs() const { return std::find(seen_.begin(), seen_.end(), false) == seen_.end(); }

  // Gauss-Newton on the nacelle's pose from home.
  Outcome find_pose(Pose<double>& pose) {
    double error = kInfinity;
    for (int iteration = 0; iteration < 50; ++iteration) {
      k_.pose = pose;
      place_nacelle(robot_, k_);
      MatX<double> A = MatX<double>::Zero(count_ + loop_rows_, robot_.nacelle.freedoms());
      VecX<double> b = VecX<double>::Zero(A.rows()), loops = VecX<double>::Zero(loop_rows_);
      fill_ends(A, b);
      MatX<double> loop_A = MatX<double>::Zero(loop_rows_, A.cols());
      loop_jacobians(robot_, k_.nacelle, loop_A, 0);
      loop_residuals(robot_, k_.nacelle, loops, 0);
      A.bottomRows(loop_rows_) = loop_A;
      b.tail(loop_rows_) = loops;
      error = b.cwiseAbs().maxCoeff();
      VecX<double> step = shortest_solution(A, b).x;
      if (!step.allFinite()) return {Status::not_converged, error};
      // a universal tip's row vanishes a right angle off: a step from near there would be far too long
      const double longest = std::max(step.head<3>().norm() / robot_.length, step.tail(step.size() - 3).cwiseAbs().maxCoeff());
      if (longest > 0.5) step *= 0.5 / longest;
      pose = moved(robot_, pose, step);
      if (step.norm() < 1e-15 * robot_.length) break;
    }
    return error < 1e-6 * robot_.length ? Outcome{Status::ok, error} : Outcome{Status::not_converged, error};
  }

  // The same where legs are missing, on the platform's manifold, which the missing legs hold too.
  Outcome find_pose_on_manifold(Pose<double>& pose) {
    double error = kInfinity, before = kInfinity;
    VecX<double> units(robot_.mobility.n);
    for (int c = 0; c < robot_.mobility.n; ++c) units(c) = robot_.mobility.free[c].angular ? 1.0 : robot_.length;
    for (int iteration = 0; iteration < 50; ++iteration) {
      if (const Outcome outcome = project_near(robot_, pose, k_); !outcome.has_position()) return outcome;
      MatX<double> A = MatX<double>::Zero(count_, robot_.nacelle.freedoms());
      VecX<double> b = VecX<double>::Zero(count_);
      fill_ends(A, b);
      error = b.size() > 0 ? b.cwiseAbs().maxCoeff() : 0.0;
      const MatX<double> free = A * k_.Psi * units.asDiagonal();
      if (iteration == 0) require_sight(robot_, free, "legs");
      NacelleStep step = k_.Psi * VecX<double>(units.asDiagonal() * shortest_solution(free, b).x);
      if (!step.allFinite()) return {Status::not_converged, error};
      const double far = size_of(robot_, step);
      if (far < 1e-15 || (error < 1e-12 * robot_.length && error >= before)) break;
      before = error;
      if (far > 0.5) step *= 0.5 / far;
      pose = moved(robot_, pose, step);
    }
    return error < 1e-6 * robot_.length ? Outcome{Status::ok, error} : Outcome{Status::not_converged, error};
  }

  // V_r and V̇_r from the velocities and accelerations of the leg ends. Needs the elimination at the pose.
  void find_motion() {
    MatX<double> A = MatX<double>::Zero(count_, robot_.nacelle.freedoms());
    VecX<double> b = VecX<double>::Zero(count_);
    visit([&](int row, const LineEnd& end, const Tip& tip, const MatX<double>& shown) {
      write_rows(tip, shown, A, row);
      b.segment<3>(row) = end.v;
      b.segment(row + 3, shown.cols()) = shown.transpose() * end.w;
    });
    const Solver solve = least_squares_solver(A * k_.Psi);
    velocity(robot_, solve(b), k_);
    acceleration(robot_, VecX<double>(VecX<double>::Zero(robot_.mobility.n)), k_);  // what the nacelle does at V̇_r = 0
    visit([&](int row, const LineEnd& end, const Tip& tip, const MatX<double>& shown) {
      const int body = tip.nacelle.body;
      const V3 arm = tip_frame(tip.nacelle, k_.nacelle.body).p - k_.nacelle.body[body].p, w = k_.nacelle.velocity[body].angular;
      const Motion<double>& now = k_.nacelle.acceleration[body];
      b.segment<3>(row) = end.a - acceleration_at(k_.nacelle.velocity[body], now, arm);
      b.segment(row + 3, shown.cols()) = shown.transpose() * (end.dw - now.angular);
      if (shown.cols() != 1) return;  // a universal joint's direction turns with both its sides
      const V3 x = end.R * tip.leg.frame.R.col(0), y = tip_frame(tip.nacelle, k_.nacelle.body).R.col(1);
      b(row + 3) += (end.w.cross(x).cross(y) + x.cross(w.cross(y))).dot(end.w - w);
    });
    acceleration(robot_, solve(b), k_);
  }

 private:
  const Robot& robot_;
  KinematicsData<double>& k_;
  std::vector<LineLeg> legs_;
  std::vector<bool> seen_;
  int count_ = 0, loop_rows_ = 0;

  // How many components of the nacelle's rotation a tip shows, none behind the revolutes of a rigid one.
  int angular(std::size_t i, std::size_t t) const {
    const TipKind kind = robot_.legs[i].tips[t].kind;
    if (kind == TipKind::rigid) return robot_.legs[i].graph.wrist[t].empty() ? 3 : 0;
    return kind == TipKind::universal ? 1 : 0;
  }

  template <class F>
  void visit(const F& f) const {
    int row = 0;
    for (std::size_t i = 0; i < robot_.legs.size(); ++i)
      for (std::size_t t = 0; t < robot_.legs[i].tips.size() && seen_[i]; ++t) {
        const int e = robot_.legs[i].graph.ends[t].element;
        const Tip& tip = robot_.legs[i].tips[t];
        // the world directions about which the tip shows the rotation
        const V3 near = legs_[i].R[e] * tip.leg.frame.R.col(0), far = tip_frame(tip.nacelle, k_.nacelle.body).R.col(1);
        MatX<double> shown = MatX<double>::Identity(3, 3).leftCols(angular(i, t));
        if (shown.cols() == 1) shown.col(0) = near.cross(far);
        f(row, line_end(robot_.legs[i], legs_[i], e, tip), tip, shown);
        row += 3 + static_cast<int>(shown.cols());
      }
  }

  // Rows of the leg ends at the nacelle's pose, and what is open there.
  void fill_ends(MatX<double>& A, VecX<double>& b) const {
    visit([&](int row, const LineEnd& end, const Tip& tip, const MatX<double>& shown) {
      write_rows(tip, shown, A, row);
      const Placement<double> far = tip_frame(tip.nacelle, k_.nacelle.body);
      b.segment<3>(row) = end.p - far.p;
      const Mat3<double> near = end.R * tip.leg.frame.R;
      if (shown.cols() == 1) b(row + 3) = near.col(0).dot(far.R.col(1));
      if (shown.cols() != 3) return;
      V3 turn = V3::Zero();
      for (int c = 0; c < 3; ++c) turn += far.R.col(c).cross(near.col(c)) / 2;
      b.segment<3>(row + 3) = turn;
    });
  }

  void write_rows(const Tip& tip, const MatX<double>& shown, MatX<double>& A, int row) const {
    const NacelleData<double>& n = k_.nacelle;
    const V3 at = tip_frame(tip.nacelle, n.body).p;
    const int turns = static_cast<int>(shown.cols());
    A.middleRows(row, 3 + turns).setZero();
    for_each_column<double>(robot_.nacelle, n.body, tip.nacelle.body, at, [&](int column, const Motion<double>& S) {
      A.block<3, 1>(row, column) = S.linear;
      A.block(row + 3, column, turns, 1) = shown.transpose() * S.angular;
    });
  }
};

}  // namespace

Outcome kinematics_from_elements(const Robot& robot, const ElementStates& states, KinematicsData<double>& k) {
  assert(fits(robot, k));
  assert(states.size() == robot.legs.size());
  for (const std::vector<ElementMotion<double>>& leg : states)
    if (std::any_of(leg.begin(), leg.end(), lacks_parts)) return kinematics_from_parts(robot, states, k);
  LegEnds ends(robot, states, k);
  Pose<double> pose = robot.home;
  const Outcome fitted = ends.sees_all_legs() ? ends.find_pose(pose) : ends.find_pose_on_manifold(pose);
  if (!fitted.ok()) return fitted;
  const Outcome outcome = project(robot, pose, k);
  if (!outcome.answered()) return outcome;
  ends.find_motion();
  return outcome;
}

Outcome inverse_dynamics_measured(const Robot& robot, const Load& load, const ElementStates& states, KinematicsData<double>& k,
                                  DynamicsData<double>& data) {
  assert(fits(robot, k));
  assert(fits(robot, data));
  const Outcome outcome = kinematics_from_elements(robot, states, k);
  if (!outcome.answered()) return outcome;
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (std::size_t e = 0; e < robot.legs[i].elements.size(); ++e) {
      const ElementMotion<double> seen = element_motion(robot.legs[i], robot.legs[i].elements[e], k.legs[i]);
      data.elements->states[i][e] = states[i].empty() ? seen : completed(states[i][e], seen);
      data.elements->states[i][e].A = seen.A;  // points are not measured: they follow
      data.elements->states[i][e].B = seen.B;
    }
  inverse_dynamics_of_states(robot, load, k, data);
  return outcome;
}

}  // namespace gough::elements
