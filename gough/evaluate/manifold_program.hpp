#pragma once

#include <memory>

#include "gough/evaluate/fast_program.hpp"
#include "gough/kinematics/given_pose.hpp"
#include "gough/program/pose_ports.hpp"
#include "gough/program/status_ports.hpp"

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
    std::vector<double> in, out;
    KinematicsData<double> data;
    VecX<double> goal, error, step;
  };

  // Status as `position`.
  Outcome operator()(Pose<double>& pose, Memory& memory) const;

  // What `solve_pose` makes of a pose as users give it, by the program alone; false where that does not tell.
  bool find(const GivenPose& given, Pose<double>& pose, Memory& memory) const;

 private:
  struct Ready {
    explicit Ready(const Robot& robot);
    PosePorts pose;
    StatusPorts status;
    FastProgram run;  // → d with C_d d = residual; rows of Ψ of the dependent components; status
  };
  const Robot* robot_;
  std::shared_ptr<const Ready> ready_;

  Outcome follow(double farthest, Pose<double>& pose, Memory& memory) const;
  bool find_step(const Pose<double>& pose, Memory& memory) const;
  void add_free_turns(const Vec3<double>& turn, Memory& memory) const;
};

}  // namespace gough
