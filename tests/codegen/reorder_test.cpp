#include "gough/codegen/reorder.hpp"

#include <random>

#include "gough/kinematics/sampling.hpp"
#include "gough/program/models.hpp"
#include "tests/robots.hpp"

namespace gough::test {
namespace {

std::vector<Op> operations(const Program& program) {
  std::vector<Op> out;
  for (const Instruction& i : program.code) out.push_back(i.op);
  return out;
}

TEST(BatchOrder, RootsOfAllLegsFirstThenWhatEndsTheWaitOfMostNumbers) {
  Recorder recorder("legs");
  const Recorded a = recorder.input("a", "1"), b = recorder.input("b", "1");
  const Recorded leg1 = sqrt(a + 1.0), first = leg1 * a + leg1, leg2 = sqrt(b + 1.0), second = leg2 * b + leg2;
  recorder.output("sum", "1", first * first + second * second);
  recorder.output("product", "1", first * second);
  const Program program = in_batch_order(recorder.finish());
  const std::vector<Op> code = operations(program);
  EXPECT_EQ(std::vector<Op>(code.begin(), code.begin() + 4), (std::vector<Op>{Op::add, Op::square_root, Op::add, Op::square_root}));
  EXPECT_EQ(std::count(code.begin(), code.end(), Op::square_root), 2);
}

class BatchOrderOf : public Catalog {};

// The same operations on the same numbers: the same answers to the last bit.
TEST_P(BatchOrderOf, ChangesNoBit) {
  std::mt19937_64 random(5);
  for (Model model : {Model::rates, Model::idm, Model::ddm}) {
    const Program program = record(robot, {model}), other = in_batch_order(program);
    EXPECT_EQ(other.count(), program.count());
    EXPECT_EQ(other.code.size(), program.code.size());
    KinematicsData<double> k(robot);
    Pose<double> pose;
    ASSERT_TRUE(sample_pose(robot, 0.9, 1e-2, random, pose, k).ok());
    velocity(robot, random_vector(robot.mobility.n, random), k);
    acceleration(robot, random_vector(robot.mobility.n, random), k);
    const std::vector<double> in = program_inputs(robot, {model}, k, random_vector(static_cast<int>(robot.actuators.size()), random));
    EXPECT_EQ(other.evaluate(in), program.evaluate(in)) << program.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, BatchOrderOf, ::testing::Values("five_bar", "delta", "gough_stewart", "hexapod_6r"), robot_name);

}  // namespace
}  // namespace gough::test
