#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gough/math/types.hpp"
#include "gough/model/input_error.hpp"

// The contents of a robot file as plain data. The reader fills it, the writer prints it, `assemble` makes a Robot of it. Every key is
// documented once, in gough/io/schema.hpp.
namespace gough {

struct ShapeSpec {
  Place place;
  std::string type;
  std::optional<double> length, radius, inner_radius, density;
  std::optional<Vec3<double>> size;
  std::string axis = "x";
  bool operator==(const ShapeSpec&) const = default;
};

struct PartSpec {
  Place place;
  Vec3<double> at = Vec3<double>::Zero(), rpy_deg = Vec3<double>::Zero();
  std::optional<double> mass;
  Vec3<double> com = Vec3<double>::Zero();
  std::vector<double> inertia;
  std::optional<ShapeSpec> shape;
  bool operator==(const PartSpec&) const = default;
};

struct BodySpec {
  Place place;
  std::optional<double> mass;
  std::vector<double> com;      // along the element, or x, y, z
  std::vector<double> inertia;  // central: diagonal, or xx, xy, xz, yy, yz, zz
  std::optional<ShapeSpec> shape;
  std::vector<PartSpec> parts;
  bool operator==(const BodySpec&) const = default;
};

struct FrictionSpec {
  Place place;
  double viscous = 0.0, coulomb = 0.0;
  bool operator==(const FrictionSpec&) const = default;
};

struct JointSpringSpec {
  Place place;
  double stiffness = 0.0;
  std::optional<double> free, free_deg;
  bool operator==(const JointSpringSpec&) const = default;
};

struct JointSensorSpec {
  Place place;
  std::optional<double> sigma, sigma_deg;
  std::vector<std::string> axes;
  bool operator==(const JointSensorSpec&) const = default;
};

struct SpringSpec {
  Place place;
  std::string name;
  std::vector<std::string> between;
  Vec3<double> from = Vec3<double>::Zero(), to = Vec3<double>::Zero();
  double stiffness = 0.0, free_length = 0.0, damping = 0.0, pull = 0.0;
  bool operator==(const SpringSpec&) const = default;
};

struct LimitsSpec {
  Place place;
  std::vector<double> position, position_deg;
  std::optional<double> speed, effort;
  bool operator==(const LimitsSpec&) const = default;
};

struct ActuatorSpec {
  Place place;
  std::string name, drives;
  double rotor_inertia = 0.0, gear_ratio = 1.0, viscous = 0.0, coulomb = 0.0;
  std::optional<LimitsSpec> limits;
  bool operator==(const ActuatorSpec&) const = default;
};

struct ElementSpec {
  Place place;
  std::string name, type, joint = "R";
  std::optional<Vec3<double>> axis, direction, parallelogram;
  std::vector<Vec3<double>> axes;
  std::optional<double> length;
  std::vector<double> home_deg;
  std::optional<double> home_length, home_spin_deg, lump;
  std::optional<BodySpec> body, end_body;
  std::optional<ActuatorSpec> actuator;
  std::optional<FrictionSpec> friction, inner_friction;
  std::optional<JointSpringSpec> spring, inner_spring;
  std::optional<JointSensorSpec> sensor, inner_sensor;
  bool operator==(const ElementSpec&) const = default;
};

struct MdhSpec {
  Place place;
  double gamma_deg = 0.0, b = 0.0, alpha_deg = 0.0, d = 0.0, theta_deg = 0.0, r = 0.0;
  bool operator==(const MdhSpec&) const = default;
};

struct FollowsSpec {
  Place place;
  std::string joint;
  double ratio = 1.0;
  bool operator==(const FollowsSpec&) const = default;
};

struct JointSpec {
  Place place;
  std::string name, type, parent;
  std::optional<Vec3<double>> origin, xyz, rpy_deg, axis;
  std::optional<MdhSpec> mdh;
  std::vector<Vec3<double>> axes;
  std::vector<double> home_deg;
  std::optional<double> pitch, home_length;
  std::optional<BodySpec> body;
  std::optional<ActuatorSpec> actuator;
  std::optional<FrictionSpec> friction;
  std::optional<JointSpringSpec> spring;
  std::optional<JointSensorSpec> sensor;
  std::vector<FollowsSpec> follows;
  bool operator==(const JointSpec&) const = default;
};

struct TipSpec {
  Place place;
  std::string name, joint, after;
  std::vector<std::string> on;
  Vec3<double> at = Vec3<double>::Zero();
  std::optional<Vec3<double>> end, axis, end_rpy_deg;
  std::vector<Vec3<double>> axes;
  std::optional<FrictionSpec> friction;
  bool operator==(const TipSpec&) const = default;
};

struct LegLoopSpec {
  Place place;
  std::string name, joint;
  std::vector<std::string> between;
  Vec3<double> from = Vec3<double>::Zero(), to = Vec3<double>::Zero();
  std::optional<Vec3<double>> axis;
  std::vector<Vec3<double>> axes;
  std::optional<FrictionSpec> friction;
  bool operator==(const LegLoopSpec&) const = default;
};

struct CopiesSpec {
  Place place;
  std::string about = "z";
  std::optional<Vec3<double>> axis;
  std::vector<double> angles_deg;
  bool operator==(const CopiesSpec&) const = default;
};

struct LegSpec {
  Place place;
  std::string name;
  std::optional<CopiesSpec> copies;
  Vec3<double> at = Vec3<double>::Zero();
  std::vector<ElementSpec> element;
  std::vector<JointSpec> joint;
  std::vector<TipSpec> tip;
  std::vector<LegLoopSpec> loop;
  std::vector<SpringSpec> spring;
  bool operator==(const LegSpec&) const = default;
};

struct HomeSpec {
  Place place;
  Vec3<double> position = Vec3<double>::Zero();
  std::optional<Vec3<double>> rpy_deg;
  std::vector<double> quaternion;
  bool operator==(const HomeSpec&) const = default;
};

struct PlatformSpec {
  Place place;
  std::string name = "platform";
  HomeSpec home;
  Vec3<double> tool = Vec3<double>::Zero();
  std::optional<BodySpec> body;
  bool operator==(const PlatformSpec&) const = default;
};

struct NacelleBodySpec {
  Place place;
  std::string name;
  std::optional<BodySpec> body;
  bool operator==(const NacelleBodySpec&) const = default;
};

struct NacelleJointSpec {
  Place place;
  std::string name, type = "R", parent, child;
  Vec3<double> origin = Vec3<double>::Zero(), axis = Vec3<double>::UnitZ();
  std::optional<double> pitch;
  std::optional<ActuatorSpec> actuator;
  std::optional<FrictionSpec> friction;
  std::optional<JointSpringSpec> spring;
  std::optional<JointSensorSpec> sensor;
  bool operator==(const NacelleJointSpec&) const = default;
};

struct NacelleLoopSpec {
  Place place;
  std::string name, joint;
  std::vector<std::string> between;
  Vec3<double> at = Vec3<double>::Zero();
  std::optional<Vec3<double>> axis;
  std::vector<Vec3<double>> axes;
  std::optional<FrictionSpec> friction;
  bool operator==(const NacelleLoopSpec&) const = default;
};

struct NacelleSpec {
  Place place;
  std::vector<NacelleBodySpec> body;
  std::vector<NacelleJointSpec> joint;
  std::vector<NacelleLoopSpec> loop;
  bool operator==(const NacelleSpec&) const = default;
};

struct WorkspaceSpec {
  Place place;
  std::vector<double> x, y, z, rx_deg, ry_deg, rz_deg;
  bool operator==(const WorkspaceSpec&) const = default;
};

struct RobotDescription {
  Place place;
  std::string name, description, reference;
  Vec3<double> gravity{0.0, 0.0, -9.81};
  bool underactuated = false;
  PlatformSpec platform;
  std::optional<NacelleSpec> nacelle;
  std::vector<LegSpec> leg;
  std::vector<SpringSpec> spring;
  std::optional<WorkspaceSpec> workspace;
  bool operator==(const RobotDescription&) const = default;
};

}  // namespace gough
