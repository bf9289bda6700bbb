#pragma once

#include <memory>
#include <string>

#include "gough/exchange/cut_tree.hpp"
#include "gough/kinematics/data.hpp"

namespace gough::test {

// An exported robot in MuJoCo, set to states of the library and compared with it.
class MujocoEngine {
 public:
  MujocoEngine(const Robot& robot, const std::string& model);
  ~MujocoEngine();

  int motors() const;
  void reset_to_home();                       // the keyframe
  double step(double seconds);                // simulates, and returns how long that was
  void set(const KinematicsData<double>& k);  // positions and rates

  void forward(const VecX<double>& effort);
  // The same with J̇ v of the loops put in and the loops' softness times `soft`.
  void forward_with_bias(const VecX<double>& effort, double soft);

  double placement_error(const KinematicsData<double>& k) const;  // of all bodies, largest, m and rad
  double loop_error() const;                                      // how far the loops are open
  double largest_acceleration() const;                            // of all joints, m/s² and rad/s²
  double loop_rate() const;                                       // … and open further
  // Of all joints of the robot, relative to the largest.
  double acceleration_error(const KinematicsData<double>& k) const;

 private:
  struct Engine;
  const Robot& robot_;
  CutTree tree_;
  std::unique_ptr<Engine> engine_;

  void set_carrier(const KinematicsData<double>& k, int link);
  void set_ring(const KinematicsData<double>& k, const CutLoop& loop);
  void put_joint(const std::string& name, double position, double rate);
};

}  // namespace gough::test
