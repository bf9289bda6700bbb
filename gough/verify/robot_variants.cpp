#include "gough/verify/robot_variants.hpp"

#include "gough/assembly/forward_form_finder.hpp"
#include "gough/assembly/leg_recognition.hpp"
#include "gough/assembly/mobility.hpp"
#include "gough/assembly/platform_motion_finder.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/changed_robot.hpp"
#include "gough/model/loop_chains.hpp"

namespace gough {
namespace {

// Finds again, at home, what follows from the geometry.
void restructure(Robot& robot) {
  robot.mobility.constraint_rows = 0;
  for (Leg& leg : robot.legs) {
    leg.rows = 0;
    for (const Tip& tip : leg.tips) leg.rows += rows(tip.kind);
    for (const LegLoop& loop : leg.loops) leg.rows += rows(loop.kind);
    leg.rows += static_cast<int>(leg.couplings.size());
    find_chains(leg);
    robot.mobility.constraint_rows += leg.constraints();
  }
  for (const TreeLoop& loop : robot.nacelle.loops) robot.mobility.constraint_rows += rows(loop.kind);
  robot.mobility.n = robot.nacelle.freedoms();
  robot.mobility.free.clear();
  robot.mobility.dependent.clear();
  KinematicsData<double> data(robot);
  place_nacelle(robot, data);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) place_leg(robot.legs[i], data.legs[i]);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    Leg& leg = robot.legs[i];
    leg.elements = find_elements(leg, data.legs[i].body);
    leg.solver = recognise_leg(robot, static_cast<int>(i), data);
  }
  constraint_rows(robot, data);
  robot.mobility = find_mobility(robot, data);
  robot.mobility.constant = false;
  find_elements(robot);
  find_platform_motion(robot);
  robot.forward = find_forward_form(robot);
  refresh(robot);
}

}  // namespace

Robot turned(const Robot& robot, const Mat3<double>& Q) {
  Robot out = robot;
  const Placement<double> turn{Q, Vec3<double>::Zero()};
  out.gravity = Q * robot.gravity;
  out.home.p = Q * robot.home.p;
  out.home.R = orthonormal(Q * robot.home.R);
  for (Leg& leg : out.legs)
    for (Joint& joint : leg.joints)
      if (joint.parent < 0) joint.placement = turn * joint.placement;
  for (Leg& leg : out.legs)
    for (LegLoop& loop : leg.loops)
      for (TipSide* side : {&loop.a, &loop.b})
        if (side->body < 0) side->frame = turn * side->frame;
  for (Spring& spring : out.springs)
    for (SpringEnd* end : {&spring.a, &spring.b})
      if (end->on_base) end->point = Q * end->point;
  restructure(out);
  return out;
}

Robot without_springs(Robot robot) {
  robot.springs.clear();
  for (Leg& leg : robot.legs)
    for (Joint& joint : leg.joints) joint.spring.reset();
  for (Joint& joint : robot.nacelle.joints) joint.spring.reset();
  return robot;
}

Robot with_rigid_tips(const Robot& robot) {
  Robot out = robot;
  KinematicsData<double> data(robot);
  place_nacelle(robot, data);
  for (std::size_t i = 0; i < out.legs.size(); ++i) {
    Leg& leg = out.legs[i];
    place_leg(robot.legs[i], data.legs[i]);
    for (Tip& tip : leg.tips) {
      tip.friction = {};
      // axes at home: from the leg's side to the nacelle's
      const Mat3<double> near = tip_frame(tip.leg, data.legs[i].body).R, far = tip_frame(tip.nacelle, data.nacelle.body).R;
      std::vector<Vec3<double>> axes;
      if (tip.kind == TipKind::spherical) axes = {near.col(0), near.col(1), near.col(2)};
      if (tip.kind == TipKind::universal) axes = {near.col(0), far.col(1)};
      if (tip.kind == TipKind::revolute) axes = {far.col(2)};
      Placement<double> parent = data.legs[i].body[tip.leg.body];
      const Vec3<double> at = parent.point(tip.leg.frame.p);
      int carrier = tip.leg.body;
      for (const Vec3<double>& axis : axes) {
        Joint joint;
        joint.name = leg.joints[carrier].name + "+";
        joint.parent = carrier;
        const Placement<double> frame{frame_with_z(axis), at};
        joint.placement = parent.inverse() * frame;
        joint.spec = 1000 + static_cast<int>(leg.joints.size());
        leg.joints.push_back(joint);
        carrier = leg.freedoms() - 1;
        tip.path.push_back(carrier);
        parent = frame;
      }
      if (axes.empty()) continue;
      tip.kind = TipKind::rigid;
      tip.leg.body = carrier;
      tip.leg.frame = {parent.R.transpose() * far, Vec3<double>::Zero()};
    }
  }
  for (TreeLoop& loop : out.nacelle.loops) loop.friction = {};
  for (Leg& leg : out.legs)
    for (LegLoop& loop : leg.loops) loop.friction = {};
  restructure(out);
  return out;
}

}  // namespace gough
