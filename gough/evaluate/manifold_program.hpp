#pragma once

#include <functional>
#include <memory>

#include "gough/evaluate/fast_program.hpp"
#include "gough/evaluate/manifold_walk.hpp"
#include "gough/kinematics/given_pose.hpp"

namespace gough {

// Brings a pose that is near the platform's manifold onto it, as `project_near` does: the dependent components move until the loops close,
// the free coordinates stay. By Newton's method on a program where every leg has a closed form, elsewhere by the library. Any number of
// threads may call one, each with its own memory; copies are cheap. The robot must outlive it.
class ManifoldProgram {
 public:
  explicit ManifoldProgram(const Robot& robot);

  class Memory {
   public:
    explicit Memory(const ManifoldProgram& program);
    bool by_library = false;  // the last call took `project_near`

   private:
    friend class ManifoldProgram;
    std::vector<ManifoldWalk> walks;  // side by side
    std::vector<GivenPose> given;     // what each is for
    std::vector<std::size_t> rows;
    std::vector<double> in, out;  // of the program, in columns
    KinematicsData<double> data;
  };

  // Status as `position`.
  Outcome operator()(Pose<double>& pose, Memory& memory) const;

  // What `solve_pose` makes of a pose as users give it, by the program alone; false where that does not tell.
  bool find(const GivenPose& given, Pose<double>& pose, Memory& memory) const;

  // The same for rows 0 to n − 1, many at once: `given` makes a row's pose, `found` takes what was found, nothing where that does not tell.
  // Rows come in any order.
  using Give = std::function<GivenPose(std::size_t row)>;
  using Take = std::function<void(std::size_t row, const Pose<double>* pose)>;
  void find(std::size_t n, const Give& given, const Take& found, Memory& memory) const;

 private:
  struct Ready {
    explicit Ready(const Robot& robot) : step(robot), run(step.record()) {}
    ManifoldStep step;
    FastProgram run;
  };
  const Robot* robot_;
  std::shared_ptr<const Ready> ready_;

  Outcome follow(double farthest, Pose<double>& pose, Memory& memory) const;
  bool keep(const GivenPose& given, Pose<double>& pose) const;
};

}  // namespace gough
