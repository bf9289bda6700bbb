#include <gtest/gtest.h>

#include <cstdlib>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/load.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/velocity.hpp"

// Every allocation of the program goes through these; `counting` says when one would be a fault.
extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
}

namespace {
bool counting = false;
int allocations = 0;
void* counted(void* p) {
  if (counting) ++allocations;
  return p;
}
}  // namespace

extern "C" {
void* malloc(size_t n) { return counted(__libc_malloc(n)); }
void* calloc(size_t n, size_t m) { return counted(__libc_calloc(n, m)); }
void* realloc(void* p, size_t n) { return counted(__libc_realloc(p, n)); }
void* memalign(size_t a, size_t n) { return counted(__libc_memalign(a, n)); }
void* aligned_alloc(size_t a, size_t n) { return counted(__libc_memalign(a, n)); }
}

namespace gough {
namespace {

class Allocation : public ::testing::TestWithParam<std::string> {};

TEST_P(Allocation, NoneInInverseGeometryRatesAndAccelerations) {
  const Robot robot = load_robot(GetParam());
  KinematicsData<double> data(robot);
  std::mt19937_64 random(1);
  std::vector<Pose<double>> poses(20);
  for (Pose<double>& pose : poses) ASSERT_TRUE(sample_pose(robot, 1.0, 1e-3, random, pose, data).ok());
  const VecX<double> V = random_vector(robot.mobility.n, random), A = random_vector(robot.mobility.n, random);
  VecX<double> qa(robot.actuators.size());
  bool fine = true;
  counting = true;
  allocations = 0;
  for (const Pose<double>& pose : poses) {
    fine &= position(robot, pose, data).ok();
    velocity(robot, V, data);
    acceleration(robot, A, data);
    actuated_positions(robot, data, qa);
  }
  counting = false;
  EXPECT_TRUE(fine);
  EXPECT_EQ(allocations, 0);
}

INSTANTIATE_TEST_SUITE_P(Robots, Allocation, ::testing::ValuesIn(catalog()), [](const auto& info) { return info.param; });

TEST(Allocation, TheCounterCounts) {
  counting = true;
  allocations = 0;
  VecX<double> x(100);
  x(0) = 1;
  counting = false;
  EXPECT_GT(allocations, 0);
}

}  // namespace
}  // namespace gough
