#include "gough/program/forward_closed.hpp"

#include <fmt/format.h>

#include "gough/evaluate/forward_program.hpp"
#include "gough/kinematics/forward_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/program/forward_step.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

double uniform(std::mt19937_64& random, double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); }

std::string text(const Vec3<double>& v) { return fmt::format("[{}, {}, {}]", v.x(), v.y(), v.z()); }

// Two legs that meet in a point of one of their forearms, in a plane that has any direction. What is drawn besides: sizes, on which side
// the legs bend, rails in place of arms, forearms one above the other, and where on the second forearm the legs meet.
class TwoCircles {
 public:
  explicit TwoCircles(unsigned seed) : random_(seed), turn_(random_rotation()) {
    const bool apart = seed % 3 == 1, offset = seed % 3 == 2;  // forearms at two heights; a platform beside the meeting point
    const Vec3<double> platform(offset ? 0.05 : 0.0, offset ? -0.03 : 0.0, 0.0);
    meeting_ = {uniform(random_, -0.03, 0.03), uniform(random_, 0.3, 0.4), 0.0};
    origin_ = meeting_ - platform;
    out_ = fmt::format("name = \"two_circles_{}\"\n[platform]\nhome = {{ position = {} }}\n", seed, text(turn_ * origin_));
    add_leg("left", -0.1, seed % 4 >= 2, 0.0, "R", platform);
    const Vec3<double> beside = offset ? Vec3<double>(0.02, 0.01, 0.0) : Vec3<double>(0.0, 0.0, 0.0);
    add_leg("right", 0.1, seed % 2 == 1, apart ? 0.04 : 0.0, "rigid", platform + beside + Vec3<double>(0.0, 0.0, apart ? 0.04 : 0.0));
  }

  Robot robot() const { return assemble(read_robot_text(out_, "two_circles")); }

 private:
  std::mt19937_64 random_;
  Mat3<double> turn_;
  Vec3<double> meeting_, origin_;
  std::string out_;

  Mat3<double> random_rotation() { return Eigen::Quaterniond(Eigen::Vector4d(random_vector(4, random_)).normalized()).toRotationMatrix(); }

  // `tip` is where the forearm ends, in the platform.
  void add_leg(const char* name, double x, bool rail, double height, const char* joint, const Vec3<double>& tip) {
    const std::string normal = text(turn_.col(2));
    const Vec3<double> base(x + uniform(random_, -0.02, 0.02), uniform(random_, -0.03, 0.03), height);
    const double angle = kPi / 2 - std::copysign(uniform(random_, 0.5, 1.2), x) * (random_() % 3 == 0 ? -0.3 : 1.0);
    const Vec3<double> along(std::cos(angle), std::sin(angle), 0.0), elbow = base + 0.2 * along;
    out_ += fmt::format("[[leg]]\nname = \"{}\"\nat = {}\n", name, text(turn_ * base));
    const std::string axis = std::string(joint) == "R" ? "axis = " + normal + ", " : "";
    out_ += fmt::format("tip = [{{ joint = \"{}\", {}at = {} }}]\n", joint, axis, text(turn_ * tip));
    out_ += fmt::format("[[leg.element]]\nname = \"first\"\ndirection = {}\nactuator = {{}}\n", text(turn_ * along));
    if (rail) out_ += "type = \"telescopic\"\njoint = \"fixed\"\nhome_length = 0.2\n";
    else out_ += fmt::format("type = \"bar\"\njoint = \"R\"\naxis = {}\nlength = 0.2\nhome_deg = [0]\n", normal);
    out_ += fmt::format("[[leg.element]]\nname = \"forearm\"\ntype = \"bar\"\njoint = \"R\"\naxis = {}\nlength = {}\n", normal,
                        (origin_ + tip - elbow).norm());
  }
};

// The closed form, the steps and the library from one start.
void expect_one_pose(const Robot& robot, unsigned seed, int states) {
  ASSERT_TRUE(ForwardClosed::exists(robot)) << robot.name;
  const ForwardClosed closed(robot);
  const ForwardStep newton(robot);
  const Program by_form = closed.record(), by_step = newton.record();
  const std::size_t pose_size = newton.pose_size();
  std::mt19937_64 random(seed);
  KinematicsData<double> data(robot);
  VecX<double> q(robot.actuators.size());
  for (int s = 0; s < states; ++s) {
    Pose<double> pose = near_home(robot, 0.3, random);
    if (!project_near(robot, pose, data).ok()) continue;
    if (position(robot, pose, data).measure < 0.02) continue;  // rounding grows with the inverse of the distance
    actuated_positions(robot, data, q);
    std::vector<double> in(newton.inputs()), expected(pose_size);
    newton.goal().fill(q.data(), newton.pose().fill(robot.home, in.data()));
    newton.pose().fill(pose, expected.data());
    const std::vector<double> found = by_form.evaluate(in);
    for (std::size_t told : {ForwardClosed::reach, ForwardClosed::bend, ForwardClosed::side}) ASSERT_GT(found[pose_size + told], 0.0) << s;
    for (std::size_t i = 0; i < pose_size; ++i) ASSERT_NEAR(found[i], expected[i], 1e-12) << robot.name << ", number " << i;
    EXPECT_TRUE(closed.status().reach_and_rank(found.data() + pose_size + ForwardClosed::told).ok());
    std::copy_n(found.begin(), pose_size, in.begin());
    const std::vector<double> stepped = by_step.evaluate(in);  // from what was found it leads nowhere else
    for (std::size_t i = 0; i < pose_size; ++i) ASSERT_NEAR(found[i], stepped[i], 1e-12) << robot.name << ", number " << i;
    Pose<double> by_library = robot.home;
    KinematicsData<double> fresh(robot);
    if (forward_geometry(robot, q, by_library, fresh).ok()) {
      EXPECT_LT(test::pose_distance(robot, by_library, pose), 1e-9);
    }
  }
}

TEST(ForwardClosed, CatalogRobots) {
  std::vector<std::string> with;
  for (const std::string& name : catalog())
    if (ForwardClosed::exists(load_robot(name))) with.push_back(name);
  EXPECT_EQ(with, (std::vector<std::string>{"delta", "delta_balanced", "delta_simplified", "five_bar", "irb360", "orthoglide", "upu_3"}));
  for (const std::string& name : with) expect_one_pose(load_robot(name), 541, 2 * test::samples);
}

// Some of what is drawn has legs without a closed form, as a forearm that carries the platform on a rail: those say so.
TEST(ForwardClosed, TwoCirclesOfAnyPlane) {
  int served = 0;
  for (unsigned seed = 1; seed <= 24; ++seed) {
    SCOPED_TRACE(seed);
    const Robot robot = TwoCircles(seed).robot();
    try {
      (void)ForwardClosed(robot);
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("has no inverse geometry in closed form"), std::string::npos) << error.what();
      continue;
    }
    ++served;
    expect_one_pose(robot, seed, test::samples / 4);
  }
  EXPECT_GE(served, 10);
}

// Readings that the legs cannot meet at, and an arm bent the other way than inverse geometry bends it.
TEST(ForwardClosed, SaysWhereTheLegsDoNotMeetOrBendOtherwise) {
  const Robot robot = load_robot("five_bar");
  const ForwardStep newton(robot);
  const Program program = ForwardClosed(robot).record();
  std::vector<double> in(newton.inputs());
  const auto told = [&](double left, double right, std::size_t which) {
    const double q[] = {left, right};
    newton.goal().fill(q, newton.pose().fill(robot.home, in.data()));
    return program.evaluate(in)[newton.pose_size() + which];
  };
  EXPECT_GT(told(2.0, 1.0, ForwardClosed::reach), 0.0);
  EXPECT_GT(told(2.0, 1.0, ForwardClosed::bend), 0.0);
  EXPECT_FALSE(told(kPi, 0.0, ForwardClosed::reach) > 0.0) << "elbows 0.6 m apart, forearms of 0.3 m";
  EXPECT_FALSE(told(0.0, 0.3, ForwardClosed::bend) > 0.0);
  const ForwardProgram forward(robot);
  ForwardProgram::Memory memory(forward);
  Pose<double> pose = robot.home, by_library = robot.home;
  KinematicsData<double> data(robot);
  const Eigen::Vector2d q(0.0, 0.3);
  EXPECT_EQ(forward(q.data(), pose, memory).status, forward_geometry(robot, q, by_library, data).status);
}

}  // namespace
}  // namespace gough
