#include "gough/model/file_frame.hpp"

namespace gough {

Placement<double> file_frame(const Robot& robot, const BodyId& id) {
  if (id.leg >= 0) return robot.legs[id.leg].joints[id.body].file_frame;
  return id.body == 0 ? Placement<double>{} : robot.nacelle.joint(id.body).file_frame;
}

RigidBody body_in_file_frame(const Robot& robot, const BodyId& id) {
  return id == BodyId{} ? robot.body(id) : seen_from(file_frame(robot, id).inverse(), robot.body(id));
}

}  // namespace gough
