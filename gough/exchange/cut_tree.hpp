#pragma once

#include <string>
#include <vector>

#include "gough/model/robot.hpp"

// A robot as the formats of other tools want it: a tree of links and the loops that close it. The platform hangs on one leg by the tip that
// leaves it the fewest freedoms; where none is on the platform itself, it is free. Every other tip is a loop.
// All names are unique and such that XML and the formats take them (export_names.hpp).
namespace gough {

// A ball's position at home is no turn; a free link's is its placement.
enum class CutKind { hinge, slide, ball, fixed, free };

struct CutJoint {
  std::string name;
  CutKind kind = CutKind::hinge;
  double home = 0.0;  // its value, rad or m, as everywhere in the library; 0 for the tip that carries the platform
  Friction friction = {};
  double rotor_inertia = 0.0;  // on the joint, through the gear
  int actuator = -1;
  int leg = -1, joint = -1;  // which joint of the robot; leg -1 is the nacelle, joint -1 is the tip that carries the platform
};

// A link and the joint before it, about or along the z axis of the link's frame.
struct CutLink {
  std::string name;
  int parent = -1;              // -1 is the world
  Placement<double> placement;  // in the parent, at home
  RigidBody body;
  CutJoint joint;
};

struct CutLoop {
  std::string name;
  TipKind kind = TipKind::spherical;
  int a = -1, b = -1;  // links; -1 is the world
  Placement<double> frame_a, frame_b;
  Friction friction = {};
};

struct CutTree {
  std::vector<CutLink> links;  // parents first
  std::vector<CutLoop> loops;
  std::vector<std::string> actuator_names;  // in the robot's order
  int platform = -1;
  int carrier_leg = -1, carrier_tip = -1;  // the tip that carries the platform, if any
  std::string carrier_name;                // for formats that have it as one joint

  Placement<double> at_home(int link) const;  // in the world
  std::vector<int> children(int link) const;

  // Of the link and all that hangs on it; of what moves with it too: the links it is fixed to and what hangs on these, infinite for the
  // world.
  double carried_mass(int link) const;
  double moved_mass(int link) const;

  // Where other links and loops are joined to a link, in its frame: what to draw.
  std::vector<Vec3<double>> anchors(int link) const;
};

// What a robot has that exports leave to others' imagination, as "the spring 'balancer'": springs, joints that follow others, helical
// joints; empty where there is nothing such.
std::string unknown_to_others(const Robot& robot);

// Throws InputError where there is something such.
CutTree cut_tree(const Robot& robot);

// Neither mass nor inertia.
bool massless(const RigidBody& body);

// The body with mass and principal moments of at least these, for formats that have none without.
RigidBody raised(const RigidBody& body, double least_mass, double least_inertia);

}  // namespace gough
