#include <benchmark/benchmark.h>

#include "benchmarks/register.hpp"
#include "gough/assembly/catalog.hpp"
#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/kinematics/sampling.hpp"

// Time per evaluation from a pose, robot × formulation × {inverse, direct}.
namespace gough::bench {
namespace {

struct Fixture {
  Robot robot;
  KinematicsData<double> kinematics;
  DynamicsData<double> data;
  std::vector<Pose<double>> poses{64};
  VecX<double> V, A, effort;
  Load load;

  explicit Fixture(const std::string& name) : robot(load_robot(name)), kinematics(robot), data(robot) {
    std::mt19937_64 random(1);
    for (Pose<double>& pose : poses) (void)sample_pose(robot, 0.8, 1e-3, random, pose, kinematics);
    V = 0.1 * random_vector(robot.mobility.n, random);
    A = random_vector(robot.mobility.n, random);
    effort = random_vector(static_cast<int>(robot.actuators.size()), random);
  }
};

void inverse(benchmark::State& state, const std::string& name, Formulation formulation) {
  Fixture f(name);
  std::size_t k = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(inverse_dynamics(f.robot, formulation, f.load, f.poses[k++ % 64], f.V, f.A, f.kinematics, f.data));
    benchmark::ClobberMemory();
  }
}

void direct(benchmark::State& state, const std::string& name, Formulation formulation) {
  Fixture f(name);
  std::size_t k = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(direct_dynamics(f.robot, formulation, f.load, f.poses[k++ % 64], f.V, f.effort, f.kinematics, f.data));
    benchmark::ClobberMemory();
  }
}

}  // namespace

void register_dynamics() {
  for (const std::string& name : catalog())
    for (Formulation f : kFormulations) {
      benchmark::RegisterBenchmark(("inverse_dynamics/" + std::string(1, letter(f)) + "/" + name).c_str(), inverse, name, f);
      if (f == Formulation::platform_legs || f == Formulation::orthogonal_complement)
        benchmark::RegisterBenchmark(("direct_dynamics/" + std::string(1, letter(f)) + "/" + name).c_str(), direct, name, f);
    }
}

}  // namespace gough::bench
