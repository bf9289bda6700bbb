// Encoders to efforts, warm: gough_encoders_benchmark [ROBOT ...]
// A motion of a second at a kilohertz, home and back, each state from the pose of the one before. Medians of nine rounds, microseconds a
// state: forward geometry with its status, the whole way to efforts with its status, and inverse dynamics from the pose for comparison.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>

#include "gough/assembly/catalog.hpp"
#include "gough/evaluate/encoder_efforts.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace {

using namespace gough;

constexpr int kStates = 1000, kRounds = 9;

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// Microseconds a state.
double measured(const std::function<void()>& f) {
  std::vector<double> times;
  for (int r = 0; r < kRounds; ++r) {
    const double start = seconds();
    f();
    times.push_back(1e6 * (seconds() - start) / kStates);
  }
  std::nth_element(times.begin(), times.begin() + kRounds / 2, times.end());
  return times[kRounds / 2];
}

void run(const std::string& name) {
  const Robot robot = load_robot(name);
  const std::size_t na = robot.actuators.size();
  KinematicsData<double> data(robot);
  std::mt19937_64 random(7);
  Pose<double> pose;
  (void)sample_pose(robot, 0.5, 1e-2, random, pose, data);
  const VecX<double> to = free_coordinates(robot, pose), from = free_coordinates(robot, robot.home);
  VecX<double> dq = VecX<double>::Constant(na, 0.1), ddq = VecX<double>::Constant(na, 1.0), tau(na);
  std::vector<VecX<double>> q(kStates, VecX<double>(na));
  for (int s = 0; s < kStates; ++s) {
    pose = pose_from_free(robot, from + 0.5 * (1.0 - std::cos(2.0 * kPi * s / kStates)) * (to - from));
    (void)project(robot, pose, data);
    actuated_positions(robot, data, q[s]);
  }

  const ForwardProgram forward(robot);
  ForwardProgram::Memory memory(forward);
  int steps = 0, lost = 0;
  const double geometry = measured([&] {
    Pose<double> at = robot.home;
    steps = lost = 0;
    for (const VecX<double>& x : q) {
      lost += !forward(x.data(), at, memory).answered() || memory.by_library;
      steps += memory.steps;
    }
  });
  const EncoderEfforts efforts(robot);
  EncoderEfforts::Memory room(efforts);
  const double whole = measured([&] {
    Pose<double> at = robot.home;
    for (const VecX<double>& x : q) (void)efforts(x.data(), dq.data(), ddq.data(), at, tau.data(), room);
  });
  const FastProgram inverse(record(robot, {Model::idm}));
  std::vector<double> in(inverse.inputs(), 0.1), out(inverse.outputs());
  PosePorts(robot).fill(robot.home, in.data());
  const double from_pose = measured([&] {
    for (int s = 0; s < kStates; ++s) inverse(in.data(), out.data());
  });
  std::printf("%-18s %8.3f %8.3f %8.3f %6.2f %5d\n", name.c_str(), geometry, whole, from_pose, static_cast<double>(steps) / kStates, lost);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> robots(argv + 1, argv + argc);
  if (robots.empty()) robots = catalog();
  std::printf("%-18s %8s %8s %8s %6s %5s\n", "robot", "geometry", "efforts", "idm", "steps", "lost");
  for (const std::string& robot : robots) run(robot);
}
