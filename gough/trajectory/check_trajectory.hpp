#pragma once

#include <functional>
#include <optional>

#include "gough/trajectory/motion_model.hpp"
#include "gough/trajectory/trajectory.hpp"

namespace gough {

// What the robot does at one time of a trajectory.
struct TrajectorySample : MotionValues {
  explicit TrajectorySample(const Robot& robot) : MotionValues(robot), reference(robot) {}

  double t = 0.0;
  Outcome outcome;  // of geometry and elimination; the measure is the distance to the next singularity, 1 is far
  Reference reference;
};

struct Violation {
  double t = 0.0;
  Status status = Status::ok;
  std::string what;  // a sentence with names, numbers and units
};

struct ActuatorPeaks {
  double position_min = kInfinity, position_max = -kInfinity;
  double speed = 0.0, acceleration = 0.0, effort = 0.0;
  // Of the limits: 1 is reached, 0 is in the middle of the stroke or without a limit.
  double stroke_share = 0.0, speed_share = 0.0, effort_share = 0.0;
};

struct TrajectoryCheck {
  std::optional<Violation> first;
  std::vector<ActuatorPeaks> actuators;
  double speed = 0.0, acceleration = 0.0;  // of the platform's origin, m/s and m/s²
  double angular_speed = 0.0;              // rad/s
  double nearest_singularity = kInfinity;  // smallest measure on the way, and when
  double nearest_time = 0.0;
  std::size_t samples = 0;
};

using VisitSample = std::function<void(const TrajectorySample&)>;

// Goes along a trajectory at a rate in Hz, its end included, and looks at reachability, singularities (also crossed between two samples,
// by the sign of det J_inv), strokes, speeds and efforts of the actuators, and the workspace box. A pose that has no answer ends it.
// By programs where there are enough samples to be worth it. Throws InputError for a rate that is not positive or makes more than 10
// million samples.
TrajectoryCheck check_trajectory(const Robot& robot, const Trajectory& trajectory, const Load& load, double rate,
                                 const VisitSample& visit = {});

}  // namespace gough
