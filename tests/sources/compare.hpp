#pragma once

#include "gough/dynamics/data.hpp"
#include "tests/robots.hpp"

// Terms of the sources' equations, computed as they are printed, against the library's.
namespace gough::test {

// Such a term is some tens of operations at a state whose pivots are above 0.05 of the longest column; accelerations divide by them twice:
// 400 · 20 · 1.1e-16 is below this.
constexpr double kSame = 1e-12;

// Largest difference of two arrays of numbers, relative to the largest of the second.
inline double apart(const MatX<double>& found, const MatX<double>& expected) {
  if (found.rows() != expected.rows() || found.cols() != expected.cols()) return kInfinity;
  return (found - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
}

// A random state without payload and wrenches from outside, positions, rates and accelerations filled.
struct Moving {
  KinematicsData<double> k;

  Moving(const Robot& robot, std::mt19937_64& random, double speed = 2.0, double margin = 0.05) : k(robot) {
    Pose<double> pose;
    const Outcome outcome = sample_pose(robot, 0.9, margin, random, pose, k);
    EXPECT_TRUE(outcome.ok()) << robot.name << ": " << to_string(outcome.status);
    velocity(robot, VecX<double>(speed * random_vector(robot.mobility.n, random)), k);
    acceleration(robot, VecX<double>(5.0 * speed * random_vector(robot.mobility.n, random)), k);
  }
};

}  // namespace gough::test
