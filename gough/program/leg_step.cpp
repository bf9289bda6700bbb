#include "gough/program/leg_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/math/small_turn.hpp"

namespace gough {
namespace {

using R = Recorded;

constexpr int kMostJoints = 24;  // of a leg whose side is found without the heap

// Numbers that tell the side of a leg: the product of R's diagonal, which is det J but for a sign that is always the same, or J in world
// axes where it has more rows than columns.
std::size_t side_size(const Leg& leg) { return leg.constraints() == 0 ? 1 : static_cast<std::size_t>(leg.rows * leg.freedoms()); }

// Sign of det A, A being n × n row by row, by elimination with pivoted rows; A is lost.
bool positive_determinant(double* A, int n) {
  bool positive = true;
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(A[i * n + k]) > std::abs(A[pivot * n + k])) pivot = i;
    const double diagonal = A[pivot * n + k];
    if (!(diagonal != 0.0)) return false;
    if (pivot != k) std::swap_ranges(A + k * n, A + (k + 1) * n, A + pivot * n);
    positive ^= (pivot != k) != (diagonal < 0.0);
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j < n; ++j) A[i * n + j] -= A[i * n + k] / diagonal * A[k * n + j];
  }
  return positive;
}

}  // namespace

bool LegStep::exists(const Robot& robot) {
  for (const Leg& leg : robot.legs)
    if (!leg.solver.closed_form) return true;
  return false;
}

LegStep::LegStep(const Robot& robot)
    : robot_(robot), pose_(robot), pose_numbers_(pose_.ports().size()), twist_(static_cast<std::size_t>(robot.nacelle.freedoms())) {
  for (const Leg& leg : robot.legs) {
    if (leg.solver.closed_form) continue;
    for (const Joint& joint : leg.joints) {
      joints_.push_back(&joint);
      joint_numbers_ += joint.revolute ? 2 : 1;
    }
    side_numbers_ += side_size(leg);
    constrains_ |= leg.constraints() > 0;
  }
  pose_numbers_ -= joint_numbers_;
}

// What is collected leg by leg.
struct LegStep::Recording {
  const Robot& robot;
  KinematicsData<R>& data;
  VecX<R> twist;
  std::vector<R> joints = {}, rates = {}, sides = {};
  R step = 0.0, open = 0.0, aligned = 1.0;

  void add_open(const Leg& leg, const LegData<R>& d) {
    int row = 0;
    for (const Tip& tip : leg.tips) {
      const Vec3<R> gap = d.residual.segment<3>(row) / R(robot.length);
      open += gap.squaredNorm();
      for (int k = 0; k < angular_rows(tip.kind); ++k) open += d.residual(row + 3 + k) * d.residual(row + 3 + k);
      row += gough::rows(tip.kind);
      const Mat3<R> near = tip_frame(tip.leg, d.body).R, far = tip_frame(tip.nacelle, data.nacelle.body).R;
      if (tip.kind == TipKind::revolute) aligned = smaller(aligned, near.col(2).dot(far.col(2)));
      if (tip.kind == TipKind::rigid) aligned = smaller(aligned, (near.transpose() * far).trace() - R(1.0));
    }
  }

  void add_side(const Leg& leg, const LegData<R>& d) {
    R product = 1.0;
    for (int j = 0; j < leg.freedoms(); ++j) product *= d.J.diagonal(j);
    sides.push_back(product);
  }

  void add_rows(const Leg& leg, LegData<R>& d) {
    tip_jacobian(leg, data.nacelle, d);
    for (int r = 0; r < leg.rows; ++r)
      for (int j = 0; j < leg.freedoms(); ++j) sides.push_back(d.J.a(r, j));
  }

  void add(int index) {
    const Leg& leg = robot.legs[index];
    LegData<R>& d = data.legs[index];
    place_leg(leg, d);
    tip_residuals(leg, data.nacelle, d);
    add_open(leg, d);
    if (leg.constraints() > 0) add_rows(leg, d);
    eliminate_leg(robot, index, data);
    if (leg.constraints() == 0) add_side(leg, d);
    VecX<R> rows = VecX<R>::Zero(leg.rows), changes = VecX<R>::Zero(leg.freedoms());
    for (Eigen::Index c = 0; c < twist.size(); ++c) rows += twist(c) * d.B.col(c);
    solve_joints(leg, d, rows, changes);
    auto by = d.residual.head(leg.freedoms());
    solve_r(d.J, by);
    for (int j = 0; j < leg.freedoms(); ++j) {
      const Joint& joint = leg.joints[j];
      const R unit = joint.revolute ? 1.0 : 1.0 / robot.length, back = -by(column_of(leg, j));
      step += unit * unit * back * back;
      rates.push_back(unit * changes(j));
      JointPosition<R> q = d.q[j];
      if (joint.revolute) turn_by(q.c, q.s, back);
      joints.push_back(joint.revolute ? q.c : q.d + back);
      if (joint.revolute) joints.push_back(q.s);
    }
  }
};

Program LegStep::record() const {
  Recorder recorder(robot_.name + "_leg_step");
  KinematicsData<R> data(robot_);
  pose_.record(recorder, data);
  Recording recording{robot_, data, VecX<R>::Zero(static_cast<Eigen::Index>(twist_))};
  for (std::size_t c = 0; c < twist_; ++c) recording.twist(c) = recorder.input(fmt::format("twist{}", c), "m or rad");
  place_nacelle(robot_, data);
  for (std::size_t i = 0; i < robot_.legs.size(); ++i)
    if (!robot_.legs[i].solver.closed_form) recording.add(static_cast<int>(i));
  const std::vector<Port> ports = pose_.ports();
  for (std::size_t k = 0; k < joint_numbers_; ++k) recorder.output(ports[pose_numbers_ + k], recording.joints[k]);
  recorder.output("step", "1", recording.step);
  recorder.output("open", "1", recording.open);
  recorder.output("aligned", "1", recording.aligned);
  for (std::size_t j = 0; j < joints_.size(); ++j) recorder.output(fmt::format("rate{}", j), "1", recording.rates[j]);
  for (std::size_t k = 0; k < side_numbers_; ++k) recorder.output(fmt::format("side{}", k), "1", recording.sides[k]);
  return recorder.finish();
}

bool LegStep::same_side(const double* before, const double* now) const {
  for (const Leg& leg : robot_.legs) {
    if (leg.solver.closed_form) continue;
    const int n = leg.freedoms();
    if (leg.constraints() == 0) {
      if (!(*before * *now > 0.0)) return false;
    } else {
      double product[kMostJoints * kMostJoints];
      if (n > kMostJoints) return false;
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          double sum = 0.0;
          for (int r = 0; r < leg.rows; ++r) sum += before[r * n + i] * now[r * n + j];
          product[i * n + j] = sum;
        }
      if (!positive_determinant(product, n)) return false;
    }
    before += side_size(leg);
    now += side_size(leg);
  }
  return true;
}

}  // namespace gough
