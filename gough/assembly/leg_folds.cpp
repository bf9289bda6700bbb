#include "gough/assembly/leg_folds.hpp"

#include <algorithm>
#include <map>
#include <random>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/leg_geometry.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/rank_distances.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/math/first_change.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough {
namespace {

using V3 = Vec3<double>;

constexpr int kFolds = 4;           // looked at for each root
constexpr double kSingular = 1e-7;  // smallest singular value over the largest

// One leg by itself, its tips closed on bodies of their own.
class FoldedLeg {
 public:
  FoldedLeg(const Robot& robot, int index, const LegSolver& solver) : robot_(robot), leg_(robot.legs[index]), solver_(solver), random_(1) {
    data_ = KinematicsData<double>(robot).legs[index];
    nacelle_.body.resize(leg_.tips.size());
    closed_ = leg_;
    for (std::size_t t = 0; t < leg_.tips.size(); ++t) closed_.tips[t].nacelle = {static_cast<int>(t), {}};
  }

  // Moves to a random configuration in which the step's root vanishes; false where none is found.
  bool fold(const SolverStep& step) {
    const std::vector<int>& path = leg_.tips[step.tip].path;
    std::uniform_int_distribution<std::size_t> pick(0, path.size() - 1);
    for (int attempt = 0; attempt < 40; ++attempt) {
      for (int j : path) set(j, uniform());
      const int j = path[pick(random_)];
      const double first = root(step, j, -1.0);
      if (first_change([&](double at) { return !(first * root(step, j, at) < 0.0); }, -1.0, 1.0, 24)) return true;
    }
    return false;
  }

  bool singular() {
    for (std::size_t t = 0; t < leg_.tips.size(); ++t) nacelle_.body[t] = far_side(leg_.tips[t]);
    tip_jacobian(closed_, nacelle_, data_);
    return !(rank_distance(in_metres(robot_, leg_, data_.J.a)) > kSingular) || platform_is_lost();
  }

 private:
  const Robot& robot_;
  const Leg& leg_;
  const LegSolver& solver_;
  Leg closed_;
  LegData<double> data_;
  NacelleData<double> nacelle_;
  std::mt19937_64 random_;
  std::map<int, double> fraction_;  // where `set` put each joint

  double uniform() { return std::uniform_real_distribution<double>(-1.0, 1.0)(random_); }

  // A joint at a fraction of its range about home: half a turn, or two lengths of the robot, either way.
  void set(int j, double fraction) {
    const Joint& joint = leg_.joints[j];
    const JointPosition<double> turn = revolute_position(kPi * fraction);
    data_.q[j] = joint.revolute ? JointPosition<double>{joint.home.c * turn.c - joint.home.s * turn.s,
                                                        joint.home.s * turn.c + joint.home.c * turn.s, 0.0}
                                : prismatic_position(joint.home.d + 2.0 * robot_.length * fraction);
    fraction_[j] = fraction;
  }

  // What vanishes where the step's root does, with joint j moved. Branches to other tips move as that of the step's tip does.
  double root(const SolverStep& step, int j, double fraction) {
    set(j, fraction);
    const std::vector<int>& path = leg_.tips[step.tip].path;
    for (const Tip& tip : leg_.tips)
      for (std::size_t k = 0; k < tip.path.size(); ++k)
        if (std::find(path.begin(), path.end(), tip.path[k]) == path.end())
          set(tip.path[k], tip.path.size() == path.size() ? fraction_[path[k]] : uniform());
    for (const FollowingJoint& f : solver_.followers) set(f.joint, (f.against ? -1.0 : 1.0) * fraction_[f.leader]);
    place_leg(leg_, data_);
    return root_of(step);
  }

  double root_of(const SolverStep& step) const {
    const int j = step.joint;
    const Placement<double> tip = tip_frame(leg_.tips[step.tip].leg, data_.body);
    const auto velocity = [&](int joint, const V3& at) -> V3 {  // of a point, by the joint's rate
      return subspace<double>(leg_.joints[joint], data_.body[joint], at).linear;
    };
    if (step.kind == StepKind::keep_distance) {
      const V3 E = data_.body[j].point(step.b);
      return (tip.p - E).dot(velocity(j, E));
    }
    if (step.kind == StepKind::stretch) {
      const Placement<double>& anchor = data_.body[step.anchor];
      return (tip.p - anchor.p - step.height * anchor.R.col(2)).dot(velocity(j, tip.p));
    }
    const V3 r = step.towards_axis ? V3(tip.R.col(2)) : V3(tip.p - data_.body[j].p);
    return data_.body[j].R.col(2).dot(data_.body[j + 1].R.col(2).cross(r));
  }

  // A nacelle side that closes the tip.
  Placement<double> far_side(const Tip& tip) {
    Placement<double> far = tip_frame(tip.leg, data_.body);
    const auto turn = [&](int axis) { far.R = far.R * rotation_exp(kPi * uniform() * V3::Unit(axis)); };
    if (tip.kind == TipKind::universal) {  // its second axis is any that is across the leg's first
      far.R = rotation_exp(kPi * uniform() * far.R.col(0)) * far.R;
      turn(1);
    }
    if (tip.kind == TipKind::revolute) turn(2);
    return far;
  }

  // A leg with a rigid tip and as many joints as the robot has freedoms carries the platform as a serial robot would: where the free
  // components do not tell its joints, they are no coordinates.
  bool platform_is_lost() const {
    const Mobility& m = robot_.mobility;
    const Tip& tip = leg_.tips.front();
    if (leg_.tips.size() != 1 || tip.kind != TipKind::rigid || leg_.freedoms() != m.n || tip.nacelle.body != 0) return false;
    const V3 P = (tip_frame(tip.leg, data_.body) * tip.nacelle.frame.inverse()).p;
    MatX<double> F(m.n, m.n);
    for (int j = 0; j < m.n; ++j) {
      const Motion<double> S = subspace<double>(leg_.joints[j], data_.body[j], P);
      VecX<double> twist(6);
      twist << S.linear, robot_.length * S.angular;
      if (leg_.joints[j].revolute) twist /= robot_.length;
      for (int k = 0; k < m.n; ++k) {
        if (m.free[k].index >= 6) return false;
        F(k, j) = twist(m.free[k].index);
      }
    }
    return !(rank_distance(F) > kSingular);
  }
};

// Whether what the pair of a step turns stays across its second axis, whatever the joint that stretches it does.
bool across_second(const Leg& leg, const SolverStep& step) {
  if (step.carrier < 0) return std::abs(step.b.z()) < 1e-9 * step.b.norm();
  const Joint& joint = leg.joints[step.carrier];
  const V3 w = joint.placement.point(step.b);
  const double along = std::abs(joint.placement.R(2, 2));  // cosine between the two axes
  return joint.parent == step.joint + 1 && std::abs(w.z()) <= 1e-9 * w.norm() && (joint.revolute ? along > 1.0 - 1e-12 : along < 1e-9);
}

// Whether the step's root can vanish on a whole surface of poses. That of two crossing axes at right angles to each other and to what they
// turn vanishes only where this lies along the first; that of a rail through the anchor only where the tip is the anchor.
bool has_fold(const Robot& robot, const Leg& leg, const SolverStep& step) {
  if (step.kind == StepKind::keep_distance) return true;
  if (step.kind == StepKind::stretch) return leg.joints[step.joint].revolute || (step.a - step.b).head<2>().norm() > 1e-9 * robot.length;
  if (step.kind != StepKind::aim_two) return false;
  const bool square = std::abs(leg.joints[step.joint + 1].placement.R(2, 2)) < 1e-9;
  return !(square && across_second(leg, step));
}

}  // namespace

bool folds_are_singular(const Robot& robot, int index, const LegSolver& solver) {
  const Leg& leg = robot.legs[index];
  if (!solver.closed_form || leg.constraints() == 0)
    return true;  // as many equations as joints: solutions merge only where the leg is singular
  FoldedLeg folded(robot, index, solver);
  for (const SolverStep& step : solver.steps) {
    if (!has_fold(robot, leg, step)) continue;
    for (int k = 0; k < kFolds && folded.fold(step); ++k)
      if (!folded.singular()) return false;
  }
  return true;
}

bool folds_are_singular_on_poses(const Robot& robot, int index, const LegSolver& solver) {
  Leg leg = robot.legs[index];
  leg.solver = solver;
  KinematicsData<double> data(robot);
  std::mt19937_64 random(1);
  constexpr int kRays = 8, kStops = 90;
  for (int ray = 0; ray < kRays; ++ray) {
    VecX<double> way = random_vector(robot.mobility.n, random);
    for (int k = 0; k < robot.mobility.n; ++k) way(k) *= robot.mobility.free[k].angular ? 1.0 : robot.length;
    const auto reach = [&](double s) {
      data.pose = moved(robot, robot.home, robot.mobility.Psi * (s * way));
      place_nacelle(robot, data);
      solve_leg(leg, data.nacelle, data.legs[index]);
      return data.legs[index].reach;
    };
    const std::optional<Change> lost = first_change([&](double s) { return reach(s) > 0.0; }, 0.0, 3.0, kStops);
    if (!lost) continue;
    (void)reach(lost->before);
    if (rank_distances(robot, data).leg[index] > 1e-5) return false;  // a root of rounding's size is lost there
  }
  return true;
}

}  // namespace gough
