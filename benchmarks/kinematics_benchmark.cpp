#include <benchmark/benchmark.h>

#include "benchmarks/register.hpp"
#include "gough/assembly/catalog.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/forward_geometry.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/velocity.hpp"

// Time per state of each stage of the kinematics, robot by robot.
namespace gough::bench {
namespace {

struct Fixture {
  Robot robot;
  KinematicsData<double> data;
  std::vector<Pose<double>> poses{64};
  std::vector<VecX<double>> angles;
  VecX<double> V, A;

  explicit Fixture(const std::string& name) : robot(load_robot(name)), data(robot) {
    std::mt19937_64 random(1);
    VecX<double> qa(robot.actuators.size());
    for (Pose<double>& pose : poses) {
      (void)sample_pose(robot, 0.8, 1e-3, random, pose, data);
      actuated_positions(robot, data, qa);
      angles.push_back(qa);
    }
    V = random_vector(robot.mobility.n, random);
    A = random_vector(robot.mobility.n, random);
  }
};

void inverse_geometry_benchmark(benchmark::State& state, const std::string& name) {
  Fixture f(name);
  std::size_t k = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(inverse_geometry(f.robot, f.poses[k++ % 64], f.data));
    benchmark::ClobberMemory();
  }
}

void accelerations_benchmark(benchmark::State& state, const std::string& name) {
  Fixture f(name);
  std::size_t k = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(position(f.robot, f.poses[k++ % 64], f.data));
    velocity(f.robot, f.V, f.data);
    acceleration(f.robot, f.A, f.data);
    benchmark::ClobberMemory();
  }
}

void forward_geometry_benchmark(benchmark::State& state, const std::string& name) {
  Fixture f(name);
  std::size_t k = 0;
  for (auto _ : state) {
    Pose<double> pose = f.robot.home;
    benchmark::DoNotOptimize(forward_geometry(f.robot, f.angles[k++ % 64], pose, f.data));
  }
}

}  // namespace

void register_kinematics() {
  for (const std::string& name : catalog()) {
    benchmark::RegisterBenchmark(("inverse_geometry/" + name).c_str(), inverse_geometry_benchmark, name);
    benchmark::RegisterBenchmark(("position_velocity_acceleration/" + name).c_str(), accelerations_benchmark, name);
    benchmark::RegisterBenchmark(("forward_geometry_from_home/" + name).c_str(), forward_geometry_benchmark, name);
  }
}

}  // namespace gough::bench
