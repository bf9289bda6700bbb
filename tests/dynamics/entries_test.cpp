#include "tests/entries.hpp"

#include "gough/dynamics/actuated_motion.hpp"
#include "gough/dynamics/actuation.hpp"
#include "gough/dynamics/body_jacobian.hpp"
#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/dynamics/elements.hpp"
#include "gough/dynamics/energy.hpp"
#include "gough/dynamics/massless.hpp"
#include "gough/dynamics/measured_elements.hpp"
#include "gough/dynamics/orthogonal_complement.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/reactions.hpp"
#include "gough/dynamics/six_axis_row.hpp"
#include "gough/dynamics/tree_wrenches.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

class DynamicEntries : public ::testing::Test {
 protected:
  Robot robot = load_robot("quattro"), other = load_robot("delta");
  KinematicsData<double> k{robot}, foreign{other};
  DynamicsData<double> data{robot}, far{other};
  Load load;
  Pose<double> pose = robot.home;
  VecX<double> Vr = VecX<double>::Zero(robot.mobility.n), tau = VecX<double>::Zero(4), long_one = VecX<double>::Zero(9), out = long_one;
  MatX<double> W, Y;
  BodyJacobian<double> J{6, robot.mobility.n};
  ReactionData<double> reaction{robot};
  elements::ElementStates states;
  std::vector<std::vector<Wrench<double>>> legs;
  std::vector<Wrench<double>> nacelle;
};

TEST_F(DynamicEntries, RefuseKinematicsOfAnotherRobot) {
  const Formulation P = Formulation::platform_legs;
  test::expect_refused({
      {"least_norm_efforts", [&] { least_norm_efforts(robot, foreign, data); }},
      {"weighted_efforts", [&] { weighted_efforts(robot, foreign, tau, data); }},
      {"bounded_efforts", [&] { (void)bounded_efforts(robot, foreign, data); }},
      {"force_from_efforts", [&] { force_from_efforts(robot, foreign, tau, out); }},
      {"body_jacobian", [&] { body_jacobian(robot, foreign, data, 0, 0, Vec3<double>::Zero(), J); }},
      {"inverse_dynamics", [&] { inverse_dynamics(robot, P, load, foreign, data); }},
      {"direct_dynamics", [&] { direct_dynamics(robot, P, load, tau, foreign, data); }},
      {"inverse_dynamics at a pose", [&] { (void)inverse_dynamics(robot, P, load, pose, Vr, Vr, foreign, data); }},
      {"inverse_dynamics when placed", [&] { (void)inverse_dynamics(robot, P, load, Outcome{}, Vr, Vr, foreign, data); }},
      {"direct_dynamics at a pose", [&] { (void)direct_dynamics(robot, P, load, pose, Vr, tau, foreign, data); }},
      {"direct_dynamics when placed", [&] { (void)direct_dynamics(robot, P, load, Outcome{}, Vr, tau, foreign, data); }},
      {"actuator_limits", [&] { (void)actuator_limits(robot, foreign, tau); }},
      {"free_from_actuated", [&] { (void)free_from_actuated(robot, tau, tau, foreign); }},
      {"motion_from_joints",
       [&] {
         (void)motion_from_joints(robot, {tau, tau, tau}, pose, foreign);
       }},
      {"elements", [&] { elements::inverse_dynamics(robot, load, foreign, data); }},
      {"elements of states", [&] { elements::inverse_dynamics_of_states(robot, load, foreign, data); }},
      {"energy", [&] { (void)energy(robot, load, foreign); }},
      {"spring_energy", [&] { (void)spring_energy(robot, foreign); }},
      {"require_mass", [&] { require_mass(robot, load, foreign, data); }},
      {"kinematics_from_elements", [&] { (void)elements::kinematics_from_elements(robot, states, foreign); }},
      {"inverse_dynamics_measured", [&] { (void)elements::inverse_dynamics_measured(robot, load, states, foreign, data); }},
      {"complement_matrices", [&] { orthogonal_complement::complement_matrices(robot, load, foreign, data); }},
      {"complement, inverse", [&] { orthogonal_complement::inverse_dynamics(robot, load, foreign, data); }},
      {"complement, direct", [&] { orthogonal_complement::direct_dynamics(robot, load, tau, foreign, data); }},
      {"platform and legs, inverse", [&] { platform_legs::inverse_dynamics(robot, load, foreign, data); }},
      {"platform and legs, bias", [&] { platform_legs::bias(robot, load, foreign, data); }},
      {"mass_and_bias", [&] { platform_legs::mass_and_bias(robot, load, foreign, data); }},
      {"platform and legs, direct", [&] { platform_legs::direct_dynamics(robot, load, tau, foreign, data); }},
      {"reactions", [&] { reactions(robot, load, foreign, tau, reaction); }},
      {"reactions, listed", [&] { (void)reactions(robot, load, foreign, tau); }},
      {"six_axis_row", [&] { (void)orthogonal_complement::six_axis_row(robot, 0, foreign); }},
      {"outside_wrenches", [&] { outside_wrenches(robot, load, foreign, legs, nacelle); }},
      {"project_nacelle", [&] { project_nacelle(robot, foreign, nacelle, out); }},
      {"virtual work", [&] { virtual_work::inverse_dynamics(robot, load, foreign, data); }},
      {"regressor", [&] { virtual_work::regressor(robot, foreign, data, W); }},
      {"effort_regressor", [&] { virtual_work::effort_regressor(robot, foreign, data, W, Y); }},
  });
}

TEST_F(DynamicEntries, RefuseDynamicsOfAnotherRobot) {
  test::expect_refused({
      {"least_norm_efforts", [&] { least_norm_efforts(robot, k, far); }},
      {"weighted_efforts", [&] { weighted_efforts(robot, k, tau, far); }},
      {"bounded_efforts", [&] { (void)bounded_efforts(robot, k, far); }},
      {"body_jacobian", [&] { body_jacobian(robot, k, far, 0, 0, Vec3<double>::Zero(), J); }},
      {"elements", [&] { elements::inverse_dynamics(robot, load, k, far); }},
      {"complement, inverse", [&] { orthogonal_complement::inverse_dynamics(robot, load, k, far); }},
      {"platform and legs, inverse", [&] { platform_legs::inverse_dynamics(robot, load, k, far); }},
      {"virtual work", [&] { virtual_work::inverse_dynamics(robot, load, k, far); }},
      {"regressor", [&] { virtual_work::regressor(robot, k, far, W); }},
  });
}

TEST_F(DynamicEntries, RefuseIndicesAndSizes) {
  const Formulation P = Formulation::platform_legs;
  test::expect_refused({
      {"weighted_efforts", [&] { weighted_efforts(robot, k, long_one, data); }},
      {"force_from_efforts", [&] { force_from_efforts(robot, k, long_one, out); }},
      {"body_jacobian", [&] { body_jacobian(robot, k, data, 9, 0, Vec3<double>::Zero(), J); }},
      {"body_jacobian, body", [&] { body_jacobian(robot, k, data, 0, 99, Vec3<double>::Zero(), J); }},
      {"direct_dynamics", [&] { direct_dynamics(robot, P, load, long_one, k, data); }},
      {"inverse_dynamics at a pose", [&] { (void)inverse_dynamics(robot, P, load, pose, long_one, Vr, k, data); }},
      {"actuator_limits", [&] { (void)actuator_limits(robot, k, long_one); }},
      {"reactions", [&] { reactions(robot, load, k, long_one, reaction); }},
      {"six_axis_row", [&] { (void)orthogonal_complement::six_axis_row(robot, 9, k); }},
      {"complement, direct", [&] { orthogonal_complement::direct_dynamics(robot, load, long_one, k, data); }},
      {"platform and legs, direct", [&] { platform_legs::direct_dynamics(robot, load, long_one, k, data); }},
  });
}

}  // namespace
}  // namespace gough
