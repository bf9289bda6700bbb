#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "gough/assembly/catalog.hpp"
#include "gough/evaluate/evaluator_batch.hpp"
#include "gough/kinematics/sampling.hpp"

using namespace gough;

// States in a file of doubles through C++, for benchmarks/python_batch.py: rows of whole poses, then those of V_r, then those of V̇_r (idm)
// or of the efforts (ddm). Writes the answers' rows, and prints processor times of one thread for all states, s: the best of an
// EvaluatorBatch and of the bare program on columns that are ready. With 0 repeats it writes INPUTS: seeded states of the workspace.
//   gough_batch_of_file ROBOT idm|ddm INPUTS OUTPUTS STATES REPEATS
namespace {

constexpr std::size_t kPoses = 512;  // that differ

double processor_time() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class F>
double best_time(int repeats, const F& call) {
  double best = 1e9;
  for (int r = 0; r < repeats; ++r) {
    const double start = processor_time();
    call();
    best = std::min(best, processor_time() - start);
  }
  return best;
}

// Inputs of the bare program.
std::vector<double> columns_of(const Evaluator& evaluator, const StateRows& rows, std::size_t first, std::size_t second, std::size_t n) {
  const std::size_t pose_size = evaluator.pose_ports().ports().size();
  std::vector<double> in(n * (pose_size + first + second));
  const std::unique_ptr<bool[]> held(new bool[n]);
  PoseRows(evaluator.robot(), evaluator.pose_ports(), PoseRows::kWhole).fill(rows.poses, n, 0, in.data(), n, held.get());
  for (std::size_t s = 0; s < n; ++s) {
    double* to = in.data() + pose_size * n + s;
    for (std::size_t c = 0; c < first; ++c, to += n) *to = rows.first[s * first + c];
    for (std::size_t c = 0; c < second; ++c, to += n) *to = rows.second[s * second + c];
  }
  return in;
}

bool write(const char* name, const std::vector<double>& numbers) {
  std::FILE* file = std::fopen(name, "wb");
  const bool written = file && std::fwrite(numbers.data(), sizeof(double), numbers.size(), file) == numbers.size();
  const bool closed = file && std::fclose(file) == 0;
  if (!written || !closed) std::fprintf(stderr, "%s: cannot be written\n", name);
  return written && closed;
}

std::vector<double> draw(const Robot& robot, std::size_t states, std::size_t rates) {
  std::mt19937_64 random(1);
  KinematicsData<double> data(robot);
  std::vector<double> out;
  for (std::size_t s = 0; s < std::min(kPoses, states); ++s) {
    Pose<double> pose;
    (void)sample_pose(robot, 0.9, 1e-2, random, pose, data);
    const Eigen::Quaterniond q(pose.R);
    out.insert(out.end(), {pose.p.x(), pose.p.y(), pose.p.z(), q.w(), q.x(), q.y(), q.z()});
  }
  for (std::size_t k = out.size(); k < states * PoseRows::kWhole; ++k) out.push_back(out[k - kPoses * PoseRows::kWhole]);
  for (std::size_t k = 0; k < states * rates; ++k) out.push_back(std::uniform_real_distribution<double>(-1.0, 1.0)(random));
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 7) return std::fprintf(stderr, "gough_batch_of_file ROBOT idm|ddm INPUTS OUTPUTS STATES REPEATS\n"), 2;
  const Robot robot = load_robot(argv[1]);
  const Model model = std::string(argv[2]) == "ddm" ? Model::ddm : Model::idm;
  const std::size_t states = std::strtoul(argv[5], nullptr, 10);
  const int repeats = std::atoi(argv[6]);
  const Evaluator evaluator(robot);
  const EvaluatorBatch batch(evaluator, model);
  const std::size_t first = batch.first_columns(), second = batch.second_columns();
  if (repeats == 0) return write(argv[3], draw(robot, states, first + second)) ? 0 : 2;
  std::vector<double> numbers(states * (PoseRows::kWhole + first + second)), out(states * batch.outputs());
  std::FILE* file = std::fopen(argv[3], "rb");
  if (!file || std::fread(numbers.data(), sizeof(double), numbers.size(), file) != numbers.size())
    return std::fprintf(stderr, "%s: too short or unreadable\n", argv[3]), 2;
  std::fclose(file);
  StateRows rows{numbers.data(), PoseRows::kWhole, numbers.data() + PoseRows::kWhole * states, nullptr};
  rows.second = rows.first + first * states;

  const Program program = record(robot, {model});
  const FastProgram bare(program);
  const std::vector<double> in = columns_of(evaluator, rows, first, second, states);
  std::vector<double> found(states * program.outputs.size());
  const double by_rows = best_time(repeats, [&] { batch(states, rows, out.data(), nullptr, 1); });
  const double by_program = best_time(repeats, [&] { bare.batch(states, states, in.data(), found.data()); });
  if (!write(argv[4], out)) return 2;
  std::printf("%.9f %.9f\n", by_rows, by_program);
  return 0;
}
