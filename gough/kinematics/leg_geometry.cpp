#include "gough/kinematics/leg_geometry.hpp"

#include <cassert>

#include "gough/kinematics/coupling_motion.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/subproblems.hpp"

namespace gough {
namespace {

template <class T>
struct LegRun {
  const Leg& leg;
  const NacelleData<T>& nacelle;
  LegData<T>& data;
  Poses poses;
  const JointTree* tree;  // joints as the steps see them

  Mat3<T> joint_rotation(int joint) const { return tree->joints[joint].placement.R.template cast<T>(); }

  Placement<T> target(const SolverStep& step) const { return tip_frame(leg.tips[step.tip].nacelle, nacelle.body); }

  // A vector or point of the body behind `from`, seen from the body behind `to`, an ancestor of it.
  Placement<T> seen_from(int to, int from) const {
    Placement<T> out;
    for (int j = from; j != to; j = tree->joints[j].parent)
      out = moved(tree->joints[j], tree->joints[j].placement.template cast<T>(), data.q[j]) * out;
    return out;
  }

  void set(int joint, const JointPosition<T>& q) {
    data.q[joint] = q;
    place(joint);
  }

  void place(int joint) { data.body[joint] = moved(tree->joints[joint], joint_frame(*tree, data.body, joint), data.q[joint]); }

  // The vector to aim, from the joint's origin (or as a direction), in the axes of `body`.
  Vec3<T> aimed(const SolverStep& step, int body) const {
    const Vec3<T> b = step.b.template cast<T>();
    if (step.carrier < 0) return b;
    const Placement<T> inner = seen_from(body, step.carrier);
    return step.towards_axis ? Vec3<T>(inner.R * b) : inner.point(b);
  }

  // The direction to aim at, in the frame of `step.joint` before its motion.
  Vec3<T> aim(const SolverStep& step, const Placement<T>& frame) const {
    const Placement<T> tip = target(step);
    if (step.towards_axis) return frame.R.transpose() * tip.R.col(2);
    return frame.inverse_point(tip.p);
  }

  void keep_distance(const SolverStep& step) {
    const int j = step.joint;
    const Placement<T> frame = joint_frame(*tree, data.body, j);
    set(j, solve_distance<T>(leg.joints[j].revolute, step.b.template cast<T>(), frame.inverse_point(target(step).p), T(step.rho * step.rho),
                             T(step.sign), data.reach));
  }

  // The distance from a point of the first joint's axis to the target fixes the joint in between.
  void stretch(const SolverStep& step) {
    const int j = step.joint;
    const Placement<T> frame = joint_frame(*tree, data.body, step.anchor);
    const Vec3<T> A = step.height == 0.0 ? frame.p : Vec3<T>(frame.p + T(step.height) * frame.R.col(2));
    data.q[j] = solve_distance<T>(leg.joints[j].revolute, step.b.template cast<T>(), step.a.template cast<T>(),
                                  (target(step).p - A).squaredNorm(), T(step.sign), data.reach);
  }

  void aim_one_joint(const SolverStep& step) {
    const Placement<T> frame = joint_frame(*tree, data.body, step.joint);
    set(step.joint, aim_one<T>(aimed(step, step.joint), aim(step, frame), poses));
  }

  // Joints j and j + 1 turn w (in the second body) onto t (in the first joint's frame).
  void aim_pair(int j, const Vec3<T>& w, const Vec3<T>& t, const T& sign) {
    const int second = j + 1;
    const Mat3<T> F = joint_rotation(second);
    data.q[second] = aim_second<T>(F, w, t, sign, data.reach, poses);
    const Vec3<T> turned = moved(Placement<T>{F, Vec3<T>::Zero()}, data.q[second]).R * w;
    set(j, aim_one<T>(turned, t, poses));
    place(second);
  }

  void slide(const SolverStep& step) {
    const Placement<T> frame = joint_frame(*tree, data.body, step.joint);
    set(step.joint, {T(1), T(0), frame.inverse_point(target(step).p).z() - T(step.b.z())});
  }

  // Revolute joints j, j + 1, … that give the last body the orientation R.
  void orient(int j, int count, const Mat3<T>& R, const T& sign) {
    const Placement<T> frame = joint_frame(*tree, data.body, j);
    if (count == 3) {
      const Vec3<T> axis = joint_rotation(j + 2).col(2);
      aim_pair(j, axis, frame.R.transpose() * R.col(2), sign);
      orient(j + 2, 1, R, sign);
    } else if (count == 2) {
      set(j, aim_one<T>(joint_rotation(j + 1).col(2), frame.R.transpose() * R.col(2), poses));
      orient(j + 1, 1, R, sign);
    } else {
      set(j, aim_one<T>(Vec3<T>::UnitX(), frame.R.transpose() * R.col(0), poses));
    }
  }

  // What the last body of a rigid tip must look like.
  Mat3<T> wrist_orientation(const SolverStep& step) const {
    const Tip& tip = leg.tips[step.tip];
    return target(step).R * tip.leg.frame.R.template cast<T>().transpose();
  }

  // Ball of three revolutes at A, then a stretch, then a universal joint at C: the line AC is known, and the
  // spin about it follows from the universal joint, whose far axis is known: leg axis · far axis = cos.
  void orient_ball(const SolverStep& step) {
    using std::sqrt;
    const int ball = step.joint, last = ball + 2;
    const Placement<T> inner = seen_from(last, step.carrier);
    const Vec3<T> e = unit<T>(inner.point(step.b.template cast<T>()));
    const Vec3<T> near_axis = inner.R * step.axis.template cast<T>();
    const T along = near_axis.dot(e);
    const Vec3<T> across = near_axis - along * e;
    const T width = across.norm();

    const Vec3<T> f = unit<T>(target(step).p - joint_frame(*tree, data.body, ball).p);
    const Vec3<T> far_axis = far_universal_axis(step);
    const Vec3<T> beside = far_axis - far_axis.dot(f) * f;
    const T breadth = beside.norm();

    const T c = (T(far_cosine(step)) - along * far_axis.dot(f)) / (width * breadth);
    const T under = T(1) - c * c;
    lower(data.reach, under);
    const T s = T(step.spin_sign) * sqrt(positive_part(under));
    const Vec3<T> u = beside / breadth;
    const Vec3<T> turned = c * u + s * f.cross(u);

    Mat3<T> body, world;
    body << e, across / width, e.cross(across) / width;
    world << f, turned, f.cross(turned);
    orient(ball, 3, world * body.transpose(), T(step.sign));
  }

  Vec3<T> far_universal_axis(const SolverStep& step) const {
    if (step.wrist_joints == 0) return target(step).R.col(1);
    return wrist_orientation(step).col(2);  // the last revolute's axis
  }

  // Cosine between the universal joint's two axes: a constant of the leg.
  double far_cosine(const SolverStep& step) const {
    if (step.wrist_joints == 0) return 0.0;
    return leg.joints[leg.tips[step.tip].path.back()].placement.R(2, 2);
  }

  void follow() {
    for (const FollowingJoint& f : leg.solver.followers) {
      const JointPosition<T>& q = data.q[f.leader];
      const JointPosition<double>&from = leg.joints[f.leader].home, &home = leg.joints[f.joint].home;
      const T c = q.c * from.c + q.s * from.s, s = f.against ? q.c * from.s - q.s * from.c : q.s * from.c - q.c * from.s;
      data.q[f.joint] = JointPosition<T>{T(home.c), T(home.s), T(0)} * JointPosition<T>{c, s, T(0)};
    }
    follow_couplings(leg, data.q);
    tree = &leg;
    place_leg(leg, data);
  }

  void run(const SolverStep& step) {
    switch (step.kind) {
      case StepKind::keep_distance: return keep_distance(step);
      case StepKind::stretch: return stretch(step);
      case StepKind::aim_one: return aim_one_joint(step);
      case StepKind::aim_two: {
        const Placement<T> frame = joint_frame(*tree, data.body, step.joint);
        return aim_pair(step.joint, aimed(step, step.joint + 1), aim(step, frame), T(step.sign));
      }
      case StepKind::slide: return slide(step);
      case StepKind::orient_ball: return orient_ball(step);
      case StepKind::follow: return follow();
      case StepKind::wrist: return orient(step.joint, step.wrist_joints, wrist_orientation(step), T(step.sign));
    }
  }
};

}  // namespace

template <class T>
void solve_leg(const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data, Poses poses) {
  assert(fits(leg, data));
  data.reach = T(1);
  const JointTree& own = leg;
  LegRun<T> run{leg, nacelle, data, poses, leg.solver.followers.empty() ? &own : &leg.solver.aside};
  for (const SolverStep& step : leg.solver.steps) {
    run.run(step);
    // a stretch is solved before the joints that carry it: place it once they are
    if (step.carrier >= 0 && step.kind != StepKind::stretch) run.place(step.carrier);
  }
}

template void solve_leg(const Leg&, const NacelleData<double>&, LegData<double>&, Poses);
template void solve_leg(const Leg&, const NacelleData<Recorded>&, LegData<Recorded>&, Poses);

}  // namespace gough
