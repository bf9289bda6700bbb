#include "gough/trajectory/motion_curve.hpp"

#include "gough/math/rotation.hpp"
#include "gough/math/rotation_jacobian.hpp"

namespace gough {
namespace {

void add_displacement(const Displacement& by, const Scaled& s, NacelleMotion& out) {
  out.p += s.s * by.p;
  out.v += s.ds * by.p;
  out.a += s.dds * by.p;
  for (int k = 0; k < kMaxNacelleJoints; ++k) {
    out.z[k] += s.s * by.z[k];
    out.dz[k] += s.ds * by.z[k];
    out.ddz[k] += s.dds * by.z[k];
  }
  if (!by.turn.isZero(0.0)) add_turn(by.turn, s, out);
}

// Components of V_N and where they go: positions, rotation vector from home, nacelle joints.
struct ChartPoint {
  Vec3<double> c = Vec3<double>::Zero(), dc = Vec3<double>::Zero(), ddc = Vec3<double>::Zero();

  void set(int component, const Scaled& x, NacelleMotion& out) {
    if (component < 3) out.p(component) = x.s, out.v(component) = x.ds, out.a(component) = x.dds;
    else if (component < 6) c(component - 3) = x.s, dc(component - 3) = x.ds, ddc(component - 3) = x.dds;
    else out.z[component - 6] = x.s, out.dz[component - 6] = x.ds, out.ddz[component - 6] = x.dds;
  }

  void finish(const Mat3<double>& home, NacelleMotion& out) const {
    out.R = rotation_exp(c) * home;
    const RotationRates rates = rotation_rates(c, dc, ddc);
    out.w = rates.w;
    out.dw = rates.dw;
  }
};

double joint_displacement(const Joint& joint, const JointPosition<double>& from, const JointPosition<double>& to) {
  return joint.revolute ? std::atan2(to.s * from.c - to.c * from.s, to.c * from.c + to.s * from.s) : to.d - from.d;
}

}  // namespace

NacelleMotion at_rest(const Robot& robot, const Pose<double>& pose) {
  NacelleMotion out;
  out.p = pose.p;
  out.R = pose.R;
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k)
    out.z[k] = joint_displacement(robot.nacelle.joints[k], robot.home.z[k], pose.z[k]);
  return out;
}

Displacement displacement(const Robot& robot, const Pose<double>& from, const Pose<double>& to) {
  Displacement out;
  out.p = to.p - from.p;
  out.turn = rotation_vector(to.R * from.R.transpose());
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) out.z[k] = joint_displacement(robot.nacelle.joints[k], from.z[k], to.z[k]);
  return out;
}

void add_turn(const Vec3<double>& turn, const Scaled& s, NacelleMotion& out) {
  const Mat3<double> E = rotation_exp(s.s * turn);
  const Vec3<double> carried = E * out.w, own = s.ds * turn;
  out.dw = s.dds * turn + own.cross(carried) + E * out.dw;
  out.w = own + carried;
  out.R = E * out.R;
}

void Moves::at(double t, NacelleMotion& out) const {
  out = from;
  for (const Move& move : moves) add_displacement(move.by, move.law.at(t - move.start), out);
}

void Arc::at(double t, NacelleMotion& out) const {
  const Scaled s = law.at(t);
  out = from;
  add_displacement(by, s, out);
  // the point turns about the axis; `by.p` has moved it along
  const Vec3<double> arm = rotation_exp(angle * s.s * axis) * (from.p - centre);
  const Vec3<double> w = angle * s.ds * axis, dw = angle * s.dds * axis;
  out.p = centre + arm + s.s * by.p;
  out.v += w.cross(arm);
  out.a += dw.cross(arm) + w.cross(w.cross(arm));
}

void PoseSpline::at(double t, NacelleMotion& out) const {
  out = from;
  const CubicSpline::Where w = spline.find(t);
  const double moving = t > spline.begin() && t < spline.end() ? 1.0 : 0.0;  // no dust of rates at rest: friction would take its sign
  const auto column = [&](Eigen::Index c) { return Scaled{spline.value(w, c), moving * spline.rate(w, c), moving * spline.second(w, c)}; };
  for (int k = 0; k < 3; ++k) {
    const Scaled x = column(k);
    out.p(k) = x.s, out.v(k) = x.ds, out.a(k) = x.dds;
  }
  const int joints = static_cast<int>(spline.columns() - 3) - static_cast<int>(turns.size());
  for (int k = 0; k < joints; ++k) {
    const Scaled x = column(3 + k);
    out.z[k] = x.s, out.dz[k] = x.ds, out.ddz[k] = x.dds;
  }
  for (std::size_t k = 0; k < turns.size(); ++k) add_turn(turns[k], column(3 + joints + static_cast<Eigen::Index>(k)), out);
}

void FourierCurve::at(double t, NacelleMotion& out) const {
  ChartPoint chart;
  for (int k = 0; k < static_cast<int>(offset.size()); ++k) chart.set(k, {offset(k), 0.0, 0.0}, out);
  const double base = 2.0 * kPi * frequency;
  for (std::size_t j = 0; j < component.size(); ++j) {
    const Eigen::Index row = static_cast<Eigen::Index>(j);
    Scaled x{offset(component[j]), 0.0, 0.0};
    for (Eigen::Index k = 0; k < cosine.cols(); ++k) {
      const double w = base * static_cast<double>(k + 1), c = std::cos(w * t), s = std::sin(w * t);
      const double value = cosine(row, k) * c + sine(row, k) * s;
      x.s += value;
      x.ds += w * (sine(row, k) * c - cosine(row, k) * s);
      x.dds -= w * w * value;
    }
    chart.set(component[j], x, out);
  }
  chart.finish(home, out);
}

void SampledCurve::at(double t, NacelleMotion& out) const {
  ChartPoint chart;
  const CubicSpline::Where w = spline.find(t);
  for (int k = 0; k < static_cast<int>(spline.columns()); ++k)
    chart.set(k, {spline.value(w, k), spline.rate(w, k), spline.second(w, k)}, out);
  chart.finish(home, out);
}

}  // namespace gough
