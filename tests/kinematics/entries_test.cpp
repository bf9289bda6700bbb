#include "tests/entries.hpp"

#include "gough/kinematics/any_mode.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/forward_geometry.hpp"
#include "gough/kinematics/given_pose.hpp"
#include "gough/kinematics/leg_geometry.hpp"
#include "gough/kinematics/leg_newton.hpp"
#include "gough/kinematics/mechanism.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/kinematics/rank_distances.hpp"
#include "gough/kinematics/reference_motion.hpp"
#include "gough/kinematics/tip_residuals.hpp"
#include "gough/kinematics/tip_row_rates.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/kinematics/tip_sides.hpp"
#include "gough/kinematics/working_mode.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

// A quattro and data of a Delta: other legs, another nacelle, other actuators.
class KinematicEntries : public ::testing::Test {
 protected:
  Robot robot = load_robot("quattro"), other = load_robot("delta");
  const Leg& leg = robot.legs[0];
  KinematicsData<double> data{robot}, foreign{other};
  LegData<double>& far = foreign.legs[0];  // a Delta's, made longer
  NacelleData<double>&here = data.nacelle, &there = foreign.nacelle;
  Pose<double> pose = robot.home;
  VecX<double> out = VecX<double>::Zero(12), Vr = VecX<double>::Zero(robot.mobility.n), long_rates = VecX<double>::Zero(9);
  MatX<double> G = MatX<double>::Zero(12, 12), K = G;

  KinematicEntries() { far.q.resize(far.q.size() + 1); }
};

TEST_F(KinematicEntries, RefuseDataOfAnotherRobot) {
  const VecX<double> qa = VecX<double>::Zero(static_cast<Eigen::Index>(robot.actuators.size()));
  std::mt19937_64 random(1);
  ReferenceMotion<double> reference(robot);
  test::expect_refused({
      {"forward_geometry_any_mode", [&] { (void)forward_geometry_any_mode(robot, qa, pose, foreign); }},
      {"joint_map", [&] { joint_map(robot, 0, foreign, G); }},
      {"eliminate_leg", [&] { eliminate_leg(robot, 0, foreign); }},
      {"free_joint_map", [&] { free_joint_map(robot, 0, foreign, G, K); }},
      {"constraint_rows", [&] { constraint_rows(robot, foreign); }},
      {"eliminate", [&] { eliminate(robot, foreign); }},
      {"constraint_distance", [&] { (void)constraint_distance(robot, foreign); }},
      {"actuation_distance", [&] { (void)actuation_distance(robot, foreign); }},
      {"leg_distance", [&] { (void)leg_distance(robot, 0, foreign); }},
      {"elimination_outcome", [&] { (void)elimination_outcome(robot, foreign); }},
      {"forward_geometry", [&] { (void)forward_geometry(robot, qa, pose, foreign); }},
      {"solve_pose", [&] { (void)solve_pose(robot, {}, foreign); }},
      {"stroke_outcome", [&] { (void)stroke_outcome(robot, foreign); }},
      {"inverse_geometry_closed", [&] { inverse_geometry_closed(robot, foreign); }},
      {"find_joints", [&] { (void)find_joints(robot, pose, false, foreign); }},
      {"inverse_geometry", [&] { (void)inverse_geometry(robot, pose, foreign); }},
      {"position", [&] { (void)position(robot, pose, foreign); }},
      {"actuated_positions", [&] { actuated_positions(robot, foreign, out); }},
      {"find_leg", [&] { (void)find_leg(robot, 0, false, foreign); }},
      {"place_nacelle", [&] { place_nacelle(robot, foreign); }},
      {"approach", [&] { approach(robot, pose, foreign); }},
      {"project_near", [&] { (void)project_near(robot, pose, foreign); }},
      {"project", [&] { (void)project(robot, pose, foreign); }},
      {"project_whole", [&] { (void)project_whole(robot, pose, foreign); }},
      {"rank_distances", [&] { (void)rank_distances(robot, foreign); }},
      {"sample_pose", [&] { (void)sample_pose(robot, 1.0, 0.0, random, pose, foreign); }},
      {"loop_gap", [&] { (void)loop_gap(robot, foreign); }},
      {"velocity", [&] { velocity(robot, Vr, foreign); }},
      {"acceleration", [&] { acceleration(robot, Vr, foreign); }},
      {"working_modes", [&] { (void)working_modes(robot, 0, foreign); }},
      {"take_working_mode", [&] { (void)take_working_mode(robot, 0, 0, foreign); }},
      {"ReferenceMotion", [&] { reference(robot, foreign, Vr, Vr); }},
      {"Mechanism", [&] { Mechanism(robot, foreign); }},
  });
}

TEST_F(KinematicEntries, RefuseDataOfAnotherLegOrNacelle) {
  Vec3<double> force, moment;
  test::expect_refused({
      {"solve_joints", [&] { solve_joints(leg, far, out, out); }},
      {"solve_wrench", [&] { solve_wrench(leg, far, out, out); }},
      {"solve_leg", [&] { solve_leg(leg, here, far); }},
      {"newton_leg", [&] { (void)newton_leg(robot, leg, here, far); }},
      {"newton_leg, nacelle", [&] { (void)newton_leg(robot, leg, there, data.legs[0]); }},
      {"place_body", [&] { place_body(leg, far, 0); }},
      {"place_leg", [&] { place_leg(leg, far); }},
      {"tip_residuals", [&] { tip_residuals(leg, here, far); }},
      {"loop_residuals", [&] { loop_residuals(robot, there, out, 0); }},
      {"tips_aligned", [&] { (void)tips_aligned(leg, here, far); }},
      {"tip_gap", [&] { (void)tip_gap(robot, leg, here, far); }},
      {"tip_bias", [&] { tip_bias(leg, here, far); }},
      {"tip_jacobian_rates", [&] { tip_jacobian_rates(robot, leg, here, far, G, K); }},
      {"loop_jacobian_rates", [&] { loop_jacobian_rates(robot, there, G, 0); }},
      {"loop_bias", [&] { loop_bias(robot, there, out, 0); }},
      {"tip_jacobian", [&] { tip_jacobian(leg, here, far); }},
      {"world_rows", [&] { world_rows(robot, leg, here, far); }},
      {"nacelle_rows", [&] { nacelle_rows(robot, leg, here, far, G); }},
      {"leg_rows", [&] { leg_rows(robot, leg, here, far); }},
      {"tip_rates", [&] { tip_rates(leg, here, far, out); }},
      {"tip_wrench", [&] { tip_wrench(leg, leg.tips[0], here, far, out, 0, force, moment); }},
      {"add_tip_wrench", [&] { add_tip_wrench(robot, leg, here, far, out, out); }},
      {"loop_jacobians", [&] { loop_jacobians(robot, there, G, 0); }},
      {"row_axes", [&] { (void)row_axes(leg, leg.tips[0], far); }},
      {"world_row_vectors", [&] { (void)world_row_vectors(leg, leg.tips[0], far, here); }},
  });
}

TEST_F(KinematicEntries, RefuseIndicesAndSizes) {
  test::expect_refused({
      {"joint_map", [&] { joint_map(robot, 9, data, G); }},
      {"eliminate_leg", [&] { eliminate_leg(robot, -1, data); }},
      {"free_joint_map", [&] { free_joint_map(robot, 9, data, G, K); }},
      {"leg_distance", [&] { (void)leg_distance(robot, 9, data); }},
      {"find_leg", [&] { (void)find_leg(robot, 9, false, data); }},
      {"working_modes", [&] { (void)working_modes(robot, -1, data); }},
      {"take_working_mode", [&] { (void)take_working_mode(robot, 9, 0, data); }},
      {"velocity", [&] { velocity(robot, long_rates, data); }},
      {"acceleration", [&] { acceleration(robot, long_rates, data); }},
      {"forward_geometry_any_mode", [&] { (void)forward_geometry_any_mode(robot, long_rates, pose, data); }},
      {"forward_geometry", [&] { (void)forward_geometry(robot, long_rates, pose, data); }},
      {"ReferenceMotion",
       [&] {
         ReferenceMotion<double> reference(robot);
         reference(robot, data, long_rates, Vr);
       }},
  });
}

}  // namespace
}  // namespace gough
