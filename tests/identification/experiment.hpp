#pragma once

#include <fmt/format.h>

#include <random>
#include <sstream>

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/identification/file_parameters.hpp"
#include "gough/identification/measured_motion.hpp"
#include "gough/kinematics/forward_geometry.hpp"
#include "tests/robots.hpp"

// Experiments that never took place: a robot whose parameters differ from its file's, moved along seeded Fourier series of its actuated
// joints, with encoders that count and noisy efforts.
namespace gough::test {

struct Experiment {
  double seconds = 10.0, rate = 200.0;  // Hz
  double base = 0.2;                    // Hz, of the series
  int harmonics = 5;
  double amplitude = 0.25;  // rad, or robot lengths
  double noise = 0.02;      // of each effort's RMS
  int counts = 20;          // bits a turn or a metre
  double flicker = 0.0;     // noise of the encoders, counts
  VecX<double> offset{};    // of the efforts
  RigidBody payload{};
};

// Every parameter of the file changed by up to `share`, bodies staying bodies.
inline VecX<double> changed_parameters(const FileParameters& file, double share, std::mt19937_64& random) {
  VecX<double> theta = file.values();
  for (const FileParameters::Body& b : file.bodies) {
    RigidBody body = rigid_body(theta.segment<10>(b.first));
    const VecX<double> r = random_vector(8, random);
    const double size = std::sqrt(std::max(body.inertia.trace(), 1e-9) / body.mass);
    body.mass *= 1.0 + share * r(0);
    body.com += share * size * 0.3 * r.segment<3>(1);
    body.inertia = (1.0 + share * r(4)) * body.inertia;
    body.inertia += 0.1 * share * body.inertia.trace() * Mat3<double>::Identity();  // room for what a slender body lacks
    theta.segment<10>(b.first) = inertial_parameters(body);
  }
  for (const FileParameters::Positive& p : file.positive) theta(p.index) *= 1.0 + share * random_vector(1, random)(0);
  return theta;
}

// A copy of the robot that a file with these parameters describes.
inline Robot robot_with(const FileParameters& file, const VecX<double>& theta) { return assemble(file.described(theta)); }

struct Record {
  std::vector<double> t;
  MatX<double> qa, exact_qa, effort, exact_effort;
};

inline Record run(const Robot& robot, const Experiment& e, unsigned seed) {
  std::mt19937_64 random(seed), noise(seed + 1000);
  std::normal_distribution<double> normal;
  const int na = static_cast<int>(robot.actuators.size()), count = static_cast<int>(e.seconds * e.rate);
  MatX<double> a(na, e.harmonics), b(na, e.harmonics);
  for (int h = 0; h < e.harmonics; ++h) {
    a.col(h) = random_vector(na, random);
    b.col(h) = random_vector(na, random);
  }
  Record out;
  out.qa = out.exact_qa = out.effort = out.exact_effort = MatX<double>::Zero(count, na);
  KinematicsData<double> k(robot);
  DynamicsData<double> data(robot);
  Load load;
  load.payload = e.payload;
  Pose<double> pose = robot.home;
  for (int s = 0; s < count; ++s) {
    const double t = s / e.rate;
    out.t.push_back(t);
    VecX<double> q(na), dq = VecX<double>::Zero(na), ddq = dq;
    for (int j = 0; j < na; ++j) q(j) = robot.actuators[j].home;
    for (int h = 0; h < e.harmonics; ++h) {
      const double w = 2 * kPi * e.base * (h + 1), c = std::cos(w * t), sn = std::sin(w * t);
      for (int j = 0; j < na; ++j) {
        const double size = e.amplitude * (robot.actuators[j].revolute ? 1.0 : robot.length) / e.harmonics;
        q(j) += size * (a(j, h) * sn + b(j, h) * (c - 1.0));
        dq(j) += size * w * (a(j, h) * c - b(j, h) * sn);
        ddq(j) += size * w * w * (-a(j, h) * sn - b(j, h) * c);
      }
    }
    EXPECT_TRUE(forward_geometry(robot, q, pose, k).answered()) << robot.name << " at " << t;
    const FreeMotion motion = free_from_actuated(robot, dq, ddq, k);
    EXPECT_TRUE(inverse_dynamics(robot, Formulation::platform_legs, load, pose, motion.Vr, motion.dVr, k, data).answered());
    out.exact_qa.row(s) = q.transpose();
    out.exact_effort.row(s) = data.effort.transpose();
    if (e.offset.size() > 0) out.exact_effort.row(s) += e.offset.transpose();
  }
  for (int j = 0; j < na; ++j) {
    const double step = (robot.actuators[j].revolute ? 2 * kPi : 1.0) / std::pow(2.0, e.counts);
    const double sigma = e.noise * std::sqrt(out.exact_effort.col(j).squaredNorm() / count);
    for (int s = 0; s < count; ++s) {
      out.qa(s, j) = std::round(out.exact_qa(s, j) / step + (e.flicker > 0.0 ? e.flicker * normal(noise) : 0.0)) * step;
      out.effort(s, j) = out.exact_effort(s, j) + sigma * normal(noise);
    }
  }
  return out;
}

inline std::string csv_text(const Robot& robot, const Record& r) {
  std::string text = "t";
  for (const Actuator& a : robot.actuators) text += ",q_" + a.name;
  for (const Actuator& a : robot.actuators) text += ",tau_" + a.name;
  for (std::size_t s = 0; s < r.t.size(); ++s) {
    text += fmt::format("\n{:.9g}", r.t[s]);
    for (int j = 0; j < r.qa.cols(); ++j) text += fmt::format(",{:.12g}", r.qa(static_cast<int>(s), j));
    for (int j = 0; j < r.qa.cols(); ++j) text += fmt::format(",{:.12g}", r.effort(static_cast<int>(s), j));
  }
  return text + "\n";
}

inline MeasuredMotion measured(const Robot& robot, const Record& r) {
  std::istringstream in(csv_text(robot, r));
  return read_measured_motion(robot, in, "motion.csv");
}

}  // namespace gough::test
