#pragma once

#include <memory>
#include <optional>

#include "gough/evaluate/fast_program.hpp"
#include "gough/program/forward_closed.hpp"
#include "gough/program/forward_step.hpp"

namespace gough {

// Forward geometry of a robot made ready to run: in closed form where there is one, elsewhere by a bounded number of Newton's steps from a
// pose nearby, as `forward_geometry` finds it. Any number of threads may call one, each with its own memory; copies are cheap. The robot
// must outlive it.
class ForwardProgram {
 public:
  // `depth`: rank, or none for a caller that finds the status of the pose itself.
  explicit ForwardProgram(const Robot& robot, StatusDepth depth = StatusDepth::rank);

  class Memory {
   public:
    explicit Memory(const ForwardProgram& program);
    int steps = 0;            // of Newton's method in the last call; 0 where the closed form served
    bool by_library = false;  // the last call took `forward_geometry`

   private:
    friend class ForwardProgram;
    std::vector<double> in, out;
    KinematicsData<double> data;
    VecX<double> readings;
  };

  // The pose whose actuated joints are at these angles and lengths, from `pose` (in: start, out: result). What the programs do not find
  // `forward_geometry` is asked for, with its statuses; only then is memory allocated.
  Outcome operator()(const double* readings, Pose<double>& pose, Memory& memory) const;

  // The same by the programs alone, which never allocates and takes a bounded time: not_converged, and the pose as it was, where the start
  // is too far away or a leg is lost on the way.
  Outcome warm(const double* readings, Pose<double>& pose, Memory& memory) const;

  // Rows of readings, each from the pose of the row before it, or from home where that fails.
  void batch(std::size_t n, const double* readings, Pose<double>* poses, Outcome* outcomes, Memory& memory) const;

  const PosePorts& pose_ports() const { return newton_->recorded.pose(); }  // of a robot that has a program
  bool closed_form() const { return closed_ != nullptr; }
  bool has_program() const { return closed_ || newton_; }

 private:
  template <class Recorded>
  struct Ready {
    Ready(const Robot& robot, StatusDepth depth) : recorded(robot, depth), run(recorded.record()) {}
    Recorded recorded;
    FastProgram run;
  };
  const Robot* robot_;
  std::shared_ptr<const Ready<ForwardClosed>> closed_;
  std::shared_ptr<const Ready<ForwardStep>> newton_;

  bool by_closed_form(Pose<double>& pose, Memory& memory, Outcome& outcome) const;
  Outcome by_newton(Pose<double>& pose, Memory& memory) const;
  Outcome strokes(const double* readings) const;
};

}  // namespace gough
