#include "gough/kinematics/free_turns.hpp"

#include "gough/math/rotation_jacobian.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

class FreeTurnsOf : public test::Catalog {};

// The rotation vector, moved by J_l⁻¹ ω, has the wanted rates in its free components.
TEST_P(FreeTurnsOf, RatesAreTheWantedOnes) {
  const FreeTurns turns(robot.mobility);
  std::mt19937_64 random(11);
  for (int sample = 0; sample < 20; ++sample) {
    const Vec3<double> phi = 0.5 * random_vector(3, random), w = random_vector(3, random), wanted = random_vector(3, random);
    const Mat3<double> inverse = left_jacobian_inverse(phi);
    Mat3<double> by_rate = 0.3 * random_vector(9, random).reshaped(3, 3);
    for (int k = 0; k < turns.count(); ++k) by_rate(turns.axis(k), k) += 1.0;
    const Vec3<double> a = turns.rates(inverse, w, by_rate, wanted);
    Vec3<double> moved = w;
    for (int k = 0; k < turns.count(); ++k) moved += a(k) * by_rate.col(k);
    for (int k = 0; k < turns.count(); ++k) {
      EXPECT_NEAR((inverse * moved)(turns.axis(k)), wanted(k), 1e-10);
      EXPECT_EQ(robot.mobility.free[turns.component(k)].index, 3 + turns.axis(k));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, FreeTurnsOf, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
