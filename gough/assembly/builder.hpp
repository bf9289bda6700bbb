#pragma once

#include "gough/model/robot.hpp"

// Builders of a Robot's parts from a description, before the legs are closed at home.
namespace gough {

// A leg with every joint at zero, and the joint positions to start closing it from.
struct DrawnLeg {
  Leg leg;
  std::vector<double> start;        // one value for each joint
  std::vector<bool> zero_at_home;   // for each joint: whether its position counts from home; its drawing depends on where others start
  std::vector<bool> freeze;         // for each tip: whether its leg-side axes are taken from the closed leg at home
  std::vector<Place> loop_places;   // for each loop: where the file has it
  std::vector<Actuator> actuators;  // `leg` not yet set
  struct Lump {                     // a point mass that a simplified element leaves on the nacelle
    int body = 0;
    Vec3<double> at = Vec3<double>::Zero();  // in that body's frame
    double mass = 0.0;
  };
  std::vector<Lump> lumps;
  Place place;
  int specs = 0;     // number of joints as written in the file, without tips
  int copy_of = -1;  // index of the first copy of the same leg; -1 for the first copy itself
};

// Where the origin of a body's file axes is: at an end of an element, or elsewhere. Decides where a shape without `com` is centred.
enum class BodyAt { elsewhere, element_start, element_end };
RigidBody build_body(const BodySpec& spec, double length, BodyAt at);
Pose<double> build_home(const HomeSpec& spec);
Nacelle build_nacelle(const RobotDescription& description);

// How many legs a table of the file stands for, and the turn of one of them about the axis of the copies.
std::size_t copy_count(const LegSpec& spec);
Mat3<double> copy_turn(const LegSpec& spec, std::size_t copy);

// Every copy of every leg of the file.
std::vector<DrawnLeg> build_legs(const RobotDescription& description, const Nacelle& nacelle, const Pose<double>& home);

}  // namespace gough
