#include "gough/dynamics/equivalent_robot.hpp"

#include "gough/dynamics/joint_effort.hpp"
#include "gough/dynamics/sampled_motion.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/model/changed_robot.hpp"

namespace gough {
namespace {

// Inertia of a unit mass at r about the origin.
Mat3<double> unit_inertia(const Vec3<double>& r) { return r.squaredNorm() * Mat3<double>::Identity() - r * r.transpose(); }

// Entries that are what rounding leaves of a difference become zero.
template <class M>
M without_rounding(M m, double scale) {
  return (m.array().abs() < 1e-14 * scale).select(M::Zero(), m);
}

// Joins what may be an inertia without mass.
void join_to(RigidBody& to, const RigidBody& more) {
  const Mat3<double> inertia = to.inertia + more.inertia;
  const double reach = std::max(to.com.norm(), more.com.norm());
  to = joined({to.mass, to.com, Mat3<double>::Zero()}, {more.mass, more.com, Mat3<double>::Zero()});
  to.com = without_rounding<Vec3<double>>(to.com, reach);
  to.inertia = without_rounding<Mat3<double>>(to.inertia + inertia, std::max(inertia.norm(), std::abs(to.mass) * reach * reach));
}

// A rotation found at a state, which is known to that state's precision: entries near to 0, 1 and -1 are those.
Mat3<double> exact_rotation(const Mat3<double>& R) {
  return ((R - R.array().round().matrix()).array().abs() < 1e-9).select(R.array().round().matrix(), R);
}

bool is_nothing(const RigidBody& body) { return body.mass == 0.0 && body.inertia.isZero(0.0); }

class EquivalenceRules {
 public:
  EquivalenceRules(Robot& robot, const SampledMotion& motion) : robot_(robot), motion_(motion), near_(1e-12 * robot.length) {}

  void apply() {
    for (Leg& leg : robot_.legs)
      for (const Tip& tip : leg.tips) {
        if (tip.leg.body >= 0 && tip.kind == TipKind::rigid) move_to_nacelle(leg, tip);
        for (std::size_t at = 0; at < tip.path.size(); ++at) move_to_ends(leg, tip, at);
      }
    for (int i = 0; i < static_cast<int>(robot_.legs.size()); ++i) {
      if (!robot_.legs[i].solver.closed_form) continue;  // its joints may be those of another working mode
      share_inertias(i);
      share_friction(i);
    }
    gather_nacelle();
    for (Leg& leg : robot_.legs) {
      free_slides(leg);
      for (Joint& joint : leg.joints) {
        if (!joint.revolute || is_nothing(joint.body)) continue;
        if (joint.parent < 0) make_point(joint);
        else if (on_base(leg, joint)) make_round(joint.body);
      }
    }
  }

 private:
  Robot& robot_;
  const SampledMotion& motion_;
  double near_;  // points this near to each other are one

  RigidBody& nacelle_body(int b) { return b == 0 ? robot_.nacelle.platform : robot_.nacelle.joints[b - 1].body; }

  bool on_axis(const Vec3<double>& p) const { return p.head<2>().norm() < near_; }

  // The innermost body that carries a point of a leg's body, -1 being the base: a point on the axis of a revolute belongs to both its
  // bodies.
  int innermost(const Leg& leg, int joint, Vec3<double>& p) const {
    for (; joint >= 0 && leg.joints[joint].revolute && on_axis(p); joint = leg.joints[joint].parent)
      p = leg.joints[joint].placement.point(p);
    return joint;
  }

  bool on_base(const Leg& leg, const Joint& joint) const {
    Vec3<double> p = joint.placement.p;
    return innermost(leg, joint.parent, p) < 0;
  }

  void add_to_leg(Leg& leg, int joint, double mass, Vec3<double> p) {
    joint = innermost(leg, joint, p);
    if (joint >= 0) join_to(leg.joints[joint].body, {mass, p, Mat3<double>::Zero()});
  }

  // A body fixed to the nacelle becomes part of it.
  void move_to_nacelle(Leg& leg, const Tip& tip) {
    RigidBody& body = leg.joints[tip.leg.body].body;
    join_to(nacelle_body(tip.nacelle.body), seen_from(tip.nacelle.frame * tip.leg.frame.inverse(), body));
    body = {};
  }

  // The point of a body on a tip's path that may belong to the nacelle too: the tip, or the next joint. Where it does, `p` is that point in
  // the body and `on_nacelle` in the nacelle's.
  bool outer_end(const Leg& leg, const Tip& tip, std::size_t at, Vec3<double>& p, Vec3<double>& on_nacelle) const {
    const bool last = at + 1 == tip.path.size();
    if (last && tip.kind == TipKind::rigid) return false;  // it is all the nacelle's
    p = last ? tip.leg.frame.p : leg.joints[tip.path[at + 1]].placement.p;
    Vec3<double> q = p;
    for (++at; at < tip.path.size(); ++at) {
      const Joint& joint = leg.joints[tip.path[at]];
      q = joint.placement.inverse_point(q);
      if (!joint.revolute || !on_axis(q)) return false;
    }
    const Vec3<double> from_tip = tip.leg.frame.inverse_point(q);
    on_nacelle = tip.nacelle.frame.point(from_tip);
    return tip.kind == TipKind::rigid || from_tip.norm() < near_;
  }

  // A body whose mass centre is in line with its joint's axis and such a point: masses at the two ends do as its own, but for an inertia
  // that is left. They move with the body before and with the nacelle.
  void move_to_ends(Leg& leg, const Tip& tip, std::size_t at) {
    const int j = tip.path[at];
    RigidBody& body = leg.joints[j].body;
    Vec3<double> end, on_nacelle;
    if (!leg.joints[j].revolute || body.mass == 0.0 || !outer_end(leg, tip, at, end, on_nacelle) || on_axis(end)) return;
    const double share = body.com.head<2>().dot(end.head<2>()) / end.head<2>().squaredNorm();
    if (!on_axis(body.com - share * end) || std::abs(1.0 - share) < 1e-3) return;
    const Vec3<double> start(0.0, 0.0, (body.com.z() - share * end.z()) / (1.0 - share));
    const double at_end = share * body.mass, at_start = body.mass - at_end;
    const Mat3<double> ends = at_end * unit_inertia(end - body.com) + at_start * unit_inertia(start - body.com);
    body = {0.0, Vec3<double>::Zero(), without_rounding<Mat3<double>>(body.inertia - ends, ends.cwiseAbs().maxCoeff())};
    add_to_leg(leg, j, at_start, start);
    join_to(nacelle_body(tip.nacelle.body), {at_end, on_nacelle, Mat3<double>::Zero()});
  }

  // Inertias without mass of bodies that turn alike, the rods of a parallelogram: the first has all.
  void share_inertias(int leg) {
    std::vector<Joint>& joints = robot_.legs[leg].joints;
    for (std::size_t b = 1; b < joints.size(); ++b)
      for (std::size_t a = 0; a < b; ++a) {
        RigidBody &one = joints[a].body, &other = joints[b].body;
        if (one.mass != 0.0 || other.mass != 0.0 || is_nothing(one) || is_nothing(other) || !motion_.turn_alike(leg, a, b)) continue;
        const std::vector<Placement<double>>& at = motion_.first().legs[leg].body;
        const Mat3<double> R = exact_rotation(at[a].R.transpose() * at[b].R);
        one.inertia += R * other.inertia * R.transpose();
        other = {};
      }
  }

  // Joints that turn equally fast rub equally: the first has all.
  void share_friction(int leg) {
    std::vector<Joint>& joints = robot_.legs[leg].joints;
    for (std::size_t b = 1; b < joints.size(); ++b)
      for (std::size_t a = 0; a < b; ++a) {
        Friction &one = joints[a].friction, &other = joints[b].friction;
        if (!has_friction(one) || !has_friction(other) || !motion_.same_speed(leg, a, b)) continue;
        one.viscous += other.viscous;
        one.coulomb += other.coulomb;
        other = {};
      }
  }

  // A body of the nacelle that never turns is a mass at its joint, on the body before; a platform that never turns is a mass. A body that
  // turns with the platform, but hangs on bodies that do not turn, moves as a part of the platform that stands where the first of them
  // does.
  void gather_nacelle() {
    std::vector<Joint>& joints = robot_.nacelle.joints;
    for (int b = static_cast<int>(joints.size()); b > 0; --b) {
      Joint& joint = joints[b - 1];
      if (!joint.revolute) continue;
      if (motion_.never_turns(b)) {
        join_to(nacelle_body(joint.parent), {joint.body.mass, joint.placement.p, Mat3<double>::Zero()});
        joint.body = {};
      } else if (int first = first_still(joint.parent); first > 0 && motion_.turns_with_platform(b)) {
        const std::vector<Placement<double>>& at = motion_.first().nacelle.body;
        join_to(nacelle_body(0), seen_from({exact_rotation(at[0].R.transpose() * at[b].R), joints[first - 1].placement.p}, joint.body));
        joint.body = {};
      }
    }
    if (motion_.never_turns(0)) robot_.nacelle.platform = {robot_.nacelle.platform.mass, Vec3<double>::Zero(), Mat3<double>::Zero()};
  }

  // The body next to the platform on the way to this one, where all on that way never turn; else 0.
  int first_still(int body) const {
    int first = 0;
    for (; body > 0; body = robot_.nacelle.joints[body - 1].parent) {
      if (!robot_.nacelle.joints[body - 1].revolute || !motion_.never_turns(body)) return 0;
      first = body;
    }
    return first;
  }

  // A body on a slide turns with the body before, which has its inertia too. One that slides on the base is a mass.
  void free_slides(Leg& leg) {
    for (int j = leg.freedoms() - 1; j >= 0; --j) {
      Joint& joint = leg.joints[j];
      if (joint.turns()) continue;
      const Mat3<double>& R = joint.placement.R;
      if (joint.parent < 0) joint.body.com.setZero();
      else leg.joints[joint.parent].body.inertia += R * joint.body.inertia * R.transpose();
      joint.body.inertia.setZero();
    }
  }

  // A body on a fixed axis: its moment of inertia, the rotor's with it, and its first moment are those of one point.
  void make_point(Joint& joint) {
    RigidBody& body = joint.body;
    const Vec3<double> arm(body.com.x(), body.com.y(), 0.0);
    const double inertia = body.inertia(2, 2) + body.mass * arm.squaredNorm() + rotor_inertia(robot_, joint),
                 first = body.mass * arm.norm();
    if (!(inertia > 0.0) || inertia > 1e4 * robot_.length * first) return;  // balanced: no point is that far out
    body = {first * first / inertia, inertia / first * arm.normalized(), Mat3<double>::Zero()};
    if (joint.actuator >= 0) robot_.actuators[joint.actuator].rotor_inertia = 0.0;
  }

  // A body about a fixed point, its origin: a mass there has no effect, and some mass makes the central inertia round, or rounder.
  void make_round(RigidBody& body) {
    const Vec3<double> first = body.mass * body.com;
    const Mat3<double> inertia = body.inertia + body.mass * unit_inertia(body.com);
    const double largest = principal_axes(inertia).values(2);
    if (first.norm() * robot_.length < 1e-3 * largest) return;
    const Vec3<double> line = first.normalized();
    const double along = line.dot(inertia * line);
    if ((inertia * line - along * line).norm() > 1e-12 * largest || largest - along < 1e-3 * largest) return;
    body.mass = first.squaredNorm() / (largest - along);
    body.com = first / body.mass;
    body.inertia = without_rounding<Mat3<double>>(inertia - body.mass * unit_inertia(body.com), largest);
  }
};

}  // namespace

Robot equivalent_robot(const Robot& robot) {
  const SampledMotion motion(robot);
  if (!motion.found()) return robot;
  const Robot out = changed(robot, [&](Robot& r) { EquivalenceRules(r, motion).apply(); });
  return motion.same_dynamics(out) && out.nacelle.platform.mass >= 0.0 ? out : robot;
}

}  // namespace gough
