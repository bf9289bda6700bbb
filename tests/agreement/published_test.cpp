#include <fmt/format.h>

#include "gough/kinematics/forward_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "tests/robots.hpp"

// Numbers from the literature.
namespace gough {
namespace {

VecX<double> ik(const Robot& robot, Pose<double> pose) {
  KinematicsData<double> data(robot);
  EXPECT_TRUE(project(robot, pose, data).ok());
  VecX<double> qa(robot.actuators.size());
  actuated_positions(robot, data, qa);
  return qa;
}

// ABB IRB 360-1/1600, Williams: angles in degrees, positive downwards.
TEST(Published, Irb360) {
  const Robot robot = load_robot("irb360");
  const auto angles = [&](double x, double y, double z) {
    Pose<double> pose = robot.home;
    pose.p = Vec3<double>(x, y, z);
    return Vec3<double>(ik(robot, pose) * degrees(1.0));
  };
  const Vec3<double> down = angles(0, 0, -0.9);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(down(k), -20.547278148784272, 1e-11);
  EXPECT_LT((angles(0.3, 0.5, -1.1) - Vec3<double>(47.50405300878966, -11.568547887945472, 21.378386319900994)).norm(), 1e-11);

  const auto place = [&](double a, double b, double c) {
    KinematicsData<double> data(robot);
    Pose<double> pose = robot.home;
    EXPECT_TRUE(forward_geometry(robot, VecX<double>(radians(1.0) * Vec3<double>(a, b, c)), pose, data).ok());
    return pose.p;
  };
  EXPECT_LT((place(0, 0, 0) - Vec3<double>(0, 0, -1.0644516556089765)).norm(), 1e-13);
  EXPECT_LT((place(10, 20, 30) - Vec3<double>(.10813540753617, -.1803483523136978, -1.2435412533772578)).norm(), 1e-13);
}

// Stewart platform of ROBOOP's example: strut lengths to four decimals.
TEST(Published, RoboopStewart) {
  // the source prints coordinates to four decimals; they lie on hexagons of these radii
  const double h = std::sqrt(3.0) / 2, r1 = 2.03, r2 = 1.85, r = .225;
  const double base[6][3] = {
      {h * r1, 2.8, -r1 / 2}, {h * r2, 3.07, -r2 / 2}, {-h * r1, 2.8, -r1 / 2}, {-h * r2, 3.07, -r2 / 2}, {0, 2.8, r1}, {0, 3.07, r2}};
  const double platform[6][3] = {{r, 0, -.228},  {r / 2, h * r, -.228},   {-r / 2, h * r, -.228},
                                 {-r, 0, -.228}, {-r / 2, -h * r, -.228}, {r / 2, -h * r, -.228}};
  const double lengths[6] = {3.0508, 3.2324, 3.2997, 3.4560, 3.5797, 3.6935};
  const Vec3<double> z = Vec3<double>::UnitZ(), x = Vec3<double>::UnitX();
  const Mat3<double> R =
      rotation_about(z, revolute_position(.1)) * rotation_about(x, revolute_position(-1.4)) * rotation_about(z, revolute_position(.1));
  const Eigen::Quaterniond q(R);
  std::string text = fmt::format("name = \"roboop\"\n[platform]\nhome = {{ position = [0.2, 0.3, -0.4], quaternion = [{}, {}, {}, {}] }}\n",
                                 q.w(), q.x(), q.y(), q.z());
  for (int k = 0; k < 6; ++k)
    text += fmt::format(
        "[[leg]]\nat = [{}, {}, {}]\ntip = [{{ joint = \"S\", at = [{}, {}, {}] }}]\n[[leg.element]]\ntype = \"telescopic\"\njoint = "
        "\"U\"\nactuator = {{}}\n",
        base[k][0], base[k][1], base[k][2], platform[k][0], platform[k][1], platform[k][2]);
  const Robot robot = assemble(read_robot_text(text, "roboop"));
  const VecX<double> found = ik(robot, robot.home);
  for (int k = 0; k < 6; ++k) EXPECT_NEAR(found(k), lengths[k], 5e-5) << "strut " << k;
}

// Planar 3-RPR of Sauer, Reality Check 1.
class Sauer {
 public:
  Sauer(double L2, double L3, double gamma, double x1, Vec3<double> base3) {
    RobotDescription d = load_robot("planar_3rpr").description;
    d.leg[1].at.x() = x1;
    d.leg[2].at = base3;
    d.leg[1].tip[0].at = Vec3<double>(L3, 0, 0);
    d.leg[2].tip[0].at = Vec3<double>(L2 * std::cos(gamma), L2 * std::sin(gamma), 0);
    d.workspace.reset();
    for (LegSpec& leg : d.leg) leg.element[0].actuator->limits.reset();
    robot_ = assemble(d);
  }

  Pose<double> pose(double theta, double x, double y) const {
    Pose<double> out;
    out.p = Vec3<double>(x, y, 0);
    out.R = rotation_about(Vec3<double>::UnitZ(), revolute_position(theta));
    return out;
  }

  VecX<double> struts(double theta, double x, double y) const { return ik(robot_, pose(theta, x, y)); }

  // (θ, x, y) of every pose with these strut lengths that Newton finds from a grid of starts.
  std::vector<Vec3<double>> poses(const Vec3<double>& lengths) const {
    std::vector<Vec3<double>> found;
    std::mt19937_64 random(91);
    KinematicsData<double> data(robot_);
    for (int start = 0; start < 400; ++start) {
      const VecX<double> u = random_vector(3, random);
      Pose<double> p = pose(kPi * u(0), 6 * u(1), 6 * u(2));
      if (!forward_geometry(robot_, VecX<double>(lengths), p, data).ok()) continue;
      const Vec3<double> solution(std::atan2(p.R(1, 0), p.R(0, 0)), p.p.x(), p.p.y());
      bool known = false;
      for (const Vec3<double>& f : found) known |= (f - solution).norm() < 1e-6;
      if (!known) found.push_back(solution);
    }
    return found;
  }

 private:
  Robot robot_;
};

TEST(Published, SauerCaseA) {
  const Sauer sauer(std::sqrt(2.0), std::sqrt(2.0), kPi / 2, 4, {0, 4, 0});
  for (const Vec3<double>& s : {Vec3<double>(-kPi / 4, 1, 2), Vec3<double>(kPi / 4, 2, 1)})
    EXPECT_LT((sauer.struts(s(0), s(1), s(2)) - VecX<double>(Vec3<double>::Constant(std::sqrt(5.0)))).norm(), 1e-14);
}

TEST(Published, SauerCaseB) {
  const Sauer sauer(3 * std::sqrt(2.0), 3, kPi / 4, 5, {0, 6, 0});
  const std::vector<Vec3<double>> expected{{-.72084920446039, -1.3783796305977, 4.80625317622297},
                                           {-.33100518428387, -.914708716834339, 4.91561877725961},
                                           {1.14368551782137, 4.48175006539903, 2.2167355167669},
                                           {2.11590901408646, 4.57183017533246, 2.02444284876595}};
  for (const Vec3<double>& s : expected) EXPECT_LT((sauer.struts(s(0), s(1), s(2)) - VecX<double>(Vec3<double>(5, 5, 3))).norm(), 1e-11);
  const std::vector<Vec3<double>> found = sauer.poses({5, 5, 3});
  ASSERT_EQ(found.size(), 4u);
  for (const Vec3<double>& s : expected) {
    double nearest = kInfinity;
    for (const Vec3<double>& f : found) nearest = std::min(nearest, (f - s).norm());
    EXPECT_LT(nearest, 1e-11);
  }
  EXPECT_EQ(sauer.poses({5, 4, 3}).size(), 2u);
  EXPECT_EQ(sauer.poses({5, 7, 3}).size(), 6u);
  EXPECT_EQ(sauer.poses({5, 9.2, 3}).size(), 2u);
}

}  // namespace
}  // namespace gough
