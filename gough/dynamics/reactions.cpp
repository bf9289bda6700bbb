#include "gough/dynamics/reactions.hpp"

#include <cassert>

#include "gough/dynamics/joint_effort.hpp"
#include "gough/dynamics/tree_wrenches.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/tip_rows.hpp"

namespace gough {
namespace {

// Where a tip or loop acts: on body `a` with plus, on body `b` with minus. Body -1 of a leg is the base.
struct ClosureWrench {
  BodyId a, b;
  const Friction& friction;
};

int loop_rows(const Robot& robot) {
  int out = 0;
  for (const TreeLoop& loop : robot.nacelle.loops) out += rows(loop.kind);
  return out;
}

int redundant_rows(const Robot& robot) { return robot.mobility.constraint_rows - static_cast<int>(robot.mobility.dependent.size()); }

// Calls f(contact, point, wrench at it) for every tip, leg by leg, then for the loops.
template <class T, class F>
void for_each_contact(const Robot& robot, const KinematicsData<T>& k, const RowWrenches<T>& rows_of, const F& f) {
  Wrench<T> w;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    int row = 0;
    for (const Tip& tip : robot.legs[i].tips) {
      tip_wrench(robot.legs[i], tip, k.nacelle, k.legs[i], rows_of.legs[i], row, w.force, w.moment);
      f(ClosureWrench{{static_cast<int>(i), tip.leg.body}, {-1, tip.nacelle.body}, tip.friction}, tip_frame(tip.nacelle, k.nacelle.body).p,
        w);
      row += rows(tip.kind);
    }
    for (std::size_t l = 0; l < robot.legs[i].loops.size(); ++l) {
      const LegLoop& loop = robot.legs[i].loops[l];
      leg_loop_wrench(robot.legs[i], loop, k.legs[i], k.legs[i].loops[l], rows_of.legs[i], row, w.force, w.moment);
      f(ClosureWrench{{static_cast<int>(i), loop.a.body}, {static_cast<int>(i), loop.b.body}, loop.friction},
        tip_frame(loop.b, k.legs[i].body).p, w);
      row += rows(loop.kind);
    }
  }
  int row = robot.mobility.constraint_rows - loop_rows(robot);
  for (const TreeLoop& loop : robot.nacelle.loops) {
    loop_wrench(loop, k.nacelle, rows_of.constraint, row, w.force, w.moment);
    f(ClosureWrench{{-1, loop.a.body}, {-1, loop.b.body}, loop.friction}, tip_frame(loop.b, k.nacelle.body).p, w);
    row += rows(loop.kind);
  }
}

// Wrenches that move the bodies behind each joint, minus external wrenches and friction of tips; generalised forces along the freedoms,
// minus the actuators' efforts.
template <class T>
void find_needs(const Robot& robot, const Load& load, const KinematicsData<T>& k, const VecX<T>& effort, const BodyMoments<T>* payload,
                ReactionData<T>& data) {
  const Vec3<T> g = robot.gravity.template cast<T>();
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j)
      data.leg_needs[i][j] =
          newton_euler<T>(moments<T>(robot.legs[i].joints[j].body), k.legs[i].body[j], k.legs[i].velocity[j], k.legs[i].acceleration[j], g);
  for (std::size_t b = 0; b < k.nacelle.body.size(); ++b) {
    const BodyMoments<T> body =
        b == 0 ? moments(loaded_platform(robot, load), payload) : moments<T>(robot.nacelle.joint(static_cast<int>(b)).body);
    data.nacelle_needs[b] = newton_euler<T>(body, k.nacelle.body[b], k.nacelle.velocity[b], k.nacelle.acceleration[b], g);
  }
  outside_wrenches(robot, load, k, data.leg_needs, data.nacelle_needs);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    project_tree(robot.legs[i], k.legs[i].body, data.leg_needs[i], data.leg_effort[i]);
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) {
      const Joint& joint = robot.legs[i].joints[j];
      data.leg_effort[i](j) +=
          T(rotor_inertia(robot, joint)) * k.legs[i].ddq(j) + resisting_effort<T>(joint, k.legs[i].q[j], k.legs[i].dq(j));
      if (joint.actuator >= 0) data.leg_effort[i](j) -= effort(joint.actuator);
    }
  }
  project_nacelle(robot, k, data.nacelle_needs, data.nacelle_force);
  for (int b = 1; b < robot.nacelle.bodies(); ++b) {
    const Joint& joint = robot.nacelle.joint(b);
    const int column = robot.nacelle.column(b);
    data.nacelle_force(column) +=
        T(rotor_inertia(robot, joint)) * k.dVN(column) + resisting_effort<T>(joint, k.pose.z[b - 1], k.VN(column));
    if (joint.actuator >= 0) data.nacelle_force(column) -= effort(joint.actuator);
  }
}

// Fills the components along the legs' rows from those along the rows of C: Q2 μ_i.
template <class T>
void spread(const Robot& robot, const KinematicsData<T>& k, RowWrenches<T>& out) {
  int row = 0;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const int count = robot.legs[i].constraints();
    out.legs[i].setZero();
    out.legs[i].tail(count) = out.constraint.segment(row, count);
    apply_q(k.legs[i].J, out.legs[i]);
    row += count;
  }
}

template <class T>
void add_multiple(const T& factor, const RowWrenches<T>& from, RowWrenches<T>& to) {
  for (std::size_t i = 0; i < to.legs.size(); ++i) to.legs[i] += factor * from.legs[i];
  to.constraint += factor * from.constraint;
}

// Forces, and moments over the robot's length, at all tips and loops; then what couplings transmit.
template <class T, class Column>
void weigh(const Robot& robot, const KinematicsData<T>& k, const RowWrenches<T>& from, Column&& out) {
  Eigen::Index row = 0;
  for_each_contact(robot, k, from, [&](const ClosureWrench&, const Vec3<T>&, const Wrench<T>& w) {
    out.template segment<3>(row) = w.force;
    out.template segment<3>(row + 3) = w.moment * T(1.0 / robot.length);
    row += 6;
  });
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const int first = robot.legs[i].rows - static_cast<int>(robot.legs[i].couplings.size());
    for (int k = first; k < robot.legs[i].rows; ++k) out(row++) = from.legs[i](k) * T(1.0 / robot.length);
  }
}

// One equilibrium: J_i⁺ᵀ of the legs' generalised forces, and the shortest μ with C_dᵀ μ = f.
template <class T>
void balance(const Robot& robot, const KinematicsData<T>& k, ReactionData<T>& data) {
  data.rows.constraint.setZero();
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    solve_wrench(robot.legs[i], k.legs[i], data.leg_effort[i], data.rows.legs[i]);
    add_tip_wrench(robot, robot.legs[i], k.nacelle, k.legs[i], data.rows.legs[i], data.nacelle_force);
  }
  VecX<T>& mu = data.part.constraint;
  mu.setZero();
  for (std::size_t d = 0; d < robot.mobility.dependent.size(); ++d) mu(d) = -data.nacelle_force(robot.mobility.dependent[d]);
  solve_rt(k.Cd, mu);
  apply_q(k.Cd, mu);
  spread(robot, k, data.part);
  add_multiple(T(1), data.part, data.rows);
}

// The least of all equilibria, by one QR: the null space of C_dᵀ is spanned by the last columns of Q of C_d.
template <class T>
void choose(const Robot& robot, const KinematicsData<T>& k, ReactionData<T>& data) {
  const Eigen::Index free = data.choice.a.cols(), held = k.Cd.a.cols();
  if (free == 0) return;
  for (Eigen::Index c = 0; c < free; ++c) {
    RowWrenches<T>& loose = data.loose[c];
    loose.constraint.setZero();
    loose.constraint(held + c) = T(1);
    apply_q(k.Cd, loose.constraint);
    spread(robot, k, loose);
    weigh(robot, k, loose, data.choice.a.col(c));
  }
  weigh(robot, k, data.rows, data.weighed);
  factor(data.choice);
  apply_qt(data.choice, data.weighed);
  auto amount = data.weighed.head(free);
  solve_r(data.choice, amount);
  for (Eigen::Index c = 0; c < free; ++c) add_multiple(T(-amount(c)), data.loose[c], data.rows);
}

// Wrenches that tips and loops give to the bodies behind each joint, at the joint, then those of tips and loops themselves, in the order of
// the reactions.
template <class T>
void gather_given(const Robot& robot, const KinematicsData<T>& k, const RowWrenches<T>& from, ReactionData<T>& data) {
  for (std::vector<Wrench<T>>& leg : data.leg_given) std::fill(leg.begin(), leg.end(), Wrench<T>{});
  std::fill(data.nacelle_given.begin(), data.nacelle_given.end(), Wrench<T>{});
  std::size_t at = data.wrench.size();
  for (const Leg& leg : robot.legs) at -= leg.tips.size() + leg.loops.size();
  at -= robot.nacelle.loops.size();
  const auto give = [&](const BodyId& to, const Vec3<T>& point, const Wrench<T>& w) {
    if (to.leg < 0) add_wrench<T>(data.nacelle_given[to.body], w.force, w.moment, point - k.nacelle.body[to.body].p);
    else if (to.body >= 0) add_wrench<T>(data.leg_given[to.leg][to.body], w.force, w.moment, point - k.legs[to.leg].body[to.body].p);
  };
  for_each_contact(robot, k, from, [&](const ClosureWrench& c, const Vec3<T>& point, const Wrench<T>& w) {
    data.wrench[at++] = w;
    give(c.a, point, w);
    give(c.b, point, {-w.force, -w.moment});
  });
  at = 0;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    project_tree(robot.legs[i], k.legs[i].body, data.leg_given[i], data.leg_effort[i]);
    for (const Wrench<T>& w : data.leg_given[i]) data.wrench[at++] = w;
  }
  project_nacelle(robot, k, data.nacelle_given, data.nacelle_force);
  for (std::size_t b = 1; b < data.nacelle_given.size(); ++b) data.wrench[at++] = data.nacelle_given[b];
}

// Reaction of a joint: the wrench that moves the bodies behind it, minus the wrenches that tips and loops give them. Reactions of tips and
// loops include their friction.
template <class T>
void finish(const Robot& robot, const KinematicsData<T>& k, ReactionData<T>& data) {
  std::size_t at = 0;
  const auto less = [&](const Wrench<T>& needed) {
    Wrench<T>& w = data.wrench[at++];
    w = {needed.force - w.force, needed.moment - w.moment};
  };
  for (const std::vector<Wrench<T>>& leg : data.leg_needs)
    for (const Wrench<T>& needed : leg) less(needed);
  for (std::size_t b = 1; b < data.nacelle_needs.size(); ++b) less(data.nacelle_needs[b]);
  for_each_contact(robot, k, data.rows, [&](const ClosureWrench& c, const Vec3<T>&, const Wrench<T>&) {
    Wrench<T>& w = data.wrench[at++];
    if (!has_friction(c.friction)) return;
    const auto angular = [&](const BodyId& id) -> Vec3<T> {
      if (id.leg < 0) return k.nacelle.velocity[id.body].angular;
      return id.body < 0 ? Vec3<T>(Vec3<T>::Zero()) : k.legs[id.leg].velocity[id.body].angular;
    };
    w.moment -= friction_moment<T>(c.friction, angular(c.a) - angular(c.b));
  });
}

template <class T>
RowWrenches<T> row_wrenches(const Robot& robot) {
  RowWrenches<T> out;
  for (const Leg& leg : robot.legs) out.legs.push_back(VecX<T>::Zero(leg.rows));
  out.constraint.setZero(robot.mobility.constraint_rows);
  return out;
}

}  // namespace

template <class T>
ReactionData<T>::ReactionData(const Robot& robot) {
  std::size_t contacts = robot.nacelle.loops.size(), couplings = 0, joints = robot.nacelle.joints.size();
  for (const Leg& leg : robot.legs) {
    contacts += leg.tips.size() + leg.loops.size();
    couplings += leg.couplings.size();
    joints += leg.joints.size();
    leg_needs.emplace_back(leg.joints.size());
    leg_effort.push_back(VecX<T>::Zero(leg.freedoms()));
  }
  leg_given = leg_needs;
  nacelle_needs.resize(1 + robot.nacelle.joints.size());
  nacelle_given = nacelle_needs;
  wrench.resize(joints + contacts);
  nacelle_force.setZero(robot.nacelle.freedoms());
  rows = part = row_wrenches<T>(robot);
  loose.assign(redundant_rows(robot), rows);
  const Eigen::Index components = 6 * static_cast<Eigen::Index>(contacts) + static_cast<Eigen::Index>(couplings);
  choice.resize(components, redundant_rows(robot));
  weighed.setZero(components);
}

template <class T>
void reactions(const Robot& robot, const Load& load, const KinematicsData<T>& k, const VecX<T>& effort, ReactionData<T>& data,
               const BodyMoments<T>* payload) {
  assert(fits(robot, k));
  assert(effort.size() == static_cast<Eigen::Index>(robot.actuators.size()));
  find_needs(robot, load, k, effort, payload, data);
  balance(robot, k, data);
  choose(robot, k, data);
  gather_given(robot, k, data.rows, data);
  finish(robot, k, data);
}

std::vector<Reaction> reaction_list(const Robot& robot) {
  std::vector<Reaction> out;
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (const Joint& joint : robot.legs[i].joints) out.push_back({static_cast<int>(i), joint.name});
  for (const Joint& joint : robot.nacelle.joints) out.push_back({-1, joint.name});
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    for (const Tip& tip : robot.legs[i].tips) out.push_back({static_cast<int>(i), tip.name});
    for (const LegLoop& loop : robot.legs[i].loops) out.push_back({static_cast<int>(i), loop.name});
  }
  for (const TreeLoop& loop : robot.nacelle.loops) out.push_back({-1, loop.name});
  return out;
}

std::vector<Reaction> reactions(const Robot& robot, const Load& load, const KinematicsData<double>& k, const VecX<double>& effort) {
  assert(fits(robot, k));
  assert(effort.size() == static_cast<Eigen::Index>(robot.actuators.size()));
  ReactionData<double> data(robot);
  reactions(robot, load, k, effort, data);
  std::vector<Reaction> out = reaction_list(robot);
  for (std::size_t r = 0; r < out.size(); ++r) {
    out[r].force = data.wrench[r].force;
    out[r].moment = data.wrench[r].moment;
  }
  // not unique: an orthonormal basis of the loose wrenches has a component there
  const Eigen::Index free = data.choice.a.cols();
  for (Eigen::Index c = 0; c < free; ++c) {
    VecX<double> amount = VecX<double>::Unit(free, c);
    solve_r(data.choice, amount);
    data.part = row_wrenches<double>(robot);
    for (Eigen::Index d = 0; d < free; ++d) add_multiple(amount(d), data.loose[d], data.part);
    gather_given(robot, k, data.part, data);
    for (std::size_t r = 0; r < out.size(); ++r)
      out[r].unique &= data.wrench[r].force.norm() < 1e-9 && data.wrench[r].moment.norm() < 1e-9 * robot.length;
  }
  return out;
}

template struct ReactionData<double>;
template struct ReactionData<Recorded>;
template void reactions(const Robot&, const Load&, const KinematicsData<double>&, const VecX<double>&, ReactionData<double>&,
                        const BodyMoments<double>*);
template void reactions(const Robot&, const Load&, const KinematicsData<Recorded>&, const VecX<Recorded>&, ReactionData<Recorded>&,
                        const BodyMoments<Recorded>*);

}  // namespace gough
