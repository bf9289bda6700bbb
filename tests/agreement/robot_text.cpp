#include <fmt/format.h>

#include <map>

#include "tests/agreement/follows_text.hpp"
#include "tests/agreement/mdh.hpp"
#include "tests/agreement/zero_joint.hpp"

// Sketches as robot files.
namespace gough::test {
namespace {

std::string text(const V3& v) { return fmt::format("[{}, {}, {}]", v.x(), v.y(), v.z()); }

std::string text(const std::vector<V3>& list) {
  std::string out = "[";
  for (const V3& v : list) out += (out.size() > 1 ? ", " : "") + text(v);
  return out + "]";
}

std::string degrees_text(const std::vector<double>& angles) {
  std::string out = "[";
  for (double angle : angles) out += (out.size() > 1 ? ", " : "") + fmt::format("{}", degrees(angle));
  return out + "]";
}

class Writer {
 public:
  Writer(const Sketch& sketch, Writing writing, std::mt19937_64& random) : sketch_(sketch), writing_(writing), dice_(random) {}

  std::string write() {
    std::string name = sketch_.family;
    for (char& c : name)
      if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    out_ = fmt::format("name = \"{}\"\ngravity = {}\n", name, text(V3(sketch_.scale * sketch_.gravity)));
    if (sketch_.underactuated) out_ += "underactuated = true\n";
    write_platform();
    write_nacelle();
    for (std::size_t i = 0; i < sketch_.legs.size(); ++i)
      if (const CopyGroup* group = group_of(static_cast<int>(i)); !group || group->first == static_cast<int>(i))
        write_leg(sketch_.legs[i], group);
    for (const SketchSpring& spring : sketch_.springs) write_spring(spring);
    return out_;
  }

 private:
  const Sketch& sketch_;
  Writing writing_;
  Dice dice_;
  std::string out_;

  const CopyGroup* group_of(int leg) const {
    for (const CopyGroup& group : sketch_.copies)
      if (leg >= group.first && leg < group.first + static_cast<int>(group.angles_deg.size())) return &group;
    return nullptr;
  }

  V3 metres(const V3& v) const { return sketch_.scale * v; }
  V3 on_platform(const V3& point) const { return metres(sketch_.home.inverse_point(point)); }
  V3 platform_axis(const V3& axis) { return odd(sketch_.home.R.transpose() * axis); }
  std::string nacelle_name(int body) const { return body == 0 ? "platform" : sketch_.hinges[body - 1].name; }

  // An axis need not be of unit length.
  V3 odd(const V3& axis) { return dice_.chance(0.5) ? V3(dice_.uniform(0.1, 5.0) * axis) : axis; }

  std::string body_text(const Mass& body, const Frame& moved, const Frame& frame) const {
    const M3 R = frame.R.transpose() * moved.R, I = sketch_.scale * sketch_.scale * (R * body.inertia * R.transpose());
    return fmt::format("{{ mass = {}, com = {}, inertia = [{}, {}, {}, {}, {}, {}] }}", body.mass,
                       text(metres(frame.inverse_point(moved.point(body.com)))), I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2));
  }

  void write_body(const char* key, const Mass& body, const Frame& moved, const Frame& frame) {
    if (body.mass > 0.0) out_ += fmt::format("{} = {}\n", key, body_text(body, moved, frame));
  }

  static std::string friction_text(const Friction& friction) {
    return fmt::format("{{ viscous = {}, coulomb = {} }}", friction.viscous, friction.coulomb);
  }

  void write_friction(const char* key, const Friction& friction) {
    if (friction.viscous > 0.0 || friction.coulomb > 0.0) out_ += fmt::format("{} = {}\n", key, friction_text(friction));
  }

  void write_motor(const Motor& m, const std::string& drives) {
    if (m.axis < 0) return;
    out_ += fmt::format("actuator = {{ drives = \"{}\", rotor_inertia = {}, gear_ratio = {}, viscous = {}, coulomb = {} }}\n", drives,
                        m.rotor, m.gear, m.viscous, m.coulomb);
  }

  void write_pitch(double screw) {
    if (screw != 0.0) out_ += fmt::format("pitch = {}\n", 2 * kPi / screw * sketch_.scale);
  }

  void write_platform() {
    const V3 rpy = rpy_from_rotation(sketch_.home.R);
    out_ += "[platform]\n";
    if (std::abs(rpy.y()) < 85 && dice_.chance(0.5)) {
      out_ += fmt::format("home = {{ position = {}, rpy_deg = {} }}\n", text(metres(sketch_.home.p)), text(rpy));
    } else {
      const Eigen::Quaterniond q(sketch_.home.R);
      out_ += fmt::format("home = {{ position = {}, quaternion = [{}, {}, {}, {}] }}\n", text(metres(sketch_.home.p)), q.w(), q.x(), q.y(),
                          q.z());
    }
    out_ += fmt::format("tool = {}\n", text(metres(dice_.vector(0.2))));
    write_body("body", sketch_.platform, {}, sketch_.home);
  }

  void write_nacelle() {
    for (const SketchHinge& hinge : sketch_.hinges) {
      out_ += fmt::format("[[nacelle.body]]\nname = \"{}\"\n", hinge.name);
      write_body("body", hinge.body, {}, {sketch_.home.R, hinge.point});
    }
    for (const SketchHinge& hinge : sketch_.hinges) {
      out_ += fmt::format(
          "[[nacelle.joint]]\nname = \"turn_{0}\"\nchild = \"{0}\"\nparent = \"{1}\"\ntype = \"{2}\"\norigin = {3}\naxis = {4}\n",
          hinge.name, nacelle_name(hinge.parent),
          hinge.revolute       ? "R"
          : hinge.screw == 0.0 ? "P"
                               : "H",
          text(on_platform(hinge.point)), text(platform_axis(hinge.axis)));
      write_pitch(hinge.screw);
      write_motor(hinge.motor, "first");
      write_friction("friction", hinge.friction);
    }
    for (const SketchLoop& loop : sketch_.loops) {
      out_ += fmt::format("[[nacelle.loop]]\njoint = \"{}\"\nbetween = [\"{}\", \"{}\"]\nat = {}\n",
                          loop.kind == 'F' ? "rigid" : std::string(1, loop.kind), nacelle_name(loop.a), nacelle_name(loop.b),
                          text(on_platform(loop.point)));
      if (loop.kind == 'R') out_ += "axis = " + text(platform_axis(loop.axes[0])) + "\n";
      if (loop.kind == 'U') out_ += "axes = " + text(platform_axes(loop.axes)) + "\n";
      write_friction("friction", loop.friction);
    }
  }

  std::vector<V3> platform_axes(const std::vector<V3>& axes) {
    std::vector<V3> out;
    for (const V3& axis : axes) out.push_back(platform_axis(axis));
    return out;
  }

  void write_leg(const SketchLeg& leg, const CopyGroup* group) {
    const bool by_elements = !leg.elements.empty() && leg.loops.empty() && leg.couplings.empty() &&
                             (writing_ == Writing::random ? dice_.chance(0.6) : writing_ == Writing::elements);
    out_ += fmt::format("[[leg]]\nname = \"{}\"\n", leg.name);
    if (group) {
      std::string angles;
      for (double angle : group->angles_deg) angles += (angles.empty() ? "" : ", ") + fmt::format("{}", angle);
      out_ += fmt::format("copies = {{ axis = {}, angles_deg = [{}] }}\n", text(odd(group->axis)), angles);
    }
    if (by_elements) write_elements(leg);
    else write_joints(leg);
  }

  // ---- springs

  // Name and file axes of the bodies behind the joints of a leg that was written: a point at home is frame⁻¹ moved of itself there.
  struct WrittenBody {
    std::string name;
    Frame moved, frame;
  };
  std::map<std::pair<int, int>, WrittenBody> written_;

  void remember(const SketchLeg& leg, int joint, const std::string& name, const Frame& moved, const Frame& frame) {
    written_[{static_cast<int>(&leg - sketch_.legs.data()), joint}] = {leg.name + "." + name, moved, frame};
  }

  void write_joint_spring(const char* key, const SketchJoint& joint) {
    if (joint.spring.stiffness == 0.0) return;
    const bool revolute = joint.type == 'R';
    out_ += fmt::format("{} = {{ stiffness = {}, {} = {} }}\n", key, joint.spring.stiffness, revolute ? "free_deg" : "free",
                        revolute ? degrees(joint.spring.free) : sketch_.scale * joint.spring.free);
  }

  std::pair<std::string, V3> end_text(const SketchEnd& end) const {
    if (end.leg == -2) return {"base", metres(end.point)};
    if (end.leg == -1 && end.part == 0) return {"platform", on_platform(end.point)};
    if (end.leg == -1) {
      const SketchHinge& hinge = sketch_.hinges[end.part - 1];
      return {hinge.name, metres(sketch_.home.R.transpose() * (end.point - hinge.point))};
    }
    const WrittenBody& body = written_.at({end.leg, end.part});
    return {body.name, metres(body.frame.inverse_point(body.moved.point(end.point)))};
  }

  void write_spring(const SketchSpring& spring) {
    const auto a = end_text(spring.a), b = end_text(spring.b);
    out_ += fmt::format(
        "[[spring]]\nbetween = [\"{}\", \"{}\"]\nfrom = {}\nto = {}\nstiffness = {}\nfree_length = {}\ndamping = {}\npull = {}\n", a.first,
        b.first, text(a.second), text(b.second), spring.stiffness, sketch_.scale * spring.free_length, spring.damping, spring.pull);
  }

  // ---- tips

  std::string tip_head(const SketchLeg& leg, const SketchTip& tip) const {
    const std::size_t index = &leg - sketch_.legs.data(), t = &tip - leg.tips.data();
    const CopyGroup* group = group_of(static_cast<int>(index));
    std::string on = fmt::format("\"{}\"", nacelle_name(tip.on));
    if (group && !sketch_.hinges.empty())  // the names for all copies
      for (std::size_t k = 1; k < group->angles_deg.size(); ++k)
        on += fmt::format(", \"{}\"", nacelle_name(sketch_.legs[index + k].tips[t].on));
    return fmt::format("[[leg.tip]]\njoint = \"{}\"\non = [{}]\n", tip.kind == 'F' ? "rigid" : std::string(1, tip.kind), on);
  }

  void write_tip(const SketchLeg& leg, const SketchTip& tip, const V3& at) {
    out_ += tip_head(leg, tip) + "at = " + text(on_platform(at)) + "\n";
    if (tip.kind == 'R') out_ += "axis = " + text(platform_axis(tip.axes[0])) + "\n";
    if (tip.kind == 'U') out_ += "axes = " + text(platform_axes(tip.axes)) + "\n";
    write_friction("friction", tip.friction);
  }

  // ---- by elements

  void write_elements(const SketchLeg& leg) {
    const std::vector<ZeroJoint> zero = at_zero(leg);
    const bool pair = leg.parallelogram.norm() > 0.0;
    const V3 half = pair ? V3(leg.parallelogram / 2) : V3(V3::Zero());
    out_ += "at = " + text(metres(leg.elements.front().start)) + "\n";
    for (std::size_t k = 0; k < leg.elements.size() - (pair ? 1 : 0); ++k) {
      const SketchElement& e = leg.elements[k];
      const bool last = e.end == leg.tips[0].point;
      const int lower = e.outer >= 0 ? e.outer : k == 0 ? -1 : carrier(leg.elements[k - 1]);
      const Frame moved = lower < 0 ? Frame{} : zero[lower].moved;
      out_ += fmt::format("[[leg.element]]\nname = \"{}\"\ntype = \"{}\"\njoint = \"{}\"\n", e.name, e.type, e.joint);
      V3 x = moved.R * (e.end - e.start).normalized();
      write_line(e, leg, x, last);
      V3 hint = V3::UnitZ();
      if (e.outer >= 0) {
        const SketchJoint& joint = leg.joints[e.outer];
        write_outer(joint, zero[e.outer], x, e.joint);
        hint = zero[e.outer].axes.back();
        write_body("body", joint.body, zero[e.outer].moved, {element_axes(x, hint), zero[e.outer].point});
        remember(leg, e.outer, joint.freedoms() == 1 ? e.name : fmt::format("{}.{}", e.name, joint.freedoms()), zero[e.outer].moved,
                 {element_axes(x, hint), zero[e.outer].point});
        write_friction("friction", joint.friction);
        write_joint_spring("spring", joint);
        write_motor(joint.motor, joint.motor.axis == 0   ? (dice_.chance(0.5) ? "joint" : "first")
                                 : joint.motor.axis == 1 ? "second"
                                                         : "third");
      }
      if (e.inner >= 0) {
        const SketchJoint& joint = leg.joints[e.inner];
        const double length = e.type == "spindle" ? (e.end - e.start).norm() : e.zero_length;
        write_body("end_body", joint.body, zero[e.inner].moved, {element_axes(x, hint), zero[e.inner].point + length * x});
        const bool alone = e.outer < 0 && e.type != "screw";
        remember(leg, e.inner, alone ? e.name : e.name + (e.type == "spindle" ? ".spin" : ".length"), zero[e.inner].moved,
                 {element_axes(x, hint), zero[e.inner].point + length * x});
        write_friction("inner_friction", joint.friction);
        write_joint_spring("inner_spring", joint);
        write_motor(joint.motor, joint.type == 'P' || (joint.type == 'C' && joint.motor.axis == 1) ? "length" : "spin");
      }
      if (pair && k + 2 == leg.elements.size()) out_ += "parallelogram = " + text(metres(leg.parallelogram)) + "\n";
    }
    write_tip(leg, leg.tips[0], leg.tips[0].point - half);
  }

  static int carrier(const SketchElement& e) { return e.inner >= 0 ? e.inner : e.outer; }

  // x along the element, z as near as can be to the joint's last axis.
  static M3 element_axes(const V3& x, const V3& hint) {
    M3 R;
    R.col(0) = x;
    R.col(2) = (hint - hint.dot(x) * x).normalized();
    R.col(1) = R.col(2).cross(x);
    return R;
  }

  void write_line(const SketchElement& e, const SketchLeg& leg, const V3& x, bool last) {
    const double length = (e.end - e.start).norm();
    const bool slides = e.type == "telescopic" || e.type == "screw";
    bool rests = e.outer >= 0;  // the joint at A at zero: then the element aims at the tip
    if (rests)
      for (double value : leg.joints[e.outer].values) rests &= value == 0.0;
    if (!(last && rests && dice_.chance(0.5))) out_ += "direction = " + text(odd(x)) + "\n";
    if (!slides) {
      out_ += fmt::format("length = {}\n", sketch_.scale * length);
    } else {
      if (e.zero_length > 0.0) out_ += fmt::format("length = {}\n", sketch_.scale * e.zero_length);
      out_ += fmt::format("home_length = {}\n", sketch_.scale * length);
    }
    if (e.type == "spindle" || e.type == "screw") out_ += fmt::format("home_spin_deg = {}\n", degrees(leg.joints[e.inner].values[0]));
  }

  void write_outer(const SketchJoint& joint, const ZeroJoint& zero, const V3& x, const std::string& letter) {
    if (letter == "R") out_ += "axis = " + text(odd(zero.axes[0])) + "\n";
    else {
      std::vector<V3> axes;
      for (const V3& axis : zero.axes) axes.push_back(odd(axis));
      const bool normal = joint.freedoms() == 2 && (zero.axes[0].cross(x).normalized() - zero.axes[1]).norm() < 1e-14;
      if (normal && dice_.chance(0.5)) axes.resize(1);  // the second is then chosen so
      out_ += "axes = " + text(axes) + "\n";
    }
    bool rests = true;
    for (double value : joint.values) rests &= value == 0.0;
    if (!rests) out_ += "home_deg = " + degrees_text(joint.values) + "\n";
  }

  // ---- by joints

  void write_joints(const SketchLeg& leg) {
    const std::vector<ZeroJoint> zero = at_zero(leg);
    const V3 at = dice_.chance(0.5) ? leg.joints[0].point : dice_.vector();
    out_ += "at = " + text(metres(at)) + "\n";
    std::vector<Frame> given;
    for (std::size_t j = 0; j < leg.joints.size(); ++j) {
      const SketchJoint& joint = leg.joints[j];
      const Frame parent = joint.parent < 0 ? Frame{M3::Identity(), at} : given[joint.parent];
      out_ += fmt::format("[[leg.joint]]\nname = \"{}\"\ntype = \"{}\"\n", joint.name, joint.type);
      if (joint.parent != static_cast<int>(j) - 1)
        out_ += fmt::format("parent = \"{}\"\n", joint.parent < 0 ? "base" : leg.joints[joint.parent].name);
      given.push_back(write_placement(joint, zero[j], parent, at));
      write_pitch(joint.screw);
      write_values(joint);
      write_body("body", joint.body, zero[j].moved, given.back());
      remember(leg, static_cast<int>(j), joint.name, zero[j].moved, given.back());
      write_friction("friction", joint.friction);
      write_joint_spring("spring", joint);
      out_ += follows_text(leg, static_cast<int>(j), sketch_.scale);
      const char* const names[] = {"first", "second", "third"};
      if (joint.motor.axis >= 0)
        write_motor(joint.motor, joint.type != 'C' ? names[joint.motor.axis] : joint.motor.axis == 0 ? "spin" : "length");
    }
    for (const SketchTip& tip : leg.tips) {
      write_tip(leg, tip, tip.point);
      const Frame& frame = given[tip.joint];
      const Frame& moved = zero[tip.joint].moved;
      out_ +=
          fmt::format("after = \"{}\"\nend = {}\n", leg.joints[tip.joint].name, text(metres(frame.inverse_point(moved.point(tip.point)))));
      const V3 rpy = rpy_from_rotation(frame.R.transpose() * moved.R * sketch_.home.R);
      if (tip.kind == 'F' && std::abs(rpy.y()) < 85 && dice_.chance(0.5)) out_ += "end_rpy_deg = " + text(rpy) + "\n";
    }
    for (const SketchLegLoop& loop : leg.loops) write_loop(leg, loop, at);
  }

  void write_loop(const SketchLeg& leg, const SketchLegLoop& loop, const V3& at) {
    const auto placed = [&](int joint) -> WrittenBody {
      if (joint < 0) return {"base", {}, {M3::Identity(), at}};
      WrittenBody body = written_.at({static_cast<int>(&leg - sketch_.legs.data()), joint});
      body.name = leg.joints[joint].name;
      return body;
    };
    const WrittenBody a = placed(loop.a), b = placed(loop.b);
    const auto point = [&](const WrittenBody& body) { return text(metres(body.frame.inverse_point(body.moved.point(loop.point)))); };
    out_ += fmt::format("[[leg.loop]]\njoint = \"{}\"\nbetween = [\"{}\", \"{}\"]\nfrom = {}\nto = {}\n",
                        loop.kind == 'F' ? "rigid" : std::string(1, loop.kind), a.name, b.name, point(a), point(b));
    std::vector<V3> axes;
    for (const V3& axis : loop.axes) axes.push_back(odd(a.frame.R.transpose() * a.moved.R * axis));
    if (loop.kind == 'R') out_ += "axis = " + text(axes[0]) + "\n";
    if (loop.kind == 'U') out_ += "axes = " + text(axes) + "\n";
    write_friction("friction", loop.friction);
  }

  void write_values(const SketchJoint& joint) {
    std::vector<double> turns;
    bool rests = true;
    for (int k = 0; k < joint.freedoms(); ++k) {
      if (joint.turns(k)) turns.push_back(joint.values[k]);
      else if (joint.values[k] != 0.0) out_ += fmt::format("home_length = {}\n", sketch_.scale * joint.values[k]);
    }
    for (double turn : turns) rests &= turn == 0.0;
    if (!rests) out_ += "home_deg = " + degrees_text(turns) + "\n";
  }

  // Returns the joint's frame, in units of the sketch.
  Frame write_placement(const SketchJoint& joint, const ZeroJoint& zero, const Frame& parent, const V3& at) {
    const bool one_line = joint.type != 'U' && joint.type != 'S';
    V3 origin = zero.point;
    if (one_line && dice_.chance(0.4)) origin += dice_.uniform(-0.5, 0.5) * zero.axes[0];  // any point of the axis serves
    if (one_line && dice_.chance(0.25)) {
      const Mdh mdh = mdh_of(zero.axes[0], zero.point, parent, dice_.uniform(-3, 3), dice_.uniform(-0.5, 0.5));
      out_ += mdh.text(sketch_.scale);
      return parent * mdh.frame();
    }
    Frame frame{M3::Identity(), origin};
    if (dice_.chance(0.5)) {
      out_ += "origin = " + text(metres(origin - at)) + "\n";
    } else {
      M3 turn = dice_.chance(0.2) ? M3(M3::Identity()) : dice_.rotation();
      V3 rpy = rpy_from_rotation(turn);
      if (std::abs(rpy.y()) > 85) {
        turn = M3::Identity();
        rpy.setZero();
      }
      frame.R = parent.R * turn;
      out_ += fmt::format("xyz = {}\nrpy_deg = {}\n", text(metres(parent.inverse_point(origin))), text(rpy));
    }
    std::vector<V3> axes;
    for (const V3& axis : zero.axes) axes.push_back(odd(frame.R.transpose() * axis));
    out_ += one_line ? "axis = " + text(axes[0]) + "\n" : "axes = " + text(axes) + "\n";
    return frame;
  }
};

}  // namespace

std::string robot_text(const Sketch& sketch, Writing writing, std::mt19937_64& random) { return Writer(sketch, writing, random).write(); }

}  // namespace gough::test
