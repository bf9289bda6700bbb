#pragma once

#include "gough/program/leg_step.hpp"

namespace gough {

// The way of the joints of legs without a closed form from one pose to another, by runs of the program that a LegStep records: what it is
// to be run on next, and what its answer means. In strides as `find_leg` makes them: the joints do what their rates foretell, the legs keep
// to their side of every singularity, the tips close to rounding; half a stride where one of these fails.
class LegWalk {
 public:
  enum class State { going, arrived, lost };

  LegWalk(const Robot& robot, const LegStep& step);

  // To be set before `begin`: the joints' numbers at the start, and the goal. The first are those at the goal once it has arrived.
  double* joints() { return now_.data(); }
  Pose<double>& goal() { return goal_; }

  // Writes the program's inputs, number i to in[i * stride].
  State begin(const Pose<double>& start, double* in, std::size_t stride);

  // Reads the program's outputs, which are placed likewise, and writes its next inputs.
  State advance(const double* out, double* in, std::size_t stride);

 private:
  const Robot& robot_;
  const LegStep& step_;
  bool straight_;  // legs close on the straight way between two poses
  Pose<double> start_, goal_;
  std::vector<double> before_, now_;             // joints at the stride's beginning, and now
  std::vector<double> rates_;                    // their changes on the whole way to first order, at the stride's beginning
  std::vector<double> sides_, sides_now_;        // the legs' sides there, and now
  double done_ = 0.0, next_ = 0.0, part_ = 1.0;  // of the way: made, made after this stride, and the stride's length
  double last_ = 0.0;                            // length of the iteration before
  int runs_ = 0, iteration_ = 0;
  bool looking_ = true;  // at the start, for rates and sides

  void write_joints(double* in, std::size_t stride) const;
  void write_twist(double* in, std::size_t stride) const;
  bool converged(double step, double open);
  bool as_foretold() const;
  State set_out();
  State reach_waypoint(const double* out, std::size_t stride);
  State turn_back();
};

}  // namespace gough
