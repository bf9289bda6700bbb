#pragma once

#include "gough/kinematics/data.hpp"

// Placements and motions of the bodies of a tree of joints, and what a joint's rate gives them: the joint's motion subspace S.
namespace gough {

// S of a joint at a point: the motion of that point, fixed to a body behind the joint, for a unit rate.
template <class T>
Motion<T> subspace(const Joint& joint, const Placement<T>& body, const Vec3<T>& at) {
  const Vec3<T> z = body.R.col(2);
  if (joint.revolute) return {z.cross(at - body.p), z};
  if (!joint.helical()) return {z, Vec3<T>::Zero()};
  const Vec3<T> turn = T(joint.screw) * z;
  return {z + turn.cross(at - body.p), turn};
}

// Its time derivative while the joint's body moves by V and the point with velocity v.
template <class T>
Motion<T> subspace_rate(const Joint& joint, const Placement<T>& body, const Motion<T>& V, const Vec3<T>& at, const Vec3<T>& v) {
  const Vec3<T> z = body.R.col(2), dz = V.angular.cross(z);
  if (joint.revolute) return {dz.cross(at - body.p) + z.cross(v - V.linear), dz};
  if (!joint.helical()) return {dz, Vec3<T>::Zero()};
  const Vec3<T> turn = T(joint.screw) * z, dturn = T(joint.screw) * dz;
  return {dz + dturn.cross(at - body.p) + turn.cross(v - V.linear), dturn};
}

// Sᵀ W of a wrench at the origin of the joint's body: the effort that balances it.
template <class T>
T effort_of(const Joint& joint, const Placement<T>& body, const Wrench<T>& wrench) {
  const Vec3<T> z = body.R.col(2);
  if (joint.helical()) return z.dot(wrench.force) + T(joint.screw) * z.dot(wrench.moment);
  return z.dot(joint.revolute ? wrench.moment : wrench.force);
}

// Adds the angular velocity that a joint's rate gives the bodies behind it.
template <class T>
void add_turn(const Joint& joint, const Placement<T>& body, const T& rate, Vec3<T>& w) {
  if (joint.revolute) w += body.R.col(2) * rate;
  if (joint.helical()) w += body.R.col(2) * (T(joint.screw) * rate);
}

// Adds what a force at the point `at` of a body and a moment on it do on the rates of the tree, the platform's six included.
template <class T>
void add_on_tree(const JointTree& tree, const std::vector<Placement<T>>& bodies, int body, const Vec3<T>& at, const Wrench<T>& wrench,
                 VecX<T>& out) {
  const auto about = [&](int b) -> Wrench<T> { return {wrench.force, wrench.moment + (at - bodies[b].p).cross(wrench.force)}; };
  if (tree.root == JointTree::Root::platform) {
    const Wrench<T> whole = about(0);
    out.template head<3>() += whole.force;
    out.template segment<3>(3) += whole.moment;
  }
  tree.inward(body, [&](int b) { out(tree.column(b)) += effort_of(tree.joint(b), bodies[b], about(b)); });
}

// Calls f(column, motion) for every rate of the tree that moves a body: the motion of the point `at` of it for a unit rate. The platform's
// six come first.
template <class T, class F>
void for_each_column(const JointTree& tree, const std::vector<Placement<T>>& bodies, int body, const Vec3<T>& at, const F& f) {
  if (tree.root == JointTree::Root::platform)
    for (int k = 0; k < 3; ++k) {
      const Vec3<T> e = Vec3<T>::Unit(k);
      f(k, Motion<T>{e, Vec3<T>::Zero()});
      f(3 + k, Motion<T>{e.cross(at - bodies[0].p), e});
    }
  tree.inward(body, [&](int b) { f(tree.column(b), subspace(tree.joint(b), bodies[b], at)); });
}

// Angular velocity of the first side of a loop less that of the second. Reads velocities.
template <class T>
Vec3<T> relative_rotation(const TreeLoop& loop, const TreeData<T>& data) {
  const auto of = [&](int body) { return body < 0 ? Vec3<T>(Vec3<T>::Zero()) : data.velocity[body].angular; };
  return of(loop.a.body) - of(loop.b.body);
}

// Frame of a joint before its motion. Reads the parent's body.
template <class T>
Placement<T> joint_frame(const JointTree& tree, const std::vector<Placement<T>>& bodies, int body) {
  const Joint& joint = tree.joint(body);
  const Placement<T> placement = joint.placement.template cast<T>();
  return joint.parent < 0 ? placement : bodies[joint.parent] * placement;
}

// Outward pass: places every body behind a joint. `positions` are the joints', in their order.
template <class T, class Positions>
void place_tree(const JointTree& tree, const Positions& positions, std::vector<Placement<T>>& bodies) {
  for (int b = tree.first_body(); b < tree.bodies(); ++b) {
    const int joint = b - tree.first_body();
    bodies[b] = moved(tree.joints[joint], joint_frame(tree, bodies, b), positions[joint]);
  }
}

// Outward pass: velocity of every body behind a joint, from the tree's rates; that of a platform is given.
template <class T>
void tree_velocities(const JointTree& tree, const std::vector<Placement<T>>& bodies, const VecX<T>& rates, std::vector<Motion<T>>& V) {
  for (int b = tree.first_body(); b < tree.bodies(); ++b) {
    const Joint& joint = tree.joint(b);
    const T& rate = rates(tree.column(b));
    V[b] = {};
    if (joint.parent >= 0) V[b] = {velocity_at<T>(V[joint.parent], bodies[b].p - bodies[joint.parent].p), V[joint.parent].angular};
    if (!joint.revolute) V[b].linear += rate * bodies[b].R.col(2);
    add_turn(joint, bodies[b], rate, V[b].angular);
  }
}

// The same for accelerations: of the bodies' origins as material points.
template <class T>
void tree_accelerations(const JointTree& tree, const std::vector<Placement<T>>& bodies, const std::vector<Motion<T>>& V,
                        const VecX<T>& rates, const VecX<T>& seconds, std::vector<Motion<T>>& A) {
  for (int b = tree.first_body(); b < tree.bodies(); ++b) {
    const Joint& joint = tree.joint(b);
    const int column = tree.column(b);
    const Vec3<T> z = bodies[b].R.col(2);
    A[b] = {};
    Vec3<T> turned = Vec3<T>::Zero();  // ω × z of the parent
    if (joint.parent >= 0) {
      const Motion<T>&VP = V[joint.parent], &AP = A[joint.parent];
      A[b] = {acceleration_at<T>(VP, AP, bodies[b].p - bodies[joint.parent].p), AP.angular};
      turned = VP.angular.cross(z);
    }
    if (joint.revolute) A[b].angular += seconds(column) * z + rates(column) * turned;
    else A[b].linear += seconds(column) * z + T(2) * rates(column) * turned;
    if (joint.helical()) A[b].angular += T(joint.screw) * Vec3<T>(seconds(column) * z + rates(column) * turned);
  }
}

}  // namespace gough
