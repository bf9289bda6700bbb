#include "gough/evaluate/manifold_program.hpp"

#include "gough/evaluate/side_by_side.hpp"
#include "gough/kinematics/inverse_geometry.hpp"

namespace gough {
namespace {

constexpr std::size_t kPlaces = 32;   // rows of a batch that are followed at once
constexpr double kNear = 0.05;        // longest first step, robot lengths or rad: farther away the library looks where it goes
constexpr double kFar = 0.5;          // of a pose that is only given
constexpr double kClosedPose = 1e-9;  // by which a pose may be off and still be kept, as `project_whole` has it

}  // namespace

ManifoldProgram::ManifoldProgram(const Robot& robot) : robot_(&robot) {
  if (ManifoldStep::exists(robot)) ready_ = std::make_shared<const Ready>(robot);
}

ManifoldProgram::Memory::Memory(const ManifoldProgram& program) : data(*program.robot_) {
  if (!program.ready_) return;
  walks.reserve(kPlaces);
  for (std::size_t k = 0; k < kPlaces; ++k) walks.emplace_back(*program.robot_, program.ready_->step);
  given.resize(kPlaces);
  rows.resize(kPlaces);
  in.resize(kPlaces * program.ready_->run.inputs());
  out.resize(kPlaces * program.ready_->run.outputs());
}

// not_converged, and the pose as it was, where steps are not as short as they should be.
Outcome ManifoldProgram::follow(double farthest, Pose<double>& pose, Memory& memory) const {
  ManifoldWalk& walk = memory.walks[0];
  walk.begin(pose, farthest, memory.in.data(), 1);
  ManifoldWalk::State state = ManifoldWalk::State::going;
  while (state == ManifoldWalk::State::going) {
    ready_->run(memory.in.data(), memory.out.data());
    state = walk.advance(memory.out.data(), memory.in.data(), 1);
  }
  if (state == ManifoldWalk::State::lost) return {Status::not_converged, kInfinity};
  pose = walk.pose();
  return walk.outcome();
}

// A whole pose that closes is kept to the last digit, but for the nacelle's joints; false where it was moved.
bool ManifoldProgram::keep(const GivenPose& given, Pose<double>& pose) const {
  if (!given.whole) return true;
  if ((pose.p - given.pose.p).norm() > kClosedPose * robot_->length || (pose.R - given.pose.R).norm() > kClosedPose) return false;
  pose.p = given.pose.p;
  pose.R = given.pose.R;
  return true;
}

bool ManifoldProgram::find(const GivenPose& given, Pose<double>& pose, Memory& memory) const {
  pose = given.pose;
  if (robot_->mobility.dependent.empty()) return true;
  return ready_ && follow(kFar, pose, memory).status != Status::not_converged && keep(given, pose);
}

void ManifoldProgram::find(std::size_t n, const Give& given, const Take& found, Memory& memory) const {
  if (!ready_) {
    const bool free = robot_->mobility.dependent.empty();
    for (std::size_t row = 0; row < n; ++row) {
      const GivenPose pose = given(row);
      found(row, free ? &pose.pose : nullptr);
    }
    return;
  }
  std::size_t next = 0;
  const auto start = [&](std::size_t place) {
    if (next == n) return false;
    memory.given[place] = given(memory.rows[place] = next++);
    memory.walks[place].begin(memory.given[place].pose, kFar, memory.in.data() + place, kPlaces);
    return true;
  };
  const auto advance = [&](std::size_t place) {
    ManifoldWalk& walk = memory.walks[place];
    const ManifoldWalk::State state = walk.advance(memory.out.data() + place, memory.in.data() + place, kPlaces);
    if (state == ManifoldWalk::State::going) return true;
    Pose<double> pose = walk.pose();
    const bool told = state == ManifoldWalk::State::arrived && keep(memory.given[place], pose);
    found(memory.rows[place], told ? &pose : nullptr);
    return false;
  };
  run_side_by_side(ready_->run, kPlaces, memory.in.data(), memory.out.data(), start, advance);
}

Outcome ManifoldProgram::operator()(Pose<double>& pose, Memory& memory) const {
  memory.by_library = false;
  if (robot_->mobility.dependent.empty()) return {};
  if (ready_)
    if (const Outcome outcome = follow(kNear, pose, memory); outcome.status != Status::not_converged) return outcome;
  memory.by_library = true;
  return project_near(*robot_, pose, memory.data);
}

}  // namespace gough
