#include "gough/assembly/builder.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

BodySpec spec_of(const std::string& body) {
  RobotDescription d = load_robot("five_bar").description;
  d.platform.body.reset();
  const std::string written = write_robot_text(d);
  const std::size_t at = written.find("[platform]\n") + 11;
  return *read_robot_text(written.substr(0, at) + "body = " + body + "\n" + written.substr(at), "robot.toml").platform.body;
}

void expect_same(const RigidBody& a, const RigidBody& b) {
  EXPECT_NEAR(a.mass, b.mass, 1e-14);
  EXPECT_LT((a.com - b.com).norm(), 1e-14);
  EXPECT_LT((a.inertia - b.inertia).norm(), 1e-14);
}

// Two halves of a box, each in a frame of its own, are the box.
TEST(BodyBuilder, PartsAreAddedUp) {
  const BodySpec whole = spec_of("{ mass = 2, shape = { type = \"box\", size = [0.4, 0.2, 0.1] } }");
  const BodySpec halves = spec_of(
      "{ parts = [{ at = [0.1, 0, 0], mass = 1, shape = { type = \"box\", size = [0.2, 0.2, 0.1] } },"
      " { at = [-0.1, 0, 0], rpy_deg = [0, 0, 90], mass = 1, shape = { type = \"box\", size = [0.2, 0.2, 0.1] } }] }");
  expect_same(build_body(whole, 0.0, BodyAt::elsewhere), build_body(halves, 0.0, BodyAt::elsewhere));
  // beside a body of its own
  const BodySpec both = spec_of(
      "{ mass = 1, com = [0.1, 0, 0], shape = { type = \"box\", size = [0.2, 0.2, 0.1] },"
      " parts = [{ at = [-0.1, 0, 0], mass = 1, shape = { type = \"box\", size = [0.2, 0.2, 0.1] } }] }");
  expect_same(build_body(whole, 0.0, BodyAt::elsewhere), build_body(both, 0.0, BodyAt::elsewhere));
}

TEST(BodyBuilder, PartsThatAreNoBodiesAreRefusedWithTheirPlace) {
  for (const char* text : {"{ parts = [{ at = [0.1, 0, 0] }] }", "{ parts = [{ mass = 1, inertia = [1, 1, 3] }] }"}) {
    try {
      (void)build_body(spec_of(text), 0.0, BodyAt::elsewhere);
      ADD_FAILURE() << text;
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).find("robot.toml:"), 0u) << error.what();
    }
  }
}

TEST(BodyBuilder, PartsAreWrittenAsTheyAreRead) {
  RobotDescription d = load_robot("delta").description;
  d.leg[0].element[0].body->parts.resize(2);
  for (PartSpec& part : d.leg[0].element[0].body->parts) part.mass = 0.25, part.at = {0.1, 0.0, 0.02};
  const RobotDescription again = read_robot_text(write_robot_text(d), "again.toml");
  ASSERT_EQ(again.leg[0].element[0].body->parts.size(), 2u);
  EXPECT_EQ(again.leg[0].element[0].body->parts[1].at, Vec3<double>(0.1, 0.0, 0.02));
  EXPECT_EQ(write_robot_text(again), write_robot_text(d));
  EXPECT_NEAR(assemble(again).legs[1].joints[0].body.mass, load_robot("delta").legs[1].joints[0].body.mass + 0.5, 1e-12);
}

}  // namespace
}  // namespace gough
