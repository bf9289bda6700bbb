#pragma once

#include <random>

#include "gough/control/actuator_forces.hpp"
#include "gough/control/measurement.hpp"
#include "gough/evaluate/forward_program.hpp"
#include "gough/kinematics/measured_pose.hpp"
#include "gough/simulation/plant.hpp"
#include "gough/trajectory/pose_projection.hpp"

namespace gough {

struct SensorSpec {
  Place place;
  std::vector<double> resolution, noise, effort_noise;
  std::string rates = "measured", platform = "encoders";
  double rate_noise = 0.0, delay = 0.0, position_noise = 0.0, rotation_noise = 0.0, twist_noise = 0.0;
};

// What a controller gets to see of the plant: encoders, with resolution, white noise and delay, and the platform's pose, found from them by
// the model's forward geometry, from these and the sensors of other joints by least squares, or measured with noise. Without a spec, the
// state itself. Sensors of other joints have the standard deviation of the robot file.
class Sensors {
 public:
  // `step` is the time between calls of `sample`, `period` that between calls of `measure`. Throws InputError.
  Sensors(const Robot& model, const SensorSpec* spec, double step, double period, unsigned long seed);

  // Each step: what the encoders and the camera see now.
  void sample(double t, const MotionState& state, const VecX<double>& qa, const VecX<double>& dqa);

  // What a recorder writes at the last sample: a reading for each of `gough::sensors`, as the controller gets them, and the efforts with
  // their noise.
  const VecX<double>& readings() const { return readings_; }
  void record(VecX<double>& effort);

  // What has come through. The status is that of the forward geometry; where it has no answer the last pose stays.
  Outcome measure(Measurement& out);

 private:
  struct Sample {
    double t = 0.0;
    VecX<double> q, dqa;  // q: what all sensors read
    MotionState state;
  };
  const Robot& model_;
  struct FromEncoders {  // the model's forward geometry
    explicit FromEncoders(const Robot& model);
    Evaluator evaluator;
    Evaluator::Memory memory;
    ForwardProgram forward;
    ForwardProgram::Memory forward_memory;
    ActuatorForces joints;
  };
  std::unique_ptr<FromEncoders> geometry_;
  std::vector<Sensor> list_;                           // of the model, actuators first
  std::unique_ptr<KinematicsData<double>> joints_;     // where other joints have sensors: the state's
  std::unique_ptr<KinematicsData<double>> estimated_;  // of the pose from all sensors
  VecX<double> last_q_;                                // what they read at the last measurement
  bool ideal_ = true, difference_ = false, from_encoders_ = false, first_ = true;
  double period_, rate_noise_ = 0.0, position_noise_ = 0.0, rotation_noise_ = 0.0, twist_noise_ = 0.0;
  VecX<double> resolution_, noise_, effort_noise_, readings_, last_qa_;
  std::vector<Sample> ring_;
  std::size_t next_ = 0, filled_ = 0;
  std::mt19937_64 random_, recorder_;
  std::normal_distribution<double> normal_;
  std::unique_ptr<PoseProjection> projection_;  // of a measured pose with noise
  Pose<double> estimate_, before_;              // the last two poses found
  int found_ = 0;                               // how many of them there are

  void read(const VecX<double>& qa);
  void encoders(const Sample& seen, Measurement& out);
  Pose<double> expected() const;
  Outcome platform_from_encoders(Measurement& out);
  void prepare_estimate(const SensorSpec& spec);
  VecX<double> passive_rates(const Sample& seen, VecX<double>& sigma);
  Outcome platform_from_sensors(const Sample& seen, Measurement& out);
  void keep(const Pose<double>& pose);
  void platform_measured(const Sample& seen, Measurement& out);
};

}  // namespace gough
