#pragma once

#include <gtest/gtest.h>

#include <string>

#include "gough/assembly/assembly.hpp"
#include "gough/assembly/catalog.hpp"
#include "gough/io/robot_file.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
inline void PrintTo(Status status, std::ostream* out) { *out << to_string(status); }
}  // namespace gough

namespace gough::test {

extern int samples;  // size of random sweeps
extern long seed;    // the one random robot to look at, of those that RandomRobots names; 0 for all

// A test for every robot of the catalog.
class Catalog : public ::testing::TestWithParam<std::string> {
 protected:
  Robot robot = load_robot(GetParam());
};

inline std::string robot_name(const ::testing::TestParamInfo<std::string>& info) { return info.param; }

// A pose regular enough to be differentiated about.
inline Pose<double> regular_pose(const Robot& robot, std::mt19937_64& random, KinematicsData<double>& data) {
  Pose<double> pose;
  const Outcome outcome = sample_pose(robot, 0.9, 1e-2, random, pose, data);
  EXPECT_TRUE(outcome.ok()) << robot.name << ": " << to_string(outcome.status);
  return pose;
}

// Whether a joint of the nacelle moves by itself: a wrist.
inline bool has_free_nacelle_joint(const Robot& robot) {
  for (const FreeComponent& c : robot.mobility.free)
    if (c.index >= 6) return true;
  return false;
}

inline double pose_distance(const Robot& robot, const Pose<double>& a, const Pose<double>& b) {
  double d = (a.p - b.p).norm() + rotation_vector(a.R * b.R.transpose()).norm();
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k)
    d += std::abs(a.z[k].c - b.z[k].c) + std::abs(a.z[k].s - b.z[k].s) + std::abs(a.z[k].d - b.z[k].d);
  return d;
}

}  // namespace gough::test
