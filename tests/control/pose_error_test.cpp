#include "gough/control/pose_error.hpp"

#include "gough/kinematics/projection.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/robots.hpp"

namespace gough::test {
namespace {

class PoseError : public Catalog {};

// Error of moved(reference, Ψ e) against the pose falls with the square of the distance.
TEST_P(PoseError, CarriesTheReferenceToThePoseToSecondOrder) {
  std::mt19937_64 random(1);
  KinematicsData<double> k(robot);
  for (int sample = 0; sample < 3; ++sample) {
    const Pose<double> reference = regular_pose(robot, random, k);
    const MatX<double> Psi = k.Psi;
    const VecX<double> direction = random_vector(robot.mobility.n, random) * std::min(1.0, robot.length);
    double miss[2];
    for (int fine = 0; fine < 2; ++fine) {
      Pose<double> pose = moved(robot, reference, Psi * direction * (fine ? 1e-4 : 1e-3));
      ASSERT_TRUE(project(robot, pose, k).answered());
      VecX<double> e(robot.mobility.n);
      pose_error(robot, pose, reference, e);
      miss[fine] = pose_distance(robot, moved(robot, reference, Psi * e), pose);
    }
    // a hundredth for a tenth (of the order of 1e-8), or nothing but the rounding of the projection
    EXPECT_LE(miss[1], std::max(0.02 * miss[0], 1e-13));
    EXPECT_LE(miss[0], 1e-3 * std::max(1.0, robot.length));  // as against 1e-3 moved, without Ψ e
  }
}

TEST_P(PoseError, RateIsTheDerivative) {
  std::mt19937_64 random(2);
  KinematicsData<double> k(robot);
  const int n = robot.mobility.n;
  VecX<double> ahead(n), behind(n), rate(n);
  for (int sample = 0; sample < 3; ++sample) {
    // two platforms apart by much, each moving on its own
    const Pose<double> reference = regular_pose(robot, random, k);
    const VecX<double> VNd = k.Psi * random_vector(n, random);
    const Pose<double> pose = regular_pose(robot, random, k);
    const VecX<double> VN = k.Psi * random_vector(n, random);
    pose_error_rate(robot, pose, VN, reference, VNd, rate);
    const double h = 1e-5;
    pose_error(robot, moved(robot, pose, h * VN), moved(robot, reference, h * VNd), ahead);
    pose_error(robot, moved(robot, pose, -h * VN), moved(robot, reference, -h * VNd), behind);
    EXPECT_LT(((ahead - behind) / (2 * h) - rate).cwiseAbs().maxCoeff(), 1e-8);  // h² and rounding / h
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, PoseError, ::testing::ValuesIn(catalog()), robot_name);

TEST(PoseError, OfLargeRotationsHasAnExactRate) {
  const Robot robot = load_robot("gough_stewart");
  VecX<double> ahead(6), behind(6), rate(6);
  for (double angle : {1e-6, 1e-3, 9.9e-3, 1.01e-2, 0.5, 2.0, 3.0}) {
    Pose<double> reference, pose;
    reference.R = rotation_exp({0.3, -0.2, 0.5});
    pose.R = rotation_exp(angle * Vec3<double>(0.6, 0.0, 0.8)) * reference.R;
    VecX<double> VN(6), VNd(6);
    VN << 0.1, 0.2, 0.3, 1.0, -0.5, 0.7;
    VNd << 0.3, 0.1, 0.0, -0.4, 0.9, 0.2;
    pose_error_rate(robot, pose, VN, reference, VNd, rate);
    const double h = 1e-5;
    pose_error(robot, moved(robot, pose, h * VN), moved(robot, reference, h * VNd), ahead);
    pose_error(robot, moved(robot, pose, -h * VN), moved(robot, reference, -h * VNd), behind);
    EXPECT_LT(((ahead - behind) / (2 * h) - rate).cwiseAbs().maxCoeff(), 1e-8) << angle;
  }
}

}  // namespace
}  // namespace gough::test
