#include <cstdio>

#include "gough/assembly/assembly.hpp"
#include "gough/io/robot_file.hpp"
#include "gough/kinematics/forward_geometry.hpp"

// A robot written in the program itself: a planar five-bar. Its mobility is found, not stated.
const char* const kText = R"(
name = "my_five_bar"
[platform]
home = { position = [0.0, 0.36, 0.0] }

[[leg]]
name = "left"
at = [-0.1, 0, 0]
tip = [{ joint = "R", axis = [0, 0, 1], at = [0, 0, 0] }]
[[leg.element]]
type = "bar"
axis = [0, 0, 1]
direction = [-0.6, 0.8, 0]
length = 0.2
actuator = {}
[[leg.element]]
type = "bar"
axis = [0, 0, 1]
length = 0.3

[[leg]]
name = "right"
at = [0.1, 0, 0]
tip = [{ joint = "rigid", at = [0, 0, 0] }]
[[leg.element]]
type = "bar"
axis = [0, 0, 1]
direction = [0.6, 0.8, 0]
length = 0.2
actuator = {}
[[leg.element]]
type = "bar"
axis = [0, 0, 1]
length = 0.3
)";

int main() {
  try {
    const gough::Robot robot = gough::assemble(gough::read_robot_text(kText, "my_five_bar"));
    std::printf("%s: mobility %d\n", robot.notation.c_str(), robot.mobility.n);

    gough::KinematicsData<double> data(robot);
    gough::Pose<double> pose = robot.home;
    gough::VecX<double> angles(2);
    angles << 0.1, -0.05;
    const gough::Outcome outcome = gough::forward_geometry(robot, angles, pose, data);
    std::printf("end point (%.6f, %.6f), %s\n", pose.p.x(), pose.p.y(), std::string(to_string(outcome.status)).c_str());
    return outcome.ok() ? 0 : 1;
  } catch (const gough::InputError& error) {
    std::printf("%s\n", error.what());
    return 2;
  }
}
