#include "gough/evaluate/pose_finder.hpp"

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough {
namespace {

constexpr double kClosed = 1e-9;  // rad, robot lengths: by which a whole pose may be off and still be kept, as `project_whole` has it

}  // namespace

PoseFinder::PoseFinder(const Robot& robot)
    : robot_(robot),
      ports_(robot),
      sums_(robot, ports_, static_cast<std::size_t>(robot.mobility.n)),
      coordinates_(robot.mobility.n),
      numbers_(ports_.ports().size()),
      data_(robot) {}

bool PoseFinder::by_sums(const GivenPose& given, Pose<double>& pose) {
  bool held = false;
  coordinates_ = free_coordinates(robot_, given.pose);
  sums_.fill(coordinates_.data(), 1, 0, numbers_.data(), 1, &held);
  pose = robot_.home;
  ports_.read(numbers_.data(), pose);
  if (!held || !given.whole) return held;
  if ((pose.p - given.pose.p).norm() > kClosed * robot_.length || (pose.R - given.pose.R).norm() > kClosed) return false;
  pose.p = given.pose.p;
  pose.R = given.pose.R;
  return true;
}

bool PoseFinder::by_program(const GivenPose& given, Pose<double>& pose) {
  if (!manifold_) {
    manifold_.emplace(robot_);
    memory_.emplace(*manifold_);
  }
  return manifold_->find(given, pose, *memory_) && ports_.holds(pose);
}

Outcome PoseFinder::operator()(const GivenPose& given, Pose<double>& pose) {
  pose = given.pose;
  if (robot_.mobility.dependent.empty()) return {};
  if (sums_.direct() ? by_sums(given, pose) : by_program(given, pose)) return {};
  return by_library(given, pose);
}

}  // namespace gough
