#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gough/kinematics/state_columns.hpp"

// Poses, twists and accelerations as users type them.
namespace gough::command {

// Comma-separated finite numbers of an option.
std::vector<double> numbers(const std::string& text, const std::string& option);

// x,y,z,qw,qx,qy,qz, or with rpy x,y,z,roll,pitch,yaw in degrees, each with the free joints of the nacelle behind them if wanted (0
// otherwise); or, below six freedoms, the free components. `place` is where
// it stands in a file, or nothing.
GivenPose parse_pose(const Robot& robot, const std::vector<double>& values, bool rpy, const std::string& option, const Place& place = {});

// How far a whole pose is from the one that was found for it; nothing for one given by its free components.
struct PoseMove {
  double metres = 0.0, radians = 0.0;
};
PoseMove pose_move(const GivenPose& given, const Pose<double>& pose);

// A line that says so, where there is a move.
std::string move_text(const GivenPose& given, const Pose<double>& pose);

// A move up to this, in robot lengths or radians, is taken for the rounding of typed digits.
constexpr double kRoundedPose = 1e-3;

// Finds the joints of a given pose. A whole pose that closes to 1e-9 is kept; any other is moved to the one with the same free
// components, which is left in `pose`. A move that is no rounding makes the given pose unreachable, the measure being its size.
Outcome solve_pose(const Robot& robot, const GivenPose& given, Pose<double>& pose, KinematicsData<double>& data);

// There are joint positions to show, if not forces: at a Type 2 singularity the legs are as well defined as elsewhere.
bool has_joints(const Outcome& outcome);

// Six numbers, or as many as there are free components, give V_r.
VecX<double> parse_rates(const Robot& robot, const std::vector<double>& values, const std::string& option);

// A mass, or mass,x,y,z with its centre from the tool point in platform axes, or these and the moments of inertia about the centre, three
// or all six in rows, as a body on the platform.
RigidBody parse_payload(const Robot& robot, const std::string& text, const std::string& option = "--payload");

std::string free_names(const Robot& robot);

// Number of data lines of a file, for the progress bar.
std::size_t count_lines(const std::string& file);

}  // namespace gough::command
