#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gough/assembly/actuator_builder.hpp"
#include "gough/assembly/builder.hpp"
#include "gough/assembly/sensor_builder.hpp"
#include "gough/assembly/spring_builder.hpp"
#include "gough/assembly/tip_builder.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/did_you_mean.hpp"

namespace gough {

TipKind tip_kind(const std::string& joint) {
  if (joint == "U") return TipKind::universal;
  if (joint == "R") return TipKind::revolute;
  if (joint == "rigid") return TipKind::rigid;
  return TipKind::spherical;
}

Mat3<double> tip_axes(const Place& place, TipKind kind, const std::optional<Vec3<double>>& axis, const std::vector<Vec3<double>>& axes,
                      const ClosingWords& words) {
  if (kind == TipKind::revolute) {
    if (!axis) throw InputError(place, fmt::format("a {} of type R needs `axis`, in {}", words.what, words.axes));
    return frame_with_z(axis->normalized());
  }
  if (axis) throw InputError(place, fmt::format("`axis` is for {}s of type R", words.what));
  if (kind != TipKind::universal) {
    if (!axes.empty()) throw InputError(place, fmt::format("`axes` is for {}s of type U", words.what));
    return Mat3<double>::Identity();
  }
  if (axes.size() != 2)
    throw InputError(place, fmt::format("a {} of type U needs `axes`: the axis on {} and the axis on {}, in {}", words.what, words.first,
                                        words.second, words.axes));
  const Vec3<double> a = axes[0].normalized(), b = axes[1].normalized();
  if (std::abs(a.dot(b)) > 1e-9)
    throw InputError(place, fmt::format("the two `axes` of a universal joint must be at right angles; these are {:.6g} degrees apart",
                                        degrees(std::acos(a.dot(b)))));
  Mat3<double> R;
  R << a, b, a.cross(b);
  return R;
}

Friction build_friction(const std::optional<FrictionSpec>& spec) { return spec ? Friction{spec->viscous, spec->coulomb} : Friction{}; }

double build_screw(const Place& place, const std::string& type, const std::optional<double>& pitch) {
  if (pitch && type != "H") throw InputError(place, fmt::format("`pitch` is for joints of type H; this one is of type {}", type));
  if (type != "H") return 0.0;
  if (!pitch) throw InputError(place, "a joint of type H needs `pitch`: how far it slides in a turn, in m");
  return 2.0 * kPi / *pitch;
}

int nacelle_body(const Nacelle& nacelle, const std::string& name, const Place& place) {
  const auto& names = nacelle.body_names;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw InputError(place, fmt::format("no platform or nacelle body is called '{}'{}; there is {}", name, did_you_mean(name, names),
                                        fmt::join(names, ", ")));
  return static_cast<int>(found - names.begin());
}

std::vector<Placement<double>> nacelle_home(const Nacelle& nacelle) {
  std::vector<Placement<double>> out(1);
  for (const Joint& joint : nacelle.joints) out.push_back(out[joint.parent] * joint.placement);
  return out;
}

namespace {

const NacelleBodySpec& body_spec(const NacelleSpec& spec, const NacelleJointSpec& joint) {
  for (const NacelleBodySpec& body : spec.body)
    if (body.name == joint.child) return body;
  std::vector<std::string> names;
  for (const NacelleBodySpec& body : spec.body) names.push_back(body.name);
  throw InputError(joint.place, fmt::format("no [[nacelle.body]] is called '{}'{}", joint.child, did_you_mean(joint.child, names)));
}

Joint hung_joint(const Nacelle& nacelle, const NacelleSpec& spec, const NacelleJointSpec& j) {
  Joint joint;
  joint.name = j.name.empty() ? j.child : j.name;
  joint.revolute = j.type == "R";
  joint.screw = build_screw(j.place, j.type, j.pitch);
  joint.parent = nacelle_body(nacelle, j.parent.empty() ? nacelle.body_names[0] : j.parent, j.place);
  const Placement<double> frame{frame_with_z(j.axis.normalized()), j.origin};
  joint.placement = nacelle_home(nacelle)[joint.parent].inverse() * frame;
  joint.friction = build_friction(j.friction);
  if (j.actuator) add_motor_friction(*j.actuator, joint);
  if (j.spring) joint.spring = build_spring(*j.spring, joint.revolute);
  std::vector<Joint> alone{joint};
  if (j.sensor) build_sensor(*j.sensor, alone, 0, 0);
  joint.sensor = alone.front().sensor;
  const NacelleBodySpec& body = body_spec(spec, j);
  joint.file_frame.R = frame.R.transpose();  // platform axes at home, from the joint's origin
  if (body.body) joint.body = seen_from(joint.file_frame, build_body(*body.body, 0.0, BodyAt::elsewhere));
  return joint;
}

}  // namespace

Nacelle build_nacelle(const RobotDescription& description) {
  Nacelle nacelle;
  nacelle.body_names = {description.platform.name};
  if (description.platform.body) nacelle.platform = build_body(*description.platform.body, 0.0, BodyAt::elsewhere);
  if (!description.nacelle) return nacelle;
  const NacelleSpec& spec = *description.nacelle;
  if (spec.joint.size() > static_cast<std::size_t>(kMaxNacelleJoints))
    throw InputError(spec.place, fmt::format("a nacelle may have at most {} joints", kMaxNacelleJoints));
  for (const NacelleJointSpec& j : spec.joint) {
    const auto& names = nacelle.body_names;
    if (std::find(names.begin(), names.end(), j.child) != names.end())
      throw InputError(j.place, fmt::format("body '{}' hangs already; close loops with [[nacelle.loop]]", j.child));
    nacelle.joints.push_back(hung_joint(nacelle, spec, j));
    static const std::vector<std::string> kTaken{"x", "y", "z", "rx", "ry", "rz"};
    const std::string& name = nacelle.joints.back().name;
    if (std::find(kTaken.begin(), kTaken.end(), name) != kTaken.end())
      throw InputError(j.place, fmt::format("'{}' is a component of the platform's motion; give the nacelle joint another name", name));
    for (std::size_t l = 0; l + 1 < nacelle.joints.size(); ++l)
      if (nacelle.joints[l].name == name)
        throw InputError(j.place, fmt::format("two nacelle joints are called '{}'; names must differ", name));
    nacelle.body_names.push_back(j.child);
  }
  for (std::size_t k = 0; k < spec.body.size(); ++k) {
    nacelle_body(nacelle, spec.body[k].name, spec.body[k].place);  // all must hang
    for (std::size_t l = 0; l < k; ++l)
      if (spec.body[l].name == spec.body[k].name)
        throw InputError(spec.body[k].place, fmt::format("two nacelle bodies are called '{}'; names must differ", spec.body[k].name));
  }
  const std::vector<Placement<double>> home = nacelle_home(nacelle);
  for (const NacelleLoopSpec& l : spec.loop) {
    TreeLoop loop;
    loop.name = l.name.empty() ? fmt::format("loop{}", nacelle.loops.size() + 1) : l.name;
    loop.kind = tip_kind(l.joint);
    loop.friction = build_friction(l.friction);
    const Placement<double> frame{tip_axes(l.place, loop.kind, l.axis, l.axes, {"loop", "the first body", "the second", "platform axes"}),
                                  l.at};
    loop.a.body = nacelle_body(nacelle, l.between[0], l.place);
    loop.b.body = nacelle_body(nacelle, l.between[1], l.place);
    if (loop.a.body == loop.b.body) throw InputError(l.place, "a loop joins two different bodies");
    loop.a.frame = home[loop.a.body].inverse() * frame;
    loop.b.frame = home[loop.b.body].inverse() * frame;
    nacelle.loops.push_back(loop);
  }
  return nacelle;
}

}  // namespace gough
