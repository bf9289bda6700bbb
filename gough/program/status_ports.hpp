#pragma once

#include "gough/kinematics/data.hpp"
#include "gough/program/program.hpp"

namespace gough {

// How much of a state's status a recorded model tells: whether legs reach and strokes hold; distances to singular configurations too;
// speeds and efforts against their limits too.
enum class StatusDepth { none, geometry, rank, limits };

// The status of a state as outputs of the program that computes it. The first is the smallest margin: above zero all is well but for
// limits of speeds and efforts. Those behind it say what is not, each with its number, and how much of these limits is used; `judge` reads
// them in the order in which the library decides, `inverse_geometry`, `position` and `actuator_limits`. Limits of revolute joints are
// compared as cosine and sine: no angle is computed unless one is exceeded.
class StatusPorts {
 public:
  StatusPorts(const Robot& robot, StatusDepth depth);

  // Appends the outputs. Reads what geometry and `eliminate` filled and, for `limits`, dqa and the efforts.
  void record(Recorder& recorder, const KinematicsData<Recorded>& data, const VecX<Recorded>& effort) const;

  std::size_t size() const { return size_; }
  Outcome judge(const double* margins) const;
  Outcome reach_and_rank(const double* margins) const;  // the same but for strokes and limits

 private:
  struct Rank {
    Status status;
    int leg;
    double least;
  };
  const Robot* robot_;
  StatusDepth depth_;
  std::vector<int> reaching_;  // legs with a closed form
  std::vector<Rank> ranks_;    // factors, each told by its least pivot and its longest column, squared
  bool gap_ = false;           // legs and loops may be open
  std::vector<int> strokes_;   // actuators with limits of their positions
  std::vector<int> use_;       // actuators with limits of speed or effort
  std::size_t size_ = 0;

  static constexpr std::size_t first_reach() { return 2; }  // behind the smallest margin and the rotation
  std::size_t first_rank() const { return first_reach() + reaching_.size() + (gap_ ? 1 : 0); }
  std::size_t first_stroke() const { return first_rank() + 2 * ranks_.size(); }
  std::size_t first_use() const { return first_stroke() + 2 * strokes_.size(); }
  double gap(const double* margins) const;
  Outcome ranks(const double* margins) const;
  Outcome strokes(const double* margins) const;
  Outcome use(const double* margins) const;
};

}  // namespace gough
