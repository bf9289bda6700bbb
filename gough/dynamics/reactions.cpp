#include "gough/dynamics/reactions.hpp"

#include "gough/dynamics/joint_effort.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/math/linear_algebra.hpp"

namespace gough {
namespace {

using V3 = Vec3<double>;
using W6 = Eigen::Matrix<double, 6, 1>;

// Force and moment at the world's origin: wrenches add there.
W6 at_origin(const V3& point, const V3& force, const V3& moment) {
  W6 out;
  out << force, moment + point.cross(force);
  return out;
}

struct BodyState {
  RigidBody body;
  Placement<double> frame;
  Motion<double> V, A;
};

// What must act on a body for its motion, less what is known to act: gravity, wrenches from outside.
W6 needed(const Robot& robot, const BodyState& b) {
  const V3 c = b.frame.R * b.body.com, w = b.V.angular, dw = b.A.angular;
  const Mat3<double> I = b.frame.R * b.body.inertia * b.frame.R.transpose();
  const V3 f = b.body.mass * (b.A.linear + dw.cross(c) + w.cross(w.cross(c)) - robot.gravity);
  return at_origin(b.frame.p + c, f, I * dw + w.cross(I * w));
}

// Unknown wrench of a tip or loop joint: the rows it transmits span its constraint wrenches, at the joint's point.
struct Contact {
  int leg = -1;  // -1: a loop inside the nacelle
  std::string name;
  int a = -1, b = -1;  // bodies: it acts with + on a and − on b
  V3 at = V3::Zero();
  MatX<double> span;  // 6 × rows, at the world's origin: unit forces, and moments of the robot's length times them
  W6 friction = W6::Zero();
};

MatX<double> transmitted(TipKind kind, const Mat3<double>& near, const Mat3<double>& far, const V3& at, double length) {
  MatX<double> out(6, rows(kind));
  for (int k = 0; k < 3; ++k) out.col(k) = at_origin(at, V3::Unit(k), V3::Zero());
  const auto moment = [&](int column, const V3& n) { out.col(column) = at_origin(at, V3::Zero(), length * n); };
  if (kind == TipKind::universal) moment(3, near.col(0).cross(far.col(1)).normalized());
  if (kind == TipKind::revolute)
    for (int k = 0; k < 2; ++k) moment(3 + k, far.col(k));
  if (kind == TipKind::rigid)
    for (int k = 0; k < 3; ++k) moment(3 + k, V3::Unit(k));
  return out;
}

class Equilibrium {
 public:
  Equilibrium(const Robot& robot, const Load& load, const KinematicsData<double>& k, const VecX<double>& effort)
      : robot_(robot), k_(k), effort_(effort), legs_(robot.legs.size()) {
    for (std::size_t i = 0; i < robot.legs.size(); ++i)
      for (int j = 0; j < robot.legs[i].freedoms(); ++j)
        legs_[i].push_back(
            needed(robot, {robot.legs[i].joints[j].body, k.legs[i].body[j], k.legs[i].velocity[j], k.legs[i].acceleration[j]}));
    for (std::size_t b = 0; b < k.nacelle.body.size(); ++b)
      nacelle_.push_back(needed(robot, {b == 0 ? loaded_platform(robot, load) : robot.nacelle.joints[b - 1].body, k.nacelle.body[b],
                                        k.nacelle.velocity[b], k.nacelle.acceleration[b]}));
    for (const ExternalWrench& e : load.wrenches) {
      const Placement<double>& frame = e.leg < 0 ? k.nacelle.body[e.body] : k.legs[e.leg].body[e.body];
      (e.leg < 0 ? nacelle_[e.body] : legs_[e.leg][e.body]) -= at_origin(frame.point(e.point), e.force, e.moment);
    }
    find_contacts();
  }

  std::vector<Reaction> solve() {
    // Unknowns: the coefficients of all contacts. Equations: along each joint freedom of legs and nacelle the subtree's equilibrium, and
    // the six of the free platform.
    int unknowns = 0, equations = 6 + static_cast<int>(robot_.nacelle.joints.size());
    for (const Contact& c : contacts_) unknowns += static_cast<int>(c.span.cols());
    for (const Leg& leg : robot_.legs) equations += leg.freedoms();
    MatX<double> A = MatX<double>::Zero(equations, unknowns);
    VecX<double> b = VecX<double>::Zero(equations);
    int row = 0;
    for (std::size_t i = 0; i < robot_.legs.size(); ++i) {
      const Leg& leg = robot_.legs[i];
      for (int j = 0; j < leg.freedoms(); ++j, ++row) {
        const W6 s = freedom(leg.joints[j], k_.legs[i].body[j]);
        b(row) = s.dot(subtree(i, j)) - joint_effort(leg.joints[j], k_.legs[i].dq(j), k_.legs[i].ddq(j));
        for_each_column([&](const Contact& c, int column, const W6& w) {
          if (c.leg == static_cast<int>(i) && behind(leg, j, c.a)) A(row, column) += s.dot(w);
        });
      }
    }
    for (std::size_t n = 0; n <= robot_.nacelle.joints.size(); ++n) {
      const int count = n == 0 ? 6 : 1;
      const W6 whole = nacelle_subtree(static_cast<int>(n));
      for (int e = 0; e < count; ++e, ++row) {
        const W6 s = n == 0 ? W6(W6::Unit(e)) : freedom(robot_.nacelle.joints[n - 1], k_.nacelle.body[n]);
        b(row) = s.dot(whole) + (n == 0 ? 0.0 : friction_effort(robot_.nacelle.joints[n - 1].friction, k_.VN(5 + n)));
        for_each_column([&](const Contact& c, int column, const W6& w) {
          if (c.leg < 0 && nacelle_behind(static_cast<int>(n), c.a)) A(row, column) += s.dot(w);
          if (nacelle_behind(static_cast<int>(n), c.b)) A(row, column) -= s.dot(w);
        });
      }
    }
    for (int r = 0; r < equations; ++r) {  // rows in newtons and newton metres alike
      const double size = A.row(r).norm();
      if (size == 0.0) continue;
      A.row(r) /= size;
      b(r) /= size;
    }
    const ShortestSolution solution = shortest_solution(A, b, 1e-9);
    // which coefficients the equations fix: those that no null vector touches
    MatX<double> null = MatX<double>::Zero(unknowns, 0);
    if (solution.rank < unknowns) null = right_singular(A).vectors.rightCols(unknowns - solution.rank);
    return collect(solution.x, null);
  }

 private:
  const Robot& robot_;
  const KinematicsData<double>& k_;
  const VecX<double>& effort_;
  std::vector<std::vector<W6>> legs_;
  std::vector<W6> nacelle_;
  std::vector<Contact> contacts_;

  template <class F>
  void for_each_column(const F& f) const {
    int column = 0;
    for (const Contact& c : contacts_)
      for (int k = 0; k < c.span.cols(); ++k) f(c, column++, W6(c.span.col(k)));
  }

  void find_contacts() {
    for (std::size_t i = 0; i < robot_.legs.size(); ++i)
      for (const Tip& tip : robot_.legs[i].tips) {
        const Placement<double> near = tip_frame(tip.leg, k_.legs[i].body), far = tip_frame(tip.nacelle, k_.nacelle.body);
        Contact c{static_cast<int>(i), tip.name, tip.leg.body,
                  tip.nacelle.body,    far.p,    transmitted(tip.kind, near.R, far.R, far.p, robot_.length)};
        const V3 m = friction_moment<double>(tip.friction,
                                             k_.legs[i].velocity[tip.leg.body].angular - k_.nacelle.velocity[tip.nacelle.body].angular);
        c.friction = at_origin(V3::Zero(), V3::Zero(), -m);
        legs_[i][tip.leg.body] -= c.friction;
        nacelle_[tip.nacelle.body] += c.friction;
        contacts_.push_back(c);
      }
    for (const NacelleLoop& loop : robot_.nacelle.loops) {
      const Placement<double> near = tip_frame(loop.a, k_.nacelle.body), far = tip_frame(loop.b, k_.nacelle.body);
      Contact c{-1, loop.name, loop.a.body, loop.b.body, far.p, transmitted(loop.kind, near.R, far.R, far.p, robot_.length)};
      const V3 m =
          friction_moment<double>(loop.friction, k_.nacelle.velocity[loop.a.body].angular - k_.nacelle.velocity[loop.b.body].angular);
      c.friction = at_origin(V3::Zero(), V3::Zero(), -m);
      nacelle_[loop.a.body] -= c.friction;
      nacelle_[loop.b.body] += c.friction;
      contacts_.push_back(c);
    }
  }

  // The joint's freedom as a wrench-reading row at the world's origin: power of a wrench on it.
  static W6 freedom(const Joint& joint, const Placement<double>& body) {
    const V3 z = body.R.col(2);
    W6 s;
    if (joint.revolute) s << body.p.cross(z), z;  // velocity of the point at the origin, angular velocity
    else s << z, V3::Zero();
    return s;
  }

  double joint_effort(const Joint& joint, double rate, double second) const {
    const double resist = rotor_inertia(robot_, joint) * second + friction_effort(joint.friction, rate);
    return (joint.actuator >= 0 ? effort_(joint.actuator) : 0.0) - resist;
  }

  static bool behind(const Leg& leg, int joint, int body) {
    while (body > joint) body = leg.joints[body].parent;
    return body == joint;
  }
  bool nacelle_behind(int body, int other) const {
    while (other > body) other = robot_.nacelle.joints[other - 1].parent;
    return other == body;
  }
  W6 subtree(std::size_t leg, int joint) const {
    W6 sum = W6::Zero();
    for (int b = joint; b < robot_.legs[leg].freedoms(); ++b)
      if (behind(robot_.legs[leg], joint, b)) sum += legs_[leg][b];
    return sum;
  }
  W6 nacelle_subtree(int body) const {
    W6 sum = W6::Zero();
    for (std::size_t b = 0; b < nacelle_.size(); ++b)
      if (nacelle_behind(body, static_cast<int>(b))) sum += nacelle_[b];
    return sum;
  }

  std::vector<Reaction> collect(const VecX<double>& x, const MatX<double>& null) const {
    std::vector<Reaction> out;
    std::vector<W6> wrench(contacts_.size(), W6::Zero());
    std::vector<MatX<double>> loose(contacts_.size());  // what the null vectors add to each contact's wrench
    int column = 0;
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
      const int n = static_cast<int>(contacts_[c].span.cols());
      wrench[c] = contacts_[c].span * x.segment(column, n);
      loose[c] = contacts_[c].span * null.middleRows(column, n);
      column += n;
    }
    const auto add = [&](int leg, const std::string& joint, const V3& at, const W6& w, const MatX<double>& free) {
      Reaction r{leg, joint, w.head<3>(), w.tail<3>() - at.cross(V3(w.head<3>())), true};
      for (Eigen::Index n = 0; n < free.cols(); ++n) {
        const V3 force = free.col(n).head<3>(), moment = V3(free.col(n).tail<3>()) - at.cross(force);
        r.unique &= force.norm() < 1e-9 && moment.norm() < 1e-9 * robot_.length;
      }
      out.push_back(r);
    };
    // inward: a joint passes on what its subtree needs less what its contacts give
    for (std::size_t i = 0; i < robot_.legs.size(); ++i)
      for (int j = 0; j < robot_.legs[i].freedoms(); ++j) {
        W6 w = subtree(i, j);
        MatX<double> free = MatX<double>::Zero(6, null.cols());
        for (std::size_t c = 0; c < contacts_.size(); ++c)
          if (contacts_[c].leg == static_cast<int>(i) && behind(robot_.legs[i], j, contacts_[c].a)) {
            w -= wrench[c];
            free -= loose[c];
          }
        add(static_cast<int>(i), robot_.legs[i].joints[j].name, k_.legs[i].body[j].p, w, free);
      }
    for (std::size_t n = 1; n < nacelle_.size(); ++n) {
      W6 w = nacelle_subtree(static_cast<int>(n));
      MatX<double> free = MatX<double>::Zero(6, null.cols());
      for (std::size_t c = 0; c < contacts_.size(); ++c) {
        const double sign = (contacts_[c].leg < 0 && nacelle_behind(static_cast<int>(n), contacts_[c].a) ? 1.0 : 0.0) -
                            (nacelle_behind(static_cast<int>(n), contacts_[c].b) ? 1.0 : 0.0);
        w -= sign * wrench[c];
        free -= sign * loose[c];
      }
      add(-1, robot_.nacelle.joints[n - 1].name, k_.nacelle.body[n].p, w, free);
    }
    for (std::size_t c = 0; c < contacts_.size(); ++c)
      add(contacts_[c].leg, contacts_[c].name, contacts_[c].at, wrench[c] + contacts_[c].friction, loose[c]);
    return out;
  }
};

}  // namespace

std::vector<Reaction> reactions(const Robot& robot, const Load& load, const KinematicsData<double>& kinematics,
                                const VecX<double>& effort) {
  return Equilibrium(robot, load, kinematics, effort).solve();
}

}  // namespace gough
