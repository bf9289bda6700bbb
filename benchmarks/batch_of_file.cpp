#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "gough/assembly/catalog.hpp"
#include "gough/evaluate/fast_program.hpp"
#include "gough/program/models.hpp"

// Inverse dynamics of states in a file of doubles, all first inputs, then all second ones; answers likewise. For
// benchmarks/python_batch.py.
//   gough_batch_of_file ROBOT INPUTS OUTPUTS STATES REPEATS      prints the best wall time and the best processor time, s
int main(int argc, char** argv) {
  if (argc != 6) return std::fprintf(stderr, "gough_batch_of_file ROBOT INPUTS OUTPUTS STATES REPEATS\n"), 2;
  const gough::Program program = gough::record(gough::load_robot(argv[1]), {gough::Model::idm});
  const std::size_t states = std::strtoul(argv[4], nullptr, 10);
  std::vector<double> in(states * program.inputs.size()), out(states * program.outputs.size());
  std::FILE* file = std::fopen(argv[2], "rb");
  if (!file || std::fread(in.data(), sizeof(double), in.size(), file) != in.size())
    return std::fprintf(stderr, "%s: too short or unreadable\n", argv[2]), 2;
  std::fclose(file);
  const gough::FastProgram fast(program);
  double wall = 1e9, processor = 1e9;
  for (int r = std::atoi(argv[5]); r > 0; --r) {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t clock = std::clock();
    fast.batch(states, states, in.data(), out.data(), 0);
    wall = std::min(wall, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    processor = std::min(processor, static_cast<double>(std::clock() - clock) / CLOCKS_PER_SEC);
  }
  file = std::fopen(argv[3], "wb");
  if (!file || std::fwrite(out.data(), sizeof(double), out.size(), file) != out.size() || std::fclose(file) != 0)
    return std::fprintf(stderr, "%s: cannot be written\n", argv[3]), 2;
  std::printf("%.9f %.9f\n", wall, processor);
  return 0;
}
