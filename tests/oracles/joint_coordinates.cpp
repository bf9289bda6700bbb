#include "tests/oracles/joint_coordinates.hpp"

#include "gough/math/linear_algebra.hpp"

namespace gough::oracle {
namespace {

using Matrix6 = Eigen::Matrix<double, 6, 6>;

Frame displacement(const Axis& joint, double q) {
  const M3 R = rotation_exp((joint.revolute ? q : joint.screw * q) * joint.axis);
  return {R, joint.point - R * joint.point + (joint.revolute ? 0.0 : q) * joint.axis};
}

// Inertia about the world's origin.
Matrix6 inertia(const test::Mass& body, const Frame& moved) {
  const V3 c = moved.point(body.com);
  const M3 cross = hat(c), I = moved.R * body.inertia * moved.R.transpose();
  Matrix6 out;
  out << I - body.mass * cross * cross, body.mass * cross, -body.mass * cross, body.mass * M3::Identity();
  return out;
}

constexpr double kRest = 1e-9;  // rad/s or m/s: rates that dry friction takes for none

double sign(double x) { return (x > kRest) - (x < -kRest); }

// Directions about which a closure forbids to turn, world axes, and how they change.
struct Forbidden {
  std::vector<V3> axes, rates;
};

Forbidden forbidden(const Closure& c, const M3& a, const M3& b, const V3& wa, const V3& wb) {
  Forbidden out;
  const auto cross = [&](const V3& x, const V3& y) {  // x on a, y on b
    out.axes.push_back(x.cross(y));
    out.rates.push_back(wa.cross(x).cross(y) + x.cross(wb.cross(y)));
  };
  if (c.kind == 'U') cross(a * c.axes.col(0), b * c.axes.col(1));
  if (c.kind == 'R')
    for (int k = 0; k < 2; ++k) cross(a * c.axes.col(2), b * c.axes.col(k));
  if (c.kind == 'F')
    for (int k = 0; k < 3; ++k) {
      out.axes.push_back(V3::Unit(k));
      out.rates.push_back(V3::Zero());
    }
  return out;
}

}  // namespace

Linkage::Linkage(const test::Sketch& sketch) : sketch_(sketch), home_point_(sketch.home.p) {
  const double s = sketch.scale;
  std::vector<std::vector<int>> last;  // body behind every joint of every leg
  for (std::size_t i = 0; i < sketch.legs.size(); ++i) {
    last.emplace_back();
    for (const test::SketchJoint& joint : sketch.legs[i].joints) {
      int parent = joint.parent < 0 ? -1 : last.back()[joint.parent];
      for (int k = 0; k < joint.freedoms(); ++k) {
        Axis axis{joint.turns(k),      joint.axes[k], joint.point, parent, static_cast<int>(axes_.size()), joint.values[k], {}, {}, 0.0, -1,
                  static_cast<int>(i), joint.screw};
        Friction friction = joint.friction;
        if (joint.motor.axis == k) add_motor(joint.motor, friction, axis);
        axis.friction = per_unit(friction, axis.revolute);
        axis.spring = {joint.spring.stiffness / (axis.revolute ? s * s : 1.0), joint.spring.free};
        parent = axis.body;
        joint_of_.push_back(static_cast<int>(axes_.size()));
        axes_.push_back(axis);
        masses_.push_back(k + 1 == joint.freedoms() ? joint.body : test::Mass{});
      }
      last.back().push_back(parent);
    }
  }
  platform_ = static_cast<int>(axes_.size());
  masses_.push_back(sketch.platform);
  joint_of_.push_back(-1);
  for (const test::SketchHinge& hinge : sketch.hinges) {
    joint_of_.push_back(static_cast<int>(axes_.size()));
    Axis axis;
    axis.revolute = hinge.revolute;
    axis.axis = hinge.axis;
    axis.point = hinge.point;
    axis.parent = platform_ + hinge.parent;
    axis.body = static_cast<int>(axes_.size()) + 1;
    axis.screw = hinge.screw;
    Friction friction = hinge.friction;
    if (hinge.motor.axis == 0) add_motor(hinge.motor, friction, axis);
    axis.friction = per_unit(friction, hinge.revolute);
    axes_.push_back(axis);
    masses_.push_back(hinge.body);
  }
  bodies_ = static_cast<int>(masses_.size());
  add_closures(last);
  add_ropes(last);
}

void Linkage::add_motor(const test::Motor& motor, Friction& friction, Axis& axis) {
  friction.viscous += motor.viscous;
  friction.coulomb += motor.coulomb;
  axis.rotor = motor.rotor * motor.gear * motor.gear / (axis.revolute ? sketch_.scale * sketch_.scale : 1.0);
  axis.actuator = actuators_++;
}

Friction Linkage::per_unit(const Friction& f, bool revolute) const {
  const double s = sketch_.scale;
  return revolute ? Friction{f.viscous / (s * s), f.coulomb / (s * s)} : Friction{f.viscous, f.coulomb / s};
}

double Linkage::effort_unit(int axis) const { return axes_[axis].revolute ? sketch_.scale * sketch_.scale : sketch_.scale; }

Configuration Linkage::home() const { return {VecX<double>::Zero(axes_.size()), std::vector<Frame>(bodies_ + 1)}; }

void Linkage::move(const VecX<double>& step, Configuration& at) const {
  // the platform by the screw motion of its twist at the origin, to second order a turn about the origin and a shift
  const M3 R = rotation_exp(step.segment<3>(platform_));
  at.moved[platform_] = Frame{R, step.segment<3>(platform_ + 3)} * at.moved[platform_];
  at.moved[platform_].R = orthonormal(at.moved[platform_].R);
  for (std::size_t j = 0; j < axes_.size(); ++j) {
    const Axis& axis = axes_[j];
    at.q(j) += step(column(static_cast<int>(j)));
    at.moved[axis.body] = (axis.parent < 0 ? Frame{} : at.moved[axis.parent]) * displacement(axis, at.q(j));
  }
}

VecX<double> Linkage::gap(const Configuration& at) const {
  std::vector<double> out;
  for (const Closure& c : closures_) {
    const Frame &a = at.moved[c.a], &b = at.moved[c.b];
    const V3 apart = a.point(c.point) - b.point(c.point);
    out.insert(out.end(), apart.data(), apart.data() + 3);
    if (c.kind == 'U') out.push_back((a.R * c.axes.col(0)).dot(b.R * c.axes.col(1)));
    if (c.kind == 'R')
      for (int k = 0; k < 2; ++k) out.push_back((a.R * c.axes.col(2)).dot(b.R * c.axes.col(k)));
    if (c.kind == 'F') {
      const V3 turn = rotation_vector(a.R * b.R.transpose());
      out.insert(out.end(), turn.data(), turn.data() + 3);
    }
  }
  for (const Following& f : followings_) {
    double ahead = at.q(f.axis);
    for (const auto& [axis, ratio] : f.terms) ahead -= ratio * at.q(axis);
    out.push_back(ahead);
  }
  return Eigen::Map<VecX<double>>(out.data(), static_cast<Eigen::Index>(out.size()));
}

Twist Linkage::screw(const Configuration& at, int index) const {
  const Axis& axis = axes_[index];
  const Frame parent = axis.parent < 0 ? Frame{} : at.moved[axis.parent];
  const V3 direction = parent.R * axis.axis;
  Twist out;
  if (axis.revolute) out << direction, parent.point(axis.point).cross(direction);
  else out << axis.screw * direction, direction + parent.point(axis.point).cross(axis.screw * direction);
  return out;
}

std::vector<MatX<double>> Linkage::jacobians(const Configuration& at) const {
  std::vector<MatX<double>> J(bodies_ + 1, MatX<double>::Zero(6, coordinates()));
  J[platform_].block<6, 6>(0, platform_).setIdentity();
  for (std::size_t j = 0; j < axes_.size(); ++j) {
    const Axis& axis = axes_[j];
    if (axis.parent >= 0) J[axis.body] = J[axis.parent];
    J[axis.body].col(column(static_cast<int>(j))) = screw(at, static_cast<int>(j));
  }
  return J;
}

MatX<double> Linkage::closing_rows(const Configuration& at) const {
  const std::vector<MatX<double>> J = jacobians(at);
  int rows = 0;
  for (const Closure& c : closures_) rows += c.rows();
  MatX<double> A = MatX<double>::Zero(rows + static_cast<int>(followings_.size()), coordinates());
  int row = 0;
  for (std::size_t k = 0; k < closures_.size(); ++k) {
    const Closure& c = closures_[k];
    A.middleRows(row, c.rows()) = closure_map(at, static_cast<int>(k)).transpose() * (J[c.a] - J[c.b]);
    row += c.rows();
  }
  for (const Following& f : followings_) {
    A(row, column(f.axis)) = 1.0;
    for (const auto& [axis, ratio] : f.terms) A(row, column(axis)) = -ratio;
    ++row;
  }
  return A;
}

// Columns: the wrench of a unit force along x, y, z at the point, then of a unit moment about each forbidden direction.
Eigen::Matrix<double, 6, Eigen::Dynamic> Linkage::closure_map(const Configuration& at, int closure) const {
  const Closure& c = closures_[closure];
  Eigen::Matrix<double, 6, Eigen::Dynamic> out(6, c.rows());
  const V3 point = at.moved[c.b].point(c.point);
  for (int k = 0; k < 3; ++k) out.col(k) = wrench_at(point, V3::Unit(k), V3::Zero());
  const Forbidden turns = forbidden(c, at.moved[c.a].R, at.moved[c.b].R, V3::Zero(), V3::Zero());
  for (std::size_t k = 0; k < turns.axes.size(); ++k) out.col(3 + static_cast<int>(k)) = wrench_at(point, V3::Zero(), turns.axes[k]);
  return out;
}

bool Linkage::close(Configuration& at) const {
  for (int iteration = 0; iteration < 12; ++iteration) {
    const VecX<double> open = gap(at);
    if (open.cwiseAbs().maxCoeff() < 2e-15) return true;
    const VecX<double> step = shortest_solution(closing_rows(at), VecX<double>(-open), 1e-7).x;
    if (!(step.cwiseAbs().maxCoeff() < 0.5)) return false;
    move(step, at);
    if (step.cwiseAbs().maxCoeff() < 1e-13) break;
  }
  return gap(at).cwiseAbs().maxCoeff() < 1e-12;
}

MatX<double> Linkage::nacelle_rows(const Configuration& at, const std::vector<int>& components) const {
  MatX<double> S = MatX<double>::Zero(components.size(), coordinates());
  const V3 p = platform_point(at);
  for (std::size_t k = 0; k < components.size(); ++k) {
    const int index = components[k];
    if (index < 3) {
      S(k, platform_ + 3 + index) = 1.0;
      S.block<1, 3>(k, platform_) = p.cross(V3::Unit(index)).transpose();
    } else {
      S(k, index < 6 ? platform_ + index - 3 : platform_ + index) = 1.0;
    }
  }
  return S;
}

MatX<double> Linkage::actuated_rows() const {
  MatX<double> out = MatX<double>::Zero(actuators_, coordinates());
  for (std::size_t j = 0; j < axes_.size(); ++j)
    if (axes_[j].actuator >= 0) out(axes_[j].actuator, column(static_cast<int>(j))) = 1.0;
  return out;
}

Twist Linkage::friction_wrench(const Closure& c, const std::vector<Twist>& twist) const {
  const V3 w = V3(twist[c.a].head<3>()) - V3(twist[c.b].head<3>());
  Twist out = Twist::Zero();
  out.head<3>() = -(c.friction.viscous + (w.norm() > kRest ? c.friction.coulomb / w.norm() : 0.0)) * w;
  return out;
}

MatX<double> Linkage::mass_matrix(const Configuration& at, const std::vector<MatX<double>>& J, const test::Mass& payload) const {
  MatX<double> M = MatX<double>::Zero(coordinates(), coordinates());
  for (int b = 0; b < bodies_; ++b) {
    Matrix6 I = inertia(masses_[b], at.moved[b]);
    if (b == platform_) I += inertia(payload, at.moved[b]);
    if (masses_[b].mass > 0 || b == platform_) M += J[b].transpose() * I * J[b];
  }
  for (std::size_t j = 0; j < axes_.size(); ++j) M(column(static_cast<int>(j)), column(static_cast<int>(j))) += axes_[j].rotor;
  return M;
}

std::vector<Twist> Linkage::coasting_rates(const Configuration& at, const ForcedMotion& motion) const {
  std::vector<Twist> out(bodies_ + 1, Twist::Zero());
  for (std::size_t j = 0; j < axes_.size(); ++j) {
    const Axis& axis = axes_[j];
    if (axis.parent < 0) continue;
    out[axis.body] =
        out[axis.parent] + bracket(motion.twist[axis.parent], screw(at, static_cast<int>(j))) * motion.u(column(static_cast<int>(j)));
  }
  return out;
}

VecX<double> Linkage::second_order_side(const Configuration& at, const std::vector<int>& components, const VecX<double>& acceleration,
                                        const std::vector<Twist>& coasting, const ForcedMotion& motion) const {
  VecX<double> right = VecX<double>::Zero(motion.closed.rows() + static_cast<Eigen::Index>(components.size()));
  int row = 0;
  for (const Closure& c : closures_) {
    const V3 point = at.moved[c.b].point(c.point), moving = velocity_at(motion.twist[c.b], point);
    const V3 turning = V3(motion.twist[c.a].head<3>()) - V3(motion.twist[c.b].head<3>());
    const Twist apart = coasting[c.a] - coasting[c.b];
    right.segment<3>(row) = -(velocity_at(apart, point) + turning.cross(moving));
    const Forbidden turns = forbidden(c, at.moved[c.a].R, at.moved[c.b].R, motion.twist[c.a].head<3>(), motion.twist[c.b].head<3>());
    for (std::size_t k = 0; k < turns.axes.size(); ++k)
      right(row + 3 + static_cast<int>(k)) = -(turns.axes[k].dot(V3(apart.head<3>())) + turns.rates[k].dot(turning));
    row += c.rows();
  }
  row += static_cast<int>(followings_.size());
  const V3 p = platform_point(at);
  const Twist& P = motion.twist[platform_];
  const V3 centripetal = V3(P.head<3>()).cross(velocity_at(P, p));
  for (std::size_t k = 0; k < components.size(); ++k)
    right(row + static_cast<int>(k)) = acceleration(k) - (components[k] < 3 ? centripetal(components[k]) : 0.0);
  return right;
}

void Linkage::balance_bodies(const Configuration& at, const test::Mass& payload, const std::vector<WorldWrench>& wrenches,
                             ForcedMotion& motion) const {
  motion.resultant.assign(bodies_ + 1, Twist::Zero());
  for (int b = 0; b < bodies_; ++b)
    for (const test::Mass* body : {&masses_[b], &payload}) {
      if (body->mass == 0.0 || (body == &payload && b != platform_)) continue;
      const Matrix6 I = inertia(*body, at.moved[b]);
      const V3 c = at.moved[b].point(body->com);
      motion.resultant[b] +=
          I * motion.rate[b] + dual_bracket(motion.twist[b], I * motion.twist[b]) - wrench_at(c, body->mass * sketch_.gravity, V3::Zero());
      motion.kinetic += 0.5 * motion.twist[b].dot(I * motion.twist[b]);
      motion.potential -= body->mass * sketch_.gravity.dot(c);
    }
  for (const WorldWrench& w : wrenches) motion.resultant[w.body] -= wrench_at(w.point, w.force, w.moment);
  pull_ropes(at, motion);
}

void Linkage::gather_forces(const Configuration& at, const std::vector<MatX<double>>& J, ForcedMotion& motion) const {
  motion.force = VecX<double>::Zero(coordinates());
  for (int b = 0; b < bodies_; ++b) motion.force += J[b].transpose() * motion.resultant[b];
  for (std::size_t j = 0; j < axes_.size(); ++j) {
    const Axis& axis = axes_[j];
    const int k = column(static_cast<int>(j));
    const double friction =
        axis.friction.viscous * motion.u(k) + axis.friction.coulomb * sign(motion.u(k) * (axis.revolute ? 1.0 : sketch_.scale));
    const double stretch = axis.home + at.q(static_cast<Eigen::Index>(j)) - axis.spring.free;
    motion.force(k) += axis.rotor * motion.du(k) + friction + axis.spring.stiffness * stretch;
    motion.potential += 0.5 * axis.spring.stiffness * stretch * stretch;
    motion.dissipation += friction * motion.u(k);
    motion.kinetic += 0.5 * axis.rotor * motion.u(k) * motion.u(k);
  }
  for (const Closure& c : closures_) {
    const Twist friction = friction_wrench(c, motion.twist);
    motion.force -= (J[c.a] - J[c.b]).transpose() * friction;
    motion.dissipation -= friction.dot(motion.twist[c.a] - motion.twist[c.b]);
  }
}

void Linkage::find_efforts(ForcedMotion& motion) const {
  // least-norm efforts in SI units: (drive N)ᵀ τ = Nᵀ force
  motion.free = null_space(motion.closed).basis;
  MatX<double> drive = actuated_rows();
  VecX<double> unit(actuators_);
  for (std::size_t j = 0; j < axes_.size(); ++j)
    if (axes_[j].actuator >= 0) unit(axes_[j].actuator) = effort_unit(static_cast<int>(j)) / effort_unit_largest();
  const MatX<double> scaled = unit.cwiseInverse().asDiagonal() * (drive * motion.free);
  const VecX<double> si =
      shortest_solution(MatX<double>(scaled.transpose()), VecX<double>(motion.free.transpose() * motion.force), 1e-12).x;
  motion.effort = unit.cwiseInverse().asDiagonal() * si;
  motion.multipliers =
      shortest_solution(MatX<double>(motion.closed.transpose()), VecX<double>(motion.force - drive.transpose() * motion.effort), 1e-9).x;
}

ForcedMotion Linkage::inverse(const Configuration& at, const std::vector<int>& components, const VecX<double>& rate,
                              const VecX<double>& acceleration, const test::Mass& payload, const std::vector<WorldWrench>& wrenches) const {
  ForcedMotion out;
  const std::vector<MatX<double>> J = jacobians(at);
  out.closed = closing_rows(at);
  const MatX<double> S = nacelle_rows(at, components);
  MatX<double> system(out.closed.rows() + S.rows(), coordinates());
  system << out.closed, S;
  const Solver solve = least_squares_solver(system);
  VecX<double> right = VecX<double>::Zero(system.rows());
  right.tail(S.rows()) = rate;
  out.u = solve(right);
  for (int b = 0; b <= bodies_; ++b) out.twist.push_back(J[b] * out.u);
  const std::vector<Twist> coasting = coasting_rates(at, out);
  out.du = solve(second_order_side(at, components, acceleration, coasting, out));
  for (int b = 0; b <= bodies_; ++b) out.rate.push_back(coasting[b] + J[b] * out.du);
  balance_bodies(at, payload, wrenches, out);
  gather_forces(at, J, out);
  mass_ = mass_matrix(at, J, payload);
  find_efforts(out);
  return out;
}

double Linkage::effort_unit_largest() const {
  double largest = 0.0;
  for (std::size_t j = 0; j < axes_.size(); ++j)
    if (axes_[j].actuator >= 0) largest = std::max(largest, effort_unit(static_cast<int>(j)));
  return largest;
}

VecX<double> Linkage::direct(const ForcedMotion& motion, const VecX<double>& effort) const {
  // M (u̇ + N s) + rest = force + M N s: only the motion along N changes with the efforts
  const MatX<double>& N = motion.free;
  const VecX<double> excess = N.transpose() * (actuated_rows().transpose() * effort - motion.force);
  return motion.du + N * positive_solver(MatX<double>(N.transpose() * mass_ * N))(excess);
}

double Linkage::answer(const ForcedMotion& motion, const MatX<double>& components) const {
  const MatX<double>& N = motion.free;
  const MatX<double> response = components * N * gough::inverse(MatX<double>(N.transpose() * mass_ * N)) * N.transpose();
  const VecX<double> efforts = (actuated_rows().transpose() * motion.effort).cwiseAbs();
  return (response.cwiseAbs() * (motion.force.cwiseAbs() + efforts)).maxCoeff();
}

}  // namespace gough::oracle
