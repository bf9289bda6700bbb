#pragma once

#include "gough/program/pose_ports.hpp"

// The first stages of a recorded model, for who records one of its own.
namespace gough {

// The pose's inputs (PosePorts), the joints and the elimination. Fills `data` as `position` does.
void record_position(const Robot& robot, Recorder& recorder, KinematicsData<Recorded>& data);

// Inputs for a component of V_r or V̇_r each.
VecX<Recorded> record_rates(const Robot& robot, Recorder& recorder, Port (*port)(const Robot&, int));

// Inputs q̇_a and q̈_a, and the motion that they make. Reads what `record_position` filled; fills `data` as `velocity` and `acceleration` do.
void record_actuated_motion(const Robot& robot, Recorder& recorder, KinematicsData<Recorded>& data);

}  // namespace gough
