#include <cstdio>

#include "gough/assembly/catalog.hpp"
#include "gough/kinematics/inverse_geometry.hpp"

// The installed library finds its catalog and works.
int main() {
  const gough::Robot robot = gough::load_robot("delta");
  gough::KinematicsData<double> data(robot);
  const gough::Outcome outcome = gough::position(robot, robot.home, data);
  std::printf("%s: mobility %d, %s\n", robot.name.c_str(), robot.mobility.n, std::string(to_string(outcome.status)).c_str());
  return outcome.ok() && robot.mobility.n == 3 ? 0 : 1;
}
