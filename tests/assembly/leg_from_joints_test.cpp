#include "gough/assembly/leg_from_joints.hpp"

#include <fmt/format.h>

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/dynamics/energy.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

constexpr double kPitch = 0.2;

// Where the joints of a leg start to be closed: the two of the tube, rad, the slide, m.
struct Start {
  double first = 0.0, second = 0.0, slide = 0.65;
};

// Six struts, each a tube on a universal joint and what slides in it: `slide` of a start.
template <class Slide>
std::string hexapod(const Slide& slide, const std::string& end, const Start (&starts)[2]) {
  std::string out = R"(name = "hexapod"
[platform]
home = { position = [0, 0, 0.6] }
body = { mass = 4.0, com = [0.01, 0.02, 0.03], inertia = [0.04, 0.05, 0.07] }
)";
  for (const int side : {0, 1})
    out += fmt::format(R"([[leg]]
name = "{}"
copies = {{ about = "z", angles_deg = [0, 120, 240] }}
at = [0.5, {}, 0.0]
[[leg.joint]]
name = "tube"
type = "U"
origin = [0, 0, 0]
axes = [[0, 1, 0], [1, 0, 0]]
home_deg = [{}, {}]
body = {{ mass = 2.0, com = [0.02, 0.01, 0.2], inertia = [0.03, 0.03, 0.001] }}
{}
[[leg.tip]]
joint = "S"
end = {}
at = [0.15, {}, 0.0]
)",
                       side == 0 ? "left" : "right", side == 0 ? 0.1 : -0.1, degrees(starts[side].first), degrees(starts[side].second),
                       slide(starts[side]), end, side == 0 ? 0.2 : -0.2);
  return out;
}

std::string rod(const Start& start) {
  return fmt::format(
      "origin = [0, 0, 0]\nhome_length = {}\nbody = {{ mass = 1.2, com = [0.03, -0.02, -0.2], inertia = [0.012, 0.001, 0.002, 0.015, "
      "0.001, 0.008] }}\nfriction = {{ viscous = 3.0, coulomb = 1.5 }}\nactuator = {{ rotor_inertia = 1e-5, gear_ratio = 300 }}\n",
      start.slide);
}

auto one_joint(const std::string& type_and_pitch) {
  return [=](const Start& start) { return "[[leg.joint]]\nname = \"rod\"\n" + type_and_pitch + "\n" + rod(start); };
}

auto helical(const std::string& pitch) { return one_joint("type = \"H\"\n" + pitch); }

// The same as a turn that follows a slide behind it; couplings count from home.
std::string coupled(const Start& start) {
  return fmt::format(
             "[[leg.joint]]\nname = \"turn\"\ntype = \"R\"\norigin = [0, 0, 0]\nhome_deg = [{}]\nfollows = {{ joint = \"rod\", ratio = "
             "{} }}\n",
             degrees(2.0 * kPi / kPitch * start.slide), 2.0 * kPi / kPitch) +
         "[[leg.joint]]\nname = \"rod\"\ntype = \"P\"\n" + rod(start);
}

const std::string kOnAxis = "[0, 0, 0]", kBeside = "[0.04, -0.03, 0.02]";

template <class Slide>
Robot robot_of(const Slide& slide, const std::string& end, const Start (&starts)[2] = {{}, {}}) {
  return assemble(read_robot_text(hexapod(slide, end, starts), "hexapod.toml"));
}

template <class Slide>
void expect_helical_refused(const Slide& joint, const std::string& words) {
  try {
    (void)robot_of(joint, kOnAxis);
    ADD_FAILURE() << "not refused: " << words;
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(words), std::string::npos) << message;
    EXPECT_EQ(message.find("hexapod.toml:"), 0u) << message;
  }
}

TEST(HelicalJoint, RefusesPitchesThatSayNothing) {
  expect_helical_refused(helical(""), "a joint of type H needs `pitch`");
  expect_helical_refused(helical("pitch = 0.0"), "zero");
  expect_helical_refused(helical("pitch = 1e-9"), "less than a millionth of the robot's size");
  expect_helical_refused(one_joint("type = \"P\"\npitch = 0.1"), "`pitch` is for joints of type H");
}

TEST(HelicalJoint, IsInClosedFormWhereItsTurnMovesNoTip) {
  const Robot on_axis = robot_of(helical("pitch = 0.2"), kOnAxis), beside = robot_of(helical("pitch = 0.2"), kBeside);
  EXPECT_TRUE(on_axis.has_closed_forms());
  EXPECT_FALSE(beside.has_closed_forms());
  EXPECT_EQ(on_axis.mobility.n, 6);
  EXPECT_EQ(on_axis.mobility.n, on_axis.mobility.grubler + on_axis.mobility.redundant_rows);
  EXPECT_EQ(on_axis.actuators[0].revolute, false);
}

// Efforts of V, P, N and energies of both.
void expect_same_dynamics(const Robot& screw, const Robot& pair) {
  std::mt19937_64 random(5);
  KinematicsData<double> a(screw), b(pair);
  DynamicsData<double> da(screw), db(pair);
  for (int sample = 0; sample < 20; ++sample) {
    Pose<double> pose;
    ASSERT_TRUE(sample_pose(screw, 0.8, 1e-2, random, pose, a).ok());
    const VecX<double> V = random_vector(6, random), A = 5.0 * random_vector(6, random);
    for (const Formulation f : {Formulation::virtual_work, Formulation::platform_legs, Formulation::orthogonal_complement}) {
      ASSERT_TRUE(inverse_dynamics(screw, f, {}, pose, V, A, a, da).ok());
      ASSERT_TRUE(inverse_dynamics(pair, f, {}, pose, V, A, b, db).ok());
      EXPECT_LT((da.effort - db.effort).cwiseAbs().maxCoeff(), 1e-9 * db.effort.cwiseAbs().maxCoeff());
    }
    const EnergyOf<double> ea = energy(screw, {}, a), eb = energy(pair, {}, b);
    EXPECT_NEAR(ea.kinetic, eb.kinetic, 1e-9 * eb.kinetic);
    EXPECT_NEAR(ea.kinetic_rate + ea.potential_rate + ea.dissipation, da.effort.dot(a.dqa), 1e-9 * std::abs(ea.kinetic_rate));
  }
}

TEST(HelicalJoint, IsASlideThatATurnFollows) {
  for (const std::string& end : {kOnAxis, kBeside}) {
    SCOPED_TRACE(end);
    const Robot screw = robot_of(helical(fmt::format("pitch = {}", kPitch)), end);
    const auto start_of = [&](int leg) {
      const std::vector<Joint>& j = screw.legs[leg].joints;
      return Start{j[0].home_value, j[1].home_value, j[2].home_value};
    };
    expect_same_dynamics(screw, robot_of(coupled, end, {start_of(0), start_of(3)}));
  }
}

// No pitch, no turn: a screw of an endless pitch is a slide.
TEST(HelicalJoint, OfALargePitchIsASlide) {
  const Robot screw = robot_of(helical("pitch = 1e6"), kBeside), slide = robot_of(one_joint("type = \"P\""), kBeside);
  KinematicsData<double> a(screw), b(slide);
  DynamicsData<double> da(screw), db(slide);
  const VecX<double> V = VecX<double>::Constant(6, 0.3), A = VecX<double>::Constant(6, -1.0);
  ASSERT_TRUE(inverse_dynamics(screw, Formulation::platform_legs, {}, screw.home, V, A, a, da).ok());
  ASSERT_TRUE(inverse_dynamics(slide, Formulation::platform_legs, {}, slide.home, V, A, b, db).ok());
  EXPECT_LT((da.effort - db.effort).cwiseAbs().maxCoeff(), 1e-4 * db.effort.cwiseAbs().maxCoeff());
}

TEST(HelicalJoint, HasNoElement) {
  const Robot robot = robot_of(helical("pitch = 0.2"), kOnAxis);
  KinematicsData<double> k(robot);
  DynamicsData<double> d(robot);
  const VecX<double> none = VecX<double>::Zero(6);
  try {
    (void)inverse_dynamics(robot, Formulation::elements, {}, robot.home, none, none, k, d);
    ADD_FAILURE() << "not refused";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("no element for the helical joint 'left1.rod'"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace gough
