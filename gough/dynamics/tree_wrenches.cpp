#include "gough/dynamics/tree_wrenches.hpp"

#include <cassert>

#include "gough/dynamics/joint_effort.hpp"
#include "gough/dynamics/spring_force.hpp"
#include "gough/kinematics/tree_motion.hpp"

namespace gough {

template <class T>
void outside_wrenches(const Robot& robot, const Load& load, const KinematicsData<T>& k, std::vector<std::vector<Wrench<T>>>& legs,
                      std::vector<Wrench<T>>& nacelle) {
  assert(fits(robot, k));
  for (const ExternalWrench& e : load.wrenches) {
    const Placement<T>& body = e.leg < 0 ? k.nacelle.body[e.body] : k.legs[e.leg].body[e.body];
    Wrench<T>& out = e.leg < 0 ? nacelle[e.body] : legs[e.leg][e.body];
    add_wrench<T>(out, -e.force.template cast<T>(), -e.moment.template cast<T>(), body.R * e.point.template cast<T>());
  }
  const Vec3<T> none = Vec3<T>::Zero();
  for_each_spring_force<T>(robot, k, [&](const BodyId& id, const Vec3<T>& point, const Vec3<T>& force) {
    const Placement<T>& body = id.leg < 0 ? k.nacelle.body[id.body] : k.legs[id.leg].body[id.body];
    add_wrench<T>(id.leg < 0 ? nacelle[id.body] : legs[id.leg][id.body], -force, none, point - body.p);
  });
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    for (const Tip& tip : robot.legs[i].tips) {
      if (!has_friction(tip.friction)) continue;
      const Vec3<T> relative = k.legs[i].velocity[tip.leg.body].angular - k.nacelle.velocity[tip.nacelle.body].angular;
      const Vec3<T> moment = friction_moment<T>(tip.friction, relative);
      add_wrench<T>(legs[i][tip.leg.body], none, moment, none);
      add_wrench<T>(nacelle[tip.nacelle.body], none, -moment, none);
    }
    for (const LegLoop& loop : robot.legs[i].loops) {
      if (!has_friction(loop.friction)) continue;
      const Vec3<T> moment = friction_moment<T>(loop.friction, relative_rotation<T>(loop, k.legs[i]));
      if (loop.a.body >= 0) add_wrench<T>(legs[i][loop.a.body], none, moment, none);
      if (loop.b.body >= 0) add_wrench<T>(legs[i][loop.b.body], none, -moment, none);
    }
  }
  for (const TreeLoop& loop : robot.nacelle.loops) {
    if (!has_friction(loop.friction)) continue;
    const Vec3<T> moment = friction_moment<T>(loop.friction, relative_rotation<T>(loop, k.nacelle));
    add_wrench<T>(nacelle[loop.a.body], none, moment, none);
    add_wrench<T>(nacelle[loop.b.body], none, -moment, none);
  }
}

template <class T>
void project_tree(const JointTree& tree, const std::vector<Placement<T>>& bodies, std::vector<Wrench<T>>& wrench, VecX<T>& effort) {
  for (int b = tree.bodies() - 1; b >= tree.first_body(); --b) {
    const Joint& joint = tree.joint(b);
    effort(tree.column(b)) = effort_of(joint, bodies[b], wrench[b]);
    if (joint.parent >= 0) add_wrench<T>(wrench[joint.parent], wrench[b].force, wrench[b].moment, bodies[b].p - bodies[joint.parent].p);
  }
}

template <class T>
void project_nacelle(const Robot& robot, const KinematicsData<T>& k, std::vector<Wrench<T>>& wrench, VecX<T>& force) {
  assert(fits(robot, k));
  project_tree(robot.nacelle, k.nacelle.body, wrench, force);
  force.template head<3>() = wrench[0].force;
  force.template segment<3>(3) = wrench[0].moment;
}

template void outside_wrenches(const Robot&, const Load&, const KinematicsData<double>&, std::vector<std::vector<Wrench<double>>>&,
                               std::vector<Wrench<double>>&);
template void outside_wrenches(const Robot&, const Load&, const KinematicsData<Recorded>&, std::vector<std::vector<Wrench<Recorded>>>&,
                               std::vector<Wrench<Recorded>>&);
template void project_tree(const JointTree&, const std::vector<Placement<double>>&, std::vector<Wrench<double>>&, VecX<double>&);
template void project_tree(const JointTree&, const std::vector<Placement<Recorded>>&, std::vector<Wrench<Recorded>>&, VecX<Recorded>&);
template void project_nacelle(const Robot&, const KinematicsData<double>&, std::vector<Wrench<double>>&, VecX<double>&);
template void project_nacelle(const Robot&, const KinematicsData<Recorded>&, std::vector<Wrench<Recorded>>&, VecX<Recorded>&);

}  // namespace gough
