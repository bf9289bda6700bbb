#include "gough/assembly/leg_from_elements.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/math/rotation.hpp"

namespace gough {
namespace {

// Where the next element stands: on the body behind a joint.
struct Node {
  int joint = -1;
  Vec3<double> end = Vec3<double>::Zero();  // its A with every joint at zero
  Placement<double> start;                  // how that body stands when closing starts, seen from the drawing
};

// A turn by an angle about the axis through a point.
Placement<double> turn_about(const Vec3<double>& axis, double angle, const Vec3<double>& point) {
  const Mat3<double> turn = rotation_about(axis, revolute_position(angle));
  return {turn, point - turn * point};
}

bool extends(const ElementSpec& e) { return e.type == "telescopic" || e.type == "screw"; }
bool spins(const ElementSpec& e) { return e.type == "spindle" || e.type == "screw"; }

// One element while it is drawn.
struct ElementDrawing {
  const ElementSpec& e;
  std::string name;
  Node from;                                         // where it stands
  Vec3<double> to_tip = Vec3<double>::Zero();        // from A, in the drawing
  Vec3<double> x = Vec3<double>::UnitX();            // its direction
  std::vector<Vec3<double>> axes = {};               // of the joint at A
  Mat3<double> own_axes = Mat3<double>::Identity();  // its bodies' axes in the file
  int first = 0, spin = -1, slide = -1;              // joints: the first at A, those along the element
  Node node = {};                                    // behind the joints drawn so far

  double length() const { return e.length.value_or(0.0); }
};

class LegFromElements {
 public:
  explicit LegFromElements(LegDrawing& drawing) : drawing_(drawing), spec_(drawing.spec) {}

  void draw(int copy) {
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
    for (std::size_t k = drawing_.carriers.size() - ends; k < drawing_.carriers.size(); ++k)
      drawing_.add_tip(spec_.tip[0], drawing_.carriers[k], copy, ends > 1);
  }

 private:
  LegDrawing& drawing_;
  const LegSpec& spec_;
  Vec3<double> last_direction_ = Vec3<double>::Zero();

  Vec3<double> target() const { return drawing_.home.R * spec_.tip.front().at + drawing_.home.p; }

  Node draw_element(const ElementSpec& e, const std::string& name, const Node& from, const Vec3<double>& offset) {
    if (!extends(e) && !e.length) throw InputError(e.place, fmt::format("a {} needs `length`, in m", e.type));
    if (e.end_body && !extends(e) && !spins(e)) throw InputError(e.place, "`end_body` is for telescopic, spindle and screw elements");
    ElementDrawing d{e, name, from};
    d.node = from;
    aim(d, offset);
    draw_root_joints(d);
    draw_root_body(d);
    draw_inner_joints(d);
    if (e.actuator) drawing_.attach_actuator(*e.actuator, driven_joint(d), name);
    drawing_.add_carrier({name, d.node.joint, drawing_.frames[d.node.joint], d.node.end, offset}, e.place);
    return d.node;
  }

  // The element's direction. `offset`: of its end from the tip's point.
  void aim(ElementDrawing& d, const Vec3<double>& offset) {
    d.to_tip = d.from.start.R.transpose() * (target() + offset - d.from.start.point(d.from.end));
    Vec3<double> towards = d.e.direction ? *d.e.direction : d.to_tip;
    if (towards.norm() < 1e-9 && last_direction_.norm() > 0.0) towards = last_direction_;
    if (towards.norm() < 1e-9) throw InputError(d.e.place, "the element has no length at home; give its `direction`");
    last_direction_ = towards;
    d.x = towards.normalized();
  }

  void draw_root_joints(ElementDrawing& d) {
    const ElementSpec& e = d.e;
    d.axes = element_axes(e, d.x, d.from.joint);
    if (!e.home_deg.empty() && e.home_deg.size() != d.axes.size())
      throw InputError(e.place, fmt::format("`home_deg` needs {} numbers, one for each axis of the joint", d.axes.size()));
    d.first = drawing_.drawn.leg.freedoms();
    for (std::size_t k = 0; k < d.axes.size(); ++k) {
      const std::string joint_name = d.axes.size() == 1 ? d.name : fmt::format("{}.{}", d.name, k + 1);
      const double angle = e.home_deg.empty() ? 0.0 : radians(e.home_deg[k]);
      d.node.joint = drawing_.add_joint(joint_name, true, d.node.joint, {frame_with_z(d.axes[k]), d.from.end}, angle);
      d.node.start = d.node.start * turn_about(d.axes[k], angle, d.from.end);
      drawing_.drawn.zero_at_home[d.node.joint] = !e.direction && d.from.joint >= 0;
      drawing_.add_friction(e.friction, d.node.joint);
      drawing_.add_spring(e.spring, d.node.joint, d.axes.size());
    }
    if (e.spring && d.axes.empty()) throw InputError(e.spring->place, "this element has no joint at A: give `inner_spring` for its length");
    if (e.sensor && d.axes.empty()) throw InputError(e.sensor->place, "this element has no joint at A: give `inner_sensor` for its length");
    drawing_.add_sensor(e.sensor, d.first, drawing_.drawn.leg.freedoms() - 1);
    if (!d.axes.empty()) ++drawing_.drawn.specs;
    d.own_axes = frame_with_x(d.x, d.axes.empty() ? Vec3<double>(Vec3<double>::UnitZ()) : d.axes.back());
    drawing_.set_file_frame(d.first, drawing_.drawn.leg.freedoms() - 1, {d.own_axes, d.from.end});
  }

  // The body that turns about A, or the point masses that stand for it.
  void draw_root_body(const ElementDrawing& d) {
    if (d.e.lump) return lump(d);
    if (!d.e.body) return;
    const RigidBody body = build_body(*d.e.body, d.length(), BodyAt::element_start);
    if (!d.axes.empty()) drawing_.attach_body(d.node.joint, body);
    else if (body.mass > 0.0)
      throw InputError(d.e.body->place, "this body would not move: a rail needs none; give `end_body` for its carriage");
  }

  // Spin and extension along the element, and the body at its end.
  void draw_inner_joints(ElementDrawing& d) {
    const ElementSpec& e = d.e;
    const std::size_t inner = static_cast<std::size_t>(spins(e)) + static_cast<std::size_t>(extends(e));
    if (e.inner_spring && inner == 0)
      throw InputError(e.inner_spring->place, "`inner_spring` is for telescopic and spindle elements; `spring` for the joint at A");
    const Placement<double> along{frame_with_z(d.x), d.from.end};
    if (spins(e)) {
      const double angle = radians(e.home_spin_deg.value_or(0.0));
      d.spin = drawing_.add_joint(d.axes.empty() && !extends(e) ? d.name : d.name + ".spin", true, d.node.joint, along, angle);
      d.node.joint = d.spin;
      d.node.start = d.node.start * turn_about(d.x, angle, d.from.end);
      drawing_.set_file_frame(d.spin, d.spin, {d.own_axes, d.from.end});
      ++drawing_.drawn.specs;
      drawing_.add_friction(e.inner_friction, d.spin);
      drawing_.add_spring(e.inner_spring, d.spin, inner);
    }
    if (extends(e)) {
      const double start = (e.home_length ? *e.home_length : std::max(0.0, d.x.dot(d.to_tip))) - d.length();
      d.node.start = d.node.start * Placement<double>{Mat3<double>::Identity(), start * d.x};
      d.slide = drawing_.add_joint(d.axes.empty() && !spins(e) ? d.name : d.name + ".length", false, d.node.joint, along, start);
      d.node.joint = d.slide;
      ++drawing_.drawn.specs;
      drawing_.add_friction(e.inner_friction, d.slide);
      drawing_.add_spring(e.inner_spring, d.slide, inner);
    }
    if (e.inner_sensor && inner == 0)
      throw InputError(e.inner_sensor->place, "`inner_sensor` is for telescopic, spindle and screw elements; `sensor` for the joint at A");
    const int last = drawing_.drawn.leg.freedoms() - 1;
    drawing_.add_sensor(e.inner_sensor, last + 1 - static_cast<int>(inner), last);
    d.node.end = d.from.end + d.length() * d.x;
    if (d.node.joint < 0) throw InputError(e.place, "this element cannot move: give it a `joint`, or make it telescopic");
    if (spins(e) || extends(e)) drawing_.set_file_frame(d.node.joint, d.node.joint, {d.own_axes, d.node.end});
    if (e.end_body && !e.lump) drawing_.attach_body(d.node.joint, build_body(*e.end_body, d.length(), BodyAt::element_end));
  }

  // The joint that the element's actuator drives.
  static int driven_joint(const ElementDrawing& d) {
    const ElementSpec& e = d.e;
    const std::string drives = !e.actuator->drives.empty() ? e.actuator->drives : extends(e) ? "length" : spins(e) ? "spin" : "joint";
    int driven = drives == "length" ? d.slide : drives == "spin" ? d.spin : -1;
    if (drives == "joint" || drives == "first") driven = d.axes.empty() ? -1 : d.first;
    if (drives == "second" && d.axes.size() > 1) driven = d.first + 1;
    if (drives == "third" && d.axes.size() > 2) driven = d.first + 2;
    if (driven < 0)
      throw InputError(e.actuator->place,
                       fmt::format("a {} on a joint of type {} has nothing called '{}' to drive", e.type, e.joint, drives));
    return driven;
  }

  // [CB, Sections 3.3 and 4.2]: the mass of the element's bodies as two points, one on the body before it, one on the platform.
  void lump(const ElementDrawing& d) {
    const ElementSpec& e = d.e;
    if (&e != &spec_.element.back() || *e.lump > 1.0)
      throw InputError(e.place, "`lump` is a share from 0 to 1, for the last element of a leg");
    if (!e.body && !e.end_body) throw InputError(e.place, "`lump` needs the element's `body` or `end_body`, whose mass it splits");
    double mass = 0.0;
    if (e.body) mass += build_body(*e.body, d.length(), BodyAt::element_start).mass;
    if (e.body && mass > 0.0 && d.axes.empty())
      throw InputError(e.body->place, "this body would not move, so that `lump` has nothing of it to put on the platform; leave it out");
    if (e.end_body) mass += build_body(*e.end_body, d.length(), BodyAt::element_end).mass;
    if (d.from.joint >= 0) {
      Joint& carrier = drawing_.drawn.leg.joints[d.from.joint];
      const Vec3<double> at = drawing_.frames[d.from.joint].inverse_point(d.from.end);
      carrier.body = joined(carrier.body, {(1.0 - *e.lump) * mass, at, Mat3<double>::Zero()});
    }
    drawing_.lumps.push_back(*e.lump * mass);
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
    for (const Vec3<double>& a : e.axes) axes.push_back(a.normalized());
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
    if (parent >= 0 && drawing_.drawn.leg.joints[parent].revolute) {
      const Vec3<double> z = drawing_.frames[parent].R.col(2);
      if (z.cross(x).norm() > 0.1) return z;
    }
    const Vec3<double> horizontal = Vec3<double>::UnitZ().cross(x);
    return horizontal.norm() > 1e-6 ? Vec3<double>(horizontal.normalized()) : Vec3<double>(Vec3<double>::UnitY());
  }
};

}  // namespace

void draw_from_elements(LegDrawing& drawing, int copy) { LegFromElements(drawing).draw(copy); }

}  // namespace gough
