#include "gough/program/pose_ports.hpp"

#include <fmt/format.h>

#include <cassert>

#include "gough/kinematics/elimination.hpp"
#include "gough/math/cayley.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough {

std::vector<Port> joint_ports(const std::string& name, bool revolute, int component, const std::string& angle) {
  const std::string what = angle.empty() ? "the angle of joint " + name : angle;
  if (!revolute) return {{name, "m", PortKind::length, component, "position of joint " + name}};
  return {{name + ".cos", "1", PortKind::cosine, component, "cosine of " + what},
          {name + ".sin", "1", PortKind::sine, component, "sine of " + what}};
}

namespace {

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
  int component = 0;  // of the joints
  pose_parts(Overloaded{
      [&](Coordinate c) {
        const char* name = kAxes[c.axis];
        f(Port{name, "m", PortKind::position, c.axis, fmt::format("{} of the platform's origin, base axes", name)}, data.pose.p(c.axis));
      },
      [&](Turn) {
        JointPosition<T> turn;
        if constexpr (std::is_same_v<T, double>) turn = motion_.turn_of(data.pose.R);
        visit_joint("turn", true, -1, turn, f, "the platform's turn from home about its axis");
        if constexpr (!std::is_same_v<T, double>) data.pose.R = motion_.rotation(turn.c, turn.s);
      },
      [&](Rotation) {
        for (int r = 0; r < 3; ++r)
          for (int c = 0; c < 3; ++c)
            f(Port{fmt::format("R{}{}", r + 1, c + 1), "1", PortKind::rotation, 3 * r + c,
                   fmt::format("rotation matrix, platform to base axes: row {}, column {}", r + 1, c + 1)},
              data.pose.R(r, c));
      },
      [&](NacelleJoint z) {
        const Joint& joint = robot_.nacelle.joints[z.index];
        visit_joint(joint.name, joint.revolute, component++, data.pose.z[z.index], f);
      }});
  leg_parts([&](LegJoint q) {
    const Leg& leg = robot_.legs[q.leg];
    const Joint& joint = leg.joints[q.index];
    visit_joint(leg.name + "." + joint.name, joint.revolute, component++, data.legs[q.leg].q[q.index], f);
  });
}

std::vector<Recorded> PosePorts::record(Recorder& recorder, KinematicsData<Recorded>& data) const {
  assert(fits(robot_, data));
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
  assert(fits(robot_, data));
  assert(has_freedom(robot_, c));
  std::vector<Recorded> out;
  const VecX<Recorded> V = data.Psi.col(c);
  const Vec3<Recorded> w = V.segment<3>(3);
  const auto add_joint = [&](bool revolute, const Recorded& rate) {
    const std::size_t at = out.size();  // of the cosine, before the sine
    if (revolute) out.insert(out.end(), {-inputs[at + 1] * rate, inputs[at] * rate});
    else out.push_back(rate);
  };
  pose_parts(Overloaded{[&](Coordinate c) { out.push_back(V(c.axis)); },
                        [&](Turn) { add_joint(true, motion_.axis.cast<Recorded>().dot(w)); },
                        [&](Rotation) {
                          for (int r = 0; r < 3; ++r)
                            for (int k = 0; k < 3; ++k) out.push_back(w.cross(data.pose.R.col(k))(r));
                        },
                        [&](NacelleJoint z) { add_joint(robot_.nacelle.joints[z.index].revolute, V(6 + z.index)); }});
  MatX<Recorded> G;
  leg_parts([&](LegJoint q) {
    const Leg& leg = robot_.legs[q.leg];
    if (q.index == 0) {
      G.resize(leg.rows, V.size());
      joint_map(robot_, q.leg, data, G);
    }
    Recorded rate = 0.0;  // q̇ = G V_N
    for (Eigen::Index m = 0; m < V.size(); ++m) rate += G(q.index, m) * V(m);
    add_joint(leg.joints[q.index].revolute, rate);
  });
  return out;
}

std::vector<Recorded> PosePorts::moved(const std::vector<Recorded>& inputs, const KinematicsData<Recorded>& data,
                                       const VecX<Recorded>& step) const {
  assert(fits(robot_, data));
  assert(step.size() == robot_.nacelle.freedoms());
  std::vector<Recorded> out;
  const auto move_joint = [&](bool revolute, const Recorded& by) {
    const std::size_t at = out.size();
    out.push_back(revolute ? inputs[at] : inputs[at] + by);
    if (!revolute) return;
    out.push_back(inputs[at + 1]);
    turn_by(out[at], out[at + 1], by);
  };
  const Vec3<Recorded> w = step.segment<3>(3);
  pose_parts(Overloaded{[&](Coordinate c) { out.push_back(inputs[out.size()] + step(c.axis)); },
                        [&](Turn) { move_joint(true, motion_.axis.cast<Recorded>().dot(w)); },
                        [&](Rotation) {
                          const Mat3<Recorded> R = turned_and_mended(data.pose.R, w);
                          for (int r = 0; r < 3; ++r)
                            for (int k = 0; k < 3; ++k) out.push_back(R(r, k));
                        },
                        [&](NacelleJoint z) { move_joint(robot_.nacelle.joints[z.index].revolute, step(6 + z.index)); }});
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
    if (!motion_.turns_about_axis()) return 0.0;
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
  if (motion_.turns_freely()) return true;
  if (!motion_.turns()) return (pose.R - robot_.home.R).cwiseAbs().maxCoeff() <= kHeld;
  const JointPosition<double> turn = motion_.turn_of(pose.R);
  return (pose.R - motion_.rotation(turn.c, turn.s)).cwiseAbs().maxCoeff() <= kHeld;
}

void PosePorts::hold(Pose<double>& pose) const {
  for (int k = 0; k < 3; ++k)
    if (!motion_.moves[k]) pose.p(k) = robot_.home.p(k);
  if (!motion_.turns()) pose.R = robot_.home.R;
  if (!motion_.turns_about_axis()) return;
  JointPosition<double> turn = motion_.turn_of(pose.R);
  double angle = std::atan2(turn.s, turn.c);
  for (const FreeComponent& free : robot_.mobility.free)  // a coordinate: that component of the rotation vector, which may be tilted
    if (free.index >= 3 && free.index < 6)
      angle = rotation_vector(pose.R * robot_.home.R.transpose())(free.index - 3) / motion_.axis(free.index - 3);
  turn = revolute_position(angle);
  pose.R = motion_.rotation(turn.c, turn.s);
}

namespace {

double* fill_joint(bool revolute, const JointPosition<double>& q, double* out) {
  *out++ = revolute ? q.c : q.d;
  if (revolute) *out++ = q.s;
  return out;
}

}  // namespace

double* PosePorts::fill_joints(const KinematicsData<double>& data, double* out) const {
  assert(fits(robot_, data));
  leg_parts([&](LegJoint q) { out = fill_joint(robot_.legs[q.leg].joints[q.index].revolute, data.legs[q.leg].q[q.index], out); });
  return out;
}

double* PosePorts::fill(const Pose<double>& pose, double* out) const {
  pose_parts(Overloaded{[&](Coordinate c) { *out++ = pose.p(c.axis); }, [&](Turn) { out = fill_joint(true, motion_.turn_of(pose.R), out); },
                        [&](Rotation) {
                          for (int k = 0; k < 9; ++k) out[k] = pose.R(k / 3, k % 3);
                          out += 9;
                        },
                        [&](NacelleJoint z) { out = fill_joint(robot_.nacelle.joints[z.index].revolute, pose.z[z.index], out); }});
  return out;
}

void PosePorts::fill(const Pose<double>& pose, double* out, std::size_t stride) const {
  double numbers[3 + 9 + 2 * kMaxNacelleJoints];
  const double* end = fill(pose, numbers);
  for (const double* x = numbers; x != end; ++x, out += stride) *out = *x;
}

void PosePorts::read(const double* in, Pose<double>& pose) const {
  pose = robot_.home;
  pose_parts(Overloaded{[&](Coordinate c) { pose.p(c.axis) = *in++; },
                        [&](Turn) {
                          pose.R = motion_.rotation(in[0], in[1]);
                          in += 2;
                        },
                        [&](Rotation) {
                          for (int k = 0; k < 9; ++k) pose.R(k / 3, k % 3) = in[k];
                          in += 9;
                        },
                        [&](NacelleJoint z) {
                          const bool revolute = robot_.nacelle.joints[z.index].revolute;
                          pose.z[z.index] = revolute ? JointPosition<double>{in[0], in[1], 0.0} : JointPosition<double>{1.0, 0.0, in[0]};
                          in += revolute ? 2 : 1;
                        }});
}

void PosePorts::append(const KinematicsData<double>& data, std::vector<double>& out) const {
  assert(fits(robot_, data));
  visit(const_cast<KinematicsData<double>&>(data), [&](const Port&, const double& x) { out.push_back(x); });
}

}  // namespace gough
