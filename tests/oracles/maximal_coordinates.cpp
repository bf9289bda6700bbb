#include "tests/oracles/maximal_coordinates.hpp"

#include "gough/math/linear_algebra.hpp"
#include "gough/math/rotation.hpp"

namespace gough::oracle {
namespace {

using V3 = Vec3<double>;
using M3 = Mat3<double>;

struct Body {
  M3 R;
  V3 p, c;  // frame origin and centre of mass, world
  double mass;
  M3 inertia;  // central, world axes
  V3 v = V3::Zero(), w = V3::Zero();
};

// An actuator or a friction: effort along a row s of the velocities, with q̈ = s a + bias.
struct Effort {
  VecX<double> row;
  double bias = 0.0;
  double rotor = 0.0;
  Friction friction;
  double spring = 0.0;  // effort that holds it
  int actuator = -1;
};

class System {
 public:
  System(const Robot& robot, const Load& load, const KinematicsData<double>& positions) : robot_(robot), load_(load) {
    for (std::size_t i = 0; i < robot.legs.size(); ++i)
      for (std::size_t j = 0; j < robot.legs[i].joints.size(); ++j) add_body(robot.legs[i].joints[j].body, positions.legs[i].body[j]);
    for (std::size_t b = 0; b < positions.nacelle.body.size(); ++b)
      add_body(b == 0 ? joined(robot.nacelle.platform, load.payload) : robot.nacelle.joints[b - 1].body, positions.nacelle.body[b]);
    n_ = 6 * static_cast<int>(bodies_.size());
  }

  int size() const { return n_; }
  std::vector<Body>& bodies() { return bodies_; }

  // Constraint rows at the current velocities.
  void constraints(MatX<double>& J, VecX<double>& bias) {
    rows_.clear();
    biases_.clear();
    for (std::size_t i = 0; i < robot_.legs.size(); ++i) {
      const Leg& leg = robot_.legs[i];
      for (int j = 0; j < leg.freedoms(); ++j) {
        const int b = body_index(robot_, static_cast<int>(i), j);
        const int a = leg.joints[j].parent < 0 ? -1 : body_index(robot_, static_cast<int>(i), leg.joints[j].parent);
        joint(a, b, leg.joints[j]);
      }
    }
    for (std::size_t k = 0; k < robot_.nacelle.joints.size(); ++k)
      joint(body_index(robot_, -1, robot_.nacelle.joints[k].parent), body_index(robot_, -1, static_cast<int>(k) + 1),
            robot_.nacelle.joints[k]);
    for (std::size_t i = 0; i < robot_.legs.size(); ++i)
      for (const Tip& tip : robot_.legs[i].tips)
        tip_rows(tip.kind, body_index(robot_, static_cast<int>(i), tip.leg.body), tip.leg.frame, body_index(robot_, -1, tip.nacelle.body),
                 tip.nacelle.frame);
    for_each_leg_loop([&](const LegLoop& loop, int a, int b) { tip_rows(loop.kind, a, loop.a.frame, b, loop.b.frame); });
    for (const TreeLoop& loop : robot_.nacelle.loops)
      tip_rows(loop.kind, body_index(robot_, -1, loop.a.body), loop.a.frame, body_index(robot_, -1, loop.b.body), loop.b.frame);
    for (std::size_t i = 0; i < robot_.legs.size(); ++i)
      for (const Coupling& coupling : robot_.legs[i].couplings) coupling_row(static_cast<int>(i), coupling);
    J.setZero(static_cast<int>(rows_.size()), n_);
    for (std::size_t r = 0; r < rows_.size(); ++r) J.row(static_cast<int>(r)) = rows_[r].transpose();
    bias = Eigen::Map<const VecX<double>>(biases_.data(), static_cast<Eigen::Index>(biases_.size()));
  }

  std::vector<Effort> efforts() {
    std::vector<Effort> out;
    for (std::size_t i = 0; i < robot_.legs.size(); ++i)
      for (int j = 0; j < robot_.legs[i].freedoms(); ++j) {
        const Joint& joint = robot_.legs[i].joints[j];
        const int a = joint.parent < 0 ? -1 : body_index(robot_, static_cast<int>(i), joint.parent);
        out.push_back(effort(joint, a, body_index(robot_, static_cast<int>(i), j)));
      }
    for (std::size_t k = 0; k < robot_.nacelle.joints.size(); ++k)
      out.push_back(effort(robot_.nacelle.joints[k], body_index(robot_, -1, robot_.nacelle.joints[k].parent),
                           body_index(robot_, -1, static_cast<int>(k) + 1)));
    return out;
  }

  MatX<double> mass() const {
    MatX<double> M = MatX<double>::Zero(n_, n_);
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      const int at = 6 * static_cast<int>(b);
      M.block<3, 3>(at, at) = bodies_[b].mass * M3::Identity();
      M.block<3, 3>(at + 3, at + 3) = bodies_[b].inertia;
    }
    return M;
  }

  // Gravity, gyroscopic moments, wrenches from outside, friction of tips and loops, springs between points.
  VecX<double> applied() const {
    VecX<double> f = VecX<double>::Zero(n_);
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      const Body& body = bodies_[b];
      f.segment<3>(6 * b) = body.mass * robot_.gravity;
      f.segment<3>(6 * b + 3) = -body.w.cross(body.inertia * body.w);
    }
    for (const ExternalWrench& e : load_.wrenches) {
      const int b = body_index(robot_, e.leg, e.body);
      f.segment<3>(6 * b) += e.force;
      f.segment<3>(6 * b + 3) += e.moment + (bodies_[b].p + bodies_[b].R * e.point - bodies_[b].c).cross(e.force);
    }
    const auto contact = [&](const Friction& friction, int a, int b) {
      const V3 turning = w(a) - w(b);
      const double speed = turning.norm();
      const V3 moment = friction.viscous * turning + (speed > 0 ? V3(friction.coulomb / speed * turning) : V3(V3::Zero()));
      if (a >= 0) f.segment<3>(6 * a + 3) -= moment;
      if (b >= 0) f.segment<3>(6 * b + 3) += moment;
    };
    for (std::size_t i = 0; i < robot_.legs.size(); ++i)
      for (const Tip& tip : robot_.legs[i].tips)
        contact(tip.friction, body_index(robot_, static_cast<int>(i), tip.leg.body), body_index(robot_, -1, tip.nacelle.body));
    for_each_leg_loop([&](const LegLoop& loop, int a, int b) { contact(loop.friction, a, b); });
    for (const TreeLoop& loop : robot_.nacelle.loops)
      contact(loop.friction, body_index(robot_, -1, loop.a.body), body_index(robot_, -1, loop.b.body));
    for (const Spring& spring : robot_.springs) add_spring(spring, f);
    return f;
  }

  // Rows that pick the free components out of all velocities, and their acceleration bias.
  void free_rows(MatX<double>& S, VecX<double>& bias) const {
    const int n = robot_.mobility.n, platform = body_index(robot_, -1, 0);
    S.setZero(n, n_);
    bias.setZero(n);
    for (int k = 0; k < n; ++k) {
      const int index = robot_.mobility.free[k].index;
      const Body& P = bodies_[platform];
      const V3 r = P.p - P.c;
      if (index < 3) {  // velocity of the platform's origin
        S(k, 6 * platform + index) = 1;
        S.block<1, 3>(k, 6 * platform + 3) = r.cross(V3::Unit(index)).transpose();
        bias(k) = P.w.cross(P.w.cross(r))(index);
      } else if (index < 6) {
        S(k, 6 * platform + index) = 1;
      } else {
        const Joint& joint = robot_.nacelle.joints[index - 6];
        const Effort e = const_cast<System*>(this)->effort(joint, body_index(robot_, -1, joint.parent), body_index(robot_, -1, index - 5));
        S.row(k) = e.row.transpose();
        bias(k) = e.bias;
      }
    }
  }

 private:
  const Robot& robot_;
  const Load& load_;
  int n_ = 0;
  std::vector<Body> bodies_;
  std::vector<VecX<double>> rows_;
  std::vector<double> biases_;

  // Calls f(loop, body a, body b) for every loop inside a leg; -1 is the base.
  template <class F>
  void for_each_leg_loop(const F& f) const {
    for (std::size_t i = 0; i < robot_.legs.size(); ++i)
      for (const LegLoop& loop : robot_.legs[i].loops) {
        const auto index = [&](int body) { return body < 0 ? -1 : body_index(robot_, static_cast<int>(i), body); };
        f(loop, index(loop.a.body), index(loop.b.body));
      }
  }

  void add_body(const RigidBody& body, const Placement<double>& frame) {
    bodies_.push_back({frame.R, frame.p, frame.point(body.com), body.mass, frame.R * body.inertia * frame.R.transpose()});
  }

  void add_spring(const Spring& spring, VecX<double>& f) const {
    V3 point[2], moving[2];
    int body[2];
    for (int k = 0; k < 2; ++k) {
      const SpringEnd& end = k == 0 ? spring.a : spring.b;
      body[k] = end.on_base ? -1 : body_index(robot_, end.body.leg, end.body.body);
      point[k] = end.on_base ? end.point : V3(bodies_[body[k]].p + bodies_[body[k]].R * end.point);
      moving[k] = point_velocity(body[k], point[k]);
    }
    const V3 along = (point[1] - point[0]).normalized();
    const double tension = spring.stiffness * ((point[1] - point[0]).norm() - spring.free_length) +
                           spring.damping * along.dot(moving[1] - moving[0]) + spring.pull;
    for (int k = 0; k < 2; ++k) {
      if (body[k] < 0) continue;
      const V3 force = (k == 0 ? tension : -tension) * along;
      f.segment<3>(6 * body[k]) += force;
      f.segment<3>(6 * body[k] + 3) += (point[k] - bodies_[body[k]].c).cross(force);
    }
  }

  // Position of a joint from where its spring rests.
  double stretch(const Joint& joint, int a, int b) const {
    const Placement<double> parent = a < 0 ? Placement<double>{} : Placement<double>{bodies_[a].R, bodies_[a].p};
    const Placement<double> moved = (parent * joint.placement).inverse() * Placement<double>{bodies_[b].R, bodies_[b].p};
    if (!joint.revolute) return moved.p.z() - joint.spring->free;
    const double angle = std::atan2(moved.R(1, 0), moved.R(0, 0)) - std::atan2(joint.home.s, joint.home.c);
    return joint.home_value + std::remainder(angle, 2.0 * kPi) - joint.spring->free;
  }

  VecX<double> row() const { return VecX<double>::Zero(n_); }

  // Adds s · (velocity of the point of body b at x) to a row; returns s · its centripetal acceleration.
  double add_point(VecX<double>& out, int b, const V3& x, const V3& s) const {
    if (b < 0) return 0.0;
    const V3 r = x - bodies_[b].c;
    out.segment<3>(6 * b) += s;
    out.segment<3>(6 * b + 3) += r.cross(s);
    return s.dot(bodies_[b].w.cross(bodies_[b].w.cross(r)));
  }

  void add_angular(VecX<double>& out, int b, const V3& s) const {
    if (b >= 0) out.segment<3>(6 * b + 3) += s;
  }

  V3 w(int b) const { return b < 0 ? V3(V3::Zero()) : bodies_[b].w; }
  V3 point_velocity(int b, const V3& x) const { return b < 0 ? V3(V3::Zero()) : V3(bodies_[b].v + bodies_[b].w.cross(x - bodies_[b].c)); }

  void push(const VecX<double>& r, double bias) {
    rows_.push_back(r);
    biases_.push_back(bias);
  }

  void same_point(int a, int b, const V3& xa, const V3& xb) {
    for (int k = 0; k < 3; ++k) {
      VecX<double> r = row();
      const double bias = add_point(r, a, xa, V3::Unit(k)) + add_point(r, b, xb, -V3::Unit(k));
      push(r, bias);
    }
  }

  // s(t) · (ω_a − ω_b) = 0 with ds/dt given.
  void no_turn(int a, int b, const V3& s, const V3& ds) {
    VecX<double> r = row();
    add_angular(r, a, s);
    add_angular(r, b, -s);
    push(r, ds.dot(w(a) - w(b)));
  }

  // d/dt and d²/dt² of e · (x_b − x_a), e fixed to a, where the two points are one.
  double slide_row(int a, int b, const V3& e, const V3& x, VecX<double>& r) const {
    const double bias = add_point(r, b, x, e) + add_point(r, a, x, -e);
    return bias + 2 * w(a).cross(e).dot(point_velocity(b, x) - point_velocity(a, x));
  }

  // Joint whose axis is the z axis of the outer body b. A slide's inner point is where the outer origin is now.
  void joint(int a, int b, const Joint& joint) {
    const M3 R = bodies_[b].R;
    const V3 p = bodies_[b].p;
    if (joint.revolute) {
      same_point(a, b, p, p);
      for (int k = 0; k < 2; ++k) no_turn(a, b, R.col(k), w(b).cross(R.col(k)));  // column k of b stays normal to z, fixed to both
      return;
    }
    for (int k = 0; k < (joint.helical() ? 2 : 3); ++k) no_turn(a, b, R.col(k), w(b).cross(R.col(k)));
    for (int k = 0; k < 2; ++k) no_slide(a, b, R.col(k), 0.0);
    if (joint.helical()) no_slide(a, b, R.col(2), 1.0 / joint.screw);
  }

  // The slide of b along e less `pitch` times its turn about e stays.
  void no_slide(int a, int b, const V3& e, double pitch) {
    VecX<double> r = row();
    const double bias = slide_row(a, b, e, bodies_[b].p, r);
    add_angular(r, b, -pitch * e);
    add_angular(r, a, pitch * e);
    push(r, bias - pitch * w(b).cross(e).dot(w(b) - w(a)));
  }

  void tip_rows(TipKind kind, int a, const Placement<double>& fa, int b, const Placement<double>& fb) {
    const auto placed = [&](int body, const Placement<double>& frame) {
      return body < 0 ? frame : Placement<double>{bodies_[body].R, bodies_[body].p} * frame;
    };
    const M3 A = placed(a, fa).R, B = placed(b, fb).R;
    same_point(a, b, placed(a, fa).p, placed(b, fb).p);
    if (kind == TipKind::universal) {
      const V3 x = A.col(0), y = B.col(1);
      no_turn(a, b, x.cross(y), w(a).cross(x).cross(y) + x.cross(w(b).cross(y)));
    }
    if (kind == TipKind::revolute)
      for (int k = 0; k < 2; ++k) {
        const V3 x = A.col(k), y = B.col(2);
        no_turn(a, b, x.cross(y), w(a).cross(x).cross(y) + x.cross(w(b).cross(y)));
      }
    if (kind == TipKind::rigid)
      for (int k = 0; k < 3; ++k) no_turn(a, b, V3::Unit(k), V3::Zero());
  }

  void coupling_row(int leg, const Coupling& coupling) {
    const auto rate = [&](int j) {
      const Joint& joint = robot_.legs[leg].joints[j];
      return effort(joint, joint.parent < 0 ? -1 : body_index(robot_, leg, joint.parent), body_index(robot_, leg, j));
    };
    Effort sum = rate(coupling.joint);
    for (const Coupling::Term& term : coupling.terms) {
      const Effort other = rate(term.joint);
      sum.row -= term.ratio * other.row;
      sum.bias -= term.ratio * other.bias;
    }
    push(sum.row, sum.bias);
  }

  Effort effort(const Joint& joint, int a, int b) {
    Effort e;
    e.row = row();
    const V3 z = bodies_[b].R.col(2);
    if (joint.revolute) {
      add_angular(e.row, b, z);
      add_angular(e.row, a, -z);
      e.bias = w(b).cross(z).dot(w(b) - w(a));
    } else {
      e.bias = slide_row(a, b, z, bodies_[b].p, e.row);
    }
    e.actuator = joint.actuator;
    e.friction = joint.friction;
    if (joint.spring) e.spring = joint.spring->stiffness * stretch(joint, a, b);
    if (joint.actuator >= 0) {
      const Actuator& actuator = robot_.actuators[joint.actuator];
      e.rotor = actuator.rotor_inertia * actuator.gear_ratio * actuator.gear_ratio;
    }
    return e;
  }
};

VecX<double> solve(const MatX<double>& A, const VecX<double>& b) { return shortest_solution(A, b, 1e-11).x; }

// Body velocities that satisfy every constraint and the prescribed free components.
void set_velocities(System& system, const VecX<double>& Vr) {
  MatX<double> J, S;
  VecX<double> bias, free_bias;
  system.constraints(J, bias);
  system.free_rows(S, free_bias);
  MatX<double> A(J.rows() + S.rows(), system.size());
  A << J, S;
  VecX<double> b = VecX<double>::Zero(A.rows());
  b.tail(S.rows()) = Vr;
  const VecX<double> v = solve(A, b);
  for (std::size_t k = 0; k < system.bodies().size(); ++k) {
    system.bodies()[k].v = v.segment<3>(6 * k);
    system.bodies()[k].w = v.segment<3>(6 * k + 3);
  }
}

Solution run(const Robot& robot, const Load& load, const KinematicsData<double>& positions, const VecX<double>& Vr, const VecX<double>* dVr,
             const VecX<double>* effort) {
  System system(robot, load, positions);
  set_velocities(system, Vr);
  const int n = system.size(), na = static_cast<int>(robot.actuators.size());
  MatX<double> J, S, M = system.mass();
  VecX<double> bias, free_bias, f = system.applied(), v(n);
  system.constraints(J, bias);
  system.free_rows(S, free_bias);
  for (std::size_t k = 0; k < system.bodies().size(); ++k) v.segment<6>(6 * k) << system.bodies()[k].v, system.bodies()[k].w;
  MatX<double> drive = MatX<double>::Zero(n, na);
  for (const Effort& e : system.efforts()) {
    const double rate = e.row.dot(v);
    const double resist = e.friction.viscous * rate + e.friction.coulomb * ((rate > 0) - (rate < 0)) + e.rotor * e.bias + e.spring;
    f -= resist * e.row;
    M += e.rotor * e.row * e.row.transpose();
    if (e.actuator >= 0) drive.col(e.actuator) = e.row;
  }
  // M a − Jᵀ λ − drive τ = f,  J a = −bias,  and either S a = V̇_r − bias or τ given
  const int m = static_cast<int>(J.rows()), extra = dVr ? static_cast<int>(S.rows()) : 0, unknown_efforts = dVr ? na : 0;
  MatX<double> A = MatX<double>::Zero(n + m + extra, n + m + unknown_efforts);
  VecX<double> b = VecX<double>::Zero(A.rows());
  A.topLeftCorner(n, n) = M;
  A.block(0, n, n, m) = -J.transpose();
  A.block(n, 0, m, n) = J;
  b.head(n) = f;
  b.segment(n, m) = -bias;
  if (dVr) {
    A.block(0, n + m, n, na) = -drive;
    A.block(n + m, 0, extra, n) = S;
    b.tail(extra) = *dVr - free_bias;
  } else {
    b.head(n) += drive * *effort;
  }
  const VecX<double> x = solve(A, b);
  Solution out;
  out.velocity = v;
  out.acceleration = x.head(n);
  out.multipliers = x.segment(n, m);
  out.effort = dVr ? VecX<double>(x.tail(na)) : *effort;
  out.constraints = J;
  out.rank = static_cast<int>(shortest_solution(J, bias, 1e-9).rank);
  return out;
}

}  // namespace

Solution inverse_dynamics(const Robot& robot, const Load& load, const KinematicsData<double>& positions, const VecX<double>& Vr,
                          const VecX<double>& dVr) {
  return run(robot, load, positions, Vr, &dVr, nullptr);
}

Solution direct_dynamics(const Robot& robot, const Load& load, const KinematicsData<double>& positions, const VecX<double>& Vr,
                         const VecX<double>& effort) {
  return run(robot, load, positions, Vr, nullptr, &effort);
}

}  // namespace gough::oracle
