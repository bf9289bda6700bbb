#include "gough/assembly/warnings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/rank_distances.hpp"
#include "gough/model/file_frame.hpp"
#include "gough/model/names.hpp"

namespace gough {
namespace {

using Warnings = std::vector<std::string>;

constexpr double kNearSingular = 1e-3;     // of RankDistances
constexpr double kIdle = 1e-9;             // rad or robot lengths of an actuator for each of the platform
constexpr double kFarFromTypical = 100.0;  // lengths over the robot's typical link
constexpr double kHugeRobot = 100.0;       // m

void singular_home(const Robot& robot, const Outcome& home, const KinematicsData<double>& data, Warnings& out) {
  if (!home.answered() && home.status != Status::type1_singular && home.status != Status::type2_singular &&
      home.status != Status::constraint_singular)
    return;
  const RankDistances distance = rank_distances(robot, data);
  const int leg = distance.weakest_leg();
  const auto add = [&](double measure, const std::string& kind, const std::string& what) {
    if (measure < kNearSingular)
      out.push_back(fmt::format("home is {} a {} singularity (measure {:.3g}; 1 is far, 0 is singular): {}; choose another `platform.home`",
                                measure < 1e-7 ? "at" : "near", kind, measure, what));
  };
  add(distance.leg[leg], "Type 1", fmt::format("leg '{}' is nearly stretched, folded, or has two axes in line", robot.legs[leg].name));
  add(distance.constraint, "constraint", "the legs hardly forbid one of the motions that they are to forbid");
  add(distance.actuation, "Type 2", "the actuators hardly hold the platform");
}

// Actuators whose joints do not move whatever the platform does.
void idle_actuators(const Robot& robot, const Outcome& home, const KinematicsData<double>& data, Warnings& out) {
  if (!home.has_position()) return;
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) {
    double fastest = 0.0;
    for (int k = 0; k < robot.mobility.n; ++k)
      fastest =
          std::max(fastest, std::abs(data.Jinv(static_cast<Eigen::Index>(a), k)) * (robot.mobility.free[k].angular ? 1.0 : robot.length));
    if (fastest < kIdle * (robot.actuators[a].revolute ? 1.0 : robot.length))
      out.push_back(
          fmt::format("actuator '{}' cannot move: loops, couplings or the other legs hold its joint fast at home; check the axes "
                      "of the joints and loops around it",
                      robot.actuators[a].name));
  }
}

bool has_mass(const Robot& robot) {
  const auto heavy = [](const Joint& joint) { return joint.body.mass > 0.0; };
  if (robot.nacelle.platform.mass > 0.0 || std::any_of(robot.nacelle.joints.begin(), robot.nacelle.joints.end(), heavy)) return true;
  return std::any_of(robot.legs.begin(), robot.legs.end(),
                     [&](const Leg& leg) { return std::any_of(leg.joints.begin(), leg.joints.end(), heavy); });
}

// Of the distances from joint to joint, and to the tips: the median of those that are not 0.
double typical_link(const Robot& robot, const KinematicsData<double>& data) {
  std::vector<double> lengths;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Leg& leg = robot.legs[i];
    const auto origin = [&](int joint) { return joint < 0 ? leg.joints[0].placement.p : data.legs[i].body[joint].p; };
    for (int j = 0; j < leg.freedoms(); ++j) lengths.push_back((origin(j) - origin(leg.joints[j].parent)).norm());
    for (const Tip& tip : leg.tips) lengths.push_back((tip_frame(tip.nacelle, data.nacelle.body).p - origin(tip.leg.body)).norm());
  }
  std::erase_if(lengths, [&](double length) { return length < 1e-9 * robot.length; });
  if (lengths.empty()) return robot.length;
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return *middle;
}

// Points and centres of mass that lie as far off as if they were millimetres.
void far_points(const Robot& robot, const KinematicsData<double>& data, Warnings& out) {
  const double typical = typical_link(robot, data);
  const auto add = [&](const std::string& what, const Vec3<double>& from_origin) {
    const double far = from_origin.norm();
    if (far > kFarFromTypical * typical)
      out.push_back(
          fmt::format("{} lies {:.4g} m off, {:.4g} times the robot's typical link ({:.4g} m): are these millimetres? "
                      "robot files are in metres",
                      what, far, far / typical, typical));
  };
  add("the tool point", robot.tool);
  for (const Leg& leg : robot.legs)
    for (const Tip& tip : leg.tips) add(fmt::format("the point of tip '{}.{}' on its body", leg.name, tip.name), tip.nacelle.frame.p);
  for (const NamedBody& body : named_bodies(robot))
    add(fmt::format("the centre of mass of '{}'", body.name), body_in_file_frame(robot, body.id).com);
}

// The branches of a leg's roots; those of a leg without a closed form are not known.
std::vector<double> branches(const Leg& leg) {
  std::vector<double> out;
  for (const SolverStep& step : leg.solver.steps)
    if (step.sign_is_mode) out.push_back(step.sign);
  return out;
}

// Copies of one leg that are bent different ways at home.
void copies_apart(const Robot& robot, Warnings& out) {
  std::size_t first = 0;
  for (const LegSpec& spec : robot.description.leg) {
    const std::size_t copies = spec.copies ? spec.copies->angles_deg.size() : 1;
    for (std::size_t k = first + 1; k < first + copies; ++k)
      if (branches(robot.legs[k]) != branches(robot.legs[first])) {
        out.push_back(
            fmt::format("legs '{}' and '{}' are copies but in different working modes at home; check where they start: "
                        "`home_deg`, `home_length`, `direction`, and whether `platform.home` is as symmetric as they are",
                        robot.legs[first].name, robot.legs[k].name));
        break;
      }
    first += copies;
  }
}

void huge_robot(const Robot& robot, const KinematicsData<double>& data, Warnings& out) {
  Eigen::AlignedBox3d box;
  for (const LegData<double>& leg : data.legs)
    for (const Placement<double>& body : leg.body) box.extend(body.p);
  for (const Leg& leg : robot.legs)
    for (const Tip& tip : leg.tips) box.extend(tip_frame(tip.nacelle, data.nacelle.body).p);
  const double size = box.diagonal().norm();
  if (size > kHugeRobot)
    out.push_back(fmt::format("the robot is {:.4g} m across: are its lengths in millimetres? robot files are in metres", size));
}

}  // namespace

std::vector<std::string> warnings(const Robot& robot) {
  Warnings out;
  KinematicsData<double> data(robot);
  const Outcome home = position(robot, robot.home, data);
  singular_home(robot, home, data, out);
  idle_actuators(robot, home, data, out);
  if (!has_mass(robot)) out.emplace_back("no body has a mass: only geometry can be asked; give the bodies that move a `mass`");
  copies_apart(robot, out);
  huge_robot(robot, data, out);
  far_points(robot, data, out);
  return out;
}

}  // namespace gough
