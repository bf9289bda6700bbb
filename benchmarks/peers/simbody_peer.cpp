#include "benchmarks/peers/simbody_peer.hpp"

#include "benchmarks/peers/simbody_system.hpp"

namespace gough::peers {

struct SimbodyPeer::Engine {
  Tree tree;
  SimbodySystem closed, open;
  SimTK::Vec3 gravity;
  std::vector<int> motor;                                // rate of each actuator in the closed system
  SimTK::Vector closed_damping, open_damping, armature;  // of each rate
  SimTK::Vector efforts, accelerations, residual, none;
  SimTK::Vector_<SimTK::SpatialVec> weights;
  VecX<double> out_acceleration, out_effort;

  explicit Engine(const Tree& t) : tree(t), closed(t, true), open(t, false), gravity(t.gravity.x(), t.gravity.y(), t.gravity.z()) {
    motor.resize(t.actuators);
    closed_damping.resize(closed.state.getNU());
    closed_damping = 0.0;
    open_damping.resize(open.state.getNU());
    open_damping = 0.0;
    armature = efforts = accelerations = residual = open_damping;
    efforts.resize(closed.state.getNU());
    weights.resize(open.matter.getNumBodies());
    weights = SimTK::SpatialVec(SimTK::Vec3(0), SimTK::Vec3(0));
    int f = 0;
    for (const TreeBody& body : tree.bodies) {
      for (std::size_t j = 0; j < body.joints.size(); ++j) read(body.joints[j], f + static_cast<int>(j));
      f += body.freedoms();
    }
    out_acceleration.setZero(t.mobility);
    out_effort.setZero(t.actuators);
  }

  void read(const TreeJoint& joint, int f) {
    const int in_closed = closed.rate_index(closed.freedom[f]), in_open = open.rate_index(open.freedom[f]);
    closed_damping[in_closed] = open_damping[in_open] = joint.damping;
    armature[in_open] = joint.armature;
    if (joint.actuator >= 0) motor[joint.actuator] = in_closed;
  }

  void weigh() {
    for (SimTK::MobilizedBodyIndex b(1); b < open.matter.getNumBodies(); ++b) {
      const SimTK::MobilizedBody& body = open.matter.getMobilizedBody(b);
      const SimTK::MassProperties& mass = body.getBodyMassProperties(open.state);
      const SimTK::Vec3 weight = mass.getMass() * gravity;
      weights[b] = SimTK::SpatialVec((body.getBodyRotation(open.state) * mass.getMassCenter()) % weight, weight);
    }
  }
};

SimbodyPeer::SimbodyPeer(const Tree& tree) : engine_(std::make_unique<Engine>(tree)) {}
SimbodyPeer::~SimbodyPeer() = default;

SimbodyPeer::State SimbodyPeer::set(const TreeState& state) const {
  return {engine_->closed.prepared(engine_->tree, state), engine_->open.prepared(engine_->tree, state)};
}

const VecX<double>& SimbodyPeer::forward(const State& state, const VecX<double>& effort) {
  Engine& e = *engine_;
  e.closed.put(state.closed);
  for (int i = 0; i < e.efforts.size(); ++i) e.efforts[i] = -e.closed_damping[i] * state.closed.rate(i);
  for (std::size_t a = 0; a < e.motor.size(); ++a) e.efforts[e.motor[a]] += effort(static_cast<int>(a));
  e.closed.drive.setAllMobilityForces(e.closed.state, e.efforts);
  e.closed.system.realize(e.closed.state, SimTK::Stage::Acceleration);
  const SimTK::Vector& udot = e.closed.state.getUDot();
  e.out_acceleration = state.closed.bias;
  for (int i = 0; i < udot.size(); ++i) e.out_acceleration += udot[i] * state.closed.P.col(i);
  return e.out_acceleration;
}

SwingEnd SimbodyPeer::swing(const State& start, const SwingTask& task, bool merson) {
  Engine& e = *engine_;
  e.closed.put(start.closed);
  e.closed.state.setTime(0.0);
  e.efforts = 0.0;
  for (std::size_t a = 0; a < e.motor.size(); ++a) e.efforts[e.motor[a]] = task.effort(static_cast<int>(a));
  e.closed.drive.setAllMobilityForces(e.closed.state, e.efforts);
  std::unique_ptr<SimTK::Integrator> integrator;
  if (merson) integrator = std::make_unique<SimTK::RungeKuttaMersonIntegrator>(e.closed.system);
  else integrator = std::make_unique<SimTK::RungeKutta3Integrator>(e.closed.system);
  integrator->setFixedStepSize(task.step);
  integrator->setConstraintTolerance(1e-10);
  integrator->setProjectEveryStep(true);
  integrator->initialize(e.closed.state);
  while (integrator->getTime() < task.steps * task.step - 0.5 * task.step) integrator->stepTo(task.steps * task.step);
  const SimTK::State& end = integrator->getState();
  e.closed.system.realize(end, SimTK::Stage::Position);
  const SimTK::Transform& X = e.closed.matter.getMobilizedBody(e.closed.body[e.tree.platform]).getBodyTransform(end);
  Placement<double> body;
  for (int r = 0; r < 3; ++r) {
    body.p(r) = X.p()[r];
    for (int c = 0; c < 3; ++c) body.R(r, c) = X.R().asMat33()(r, c);
  }
  SwingEnd out{body * e.tree.platform_frame, 0.0};
  const SimTK::Vector& gap = end.getQErr();
  for (int r = 0; r < gap.size(); ++r) out.loop_gap = std::max(out.loop_gap, std::abs(gap[r]));
  return out;
}

const VecX<double>& SimbodyPeer::inverse(const State& state) {
  Engine& e = *engine_;
  e.open.put(state.open);
  for (int i = 0; i < e.accelerations.size(); ++i) e.accelerations[i] = state.open.acceleration(i);
  e.open.system.realize(e.open.state, SimTK::Stage::Velocity);
  e.weigh();
  e.open.matter.calcResidualForceIgnoringConstraints(e.open.state, e.none, e.weights, e.accelerations, e.residual);
  for (int i = 0; i < e.residual.size(); ++i)
    e.residual[i] += e.armature[i] * state.open.acceleration(i) + e.open_damping[i] * state.open.rate(i);
  project(state.open, &e.residual[0], e.out_effort);
  return e.out_effort;
}

}  // namespace gough::peers
