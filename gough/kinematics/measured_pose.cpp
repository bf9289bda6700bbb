#include "gough/kinematics/measured_pose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/forward_geometry.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/pose_from_tips.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough {
namespace {

constexpr double kFarOff = 1e-3;      // rad or robot lengths: what readings may be off, whatever their standard deviation
constexpr double kFarSigmas = 6.0;    // likewise, standard deviations
constexpr double kLongestMove = 0.5;  // rad or robot lengths in an iteration

const JointPosition<double>& measured_position(const Sensor& s, const KinematicsData<double>& data) {
  return s.leg < 0 ? data.pose.z[s.joint] : data.legs[s.leg].q[s.joint];
}

// Units in which metres and radians of the free components compare.
VecX<double> free_units(const Robot& robot) {
  VecX<double> out(robot.mobility.n);
  for (int k = 0; k < robot.mobility.n; ++k) out(k) = robot.mobility.free[k].angular ? 1.0 : robot.length;
  return out;
}

VecX<double> deviations_of(const std::vector<Sensor>& sensors) {
  VecX<double> out(static_cast<Eigen::Index>(sensors.size()));
  for (std::size_t s = 0; s < sensors.size(); ++s) out(static_cast<Eigen::Index>(s)) = sensors[s].sigma;
  return out;
}

// What is left between readings and the joints of `data`, turns taken the short way.
VecX<double> off(const Robot& robot, const std::vector<Sensor>& sensors, const VecX<double>& readings, const KinematicsData<double>& data) {
  VecX<double> out = readings - sensor_readings(robot, sensors, data);
  for (std::size_t s = 0; s < sensors.size(); ++s)
    if (sensors[s].revolute) out(static_cast<Eigen::Index>(s)) = std::remainder(out(static_cast<Eigen::Index>(s)), 2.0 * kPi);
  return out;
}

// (Jᵀ Σ⁻¹ J)⁻¹ in units of the free components, from the triangle of a QR of Σ^(−1/2) J.
MatX<double> covariance_of(const MatX<double>& J, const VecX<double>& sigma, const VecX<double>& units) {
  const MatX<double> white = sigma.cwiseInverse().asDiagonal() * J * units.asDiagonal();
  const MatX<double> half = units.asDiagonal() * full_rank_fit(white, VecX<double>::Zero(white.rows())).inverse_triangle;
  return half * half.transpose();
}

// Gauss-Newton on the platform's manifold.
class Fit {
 public:
  Fit(const Robot& robot, const std::vector<Sensor>& sensors, const VecX<double>& readings, KinematicsData<double>& data)
      : robot_(robot), sensors_(sensors), readings_(readings), data_(data), units_(free_units(robot)), sigma_(deviations_of(sensors)) {}

  // From `pose` to the least squares nearby. Steps are halved until the sum falls. False where the legs do not close there or the last step
  // is not small.
  bool run(Pose<double>& pose) {
    if (!project_near(robot_, pose, data_).has_position()) return false;
    double least = white_off().squaredNorm();
    bool settled = false;
    for (int iteration = 0; iteration < 60 && !settled; ++iteration) {
      const MatX<double> J = sigma_.cwiseInverse().asDiagonal() * sensor_jacobian(robot_, sensors_, data_) * units_.asDiagonal();
      VecX<double> free = shortest_solution(J, white_off(), 1e-9).x;
      if (!free.allFinite()) return false;
      NacelleStep step = data_.Psi * VecX<double>(units_.asDiagonal() * free);
      const double far = size_of(robot_, step);
      if (far > kLongestMove) step *= kLongestMove / far;
      settled = far < 1e-14 || !descend(pose, step, least);
      if (settled && far > 1e-7) return false;
    }
    return settled && project_near(robot_, pose, data_).has_position();
  }

  // Of the joints that `data` is at: largest distance in rad or robot lengths, sum of squares, and the sensor that is off most.
  void judge(MeasuredPose& out) const {
    const VecX<double> left = off(robot_, sensors_, readings_, data_), white = white_off();
    out.square = white.squaredNorm();
    for (Eigen::Index s = 0; s < left.size(); ++s) {
      const double plain = std::abs(left(s)) / (sensors_[s].revolute ? 1.0 : robot_.length);
      out.worst = std::max(out.worst, plain);
      if (plain > kFarOff && std::abs(white(s)) > kFarSigmas) out.status = SightStatus::not_converged;
    }
    Eigen::Index most = -1;
    if (left.size() > 0) white.cwiseAbs().maxCoeff(&most);
    out.worst_sensor = static_cast<int>(most);
  }

 private:
  const Robot& robot_;
  const std::vector<Sensor>& sensors_;
  const VecX<double>& readings_;
  KinematicsData<double>& data_;
  VecX<double> units_, sigma_;

  VecX<double> white_off() const { return sigma_.cwiseInverse().asDiagonal() * off(robot_, sensors_, readings_, data_); }

  bool descend(Pose<double>& pose, const NacelleStep& step, double& least) {
    for (double part = 1.0; part > 1e-4; part *= 0.5) {
      Pose<double> trial = moved(robot_, pose, part * step);
      if (!project_near(robot_, trial, data_).has_position()) continue;
      const double now = white_off().squaredNorm();
      if (!(now < least)) continue;
      pose = trial;
      least = now;
      return true;
    }
    (void)project_near(robot_, pose, data_);
    return false;
  }
};

// What the actuators alone tell, where all of them are measured and hold the platform.
std::optional<Pose<double>> from_actuators(const Robot& robot, const std::vector<Sensor>& sensors, const VecX<double>& readings,
                                           Pose<double> pose, KinematicsData<double>& data) {
  VecX<double> qa(static_cast<Eigen::Index>(robot.actuators.size()));
  Eigen::Index found = 0;
  for (std::size_t s = 0; s < sensors.size(); ++s)
    if (sensors[s].actuator >= 0) {
      qa(sensors[s].actuator) = readings(static_cast<Eigen::Index>(s));
      ++found;
    }
  if (found != qa.size() || found < robot.mobility.n || !forward_geometry(robot, qa, pose, data).has_position()) return {};
  return pose;
}

// Where fits may start, one after another until one is good: the given pose, what measured tips tell, what the actuators tell.
constexpr int kWaysToStart = 3;
std::optional<Pose<double>> start_of(int which, const Robot& robot, const std::vector<Sensor>& sensors, const VecX<double>& readings,
                                     const Pose<double>& given, KinematicsData<double>& data) {
  if (which == 0) return given;
  if (which == 2) return from_actuators(robot, sensors, readings, given, data);
  const PoseFromTips tips(robot, sensors);
  Pose<double> pose = given;
  if (!tips.tells_pose() || !tips(readings, pose)) return {};
  return pose;
}

}  // namespace

MatX<double> sensor_jacobian(const Robot& robot, const std::vector<Sensor>& sensors, const KinematicsData<double>& data) {
  assert(fits(robot, data));
  MatX<double> out(static_cast<Eigen::Index>(sensors.size()), robot.mobility.n), G, K;
  for (int leg = -1; leg < static_cast<int>(robot.legs.size()); ++leg) {
    bool mapped = false;
    for (std::size_t s = 0; s < sensors.size(); ++s) {
      if (sensors[s].leg != leg) continue;
      const auto row = static_cast<Eigen::Index>(s);
      if (leg < 0) {
        out.row(row) = data.Psi.row(robot.nacelle.column(sensors[s].joint + 1));
        continue;
      }
      if (!mapped) {
        G.resize(robot.legs[leg].rows, robot.nacelle.freedoms());
        K.resize(robot.legs[leg].freedoms(), robot.mobility.n);
        free_joint_map(robot, leg, data, G, K);
      }
      mapped = true;
      out.row(row) = K.row(sensors[s].joint);
    }
  }
  return out;
}

VecX<double> sensor_readings(const Robot& robot, const std::vector<Sensor>& sensors, const KinematicsData<double>& data) {
  VecX<double> out(static_cast<Eigen::Index>(sensors.size()));
  for (std::size_t s = 0; s < sensors.size(); ++s)
    out(static_cast<Eigen::Index>(s)) = joint_value(measured_joint(robot, sensors[s]), measured_position(sensors[s], data));
  return out;
}

VecX<double> Observability::deviations(const KinematicsData<double>& data) const {
  return (data.Psi * covariance * data.Psi.transpose()).diagonal().cwiseMax(0.0).cwiseSqrt();
}

Observability observability(const Robot& robot, const std::vector<Sensor>& sensors, const KinematicsData<double>& data) {
  Observability out;
  const VecX<double> units = free_units(robot);
  const MatX<double> J = sensor_jacobian(robot, sensors, data);
  MatX<double> compared = MatX<double>::Zero(std::max<Eigen::Index>(J.rows(), robot.mobility.n), robot.mobility.n);
  compared.topRows(J.rows()) = J * units.asDiagonal();
  for (std::size_t s = 0; s < sensors.size(); ++s)
    if (!sensors[s].revolute) compared.row(static_cast<Eigen::Index>(s)) /= robot.length;
  const SingularSide singular = right_singular(compared);
  const Eigen::Index last = robot.mobility.n - 1;
  out.distance = singular.values(0) > 0.0 ? singular.values(last) / singular.values(0) : 0.0;
  out.unseen = data.Psi * VecX<double>(units.asDiagonal() * singular.vectors.col(last));
  out.unseen /= size_of(robot, out.unseen);
  if (out.distance > kActuationPivot) out.covariance = covariance_of(J, deviations_of(sensors), units);
  return out;
}

std::string motion_words(const Robot& robot, const VecX<double>& VN) {
  static constexpr const char* kNames[] = {"x", "y", "z", "rx", "ry", "rz"};
  std::vector<std::string> words;
  VecX<double> compared = VN.cwiseAbs();
  for (int c = 0; c < robot.nacelle.freedoms(); ++c)
    if (!robot.nacelle.angular(c)) compared(c) /= robot.length;
  for (int c = 0; c < robot.nacelle.freedoms(); ++c)
    if (compared(c) > 0.1 * compared.maxCoeff()) words.push_back(c < 6 ? kNames[c] : robot.nacelle.joints[c - 6].name);
  std::string out;
  for (std::size_t k = 0; k < words.size(); ++k) out += (k == 0 ? "" : k + 1 == words.size() ? " and " : ", ") + words[k];
  return out;
}

double gain(const Observability& before, const Observability& after) {
  if (!after.observable()) return before.observable() ? 0.0 : 1.0;
  if (!before.observable()) return kInfinity;
  const VecX<double> scale = after.covariance.diagonal().cwiseSqrt().cwiseInverse();  // determinants near 1
  const auto scaled = [&](const Observability& s) { return MatX<double>(scale.asDiagonal() * s.covariance * scale.asDiagonal()); };
  return std::pow(determinant(scaled(before)) / determinant(scaled(after)), 0.5 / static_cast<double>(scale.size()));
}

std::string_view to_string(SightStatus status) {
  switch (status) {
    case SightStatus::ok: return "ok";
    case SightStatus::unobservable: return "unobservable";
    case SightStatus::not_converged: return "not_converged";
    case SightStatus::unreachable: return "unreachable";
  }
  return "unknown";
}

MeasuredPose measured_pose(const Robot& robot, const std::vector<Sensor>& sensors, const VecX<double>& readings, const Pose<double>& start,
                           KinematicsData<double>& data) {
  assert(fits(robot, data));
  assert(readings.size() == static_cast<Eigen::Index>(sensors.size()));
  MeasuredPose out;
  out.pose = start;
  out.status = SightStatus::unreachable;
  if (!readings.allFinite()) return out;
  Fit fit(robot, sensors, readings, data);
  for (int which = 0; which < kWaysToStart; ++which) {
    const std::optional<Pose<double>> from = start_of(which, robot, sensors, readings, start, data);
    if (!from) continue;
    Pose<double> pose = *from;
    MeasuredPose found;
    if (!fit.run(pose)) continue;
    fit.judge(found);
    found.pose = pose;
    found.seen = observability(robot, sensors, data);
    if (!found.seen.observable()) found.status = SightStatus::unobservable;
    const bool better = out.status == SightStatus::unreachable || found.status == SightStatus::ok;
    if (better) out = found;
    if (out.status == SightStatus::ok) return out;
  }
  if (out.status == SightStatus::unreachable) out.status = SightStatus::not_converged;
  else (void)project_near(robot, out.pose, data);
  return out;
}

std::optional<MeasuredTwist> measured_twist(const Robot& robot, const std::vector<Sensor>& sensors, const VecX<double>& rates,
                                            const VecX<double>& sigma, const KinematicsData<double>& data) {
  assert(rates.size() == static_cast<Eigen::Index>(sensors.size()));
  assert(sigma.size() == rates.size());
  if (!observability(robot, sensors, data).observable()) return {};
  const VecX<double> units = free_units(robot);
  const MatX<double> J = sensor_jacobian(robot, sensors, data);
  const VecX<double> weight = sigma.cwiseInverse();
  const VecX<double> free = least_squares(weight.asDiagonal() * J * units.asDiagonal(), weight.cwiseProduct(rates));
  return MeasuredTwist{units.cwiseProduct(free), covariance_of(J, sigma, units)};
}

}  // namespace gough
