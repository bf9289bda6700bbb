#pragma once

#include <memory>

#include "gough/evaluate/fast_program.hpp"
#include "gough/evaluate/manifold_walk.hpp"
#include "gough/kinematics/given_pose.hpp"
#include "gough/program/status_ports.hpp"

namespace gough {

// Brings a pose that is near the platform's manifold onto it, as `project_near` does: what the mobility keeps goes where it is held, the
// dependent components move until the loops close, the free coordinates stay. By Newton's method on a program where every leg has a closed
// form, elsewhere by the library. Any number of threads may call one, each with its own memory; copies are cheap. The robot must outlive
// it.
class ManifoldProgram {
 public:
  explicit ManifoldProgram(const Robot& robot);

  class Memory {
   public:
    // For at most `rows` poses at once.
    explicit Memory(const ManifoldProgram& program, std::size_t rows = 1);
    bool by_library = false;  // the last call took `project_near`

   private:
    friend class ManifoldProgram;
    struct Row : ManifoldWalk::Traveller {
      std::size_t row = 0;
    };
    std::size_t stride;
    std::vector<double> in, out;
    std::vector<Row> rows;
    KinematicsData<double> data;
  };

  // Status as `position`.
  Outcome operator()(Pose<double>& pose, Memory& memory) const;

  // What `solve_pose` makes of a pose as users give it, by the program alone; false where that does not tell.
  bool find(const GivenPose& given, Pose<double>& pose, Memory& memory) const;

  // The same for n poses at once, each as by itself, without their statuses: a model that is evaluated there tells them.
  void find(std::size_t n, const GivenPose* given, Pose<double>* poses, bool* found, Memory& memory) const;

 private:
  struct Ready {
    explicit Ready(const Robot& robot);
    PosePorts pose;
    ManifoldWalk walk;
    StatusPorts status;
    FastProgram run;  // → d with C_d d = residual; rows of Ψ of the dependent components; status
  };
  const Robot* robot_;
  std::shared_ptr<const Ready> ready_;

  Outcome follow(double farthest, Pose<double>& pose, Memory& memory) const;
  bool keep(const GivenPose& given, Pose<double>& pose) const;
};

}  // namespace gough
