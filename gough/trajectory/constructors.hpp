#pragma once

#include <string>

#include "gough/trajectory/trajectory.hpp"

// Trajectories from plain specifications. Of the poses given the free components count: the others follow by `project`. A pose that
// cannot be reached is an InputError.
namespace gough {

// The pose on the platform's manifold with the same free components. `what` names it in the message.
Pose<double> on_manifold(const Robot& robot, const Pose<double>& pose, const std::string& what);

Trajectory hold(const Robot& robot, const Pose<double>& pose, double duration);

// Straight, about one axis.
Trajectory line(const Robot& robot, const Pose<double>& from, const Pose<double>& to, const TimeLaw& law);

// The duration of such a line within limits of linear and angular speed and acceleration.
struct MotionLimits {
  double speed = kInfinity, acceleration = kInfinity;                  // m/s, m/s²
  double angular_speed = kInfinity, angular_acceleration = kInfinity;  // rad/s, rad/s²
};
TimeLaw law_within(Law law, const Displacement& by, const MotionLimits& limits);

// About an axis through a centre by an angle, keeping the orientation.
struct CircleSpec {
  Vec3<double> centre = Vec3<double>::Zero(), axis = Vec3<double>::UnitZ();
  double angle = 0.0;  // rad
  TimeLaw law;
};
Trajectory circle(const Robot& robot, const Pose<double>& from, const CircleSpec& spec);

// Lift, across, lower; each a quintic law, and each begins before the one before has ended: the corners are round and the
// acceleration is continuous. `blend` is the share of a lift during which the travel across already goes on, 0 to 1.
struct PickAndPlaceSpec {
  Pose<double> pick, place;
  double height = 0.025;                    // m, above the higher of the two
  Vec3<double> up = Vec3<double>::UnitZ();  // unit vector
  double blend = 0.5;
  double lift_share = 0.3;     // of the time of one way
  bool and_back = true;        // the cycle ends where it began
  double dwell = 0.0;          // s, at place and, if back, at pick
  double cycle_time = 0.0;     // s, the dwells included; or
  double acceleration = 0.0;   // m/s², the largest of the platform's origin
};
Trajectory pick_and_place(const Robot& robot, const PickAndPlaceSpec& spec);

// At rest at both ends, through poses at times that begin with 0.
Trajectory pose_spline(const Robot& robot, const std::vector<Pose<double>>& poses, const std::vector<double>& times);

// Times for it, in proportion to the distance from pose to pose (radians times the robot's length), and not less than a tenth
// of the mean.
std::vector<double> spline_times(const Robot& robot, const std::vector<Pose<double>>& poses, double duration);

// Fourier series in the free coordinates (those of `pose_from_free`): row j is the free component j,
//   c_j(t) = offset_j + Σ_k cosine_jk cos(2π k f t) + sine_jk sin(2π k f t).
// Periodic; its duration is `periods` / f.
struct FourierSpec {
  double frequency = 1.0;  // Hz
  double periods = 1.0;
  VecX<double> offset;        // m or rad, one for each free component; empty: home
  MatX<double> cosine, sine;  // free components × harmonics
};
Trajectory fourier(const Robot& robot, const FourierSpec& spec);

// Through samples, by cubic splines with free ends in the coordinates of `pose_from_free`. At least four; times increase.
Trajectory sampled(const Robot& robot, const std::vector<double>& times, const std::vector<Pose<double>>& poses);

// The same from a file with a column `t` and the pose as `--states` has it: x,y,z,qw,qx,qy,qz, or x,y,z,roll,pitch,yaw (degrees), or
// the free components (angles in radians). Other columns are passed over. The first row is at t = 0 of the trajectory.
Trajectory from_csv(const Robot& robot, const std::string& file);

// One after the other; each must begin where the one before ends.
Trajectory sequence(const std::vector<Trajectory>& parts, bool periodic = false);

}  // namespace gough
