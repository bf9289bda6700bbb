#pragma once

#include <random>

#include "gough/kinematics/data.hpp"

namespace gough {

// All tips and loops of a robot at once, joints and the nacelle's pose unknown together, while the actuated joints or the free coordinates
// of the platform are held. Lengths are over the robot's. Works on `data`: its pose and the legs' q, and what follows from them.
class Mechanism {
 public:
  // The actuated joints held, where `set_actuated` puts them.
  Mechanism(const Robot& robot, KinematicsData<double>& data);
  // The free coordinates brought to a goal (see `free_coordinates`).
  Mechanism(const Robot& robot, const VecX<double>& goal, KinematicsData<double>& data);

  void set_actuated(const VecX<double>& qa);

  // Damped Gauss-Newton from where `data` stands; whether everything closes. `data` is left there.
  bool close();

  // What `close` left open: radians, or robot lengths.
  double gap() const { return gap_; }

  // Pose and joints, to come back to.
  struct Configuration {
    Pose<double> pose;
    std::vector<std::vector<JointPosition<double>>> q;
  };
  Configuration configuration() const;
  void restore(const Configuration& from);

  // Joints and pose drawn about home: up to `spread` half turns, robot lengths, radians of the platform.
  void scatter(double spread, std::mt19937_64& random);

 private:
  const Robot& robot_;
  KinematicsData<double>& data_;
  bool hold_actuated_ = true;
  VecX<double> goal_;  // of the free coordinates, where they are held
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

  // Calls f with the column and size of one unit of every unknown: a robot length, or a radian.
  template <class F>
  void each_unknown(const F& f) const;
};

}  // namespace gough
