#pragma once

#include "gough/evaluate/forward_program.hpp"
#include "gough/program/models.hpp"
#include "gough/program/payload_ports.hpp"

namespace gough {

// From the actuated joints' positions, rates and accelerations to efforts in one call: forward geometry from a pose nearby, then one
// program for the platform's motion and inverse dynamics. Any number of threads may call one, each with its own memory; copies are cheap.
// The robot must outlive it.
class EncoderEfforts {
 public:
  // Payload::input: a payload in addition to the load's is an input, by formulation P. Memory::carry sets it; a change needs no new
  // program.
  enum class Payload { constant, input };

  // Throws InputError, with the reason, where the robot has no forward geometry as a program or no such formulation.
  explicit EncoderEfforts(const Robot& robot, Formulation formulation = Formulation::platform_legs, const Load& load = {},
                          Payload payload = Payload::constant);

  class Memory {
   public:
    explicit Memory(const EncoderEfforts& efforts);
    bool by_library() const { return forward.by_library; }  // whether the last call took `forward_geometry`

    // Payload of the calls that follow, in platform axes; none at first. Throws std::logic_error where it is constant.
    void carry(const RigidBody& payload);

   private:
    friend class EncoderEfforts;
    ForwardProgram::Memory forward;
    std::vector<double> in, out;
    bool may_carry;  // the payload's numbers are the last inputs
  };

  // `pose` in: start, out: result. Angles and lengths as the user reads them; limits are judged as for any inverse dynamics. Efforts are
  // written where the outcome is ok or out_of_limits. Allocates nothing unless ForwardProgram does.
  Outcome operator()(const double* readings, const double* rates, const double* accelerations, Pose<double>& pose, double* efforts,
                     Memory& memory) const;

 private:
  const Robot* robot_;
  bool payload_input_;
  ForwardProgram forward_;
  StatusPorts status_;
  FastProgram dynamics_;
};

}  // namespace gough
