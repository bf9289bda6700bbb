#pragma once

#include <functional>

#include "gough/evaluate/fast_program.hpp"
#include "gough/program/models.hpp"

// Programs over states that lie row by row in memory, as numpy has them.
namespace gough::python {

// A program, and the same made ready to run.
struct ReadyProgram {
  Program program;
  FastProgram run;

  explicit ReadyProgram(Program p) : program(std::move(p)), run(program) {}
};

struct Rows {
  const double* data;
  std::size_t columns;
  std::string name;  // of the argument
};

// Evaluates inverse or direct dynamics for n rows: poses (seven numbers, or the free components), V_r, and V̇_r or the efforts. Rows that
// have no answer become NaN. Blocks of rows are turned into the program's columns, evaluated and turned back while they are in the cache.
class StateBatch {
 public:
  StateBatch(const Robot& robot, const ModelChoice& choice, const Load& load);

  const FastProgram& program() const { return ready_.run; }
  int outputs() const { return static_cast<int>(ready_.program.outputs.size()); }
  int driven() const { return driven_; }
  void operator()(std::size_t n, const Rows& poses, const Rows& twists, const Rows& driven, double* out, int threads) const;

 private:
  const Robot& robot_;
  ModelChoice choice_;
  ReadyProgram ready_;
  int driven_ = 0;
  std::vector<int> plain_;  // where each input of the pose stands in x, y, z, R11 … R33; empty where it takes more than that

  // Fills the poses' inputs of rows first to last, input i of row s to in[i * stride + s - first], and says which rows have an answer.
  using FillPoses =
      std::function<void(const double* poses, std::size_t first, std::size_t last, double* in, std::size_t stride, bool* answered)>;
  FillPoses plain_poses() const;
  FillPoses solved_poses(std::size_t pose_columns) const;
  int pose_inputs() const { return static_cast<int>(ready_.program.inputs.size()) - robot_.mobility.n - driven_; }
};

}  // namespace gough::python
