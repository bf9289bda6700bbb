#include "gough/assembly/spring_builder.hpp"

#include <fmt/format.h>

#include "gough/kinematics/placement.hpp"
#include "gough/model/names.hpp"
#include "tests/assembly/refusal.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

// A catalog robot with more text behind it.
RobotDescription with(const std::string& robot, const std::string& more) {
  std::string text;
  (void)load_robot(robot, &text);
  return read_robot_text(text + "\n" + more, "robot.toml");
}

void expect_refusal(const std::string& more, const std::string& words) {
  const std::string message = test::refusal(with("delta", more));
  EXPECT_NE(message.find(words), std::string::npos) << message;
  EXPECT_EQ(message.find("robot.toml:"), 0u) << message;  // its place
}

TEST(SpringBuilder, RefusesWhatCannotPull) {
  expect_refusal("[[spring]]\nbetween = [\"base\", \"platform\"]\nfrom = [0, 0, 1]\n", "needs `stiffness`, `damping` or `pull`");
  expect_refusal("[[spring]]\nbetween = [\"leg1.arm\", \"leg1.arm\"]\nto = [0.1, 0, 0]\nstiffness = 1\n", "both ends on one body");
  expect_refusal("[[spring]]\nbetween = [\"base\", \"base\"]\nto = [0.1, 0, 0]\nstiffness = 1\n", "both ends on one body");
  expect_refusal("[[spring]]\nbetween = [\"base\", \"leg1.arn\"]\nstiffness = 1\n", "leg1.arm");
  expect_refusal("[[spring]]\nbetween = [\"base\", \"platform\"]\nfrom = [0, 0, 1]\npull = 1\nfree_length = 1\n", "no `stiffness`");
  const std::string twice = "[[spring]]\nname = \"a\"\nbetween = [\"base\", \"platform\"]\nfrom = [0, 0, 1]\npull = 1\n";
  expect_refusal(twice + twice, "names must differ");
}

TEST(SpringBuilder, RefusesASpringWithoutLengthAtHome) {
  const Robot delta = load_robot("delta");
  const Vec3<double> p = delta.home.p;
  expect_refusal(fmt::format("[[spring]]\nbetween = [\"base\", \"platform\"]\nfrom = [{}, {}, {}]\nstiffness = 1\n", p.x(), p.y(), p.z()),
                 "no length at home");
}

TEST(SpringBuilder, FreePositionsHaveUnits) {
  EXPECT_EQ(build_spring({{}, 3.0, {}, 90.0}, true).free, radians(90.0));
  EXPECT_EQ(build_spring({{}, 3.0, 0.25, {}}, false).free, 0.25);
  EXPECT_THROW(build_spring({{}, 3.0, {}, 90.0}, false), InputError);
  EXPECT_THROW(build_spring({{}, 3.0, 1.0, 90.0}, true), InputError);
}

TEST(SpringBuilder, JointsOfSeveralFreedomsHaveNone) {
  RobotDescription description = load_robot("gough_stewart").description;
  description.leg[0].element[0].spring = JointSpringSpec{{}, 1.0, {}, {}};
  EXPECT_NE(test::refusal(description).find("a joint of one freedom; this one has 2"), std::string::npos);
  description = load_robot("delta").description;
  description.leg[0].element[0].inner_spring = JointSpringSpec{{}, 1.0, {}, {}};
  EXPECT_NE(test::refusal(description).find("telescopic and spindle"), std::string::npos);
}

TEST(SpringBuilder, SpringsOfALegAreCopiedWithIt) {
  RobotDescription description = load_robot("delta").description;
  ASSERT_TRUE(description.leg[0].copies);
  SpringSpec spec;
  spec.between = {"base", description.leg[0].element[0].name};
  spec.from = {0.1, 0.02, 0.3};
  spec.to = {0.15, 0.0, 0.01};
  spec.stiffness = 10.0;
  description.leg[0].spring = {spec};
  const Robot robot = assemble(description);
  ASSERT_EQ(robot.springs.size(), robot.legs.size());
  KinematicsData<double> home(robot);
  place_nacelle(robot, home);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) place_leg(robot.legs[i], home.legs[i]);
  for (std::size_t i = 0; i < robot.springs.size(); ++i) {  // equally long, each at its own leg
    const Spring& spring = robot.springs[i];
    EXPECT_EQ(spring.b.body.leg, static_cast<int>(i));
    EXPECT_EQ(spring.name, robot.legs[i].name + ".spring1");
    const auto length = [&](const Spring& s) { return (home.legs[s.b.body.leg].body[s.b.body.body].point(s.b.point) - s.a.point).norm(); };
    EXPECT_NEAR(length(spring), length(robot.springs[0]), 1e-12);
  }
  EXPECT_GT((robot.springs[0].a.point - robot.springs[1].a.point).norm(), 0.1);
}

TEST(SpringBuilder, FilesAreWrittenAsTheyAreRead) {
  RobotDescription description =
      with("delta",
           "[[spring]]\nname = \"balance\"\nbetween = [\"base\", \"platform\"]\nfrom = [0, 0, 1]\nstiffness = 5\n"
           "free_length = 0.25\ndamping = 2\npull = -3\n");
  description.leg[0].element[0].spring = JointSpringSpec{{}, 1.5, {}, 30.0};
  const RobotDescription again = read_robot_text(write_robot_text(description), "again.toml");
  ASSERT_EQ(again.spring.size(), 1u);
  EXPECT_EQ(again.spring[0].pull, -3.0);
  EXPECT_EQ(again.spring[0].free_length, 0.25);
  ASSERT_TRUE(again.leg[0].element[0].spring);
  EXPECT_EQ(*again.leg[0].element[0].spring->free_deg, 30.0);
  EXPECT_EQ(assemble(again).legs[2].joints[0].spring->free, radians(30.0));
}

TEST(Names, AJointOfSeveralAxesIsItsLastBody) {
  const Robot robot = load_robot("gough_stewart");
  const std::string name = robot.description.leg[0].element[0].name;
  const BodyId id = find_body(robot, robot.legs[0].name + "." + name, {});
  EXPECT_EQ(id.leg, 0);
  EXPECT_EQ(id.body, robot.legs[0].freedoms() - 1);
  EXPECT_THROW(find_body(robot, robot.legs[0].name, {}), InputError);
}

}  // namespace
}  // namespace gough
