#pragma once

#include "gough/program/status_ports.hpp"

namespace gough {

// What is rounding and what is not: open loops, rad or robot lengths, and how many times the library's own pivots a singular one has.
struct StatusTolerance {
  double closed = 1e-9, pivots = 1.0;
};
constexpr StatusTolerance kSingleTolerance = {1e-4, 100.0};  // of numbers in single precision

// The status of emitted functions, cheap: two numbers behind a model's outputs, `margin` and `limits`, or `reached` and `strokes` of a
// model of geometry alone. Where both are above zero the state is ok, as StatusPorts
// would judge it. `margin` is on the safe side: where it is not above zero, the program of `record_status` decides. `limits` is exact.
// Singular configurations are ruled out by determinants, of as many rows as there are columns, against bounds of the columns' lengths: a
// factor's least pivot is no less than the determinant over the other columns' lengths, and more rows only make it larger.
class StatusMargin {
 public:
  StatusMargin(const Robot& robot, StatusDepth depth, const StatusTolerance& tolerance);

  // Appends the outputs. Reads what geometry and `eliminate` filled and, for `limits`, dqa and the efforts. `given` is no number where one
  // of the inputs behind the pose is none.
  void record(Recorder& recorder, const KinematicsData<Recorded>& data, const VecX<Recorded>& effort, const Recorded& given) const;

 private:
  const Robot& robot_;
  StatusDepth depth_;
  StatusTolerance tolerance_;
  std::vector<int> constraint_rows_;     // those that hold the dependent components best at home
  double constraint_determinant_ = 0.0;  // of them, squared, that suffices; 0: a factorisation tells more
  std::vector<int> actuator_rows_;       // of J_inv
  std::vector<int> openings_;            // those that a pose beside the manifold opens: the closed forms close the others

  void find_constraint_determinant(const MatX<double>& home);
  void find_openings();

  Recorded ranks(const KinematicsData<Recorded>& data, Recorded& sum) const;
  Recorded leg_ranks(const KinematicsData<Recorded>& data) const;
  Recorded closed(const KinematicsData<Recorded>& data) const;
  Recorded constraint_rank(const KinematicsData<Recorded>& data) const;
  Recorded actuation_rank(const KinematicsData<Recorded>& data) const;
  Recorded strokes(const KinematicsData<Recorded>& data) const;
  Recorded limits(const KinematicsData<Recorded>& data, const VecX<Recorded>& effort) const;
};

// From the pose's numbers to one margin for each reason, in the order in which the library decides: legs out of reach, singular legs (type
// 1), open loops, singular constraints, singular actuation (type 2). The first that is not above zero is the status.
Program record_status(const Robot& robot, const StatusTolerance& tolerance);
constexpr Status kStatusOrder[] = {Status::unreachable, Status::type1_singular, Status::unreachable, Status::constraint_singular,
                                   Status::type2_singular};

}  // namespace gough
