#include "gough/assembly/leg_recognition.hpp"

#include <algorithm>

#include "gough/assembly/parallelograms.hpp"
#include "gough/kinematics/leg_geometry.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/tip_rows.hpp"

namespace gough {
namespace {

constexpr double kTight = 1e-10;
constexpr double kNearFold = 1e-9;  // a root this small at home loses the digits that Newton keeps

class Recogniser {
 public:
  Recogniser(const Leg& leg, const LegData<double>& home) : leg_(leg), home_(home), solved_(leg.joints.size(), false) {}

  // Another solves this joint.
  void leave_out(int joint) { solved_[joint] = true; }

  // Steps for every tip in turn; false when some tip fits no pattern.
  bool run(std::vector<SolverStep>& steps) {
    for (std::size_t t = 0; t < leg_.tips.size(); ++t)
      if (!tip(static_cast<int>(t), steps)) return false;
    return unseen_turns_ && std::all_of(solved_.begin(), solved_.end(), [](bool s) { return s; });
  }

 private:
  const Leg& leg_;
  const LegData<double>& home_;
  std::vector<bool> solved_;
  bool unseen_turns_ = true;  // whether helical joints move the points whose distances tell them along their axes, as slides do

  bool revolute(int j) const { return leg_.joints[j].revolute; }
  bool helical(int j) const { return leg_.joints[j].helical(); }
  bool passes(int j, const Vec3<double>& point) const {
    const Vec3<double> r = point - home_.body[j].p;
    return r.cross(home_.body[j].R.col(2)).norm() < kTight * (1.0 + r.norm());
  }

  // Joints j, j + 1 are revolutes that follow one another with one origin.
  bool pair_at_point(int j) const {
    return revolute(j) && revolute(j + 1) && leg_.joints[j + 1].parent == j && leg_.joints[j + 1].placement.p.norm() < kTight;
  }
  bool crossing(int j) const { return std::abs(leg_.joints[j + 1].placement.R(2, 2)) < 1.0 - 1e-9; }

  // A world point seen from a body: the very numbers of the joint's origin or the tip there, if it is one, without the rounding of home.
  Vec3<double> in_body(int j, const Vec3<double>& world) const {
    const Vec3<double> seen = home_.body[j].inverse_point(world);
    const auto same = [&](const Vec3<double>& known) { return (known - seen).norm() < kTight * (1.0 + seen.norm()); };
    for (const Joint& joint : leg_.joints)
      if (joint.parent == j && joint.revolute && same(joint.placement.p)) return joint.placement.p;
    for (const Tip& tip : leg_.tips)
      if (tip.leg.body == j && same(tip.leg.frame.p)) return tip.leg.frame.p;
    return seen;
  }

  SolverStep step(StepKind kind, int tip, int joint) const {
    SolverStep s;
    s.kind = kind;
    s.tip = tip;
    s.joint = joint;
    return s;
  }

  SolverStep aim(StepKind kind, int tip, int joint, int carrier, const Vec3<double>& C) const {
    SolverStep s = step(kind, tip, joint);
    const int last = kind == StepKind::aim_two ? joint + 1 : joint;
    s.carrier = carrier == last ? -1 : carrier;
    s.b = in_body(carrier, C);
    return s;
  }

  SolverStep keep_distance(int tip, int joint, const Vec3<double>& E, const Vec3<double>& C) {
    SolverStep s = step(StepKind::keep_distance, tip, joint);
    s.b = in_body(joint, E);
    s.rho = (C - E).norm();
    const TipSide& end = leg_.tips[tip].leg;
    if (const double length = end.frame.p.norm(); home_at(end.body, E) && std::abs(length - s.rho) < kTight) s.rho = length;
    s.sign_is_mode = true;
    unseen_turns_ &= !helical(joint) || passes(joint, E);
    return s;
  }

  // A: the point that the distance starts from, on the axis of `anchor`.
  SolverStep stretch(int tip, int joint, int anchor, const Vec3<double>& A, const Vec3<double>& C) {
    SolverStep s = step(StepKind::stretch, tip, joint);
    s.anchor = anchor;
    s.height = home_.body[anchor].R.col(2).dot(A - home_.body[anchor].p);
    const Placement<double> frame = joint_frame(leg_, home_.body, joint);
    s.a = frame.inverse_point(A);
    s.b = in_body(joint, C);
    s.sign_is_mode = revolute(joint);
    unseen_turns_ &= !helical(joint) || passes(joint, C);
    return s;
  }

  bool consecutive(const std::vector<int>& joints) const {
    for (std::size_t k = 1; k < joints.size(); ++k)
      if (joints[k] != joints[k - 1] + 1 || leg_.joints[joints[k]].parent != joints[k - 1]) return false;
    return true;
  }

  bool tip(int index, std::vector<SolverStep>& steps) {
    const Tip& tip = leg_.tips[index];
    std::vector<int> joints;
    for (int j : tip.path)
      if (!solved_[j]) joints.push_back(j);
    for (int j : joints) solved_[j] = true;
    if (!consecutive(joints)) return false;
    if (joints.empty()) return true;
    const Vec3<double> C = tip_frame(tip.leg, home_.body).p;

    int wrist = 0;
    if (tip.kind == TipKind::rigid)
      while (wrist < 3 && wrist + 1 < static_cast<int>(joints.size()) && revolute(joints[joints.size() - 1 - wrist]) &&
             home_at(joints[joints.size() - 1 - wrist], C))
        ++wrist;
    const std::vector<int> arm(joints.begin(), joints.end() - wrist);
    if (!place_arm(index, arm, wrist, C, steps)) return false;
    if (wrist > 0) {
      SolverStep s = step(StepKind::wrist, index, joints[arm.size()]);
      s.wrist_joints = wrist;
      steps.push_back(s);
    }
    return true;
  }

  bool home_at(int j, const Vec3<double>& point) const { return (home_.body[j].p - point).norm() < kTight; }

  // The joints that bring the tip point to its place; their body behind is the last of them.
  bool place_arm(int tip, const std::vector<int>& arm, int wrist, const Vec3<double>& C, std::vector<SolverStep>& steps) {
    const int j = arm.front(), last = arm.back();
    const auto aims = [&](StepKind kind, int joint) { return aim(kind, tip, joint, last, C); };
    switch (arm.size()) {
      case 1:
        if (revolute(j)) steps.push_back(aims(StepKind::aim_one, j));
        else {
          steps.push_back(step(StepKind::slide, tip, j));
          steps.back().b = in_body(j, C);
        }
        return true;
      case 2: return place_two(tip, j, C, steps);
      case 3:
        if (aims_at(j, C) && !(revolute(last) && passes(last, home_.body[j].p))) {
          steps.push_back(stretch(tip, last, j, home_.body[j].p, C));
          steps.push_back(aims(StepKind::aim_two, j));
          return true;
        }
        if (aims_at(j + 1, C)) {
          steps.push_back(keep_distance(tip, j, home_.body[j + 1].p, C));
          steps.push_back(aims(StepKind::aim_two, j + 1));
          return true;
        }
        return false;
      case 4: return place_ball(tip, j, wrist, C, steps);
      default: return false;
    }
  }

  bool place_two(int tip, int j, const Vec3<double>& C, std::vector<SolverStep>& steps) {
    const int last = j + 1;
    if (revolute(j) && revolute(last)) {
      const TipSide& side = leg_.tips[tip].leg;
      if (leg_.tips[tip].kind == TipKind::revolute && spherical(j, tip)) {  // all axes through one point
        steps.push_back(step(StepKind::aim_two, tip, j));
        steps.back().b = side.frame.R.col(2);
        steps.back().towards_axis = true;
        steps.back().sign_is_mode = true;
        return true;
      }
      if (aims_at(j, C)) {
        steps.push_back(aim(StepKind::aim_two, tip, j, last, C));
        return true;
      }
    }
    if (!revolute(j) && !revolute(last)) return false;
    if (revolute(j) != revolute(last) && parallel(j, last)) return !helical(last) && place_cylindrical(tip, j, C, steps);
    if (revolute(last)) {
      steps.push_back(keep_distance(tip, j, foot(last, C), C));
      steps.push_back(aim(StepKind::aim_one, tip, last, last, C));
    } else {
      steps.push_back(stretch(tip, last, j, foot(j, C), C));
      steps.push_back(aim(StepKind::aim_one, tip, j, last, C));
    }
    return true;
  }

  // A turn and a slide along one direction, in either order: no root, each follows by itself.
  bool place_cylindrical(int tip, int j, const Vec3<double>& C, std::vector<SolverStep>& steps) const {
    const int turn = revolute(j) ? j : j + 1, rail = revolute(j) ? j + 1 : j;
    SolverStep along = step(StepKind::slide, tip, rail);
    along.b = in_body(rail, C);
    if (rail == j) steps.push_back(along);
    steps.push_back(aim(StepKind::aim_one, tip, turn, j + 1, C));
    if (rail != j) {
      steps.back().carrier = -1;  // what the slide does is not seen along the axis
      steps.back().b = leg_.joints[rail].placement.R * steps.back().b + leg_.joints[rail].placement.p;
      steps.push_back(along);
    }
    return true;
  }

  bool parallel(int i, int j) const { return home_.body[i].R.col(2).cross(home_.body[j].R.col(2)).norm() < kTight; }

  // Where the perpendicular from a point meets a joint's axis.
  Vec3<double> foot(int j, const Vec3<double>& point) const {
    const Vec3<double> z = home_.body[j].R.col(2);
    return home_.body[j].p + z * z.dot(point - home_.body[j].p);
  }

  // Joints j, j + 1 turn the line to the point C about two axes: no turn about the second moves a point that lies on it.
  bool aims_at(int j, const Vec3<double>& C) const { return pair_at_point(j) && crossing(j) && !passes(j + 1, C); }

  // Axes of joints j, j + 1 and of the tip meet in one point.
  bool spherical(int j, int tip) const {
    const Placement<double> frame = tip_frame(leg_.tips[tip].leg, home_.body);
    const Vec3<double> u = home_.body[j].R.col(2), v = home_.body[j + 1].R.col(2);
    const Vec3<double> w = home_.body[j + 1].p - home_.body[j].p, n = u.cross(v);
    if (n.norm() < 1e-9) return false;
    const Vec3<double> O = home_.body[j].p + u * (w.cross(v).dot(n) / n.squaredNorm());
    const Vec3<double> r = O - frame.p;
    return passes(j + 1, O) && r.cross(frame.R.col(2)).norm() < kTight * (1.0 + r.norm());
  }

  bool place_ball(int tip, int j, int wrist, const Vec3<double>& C, std::vector<SolverStep>& steps) {
    const int last = j + 3;
    const bool universal_tip = leg_.tips[tip].kind == TipKind::universal && wrist == 0;
    const bool universal_wrist = leg_.tips[tip].kind == TipKind::rigid && wrist == 2;
    if (!universal_tip && !universal_wrist) return false;
    if (!pair_at_point(j) || !pair_at_point(j + 1) || !crossing(j) || !crossing(j + 1)) return false;
    if (revolute(last) && passes(last, home_.body[j].p)) return false;
    steps.push_back(stretch(tip, last, j, home_.body[j].p, C));
    SolverStep s = step(StepKind::orient_ball, tip, j);
    s.carrier = last;
    s.b = in_body(last, C);
    s.wrist_joints = wrist;
    s.axis = universal_tip ? leg_.tips[tip].leg.frame.R.col(0) : leg_.joints[last + 1].placement.R.col(2);
    steps.push_back(s);
    return true;
  }
};

// Leaves joints that follow others to the couplings; false where one of them carries a tip or is part of a loop.
bool leave_out_followers(const Leg& leg, Recogniser& recogniser) {
  const auto holds = [](const std::vector<int>& joints, int joint) { return std::count(joints.begin(), joints.end(), joint) > 0; };
  for (const Coupling& coupling : leg.couplings) {
    for (const Tip& tip : leg.tips)
      if (holds(tip.path, coupling.joint)) return false;
    for (const LegLoop& loop : leg.loops)
      if (holds(loop.joints, coupling.joint)) return false;
    recogniser.leave_out(coupling.joint);
  }
  return true;
}

SolverStep follow_step() {
  SolverStep out;
  out.kind = StepKind::follow;
  return out;
}

// Steps for a leg without loops.
bool recognise_tree(const LegData<double>& home, Leg& leg) {
  Recogniser recogniser(leg, home);
  if (!leave_out_followers(leg, recogniser) || !recogniser.run(leg.solver.steps)) return false;
  if (!leg.couplings.empty()) leg.solver.steps.push_back(follow_step());
  return true;
}

// Steps for a leg with parallelograms, their arms in aims alone.
bool recognise_aside(const LegData<double>& home, Leg& leg) {
  const std::optional<AsideLeg> aside = put_parallelograms_aside(leg, home);
  if (!aside) return false;
  LegData<double> seen = home;
  place_tree(aside->leg, home.q, seen.body);
  Recogniser recogniser(aside->leg, seen);
  LegSolver& solver = leg.solver;
  for (const FollowingJoint& f : aside->followers) recogniser.leave_out(f.joint);
  for (const SolverStep& wrist : aside->wrists)
    for (int k = 0; k < wrist.wrist_joints; ++k) recogniser.leave_out(wrist.joint + k);
  if (!leave_out_followers(leg, recogniser) || !recogniser.run(solver.steps)) return false;
  for (const SolverStep& step : solver.steps)
    if (std::count(aside->moved.begin(), aside->moved.end(), step.joint) > 0 && step.kind != StepKind::aim_one) return false;
  solver.aside.joints = aside->leg.joints;
  solver.followers = aside->followers;
  solver.steps.push_back(follow_step());
  solver.steps.insert(solver.steps.end(), aside->wrists.begin(), aside->wrists.end());
  return true;
}

double distance_from_home(const Leg& leg, double length, const LegData<double>& data) {
  double gap = 0.0;
  for (int j = 0; j < leg.freedoms(); ++j) {
    const JointPosition<double>&q = data.q[j], &h = leg.joints[j].home;
    if (!std::isfinite(q.c + q.s + q.d)) return kInfinity;
    gap = std::max({gap, std::abs(q.c - h.c), std::abs(q.s - h.s), std::abs(q.d - h.d) / length});
  }
  return gap;
}

}  // namespace

LegSolver recognise_leg(const Robot& robot, int index, KinematicsData<double>& data) {
  Leg leg = robot.legs[index];
  const LegData<double> home = data.legs[index];
  LegSolver none;
  if (leg.loops.empty() ? !recognise_tree(home, leg) : !recognise_aside(home, leg)) return none;
  leg.solver.closed_form = true;

  // The branch of every root is the one that gives back home.
  std::vector<double*> signs;
  for (SolverStep& step : leg.solver.steps) {
    signs.push_back(&step.sign);
    if (step.kind == StepKind::orient_ball) signs.push_back(&step.spin_sign);
  }
  double best = kInfinity;
  LegSolver found;
  for (unsigned bits = 0; bits < (1u << signs.size()); ++bits) {
    for (std::size_t k = 0; k < signs.size(); ++k) *signs[k] = ((bits >> k) & 1u) ? -1.0 : 1.0;
    solve_leg(leg, data.nacelle, data.legs[index]);
    const double gap = distance_from_home(leg, robot.length, data.legs[index]);
    if (gap < best && data.legs[index].reach > kNearFold) {
      best = gap;
      found = leg.solver;
    }
  }
  data.legs[index] = home;
  return best < 1e-6 ? found : none;
}

}  // namespace gough
