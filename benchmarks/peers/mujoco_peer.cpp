#include "benchmarks/peers/mujoco_peer.hpp"

#include <mujoco/mujoco.h>

#include "benchmarks/peers/mujoco_load.hpp"
#include "benchmarks/peers/mujoco_model.hpp"

namespace gough::peers {
namespace {

using Vector = Eigen::Map<VecX<double>>;
using ConstVector = Eigen::Map<const VecX<double>>;

}  // namespace

struct MujocoPeer::Engine {
  Tree tree;
  mjModel* model;
  mjData* data;
  std::vector<int> joint;  // MuJoCo's joint for each hinge and slide of the tree
  std::vector<int> motor;  // for each actuator
  int platform = -1;       // the platform's free or ball joint, if it has one
  int repaired_iterations = 5;
  VecX<double> armature, damping;
  VecX<double> out_acceleration, out_effort, force;

  explicit Engine(const Tree& t) : tree(t), model(load_mujoco(mujoco_model(t))), data(mj_makeData(model)) {
    platform = mj_name2id(model, mjOBJ_JOINT, "platform");
    for (int d = 0; d < model->njnt - (platform >= 0); ++d)
      joint.push_back(mj_name2id(model, mjOBJ_JOINT, ("j" + std::to_string(d)).c_str()));
    for (int a = 0; a < t.actuators; ++a) motor.push_back(mj_name2id(model, mjOBJ_ACTUATOR, ("m" + std::to_string(a)).c_str()));
    armature = ConstVector(model->dof_armature, model->nv);
    damping = ConstVector(model->dof_damping, model->nv);
    out_acceleration.setZero(t.mobility);
    out_effort.setZero(t.actuators);
    force.setZero(model->nv);
  }
  ~Engine() {
    mj_deleteData(data);
    mj_deleteModel(model);
  }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // The tree's rates in MuJoCo's order. The ω of a free or ball joint is in the body's own axes.
  MatX<double> order(const TreeState& state) const {
    MatX<double> out = MatX<double>::Zero(model->nv, model->nv);
    int at = 0;
    std::size_t d = 0;
    for (const TreeBody& body : tree.bodies) {
      for (std::size_t j = 0; j < body.joints.size(); ++j) out(model->jnt_dofadr[joint[d++]], at++) = 1.0;
      if (body.hold == Hold::joints) continue;
      const int first = model->jnt_dofadr[platform], linear = body.freedoms() - 3;
      out.block(first, at, linear, linear).setIdentity();
      out.block<3, 3>(first + linear, at + linear) = state.platform.R.transpose();
      at += body.freedoms();
    }
    return out;
  }

  // Those axes turn: d(Rᵀω)/dt = Rᵀ(ω̇ − ω_platform × ω).
  VecX<double> shift(const TreeState& state) const {
    VecX<double> out = VecX<double>::Zero(model->nv);
    if (tree.bodies[tree.platform].hold == Hold::ball)
      out.segment<3>(model->jnt_dofadr[platform]) = state.platform.R.transpose() * state.platform_spin.cross(state.carrier_spin);
    return out;
  }

  VecX<double> positions(const TreeState& state) const {
    VecX<double> out(model->nq);
    for (std::size_t d = 0; d < joint.size(); ++d) out(model->jnt_qposadr[joint[d]]) = state.position(static_cast<int>(d));
    if (platform < 0) return out;
    const bool ball = tree.bodies[tree.platform].hold == Hold::ball;
    const Eigen::Quaterniond q(ball ? Mat3<double>(state.carrier.transpose() * state.platform.R) : state.platform.R);
    const int first = model->jnt_qposadr[platform];
    if (!ball) out.segment<3>(first) = state.platform.p;
    out.segment<4>(first + (ball ? 0 : 3)) << q.w(), q.x(), q.y(), q.z();
    return out;
  }

  void put(const PeerState& state) {
    Vector(data->qpos, model->nq) = state.position;
    Vector(data->qvel, model->nv) = state.rate;
  }

  void put(const VecX<double>& effort) {
    for (std::size_t a = 0; a < motor.size(); ++a) data->ctrl[motor[a]] = effort(static_cast<int>(a));
  }

  const VecX<double>& answer(const PeerState& state) {
    out_acceleration = state.bias;
    out_acceleration.noalias() += state.P * ConstVector(data->qacc, model->nv);
    return out_acceleration;
  }
};

MujocoPeer::MujocoPeer(const Tree& tree) : engine_(std::make_unique<Engine>(tree)) {}
MujocoPeer::~MujocoPeer() = default;

PeerState MujocoPeer::set(const TreeState& state) const {
  PeerState out = peer_state(state, engine_->order(state), engine_->shift(state));
  out.position = engine_->positions(state);
  return out;
}

const VecX<double>& MujocoPeer::forward(const PeerState& state, const VecX<double>& effort) {
  engine_->put(state);
  engine_->put(effort);
  mj_forward(engine_->model, engine_->data);
  return engine_->answer(state);
}

const VecX<double>& MujocoPeer::forward_repaired(const PeerState& state, const VecX<double>& effort) {
  mjModel* m = engine_->model;
  mjData* d = engine_->data;
  engine_->put(state);
  engine_->put(effort);
  mj_fwdPosition(m, d);
  mj_fwdVelocity(m, d);
  mj_fwdActuation(m, d);
  const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> J(d->efc_J, d->nefc, m->nv);
  Vector(d->efc_aref, d->nefc) = J * state.acceleration;  // J q̈ = −J̇ q̇, whatever the efforts
  Vector(d->efc_R, d->nefc) *= 1e-6;
  Vector(d->efc_D, d->nefc) *= 1e6;
  std::swap(m->opt.iterations, engine_->repaired_iterations);  // so stiff a problem wants some refinement
  mj_fwdAcceleration(m, d);
  mj_fwdConstraint(m, d);
  std::swap(m->opt.iterations, engine_->repaired_iterations);
  return engine_->answer(state);
}

SwingEnd MujocoPeer::swing(const PeerState& start, const SwingTask& task, bool rk4) {
  mjModel* m = engine_->model;
  mjData* d = engine_->data;
  const mjOption before = m->opt;
  m->opt.timestep = task.step;
  m->opt.integrator = rk4 ? mjINT_RK4 : mjINT_EULER;
  mj_resetData(m, d);
  engine_->put(start);
  engine_->put(task.effort);
  for (int k = 0; k < task.steps; ++k) mj_step(m, d);
  mj_fwdPosition(m, d);
  const int body = mj_name2id(m, mjOBJ_BODY, ("b" + std::to_string(engine_->tree.platform)).c_str());
  const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> R(d->xmat + 9 * body);
  SwingEnd out{Placement<double>{R, Eigen::Map<const Vec3<double>>(d->xpos + 3 * body)} * engine_->tree.platform_frame, 0.0};
  for (int r = 0; r + 3 <= d->nefc; r += 3) out.loop_gap = std::max(out.loop_gap, Eigen::Map<const Vec3<double>>(d->efc_pos + r).norm());
  m->opt = before;
  return out;
}

const VecX<double>& MujocoPeer::inverse(const PeerState& state) {
  mjModel* m = engine_->model;
  mjData* d = engine_->data;
  engine_->put(state);
  Vector(d->qacc, m->nv) = state.acceleration;
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_comVel(m, d);
  mj_rne(m, d, 1, engine_->force.data());
  engine_->force += engine_->armature.cwiseProduct(state.acceleration) + engine_->damping.cwiseProduct(state.rate);
  project(state, engine_->force.data(), engine_->out_effort);
  return engine_->out_effort;
}

}  // namespace gough::peers
