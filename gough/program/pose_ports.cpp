#include "gough/program/pose_ports.hpp"

#include <fmt/format.h>

#include "gough/kinematics/elimination.hpp"
#include "gough/math/cayley.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough {

namespace {

using Turning = PlatformMotion::Turning;

}  // namespace

std::vector<Port> joint_ports(const std::string& name, bool revolute, int component, const std::string& angle) {
  const std::string what = angle.empty() ? "the angle of joint " + name : angle;
  if (!revolute) return {{name, "m", PortKind::length, component, "position of joint " + name}};
  return {{name + ".cos", "1", PortKind::cosine, component, "cosine of " + what},
          {name + ".sin", "1", PortKind::sine, component, "sine of " + what}};
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

// R turned by w, and one step of Newton and Schulz towards orthogonal.
Mat3<Recorded> turned_and_mended(const Mat3<Recorded>& R, const Vec3<Recorded>& w) {
  const Mat3<Recorded> out = turned_by(R, w);
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
    if (motion_.moves[k])
      f(Port{kAxes[k], "m", PortKind::position, k, fmt::format("{} of the platform's origin, base axes", kAxes[k])}, data.pose.p(k));
  if (motion_.turning == Turning::about_axis) {
    JointPosition<T> turn;
    if constexpr (std::is_same_v<T, double>) turn = motion_.turn_of(data.pose.R);
    visit_joint("turn", true, -1, turn, f, "the platform's turn from home about its axis");
    if constexpr (!std::is_same_v<T, double>) {
      const Mat3<Recorded> home = robot_.home.R.template cast<Recorded>();
      data.pose.R = turn_about(motion_.axis, turn.c, turn.s) * home;
    }
  }
  if (motion_.turning == Turning::free)
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
    if (motion_.moves[k]) out.push_back(V(k));
  if (motion_.turning == Turning::about_axis) add_joint(true, motion_.axis.cast<Recorded>().dot(w));
  if (motion_.turning == Turning::free)
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
    if (motion_.moves[k]) out.push_back(inputs[out.size()] + step(k));
  const Vec3<Recorded> w = step.segment<3>(3);
  if (motion_.turning == Turning::about_axis) move_joint(true, motion_.axis.cast<Recorded>().dot(w));
  if (motion_.turning == Turning::free) {
    const Mat3<Recorded> R = turned_and_mended(data.pose.R, w);
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

// Of an angle.
JointPosition<double> PosePorts::turn_from_home(const Pose<double>& pose, int c) const {
  if (c < 6) {
    const JointPosition<double> turn = motion_.turn_of(pose.R);
    return {turn.c, motion_.axis(c - 3) * turn.s, 0.0};
  }
  const JointPosition<double>&z = pose.z[c - 6], &home = robot_.home.z[c - 6];
  return {z.c * home.c + z.s * home.s, z.s * home.c - z.c * home.s, 0.0};
}

double PosePorts::from_home(const Pose<double>& pose, int c) const {
  if (c < 3) return pose.p(c) - robot_.home.p(c);
  if (c >= 6 && !robot_.nacelle.angular(c)) return pose.z[c - 6].d - robot_.home.z[c - 6].d;
  if (c >= 3 && c < 6) {
    if (motion_.turning != Turning::about_axis) return 0.0;
    const JointPosition<double> turn = motion_.turn_of(pose.R);
    return std::atan2(turn.s, turn.c) * motion_.axis(c - 3);
  }
  const JointPosition<double> turn = turn_from_home(pose, c);
  return std::atan2(turn.s, turn.c);
}

// Whether a component that depends on others is what those make of it.
bool PosePorts::follows(const PlatformMotion::Tie& tie, const Pose<double>& pose) const {
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
  for (const PlatformMotion::Tie& tie : motion_.tied)
    if (!follows(tie, pose)) return false;
  for (int k = 0; k < 3; ++k)
    if (!motion_.moves[k] && !(std::abs(pose.p(k) - robot_.home.p(k)) <= kHeld * robot_.length)) return false;
  if (motion_.turning == Turning::free) return true;
  if (motion_.turning == Turning::none) return (pose.R - robot_.home.R).cwiseAbs().maxCoeff() <= kHeld;
  const JointPosition<double> turn = motion_.turn_of(pose.R);
  return (pose.R - motion_.along - turn.c * motion_.across - turn.s * motion_.crossed).cwiseAbs().maxCoeff() <= kHeld;
}

void PosePorts::hold(Pose<double>& pose) const {
  for (int k = 0; k < 3; ++k)
    if (!motion_.moves[k]) pose.p(k) = robot_.home.p(k);
  if (motion_.turning == Turning::none) pose.R = robot_.home.R;
  if (motion_.turning != Turning::about_axis) return;
  JointPosition<double> turn = motion_.turn_of(pose.R);
  double angle = std::atan2(turn.s, turn.c);
  for (const FreeComponent& free : robot_.mobility.free)  // a coordinate: that component of the rotation vector, which may be tilted
    if (free.index >= 3 && free.index < 6)
      angle = rotation_vector(pose.R * robot_.home.R.transpose())(free.index - 3) / motion_.axis(free.index - 3);
  turn = revolute_position(angle);
  pose.R = motion_.along + turn.c * motion_.across + turn.s * motion_.crossed;
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
  if (motion_.moves[0] && motion_.moves[1] && motion_.moves[2] && motion_.turning == Turning::free && robot_.nacelle.joints.empty()) {
    for (int k = 0; k < 3; ++k) out[k] = pose.p(k);
    for (int k = 0; k < 9; ++k) out[3 + k] = pose.R(k / 3, k % 3);
    return out + 12;
  }
  for (int k = 0; k < 3; ++k)
    if (motion_.moves[k]) *out++ = pose.p(k);
  if (motion_.turning == Turning::about_axis) {
    const JointPosition<double> turn = motion_.turn_of(pose.R);
    *out++ = turn.c;
    *out++ = turn.s;
  }
  if (motion_.turning == Turning::free)
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
    if (motion_.moves[k]) pose.p(k) = *in++;
  if (motion_.turning == Turning::about_axis) {
    pose.R = turn_about(motion_.axis, in[0], in[1]) * robot_.home.R;
    in += 2;
  }
  if (motion_.turning == Turning::free)
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
