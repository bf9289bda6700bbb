#include "tests/exchange/mujoco_engine.hpp"

#include <mujoco/mujoco.h>

#include "benchmarks/peers/mujoco_load.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/math/rotation.hpp"

namespace gough::test {
namespace {

using V3 = Vec3<double>;
using M3 = Mat3<double>;
using Vector = Eigen::Map<VecX<double>>;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// The angle that turns `from` into `to` about a unit axis normal to both.
double angle(const V3& axis, const V3& from, const V3& to) { return std::atan2(axis.dot(from.cross(to)), from.dot(to)); }

}  // namespace

struct MujocoEngine::Engine {
  mjModel* m;
  mjData* d;
  explicit Engine(const std::string& text) : m(load_mujoco(text)), d(mj_makeData(m)) {
    m->opt.jacobian = mjJAC_DENSE;
    m->opt.disableflags |= mjDSBL_LIMIT | mjDSBL_CLAMPCTRL | mjDSBL_WARMSTART;
  }
  ~Engine() {
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  int joint(const std::string& name) const {
    const int id = mj_name2id(m, mjOBJ_JOINT, name.c_str());
    if (id < 0) throw std::runtime_error("MuJoCo has no joint " + name);
    return id;
  }
  // J v of the loops at the present position.
  VecX<double> loop_rates() const {
    const Eigen::Map<const RowMajor> J(d->efc_J, d->nefc, m->nv);
    return J * Vector(d->qvel, m->nv);
  }
};

MujocoEngine::MujocoEngine(const Robot& robot, const std::string& model)
    : robot_(robot), tree_(cut_tree(robot)), engine_(std::make_unique<Engine>(model)) {}
MujocoEngine::~MujocoEngine() = default;

int MujocoEngine::motors() const { return engine_->m->nu; }

void MujocoEngine::reset_to_home() {
  mj_resetDataKeyframe(engine_->m, engine_->d, 0);
  mj_forward(engine_->m, engine_->d);
}

double MujocoEngine::step(double seconds) {
  const double start = engine_->d->time;
  const int steps =
      static_cast<int>(std::ceil(seconds / engine_->m->opt.timestep));  // time starts again at 0 where the simulation explodes
  for (int s = 0; s < steps; ++s) mj_step(engine_->m, engine_->d);
  mj_forward(engine_->m, engine_->d);
  return engine_->d->time - start;
}

void MujocoEngine::put_joint(const std::string& name, double position, double rate) {
  const int id = engine_->joint(name);
  engine_->d->qpos[engine_->m->jnt_qposadr[id]] = position;
  engine_->d->qvel[engine_->m->jnt_dofadr[id]] = rate;
}

void MujocoEngine::set(const KinematicsData<double>& k) {
  for (std::size_t l = 0; l < tree_.links.size(); ++l) {
    const CutJoint& j = tree_.links[l].joint;
    if (j.joint < 0) {
      set_carrier(k, static_cast<int>(l));
    } else if (j.leg < 0) {
      put_joint(j.name, joint_value(robot_.nacelle.joints[j.joint], k.pose.z[j.joint]), k.VN(6 + j.joint));
    } else {
      put_joint(j.name, joint_value(robot_.legs[j.leg].joints[j.joint], k.legs[j.leg].q[j.joint]), k.legs[j.leg].dq(j.joint));
    }
  }
  for (const CutLoop& loop : tree_.loops)
    if (loop.kind == TipKind::universal) set_ring(k, loop);
  mj_forward(engine_->m, engine_->d);
}

// The ring of a universal loop turns on the nacelle's side, about its axis, and takes the axis of the leg's side along.
void MujocoEngine::set_ring(const KinematicsData<double>& k, const CutLoop& loop) {
  const CutJoint &on_leg = tree_.links[std::max(loop.a, 0)].joint, &on_nacelle = tree_.links[loop.b].joint;
  const bool base = loop.a < 0;
  const int body = loop.b == tree_.platform ? 0 : on_nacelle.joint + 1;
  const M3 leg_turn = base ? M3(M3::Identity()) : M3(k.legs[on_leg.leg].body[on_leg.joint].R * tree_.at_home(loop.a).R.transpose());
  const M3 nacelle_turn = k.nacelle.body[body].R * tree_.at_home(loop.b).R.transpose();
  const V3 leg_axis = (tree_.at_home(loop.a).R * loop.frame_a.R).col(0);  // at home
  const V3 axis = k.nacelle.body[body].R * loop.frame_b.R.col(1);
  const V3 leg_spin = base ? V3(V3::Zero()) : k.legs[on_leg.leg].velocity[on_leg.joint].angular;
  put_joint(loop.name + ".ring.joint", angle(axis, nacelle_turn * leg_axis, leg_turn * leg_axis),
            axis.dot(leg_spin - k.nacelle.velocity[body].angular));
}

// The platform's own freedoms: none, one or two hinges, a ball, or all.
void MujocoEngine::set_carrier(const KinematicsData<double>& k, int link) {
  const CutJoint& j = tree_.links[link].joint;
  if (j.kind == CutKind::fixed) return;
  const Placement<double>& platform = k.nacelle.body[0];
  const V3 spin = k.nacelle.velocity[0].angular;
  const int id = engine_->joint(j.name);
  double *qpos = engine_->d->qpos + engine_->m->jnt_qposadr[id], *qvel = engine_->d->qvel + engine_->m->jnt_dofadr[id];
  if (j.kind == CutKind::free) {
    const Eigen::Quaterniond q(platform.R);
    Eigen::Map<Eigen::Matrix<double, 7, 1>>(qpos, 7) << platform.p, q.w(), q.x(), q.y(), q.z();
    Eigen::Map<Eigen::Matrix<double, 6, 1>>(qvel, 6) << k.nacelle.velocity[0].linear, platform.R.transpose() * spin;
    return;
  }
  const Tip& tip = robot_.legs[tree_.carrier_leg].tips[tree_.carrier_tip];
  const int body = tip.leg.body;
  int host = tree_.platform;  // the leg's link
  while (host >= 0 && tree_.links[host].joint.joint < 0) host = tree_.links[host].parent;
  const LegData<double>& leg = k.legs[tree_.carrier_leg];
  const M3 leg_now = body < 0 ? M3(M3::Identity()) : leg.body[body].R;
  const V3 relative = body < 0 ? spin : V3(spin - leg.velocity[body].angular);
  const M3 leg_home = tree_.at_home(host).R, platform_home = tree_.at_home(tree_.platform).R;
  if (j.kind == CutKind::ball) {
    const Eigen::Quaterniond q(M3((leg_now * leg_home.transpose() * platform_home).transpose() * platform.R));
    Eigen::Map<Eigen::Vector4d>(qpos, 4) << q.w(), q.x(), q.y(), q.z();
    Eigen::Map<V3>(qvel, 3) = platform.R.transpose() * relative;
    return;
  }
  // a hinge turns a vector normal to its axis, carried from home by the leg, into the same carried by the platform; of a universal joint
  // that vector is the other axis
  const auto by_leg = [&](const V3& at_home) -> V3 { return leg_now * leg_home.transpose() * at_home; };
  const auto by_platform = [&](const V3& at_home) -> V3 { return platform.R * platform_home.transpose() * at_home; };
  const bool first = tree_.links[link].parent == host;
  const V3 axis_home = tree_.at_home(link).R.col(2);
  const V3 normal = tip.kind == TipKind::revolute ? axis_home.unitOrthogonal() : V3(tree_.at_home(first ? link + 1 : link - 1).R.col(2));
  const V3 axis = first ? by_leg(axis_home) : by_platform(axis_home);
  *qpos = angle(axis, by_leg(normal), by_platform(normal));
  *qvel = axis.dot(relative);
}

void MujocoEngine::forward(const VecX<double>& effort) {
  Vector(engine_->d->ctrl, engine_->m->nu) = effort;
  mj_forward(engine_->m, engine_->d);
}

void MujocoEngine::forward_with_bias(const VecX<double>& effort, double soft) {
  mjModel* m = engine_->m;
  mjData* d = engine_->d;
  Vector(d->ctrl, m->nu) = effort;
  // J̇ v: central differences of J v along v
  const VecX<double> at = Vector(d->qpos, m->nq);
  const double step = 1e-5;
  VecX<double> bias = VecX<double>::Zero(d->nefc);
  for (double side : {1.0, -1.0}) {
    Vector(d->qpos, m->nq) = at;
    mj_integratePos(m, d->qpos, d->qvel, side * step);
    mj_fwdPosition(m, d);
    bias += side / (2.0 * step) * engine_->loop_rates();
  }
  Vector(d->qpos, m->nq) = at;
  mj_fwdPosition(m, d);
  mj_fwdVelocity(m, d);
  mj_fwdActuation(m, d);
  Vector(d->efc_aref, d->nefc) = -bias;
  Vector(d->efc_R, d->nefc) *= soft;
  Vector(d->efc_D, d->nefc) /= soft;
  mj_fwdAcceleration(m, d);
  mj_fwdConstraint(m, d);
}

double MujocoEngine::placement_error(const KinematicsData<double>& k) const {
  double worst = 0.0;
  for (std::size_t l = 0; l < tree_.links.size(); ++l) {
    const CutJoint& j = tree_.links[l].joint;
    const int id = mj_name2id(engine_->m, mjOBJ_BODY, tree_.links[l].name.c_str());
    if (id < 0) continue;  // massless, left out
    const bool platform = static_cast<int>(l) == tree_.platform;
    const Placement<double>& ours = platform ? k.nacelle.body[0] : j.leg < 0 ? k.nacelle.body[j.joint + 1] : k.legs[j.leg].body[j.joint];
    const Eigen::Map<const RowMajor> R(engine_->d->xmat + 9 * id, 3, 3);
    worst = std::max({worst, (Eigen::Map<const V3>(engine_->d->xpos + 3 * id) - ours.p).norm(), (R - ours.R).norm()});
  }
  return worst;
}

double MujocoEngine::loop_error() const {
  double worst = 0.0;
  for (int row = 0; row < engine_->d->nefc; ++row)
    if (engine_->d->efc_type[row] == mjCNSTR_EQUALITY) worst = std::max(worst, std::abs(engine_->d->efc_pos[row]));
  return worst;
}

double MujocoEngine::largest_acceleration() const { return Vector(engine_->d->qacc, engine_->m->nv).cwiseAbs().maxCoeff(); }

double MujocoEngine::loop_rate() const { return engine_->d->nefc == 0 ? 0.0 : engine_->loop_rates().cwiseAbs().maxCoeff(); }

double MujocoEngine::acceleration_error(const KinematicsData<double>& k) const {
  double worst = 0.0, largest = 0.0;
  for (const CutLink& link : tree_.links) {
    const CutJoint& j = link.joint;
    if (j.joint < 0) continue;
    const double ours = j.leg < 0 ? k.dVN(6 + j.joint) : k.legs[j.leg].ddq(j.joint);
    const double theirs = engine_->d->qacc[engine_->m->jnt_dofadr[engine_->joint(j.name)]];
    worst = std::max(worst, std::abs(ours - theirs));
    largest = std::max(largest, std::abs(ours));
  }
  return worst / largest;
}

}  // namespace gough::test
