#include "gough/verify/verify.hpp"

#include "gough/dynamics/elements.hpp"
#include "gough/dynamics/energy.hpp"
#include "gough/dynamics/orthogonal_complement.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/friction.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "gough/verify/robot_variants.hpp"

namespace gough {
namespace {

using Kinematics = KinematicsData<double>;
using Dynamics = DynamicsData<double>;

double relative(const MatX<double>& a, const MatX<double>& b) {
  const double error = (a - b).cwiseAbs().maxCoeff() / std::max(1e-3, b.cwiseAbs().maxCoeff());
  return error == error ? error : kInfinity;
}

Load random_load(const Robot& robot, std::mt19937_64& random) {
  const double L = robot.length;
  Load load;
  load.payload = {0.5, 0.1 * L * random_vector(3, random), (0.01 * L * L * Vec3<double>(1, 1.2, 1.5)).asDiagonal()};
  const auto push = [&](int leg, int body) {
    load.wrenches.push_back({leg, body, 0.1 * L * random_vector(3, random), 20 * random_vector(3, random), 5 * random_vector(3, random)});
  };
  push(-1, 0);
  const auto any = [&](int count) { return std::uniform_int_distribution<int>(0, count - 1)(random); };
  for (int tries = 0; tries < 20; ++tries) {  // a leg body that E has an element for
    const int leg = any(static_cast<int>(robot.legs.size()));
    push(leg, any(robot.legs[leg].freedoms()));
    if (elements::missing_element(robot, load) == elements::missing_element(robot, {})) break;
    load.wrenches.pop_back();
  }
  if (!robot.nacelle.joints.empty()) push(-1, 1 + any(static_cast<int>(robot.nacelle.joints.size())));
  return load;
}

class Verifier {
 public:
  Verifier(const Robot& robot, int samples, unsigned seed)
      : robot_(robot),
        smooth_(without_friction(robot)),
        turn_(rotation_from_rpy({25, -40, 70})),
        turned_(turned(robot, turn_)),
        rigid_(with_rigid_tips(smooth_)),
        random_(seed),
        samples_(samples),
        k_(robot),
        d_(robot),
        W_(MatX<double>::Zero(robot.mobility.n, 0)) {}

  std::vector<VerifyRow> run(const std::function<void(int)>& progress) {
    const bool ordinary = static_cast<int>(robot_.actuators.size()) >= robot_.mobility.n;
    for (int s = 0; s < samples_; ++s) {
      if (!draw()) return {{"states sampled: no regular pose in the box of [workspace]; give one about home", kInfinity, 0.0, s, {}}};
      formulations(ordinary);
      masses();
      if (!ordinary) skip("inverse dynamics", "under-actuated");
      if (ordinary) {
        regressor();
        power();
        virtual_work_of_wrench();
        rotation_invariance();
        two_ways();
      }
      if (s < std::max(1, samples_ / 20)) {  // differences and a short simulation are expensive; a few states suffice
        skew_symmetry();
        swing();
      }
      if (progress) progress(s + 1);
    }
    return rows_;
  }

 private:
  const Robot& robot_;
  Robot smooth_;
  Mat3<double> turn_;
  Robot turned_, rigid_;
  std::mt19937_64 random_;
  int samples_;
  Kinematics k_;
  Dynamics d_;
  MatX<double> W_;
  Load load_;
  Pose<double> pose_;
  VecX<double> V_, A_, tau_;
  std::vector<VerifyRow> rows_;

  void record(const std::string& identity, double error, double tolerance) {
    if (!(error <= kInfinity)) error = kInfinity;  // NaN must not hide behind a maximum
    VerifyRow& row = find(identity);
    row.error = std::max(row.error, error);
    row.tolerance = tolerance;
    ++row.states;
  }

  void skip(const std::string& identity, const std::string& why) { find(identity).skipped = why; }

  VerifyRow& find(const std::string& identity) {
    for (VerifyRow& row : rows_)
      if (row.identity == identity) return row;
    rows_.push_back({identity, 0.0, 0.0, 0, {}});
    return rows_.back();
  }

  bool draw() {
    if (!sample_pose(robot_, 0.9, 1e-2, random_, pose_, k_).ok()) return false;
    V_ = random_vector(robot_.mobility.n, random_);
    A_ = 5.0 * random_vector(robot_.mobility.n, random_);
    load_ = random_load(robot_, random_);
    velocity(robot_, V_, k_);
    acceleration(robot_, A_, k_);
    return true;
  }

  void formulations(bool ordinary) {
    if (ordinary) {
      platform_legs::inverse_dynamics(robot_, load_, k_, d_);
      tau_ = d_.effort;
      if (const std::string missing = elements::missing_element(robot_, load_); !missing.empty()) {
        skip("E = P", "no element for " + missing);
      } else {
        elements::inverse_dynamics(robot_, load_, k_, d_);
        record("E = P", relative(d_.effort, tau_), 1e-9);
      }
      virtual_work::inverse_dynamics(robot_, load_, k_, d_);
      record("V = P", relative(d_.effort, tau_), 1e-9);
      orthogonal_complement::inverse_dynamics(robot_, load_, k_, d_);
      record("N = P", relative(d_.effort, tau_), 1e-9);
    } else {
      tau_ = 10.0 * random_vector(static_cast<int>(robot_.actuators.size()), random_);
    }
    orthogonal_complement::direct_dynamics(robot_, load_, tau_, k_, d_);
    const VecX<double> by_N = d_.acceleration;
    Kinematics copy = k_;
    platform_legs::direct_dynamics(robot_, load_, tau_, copy, d_);
    if (ordinary) {
      record("DDM(IDM) by P", relative(d_.acceleration, A_), 1e-9);
      record("DDM(IDM) by N", relative(by_N, A_), 1e-9);
    } else {
      record("DDM: N = P", relative(by_N, d_.acceleration), 1e-9);
    }
  }

  void masses() {
    Kinematics copy = k_;
    platform_legs::mass_and_bias(robot_, load_, copy, d_);
    orthogonal_complement::complement_matrices(robot_, load_, k_, d_);
    const bool actuated = d_.mass.rows() == k_.Jinv.rows();
    const MatX<double> M = actuated ? MatX<double>(k_.Jinv.transpose() * d_.complement->M * k_.Jinv) : d_.complement->M;
    record("M: P and N", relative(M, d_.mass), 1e-9);
    const VecX<double> held = actuated ? VecX<double>(k_.Jinv.transpose() * d_.complement->gravity) : d_.complement->gravity;
    record("gravity: P and N", relative(-held, d_.gravity), 1e-9);
    // on V_r with V̇_r = 0: q̈_a is what J̇_inv V_r gives
    const VecX<double> moved_by =
        d_.complement->M * (actuated ? VecX<double>(copy.ddqa) : VecX<double>(VecX<double>::Zero(robot_.mobility.n))) +
        d_.complement->velocity_terms;
    const VecX<double> terms = actuated ? VecX<double>(k_.Jinv.transpose() * moved_by) : moved_by;
    record("velocity terms: P and N", relative(terms, d_.velocity_terms), 1e-9);
    record("M positive definite", positive_definite(d_.mass) ? 0.0 : kInfinity, 0.0);
  }

  void regressor() {
    const std::vector<virtual_work::Parameter> parameters = virtual_work::parameters(robot_, load_);
    if (W_.cols() == 0) W_.setZero(robot_.mobility.n, static_cast<int>(parameters.size()));
    Load weight = load_;
    weight.wrenches.clear();
    platform_legs::inverse_dynamics(robot_, weight, k_, d_);
    const VecX<double> expected = d_.force;
    virtual_work::regressor(robot_, k_, d_, W_);
    VecX<double> p(parameters.size());
    for (std::size_t j = 0; j < parameters.size(); ++j) p(j) = parameters[j].value;
    record("Y p = IDM", relative(W_ * p, expected), 1e-9);
  }

  void power() {
    const Energy e = energy(robot_, load_, k_);
    const double in = tau_.dot(k_.dqa) + e.external, out = e.kinetic_rate + e.potential_rate + e.dissipation;
    const double scale = tau_.cwiseAbs().dot(k_.dqa.cwiseAbs()) + std::abs(e.external) + 1e-3;
    record("power balance", std::abs(in - out) / scale, 1e-9);
  }

  // Without weight, springs and motion, a wrench on the platform is held by τ = −J_inv⁻ᵀ Ψᵀ W.
  void virtual_work_of_wrench() {
    Robot weightless = without_springs(smooth_);
    weightless.gravity.setZero();
    Kinematics rest(weightless);
    if (!position(weightless, pose_, rest).answered()) return record("external wrench", kInfinity, 1e-9);
    const VecX<double> zero = VecX<double>::Zero(robot_.mobility.n);
    velocity(weightless, zero, rest);
    acceleration(weightless, zero, rest);
    Load load;
    load.wrenches.push_back({-1, 0, Vec3<double>::Zero(), 10 * random_vector(3, random_), 10 * random_vector(3, random_)});
    platform_legs::inverse_dynamics(weightless, load, rest, d_);
    VecX<double> W(6);
    W << load.wrenches[0].force, load.wrenches[0].moment;
    const VecX<double> expected = -shortest_solution(rest.Jinv.transpose(), rest.Psi.topRows(6).transpose() * W).x;
    record("external wrench", relative(d_.effort, expected), 1e-9);
  }

  // The motion of k_ on another writing of the robot whose world is turned by Q.
  bool same_motion(const Robot& other, const Mat3<double>& Q, Kinematics& k) {
    Pose<double> pose = pose_;
    pose.p = Q * pose_.p;
    pose.R = orthonormal(Q * pose_.R);
    if (!position(other, pose, k).ok()) return false;
    const auto turn_free = [&](const VecX<double>& VN) {
      VecX<double> t = VN;
      t.head<3>() = Q * VN.head<3>();
      t.segment<3>(3) = Q * VN.segment<3>(3);
      VecX<double> out(other.mobility.n);
      for (int c = 0; c < other.mobility.n; ++c) out(c) = t(other.mobility.free[c].index);
      return out;
    };
    velocity(other, turn_free(k_.VN), k);
    acceleration(other, turn_free(k_.dVN), k);
    return true;
  }

  void rotation_invariance() {
    Kinematics k(turned_);
    Dynamics d(turned_);
    if (!same_motion(turned_, turn_, k)) return record("turned robot", kInfinity, 1e-9);
    Load load = load_;
    for (ExternalWrench& e : load.wrenches) {
      e.force = turn_ * e.force;
      e.moment = turn_ * e.moment;
    }
    platform_legs::inverse_dynamics(turned_, load, k, d);
    record("turned robot", relative(d.effort, tau_), 1e-9);
  }

  void two_ways() {
    Kinematics k(rigid_), own(smooth_);
    Dynamics d(rigid_);
    if (!same_motion(smooth_, Mat3<double>::Identity(), own) || !same_motion(rigid_, Mat3<double>::Identity(), k))
      return record("written with rigid tips", kInfinity, 1e-9);
    platform_legs::inverse_dynamics(smooth_, load_, own, d_);
    platform_legs::inverse_dynamics(rigid_, load_, k, d);
    record("written with rigid tips", relative(d.effort, d_.effort), 1e-9);
  }

  // M of formulation N at a pose moved along the motion; NaN, which `record` notices, where there is none.
  MatX<double> mass_at(double t) {
    Kinematics k(robot_);
    Pose<double> pose = moved(robot_, pose_, t * k_.VN);
    if (!project(robot_, pose, k).answered()) return MatX<double>::Constant(robot_.mobility.n, robot_.mobility.n, std::nan(""));
    velocity(robot_, V_, k);
    orthogonal_complement::complement_matrices(robot_, load_, k, d_);
    return d_.complement->M;
  }

  void skew_symmetry() {
    // a straight step along V_N is second-order off the motion, and even in t: central differences do not see it
    const double h = 2e-5 * robot_.length;  // seconds, at about one metre a second
    const MatX<double> rate = (8.0 * (mass_at(h) - mass_at(-h)) - (mass_at(2 * h) - mass_at(-2 * h))) / (12.0 * h);
    orthogonal_complement::complement_matrices(robot_, load_, k_, d_);
    const MatX<double> S = rate - 2.0 * d_.complement->N;
    record("dM/dt - 2N skew",
           (S + S.transpose()).cwiseAbs().maxCoeff() / std::max(1e-3, d_.complement->N.cwiseAbs().maxCoeff() + rate.cwiseAbs().maxCoeff()),
           1e-6);
  }

  // A swing that leaves the workspace says nothing of energy; where all of them do, the row says so.
  void left_out_swing() {
    VerifyRow& row = find("energy of a free swing");
    if (row.states == 0) row.skipped = "every swing left the workspace";
  }

  // A short free swing without friction keeps its energy; Runge-Kutta on the pose, projected.
  void swing() {
    Kinematics k(smooth_);
    Dynamics d(smooth_);
    const VecX<double> none = VecX<double>::Zero(robot_.actuators.size());
    const Load nothing;
    Pose<double> pose = pose_;
    VecX<double> V = 0.1 * V_;
    const double h = 2e-4;
    const auto slope = [&](const Pose<double>& at, const VecX<double>& rate, VecX<double>& VN, VecX<double>& dV) {
      Pose<double> p = at;
      if (!project(smooth_, p, k).answered()) return false;
      velocity(smooth_, rate, k);
      platform_legs::direct_dynamics(smooth_, nothing, none, k, d);
      VN = k.VN;
      dV = d.acceleration;
      return true;
    };
    const auto total = [&] {
      if (!project(smooth_, pose, k).answered()) return std::pair{std::nan(""), 0.0};
      velocity(smooth_, V, k);
      acceleration(smooth_, VecX<double>(VecX<double>::Zero(robot_.mobility.n)), k);
      const Energy e = energy(smooth_, nothing, k);
      return std::pair{e.kinetic + e.potential, e.kinetic};
    };
    const auto [start, moving] = total();
    double most = moving;
    VecX<double> v1, v2, v3, v4, a1, a2, a3, a4;
    for (int step = 0; step < 50; ++step) {
      if (!slope(pose, V, v1, a1) || !slope(moved(smooth_, pose, h / 2 * v1), V + h / 2 * a1, v2, a2) ||
          !slope(moved(smooth_, pose, h / 2 * v2), V + h / 2 * a2, v3, a3) || !slope(moved(smooth_, pose, h * v3), V + h * a3, v4, a4))
        return left_out_swing();
      pose = moved(smooth_, pose, h / 6 * (v1 + 2 * v2 + 2 * v3 + v4));
      V += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
      most = std::max(most, total().second);
    }
    find("energy of a free swing").skipped.clear();
    record("energy of a free swing", std::abs(total().first - start) / std::max(1e-3, most), 1e-6);
  }
};

}  // namespace

std::vector<VerifyRow> verify(const Robot& robot, int samples, unsigned seed, const std::function<void(int)>& progress) {
  return Verifier(robot, samples, seed).run(progress);
}

}  // namespace gough
