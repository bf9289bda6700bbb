#include "gough/evaluate/manifold_program.hpp"

#include "gough/kinematics/projection.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/agreement/random_robots.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

constexpr double kSame = 1e-12;        // rad, robot lengths
constexpr double kRegularPose = 1e-3;  // nearer to a singularity rounding moves poses farther

// Poses brought onto the manifold by programs beside those that the library finds.
class ManifoldPoses {
 public:
  ManifoldPoses(const Robot& robot, unsigned long seed) : robot_(robot), program_(robot), memory_(program_), random_(seed) {}

  int by_program = 0, asked = 0;

  // A pose on the manifold, and near it.
  bool draw(double spread, double off) {
    KinematicsData<double> k(robot_);
    at_ = near_home(robot_, spread, random_);
    const Outcome outcome = project(robot_, at_, k);
    VecX<double> step = off * random_vector(robot_.nacelle.freedoms(), random_);
    for (Eigen::Index c = 0; c < step.size(); ++c)
      if (!robot_.nacelle.angular(static_cast<int>(c))) step(c) *= robot_.length;
    if (off > 0.0) at_ = moved(robot_, at_, step);
    return outcome.ok() && outcome.measure > kRegularPose;
  }

  GivenPose whole() const {
    GivenPose out{at_, true};
    out.pose.z = robot_.home.z;
    return out;
  }
  GivenPose by_free_coordinates() const { return {pose_from_free(robot_, free_coordinates(robot_, at_)), false}; }

  // What `find` makes of a pose, if anything, and what it makes of it among others.
  void expect_found_as_given(const GivenPose& given) {
    KinematicsData<double> k(robot_);
    const Outcome outcome = solve_pose(robot_, given, k);
    const Pose<double> want = k.pose;
    Pose<double> got;
    ++asked;
    if (program_.find(given, got, memory_)) {
      ++by_program;
      ASSERT_TRUE(outcome.has_position()) << to_string(outcome.status) << " " << outcome.measure;
      ASSERT_LE(distance_between(robot_, got, want), tolerance(outcome));
      ASSERT_LE(off_unit(got), 1e-14);
    }
    constexpr std::size_t kRows = 5;
    ManifoldProgram::Memory memory(program_, kRows);
    const GivenPose home{robot_.home, true}, rows[kRows] = {home, given, given, home, given};
    Pose<double> found[kRows];
    bool is_found[kRows];
    program_.find(kRows, rows, found, is_found, memory);
    ASSERT_TRUE(is_found[1] == is_found[2] && is_found[1] == is_found[4]);
    if (!is_found[1] || !outcome.has_position()) return;
    for (const std::size_t s : {1, 2, 4}) ASSERT_LE(distance_between(robot_, found[s], want), tolerance(outcome)) << "among others";
  }

  void expect_projected() {
    KinematicsData<double> k(robot_);
    Pose<double> want = at_, got = at_;
    const Outcome outcome = project_near(robot_, want, k), told = program_(got, memory_);
    if (memory_.by_library || outcome.measure < kRegularPose) return;
    ASSERT_EQ(told.status, outcome.status) << told.measure << " " << outcome.measure;
    ASSERT_LE(distance_between(robot_, got, want), tolerance(outcome));
    ASSERT_LE(off_unit(got), 1e-14);
  }

 private:
  const Robot& robot_;
  ManifoldProgram program_;
  ManifoldProgram::Memory memory_;
  std::mt19937_64 random_;
  Pose<double> at_;

  static double tolerance(const Outcome& outcome) { return kSame / std::min(1.0, 10.0 * std::abs(outcome.measure)); }

  double off_unit(const Pose<double>& pose) const {
    double out = (pose.R * pose.R.transpose() - Mat3<double>::Identity()).cwiseAbs().maxCoeff();
    for (std::size_t k = 0; k < robot_.nacelle.joints.size(); ++k)
      out = std::max(out, std::abs(pose.z[k].c * pose.z[k].c + pose.z[k].s * pose.z[k].s - 1.0));
    return out;
  }
};

void compare(const Robot& robot, unsigned long seed, int poses, ManifoldPoses& beside) {
  for (int s = 0; s < poses; ++s) {
    const double off = std::array{0.0, 1e-12, 1e-9, 1e-6, 1e-3}[static_cast<std::size_t>(s % 5)];
    SCOPED_TRACE(robot.name + ", seed " + std::to_string(seed) + ", pose " + std::to_string(s));
    if (!beside.draw(s % 3 == 0 ? 0.4 : 0.9, off)) continue;
    beside.expect_found_as_given(beside.whole());
    beside.expect_found_as_given(beside.by_free_coordinates());
    beside.expect_projected();
    if (::testing::Test::HasFatalFailure()) return;
  }
}

class ManifoldProgramTest : public test::Catalog {};

TEST_P(ManifoldProgramTest, AsTheLibrary) {
  ManifoldPoses beside(robot, 5);
  compare(robot, 5, std::max(20, test::samples / 2), beside);
  EXPECT_GT(beside.by_program, beside.asked / 3);
}

INSTANTIATE_TEST_SUITE_P(Robots, ManifoldProgramTest, ::testing::ValuesIn(catalog()), test::robot_name);

// Legs without a closed form leave all to the library.
TEST(ManifoldProgramRobots, AsTheLibrary) {
  const std::vector<std::string>& families = test::robot_families();
  const int robots = std::max(1, test::samples / 500);
  const std::size_t stride = test::samples > 100 ? 1 : 3;
  for (std::size_t f = 0; f < families.size(); f += stride)
    for (int r = 0; r < robots; ++r) {
      const unsigned long seed = 100 * f + static_cast<unsigned long>(r) + 7;
      std::mt19937_64 random(seed);
      const Robot robot = assemble(read_robot_text(test::random_robot(families[f], random), families[f]));
      bool closed = true;
      for (const Leg& leg : robot.legs) closed &= leg.solver.closed_form;
      if (!closed || robot.mobility.dependent.empty()) continue;
      ManifoldPoses beside(robot, seed);
      compare(robot, seed, std::max(5, test::samples / 10), beside);
      if (HasFatalFailure()) return;
    }
}

}  // namespace
}  // namespace gough
