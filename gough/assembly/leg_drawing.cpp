#include "gough/assembly/leg_drawing.hpp"

#include <fmt/format.h>

#include "gough/assembly/actuator_builder.hpp"
#include "gough/assembly/coupling_builder.hpp"
#include "gough/assembly/loop_builder.hpp"
#include "gough/assembly/sensor_builder.hpp"
#include "gough/assembly/spring_builder.hpp"
#include "gough/assembly/tip_builder.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

// Rounding dust of a change of frames would hide zeros and ones.
Placement<double> tidied(Placement<double> x) {
  const auto clean = [](double v) { return std::abs(v - std::nearbyint(v)) < 1e-15 ? std::nearbyint(v) + 0.0 : v; };
  x.R = x.R.unaryExpr(clean);
  x.p = x.p.unaryExpr(clean);
  return x;
}

}  // namespace

LegDrawing::LegDrawing(const LegSpec& leg, const Nacelle& nacelle, const Pose<double>& at_home)
    : spec(leg), home(at_home), nacelle_(nacelle) {
  drawn.place = leg.place;
}

int LegDrawing::add_joint(const std::string& name, bool revolute, int parent, const Placement<double>& frame, double start) {
  Joint joint;
  joint.name = name;
  joint.revolute = revolute;
  joint.parent = parent;
  joint.placement = parent < 0 ? frame : tidied(frames[parent].inverse() * frame);
  joint.spec = drawn.specs;
  drawn.leg.joints.push_back(joint);
  drawn.start.push_back(start);
  drawn.zero_at_home.push_back(false);
  frames.push_back(frame);
  return drawn.leg.freedoms() - 1;
}

void LegDrawing::set_file_frame(int first, int last, const Placement<double>& frame) {
  for (int j = first; j <= last; ++j) drawn.leg.joints[j].file_frame = tidied(frames[j].inverse() * frame);
}

void LegDrawing::attach_body(int joint, const RigidBody& body) {
  Joint& j = drawn.leg.joints[joint];
  j.body = seen_from(j.file_frame, body);
}

void LegDrawing::attach_actuator(const ActuatorSpec& actuator, int joint, const std::string& default_name) {
  add_motor_friction(actuator, drawn.leg.joints[joint]);
  drawn.actuators.push_back(build_actuator(actuator, default_name, drawn.leg.joints[joint]));
  drawn.actuators.back().joint = joint;
}

void LegDrawing::add_friction(const std::optional<FrictionSpec>& friction, int joint) {
  if (!friction) return;
  drawn.leg.joints[joint].friction.viscous += friction->viscous;
  drawn.leg.joints[joint].friction.coulomb += friction->coulomb;
}

void LegDrawing::add_spring(const std::optional<JointSpringSpec>& spring, int joint, std::size_t freedoms) {
  if (!spring) return;
  if (freedoms != 1)
    throw InputError(spring->place,
                     fmt::format("a `spring` is for a joint of one freedom; this one has {}: put [[leg.spring]] between points "
                                 "of the bodies",
                                 freedoms));
  drawn.leg.joints[joint].spring = build_spring(*spring, drawn.leg.joints[joint].revolute);
}

void LegDrawing::add_sensor(const std::optional<JointSensorSpec>& sensor, int first, int last) {
  if (sensor) build_sensor(*sensor, drawn.leg.joints, first, last);
}

void LegDrawing::add_carrier(const Carrier& carrier, const Place& place) {
  if (carrier.name == "base") throw InputError(place, "'base' is what the legs stand on; give this part another name");
  for (const Carrier& other : carriers)
    if (other.name == carrier.name)
      throw InputError(place, fmt::format("two parts of this leg are called '{}'; names must differ", carrier.name));
  carriers.push_back(carrier);
}

void LegDrawing::add_tip(const TipSpec& tip_spec, const Carrier& carrier, int copy, bool several) {
  Tip tip;
  tip.kind = tip_kind(tip_spec.joint);
  const std::string own = tip_spec.name.empty() ? "tip" : tip_spec.name;
  tip.name = several && tip_spec.name.empty() ? fmt::format("{}_{}", own, drawn.leg.tips.size() + 1) : own;
  if (several && !tip_spec.name.empty() && carrier.offset.norm() > 0) tip.name += fmt::format("_{}", drawn.leg.tips.size() + 1);
  tip.friction = build_friction(tip_spec.friction);
  tip.leg.body = carrier.joint;
  for (int j = carrier.joint; j >= 0; j = drawn.leg.joints[j].parent) tip.path.insert(tip.path.begin(), j);
  if (!spec.element.empty() && (tip_spec.end || !tip_spec.after.empty() || tip_spec.end_rpy_deg))
    throw InputError(tip_spec.place, "`end`, `end_rpy_deg` and `after` are for legs made of joints; an element ends where its length says");
  const Placement<double> given{carrier.given.R, carrier.end};
  const Vec3<double> end = tip_spec.end ? given.point(*tip_spec.end) : carrier.end;
  tip.leg.frame.p = frames[carrier.joint].inverse_point(end);
  const Mat3<double> far = tip_axes(tip_spec.place, tip.kind, tip_spec.axis, tip_spec.axes, kTipWords);
  bool freeze = tip.kind != TipKind::spherical;
  if (tip_spec.end_rpy_deg) {
    if (tip.kind != TipKind::rigid) throw InputError(tip_spec.place, "`end_rpy_deg` is for rigid tips");
    tip.leg.frame.R =
        tidied({frames[carrier.joint].R.transpose() * given.R * rotation_from_rpy(*tip_spec.end_rpy_deg), Vec3<double>::Zero()}).R;
    freeze = false;
  }
  const std::string on = tip_spec.on.empty() ? nacelle_.body_names[0] : tip_spec.on[tip_spec.on.size() == 1 ? 0 : copy];
  tip.nacelle.body = nacelle_body(nacelle_, on, tip_spec.place);
  const Vec3<double> offset = home.R.transpose() * carrier.offset;
  tip.nacelle.frame = {far, tip_spec.at + offset};  // in platform axes at home until the copy is turned
  drawn.leg.tips.push_back(tip);
  drawn.freeze.push_back(freeze);
}

DrawnLeg LegDrawing::finish() {
  for (const LegLoopSpec& loop : spec.loop) add_loop(loop, *this);
  add_couplings(*this);
  for (std::size_t t = 0; t < lumps.size(); ++t) drawn.lumps.push_back({drawn.leg.tips[t].nacelle.body, Vec3<double>::Zero(), lumps[t]});
  return std::move(drawn);
}

}  // namespace gough
