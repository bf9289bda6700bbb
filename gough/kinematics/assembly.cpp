#include "gough/kinematics/assembly.hpp"

#include <fmt/format.h>

#include <random>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/leg_folds.hpp"
#include "gough/kinematics/leg_newton.hpp"
#include "gough/kinematics/leg_recognition.hpp"
#include "gough/kinematics/mobility.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/builder.hpp"
#include "gough/model/tidy_frames.hpp"

namespace gough {
namespace {

constexpr double kClosure = 1e-9;   // relative to the robot's size
constexpr double kAsExact = 1e-15;  // what Newton's method would not better but for chance

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

// Whether an open leg stands where no motion of its joints brings it nearer, but for rounding: only chance would tell which way it goes.
bool pulls_nowhere(const Robot& robot, const Leg& leg, const NacelleData<double>& nacelle, LegData<double>& data) {
  place_leg(leg, data);
  tip_residuals(leg, nacelle, data);
  tip_jacobian(leg, nacelle, data);
  double pull = 0.0, size = 0.0, open = 0.0;
  for (std::size_t t = 0, row = 0; t < leg.tips.size(); row += rows(leg.tips[t++].kind)) open += data.residual.segment<3>(row).norm();
  if (open < kClosure * robot.length) return false;
  for (int j = 0; j < leg.freedoms(); ++j) {
    const double along = data.J.a.col(j).dot(data.residual), whole = data.J.a.col(j).norm() * data.residual.norm();
    pull = std::max(pull, std::abs(along));
    size = std::max(size, whole);
  }
  return pull < 1e-9 * size;
}

// Newton from where the file starts the joints. Where that is a stalemate (a leg aimed straight at its target cannot tell which way to
// bend), the joints are pushed to their positive side, the first one first; then from seeded starts beside it, in growing circles.
void start_leg(const Robot& robot, const Leg& leg, const std::vector<double>& start, const NacelleData<double>& nacelle,
               LegData<double>& data) {
  std::mt19937_64 random(1);
  LegData<double> best;
  double least = kInfinity;
  const int n = leg.freedoms();
  const auto put = [&](const VecX<double>& aside) {
    for (int j = 0; j < n; ++j)
      data.q[j] = leg.joints[j].revolute ? revolute_position(start[j] + aside(j)) : prismatic_position(start[j] + robot.length * aside(j));
  };
  put(VecX<double>::Zero(n));
  const bool stalemate = pulls_nowhere(robot, leg, nacelle, data);
  for (int attempt = 0; attempt < 40 + n; ++attempt) {
    VecX<double> aside = VecX<double>::Zero(n);
    if (attempt > 0 && attempt <= n) aside(attempt - 1) = 0.1;
    if (attempt > n) aside = 0.02 * (attempt - n) * random_vector(n, random);
    if (attempt == 0 && stalemate) continue;
    put(aside);
    if (attempt == 0 && tip_gap(robot, leg, nacelle, data) < kAsExact) return;  // a copy: the same numbers as the first one's
    const Outcome outcome = newton_leg(robot, leg, nacelle, data);
    const double left = tips_aligned(leg, nacelle, data) ? outcome.measure : kInfinity;
    if (left < least || best.q.empty()) best = data;
    least = std::min(least, left);
    if (least <= 1e-12) break;
  }
  data = best;
}

// A position to a grid just above rounding, so that joints which are alike but for the order of sums are the same numbers.
JointPosition<double> without_chance(const Joint& joint, double length, const JointPosition<double>& q) {
  const auto on_grid = [](double x, double step) { return std::nearbyint(x / step) * step; };
  if (!joint.revolute) return prismatic_position(on_grid(q.d, std::exp2(std::round(std::log2(length)) - 50)));
  return revolute_position(on_grid(std::atan2(q.s, q.c), std::exp2(-50)));
}

// Closes one leg at home from `start`, where it leaves the positions of the closed joints, then fixes the leg-side axes of its tips as they
// stand there. Returns how far its tips stay from their points.
double close_leg(Robot& robot, const DrawnLeg& drawn, std::vector<double>& start, int index, KinematicsData<double>& data) {
  Leg& leg = robot.legs[index];
  Leg points = leg;  // tips whose axes are still to be fixed carry only their point
  points.rows = 0;
  for (std::size_t t = 0; t < points.tips.size(); ++t) {
    if (drawn.freeze[t]) points.tips[t].kind = TipKind::spherical;
    points.rows += rows(points.tips[t].kind);
  }
  LegData<double>& d = data.legs[index];
  LegData<double> trial = d;
  trial.J.resize(points.rows, points.freedoms());
  trial.residual.setZero(points.rows);
  start_leg(robot, points, start, data.nacelle, trial);
  double gap = 0.0;
  for (std::size_t t = 0, row = 0; t < points.tips.size(); row += rows(points.tips[t++].kind))
    gap = std::max(gap, trial.residual.segment<3>(row).norm());
  double skew = 0.0;
  for (const Tip& tip : points.tips)
    if (tip.kind == TipKind::rigid)
      skew = std::max(skew,
                      rotation_vector(tip_frame(tip.leg, trial.body).R * tip_frame(tip.nacelle, data.nacelle.body).R.transpose()).norm());
  if (!(skew <= 1e-8))
    throw InputError(drawn.place,
                     fmt::format("leg '{}' does not close at home: its end is turned {:.6g} degrees from the platform's frame; "
                                 "check `end_rpy_deg` and `home_deg`",
                                 leg.name, degrees(skew)));
  for (int j = 0; j < leg.freedoms(); ++j) {
    Joint& joint = leg.joints[j];
    joint.home = d.q[j] = without_chance(joint, robot.length, trial.q[j]);
    // the value nearest to where the file starts it, so that 170 degrees do not become -190
    const JointPosition<double> from = revolute_position(start[j]);
    start[j] = joint.revolute
                   ? start[j] + std::atan2(trial.q[j].s * from.c - trial.q[j].c * from.s, trial.q[j].c * from.c + trial.q[j].s * from.s)
                   : trial.q[j].d;
    joint.home_value = drawn.zero_at_home[j] ? 0.0 : start[j];
  }
  place_leg(leg, d);
  for (std::size_t t = 0; t < leg.tips.size(); ++t)
    if (drawn.freeze[t]) {
      Tip& tip = leg.tips[t];
      tip.leg.frame.R = d.body[tip.leg.body].R.transpose() * tip_frame(tip.nacelle, data.nacelle.body).R;
    }
  return gap;
}

[[noreturn]] void does_not_close(const DrawnLeg& drawn, double gap) {
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
  int freedoms_of_joints = 0;
  m.links = 2 + static_cast<int>(robot.nacelle.joints.size());  // base, platform, what hangs on it
  m.joints = static_cast<int>(robot.nacelle.joints.size() + robot.nacelle.loops.size());
  freedoms_of_joints += static_cast<int>(robot.nacelle.joints.size());
  for (const NacelleLoop& loop : robot.nacelle.loops) freedoms_of_joints += freedoms(loop.kind);
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
  }
  m.simple_joints = freedoms_of_joints;
  m.loops = m.joints - m.links + 1;
  m.grubler = 6 * (m.links - 1 - m.joints) + freedoms_of_joints;
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
    if (c.index >= 6 || ranges[c.index]->empty()) continue;
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
  project(robot, pose, data);
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

// `beside`: the home to take instead of the description's, found by a first attempt.
Robot assemble_at(const RobotDescription& description, const Pose<double>* beside) {
  Robot robot;
  robot.description = description;
  robot.name = description.name;
  robot.gravity = description.gravity;
  robot.home = beside ? *beside : build_home(description.platform.home);
  robot.tool = description.platform.tool;
  robot.nacelle = build_nacelle(description);
  if (description.leg.empty()) throw InputError(description.place, "a robot needs [[leg]] tables");
  const std::vector<DrawnLeg> drawn = build_legs(description, robot.nacelle, robot.home);
  for (const DrawnLeg& d : drawn) {
    robot.legs.push_back(d.leg);
    for (const DrawnLeg::Lump& lump : d.lumps) {
      RigidBody& body = lump.body == 0 ? robot.nacelle.platform : robot.nacelle.joints[lump.body - 1].body;
      body = joined(body, {lump.mass, lump.at, Mat3<double>::Zero()});
    }
    if (d.leg.constraints() < 0)
      throw InputError(d.place, fmt::format("leg '{}' has {} joint freedoms but its tips hold only {}: part of it would flap; use a tip "
                                            "that transmits more, or fewer joints",
                                            d.leg.name, d.leg.freedoms(), d.leg.rows));
    robot.mobility.constraint_rows += d.leg.constraints();
    for (Actuator a : d.actuators) {
      a.leg = static_cast<int>(robot.legs.size()) - 1;
      a.name = fmt::format("{}.{}", d.leg.name, a.name);
      robot.legs.back().joints[a.joint].actuator = static_cast<int>(robot.actuators.size());
      robot.actuators.push_back(a);
    }
  }
  for (const NacelleLoop& loop : robot.nacelle.loops) robot.mobility.constraint_rows += rows(loop.kind);
  count_links(drawn, robot, robot.mobility);

  // close at home
  robot.mobility.n = robot.nacelle.freedoms();
  KinematicsData<double> data(robot);
  place_nacelle(robot, data);
  robot.length = characteristic_length(robot, data.nacelle);
  std::size_t worst = 0;
  double gap = 0.0;
  std::vector<std::vector<double>> closed_at;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    // a copy starts where the first one closed, so that both are in one working mode
    std::vector<double> start = drawn[i].start;
    if (drawn[i].copy_of >= 0) start = closed_at[drawn[i].copy_of];
    const double open = close_leg(robot, drawn[i], start, static_cast<int>(i), data);
    closed_at.push_back(start);
    if (open > 1.01 * gap) worst = i;  // the first of equals
    gap = std::max(gap, open);
  }
  const bool closed = gap <= kClosure * robot.length;
  if (!closed && (beside || gap > 0.02 * robot.length)) does_not_close(drawn[worst], gap);
  for (Actuator& a : robot.actuators) a.home = robot.legs[a.leg].joints[a.joint].home_value;

  // structure
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    tidy_frames(robot.legs[i]);
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) data.legs[i].q[j] = robot.legs[i].joints[j].home;
    place_leg(robot.legs[i], data.legs[i]);
  }
  constraint_rows(robot, data);
  check_legs(robot, data, drawn);
  robot.mobility = find_mobility(robot, data);
  if (robot.mobility.n == 0)
    throw InputError(description.place,
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
  if (!closed) {
    Pose<double> pose;
    if (!closes_beside(robot, pose)) does_not_close(drawn[worst], gap);
    return assemble_at(description, &pose);
  }
  check_actuation(robot);
  set_workspace(robot);
  check_neighbourhood(robot);
  for (std::size_t i = 0; i < robot.legs.size() && robot.mobility.constant; ++i) {
    Leg& leg = robot.legs[i];
    if (leg.solver.closed_form || !forms[i].closed_form || !folds_are_singular_on_poses(robot, static_cast<int>(i), forms[i])) continue;
    leg.solver = forms[i];
    tidy_structure(leg);
  }
  return robot;
}

}  // namespace

Robot assemble(const RobotDescription& description) { return assemble_at(description, nullptr); }

}  // namespace gough
