#include "gough/evaluate/manifold_program.hpp"

#include <fmt/format.h>

#include <cassert>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/program/entry_ports.hpp"

namespace gough {
namespace {

constexpr double kNear = 0.05;  // longest first step, robot lengths or rad: farther away the library looks where it goes
constexpr double kFar = 0.5;    // of a pose that is only given

// By which a whole pose may be off, robot lengths or rad, and be sure to close to the 1e-9 up to which `project_whole` keeps it; and so
// that joints of the nacelle, which the library then fits to it, are as far from those of the manifold.
constexpr double kKept = 1e-10, kFitted = 2e-13;

Program record_manifold(const Robot& robot, const PosePorts& pose, const StatusPorts& status) {
  Recorder recorder(robot.name + "_manifold");
  KinematicsData<Recorded> k(robot);
  pose.record(recorder, k);
  inverse_geometry_closed(robot, k, Poses::beside);
  eliminate(robot, k);
  const Mobility& m = robot.mobility;
  const auto nd = static_cast<Eigen::Index>(m.dependent.size());
  k.constraint_bias = k.residual;
  apply_qt(k.Cd, k.constraint_bias);
  auto head = k.constraint_bias.head(nd);
  solve_r(k.Cd, head);
  for (Eigen::Index c = 0; c < nd; ++c) {
    const int component = m.dependent[c];
    recorder.output({fmt::format("d{}", component), robot.nacelle.angular(component) ? "rad" : "m", PortKind::entry, component,
                     "step of a dependent component of the nacelle's pose towards the manifold"},
                    head(c));
  }
  for (Eigen::Index c = 0; c < nd; ++c)
    for (int f = 0; f < m.n; ++f) recorder.output(mobility_port(robot, m.dependent[c], f), k.Psi(m.dependent[c], f));
  status.record(recorder, k, {});
  return recorder.finish();
}

bool has_program(const Robot& robot) { return robot.has_closed_forms() && !robot.mobility.dependent.empty(); }

}  // namespace

ManifoldProgram::Ready::Ready(const Robot& robot)
    : pose(robot), walk(robot, pose), status(robot, StatusDepth::rank), run(record_manifold(robot, pose, status)) {}

ManifoldProgram::ManifoldProgram(const Robot& robot) : robot_(&robot) {
  if (has_program(robot)) ready_ = std::make_shared<const Ready>(robot);
}

ManifoldProgram::Memory::Memory(const ManifoldProgram& program, std::size_t most) : stride(most), rows(most), data(*program.robot_) {
  if (!program.ready_) return;
  in.resize(stride * program.ready_->run.inputs());
  out.resize(stride * program.ready_->run.outputs());
}

// not_converged, and the pose as it was, where steps of at most `farthest` do not lead there.
Outcome ManifoldProgram::follow(double farthest, Pose<double>& pose, Memory& memory) const {
  ManifoldWalk::Traveller& traveller = memory.rows[0];
  ready_->walk.begin(pose, farthest, traveller);
  for (;;) {
    ready_->pose.fill(traveller.at, memory.in.data());
    ready_->run(memory.in.data(), memory.out.data());
    const ManifoldWalk::State state = ready_->walk.advance(memory.out.data(), 1, ManifoldWalk::Stop::after_rounding, traveller);
    if (state == ManifoldWalk::State::going) continue;
    if (state == ManifoldWalk::State::lost) break;
    const Outcome outcome = ready_->status.judge(memory.out.data() + ready_->run.outputs() - ready_->status.size());
    if (!outcome.has_position()) break;
    pose = traveller.at;
    return outcome;
  }
  return {Status::not_converged, kInfinity};
}

// A whole pose that closes is kept to the last digit, but for the nacelle's joints; false where it is not sure to.
bool ManifoldProgram::keep(const GivenPose& given, Pose<double>& pose) const {
  if (!given.whole) return true;
  const double off = robot_->nacelle.joints.empty() ? kKept : kFitted;
  if (!((pose.p - given.pose.p).norm() <= off * robot_->length && (pose.R - given.pose.R).norm() <= off)) return false;
  pose.p = given.pose.p;
  pose.R = given.pose.R;
  return true;
}

bool ManifoldProgram::find(const GivenPose& given, Pose<double>& pose, Memory& memory) const {
  assert(fits(*robot_, memory.data));
  pose = given.pose;
  if (robot_->mobility.dependent.empty()) return true;
  return ready_ && follow(kFar, pose, memory).status != Status::not_converged && keep(given, pose);
}

void ManifoldProgram::find(std::size_t n, const GivenPose* given, Pose<double>* poses, bool* found, Memory& memory) const {
  assert(fits(*robot_, memory.data));
  assert(n <= memory.stride);
  std::size_t going = 0;
  for (std::size_t s = 0; s < n; ++s) {
    found[s] = robot_->mobility.dependent.empty();
    poses[s] = given[s].pose;
    if (!ready_) continue;
    memory.rows[going].row = s;
    ready_->walk.begin(poses[s], kFar, memory.rows[going++]);
  }
  while (going > 0) {
    for (std::size_t k = 0; k < going; ++k) ready_->pose.fill(memory.rows[k].at, memory.in.data() + k, memory.stride);
    ready_->run.batch(going, memory.stride, memory.in.data(), memory.out.data());
    std::size_t still = 0;
    for (std::size_t k = 0; k < going; ++k) {
      Memory::Row& row = memory.rows[k];
      const auto state = ready_->walk.advance(memory.out.data() + k, memory.stride, ManifoldWalk::Stop::foretold, row);
      if (state == ManifoldWalk::State::arrived) {
        poses[row.row] = row.at;
        found[row.row] = keep(given[row.row], poses[row.row]);
      } else if (state == ManifoldWalk::State::going) {
        if (still != k) memory.rows[still] = row;
        ++still;
      }
    }
    going = still;
  }
}

Outcome ManifoldProgram::operator()(Pose<double>& pose, Memory& memory) const {
  assert(fits(*robot_, memory.data));
  memory.by_library = false;
  if (robot_->mobility.dependent.empty()) return {};
  if (ready_)
    if (const Outcome outcome = follow(kNear, pose, memory); outcome.status != Status::not_converged) return outcome;
  memory.by_library = true;
  return project_near(*robot_, pose, memory.data);
}

}  // namespace gough
