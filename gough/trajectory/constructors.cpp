#include "gough/trajectory/constructors.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

Trajectory one_piece(const Robot& robot, MotionCurve curve, double duration, bool periodic = false) {
  return Trajectory(robot, {{std::move(curve), duration}}, periodic);
}

void require(bool fine, const std::string& message) {
  if (!fine) throw InputError({}, message);
}

}  // namespace

Pose<double> on_manifold(const Robot& robot, const Pose<double>& pose, const std::string& what) {
  KinematicsData<double> data(robot);
  Pose<double> out = pose;
  const Outcome outcome = project(robot, out, data);
  if (!outcome.has_position())
    throw InputError({}, fmt::format("{} is {} (measure {:.3g})", what, to_string(outcome.status), outcome.measure));
  return out;
}

Trajectory hold(const Robot& robot, const Pose<double>& pose, double duration) {
  return one_piece(robot, Moves{at_rest(robot, on_manifold(robot, pose, "the pose to hold")), {}, duration}, duration);
}

Trajectory line(const Robot& robot, const Pose<double>& from, const Pose<double>& to, const TimeLaw& law) {
  const Pose<double> a = on_manifold(robot, from, "the start"), b = on_manifold(robot, to, "the end");
  return one_piece(robot, Moves{at_rest(robot, a), {{displacement(robot, a, b), law, 0.0}}, law.duration}, law.duration);
}

TimeLaw law_within(Law law, const Displacement& by, const MotionLimits& limits) {
  const TimeLaw linear = law_within(law, by.p.norm(), limits.speed, limits.acceleration);
  const TimeLaw angular = law_within(law, by.turn.norm(), limits.angular_speed, limits.angular_acceleration);
  return linear.duration >= angular.duration ? linear : angular;
}

Trajectory circle(const Robot& robot, const Pose<double>& from, const CircleSpec& spec) {
  require(spec.axis.norm() > 1e-12, "the axis of a circle must not be the zero vector");
  const Pose<double> start = on_manifold(robot, from, "the start of the circle");
  const Vec3<double> axis = spec.axis.normalized(), arm = start.p - spec.centre;
  // the foot of the start on the axis is the centre of its circle
  const Vec3<double> centre = spec.centre + arm.dot(axis) * axis;
  require((start.p - centre).norm() > 1e-9, "the circle begins on its axis; its radius must not be zero");
  return one_piece(robot, Arc{at_rest(robot, start), centre, axis, spec.angle, {}, spec.law}, spec.law.duration);
}

Trajectory pose_spline(const Robot& robot, const std::vector<Pose<double>>& given, const std::vector<double>& times) {
  require(given.size() >= 2, "a spline needs two poses or more");
  require(given.size() == times.size() && times[0] == 0.0, fmt::format("{} poses need as many times, from 0", given.size()));
  for (std::size_t k = 1; k < times.size(); ++k)
    require(times[k] > times[k - 1], fmt::format("the times of a spline must increase; {} s follows {} s", times[k], times[k - 1]));
  std::vector<Pose<double>> poses;
  for (const Pose<double>& pose : given) poses.push_back(on_manifold(robot, pose, fmt::format("pose {} of the spline", poses.size() + 1)));
  const Eigen::Index n = static_cast<Eigen::Index>(poses.size()), joints = static_cast<Eigen::Index>(robot.nacelle.joints.size());
  PoseSpline out;
  out.from = at_rest(robot, poses[0]);
  NacelleMotion reached = out.from;
  MatX<double> values = MatX<double>::Zero(n, 3 + joints + n - 1);
  bool turns = false;
  for (Eigen::Index k = 0; k < n; ++k) {
    if (k > 0) {
      const Displacement by = displacement(robot, poses[k - 1], poses[k]);
      for (Eigen::Index j = 0; j < joints; ++j) reached.z[j] += by.z[j];
      out.turns.push_back(by.turn);
      turns |= by.turn.norm() > 1e-14;
      values.col(3 + joints + k - 1).tail(n - k).setOnes();
    }
    values.row(k).head(3) = poses[k].p.transpose();
    for (Eigen::Index j = 0; j < joints; ++j) values(k, 3 + j) = reached.z[j];
  }
  if (!turns) {
    out.turns.clear();
    values.conservativeResize(Eigen::NoChange, 3 + joints);
  }
  out.spline = CubicSpline(times, values, CubicSpline::Ends::rest);
  return one_piece(robot, std::move(out), times.back());
}

std::vector<double> spline_times(const Robot& robot, const std::vector<Pose<double>>& poses, double duration) {
  std::vector<double> times{0.0};
  for (std::size_t k = 1; k < poses.size(); ++k) {
    const Displacement by = displacement(robot, poses[k - 1], poses[k]);
    times.push_back(by.p.norm() + robot.length * by.turn.norm());
  }
  double sum = 0.0;
  for (double x : times) sum += x;
  const double least = 0.1 * (sum > 0.0 ? sum / static_cast<double>(times.size() - 1) : 1.0);
  for (std::size_t k = 1; k < times.size(); ++k) times[k] = times[k - 1] + std::max(times[k], least);
  for (double& x : times) x *= duration / times.back();
  times.back() = duration;
  return times;
}

Trajectory fourier(const Robot& robot, const FourierSpec& spec) {
  const Mobility& m = robot.mobility;
  require(spec.cosine.rows() == m.n && spec.sine.rows() == m.n && spec.cosine.cols() == spec.sine.cols(),
          fmt::format("a Fourier series needs coefficients for {} free components, as many of cosines as of sines", m.n));
  require(spec.offset.size() == 0 || spec.offset.size() == m.n, fmt::format("a Fourier series needs {} offsets, or none", m.n));
  require(spec.frequency > 0.0 && spec.periods > 0.0, "frequency and periods of a Fourier series must be positive");
  FourierCurve out;
  out.home = robot.home.R;
  out.offset = VecX<double>::Zero(robot.nacelle.freedoms());
  out.offset.head<3>() = robot.home.p;
  for (int k = 0; k < m.n; ++k) {
    out.component.push_back(m.free[k].index);
    if (spec.offset.size() > 0) out.offset(m.free[k].index) = spec.offset(k);
  }
  out.cosine = spec.cosine;
  out.sine = spec.sine;
  out.frequency = spec.frequency;
  const bool whole = std::abs(spec.periods - std::round(spec.periods)) < 1e-12;
  return one_piece(robot, std::move(out), spec.periods / spec.frequency, whole);
}

Trajectory sampled(const Robot& robot, const std::vector<double>& times, const std::vector<Pose<double>>& poses) {
  require(times.size() == poses.size() && times.size() >= 4, "a sampled trajectory needs four samples or more");
  MatX<double> values = MatX<double>::Zero(static_cast<Eigen::Index>(times.size()), robot.nacelle.freedoms());
  NacelleMotion reached = at_rest(robot, poses[0]);
  Vec3<double> turn = rotation_vector(poses[0].R * robot.home.R.transpose());
  for (std::size_t k = 0; k < times.size(); ++k) {
    require(k == 0 || times[k] > times[k - 1], "the times of samples must increase");
    const Eigen::Index row = static_cast<Eigen::Index>(k);
    if (k > 0) {
      const Displacement by = displacement(robot, poses[k - 1], poses[k]);
      for (std::size_t j = 0; j < robot.nacelle.joints.size(); ++j) reached.z[j] += by.z[j];
      // of the rotation vectors that are whole turns apart, the one nearest to that before
      Vec3<double> next = rotation_vector(poses[k].R * robot.home.R.transpose());
      const double angle = next.norm();
      if (angle > 0.5) next *= 1.0 + 2.0 * kPi * std::round((turn.dot(next) / angle - angle) / (2.0 * kPi)) / angle;
      turn = next;
    }
    values.row(row).head(3) = poses[k].p.transpose();
    values.row(row).segment(3, 3) = turn.transpose();
    for (std::size_t j = 0; j < robot.nacelle.joints.size(); ++j) values(row, 6 + static_cast<Eigen::Index>(j)) = reached.z[j];
  }
  std::vector<double> from_zero = times;
  for (double& t : from_zero) t -= times[0];
  return one_piece(robot, SampledCurve{robot.home.R, CubicSpline(from_zero, values, CubicSpline::Ends::free)}, from_zero.back());
}

Trajectory sequence(const std::vector<Trajectory>& parts, bool periodic) {
  require(!parts.empty(), "a sequence needs at least one trajectory");
  std::vector<Trajectory::Piece> pieces;
  for (const Trajectory& part : parts) {
    require(&part.robot() == &parts[0].robot(), "the parts of a sequence must be for one robot");
    pieces.insert(pieces.end(), part.pieces().begin(), part.pieces().end());
  }
  return Trajectory(parts[0].robot(), std::move(pieces), periodic);
}

}  // namespace gough
