#include "gough/assembly/assembly.hpp"

#include <fmt/format.h>

#include <random>

#include "gough/assembly/actuator_builder.hpp"
#include "gough/assembly/builder.hpp"
#include "gough/assembly/coupling_builder.hpp"
#include "gough/assembly/forward_form_finder.hpp"
#include "gough/assembly/leg_closing.hpp"
#include "gough/assembly/leg_folds.hpp"
#include "gough/assembly/leg_recognition.hpp"
#include "gough/assembly/mobility.hpp"
#include "gough/assembly/platform_motion_finder.hpp"
#include "gough/assembly/sensor_builder.hpp"
#include "gough/assembly/spring_builder.hpp"
#include "gough/assembly/tidy_frames.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/changed_robot.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough {
namespace {

// The longest way from a leg's root to its tip at home.
double characteristic_length(const Robot& robot, const NacelleData<double>& nacelle) {
  double longest = 0.0;
  for (const Leg& leg : robot.legs)
    for (const Tip& tip : leg.tips)
      longest = std::max(longest, (tip_frame(tip.nacelle, nacelle.body).p - leg.joints[0].placement.p).norm());
  for (const Leg& leg : robot.legs)
    for (const Joint& joint : leg.joints)
      if (joint.parent >= 0) longest = std::max(longest, joint.placement.p.norm());
  return longest > 0.0 ? longest : 1.0;
}

[[noreturn]] void does_not_close(const DrawnLeg& drawn, const WidestGap& widest) {
  const double gap = widest.gap;
  if (widest.loop >= 0)
    throw InputError(
        drawn.loop_places[widest.loop],
        fmt::format("loop '{}' of leg '{}' does not close at home: its two points stay {:.6g} m apart; check `from`, `to`, the "
                    "lengths of its bodies and where its joints start: `home_deg`, `home_length`",
                    drawn.leg.loops[widest.loop].name, drawn.leg.name, gap));
  throw InputError(drawn.place,
                   fmt::format("leg '{}' does not close at home: its end stays {:.6g} m from the platform's point; check its lengths, "
                               "`platform.home` and the tip's `at`, and where it starts: `direction`, `home_deg`, `home_length`",
                               drawn.leg.name, gap));
}

// A leg that has lost rank at home has no elimination, and so the platform no constraints.
void check_legs(const Robot& robot, const KinematicsData<double>& data, const std::vector<DrawnLeg>& drawn) {
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    if (!(leg_distance(robot, static_cast<int>(i), data) > kLegPivot))
      throw InputError(drawn[i].place,
                       fmt::format("leg '{}' is singular at home: some of its joints can move together while the platform stands still; "
                                   "choose another home, or model a rod that spins about its own line with a universal joint at its root",
                                   robot.legs[i].name));
}

// Links, joints and loops as written, and the Grübler-Kutzbach count.
void count_links(const std::vector<DrawnLeg>& drawn, const Robot& robot, Mobility& m) {
  int freedoms_of_joints = 0, couplings = 0;
  m.links = 2 + static_cast<int>(robot.nacelle.joints.size());  // base, platform, what hangs on it
  m.joints = static_cast<int>(robot.nacelle.joints.size() + robot.nacelle.loops.size());
  freedoms_of_joints += static_cast<int>(robot.nacelle.joints.size());
  for (const TreeLoop& loop : robot.nacelle.loops) freedoms_of_joints += freedoms(loop.kind);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const Leg& leg = robot.legs[i];
    m.joints += drawn[i].specs;
    m.links += drawn[i].specs;
    freedoms_of_joints += leg.freedoms();
    for (const Tip& tip : leg.tips) {
      if (tip.kind == TipKind::rigid) --m.links;  // the leg's last body is the platform itself
      else ++m.joints;
      freedoms_of_joints += freedoms(tip.kind);
    }
    m.joints += static_cast<int>(leg.loops.size());
    for (const LegLoop& loop : leg.loops) freedoms_of_joints += freedoms(loop.kind);
    couplings += static_cast<int>(leg.couplings.size());
  }
  m.simple_joints = freedoms_of_joints;
  m.loops = m.joints - m.links + 1;
  m.grubler = 6 * (m.links - 1 - m.joints) + freedoms_of_joints - couplings;
}

void check_actuation(const Robot& robot) {
  const RobotDescription& d = robot.description;
  const int na = static_cast<int>(robot.actuators.size()), n = robot.mobility.n;
  if (na == 0) throw InputError(d.place, "no joint has an `actuator`; give one to each joint that a motor drives");
  if (na < n && !d.underactuated)
    throw InputError(d.place,
                     fmt::format("{} actuator{} for {} freedoms; add actuators, or say `underactuated = true`", na, na == 1 ? "" : "s", n));
  for (std::size_t a = 0; a < robot.actuators.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (robot.actuators[a].name == robot.actuators[b].name)
        throw InputError(d.place, fmt::format("two actuators are called '{}'; names must differ", robot.actuators[a].name));
}

void set_workspace(Robot& robot) {
  const WorkspaceSpec none, &box = robot.description.workspace ? *robot.description.workspace : none;
  const std::vector<double>* ranges[] = {&box.x, &box.y, &box.z, &box.rx_deg, &box.ry_deg, &box.rz_deg};
  for (FreeComponent& c : robot.mobility.free) {
    const double centre = c.index < 3 ? robot.home.p(c.index) : 0.0;
    const double reach = c.angular ? radians(10.0) : 0.1 * robot.length;
    c.min = centre - reach;
    c.max = centre + reach;
    if (c.index >= 6) {
      const int motor = robot.nacelle.joints[c.index - 6].actuator;
      if (motor < 0 || std::isinf(robot.actuators[motor].position_min) || std::isinf(robot.actuators[motor].position_max)) continue;
      c.min = robot.actuators[motor].position_min;
      c.max = robot.actuators[motor].position_max;
      continue;
    }
    if (ranges[c.index]->empty()) continue;
    const double unit = c.angular ? radians(1.0) : 1.0;
    c.min = unit * (*ranges[c.index])[0];
    c.max = unit * (*ranges[c.index])[1];
    if (!(c.min < c.max)) throw InputError(box.place, fmt::format("the range of {} must go from the smaller to the larger value", c.name));
  }
  for (int k = 0; k < 6; ++k) {
    if (ranges[k]->empty()) continue;
    bool is_free = false;
    for (const FreeComponent& c : robot.mobility.free) is_free |= c.index == k;
    if (!is_free) {
      std::string names;
      for (const FreeComponent& c : robot.mobility.free) names += (names.empty() ? "" : ", ") + c.name;
      throw InputError(box.place, fmt::format("the platform cannot be steered along {}; its free components are {}",
                                              std::array{"x", "y", "z", "rx", "ry", "rz"}[k], names));
    }
  }
}

bool whole_numbers(const MatX<double>& A) { return ((A.array() - A.array().round()).abs() < 1e-9).all(); }

// Whether the platform has as many freedoms as at home at poses beside it, a step away in radians or robot lengths.
bool same_mobility(const Robot& robot, double size, std::mt19937_64& random, KinematicsData<double>& data) {
  const int rank = robot.nacelle.freedoms() - robot.mobility.n;
  for (int sample = 0; sample < 3; ++sample) {
    VecX<double> step = VecX<double>::Zero(robot.nacelle.freedoms());
    for (const FreeComponent& c : robot.mobility.free)
      step(c.index) = size * (c.angular ? 1.0 : robot.length) * random_vector(1, random)(0);
    Pose<double> near = moved(robot, robot.home, step);
    const Outcome outcome = project(robot, near, data);
    if (outcome.status == Status::unreachable || outcome.status == Status::constraint_singular) return false;
    if (constraint_rank(robot, data) != rank) return false;
  }
  return true;
}

// Looks around home: the mobility must be the same beside it, and Ψ may be the same everywhere.
void check_neighbourhood(Robot& result) {
  Robot robot = result;  // without limits: they have no say in the structure
  for (Actuator& a : robot.actuators) {
    a.position_min = -kInfinity;
    a.position_max = kInfinity;
  }
  KinematicsData<double> data(robot);
  std::mt19937_64 random(1);
  Pose<double> pose = robot.home;
  (void)project(robot, pose, data);
  robot.mobility.Psi = data.Psi;
  const Place& place = result.description.platform.place;
  for (const Actuator& a : result.actuators)
    if (a.home < a.position_min || a.home > a.position_max)
      throw InputError(place, fmt::format("home puts actuator '{}' at {:.6g}, outside its `limits` {:.6g} to {:.6g} ({})", a.name,
                                          a.revolute ? degrees(a.home) : a.home, a.revolute ? degrees(a.position_min) : a.position_min,
                                          a.revolute ? degrees(a.position_max) : a.position_max, a.revolute ? "degrees" : "m"));
  // a singularity beside home may be nearer than the first step; one at home is not left by the second either
  if (!same_mobility(robot, 1e-3, random, data) && !same_mobility(robot, 1e-5, random, data))
    throw InputError(place, fmt::format("home is a constraint singularity: the platform has {} freedoms there but not beside it; "
                                        "choose another home",
                                        robot.mobility.n));
  int compared = 0;
  bool constant = whole_numbers(robot.mobility.Psi);
  for (int sample = 0; sample < 20 && constant; ++sample) {
    Pose<double> near = near_home(robot, 0.05 * (1 + sample), random);
    if (!project(robot, near, data).answered()) continue;
    ++compared;
    constant = (data.Psi - robot.mobility.Psi).cwiseAbs().maxCoeff() < 1e-9;
  }
  result.mobility.constant = constant && compared >= 3;
  result.mobility.Psi = robot.mobility.Psi;
  if (result.mobility.constant) result.mobility.Psi = robot.mobility.Psi.array().round() + 0.0;
}

// Legs that nearly close may do so beside the given home, the free components kept: two rods of a parallelogram that differ a little tilt
// the platform. Returns false where that is not so.
bool closes_beside(const Robot& robot, Pose<double>& pose) {
  KinematicsData<double> data(robot);
  pose = robot.home;
  if (!project(robot, pose, data).answered()) return false;
  return (pose.p - robot.home.p).norm() < 0.02 * robot.length && rotation_vector(pose.R * robot.home.R.transpose()).norm() < 0.05;
}

// Adds a drawn leg with its lumps and actuators.
void add_leg(const DrawnLeg& drawn, Robot& robot) {
  robot.legs.push_back(drawn.leg);
  for (const DrawnLeg::Lump& lump : drawn.lumps) {
    RigidBody& body = lump.body == 0 ? robot.nacelle.platform : robot.nacelle.joints[lump.body - 1].body;
    body = joined(body, {lump.mass, lump.at, Mat3<double>::Zero()});
  }
  if (drawn.leg.constraints() < 0)
    throw InputError(drawn.place,
                     fmt::format("leg '{}' has {} joint freedoms but its tips{} hold only {}: part of it would flap; use a tip "
                                 "that transmits more, or fewer joints",
                                 drawn.leg.name, drawn.leg.freedoms(), drawn.leg.loops.empty() ? "" : " and loops", drawn.leg.rows));
  robot.mobility.constraint_rows += drawn.leg.constraints();
  for (Actuator a : drawn.actuators) {
    a.leg = static_cast<int>(robot.legs.size()) - 1;
    a.name = fmt::format("{}.{}", drawn.leg.name, a.name);
    robot.legs.back().joints[a.joint].actuator = static_cast<int>(robot.actuators.size());
    robot.actuators.push_back(a);
  }
}

// A helical joint that turned a million times on the way through the robot would lose its digits.
void check_pitches(const Robot& robot, const std::vector<DrawnLeg>& drawn) {
  const auto check = [&](const Joint& joint, const Place& place) {
    if (std::abs(joint.screw) * robot.length <= 2e6 * kPi) return;
    throw InputError(place, fmt::format("the `pitch` of joint '{}' is {:.3g} m, less than a millionth of the robot's size {:.3g} m",
                                        joint.name, 2.0 * kPi / joint.screw, robot.length));
  };
  for (std::size_t i = 0; i < drawn.size(); ++i)
    for (const Joint& joint : robot.legs[i].joints) check(joint, drawn[i].place);
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) check(robot.nacelle.joints[k], robot.description.nacelle->joint[k].place);
}

// The robot as it is drawn: legs not closed, mobility not found. Fills `drawn`.
Robot drawn_robot(const RobotDescription& description, const Pose<double>* beside, std::vector<DrawnLeg>& drawn) {
  Robot robot;
  robot.description = description;
  robot.name = description.name;
  robot.gravity = description.gravity;
  robot.home = beside ? *beside : build_home(description.platform.home);
  robot.tool = description.platform.tool;
  robot.nacelle = build_nacelle(description);
  if (description.leg.empty()) throw InputError(description.place, "a robot needs [[leg]] tables");
  drawn = build_legs(description, robot.nacelle, robot.home);
  for (const DrawnLeg& d : drawn) add_leg(d, robot);
  add_nacelle_actuators(description, robot);
  for (const TreeLoop& loop : robot.nacelle.loops) robot.mobility.constraint_rows += rows(loop.kind);
  count_links(drawn, robot, robot.mobility);
  robot.mobility.n = robot.nacelle.freedoms();
  return robot;
}

// Mobility, elements and closed forms of a robot whose legs are closed. Returns the closed form recognised for each leg, which the leg
// takes only where its folds are singular.
std::vector<LegSolver> find_structure(Robot& robot, const std::vector<DrawnLeg>& drawn, KinematicsData<double>& data) {
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    tidy_frames(robot.legs[i]);
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) data.legs[i].q[j] = robot.legs[i].joints[j].home;
    place_leg(robot.legs[i], data.legs[i]);
  }
  constraint_rows(robot, data);
  check_legs(robot, data, drawn);
  robot.mobility = find_mobility(robot, data);
  if (robot.mobility.n == 0)
    throw InputError(robot.description.place,
                     fmt::format("the legs hold the platform fast: no freedom is left (Grübler count {})", robot.mobility.grubler));
  std::vector<LegSolver> forms;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    Leg& leg = robot.legs[i];
    leg.elements = find_elements(leg, data.legs[i].body);
    forms.push_back(recognise_leg(robot, static_cast<int>(i), data));
    if (folds_are_singular(robot, static_cast<int>(i), forms.back())) leg.solver = forms.back();
    tidy_structure(leg);
  }
  robot.notation = notation(robot.legs);
  return forms;
}

// Gives legs the closed forms whose folds are singular on the poses that the platform can take, where those are known: with constant Ψ.
void take_forms_on_poses(Robot& robot, const std::vector<LegSolver>& forms) {
  for (std::size_t i = 0; i < robot.legs.size() && robot.mobility.constant; ++i) {
    Leg& leg = robot.legs[i];
    if (leg.solver.closed_form || !forms[i].closed_form || !folds_are_singular_on_poses(robot, static_cast<int>(i), forms[i])) continue;
    leg.solver = forms[i];
    tidy_structure(leg);
  }
}

// `beside`: the home to take instead of the description's, found by a first attempt.
Robot assemble_at(const RobotDescription& description, const Pose<double>* beside) {
  std::vector<DrawnLeg> drawn;
  Robot robot = drawn_robot(description, beside, drawn);
  KinematicsData<double> data(robot);
  place_nacelle(robot, data);
  robot.length = characteristic_length(robot, data.nacelle);
  check_pitches(robot, drawn);
  weigh_couplings(robot);
  const WidestGap widest = close_legs(robot, drawn, data);
  const bool closed = widest.gap <= kClosure * robot.length;
  if (!closed && (beside || widest.gap > 0.02 * robot.length)) does_not_close(drawn[widest.leg], widest);
  const std::vector<LegSolver> forms = find_structure(robot, drawn, data);
  if (!closed) {
    Pose<double> pose;
    if (!closes_beside(robot, pose)) does_not_close(drawn[widest.leg], widest);
    return assemble_at(description, &pose);
  }
  check_actuation(robot);
  require_sensor_names(robot);
  set_workspace(robot);
  check_neighbourhood(robot);
  take_forms_on_poses(robot, forms);
  find_elements(robot);
  find_platform_motion(robot);
  robot.forward = find_forward_form(robot);
  robot.springs = build_springs(robot);
  refresh(robot);
  return robot;
}

}  // namespace

Robot assemble(const RobotDescription& description) { return assemble_at(description, nullptr); }

}  // namespace gough
