#include "gough/program/pose_ports.hpp"

#include <fmt/format.h>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough {

namespace {

constexpr double kAround = 0.05;  // rad or robot lengths: poses around home, which are found quickly

// Ψ of home and of seeded random poses around it, side by side: what is zero in all of them the mechanism holds, for Ψ is an analytic
// function of the pose.
MatX<double> motions(const Robot& robot) {
  const Mobility& m = robot.mobility;
  constexpr int kPoses = 8;
  MatX<double> out = MatX<double>::Zero(robot.nacelle.freedoms(), (1 + kPoses) * m.n);
  out.leftCols(m.n) = m.Psi;
  if (m.constant || m.dependent.empty()) return out;
  std::mt19937_64 random(1);
  double size = kAround;
  for (int k = 1; k <= kPoses; ++k) {
    VecX<double> step = size * random_vector(m.n, random);
    for (int c = 0; c < m.n; ++c)
      if (!m.free[c].angular) step(c) *= robot.length;
    KinematicsData<double> data(robot);
    Pose<double> pose = moved(robot, robot.home, m.Psi * step);
    if (project_near(robot, pose, data).answered()) out.middleCols(k * m.n, m.n) = data.Psi;
    else size *= 0.5;
  }
  return out;
}

}  // namespace

std::vector<Port> joint_ports(const std::string& name, bool revolute, int component, const std::string& angle) {
  const std::string what = angle.empty() ? "the angle of joint " + name : angle;
  if (!revolute) return {{name, "m", PortKind::length, component, "position of joint " + name}};
  return {{name + ".cos", "1", PortKind::cosine, component, "cosine of " + what},
          {name + ".sin", "1", PortKind::sine, component, "sine of " + what}};
}

PosePorts::PosePorts(const Robot& robot) : robot_(robot) {
  find_turning();
  for (const int c : robot.mobility.dependent)
    if (robot.mobility.constant && robot.mobility.Psi.row(c).norm() > 1e-12) tied_.push_back(tie_of(c));
}

void PosePorts::find_turning() {
  const Robot& robot = robot_;
  const MatX<double> Psi = motions(robot);
  const MatX<double> linear = Psi.topRows(3), angular = Psi.middleRows(3, 3);
  for (int k = 0; k < 3; ++k) moves_[k] = linear.row(k).norm() > 1e-9;
  const SingularSide side = left_singular(angular);
  int rank = 0;
  for (int k = 0; k < side.values.size(); ++k) rank += side.values(k) > 1e-9;
  if (rank == 0) turning_ = Turning::none;
  if (rank != 1) return;
  turning_ = Turning::about_axis;
  axis_ = side.vectors.col(0);
  for (int k = 0; k < 3; ++k)
    if (std::abs(axis_(k)) < 1e-9) axis_(k) = 0.0;
  int largest = 0;
  axis_.cwiseAbs().maxCoeff(&largest);
  if (axis_(largest) < 0) axis_ = -axis_;
  axis_.normalize();
  ahead_ = axis_.unitOrthogonal();
  aside_ = axis_.cross(ahead_);
  reference_ = robot.home.R.transpose() * ahead_;
  const Mat3<double> along = axis_ * axis_.transpose();
  along_ = along * robot.home.R;
  across_ = robot.home.R - along_;
  crossed_ = hat<double>(axis_) * robot.home.R;
}

namespace {

// Rotation about a fixed axis by (c, s).
template <class T>
Mat3<T> turn_about(const Vec3<double>& axis, const T& c, const T& s) {
  Mat3<T> out;
  const Mat3<double> along = axis * axis.transpose(), across = Mat3<double>::Identity() - along, cross = hat<double>(axis);
  for (int r = 0; r < 3; ++r)
    for (int k = 0; k < 3; ++k) out(r, k) = T(along(r, k)) + c * T(across(r, k)) + s * T(cross(r, k));
  return out;
}

// (cos, sin) turned by 2 atan(angle / 2), which is the angle to third order, and one step towards length one.
void turn_by(Recorded& c, Recorded& s, const Recorded& angle) {
  const Recorded t = angle / Recorded(2), scale = Recorded(1) / (Recorded(1) + t * t);
  const Recorded turn_c = (Recorded(1) - t * t) * scale, turn_s = angle * scale;
  const Recorded x = c * turn_c - s * turn_s, y = s * turn_c + c * turn_s;
  const Recorded length = (Recorded(3) - x * x - y * y) / Recorded(2);
  c = x * length;
  s = y * length;
}

// R turned by Cayley's map of w, (1 + [a]×)(1 − [a]×)⁻¹ R with a = w / 2, and one step of Newton and Schulz towards orthogonal.
Mat3<Recorded> turn_by(const Mat3<Recorded>& R, const Vec3<Recorded>& w) {
  const Vec3<Recorded> a = w / Recorded(2);
  const Recorded scale = Recorded(2) / (Recorded(1) + a.squaredNorm());
  Mat3<Recorded> out;
  for (int k = 0; k < 3; ++k) {
    const Vec3<Recorded> column = R.col(k), across = a.cross(column);
    out.col(k) = column + scale * (across + a.cross(across));
  }
  Mat3<Recorded> correction;
  for (int r = 0; r < 3; ++r)
    for (int k = 0; k <= r; ++k)
      correction(r, k) = correction(k, r) = (Recorded(r == k ? 3.0 : 0.0) - out.col(r).dot(out.col(k))) / Recorded(2);
  return out * correction;
}

template <class T, class F>
void visit_joint(const std::string& name, bool revolute, int component, JointPosition<T>& q, const F& f, const char* angle = "") {
  for (const Port& port : joint_ports(name, revolute, component, angle))
    f(port, port.kind == PortKind::length ? q.d : port.kind == PortKind::cosine ? q.c : q.s);
}

}  // namespace

template <class T, class F>
void PosePorts::visit(KinematicsData<T>& data, const F& f) const {
  static const char* const kAxes[] = {"x", "y", "z"};
  for (int k = 0; k < 3; ++k)
    if (moves_[k])
      f(Port{kAxes[k], "m", PortKind::position, k, fmt::format("{} of the platform's origin, base axes", kAxes[k])}, data.pose.p(k));
  if (turning_ == Turning::about_axis) {
    JointPosition<T> turn;
    if constexpr (std::is_same_v<T, double>) turn = turn_of(data.pose.R);
    visit_joint("turn", true, -1, turn, f, "the platform's turn from home about its axis");
    if constexpr (!std::is_same_v<T, double>) {
      const Mat3<Recorded> home = robot_.home.R.template cast<Recorded>();
      data.pose.R = turn_about(axis_, turn.c, turn.s) * home;
    }
  }
  if (turning_ == Turning::free)
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c)
        f(Port{fmt::format("R{}{}", r + 1, c + 1), "1", PortKind::rotation, 3 * r + c,
               fmt::format("rotation matrix, platform to base axes: row {}, column {}", r + 1, c + 1)},
          data.pose.R(r, c));
  int component = 0;
  for (std::size_t k = 0; k < robot_.nacelle.joints.size(); ++k) {
    const Joint& joint = robot_.nacelle.joints[k];
    visit_joint(joint.name, joint.revolute, component++, data.pose.z[k], f);
  }
  for (std::size_t i = 0; i < robot_.legs.size(); ++i) {
    const Leg& leg = robot_.legs[i];
    for (int j = 0; j < leg.freedoms() && !leg.solver.closed_form; ++j) {
      const std::string name = leg.name + "." + leg.joints[j].name;
      visit_joint(name, leg.joints[j].revolute, component++, data.legs[i].q[j], f);
    }
  }
}

std::vector<Recorded> PosePorts::record(Recorder& recorder, KinematicsData<Recorded>& data) const {
  std::vector<Recorded> inputs;
  std::vector<double> home;
  append(KinematicsData<double>(robot_), home);
  visit(data, [&](Port port, Recorded& x) {
    port.example = home[inputs.size()];
    inputs.push_back(x = recorder.input(port));
  });
  return inputs;
}

std::vector<Recorded> PosePorts::rates(const std::vector<Recorded>& inputs, const KinematicsData<Recorded>& data, int c) const {
  std::vector<Recorded> out;
  const VecX<Recorded> V = data.Psi.col(c);
  const Vec3<Recorded> w = V.segment<3>(3);
  const auto add_joint = [&](bool revolute, const Recorded& rate) {
    const std::size_t at = out.size();  // of the cosine, before the sine
    if (revolute) out.insert(out.end(), {-inputs[at + 1] * rate, inputs[at] * rate});
    else out.push_back(rate);
  };
  for (int k = 0; k < 3; ++k)
    if (moves_[k]) out.push_back(V(k));
  if (turning_ == Turning::about_axis) add_joint(true, axis_.cast<Recorded>().dot(w));
  if (turning_ == Turning::free)
    for (int r = 0; r < 3; ++r)
      for (int k = 0; k < 3; ++k) out.push_back(w.cross(data.pose.R.col(k))(r));
  for (std::size_t k = 0; k < robot_.nacelle.joints.size(); ++k) add_joint(robot_.nacelle.joints[k].revolute, V(6 + k));
  for (std::size_t i = 0; i < robot_.legs.size(); ++i) {
    if (robot_.legs[i].solver.closed_form) continue;
    MatX<Recorded> G(robot_.legs[i].rows, V.size());
    joint_map(robot_, static_cast<int>(i), data, G);
    for (int j = 0; j < robot_.legs[i].freedoms(); ++j) {
      Recorded rate = 0.0;  // q̇ = G V_N
      for (Eigen::Index m = 0; m < V.size(); ++m) rate += G(j, m) * V(m);
      add_joint(robot_.legs[i].joints[j].revolute, rate);
    }
  }
  return out;
}

std::vector<Recorded> PosePorts::moved(const std::vector<Recorded>& inputs, const KinematicsData<Recorded>& data,
                                       const VecX<Recorded>& step) const {
  std::vector<Recorded> out;
  const auto move_joint = [&](bool revolute, const Recorded& by) {
    const std::size_t at = out.size();
    out.push_back(revolute ? inputs[at] : inputs[at] + by);
    if (!revolute) return;
    out.push_back(inputs[at + 1]);
    turn_by(out[at], out[at + 1], by);
  };
  for (int k = 0; k < 3; ++k)
    if (moves_[k]) out.push_back(inputs[out.size()] + step(k));
  const Vec3<Recorded> w = step.segment<3>(3);
  if (turning_ == Turning::about_axis) move_joint(true, axis_.cast<Recorded>().dot(w));
  if (turning_ == Turning::free) {
    const Mat3<Recorded> R = turn_by(data.pose.R, w);
    for (int r = 0; r < 3; ++r)
      for (int k = 0; k < 3; ++k) out.push_back(R(r, k));
  }
  for (std::size_t k = 0; k < robot_.nacelle.joints.size(); ++k) move_joint(robot_.nacelle.joints[k].revolute, step(6 + k));
  return out;
}

std::vector<Port> PosePorts::ports() const {
  std::vector<Port> out;
  KinematicsData<double> home(robot_);
  visit(home, [&](const Port& port, const double&) { out.push_back(port); });
  return out;
}

PosePorts::Tie PosePorts::tie_of(int component) const {
  const Mobility& m = robot_.mobility;
  Tie out{component};
  int ties = 0;
  for (int k = 0; k < m.n; ++k) {
    if (std::abs(m.Psi(component, k)) < 1e-12) continue;
    ++ties;
    const int to = m.free[k].index;
    const bool whole =
        std::abs(std::abs(m.Psi(component, k)) - 1.0) < 1e-12 && robot_.nacelle.angular(to) && robot_.nacelle.angular(component);
    const bool about_own = to >= 6 || (turning_ == Turning::about_axis && std::abs(axis_(to - 3)) == 1.0);
    if (whole && about_own && component >= 6) out = {component, to, m.Psi(component, k)};
  }
  return ties == 1 ? out : Tie{component};
}

// Of an angle.
JointPosition<double> PosePorts::turn_from_home(const Pose<double>& pose, int c) const {
  if (c < 6) {
    const JointPosition<double> turn = turn_of(pose.R);
    return {turn.c, axis_(c - 3) * turn.s, 0.0};
  }
  const JointPosition<double>&z = pose.z[c - 6], &home = robot_.home.z[c - 6];
  return {z.c * home.c + z.s * home.s, z.s * home.c - z.c * home.s, 0.0};
}

double PosePorts::from_home(const Pose<double>& pose, int c) const {
  if (c < 3) return pose.p(c) - robot_.home.p(c);
  if (c >= 6 && !robot_.nacelle.angular(c)) return pose.z[c - 6].d - robot_.home.z[c - 6].d;
  if (c >= 3 && c < 6) {
    if (turning_ != Turning::about_axis) return 0.0;
    const JointPosition<double> turn = turn_of(pose.R);
    return std::atan2(turn.s, turn.c) * axis_(c - 3);
  }
  const JointPosition<double> turn = turn_from_home(pose, c);
  return std::atan2(turn.s, turn.c);
}

// Whether a component that depends on others is what those make of it.
bool PosePorts::follows(const Tie& tie, const Pose<double>& pose) const {
  if (tie.to >= 0) {
    const JointPosition<double> own = turn_from_home(pose, tie.component), other = turn_from_home(pose, tie.to);
    return std::abs(own.c - other.c) <= kHeld && std::abs(own.s - tie.way * other.s) <= kHeld;
  }
  const Mobility& m = robot_.mobility;
  double open = from_home(pose, tie.component);
  for (int k = 0; k < m.n; ++k)
    if (m.Psi(tie.component, k) != 0.0) open -= m.Psi(tie.component, k) * from_home(pose, m.free[k].index);
  return std::abs(robot_.nacelle.angular(tie.component) ? std::remainder(open, 2.0 * kPi) : open / robot_.length) <= kHeld;
}

bool PosePorts::holds(const Pose<double>& pose) const {
  if (!std::isfinite(pose.p(0) + pose.p(1) + pose.p(2))) return false;
  for (std::size_t k = 0; k < robot_.nacelle.joints.size(); ++k)
    if (!std::isfinite(pose.z[k].c + pose.z[k].s + pose.z[k].d)) return false;
  for (const Tie& tie : tied_)
    if (!follows(tie, pose)) return false;
  for (int k = 0; k < 3; ++k)
    if (!moves_[k] && !(std::abs(pose.p(k) - robot_.home.p(k)) <= kHeld * robot_.length)) return false;
  if (turning_ == Turning::free) return true;
  if (turning_ == Turning::none) return (pose.R - robot_.home.R).cwiseAbs().maxCoeff() <= kHeld;
  const JointPosition<double> turn = turn_of(pose.R);
  return (pose.R - along_ - turn.c * across_ - turn.s * crossed_).cwiseAbs().maxCoeff() <= kHeld;
}

void PosePorts::hold(Pose<double>& pose) const {
  for (int k = 0; k < 3; ++k)
    if (!moves_[k]) pose.p(k) = robot_.home.p(k);
  if (turning_ == Turning::none) pose.R = robot_.home.R;
  if (turning_ != Turning::about_axis) return;
  JointPosition<double> turn = turn_of(pose.R);
  double angle = std::atan2(turn.s, turn.c);
  for (const FreeComponent& free : robot_.mobility.free)  // a coordinate: that component of the rotation vector, which may be tilted
    if (free.index >= 3 && free.index < 6)
      angle = rotation_vector(pose.R * robot_.home.R.transpose())(free.index - 3) / axis_(free.index - 3);
  turn = revolute_position(angle);
  pose.R = along_ + turn.c * across_ + turn.s * crossed_;
}

double* PosePorts::fill_joints(const KinematicsData<double>& data, double* out) const {
  for (std::size_t i = 0; i < robot_.legs.size(); ++i) {
    const Leg& leg = robot_.legs[i];
    for (int j = 0; j < leg.freedoms() && !leg.solver.closed_form; ++j) {
      const JointPosition<double>& q = data.legs[i].q[j];
      *out++ = leg.joints[j].revolute ? q.c : q.d;
      if (leg.joints[j].revolute) *out++ = q.s;
    }
  }
  return out;
}

double* PosePorts::fill(const Pose<double>& pose, double* out) const {
  if (moves_[0] && moves_[1] && moves_[2] && turning_ == Turning::free && robot_.nacelle.joints.empty()) {
    for (int k = 0; k < 3; ++k) out[k] = pose.p(k);
    for (int k = 0; k < 9; ++k) out[3 + k] = pose.R(k / 3, k % 3);
    return out + 12;
  }
  for (int k = 0; k < 3; ++k)
    if (moves_[k]) *out++ = pose.p(k);
  if (turning_ == Turning::about_axis) {
    const JointPosition<double> turn = turn_of(pose.R);
    *out++ = turn.c;
    *out++ = turn.s;
  }
  if (turning_ == Turning::free)
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) *out++ = pose.R(r, c);
  for (std::size_t k = 0; k < robot_.nacelle.joints.size(); ++k) {
    if (!robot_.nacelle.joints[k].revolute) *out++ = pose.z[k].d;
    else {
      *out++ = pose.z[k].c;
      *out++ = pose.z[k].s;
    }
  }
  return out;
}

void PosePorts::fill(const Pose<double>& pose, double* out, std::size_t stride) const {
  double numbers[3 + 9 + 2 * kMaxNacelleJoints];
  const double* end = fill(pose, numbers);
  for (const double* x = numbers; x != end; ++x, out += stride) *out = *x;
}

void PosePorts::read(const double* in, Pose<double>& pose) const {
  pose = robot_.home;
  for (int k = 0; k < 3; ++k)
    if (moves_[k]) pose.p(k) = *in++;
  if (turning_ == Turning::about_axis) {
    pose.R = turn_about(axis_, in[0], in[1]) * robot_.home.R;
    in += 2;
  }
  if (turning_ == Turning::free)
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) pose.R(r, c) = *in++;
  for (std::size_t k = 0; k < robot_.nacelle.joints.size(); ++k) {
    if (!robot_.nacelle.joints[k].revolute) pose.z[k] = {1.0, 0.0, *in++};
    else {
      pose.z[k] = {in[0], in[1], 0.0};
      in += 2;
    }
  }
}

void PosePorts::append(const KinematicsData<double>& data, std::vector<double>& out) const {
  visit(const_cast<KinematicsData<double>&>(data), [&](const Port&, const double& x) { out.push_back(x); });
}

}  // namespace gough
