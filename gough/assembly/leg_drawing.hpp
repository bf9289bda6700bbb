#pragma once

#include "gough/assembly/builder.hpp"

// A leg while it is drawn, joint by joint, in base axes with every joint at zero: what a leg of elements and a leg of joints share.
namespace gough {

// A body that a tip may name: its last joint, its frame as given, the tip's default point in it.
struct Carrier {
  std::string name;
  int joint;
  Placement<double> given;
  Vec3<double> end;
  Vec3<double> offset;  // half the distance between the rods of a parallelogram
};

class LegDrawing {
 public:
  LegDrawing(const LegSpec& spec, const Nacelle& nacelle, const Pose<double>& home);

  const LegSpec& spec;
  const Pose<double>& home;
  DrawnLeg drawn;
  std::vector<Placement<double>> frames;  // of the joints, in the drawing
  std::vector<Carrier> carriers;
  std::vector<double> lumps;  // masses to put at the tips, in their order

  // Returns the index of the new joint.
  int add_joint(const std::string& name, bool revolute, int parent, const Placement<double>& frame, double start);

  // The axes that the file gives the bodies behind the joints `first` … `last`: those between the axes of a joint take them too.
  void set_file_frame(int first, int last, const Placement<double>& frame);

  void attach_body(int joint, const RigidBody& body);
  void attach_actuator(const ActuatorSpec& spec, int joint, const std::string& default_name);
  void add_friction(const std::optional<FrictionSpec>& spec, int joint);

  // Of a joint as written in the file, which has so many freedoms: one, or InputError.
  void add_spring(const std::optional<JointSpringSpec>& spec, int joint, std::size_t freedoms);

  // Of a joint as written in the file, which is drawn as the joints `first` … `last`.
  void add_sensor(const std::optional<JointSensorSpec>& spec, int first, int last);
  void add_carrier(const Carrier& carrier, const Place& place);

  // `copy`: which of the leg's copies this is; `several`: whether the leg has other tips.
  void add_tip(const TipSpec& tip, const Carrier& carrier, int copy, bool several);

  // The drawn leg, with its loops and couplings, and its lumps at the tips.
  DrawnLeg finish();

 private:
  const Nacelle& nacelle_;
};

}  // namespace gough
