#include "apps/studio/snapshot.hpp"

#include "apps/gough/state_dynamics.hpp"
#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/dynamics/energy.hpp"
#include "gough/dynamics/reactions.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough::studio {
namespace {

Json list(const VecX<double>& v) { return std::vector<double>(v.begin(), v.end()); }

// Where the joints of `reactions` are, in its order.
std::vector<Vec3<double>> reaction_points(const Robot& robot, const KinematicsData<double>& data) {
  std::vector<Vec3<double>> out;
  for (const LegData<double>& leg : data.legs)
    for (const Placement<double>& body : leg.body) out.push_back(body.p);
  for (std::size_t k = 1; k < data.nacelle.body.size(); ++k) out.push_back(data.nacelle.body[k].p);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    for (const Tip& tip : robot.legs[i].tips) out.push_back(tip_frame(tip.nacelle, data.nacelle.body).p);
    for (const LegLoop& loop : robot.legs[i].loops) out.push_back(tip_frame(loop.b, data.legs[i].body).p);
  }
  for (const TreeLoop& loop : robot.nacelle.loops) out.push_back(tip_frame(loop.b, data.nacelle.body).p);
  return out;
}

Json reactions_json(const Robot& robot, const Load& load, const KinematicsData<double>& data, const VecX<double>& effort) {
  Json out = Json::array();
  const std::vector<Vec3<double>> points = reaction_points(robot, data);
  for (const Reaction& r : reactions(robot, load, data, effort))
    out.push_back({{"leg", r.leg < 0 ? "" : robot.legs[r.leg].name},
                   {"joint", r.joint},
                   {"at", studio::list(points[out.size()])},
                   {"force", studio::list(r.force)},
                   {"moment", studio::list(r.moment)},
                   {"unique", r.unique}});
  return out;
}

Json columns(const Mat3<double>& m) { return {studio::list(m.col(0)), studio::list(m.col(1)), studio::list(m.col(2))}; }

// Efforts by every formulation that has an answer, and how far they are apart; the first reason where none has.
void add_dynamics(const Robot& robot, const Load& load, Models* models, const Moment& m, KinematicsData<double>& data, Json& out) {
  DynamicsData<double> dynamics(robot);
  Json efforts = Json::object();
  VecX<double> first;
  double difference = 0.0;
  Outcome outcome;
  for (Formulation f : {Formulation::platform_legs, Formulation::elements, Formulation::virtual_work, Formulation::orthogonal_complement}) {
    try {
      if (models && command::has_inverse_dynamics(robot, load, f))
        outcome = models->inverse_dynamics(f, m.pose, m.Vr, m.dVr, dynamics.effort);
      else outcome = inverse_dynamics(robot, f, load, m.pose, m.Vr, m.dVr, data, dynamics);
    } catch (const InputError& error) {
      out["notes"].push_back(error.what());
      continue;
    }
    if (!outcome.answered()) continue;
    efforts[std::string(1, letter(f))] = list(dynamics.effort);
    if (first.size() == 0) first = dynamics.effort;
    difference = std::max(difference, (dynamics.effort - first).cwiseAbs().maxCoeff());
  }
  out["efforts"] = efforts;
  out["difference"] = difference;
  if (first.size() == 0) return;
  if (out["status"] == "ok") {
    out["status"] = to_string(outcome.status);
    out["limit_measure"] = outcome.measure;
  }
  if (models) acceleration(robot, m.dVr, data);
  out["reactions"] = reactions_json(robot, load, data, first);
  const Energy e = energy(robot, load, data);
  out["energy"] = {{"kinetic", e.kinetic}, {"potential", e.potential}, {"power", first.dot(data.dqa)}, {"dissipation", e.dissipation}};
}

}  // namespace

VelocityEllipsoid velocity_ellipsoid(const Robot& robot, const KinematicsData<double>& data) {
  VelocityEllipsoid out;
  MatX<double> J = data.Jinv;
  out.by_limits = true;
  for (const Actuator& a : robot.actuators) out.by_limits &= std::isfinite(a.speed_max);
  if (out.by_limits)
    for (std::size_t a = 0; a < robot.actuators.size(); ++a) J.row(a) /= robot.actuators[a].speed_max;
  if (J.rows() < J.cols() || !J.allFinite()) return out;
  const MatX<double> forward = data.Psi.topRows(6) * pseudo_inverse(J);
  const auto axes = [&](int row) {
    const SingularSide left = left_singular(forward.middleRows(row, 3));
    Mat3<double> scaled = Mat3<double>::Zero();
    for (Eigen::Index k = 0; k < left.values.size(); ++k) scaled.col(k) = left.vectors.col(k) * left.values(k);
    return scaled;
  };
  out.linear = axes(0);
  out.angular = axes(3);
  return out;
}

Json snapshot(const Robot& robot, const Load& load, Models* models, const Moment& m, const Outcome& outcome, KinematicsData<double>& data) {
  const Eigen::Quaterniond q(m.pose.R);
  Json out{{"status", to_string(outcome.status)}, {"measure", outcome.measure}, {"notes", Json::array()}};
  out["free"] = list(VecX<double>(free_coordinates(robot, m.pose)));
  out["pose"] = {m.pose.p.x(), m.pose.p.y(), m.pose.p.z(), q.w(), q.x(), q.y(), q.z()};
  out["velocity"] = list(m.Vr);
  out["acceleration"] = list(m.dVr);
  out["bodies"] = placements(robot, data);
  VecX<double> qa(robot.actuators.size());
  actuated_positions(robot, data, qa);
  out["actuated"] = list(qa);
  velocity(robot, m.Vr, data);
  out["rates"] = list(data.dqa);
  const VelocityEllipsoid ellipsoid = velocity_ellipsoid(robot, data);
  out["ellipsoid"] = {{"linear", columns(ellipsoid.linear)}, {"angular", columns(ellipsoid.angular)}, {"by_limits", ellipsoid.by_limits}};
  out["efforts"] = Json::object();
  out["difference"] = 0.0;
  out["reactions"] = Json::array();
  if (outcome.answered()) add_dynamics(robot, load, models, m, data, out);
  return out;
}

}  // namespace gough::studio
