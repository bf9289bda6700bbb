#include "gough/evaluate/pose_rows.hpp"

#include "gough/kinematics/given_pose.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

// Columns of whole poses beside the numbers of one pose after another.
class PoseRowsTest : public test::Catalog {
 protected:
  static constexpr std::size_t kRows = 150, kStride = 160;
  std::mt19937_64 random{12};
  PosePorts ports{robot};
  std::size_t size = ports.ports().size();
  std::vector<double> rows, in = std::vector<double>(kStride * size), one = std::vector<double>(size);
  bool held[kRows];

  void draw(double off) {
    KinematicsData<double> k(robot);
    rows.clear();
    for (std::size_t s = 0; s < kRows; ++s) {
      Pose<double> pose = test::regular_pose(robot, random, k);
      VecX<double> step = VecX<double>::Zero(robot.nacelle.freedoms());
      for (int c = 0; c < 6; ++c) step(c) = off * (c < 3 ? robot.length : 1.0);
      if (off > 0.0) pose = moved(robot, pose, step);
      const Eigen::Quaterniond q(pose.R);
      rows.insert(rows.end(), {pose.p.x(), pose.p.y(), pose.p.z(), q.w(), q.x(), q.y(), q.z()});
    }
  }
};

TEST_P(PoseRowsTest, AsOnePoseAfterAnother) {
  const PoseRows whole(robot, ports, PoseRows::kWhole);
  if (test::has_free_nacelle_joint(robot)) {  // which the platform's pose does not tell
    EXPECT_FALSE(whole.direct());
    return;
  }
  ASSERT_TRUE(whole.direct());
  draw(0.0);
  whole.fill(rows.data(), kRows, 0, in.data(), kStride, held);
  KinematicsData<double> k(robot);
  for (std::size_t s = 0; s < kRows; ++s) {
    const Pose<double> pose = whole_pose(robot, rows.data() + s * PoseRows::kWhole, s);
    const std::size_t joints = 2 * robot.nacelle.joints.size();
    (void)solve_pose(robot, {pose, true}, k);
    ports.fill(k.pose, one.data());
    EXPECT_TRUE(held[s]);
    for (std::size_t i = 0; i + joints < size; ++i) EXPECT_EQ(in[i * kStride + s], one[i]) << "row " << s << ", number " << i;
    for (std::size_t i = size - joints; i < size; ++i) EXPECT_NEAR(in[i * kStride + s], one[i], 1e-12) << "row " << s << ", number " << i;
  }
}

// What programs do not see is seen before.
TEST_P(PoseRowsTest, WhatIsHeldIsSeen) {
  const PoseRows whole(robot, ports, PoseRows::kWhole);
  if (!whole.direct()) GTEST_SKIP() << "its rows are found one by one";
  for (const double off : {1e-8, 1e-3}) {
    draw(off);
    whole.fill(rows.data(), kRows, 0, in.data(), kStride, held);
    for (std::size_t s = 0; s < kRows; ++s)
      EXPECT_EQ(held[s], ports.holds(whole_pose(robot, rows.data() + s * PoseRows::kWhole, s)) && robot.nacelle.joints.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, PoseRowsTest, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
