#include "gough/trajectory/pose_projection.hpp"

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"

namespace gough {

PoseProjection::PoseProjection(const Robot& robot)
    : evaluator_(robot),
      memory_(evaluator_),
      manifold_(evaluator_.robot()),
      manifold_memory_(manifold_),
      data_(evaluator_.robot()),
      Jinv_(MatX<double>::Zero(data_.Jinv.rows(), data_.Jinv.cols())) {
  closed_ = robot.has_closed_forms();
  Pose<double> home = robot.home;
  (void)(*this)(home);  // makes what will be asked for
}

// A pose of which no component depends on others stays as it is.
bool PoseProjection::by_programs(Pose<double>& pose, Outcome& outcome) {
  if (evaluator_.robot().mobility.dependent.empty()) {
    outcome = evaluator_.jacobian(pose, memory_, Jinv_);
    return true;
  }
  if (!closed_ || !evaluator_.pose_ports().holds(pose)) return false;  // programs do not see what the mobility keeps as at home
  outcome = manifold_(pose, manifold_memory_);
  return !manifold_memory_.by_library;
}

Outcome PoseProjection::operator()(Pose<double>& pose) {
  Pose<double> found = pose;
  Outcome outcome;
  if (!by_programs(found, outcome)) {
    found = pose;
    outcome = project(evaluator_.robot(), found, data_);
  }
  pose = found;
  return outcome;
}

}  // namespace gough
