#pragma once

#include "gough/kinematics/data.hpp"
#include "gough/program/pose_ports.hpp"
#include "gough/program/status_ports.hpp"

namespace gough {

// One step of Newton's method towards the platform's manifold as a Program: from the pose's numbers to d with C_d d = residual, the rows of
// Ψ of the dependent components, and the status of the pose before the step. It exists where every leg has a closed form and some component
// depends on others.
class ManifoldStep {
 public:
  explicit ManifoldStep(const Robot& robot);
  static bool exists(const Robot& robot);

  Program record() const;

  const PosePorts& pose() const { return pose_; }
  const StatusPorts& status() const { return status_; }
  std::size_t inputs() const { return inputs_; }
  std::size_t outputs() const { return status_at() + status_.size(); }
  std::size_t status_at() const { return robot_.mobility.dependent.size() * static_cast<std::size_t>(1 + robot_.mobility.n); }

 private:
  const Robot& robot_;
  PosePorts pose_;
  StatusPorts status_;
  std::size_t inputs_;
};

// The way of a pose onto the manifold, its free coordinates kept, by runs of that program: what it is to be run on next, and what its
// answer means.
class ManifoldWalk {
 public:
  enum class State { going, arrived, lost };

  ManifoldWalk(const Robot& robot, const ManifoldStep& step);

  // From a pose; steps of at most `farthest` robot lengths or rad, each shorter than the one before. Writes the program's inputs, number i
  // to in[i * stride].
  void begin(const Pose<double>& pose, double farthest, double* in, std::size_t stride);

  // Reads the program's outputs, which are placed likewise, and writes its next inputs.
  State advance(const double* out, double* in, std::size_t stride);

  // Once it has arrived: the pose, and its status, answered or type2_singular.
  const Pose<double>& pose() const { return at_; }
  const Outcome& outcome() const { return outcome_; }

 private:
  const Robot& robot_;
  const ManifoldStep& step_;
  Pose<double> at_;
  Outcome outcome_;
  double farthest_ = 0.0;
  int steps_ = 0;
  std::vector<double> out_;
  VecX<double> goal_, error_, by_;

  double Psi(std::size_t dependent, int free) const;
  void move(int free, double by);
  bool find_step();
  void find_free_turns(const Vec3<double>& turn);
  double longest() const;
};

}  // namespace gough
