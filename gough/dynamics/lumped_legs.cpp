#include "gough/dynamics/lumped_legs.hpp"

#include <algorithm>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/model/changed_robot.hpp"

namespace gough {
namespace {

// The legs of a robot at home, whose masses are moved.
class Lumping {
 public:
  explicit Lumping(const Robot& robot) : robot_(robot), home_(robot) { (void)position(robot, robot.home, home_); }

  void lump(Robot& out) const {
    for (std::size_t i = 0; i < robot_.legs.size(); ++i)
      for (int body = 0; body < robot_.legs[i].freedoms(); ++body)
        if (!driven(robot_.legs[i], body)) lump(out, i, body);
  }

 private:
  const Robot& robot_;
  KinematicsData<double> home_;

  // Whether motors alone move a body of a leg, or the base.
  static bool driven(const Leg& leg, int body) {
    return body < 0 || (leg.joints[body].actuator >= 0 && driven(leg, leg.joints[body].parent));
  }

  // Where the passive part of a leg begins: the body that carries it, -1 for the base, and the point, in the world.
  struct Beginning {
    int carrier = -1;
    Vec3<double> point;
  };
  Beginning beginning(std::size_t i, int body) const {
    const Leg& leg = robot_.legs[i];
    while (!driven(leg, leg.joints[body].parent)) body = leg.joints[body].parent;
    Beginning out{leg.joints[body].parent, {}};
    out.point = out.carrier < 0 ? leg.joints[body].placement.p : home_.legs[i].body[out.carrier].point(leg.joints[body].placement.p);
    // a point on the axis that turns its carrier stands still on what carries that
    while (out.carrier >= 0 && leg.joints[out.carrier].revolute && on_axis(home_.legs[i].body[out.carrier], out.point))
      out.carrier = leg.joints[out.carrier].parent;
    return out;
  }
  bool on_axis(const Placement<double>& frame, const Vec3<double>& point) const {
    return frame.inverse_point(point).head<2>().norm() < 1e-9 * robot_.length;
  }

  // The part of a body's mass that at the tip has its inertia about A across the line from A to the tip.
  double share(const RigidBody& body, const Placement<double>& frame, const Vec3<double>& A, const Vec3<double>& tip) const {
    const double length = (tip - A).norm();
    if (length < 1e-9 * robot_.length) return 1.0;
    const Vec3<double> x = (tip - A) / length, r = frame.point(body.com) - A;
    const Mat3<double> about_A =
        frame.R * body.inertia * frame.R.transpose() + body.mass * (r.squaredNorm() * Mat3<double>::Identity() - r * r.transpose());
    return std::min(1.0, 0.5 * (about_A.trace() - x.dot(about_A * x)) / (body.mass * length * length));
  }

  static void add(RigidBody& body, double mass, const Vec3<double>& at) { body = joined(body, {mass, at, Mat3<double>::Zero()}); }

  void lump(Robot& out, std::size_t i, int index) const {
    const Leg& leg = robot_.legs[i];
    const RigidBody& body = leg.joints[index].body;
    out.legs[i].joints[index].body = {};
    if (body.mass <= 0.0) return;
    const Beginning from = beginning(i, index);
    std::vector<const Tip*> tips;
    for (const Tip& tip : leg.tips)
      if (std::find(tip.path.begin(), tip.path.end(), index) != tip.path.end()) tips.push_back(&tip);
    double left = body.mass;
    for (const Tip* tip : tips) {
      const Vec3<double> end = home_.nacelle.body[tip->nacelle.body].point(tip->nacelle.frame.p);
      const double mass = share(body, home_.legs[i].body[index], from.point, end) * body.mass / static_cast<double>(tips.size());
      add(out.body({-1, tip->nacelle.body}), mass, tip->nacelle.frame.p);
      left -= mass;
    }
    if (from.carrier >= 0) add(out.legs[i].joints[from.carrier].body, left, home_.legs[i].body[from.carrier].inverse_point(from.point));
  }
};

}  // namespace

Robot lumped_legs(const Robot& robot) {
  return changed(robot, [&](Robot& out) {
    Lumping(robot).lump(out);
    out.name += " with lumped legs";
  });
}

}  // namespace gough
