#include "gough/evaluate/forward_finder.hpp"

#include <algorithm>

namespace gough {
namespace {

// To the last bit.
bool same(const Pose<double>& a, const Pose<double>& b) {
  const auto equal = [](const JointPosition<double>& x, const JointPosition<double>& y) { return x.c == y.c && x.s == y.s && x.d == y.d; };
  return a.p == b.p && a.R == b.R && std::equal(a.z.begin(), a.z.end(), b.z.begin(), b.z.end(), equal);
}

}  // namespace

void ForwardFinder::take_start(const Pose<double>& start) {
  if (start_ && same(*start_, start)) return;
  start_ = start;
  usable_ = program_.has_program() && finder_({start, false}, closed_).answered() && program_.pose_ports().holds(closed_);
}

bool ForwardFinder::by_program(const VecX<double>& qa, const Pose<double>& start, Pose<double>& pose, Outcome& outcome) {
  take_start(start);
  if (!usable_) return false;
  pose = closed_;
  outcome = program_.warm(qa.data(), pose, memory_);
  return outcome.answered();
}

Outcome ForwardFinder::operator()(const VecX<double>& qa, const Pose<double>& start, Pose<double>& pose) {
  Outcome outcome;
  if (by_program(qa, start, pose, outcome)) return outcome;
  const AnyModePose found = forward_geometry_any_mode(robot_, qa, start, data_);
  pose = found.pose;
  return found.outcome;
}

}  // namespace gough
