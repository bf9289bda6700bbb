#pragma once

#include <random>

#include "gough/kinematics/data.hpp"

namespace gough {

// Closes all tips and loops of a robot at once. The unknowns are the joints and the nacelle's pose together; either the actuated joints or
// the free coordinates of the platform are held. Lengths are divided by the robot's. Changes the pose and the legs' q in `data`, and what
// follows from them.
class Mechanism {
 public:
  // Holds the actuated joints, at the values of `set_actuated`.
  Mechanism(const Robot& robot, KinematicsData<double>& data);
  // Brings the free coordinates to a goal (see `free_coordinates`).
  Mechanism(const Robot& robot, const VecX<double>& goal, KinematicsData<double>& data);

  void set_actuated(const VecX<double>& qa);

  // Damped Gauss-Newton from the configuration in `data`, which holds the last one afterwards. Returns whether everything closes.
  bool close();

  // Widest gap that `close` left, radians or robot lengths.
  double gap() const { return gap_; }

  // A copy of pose and joints.
  struct Configuration {
    Pose<double> pose;
    std::vector<std::vector<JointPosition<double>>> q;
  };
  Configuration configuration() const;
  void restore(const Configuration& from);

  // Random joints and pose about home: within `spread` half turns, robot lengths, and radians of the platform.
  void scatter(double spread, std::mt19937_64& random);

 private:
  const Robot& robot_;
  KinematicsData<double>& data_;
  bool hold_actuated_ = true;
  VecX<double> goal_;  // free coordinates to reach, if these are held
  int unknowns_ = 0, rows_ = 0, loop_rows_ = 0;
  VecX<double> residual_;
  MatX<double> jacobian_;
  double gap_ = kInfinity;

  void size_up();
  bool unknown(const Joint& joint) const { return !hold_actuated_ || joint.actuator < 0; }
  double update();
  void fill_jacobian();
  void fill_coordinate_rows(int row);
  VecX<double> find_step(double damping);
  void move(VecX<double> step);

  // Calls f for every unknown with its column and its unit: a robot length, or a radian.
  template <class F>
  void each_unknown(const F& f) const;
};

}  // namespace gough
