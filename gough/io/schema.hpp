#pragma once

#include "gough/io/key.hpp"
#include "gough/io/loop_schema.hpp"
#include "gough/io/sensor_schema.hpp"
#include "gough/io/spring_schema.hpp"
#include "gough/model/description.hpp"

// The robot file's schema: each table's keys, once. A visitor `v` is called with every key of a
// table in order; the reader, the writer and docs/robot-file.md are three visitors.
namespace gough::schema {

template <class V>
void keys(V& v, ShapeSpec& s) {
  v.table("shape",
          "A homogeneous solid that gives a body its inertia. Its long axis is x, the element's own, unless `axis` says otherwise.");
  v(Key{"type",
        "",
        "`rod` and `cylinder` are solid, `tube` is hollow, `box` is a block",
        kRequired,
        Check::none,
        {},
        {"rod", "tube", "cylinder", "box"}},
    s.type);
  v(Key{"length", "m", "length; the element's own if absent", false, Check::positive}, s.length);
  v(Key{"radius", "m", "outer radius; a rod without one is thin", false, Check::positive}, s.radius);
  v(Key{"inner_radius", "m", "inner radius of a tube", false, Check::positive}, s.inner_radius);
  v(Key{"size", "m", "edge lengths of a box along x, y, z", false, Check::positive}, s.size);
  v(Key{"density", "kg/m³", "instead of the body's `mass`", false, Check::positive}, s.density);
  v(Key{"axis", "", "long axis of a rod, tube or cylinder in the body's axes", false, Check::none, {}, {"x", "y", "z"}}, s.axis);
}

template <class V>
void keys(V& v, PartSpec& p) {
  v.table("parts", "A further piece of a body, in a frame of its own: the pin of an elbow, a motor on an arm. Pieces are added up.");
  v(Key{"at", "m", "origin of its frame in the body's axes"}, p.at);
  v(Key{"rpy_deg", "degrees", "roll, pitch and yaw of its frame in the body's axes"}, p.rpy_deg);
  v(Key{"mass", "kg", "mass", false, Check::not_negative}, p.mass);
  v(Key{"com", "m", "centre of mass, in its frame; its origin if absent"}, p.com);
  v(Key{"inertia",
        "kg m²",
        "about its centre of mass, along its frame: diagonal, or xx, xy, xz, yy, yz, zz; a point mass if absent",
        false,
        Check::none,
        {3, 6}},
    p.inertia);
  v(Key{"shape", "", "instead of `inertia`; centred on the centre of mass"}, p.shape);
}

template <class V>
void keys(V& v, BodySpec& b) {
  v.table(
      "body",
      "A rigid body. In an element the axes are the element's: origin at A, x along it, z the part across it of the last axis of its "
      "joint, y = z × x. Of a `fixed` joint it is the base's z axis instead; of a universal joint without `axes`, and of a ball whose idle "
      "spin is left out, the last axis is the second one chosen, the normal to the first and the element; where the last axis is the "
      "element itself (any other ball without `axes`, a rail along z) it is the base axis after the one that x is nearest to, in the order "
      "x, y, z, x. An `end_body` has the same axes from B, so its centre of mass has a negative x. In a joint they are the joint frame as "
      "given, for the platform the platform's. `gough info`, wrenches (`--on`, `--at`, [[wrench]] of a scenario) and Python use these "
      "axes.");
  v(Key{"mass", "kg", "mass", false, Check::not_negative}, b.mass);
  v(Key{"com",
        "m",
        "centre of mass: one number along an element, or x, y, z; a shape in an element is centred on it if absent, else 0",
        false,
        Check::none,
        {1, 3}},
    b.com);
  v(Key{"inertia",
        "kg m²",
        "about the centre of mass: diagonal, or xx, xy, xz, yy, yz, zz; a point mass if absent",
        false,
        Check::none,
        {3, 6}},
    b.inertia);
  v(Key{"shape", "", "instead of `inertia`"}, b.shape);
  v(Key{"parts", "", "further pieces, each in its own frame; with them the body needs no mass of its own"}, b.parts);
}

template <class V>
void keys(V& v, FrictionSpec& f) {
  v.table("friction",
          "Friction in a joint; on a joint of several axes at A it acts about each. In a tip or a nacelle loop of type U or S it is one "
          "moment against the relative angular velocity ω of the two bodies, whatever its axis: viscous · ω + coulomb · ω/|ω|.");
  v(Key{"viscous", "N m s/rad or N s/m", "effort per speed", false, Check::not_negative}, f.viscous);
  v(Key{"coulomb", "N m or N", "constant effort against the motion; 0 where the rate is at most 1e-9 rad/s or m/s", false,
        Check::not_negative},
    f.coulomb);
}

template <class V>
void keys(V& v, LimitsSpec& l) {
  v.table("limits", "What the actuator can do, at the joint.");
  v(Key{"position", "rad or m", "smallest and largest position", false, Check::none, {2}}, l.position);
  v(Key{"position_deg", "degrees", "the same for a revolute joint", false, Check::none, {2}}, l.position_deg);
  v(Key{"speed", "rad/s or m/s", "largest speed", false, Check::positive}, l.speed);
  v(Key{"effort", "N m or N", "largest torque or force", false, Check::positive}, l.effort);
}

template <class V>
void keys(V& v, ActuatorSpec& a) {
  v.table("actuator", "A motor on a joint.");
  v(Key{"name", "", "its name after the leg's; that of the element or joint if absent", false, Check::name}, a.name);
  v(Key{"drives",
        "",
        "what it drives: the joint at A (or its first, second, third axis), the element's length or its spin; "
        "by default the length of a telescopic or screw element, the spin of a spindle, else the first axis; `spin` and `length` are also "
        "the two axes of a joint of type C",
        false,
        Check::none,
        {},
        {"joint", "length", "spin", "first", "second", "third"}},
    a.drives);
  v(Key{"rotor_inertia", "kg m²", "inertia of the rotor about its own axis, before the gear", false, Check::not_negative}, a.rotor_inertia);
  v(Key{"gear_ratio", "1 or rad/m", "rotor turn per joint turn, or per metre of a slide", false, Check::not_zero}, a.gear_ratio);
  v(Key{"viscous", "N m s/rad or N s/m", "viscous friction at the joint", false, Check::not_negative}, a.viscous);
  v(Key{"coulomb", "N m or N", "Coulomb friction at the joint", false, Check::not_negative}, a.coulomb);
  v(Key{"limits", "", "stroke, speed and effort"}, a.limits);
}

// What the element is: its type, the joint at A, its line.
template <class V>
void geometry_keys(V& v, ElementSpec& e) {
  v(Key{"name", "", "unique in the leg", false, Check::name}, e.name);
  v(Key{"type",
        "",
        "`bar`: constant; `telescopic`: extends; `spindle`: the end spins about the line; `screw`: both",
        kRequired,
        Check::none,
        {},
        {"bar", "telescopic", "spindle", "screw"}},
    e.type);
  v(Key{"joint",
        "",
        "at A: revolute, universal, spherical, or `fixed` (a rail, with type telescopic); the idle spin of a last element between two "
        "balls is left out",
        false,
        Check::none,
        {},
        {"R", "U", "S", "fixed"}},
    e.joint);
  v(Key{"axis", "", "of a joint of type R, base axes, every joint at zero", false, Check::not_zero}, e.axis);
  v(Key{"axes", "",
        "of a joint of type U or S, base axes, every joint at zero; what is missing is chosen: first the axis of the revolute before it or "
        "a horizontal one, then the normal to that and the element, then (S) the element itself",
        false, Check::not_zero},
    e.axes);
  v(Key{"direction", "",
        "of the element when its joint is at zero, base axes, any length; towards the tip if absent, or that of the element before where A "
        "is at the tip",
        false, Check::not_zero},
    e.direction);
  v(Key{"length", "m", "from A to B; of a telescopic or screw element: its length when the joint is at zero (0 if absent)", false,
        Check::not_negative},
    e.length);
}

// Where closing at home starts.
template <class V>
void home_keys(V& v, ElementSpec& e) {
  v(Key{"home_deg",
        "degrees",
        "where the joint at A starts to be closed at home, one number for each axis: picks the working mode; 0 if absent. A leg that "
        "starts "
        "straight at its tip is bent towards positive values, its first joint first; copies follow the first one",
        false,
        Check::none,
        {1, 2, 3}},
    e.home_deg);
  v(Key{"home_length", "m", "the same for the length of a telescopic or screw element; that of a rail may be negative"}, e.home_length);
  v(Key{"home_spin_deg", "degrees", "the same for the spin of a spindle or screw element"}, e.home_spin_deg);
}

template <class V>
void keys(V& v, ElementSpec& e) {
  v.table("leg.element",
          "A kinematic element: a line from A along a direction to B, with a joint at A. The first stands at the leg's `at`, each next one "
          "at the end of the one before.");
  geometry_keys(v, e);
  home_keys(v, e);
  v(Key{"parallelogram", "m",
        "makes it two equal rods `_a` and `_b` side by side, this vector apart at both ends, half of it to each side: on the arm from A, "
        "base axes with every joint at zero, and on the platform from the tip's `at`, base axes at home (both turned with the leg's "
        "copies). It is a parallelogram at home where the arm turns about this vector or its joint is at zero there; bodies and friction "
        "are those of each rod",
        false, Check::not_zero},
    e.parallelogram);
  v(Key{"body", "", "the body that turns about A"}, e.body);
  v(Key{"end_body", "", "of a telescopic, spindle or screw element: the body that moves with B"}, e.end_body);
  v(Key{"lump",
        "",
        "of a leg's last element, simplifies it as [CB] does: this share of its mass (1/3 of a uniform rod's) is put at B on the platform, "
        "the "
        "rest at A on what carries it. Of a telescopic, spindle or screw element both bodies are split, `body` and `end_body`. Left out "
        "are "
        "the inertia of the element's own turning and, of a telescopic one, that its masses slide apart",
        false,
        Check::not_negative,
        {},
        {},
        KeyRange{0.0, 1.0}},
    e.lump);
  v(Key{"actuator", "", "the motor, if any"}, e.actuator);
  v(Key{"friction", "", "in the joint at A, besides the actuator's"}, e.friction);
  v(Key{"inner_friction", "", "of the extension and the spin, besides the actuator's"}, e.inner_friction);
  v(Key{"spring", "", "in a joint at A of type R"}, e.spring);
  v(Key{"inner_spring", "", "in the length of a telescopic element or the spin of a spindle"}, e.inner_spring);
  v(Key{"sensor", "", "of the joint at A"}, e.sensor);
  v(Key{"inner_sensor", "", "of the length and the spin"}, e.inner_sensor);
}

template <class V>
void keys(V& v, MdhSpec& m) {
  v.table("mdh",
          "Modified Denavit–Hartenberg parameters of a joint frame in the frame before it, Rz(γ) Tz(b) Rx(α) Tx(d) Rz(θ) Tz(r); the joint "
          "moves θ or r from there.");
  v(Key{"gamma_deg", "degrees", "γ"}, m.gamma_deg);
  v(Key{"b", "m", "b"}, m.b);
  v(Key{"alpha_deg", "degrees", "α"}, m.alpha_deg);
  v(Key{"d", "m", "d"}, m.d);
  v(Key{"theta_deg", "degrees", "θ at joint position 0"}, m.theta_deg);
  v(Key{"r", "m", "r at joint position 0"}, m.r);
}

inline const Key kPitch{"pitch", "m", "of type H: how far it slides in a turn; negative for a left-hand thread", false, Check::not_zero};

template <class V>
void keys(V& v, JointSpec& j) {
  v.table("leg.joint",
          "A joint and the body behind it, placed in one of three ways: `origin` (base axes, from the leg's `at`, every joint at zero), "
          "`xyz` + `rpy_deg` (in the frame of the joint before), or `mdh`.");
  v(Key{"name", "", "unique in the leg", false, Check::name}, j.name);
  v(Key{"type",
        "",
        "revolute, prismatic, universal (two revolutes), spherical (three), cylindrical (revolute and prismatic), helical (a screw: it "
        "slides as it turns; its position is the slide, in m, and its effort a force)",
        kRequired,
        Check::none,
        {},
        {"R", "P", "U", "S", "C", "H"}},
    j.type);
  v(kPitch, j.pitch);
  v(Key{"parent", "", "name of the joint whose body carries this one, or `base`; the one before if absent", false, Check::name}, j.parent);
  v(Key{"origin", "m", "a point of the axis; the joint frame is parallel to the base's"}, j.origin);
  v(Key{"xyz", "m", "origin of the joint frame in the frame before it"}, j.xyz);
  v(Key{"rpy_deg", "degrees", "its roll, pitch and yaw in the frame before it"}, j.rpy_deg);
  v(Key{"mdh", "", "modified Denavit–Hartenberg parameters"}, j.mdh);
  v(Key{"axis", "", "of types R, P, C and H in the joint frame; z if absent", false, Check::not_zero}, j.axis);
  v(Key{"axes", "", "of types U (two) and S (three; x, y, z if absent) in the joint frame, in their order from the base", false,
        Check::not_zero},
    j.axes);
  v(Key{"home_deg", "degrees", "where the revolute axes start to be closed at home; 0 if absent", false, Check::none, {1, 2, 3}},
    j.home_deg);
  v(Key{"home_length", "m", "where the slide of a joint of type P, C or H starts to be closed at home; 0 if absent"}, j.home_length);
  v(Key{"body", "", "the body behind the joint, in the joint frame"}, j.body);
  v(Key{"actuator", "", "the motor, if any"}, j.actuator);
  v(Key{"friction", "", "besides the actuator's"}, j.friction);
  v(Key{"spring", "", "in a joint of type R, P or H"}, j.spring);
  v(Key{"sensor", "", "of its position"}, j.sensor);
  v(Key{"follows", "", "a joint of type R, P or H: which other joints of the leg move it"}, j.follows);
}

template <class V>
void keys(V& v, TipSpec& t) {
  v.table("leg.tip", "Where a leg meets the platform and what it transmits there. The leg-side axes are those that fit at home.");
  v(Key{"name", "", "`tip` if absent", false, Check::name}, t.name);
  v(Key{"joint",
        "",
        "spherical, universal, revolute, or `rigid`: the leg's last body is the platform",
        kRequired,
        Check::none,
        {},
        {"S", "U", "R", "rigid"}},
    t.joint);
  v(Key{"at", "m", "the point on the platform, platform axes (also for a nacelle body, as it stands at home)", kRequired}, t.at);
  v(Key{"on", "", "the platform (if absent) or a nacelle body; a list names one for each copy", false, Check::name}, t.on);
  v(Key{"axis", "", "of a tip of type R, platform axes", false, Check::not_zero}, t.axis);
  v(Key{"axes", "", "of a tip of type U at home, platform axes: the axis on the leg, then the axis on the platform, at right angles", false,
        Check::not_zero},
    t.axes);
  v(Key{"after", "", "leg made of joints: name of the joint whose body ends here; the last if absent", false, Check::name}, t.after);
  v(Key{"end", "m", "leg made of joints: the tip's point from the joint's origin, in the joint frame; the origin if absent"}, t.end);
  v(Key{"end_rpy_deg", "degrees", "leg made of joints, rigid tip: the platform's orientation in the joint frame; as at home if absent"},
    t.end_rpy_deg);
  v(Key{"friction", "", "in the tip's joint"}, t.friction);
}

template <class V>
void keys(V& v, CopiesSpec& c) {
  v.table("copies",
          "Repeats a leg, turned about an axis of the base on the base side and the same axis of the platform on the platform side.");
  v(Key{"about", "", "the axis", false, Check::none, {}, {"x", "y", "z"}}, c.about);
  v(Key{"axis", "", "the axis as a vector, instead of `about`", false, Check::not_zero}, c.axis);
  v(Key{"angles_deg", "degrees", "one copy for each angle", kRequired}, c.angles_deg);
}

template <class V>
void keys(V& v, LegSpec& l) {
  v.table("leg", "A leg: [[leg.element]] tables or [[leg.joint]] tables, from the base to the platform, and its tip.");
  v(Key{"name", "", "`leg1`, `leg2`, … if absent; copies are numbered behind it", false, Check::name}, l.name);
  v(Key{"copies", "", "several equal legs"}, l.copies);
  v(Key{"at", "m", "where it stands on the base, base axes"}, l.at);
  v(Key{"element", "", "the leg by elements"}, l.element);
  v(Key{"joint", "", "the leg by joints"}, l.joint);
  v(Key{"tip", "", "one for a leg of elements, one or more for a leg of joints", kRequired}, l.tip);
  v(Key{"loop", "", "joints that close loops among its bodies and the base"}, l.loop);
  v(Key{"spring", "", "springs between its bodies, the base and the platform"}, l.spring);
}

template <class V>
void keys(V& v, HomeSpec& h) {
  v.table("home", "The platform's pose in which the robot is assembled and its structure is read.");
  v(Key{"position", "m", "of the platform's origin, base axes", kRequired}, h.position);
  v(Key{"rpy_deg", "degrees", "roll, pitch, yaw: Rz(yaw) Ry(pitch) Rx(roll)"}, h.rpy_deg);
  v(Key{"quaternion", "", "instead: w, x, y, z", false, Check::none, {4}}, h.quaternion);
}

template <class V>
void keys(V& v, PlatformSpec& p) {
  v.table("platform", "The end effector: the body whose pose is given and asked for.");
  v(Key{"name", "", "its name", false, Check::name}, p.name);
  v(Key{"home", "", "where it stands at home", kRequired}, p.home);
  v(Key{"tool", "m", "the tool point, platform axes: where payloads sit and wrenches act unless said otherwise"}, p.tool);
  v(Key{"body", "", "its mass and inertia, platform axes; none if absent"}, p.body);
}

template <class V>
void keys(V& v, NacelleBodySpec& b) {
  v.table("nacelle.body", "A further body of an articulated nacelle.");
  v(Key{"name", "", "unique among platform and nacelle", kRequired, Check::name}, b.name);
  v(Key{"body", "", "mass and inertia from its joint's origin, in platform axes at home; none if absent"}, b.body);
}

template <class V>
void keys(V& v, NacelleJointSpec& j) {
  v.table("nacelle.joint", "Hangs a nacelle body on the platform, or on a body hung before it.");
  v(Key{"name", "", "the child's name if absent", false, Check::name}, j.name);
  v(Key{"type", "", "revolute, prismatic or helical (as that of a leg)", false, Check::none, {}, {"R", "P", "H"}}, j.type);
  v(kPitch, j.pitch);
  v(Key{"parent", "", "body that carries it; the platform if absent", false, Check::name}, j.parent);
  v(Key{"child", "", "body that hangs on it", kRequired, Check::name}, j.child);
  v(Key{"origin", "m", "a point of the axis, platform axes at home"}, j.origin);
  v(Key{"axis", "", "platform axes at home", false, Check::not_zero}, j.axis);
  v(Key{"actuator", "", "a motor on the nacelle, if any; its position counts from home"}, j.actuator);
  v(Key{"friction", "", "in the joint, besides the actuator's"}, j.friction);
  v(Key{"spring", "", "in the joint; its position counts from home"}, j.spring);
  v(Key{"sensor", "", "of its position, which counts from home"}, j.sensor);
}

template <class V>
void keys(V& v, NacelleSpec& n) {
  v.table("nacelle", "What moves with and on the platform, where that is more than one body.");
  v(Key{"body", "", "its bodies besides the platform"}, n.body);
  v(Key{"joint", "", "the joints they hang on"}, n.joint);
  v(Key{"loop", "", "the joints that close loops among them"}, n.loop);
}

template <class V>
void keys(V& v, WorkspaceSpec& w) {
  v.table("workspace",
          "A box of the free components in which poses may be sampled and sliders move; a tenth of the robot's size and 10 degrees about "
          "home where absent.");
  v(Key{"x", "m", "smallest and largest", false, Check::none, {2}}, w.x);
  v(Key{"y", "m", "the same", false, Check::none, {2}}, w.y);
  v(Key{"z", "m", "the same", false, Check::none, {2}}, w.z);
  v(Key{"rx_deg", "degrees", "rotation from home about the base's x", false, Check::none, {2}}, w.rx_deg);
  v(Key{"ry_deg", "degrees", "about y", false, Check::none, {2}}, w.ry_deg);
  v(Key{"rz_deg", "degrees", "about z", false, Check::none, {2}}, w.rz_deg);
}

template <class V>
void keys(V& v, RobotDescription& r) {
  v.table("", "The top of the file.");
  v(Key{"name", "", "of the robot", kRequired, Check::name}, r.name);
  v(Key{"description", "", "one line for people"}, r.description);
  v(Key{"reference", "", "where the numbers come from, or `illustrative`"}, r.reference);
  v(Key{"gravity", "m/s²", "acceleration of gravity, base axes"}, r.gravity);
  v(Key{"underactuated", "", "whether fewer actuators than freedoms are meant"}, r.underactuated);
  v(Key{"platform", "", "the end effector", kRequired}, r.platform);
  v(Key{"nacelle", "", "further bodies on the platform"}, r.nacelle);
  v(Key{"leg", "", "the legs", kRequired}, r.leg);
  v(Key{"spring", "", "springs between bodies"}, r.spring);
  v(Key{"workspace", "", "where to sample and steer"}, r.workspace);
}

}  // namespace gough::schema
