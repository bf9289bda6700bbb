#pragma once

#include <array>

#include "gough/dynamics/body_moments.hpp"
#include "gough/program/program.hpp"

namespace gough {

// What the platform carries as inputs of a program: mass, first moment and inertia about the platform's origin, platform axes, in the order
// m, mcx, mcy, mcz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz.
constexpr int kPayloadNumbers = 10;
using PayloadNumbers = std::array<double, kPayloadNumbers>;
Port payload_port(int number);

// The numbers of a payload, and the payload that recorded ones are.
PayloadNumbers payload_numbers(const RigidBody& payload);
BodyMoments<Recorded> recorded_payload(Recorder& recorder);

}  // namespace gough
