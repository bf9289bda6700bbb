#include "gough/dynamics/reference_regressor.hpp"

#include "gough/dynamics/platform_legs.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/dynamics/states.hpp"

namespace gough::test {
namespace {

class ReferenceRegressor : public Catalog {
 protected:
  VecX<double> values(const Load& load) const {
    const auto p = virtual_work::parameters(robot, load);
    VecX<double> out(p.size());
    for (std::size_t k = 0; k < p.size(); ++k) out(k) = p[k].value;
    return out;
  }
};

// V_ref = V_r: the mixed accelerations are the accelerations and W p is the inverse dynamics.
TEST_P(ReferenceRegressor, OfTheRobotsOwnMotionIsTheInverseDynamics) {
  std::mt19937_64 random(1);
  ReferenceMotion<double> reference(robot);
  DynamicsData<double> data(robot);
  for (int sample = 0; sample < 5; ++sample) {
    State state(robot, random);
    state.load.wrenches.clear();
    const VecX<double> p = values(state.load);
    MatX<double> W(robot.mobility.n, p.size());
    reference(robot, state.kinematics, state.Vr, state.dVr);
    EXPECT_LT(relative_error(reference.data.ddqa, state.kinematics.ddqa), 1e-10);
    EXPECT_LT(relative_error(reference.data.dVN, state.kinematics.dVN), 1e-10);
    virtual_work::reference_regressor(robot, state.kinematics, reference.data, data, W);
    platform_legs::inverse_dynamics(robot, state.load, state.kinematics, data);
    EXPECT_LT(relative_error(W * p, data.force), 1e-10);
  }
}

// Central difference of J V_ref along the robot's motion, for joints and nacelle.
TEST_P(ReferenceRegressor, MixedAccelerationsAreTheDerivativeOfReferenceVelocities) {
  std::mt19937_64 random(2);
  ReferenceMotion<double> reference(robot);
  for (int sample = 0; sample < 3; ++sample) {
    State state(robot, random, false);
    const KinematicsData<double>& k = state.kinematics;
    const VecX<double> V = random_vector(robot.mobility.n, random), dV = random_vector(robot.mobility.n, random);
    reference(robot, k, V, dV);
    const double h = 1e-6;
    VecX<double> VN[2], dqa[2];
    KinematicsData<double> other(robot);
    for (int side = 0; side < 2; ++side) {
      const double t = side ? h : -h;
      Pose<double> pose = moved(robot, k.pose, VecX<double>(k.VN * t));
      ASSERT_TRUE(project(robot, pose, other).answered());
      velocity(robot, VecX<double>(V + t * dV), other);
      VN[side] = other.VN;
      dqa[side] = other.dqa;
    }
    // h² of a third derivative and eps / h, relative to rates that grow near singular poses
    const double scale = std::max({1.0, reference.data.dVN.cwiseAbs().maxCoeff(), reference.data.ddqa.cwiseAbs().maxCoeff()});
    EXPECT_LT(((VN[1] - VN[0]) / (2 * h) - reference.data.dVN).cwiseAbs().maxCoeff(), 1e-6 * scale);
    EXPECT_LT(((dqa[1] - dqa[0]) / (2 * h) - reference.data.ddqa).cwiseAbs().maxCoeff(), 1e-6 * scale);
  }
}

// C from W, column by column; Ṁ from mass matrices on either side.
TEST_P(ReferenceRegressor, RateOfMassLessTwiceCIsSkew) {
  std::mt19937_64 random(3);
  const int n = robot.mobility.n;
  ReferenceMotion<double> reference(robot);
  DynamicsData<double> data(robot);
  for (int sample = 0; sample < 3; ++sample) {
    State state(robot, random);
    state.load.wrenches.clear();
    const KinematicsData<double> k = state.kinematics;
    const auto named = virtual_work::parameters(robot, state.load);
    VecX<double> p = values(state.load);
    for (std::size_t j = 0; j < named.size(); ++j)  // friction is no part of C
      if (named[j].name.ends_with("viscous") || named[j].name.ends_with("coulomb")) p(j) = 0.0;
    MatX<double> W(n, p.size()), C(n, n);
    const VecX<double> zero = VecX<double>::Zero(n);
    const auto form = [&](const VecX<double>& V) {
      reference(robot, k, V, zero);
      virtual_work::reference_regressor(robot, k, reference.data, data, W);
      return VecX<double>(W * p);
    };
    const VecX<double> gravity = form(zero);
    for (int c = 0; c < n; ++c) C.col(c) = form(VecX<double>::Unit(n, c)) - gravity;
    MatX<double> M[2];
    const double h = 1e-6;
    KinematicsData<double> other(robot);
    for (int side = 0; side < 2; ++side) {
      Pose<double> pose = moved(robot, k.pose, VecX<double>(k.VN * (side ? h : -h)));
      ASSERT_TRUE(project(robot, pose, other).answered());
      velocity(robot, k.Vr, other);
      platform_legs::mass_and_bias(robot, state.load, other, data);
      M[side] = data.mass;
    }
    const MatX<double> dM = (M[1] - M[0]) / (2 * h);
    const double scale = std::max({M[0].cwiseAbs().maxCoeff(), dM.cwiseAbs().maxCoeff(), C.cwiseAbs().maxCoeff()});
    EXPECT_LT((dM - C - C.transpose()).cwiseAbs().maxCoeff(), 1e-6 * scale);  // skew: Ṁ = C + Cᵀ
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, ReferenceRegressor, ::testing::ValuesIn(catalog()), robot_name);

}  // namespace
}  // namespace gough::test
