#include "gough/model/file_frame.hpp"

namespace gough {

Placement<double> file_frame(const Robot& robot, const std::pair<int, int>& body) {
  const auto [leg, index] = body;
  if (leg >= 0) return robot.legs[leg].joints[index].file_frame;
  return index == 0 ? Placement<double>{} : robot.nacelle.joints[index - 1].file_frame;
}

RigidBody body_in_file_frame(const Joint& joint) { return seen_from(joint.file_frame.inverse(), joint.body); }

}  // namespace gough
