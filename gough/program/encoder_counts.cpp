#include "gough/program/encoder_counts.hpp"

#include <cassert>

#include "gough/program/forward_closed.hpp"
#include "gough/program/forward_step.hpp"

namespace gough {
namespace {

// Leaves of forward geometry what its pose needs: what it tells of reach and branch beside the pose is a status.
void keep_pose(Program& program) {
  std::vector<bool> needed(program.operands(), false);
  for (std::size_t o = 0; o < program.outputs.size(); ++o)
    if (program.outputs[o].kind != PortKind::entry) needed[program.results[o]] = true;
  std::vector<Instruction> kept;
  for (std::size_t k = program.code.size(); k-- > 0;) {
    const Instruction& i = program.code[k];
    if (!needed[program.first_result() + k]) continue;
    needed[i.a] = needed[i.b] = true;
    kept.push_back(i);
  }
  program.code = kept;  // to be counted, no more
}

void add(OperationCount& sum, const OperationCount& n, int times) {
  sum.add += times * n.add;
  sum.mul += times * n.mul;
  sum.div += times * n.div;
  sum.sqrt += times * n.sqrt;
  sum.trig += times * n.trig;
  sum.other += times * n.other;
}

}  // namespace

OperationCount count_forward_geometry(const Robot& robot) {
  Program program = record(robot, {Model::fgm, Formulation::platform_legs, Source::encoders});
  keep_pose(program);
  return program.count();
}

OperationCount EncoderCount::total(int steps) const {
  assert(closed || steps > 0);
  OperationCount out;
  add(out, readings, 1);
  add(out, geometry, closed ? 1 : steps);
  add(out, dynamics, 1);
  return out;
}

EncoderCount count_from_encoders(const Robot& robot, Formulation formulation) {
  EncoderCount out;
  out.closed = ForwardClosed::exists(robot);
  out.geometry = count_forward_geometry(robot);
  out.dynamics = record(robot, {Model::idm, formulation, Source::actuators}).count();
  for (const Actuator& a : robot.actuators) {
    if (!a.revolute) continue;
    out.readings.trig += 2;
    if (reading_offset(driven_joint(robot, a)) != 0.0) ++out.readings.add;
  }
  return out;
}

}  // namespace gough
