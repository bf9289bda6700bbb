#include "gough/evaluate/leg_program.hpp"

#include <algorithm>

#include "gough/evaluate/side_by_side.hpp"

namespace gough {
namespace {

constexpr std::size_t kSideBySide = 32;  // rows of a batch that are followed at once

}  // namespace

LegProgram::Ready::Ready(const Robot& robot) : step(robot), run(step.record()), home(step.joint_numbers()) {
  step.pose().fill_joints(KinematicsData<double>(robot), home.data());
}

LegProgram::LegProgram(const Robot& robot) : robot_(&robot) {
  if (LegStep::exists(robot)) ready_ = std::make_shared<const Ready>(robot);
}

LegProgram::Memory::Memory(const LegProgram& program) {
  if (!program.exists()) return;
  const Ready& ready = *program.ready_;
  walks_.reserve(kSideBySide);
  for (std::size_t k = 0; k < kSideBySide; ++k) walks_.emplace_back(*program.robot_, ready.step);
  rows_.resize(kSideBySide);
  in_.resize(kSideBySide * ready.run.inputs());
  out_.resize(kSideBySide * ready.run.outputs());
}

bool LegProgram::follow(const Pose<double>& pose, KinematicsData<double>& data, Memory& memory) const {
  LegWalk& walk = memory.walks_[0];
  walk.goal() = pose;
  ready_->step.pose().fill_joints(data, walk.joints(), &LegData<double>::latest);
  LegWalk::State state = walk.begin(data.latest, memory.in_.data(), 1);
  while (state == LegWalk::State::going) {
    ready_->run(memory.in_.data(), memory.out_.data());
    state = walk.advance(memory.out_.data(), memory.in_.data(), 1);
  }
  if (state != LegWalk::State::arrived) return false;
  ready_->step.pose().read_joints(walk.joints(), data);
  for (std::size_t i = 0; i < data.legs.size(); ++i)
    if (!robot_->legs[i].solver.closed_form) data.legs[i].latest = data.legs[i].followed = data.legs[i].q;
  data.latest = data.followed = pose;
  return true;
}

void LegProgram::from_home(std::size_t n, std::size_t stride, double* in, bool* wanted, Memory& memory) const {
  const LegStep& step = ready_->step;
  double numbers[kMostPoseNumbers];
  std::size_t next = 0;
  const auto begin = [&](std::size_t place) {
    const std::size_t row = memory.rows_[place] = next++;
    LegWalk& walk = memory.walks_[place];
    for (std::size_t k = 0; k < step.pose_numbers(); ++k) numbers[k] = in[k * stride + row];
    step.pose().read(numbers, walk.goal());
    std::copy(ready_->home.begin(), ready_->home.end(), walk.joints());
    return wanted[row] = walk.begin(robot_->home, memory.in_.data() + place, kSideBySide) == LegWalk::State::going;
  };
  const auto start = [&](std::size_t place) {
    while (next < n)
      if (!wanted[next]) ++next;
      else if (begin(place)) return true;
    return false;
  };
  const auto advance = [&](std::size_t place) {
    LegWalk& walk = memory.walks_[place];
    const LegWalk::State state = walk.advance(memory.out_.data() + place, memory.in_.data() + place, kSideBySide);
    if (state == LegWalk::State::going) return true;
    const std::size_t row = memory.rows_[place];
    wanted[row] = state == LegWalk::State::arrived;
    for (std::size_t k = 0; k < step.joint_numbers(); ++k) in[(step.pose_numbers() + k) * stride + row] = walk.joints()[k];
    return false;
  };
  run_side_by_side(ready_->run, kSideBySide, memory.in_.data(), memory.out_.data(), start, advance);
}

}  // namespace gough
