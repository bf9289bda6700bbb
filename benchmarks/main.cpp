#include <benchmark/benchmark.h>

#include "benchmarks/register.hpp"

int main(int argc, char** argv) {
  gough::bench::register_kinematics();
  gough::bench::register_dynamics();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
