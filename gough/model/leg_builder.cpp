#include <fmt/format.h>

#include <algorithm>

#include "gough/math/rotation.hpp"
#include "gough/model/builder.hpp"
#include "gough/model/tip_builder.hpp"

namespace gough {
namespace {

constexpr int kMostLegFreedoms = 24, kMostFreedoms = 1000;  // of one leg, of all legs

// Draws one leg, joint by joint, in base axes with every joint at zero.
class LegDrawing {
 public:
  LegDrawing(const LegSpec& spec, const Nacelle& nacelle, const Pose<double>& home) : spec_(spec), nacelle_(nacelle), home_(home) {
    out_.place = spec.place;
  }

  DrawnLeg draw(const std::string& name, int copy) {
    out_.leg.name = name;
    if (spec_.element.empty() == spec_.joint.empty())
      throw InputError(spec_.place, "a leg needs either [[leg.element]] or [[leg.joint]] tables");
    if (spec_.tip.empty()) throw InputError(spec_.place, "a leg needs a `tip`: where it meets the platform");
    if (!spec_.element.empty()) draw_elements(copy);
    else draw_joints(copy);
    for (std::size_t t = 0; t < lumps_.size(); ++t) out_.lumps.push_back({out_.leg.tips[t].nacelle.body, Vec3<double>::Zero(), lumps_[t]});
    return std::move(out_);
  }

 private:
  struct Node {  // where the next element stands: on the body behind a joint
    int joint = -1;
    Vec3<double> end = Vec3<double>::Zero();  // its A with every joint at zero
    Placement<double> start;                  // how that body stands when closing starts, seen from the drawing
  };
  struct Carrier {  // a body that a tip may name: its last joint, its frame as given, the tip's default point in it
    std::string name;
    int joint;
    Placement<double> given;
    Vec3<double> end;
    Vec3<double> offset;  // half the distance between the rods of a parallelogram
  };

  const LegSpec& spec_;
  const Nacelle& nacelle_;
  const Pose<double>& home_;
  DrawnLeg out_;
  std::vector<Placement<double>> frames_;  // of the joints, in the drawing
  std::vector<Carrier> carriers_;
  Vec3<double> last_direction_ = Vec3<double>::Zero();
  std::vector<double> lumps_;  // masses to put at the tips, in their order

  int add_joint(const std::string& name, bool revolute, int parent, const Placement<double>& frame, double start) {
    Joint joint;
    joint.name = name;
    joint.revolute = revolute;
    joint.parent = parent;
    joint.placement = parent < 0 ? frame : tidy(frames_[parent].inverse() * frame);
    joint.spec = out_.specs;
    out_.leg.joints.push_back(joint);
    out_.start.push_back(start);
    out_.zero_at_home.push_back(false);
    frames_.push_back(frame);
    return out_.leg.freedoms() - 1;
  }

  // Rounding dust of a change of frames would hide zeros and ones.
  static Placement<double> tidy(Placement<double> x) {
    const auto clean = [](double v) { return std::abs(v - std::nearbyint(v)) < 1e-15 ? std::nearbyint(v) + 0.0 : v; };
    x.R = x.R.unaryExpr(clean);
    x.p = x.p.unaryExpr(clean);
    return x;
  }

  // The axes that the file gives the bodies behind the joints `first` … `last`: those between the axes of a joint take them too.
  void set_file_frame(int first, int last, const Placement<double>& frame) {
    for (int j = first; j <= last; ++j) out_.leg.joints[j].file_frame = tidy(frames_[j].inverse() * frame);
  }

  void attach_body(int joint, const RigidBody& body) {
    Joint& j = out_.leg.joints[joint];
    j.body = seen_from(j.file_frame, body);
  }

  void attach_actuator(const std::optional<ActuatorSpec>& spec, int joint, const std::string& default_name) {
    if (!spec) return;
    Joint& j = out_.leg.joints[joint];
    Actuator a;
    a.name = spec->name.empty() ? default_name : spec->name;
    a.joint = joint;
    a.revolute = j.revolute;
    a.rotor_inertia = spec->rotor_inertia;
    a.gear_ratio = spec->gear_ratio;
    j.friction.viscous += spec->viscous;
    j.friction.coulomb += spec->coulomb;
    if (spec->limits) {
      const LimitsSpec& limits = *spec->limits;
      if (!limits.position_deg.empty() && (!j.revolute || !limits.position.empty()))
        throw InputError(limits.place,
                         j.revolute ? "give `position` or `position_deg`, not both" : "this joint slides: give `position`, in m");
      std::vector<double> range = limits.position;
      for (double degree : limits.position_deg) range.push_back(radians(degree));
      if (!range.empty()) {
        if (!(range[0] < range[1])) throw InputError(limits.place, "`position` must go from the smaller to the larger limit");
        a.position_min = range[0];
        a.position_max = range[1];
      }
      a.speed_max = limits.speed.value_or(kInfinity);
      a.effort_max = limits.effort.value_or(kInfinity);
    }
    out_.actuators.push_back(a);
  }

  void add_friction(const std::optional<FrictionSpec>& spec, int joint) {
    if (!spec) return;
    out_.leg.joints[joint].friction.viscous += spec->viscous;
    out_.leg.joints[joint].friction.coulomb += spec->coulomb;
  }

  void add_carrier(const Carrier& carrier, const Place& place) {
    for (const Carrier& other : carriers_)
      if (other.name == carrier.name)
        throw InputError(place, fmt::format("two parts of this leg are called '{}'; names must differ", carrier.name));
    carriers_.push_back(carrier);
  }

  Vec3<double> target() const { return home_.R * spec_.tip.front().at + home_.p; }

  // ---- by elements

  void draw_elements(int copy) {
    if (spec_.tip.size() != 1) throw InputError(spec_.tip[1].place, "a leg made of elements has one `tip`; write the leg by joints");
    Node node{-1, spec_.at, {}};
    std::size_t count = 0;
    for (const ElementSpec& e : spec_.element) {
      ++count;
      const std::string name = e.name.empty() ? fmt::format("{}{}", e.type, count) : e.name;
      if (e.parallelogram) {
        if (count != spec_.element.size()) throw InputError(e.place, "`parallelogram` is for the last element of a leg");
        const Vec3<double> half = *e.parallelogram / 2.0;
        for (double side : {1.0, -1.0}) {
          Node rod{node.joint, node.end + side * half, node.start};
          draw_element(e, name + (side > 0 ? "_a" : "_b"), rod, side * half);
        }
      } else {
        node = draw_element(e, name, node, Vec3<double>::Zero());
      }
    }
    const std::size_t ends = spec_.element.back().parallelogram ? 2 : 1;
    for (std::size_t k = carriers_.size() - ends; k < carriers_.size(); ++k) add_tip(spec_.tip[0], carriers_[k], copy, ends > 1);
  }

  Node draw_element(const ElementSpec& e, const std::string& name, const Node& from, const Vec3<double>& offset) {
    const bool extends = e.type == "telescopic" || e.type == "screw", spins = e.type == "spindle" || e.type == "screw";
    if (!extends && !e.length) throw InputError(e.place, fmt::format("a {} needs `length`, in m", e.type));
    if (e.end_body && !extends && !spins) throw InputError(e.place, "`end_body` is for telescopic, spindle and screw elements");
    const double length = e.length.value_or(0.0);
    const Vec3<double> to_tip = from.start.R.transpose() * (target() + offset - from.start.point(from.end));
    Vec3<double> towards = e.direction ? *e.direction : to_tip;
    if (towards.norm() < 1e-9 && last_direction_.norm() > 0.0) towards = last_direction_;
    if (towards.norm() < 1e-9) throw InputError(e.place, "the element has no length at home; give its `direction`");
    last_direction_ = towards;
    const Vec3<double> x = towards.normalized();

    // joints at A
    const std::vector<Vec3<double>> axes = element_axes(e, x, from.joint);
    if (!e.home_deg.empty() && e.home_deg.size() != axes.size())
      throw InputError(e.place, fmt::format("`home_deg` needs {} numbers, one for each axis of the joint", axes.size()));
    int joint = from.joint;
    const int first = out_.leg.freedoms();
    Node node = from;
    for (std::size_t k = 0; k < axes.size(); ++k) {
      const std::string joint_name = axes.size() == 1 ? name : fmt::format("{}.{}", name, k + 1);
      const double angle = e.home_deg.empty() ? 0.0 : radians(e.home_deg[k]);
      joint = add_joint(joint_name, true, joint, {frame_with_z(axes[k]), from.end}, angle);
      node.start = node.start * turn_about(axes[k], angle, from.end);
      out_.zero_at_home[joint] = !e.direction && from.joint >= 0;
      add_friction(e.friction, joint);
    }
    if (!axes.empty()) ++out_.specs;
    const Mat3<double> own_axes = frame_with_x(x, axes.empty() ? Vec3<double>(Vec3<double>::UnitZ()) : axes.back());
    set_file_frame(first, out_.leg.freedoms() - 1, {own_axes, from.end});
    if (e.lump) lump(e, from);
    else if (e.body) {
      const RigidBody body = build_body(*e.body, length, BodyAt::element_start);
      if (joint >= 0 && !axes.empty()) attach_body(joint, body);
      else if (body.mass > 0.0)
        throw InputError(e.body->place, "this body would not move: a rail needs none; give `end_body` for its carriage");
    }

    // joints along the element
    int spin = -1, slide = -1;
    if (spins) {
      const double angle = radians(e.home_spin_deg.value_or(0.0));
      spin = joint = add_joint(axes.empty() && !extends ? name : name + ".spin", true, joint, {frame_with_z(x), from.end}, angle);
      node.start = node.start * turn_about(x, angle, from.end);
      set_file_frame(spin, spin, {own_axes, from.end});
      ++out_.specs;
      add_friction(e.inner_friction, joint);
    }
    if (extends) {
      const double start = (e.home_length ? *e.home_length : std::max(0.0, x.dot(to_tip))) - length;
      node.start = node.start * Placement<double>{Mat3<double>::Identity(), start * x};
      slide = joint = add_joint(axes.empty() && !spins ? name : name + ".length", false, joint, {frame_with_z(x), from.end}, start);
      ++out_.specs;
      add_friction(e.inner_friction, joint);
    }
    node.joint = joint;
    node.end = from.end + length * x;
    if (joint < 0) throw InputError(e.place, "this element cannot move: give it a `joint`, or make it telescopic");
    if (spins || extends) set_file_frame(joint, joint, {own_axes, node.end});
    if (e.end_body) attach_body(joint, build_body(*e.end_body, length, BodyAt::element_end));

    // what the actuator drives
    if (e.actuator) {
      const std::string drives = !e.actuator->drives.empty() ? e.actuator->drives : extends ? "length" : spins ? "spin" : "joint";
      int driven = drives == "length" ? slide : drives == "spin" ? spin : -1;
      if (drives == "joint" || drives == "first") driven = axes.empty() ? -1 : first;
      if (drives == "second" && axes.size() > 1) driven = first + 1;
      if (drives == "third" && axes.size() > 2) driven = first + 2;
      if (driven < 0)
        throw InputError(e.actuator->place,
                         fmt::format("a {} on a joint of type {} has nothing called '{}' to drive", e.type, e.joint, drives));
      attach_actuator(e.actuator, driven, name);
    }
    add_carrier({name, joint, frames_[joint], node.end, offset}, e.place);
    return node;
  }

  // A turn by an angle about the axis through a point.
  static Placement<double> turn_about(const Vec3<double>& axis, double angle, const Vec3<double>& point) {
    const Mat3<double> turn = rotation_about(axis, revolute_position(angle));
    return {turn, point - turn * point};
  }

  // [CB, Section 4.2]: the element's mass as two points, one on the body before it, one on the platform.
  void lump(const ElementSpec& e, const Node& from) {
    if (e.type != "bar" || &e != &spec_.element.back() || *e.lump > 1.0)
      throw InputError(e.place, "`lump` is a share from 0 to 1, for a last element that is a bar");
    if (!e.body) throw InputError(e.place, "`lump` needs the element's `body`, whose mass it splits");
    const double mass = build_body(*e.body, *e.length, BodyAt::element_start).mass;
    if (from.joint >= 0) {
      Joint& carrier = out_.leg.joints[from.joint];
      carrier.body = joined(carrier.body, {(1.0 - *e.lump) * mass, frames_[from.joint].inverse_point(from.end), Mat3<double>::Zero()});
    }
    lumps_.push_back(*e.lump * mass);
  }

  // Axes of the joint at A, in the drawing.
  std::vector<Vec3<double>> element_axes(const ElementSpec& e, const Vec3<double>& x, int parent) const {
    if (e.joint == "fixed") {
      if (e.axis || !e.axes.empty()) throw InputError(e.place, "a fixed element has no `axis`");
      return {};
    }
    if (e.joint == "R") {
      if (!e.axis) throw InputError(e.place, "an element on a joint of type R needs `axis`");
      const Vec3<double> z = e.axis->normalized();
      if (z.cross(x).norm() < 1e-9) throw InputError(e.place, "`axis` lies along the element: it would only spin; make it a spindle");
      return {z};
    }
    if (e.axis) throw InputError(e.place, fmt::format("a joint of type {} takes `axes`, not `axis`", e.joint));
    const std::size_t most = e.joint == "U" ? 2 : 3;
    if (e.axes.size() > most) throw InputError(e.place, fmt::format("a joint of type {} has {} axes at most", e.joint, most));
    std::vector<Vec3<double>> axes;
    for (const Vector& a : e.axes) axes.push_back(a.normalized());
    if (axes.empty()) axes.push_back(first_axis(x, parent));
    if (axes.size() == 1) {
      if (axes[0].cross(x).norm() < 1e-9) throw InputError(e.place, "the first of `axes` lies along the element; turn it aside");
      axes.push_back(axes[0].cross(x).normalized());
    }
    if (std::abs(axes[0].dot(axes[1])) > 1e-9 && e.joint == "U")
      throw InputError(e.place, "the two `axes` of a universal joint must be at right angles");
    const bool idle = &e == &spec_.element.back() && spec_.tip.front().joint == "S" && e.axes.size() < 3;
    if (e.joint == "S" && axes.size() == 2 && !idle) axes.push_back(x);
    return axes;
  }

  // The first axis of a universal or spherical joint where the file gives none: parallel to the revolute it is
  // mounted on if that is across the element, else horizontal and across it.
  Vec3<double> first_axis(const Vec3<double>& x, int parent) const {
    if (parent >= 0 && out_.leg.joints[parent].revolute) {
      const Vec3<double> z = frames_[parent].R.col(2);
      if (z.cross(x).norm() > 0.1) return z;
    }
    const Vec3<double> horizontal = Vec3<double>::UnitZ().cross(x);
    return horizontal.norm() > 1e-6 ? Vec3<double>(horizontal.normalized()) : Vec3<double>(Vec3<double>::UnitY());
  }

  // ---- by joints

  void draw_joints(int copy) {
    for (std::size_t k = 0; k < spec_.joint.size(); ++k) draw_joint(spec_.joint[k], k);
    for (const TipSpec& tip : spec_.tip) {
      if (tip.after.empty()) {
        add_tip(tip, carriers_.back(), copy, spec_.tip.size() > 1);
        continue;
      }
      add_tip(tip, carrier(tip.after, tip.place), copy, spec_.tip.size() > 1);
    }
  }

  const Carrier& carrier(const std::string& name, const Place& place) const {
    std::vector<std::string> names;
    for (const Carrier& c : carriers_) {
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
      return parent * Placement<double>{rotation_from_rpy(j.rpy_deg.value_or(Vector::Zero())), j.xyz.value_or(Vector::Zero())};
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
    if (!j.parent.empty() || !carriers_.empty()) {
      if (j.parent != "base") {
        const Carrier& c = j.parent.empty() ? carriers_.back() : carrier(j.parent, j.place);
        parent = c.joint;
        parent_frame = c.given;
      }
    }
    const Placement<double> given = given_frame(j, parent_frame);
    const std::vector<Vec3<double>> axes = joint_axes(j);
    const bool cylindrical = j.type == "C";
    const std::size_t turns = j.type == "P" ? 0 : cylindrical ? 1 : axes.size();
    if (!j.home_deg.empty() && j.home_deg.size() != turns)
      throw InputError(j.place, fmt::format("`home_deg` needs {} numbers, one for each revolute axis", turns));
    if (j.home_length && j.type != "P" && !cylindrical) throw InputError(j.place, "`home_length` is for joints of type P and C");
    int joint = parent;
    const int first = out_.leg.freedoms();
    for (std::size_t k = 0; k < axes.size(); ++k) {
      const bool revolute = k < turns;
      const double start = revolute ? (j.home_deg.empty() ? 0.0 : radians(j.home_deg[k])) : j.home_length.value_or(0.0);
      const std::string suffix = axes.size() == 1 ? "" : cylindrical ? (revolute ? ".spin" : ".length") : fmt::format(".{}", k + 1);
      joint = add_joint(name + suffix, revolute, joint, {given.R * frame_with_z(axes[k]), given.p}, start);
      add_friction(j.friction, joint);
    }
    ++out_.specs;
    set_file_frame(first, joint, given);
    if (j.body) attach_body(joint, build_body(*j.body, 0.0, BodyAt::elsewhere));
    if (j.actuator) {
      attach_actuator(j.actuator, first + driven_axis(j), name);
    }
    add_carrier({name, joint, given, given.p, Vec3<double>::Zero()}, j.place);
  }

  // Which one-freedom axis of a joint its actuator drives.
  static int driven_axis(const JointSpec& j) {
    const std::string& drives = j.actuator->drives;
    const std::string axes = j.type == "U" ? "RR" : j.type == "S" ? "RRR" : j.type == "C" ? "RP" : j.type;  // R and P in their order
    std::size_t k = 0;
    if (drives == "second") k = 1;
    if (drives == "third") k = 2;
    if (drives == "spin") k = axes.find('R');
    if (drives == "length") k = axes.find('P');
    if (k >= axes.size())
      throw InputError(j.actuator->place, fmt::format("a joint of type {} has nothing called '{}' to drive", j.type, drives));
    return static_cast<int>(k);
  }

  std::vector<Vec3<double>> joint_axes(const JointSpec& j) const {
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
    for (const Vector& a : j.axes) axes.push_back(a.normalized());
    for (std::size_t k = 1; k < many; ++k)
      if (axes[k].cross(axes[k - 1]).norm() < 1e-9) throw InputError(j.place, "consecutive `axes` must not be parallel");
    return axes;
  }

  // ---- tips

  void add_tip(const TipSpec& spec, const Carrier& carrier, int copy, bool several) {
    Tip tip;
    tip.kind = tip_kind(spec.joint);
    const std::string own = spec.name.empty() ? "tip" : spec.name;
    tip.name = several && spec.name.empty() ? fmt::format("{}_{}", own, out_.leg.tips.size() + 1) : own;
    if (several && !spec.name.empty() && carrier.offset.norm() > 0) tip.name += fmt::format("_{}", out_.leg.tips.size() + 1);
    tip.friction = build_friction(spec.friction);
    tip.leg.body = carrier.joint;
    for (int j = carrier.joint; j >= 0; j = out_.leg.joints[j].parent) tip.path.insert(tip.path.begin(), j);
    if (!spec_.element.empty() && (spec.end || !spec.after.empty() || spec.end_rpy_deg))
      throw InputError(spec.place, "`end`, `end_rpy_deg` and `after` are for legs made of joints; an element ends where its length says");
    const Placement<double> given{carrier.given.R, carrier.end};
    const Vec3<double> end = spec.end ? given.point(*spec.end) : carrier.end;
    tip.leg.frame.p = frames_[carrier.joint].inverse_point(end);
    const Mat3<double> far = tip_axes(spec.place, tip.kind, spec.axis, spec.axes);
    bool freeze = tip.kind != TipKind::spherical;
    if (spec.end_rpy_deg) {
      if (tip.kind != TipKind::rigid) throw InputError(spec.place, "`end_rpy_deg` is for rigid tips");
      tip.leg.frame.R =
          tidy({frames_[carrier.joint].R.transpose() * given.R * rotation_from_rpy(*spec.end_rpy_deg), Vec3<double>::Zero()}).R;
      freeze = false;
    }
    const std::string on = spec.on.empty() ? nacelle_.body_names[0] : spec.on[spec.on.size() == 1 ? 0 : copy];
    tip.nacelle.body = nacelle_body(nacelle_, on, spec.place);
    const Vec3<double> offset = home_.R.transpose() * carrier.offset;
    tip.nacelle.frame = {far, spec.at + offset};  // in platform axes at home until the copy is turned
    out_.leg.tips.push_back(tip);
    out_.freeze.push_back(freeze);
  }
};

// Turns base and platform side of a drawn leg, and moves its tips into their nacelle bodies' frames.
void place_copy(DrawnLeg& drawn, const Mat3<double>& turn, const Nacelle& nacelle) {
  const Placement<double> rotation{turn, Vec3<double>::Zero()};
  for (Joint& joint : drawn.leg.joints)
    if (joint.parent < 0) joint.placement = rotation * joint.placement;
  const std::vector<Placement<double>> bodies = nacelle_home(nacelle);
  for (Tip& tip : drawn.leg.tips) {
    tip.nacelle.frame = bodies[tip.nacelle.body].inverse() * (rotation * tip.nacelle.frame);
    drawn.leg.rows += rows(tip.kind);
  }
  for (std::size_t t = 0; t < drawn.lumps.size(); ++t) drawn.lumps[t].at = drawn.leg.tips[t].nacelle.frame.p;
}

Vec3<double> copy_axis(const CopiesSpec& copies) {
  if (copies.axis) return copies.axis->normalized();
  return Vec3<double>::Unit(copies.about == "x" ? 0 : copies.about == "y" ? 1 : 2);
}

// The work grows with the cube of a leg's joints: what would take hours is refused.
void check_size(const DrawnLeg& drawn, const Place& place, int& total) {
  const int own = drawn.leg.freedoms();
  if (own > kMostLegFreedoms)
    throw InputError(place, fmt::format("leg '{}' has {} joint freedoms; at most {} are allowed", drawn.leg.name, own, kMostLegFreedoms));
  total += own;
  if (total > kMostFreedoms)
    throw InputError(
        place, fmt::format("up to leg '{}' the legs have {} joint freedoms; at most {} are allowed", drawn.leg.name, total, kMostFreedoms));
}

}  // namespace

std::vector<DrawnLeg> build_legs(const RobotDescription& description, const Nacelle& nacelle, const Pose<double>& home) {
  std::vector<DrawnLeg> out;
  int total = 0;  // joint freedoms so far
  for (const LegSpec& spec : description.leg) {
    const std::vector<double> angles = spec.copies ? spec.copies->angles_deg : std::vector<double>{0.0};
    for (const TipSpec& tip : spec.tip)
      if (tip.on.size() > 1 && tip.on.size() != angles.size())
        throw InputError(tip.place, fmt::format("`on` needs one name, or {}: one for each copy of the leg", angles.size()));
    for (std::size_t copy = 0; copy < angles.size(); ++copy) {
      std::string name = spec.name.empty() ? fmt::format("leg{}", out.size() + 1) : spec.name;
      if (!spec.name.empty() && angles.size() > 1) name += std::to_string(copy + 1);
      DrawnLeg drawn = LegDrawing(spec, nacelle, home).draw(name, static_cast<int>(copy));
      check_size(drawn, spec.place, total);
      if (copy > 0) drawn.copy_of = static_cast<int>(out.size() - copy);
      const Mat3<double> turn =
          spec.copies ? rotation_about(copy_axis(*spec.copies), turn_degrees(angles[copy])) : Mat3<double>(Mat3<double>::Identity());
      place_copy(drawn, turn, nacelle);
      for (const DrawnLeg& other : out)
        if (other.leg.name == name) throw InputError(spec.place, fmt::format("two legs are called '{}'; names must differ", name));
      out.push_back(std::move(drawn));
    }
  }
  return out;
}

}  // namespace gough
