#include "gough/assembly/leg_from_joints.hpp"

#include <fmt/format.h>

#include "gough/assembly/tip_builder.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/did_you_mean.hpp"

namespace gough {
namespace {

// Which one-freedom axis of a joint its actuator drives.
int driven_axis(const JointSpec& j) {
  const std::string& drives = j.actuator->drives;
  const std::string axes = j.type == "U"   ? "RR"
                           : j.type == "S" ? "RRR"
                           : j.type == "C" ? "RP"
                           : j.type == "H" ? "P"
                                           : j.type;  // R and P in their order
  std::size_t k = 0;
  if (drives == "second") k = 1;
  if (drives == "third") k = 2;
  if (drives == "spin") k = axes.find('R');
  if (drives == "length") k = axes.find('P');
  if (k >= axes.size())
    throw InputError(j.actuator->place, fmt::format("a joint of type {} has nothing called '{}' to drive", j.type, drives));
  return static_cast<int>(k);
}

std::vector<Vec3<double>> joint_axes(const JointSpec& j) {
  const std::size_t many = j.type == "U" ? 2 : j.type == "S" ? 3 : 1;
  if (many == 1) {
    if (!j.axes.empty()) throw InputError(j.place, fmt::format("a joint of type {} takes `axis`, not `axes`", j.type));
    const Vec3<double> z = j.axis ? Vec3<double>(j.axis->normalized()) : Vec3<double>(Vec3<double>::UnitZ());
    return j.type == "C" ? std::vector<Vec3<double>>{z, z} : std::vector<Vec3<double>>{z};
  }
  if (j.axis) throw InputError(j.place, fmt::format("a joint of type {} takes `axes`, not `axis`", j.type));
  if (j.axes.empty() && many == 3) return {Vec3<double>::UnitX(), Vec3<double>::UnitY(), Vec3<double>::UnitZ()};
  if (j.axes.size() != many) throw InputError(j.place, fmt::format("a joint of type {} needs {} `axes`", j.type, many));
  std::vector<Vec3<double>> axes;
  for (const Vec3<double>& a : j.axes) axes.push_back(a.normalized());
  for (std::size_t k = 1; k < many; ++k)
    if (axes[k].cross(axes[k - 1]).norm() < 1e-9) throw InputError(j.place, "consecutive `axes` must not be parallel");
  return axes;
}

class LegFromJoints {
 public:
  explicit LegFromJoints(LegDrawing& drawing) : drawing_(drawing), spec_(drawing.spec) {}

  void draw(int copy) {
    for (std::size_t k = 0; k < spec_.joint.size(); ++k) draw_joint(spec_.joint[k], k);
    for (const TipSpec& tip : spec_.tip) {
      if (tip.after.empty()) {
        drawing_.add_tip(tip, drawing_.carriers.back(), copy, spec_.tip.size() > 1);
        continue;
      }
      drawing_.add_tip(tip, carrier(tip.after, tip.place), copy, spec_.tip.size() > 1);
    }
  }

 private:
  LegDrawing& drawing_;
  const LegSpec& spec_;

  const Carrier& carrier(const std::string& name, const Place& place) const {
    std::vector<std::string> names;
    for (const Carrier& c : drawing_.carriers) {
      if (c.name == name) return c;
      names.push_back(c.name);
    }
    throw InputError(place, fmt::format("no joint of this leg before here is called '{}'{}", name, did_you_mean(name, names)));
  }

  // Frame of a joint as the file gives it.
  Placement<double> given_frame(const JointSpec& j, const Placement<double>& parent) const {
    const int ways = (j.origin.has_value()) + (j.xyz || j.rpy_deg ? 1 : 0) + (j.mdh.has_value());
    if (ways != 1) throw InputError(j.place, "place the joint by `origin` and `axis`, by `xyz` and `rpy_deg`, or by `mdh`: one of them");
    if (j.origin) return {Mat3<double>::Identity(), spec_.at + *j.origin};
    if (j.xyz || j.rpy_deg)
      return parent * Placement<double>{rotation_from_rpy(j.rpy_deg.value_or(Vec3<double>::Zero())), j.xyz.value_or(Vec3<double>::Zero())};
    // [BK] Table 1: Rz(γ) Tz(b) Rx(α) Tx(d) Rz(θ) Tz(r)
    const MdhSpec& m = *j.mdh;
    const Vec3<double> z = Vec3<double>::UnitZ(), x = Vec3<double>::UnitX();
    const Placement<double> first{rotation_about(z, turn_degrees(m.gamma_deg)), m.b * z};
    const Placement<double> second{rotation_about(x, turn_degrees(m.alpha_deg)), m.d * x};
    const Placement<double> third{rotation_about(z, turn_degrees(m.theta_deg)), m.r * z};
    return parent * first * second * third;
  }

  void draw_joint(const JointSpec& j, std::size_t index) {
    const std::string name = j.name.empty() ? fmt::format("joint{}", index + 1) : j.name;
    int parent = -1;
    Placement<double> parent_frame{Mat3<double>::Identity(), spec_.at};
    if (!j.parent.empty() || !drawing_.carriers.empty()) {
      if (j.parent != "base") {
        const Carrier& c = j.parent.empty() ? drawing_.carriers.back() : carrier(j.parent, j.place);
        parent = c.joint;
        parent_frame = c.given;
      }
    }
    const Placement<double> given = given_frame(j, parent_frame);
    const std::vector<Vec3<double>> axes = joint_axes(j);
    const bool cylindrical = j.type == "C";
    const bool slides = j.type == "P" || j.type == "H";
    const std::size_t turns = slides ? 0 : cylindrical ? 1 : axes.size();
    if (!j.home_deg.empty() && j.home_deg.size() != turns)
      throw InputError(j.place, fmt::format("`home_deg` needs {} numbers, one for each revolute axis", turns));
    if (j.home_length && !slides && !cylindrical) throw InputError(j.place, "`home_length` is for joints of type P, C and H");
    const double screw = build_screw(j.place, j.type, j.pitch);
    int joint = parent;
    const int first = drawing_.drawn.leg.freedoms();
    for (std::size_t k = 0; k < axes.size(); ++k) {
      const bool revolute = k < turns;
      const double start = revolute ? (j.home_deg.empty() ? 0.0 : radians(j.home_deg[k])) : j.home_length.value_or(0.0);
      const std::string suffix = axes.size() == 1 ? "" : cylindrical ? (revolute ? ".spin" : ".length") : fmt::format(".{}", k + 1);
      joint = drawing_.add_joint(name + suffix, revolute, joint, {given.R * frame_with_z(axes[k]), given.p}, start);
      drawing_.drawn.leg.joints[joint].screw = screw;
      drawing_.add_friction(j.friction, joint);
      drawing_.add_spring(j.spring, joint, axes.size());
    }
    drawing_.add_sensor(j.sensor, first, joint);
    ++drawing_.drawn.specs;
    drawing_.set_file_frame(first, joint, given);
    if (j.body) drawing_.attach_body(joint, build_body(*j.body, 0.0, BodyAt::elsewhere));
    if (j.actuator) drawing_.attach_actuator(*j.actuator, first + driven_axis(j), name);
    drawing_.add_carrier({name, joint, given, given.p, Vec3<double>::Zero()}, j.place);
  }
};

}  // namespace

void draw_from_joints(LegDrawing& drawing, int copy) { LegFromJoints(drawing).draw(copy); }

}  // namespace gough
