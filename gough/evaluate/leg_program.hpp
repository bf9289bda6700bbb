#pragma once

#include <memory>

#include "gough/evaluate/fast_program.hpp"
#include "gough/evaluate/leg_walk.hpp"

namespace gough {

// Joints of the legs without a closed form by Newton's method on a program, followed from a pose where they are known as `find_leg` follows
// them (LegWalk). What is not found so the library has to be asked for. Any number of threads may call one, each with its own memory;
// copies are cheap. The robot must outlive it.
class LegProgram {
 public:
  explicit LegProgram(const Robot& robot);

  // Whether some leg has no closed form.
  bool exists() const { return ready_ != nullptr; }

  class Memory {
   public:
    explicit Memory(const LegProgram& program);

   private:
    friend class LegProgram;
    std::vector<LegWalk> walks_;     // side by side
    std::vector<std::size_t> rows_;  // the row of each
    std::vector<double> in_, out_;   // of the program, in columns
  };

  // The joints at a pose, from data.latest; fills q, latest and followed of these legs and the poses that belong to them. False, and `data`
  // as it was, where they are not found.
  bool follow(const Pose<double>& pose, KinematicsData<double>& data, Memory& memory) const;

  // Rows of poses as PosePorts has them, number i of row s at in[i * stride + s]: fills the joints' numbers behind them, followed from
  // home. Rows that `wanted` leaves out are skipped, and those whose joints are not found are struck from it.
  void from_home(std::size_t n, std::size_t stride, double* in, bool* wanted, Memory& memory) const;

 private:
  struct Ready {
    explicit Ready(const Robot& robot);
    LegStep step;
    FastProgram run;
    std::vector<double> home;  // the joints' numbers there
  };
  const Robot* robot_;
  std::shared_ptr<const Ready> ready_;
};

}  // namespace gough
