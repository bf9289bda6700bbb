#include "gough/dynamics/elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "gough/dynamics/actuation.hpp"
#include "gough/dynamics/element_elimination.hpp"
#include "gough/dynamics/element_forces.hpp"
#include "gough/dynamics/element_maps.hpp"
#include "gough/dynamics/joint_effort.hpp"
#include "gough/dynamics/spring_force.hpp"
#include "gough/kinematics/tree_motion.hpp"
#include "gough/model/nacelle_share.hpp"
#include "gough/model/names.hpp"

namespace gough::elements {
namespace {

// A: what the actuators of this leg do on V_N, one column each; b: everything else.
template <class T>
void gather(LegElements<T>& leg, MatX<T>& A, VecX<T>& b) {
  pull(leg, leg.work.F, b);
  for (const auto& [actuator, column] : leg.work.drives) {
    leg.work.rate.setZero();
    pull(leg, column, leg.work.rate);
    A.col(actuator) += leg.work.rate;
  }
}

// The nacelle body that a leg body is fixed to, or -1: the last one behind the revolutes of a rigid tip is the platform.
int nacelle_body_of(const Leg& leg, int joint) {
  for (const Element& e : leg.elements)
    if (e.upper == joint) return -1;
  for (const Tip& tip : leg.tips)
    if (tip.kind == TipKind::rigid && tip.leg.body == joint) return tip.nacelle.body;
  return -1;
}

// A leg's share of a nacelle body, an element of its own (gough/model/nacelle_share.hpp): that part of mass, inertia and outside forces,
// and of what its joint resists.
template <class T>
void add_share(const Robot& robot, const Load& load, const KinematicsData<T>& k, int j, const T& share, VecX<T>& b) {
  const NacelleData<T>& n = k.nacelle;
  const BodyConstants<T> body = constants<T>(nacelle_body(robot, load, j));
  const Vec3<T> w = n.velocity[j].angular, dw = n.acceleration[j].angular, c = n.body[j].R * body.com;
  const auto I = [&](const Vec3<T>& v) -> Vec3<T> { return n.body[j].R * (body.inertia * (n.body[j].R.transpose() * v)); };
  const Vec3<T> ddS = acceleration_at<T>(n.velocity[j], n.acceleration[j], c);
  const auto act = [&](const Vec3<T>& at, const Vec3<T>& f, const Vec3<T>& m) { add_on_tree<T>(robot.nacelle, n.body, j, at, {f, m}, b); };
  act(n.body[j].p + c, share * body.mass * (robot.gravity.template cast<T>() - ddS), -share * (I(dw) + w.cross(I(w))));
  for (const ExternalWrench& e : load.wrenches)
    if (e.leg < 0 && e.body == j)
      act(n.body[j].point(e.point.template cast<T>()), share * e.force.template cast<T>(), share * e.moment.template cast<T>());
  for (const ExternalWrench& e : load.wrenches)  // on a leg body that is the platform
    if (e.leg >= 0 && nacelle_body_of(robot.legs[e.leg], e.body) == j)
      act(k.legs[e.leg].body[e.body].point(e.point.template cast<T>()), share * e.force.template cast<T>(),
          share * e.moment.template cast<T>());
  for_each_spring_force<T>(robot, k, [&](const BodyId& id, const Vec3<T>& point, const Vec3<T>& f) {
    const int on = id.leg < 0 ? id.body : nacelle_body_of(robot.legs[id.leg], id.body);
    if (on == j) act(point, share * f, Vec3<T>::Zero());
  });
  if (j == 0) return;
  const Joint& joint = robot.nacelle.joint(j);
  const int column = robot.nacelle.column(j);
  b(column) -= share * (resisting_effort<T>(joint, k.pose.z[j - 1], k.VN(column)) + T(rotor_inertia(robot, joint)) * k.dVN(column));
}

// The nacelle, body by body and leg by leg.
template <class T>
void add_shares(const Robot& robot, const Load& load, const KinematicsData<T>& k, VecX<T>& b) {
  for (int j = 0; j < robot.nacelle.bodies(); ++j)
    for (int i = 0; i < static_cast<int>(robot.legs.size()); ++i)
      if (const double part = nacelle_part(robot, i, j); part > 0.0) add_share(robot, load, k, j, T(part), b);
}

template <class T>
void loop_friction(const Robot& robot, const KinematicsData<T>& k, VecX<T>& b) {
  const NacelleData<T>& n = k.nacelle;
  for (const TreeLoop& loop : robot.nacelle.loops) {
    if (!has_friction(loop.friction)) continue;
    const Vec3<T> m = friction_moment<T>(loop.friction, relative_rotation<T>(loop, n));
    for (const auto& [body, sign] : {std::pair{loop.a.body, T(-1)}, std::pair{loop.b.body, T(1)}})
      robot.nacelle.inward(body, [&, factor = sign](int a) {
        b(robot.nacelle.column(a)) += factor * effort_of<T>(robot.nacelle.joint(a), n.body[a], {Vec3<T>::Zero(), m});
      });
  }
}

}  // namespace

std::string missing_element(const Robot& robot, const Load& load) {
  if (const std::string first = first_without_element(robot); !first.empty()) return first;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Leg& leg = robot.legs[i];
    for (int j = 0; j < leg.freedoms(); ++j) {
      bool needed = leg.joints[j].body.mass != 0.0;
      for (const ExternalWrench& e : load.wrenches) needed |= e.leg == static_cast<int>(i) && e.body == j;
      for (const Spring& s : robot.springs)
        for (const SpringEnd& end : {s.a, s.b}) needed |= !end.on_base && end.body == BodyId{static_cast<int>(i), j};
      bool found = nacelle_body_of(leg, j) >= 0 && leg.joints[j].body.mass == 0.0;
      for (const Element& e : leg.elements)
        found |= j == e.lower || j == e.upper || std::count(e.intrinsic.begin(), e.intrinsic.end(), j) > 0;
      if (needed && !found) return fmt::format("the body '{}.{}' between two joints at one point", leg.name, leg.joints[j].name);
    }
  }
  return "";
}

template <class T>
void inverse_dynamics_of_states(const Robot& robot, const Load& load, const KinematicsData<T>& k, DynamicsData<T>& data) {
  assert(fits(robot, k));
  assert(fits(robot, data));
  for (const Leg& leg : robot.legs)
    if (leg.elements.empty() || !leg.couplings.empty()) {  // see missing_element
      data.effort.setConstant(T(std::nan("")));
      return;
    }
  ElementWorkspace<T>& w = *data.elements;
  w.A.setZero();
  w.b.setZero();
  add_shares(robot, load, k, w.b);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    LegElements<T> leg(robot, static_cast<int>(i), k, data);
    fill_maps(leg);
    constrain(leg);
    project(leg, load);
    gather(leg, w.A, w.b);
  }
  loop_friction(robot, k, w.b);
  for (std::size_t a = 0; a < robot.actuators.size(); ++a)
    if (robot.actuators[a].leg < 0) w.A(robot.nacelle.column(robot.actuators[a].joint + 1), a) = T(1);

  // Ψᵀ(A Γ + b) = 0, [O, Eq. 58]; of least norm where there are more actuators than freedoms
  for (Eigen::Index r = 0; r < data.force.size(); ++r) {
    T sum = T(0);
    for (Eigen::Index c = 0; c < w.b.size(); ++c) sum += k.Psi(c, r) * w.b(c);
    data.force(r) = -sum;
    for (Eigen::Index a = 0; a < w.A.cols(); ++a) {
      T entry = T(0);
      for (Eigen::Index c = 0; c < w.b.size(); ++c) entry += k.Psi(c, r) * w.A(c, a);
      w.drive(a, r) = entry;
    }
  }
  w.solver.a = w.drive;
  factor(w.solver);
  least_norm(w.drive, w.solver, data);
}

template <class T>
void inverse_dynamics(const Robot& robot, const Load& load, const KinematicsData<T>& k, DynamicsData<T>& data) {
  assert(fits(robot, k));
  assert(fits(robot, data));
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (std::size_t e = 0; e < robot.legs[i].elements.size(); ++e)
      data.elements->states[i][e] = element_motion(robot.legs[i], robot.legs[i].elements[e], k.legs[i]);
  inverse_dynamics_of_states(robot, load, k, data);
}

template void inverse_dynamics(const Robot&, const Load&, const KinematicsData<double>&, DynamicsData<double>&);
template void inverse_dynamics(const Robot&, const Load&, const KinematicsData<Recorded>&, DynamicsData<Recorded>&);
template void inverse_dynamics_of_states(const Robot&, const Load&, const KinematicsData<double>&, DynamicsData<double>&);
template void inverse_dynamics_of_states(const Robot&, const Load&, const KinematicsData<Recorded>&, DynamicsData<Recorded>&);

}  // namespace gough::elements
