// The Evaluator with its status beside the bare program and the library's algorithms on plain numbers, one state at a time, and how soon
// the first answer comes: gough_evaluator_benchmark [ROBOT ...]
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <functional>

#include "gough/assembly/catalog.hpp"
#include "gough/evaluate/evaluator.hpp"
#include "gough/kinematics/sampling.hpp"

namespace {

using namespace gough;

constexpr int kStates = 64, kRounds = 9;

// Processor time of this thread.
double seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

struct Samples {
  std::vector<Pose<double>> pose;
  std::vector<VecX<double>> Vr, dVr;
  std::vector<std::vector<double>> in;  // of the bare program

  explicit Samples(const Robot& robot) {
    std::mt19937_64 random(5);
    KinematicsData<double> k(robot);
    for (int s = 0; s < kStates; ++s) {
      Pose<double> at;
      if (!sample_pose(robot, 0.8, 1e-3, random, at, k).ok()) continue;
      pose.push_back(at);
      k.Vr = random_vector(robot.mobility.n, random);
      k.dVr = random_vector(robot.mobility.n, random);
      Vr.push_back(k.Vr);
      dVr.push_back(k.dVr);
      in.push_back(program_inputs(robot, {Model::idm}, k, {}));
    }
  }
};

// Microseconds a state of each in turn, medians of the rounds.
std::vector<double> in_turn(std::size_t states, const std::vector<std::function<void(std::size_t)>>& ways) {
  std::vector<std::vector<double>> times(ways.size());
  for (int r = 0; r < kRounds; ++r)
    for (std::size_t w = 0; w < ways.size(); ++w) {
      const double start = seconds();
      for (int again = 0; again < 20; ++again)
        for (std::size_t s = 0; s < states; ++s) ways[w](s);
      times[w].push_back(1e6 * (seconds() - start) / static_cast<double>(20 * states));
    }
  std::vector<double> out;
  for (std::vector<double>& t : times) {
    std::sort(t.begin(), t.end());
    out.push_back(t[t.size() / 2]);
  }
  return out;
}

void measure(const std::string& name) {
  const Robot robot = load_robot(name);
  if (static_cast<int>(robot.actuators.size()) < robot.mobility.n) return;
  const Samples samples(robot);
  VecX<double> effort = VecX<double>::Zero(static_cast<Eigen::Index>(robot.actuators.size()));
  const double start = seconds();
  const Evaluator evaluator(robot);
  Evaluator::Memory memory(evaluator);
  (void)evaluator.inverse_dynamics(samples.pose[0], samples.Vr[0], samples.dVr[0], memory, effort);
  const double first = 1e3 * (seconds() - start);
  const FastProgram bare(record(robot, {Model::idm}));
  std::vector<double> out(bare.outputs());
  KinematicsData<double> k(robot);
  DynamicsData<double> d(robot);
  const std::vector<double> us =
      in_turn(samples.pose.size(),
              {[&](std::size_t s) { bare(samples.in[s].data(), out.data()); },
               [&](std::size_t s) { (void)evaluator.inverse_dynamics(samples.pose[s], samples.Vr[s], samples.dVr[s], memory, effort); },
               [&](std::size_t s) {
                 (void)inverse_dynamics(robot, Formulation::platform_legs, {}, samples.pose[s], samples.Vr[s], samples.dVr[s], k, d);
               }});
  std::printf("%-18s %10.3f %10.3f %8.2f %10.2f %8.1f %12.1f\n", name.c_str(), us[0], us[1], us[1] / us[0], us[2], us[2] / us[1], first);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> names(argv + 1, argv + argc);
  if (names.empty()) names = gough::catalog();
  std::printf("inverse dynamics, one state\n%-18s %10s %10s %8s %10s %8s %12s\n", "robot", "bare us", "status us", "ratio", "plain us",
              "times", "first ms");
  for (const std::string& name : names) measure(name);
}
