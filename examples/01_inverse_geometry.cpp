#include <cstdio>

#include "gough/assembly/catalog.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/velocity.hpp"

// A robot from the catalog, its joints at a pose, their rates and accelerations.
int main() {
  const gough::Robot robot = gough::load_robot("gough_stewart");
  gough::KinematicsData<double> data(robot);  // all memory the algorithms need

  gough::Pose<double> pose = robot.home;
  pose.p.z() += 0.03;
  const gough::Outcome outcome = gough::position(robot, pose, data);
  if (!outcome.ok()) {
    std::printf("%s\n", std::string(to_string(outcome.status)).c_str());
    return 1;
  }
  gough::VecX<double> twist(6), acceleration(6);
  twist << 0.1, 0.0, 0.2, 0.0, 0.0, 0.3;  // vx vy vz wx wy wz
  acceleration.setZero();
  gough::velocity(robot, twist, data);
  gough::acceleration(robot, acceleration, data);

  gough::VecX<double> lengths(6);
  gough::actuated_positions(robot, data, lengths);
  for (int a = 0; a < 6; ++a)
    std::printf("%-13s %.6f m  %+.6f m/s  %+.6f m/s2\n", robot.actuators[a].name.c_str(), lengths(a), data.dqa(a), data.ddqa(a));
}
