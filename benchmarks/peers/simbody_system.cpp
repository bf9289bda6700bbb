#include "benchmarks/peers/simbody_system.hpp"

#include <Eigen/Eigenvalues>

namespace gough::peers {
namespace {

using SimTK::MobilizedBody;

SimTK::Vec3 vector(const Vec3<double>& v) { return {v.x(), v.y(), v.z()}; }
SimTK::UnitVec3 unit(const Vec3<double>& v) { return SimTK::UnitVec3(vector(v)); }

SimTK::Transform transform(const Placement<double>& f) {
  SimTK::Mat33 R;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) R(i, j) = f.R(i, j);
  return {SimTK::Rotation(R, true), vector(f.p)};
}

// A universal joint: two hinges at right angles through one point, which must be the second one's origin.
bool universal(const TreeBody& body) {
  if (body.joints.size() != 2 || !body.joints[0].revolute || !body.joints[1].revolute) return false;
  const Placement<double>&a = body.joints[0].frame, &b = body.joints[1].frame;
  return std::abs(a.R.col(2).dot(b.R.col(2))) < 1e-14 && a.R.col(2).cross(b.p - a.p).norm() < 1e-14;
}

// Simbody's universal joint turns about x, then y.
Placement<double> universal_frame(const TreeBody& body) {
  const Vec3<double> x = body.joints[0].frame.R.col(2), y = body.joints[1].frame.R.col(2);
  Mat3<double> R;
  R << x, y, x.cross(y);
  return {R, body.joints[1].frame.p};
}

// Its slide is along x.
Placement<double> slide_frame(const Placement<double>& f) {
  Mat3<double> R;
  R << f.R.col(2), f.R.col(0), f.R.col(1);
  return {R, f.p};
}

// A rotor that turns with a hinge of the base is inertia of the body.
bool rotor_in_body(const TreeBody& body) { return body.parent < 0 && body.joints.size() == 1 && body.joints[0].revolute; }

SimTK::Body::Rigid body_info(const TreeBody& body, bool closed) {
  const double mass = std::max(body.mass, kLeastInertia);
  Mat3<double> I = body.inertia;
  if (I.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff() < kLeastInertia) I += kLeastInertia * Mat3<double>::Identity();
  if (closed && rotor_in_body(body)) I += body.joints[0].armature * Mat3<double>::Identity();  // about the other axes it never turns
  const SimTK::Inertia central(I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2));
  return SimTK::Body::Rigid(SimTK::MassProperties(mass, vector(body.com), central.shiftFromMassCenter(vector(body.com), mass)));
}

}  // namespace

SimbodySystem::SimbodySystem(const Tree& tree, bool closed) {
  for (const TreeBody& b : tree.bodies) add_body(b, closed);
  if (closed) {
    SimTK::Force::UniformGravity(forces, matter, vector(tree.gravity));
    for (const TreeLoop& loop : tree.loops) add_loop(loop, tree.planar);
    int at = 0;
    for (const TreeBody& b : tree.bodies) {
      for (std::size_t j = 0; j < b.joints.size(); ++j)
        if (b.joints[j].armature > 0.0 && !rotor_in_body(b)) add_rotor(at + static_cast<int>(j), b.joints[j].armature);
      at += b.freedoms();
    }
  }
  state = system.realizeTopology();
  system.realizeModel(state);
}

void SimbodySystem::add_body(const TreeBody& b, bool closed) {
  MobilizedBody parent = b.parent < 0 ? MobilizedBody(matter.updGround()) : matter.updMobilizedBody(body[b.parent]);
  const SimTK::Body::Rigid info = body_info(b, closed);
  if (b.hold == Hold::free) {
    const MobilizedBody::Free made(parent, info);
    body.push_back(made.getMobilizedBodyIndex());
    for (int i : {3, 4, 5, 0, 1, 2}) freedom.push_back({body.back(), i});  // Simbody's order is [ω; v]
  } else if (b.hold == Hold::ball) {
    const Placement<double> f{Mat3<double>::Identity(), b.ball};
    const MobilizedBody::Ball made(parent, transform(b.placement * f), info, transform(f));
    body.push_back(made.getMobilizedBodyIndex());
    for (int i : {0, 1, 2}) freedom.push_back({body.back(), i});
  } else if (universal(b)) {
    const Placement<double> f = universal_frame(b);
    const MobilizedBody::Universal made(parent, transform(b.placement * f), info, transform(f));
    body.push_back(made.getMobilizedBodyIndex());
    for (int i : {0, 1}) freedom.push_back({body.back(), i});
  } else {
    add_chain(b, parent, info);
  }
}

// One mobilized body for each joint; all but the last without mass.
void SimbodySystem::add_chain(const TreeBody& b, MobilizedBody parent, const SimTK::Body& info) {
  for (std::size_t j = 0; j < b.joints.size(); ++j) {
    const TreeJoint& joint = b.joints[j];
    const Placement<double> before = j == 0 ? b.placement : Placement<double>();
    const Placement<double> f = joint.revolute ? joint.frame : slide_frame(joint.frame);
    const SimTK::Body link = j + 1 == b.joints.size() ? info : SimTK::Body(SimTK::Body::Massless());
    if (joint.revolute) parent = MobilizedBody::Pin(parent, transform(before * f), link, transform(f));
    else parent = MobilizedBody::Slider(parent, transform(before * f), link, transform(f));
    freedom.push_back({parent.getMobilizedBodyIndex(), 0});
  }
  body.push_back(parent.getMobilizedBodyIndex());
}

void SimbodySystem::add_loop(const TreeLoop& loop, bool planar) {
  MobilizedBody &a = matter.updMobilizedBody(body[loop.a]), &b = matter.updMobilizedBody(body[loop.b]);
  const SimTK::Vec3 pa = vector(loop.frame_a.p), pb = vector(loop.frame_b.p);
  if (loop.kind == LoopKind::rigid) {
    SimTK::Constraint::Weld(a, transform(loop.frame_a), b, transform(loop.frame_b));
    return;
  }
  if (planar) {
    SimTK::Constraint::PointOnLine(b, unit(loop.frame_b.R.col(2)), pb, a, pa);
    return;
  }
  SimTK::Constraint::Ball(a, pa, b, pb);
  if (loop.kind == LoopKind::axis)
    for (int c : {0, 1}) SimTK::Constraint::ConstantAngle(a, unit(loop.frame_a.R.col(c)), b, unit(loop.frame_b.R.col(2)));
}

void SimbodySystem::add_rotor(int at, double inertia) {
  const SimTK::Body::Rigid info(SimTK::MassProperties(1.0, SimTK::Vec3(0), SimTK::Inertia(inertia)));
  const MobilizedBody::Pin made(matter.updGround(), info);
  rotor.push_back({made.getMobilizedBodyIndex(), at});
  SimTK::Array_<SimTK::MobilizedBodyIndex> bodies;
  SimTK::Array_<SimTK::MobilizerQIndex> indices;
  bodies.push_back(freedom[at].body);
  bodies.push_back(rotor.back().body);
  indices.push_back(SimTK::MobilizerQIndex(freedom[at].index));
  indices.push_back(SimTK::MobilizerQIndex(0));
  SimTK::Vector difference(3);
  difference[0] = 1.0, difference[1] = -1.0, difference[2] = 0.0;
  SimTK::Constraint::CoordinateCoupler(matter, new SimTK::Function::Linear(difference), bodies, indices);
}

int SimbodySystem::rate_index(const SimbodyFreedom& at) const {
  return static_cast<int>(matter.getMobilizedBody(at.body).getFirstUIndex(state)) + at.index;
}

// A free body's rates are in world axes, as the tree's; those of a ball in the carrier's: d(Cᵀω)/dt = Cᵀ(ω̇ − ω_carrier × ω).
PeerState SimbodySystem::prepared(const Tree& tree, const TreeState& at) const {
  MatX<double> order = MatX<double>::Zero(state.getNU(), tree.freedoms);
  VecX<double> shift = VecX<double>::Zero(state.getNU());
  int f = 0;
  for (const TreeBody& b : tree.bodies) {
    for (int i = 0; i < b.freedoms(); ++i) order(rate_index(freedom[f + i]), f + i) = 1.0;
    if (b.hold == Hold::ball) {
      order.block<3, 3>(rate_index(freedom[f]), f) = at.carrier.transpose();
      shift.segment<3>(rate_index(freedom[f])) = at.carrier.transpose() * at.platform_spin.cross(at.carrier_spin);
    }
    f += b.freedoms();
  }
  PeerState out = peer_state(at, order, shift);
  put_positions(tree, at, out);
  for (const SimbodyRotor& r : rotor) out.rate(rate_index({r.body, 0})) = at.rate(r.freedom);
  return out;
}

void SimbodySystem::put_positions(const Tree& tree, const TreeState& at, PeerState& out) const {
  const auto first = [&](SimTK::MobilizedBodyIndex b) { return static_cast<int>(matter.getMobilizedBody(b).getFirstQIndex(state)); };
  out.position.setZero(state.getNQ());
  int joint = 0, f = 0;
  for (const TreeBody& b : tree.bodies) {
    if (b.hold != Hold::joints) {
      const Eigen::Quaterniond q(b.hold == Hold::ball ? Mat3<double>(at.carrier.transpose() * at.platform.R) : at.platform.R);
      out.position.segment<4>(first(freedom[f].body)) << q.w(), q.x(), q.y(), q.z();
      if (b.hold == Hold::free) out.position.segment<3>(first(freedom[f].body) + 4) = at.platform.p;
    }
    for (std::size_t j = 0; j < b.joints.size(); ++j, ++joint) {
      const int here = f + static_cast<int>(j);
      out.position(first(freedom[here].body) + freedom[here].index) = at.position(joint);
      for (const SimbodyRotor& r : rotor)
        if (r.freedom == here) out.position(first(r.body)) = at.position(joint);
    }
    f += b.freedoms();
  }
}

void SimbodySystem::put(const PeerState& from) {
  SimTK::Vector& q = state.updQ();
  for (int i = 0; i < q.size(); ++i) q[i] = from.position(i);
  SimTK::Vector& u = state.updU();
  for (int i = 0; i < u.size(); ++i) u[i] = from.rate(i);
}

}  // namespace gough::peers
