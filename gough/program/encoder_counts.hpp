#pragma once

#include "gough/program/models.hpp"

// What inverse dynamics from the actuated joints' positions, rates and accelerations costs, as EncoderEfforts does it: forward geometry,
// then one program for the platform's motion, V_r = J_inv⁻¹ q̇_a and its derivative, and the efforts. Statuses are not counted.
namespace gough {

// How many steps of Newton's method forward geometry takes at most where it is a program: from a pose nearby two or three lead to rounding.
constexpr int kMostForwardSteps = 10;

// Operations of forward geometry: of the closed form, or of one step of Newton's method. Throws InputError, with the reason, where the
// robot has neither.
OperationCount count_forward_geometry(const Robot& robot);

struct EncoderCount {
  bool closed = false;      // forward geometry is in closed form, and no step is taken
  OperationCount readings;  // cosine and sine of each revolute actuator
  OperationCount geometry;  // of the closed form, or of one step
  OperationCount dynamics;  // from the pose and the actuators' motion to the efforts

  // All of it with so many steps of Newton's method.
  OperationCount total(int steps) const;
};

// Throws InputError, with the reason, where the robot has no forward geometry as a program or no such formulation.
EncoderCount count_from_encoders(const Robot& robot, Formulation formulation);

}  // namespace gough
