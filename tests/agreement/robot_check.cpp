#include "tests/agreement/robot_check.hpp"

#include <fmt/format.h>

#include <utility>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough::test {
namespace {

constexpr double kTolerance = 1e-8;
constexpr double kMargin = 1e-3;  // nearer to a singularity than this is no state

double off(const M3& a, const M3& b) { return (a - b).cwiseAbs().maxCoeff(); }

}  // namespace

RobotCheck::RobotCheck(const Sketch& sketch, const Robot& robot, Ledger& ledger)
    : sketch_(sketch), robot_(robot), ledger_(ledger), linkage_(sketch), s_(sketch.scale), home_(robot), at_(robot) {
  for (const FreeComponent& c : robot.mobility.free) free_.push_back(c.index);
}

int RobotCheck::leg_axis(std::size_t leg, int joint) const {
  int first = 0;
  for (std::size_t i = 0; i < leg; ++i) first += robot_.legs[i].freedoms();
  return first + joint;
}

Pose<double> RobotCheck::pose_of(const oracle::Configuration& at) const {
  Pose<double> pose = robot_.home;
  const Frame placed = at.moved[linkage_.platform()] * sketch_.home;
  pose.p = s_ * placed.p;
  pose.R = placed.R;
  for (std::size_t k = 0; k < sketch_.hinges.size(); ++k) {
    const double q = at.q(linkage_.platform() + static_cast<int>(k));
    pose.z[k] = sketch_.hinges[k].revolute ? revolute_position(q) : prismatic_position(s_ * q);
  }
  return pose;
}

const Placement<double>& RobotCheck::body(const KinematicsData<double>& data, int index) const {
  for (const LegData<double>& leg : data.legs) {
    if (index < static_cast<int>(leg.body.size())) return leg.body[index];
    index -= static_cast<int>(leg.body.size());
  }
  return data.nacelle.body[index];
}

bool RobotCheck::structure() {
  if (robot_.legs.size() != sketch_.legs.size() || static_cast<int>(robot_.actuators.size()) != linkage_.actuators()) {
    ledger_.fail("structure", "legs or actuators are not as many as drawn");
    return false;
  }
  double worst = 0.0;
  for (std::size_t i = 0, axis = 0; i < robot_.legs.size(); ++i)
    for (const Joint& joint : robot_.legs[i].joints) {
      if (axis >= linkage_.axes().size() || linkage_.axes()[axis].revolute != joint.revolute ||
          linkage_.axes()[axis].leg != static_cast<int>(i)) {
        ledger_.fail("structure", "joints are not as drawn: leg " + robot_.legs[i].name);
        return false;
      }
      const double difference = joint.home_value - linkage_.axes()[axis++].home * (joint.revolute ? 1.0 : s_);
      worst = std::max(worst, joint.revolute ? std::abs(std::remainder(difference, 2 * kPi)) : std::abs(difference) / s_);
    }
  ledger_.compare("joints at home", worst, kTolerance);
  if (worst > kTolerance) return false;  // another robot than was drawn
  const Distances there = distances(linkage_, linkage_.home(), {});
  if (robot_.mobility.n != there.mobility) {
    ledger_.fail("mobility", fmt::format("{}, the closing rows leave {}", robot_.mobility.n, there.mobility));
    return false;
  }
  const Mobility& m = robot_.mobility;
  const int redundant = static_cast<int>(linkage_.closing_rows(linkage_.home()).rows()) - linkage_.coordinates() + there.mobility;
  if (m.redundant_rows != redundant || m.n - m.grubler != redundant)
    ledger_.fail("over-constraint", fmt::format("{} redundant rows, Grübler count {} of {}; the closing rows have {}", m.redundant_rows,
                                                m.grubler, m.n, redundant));
  const Outcome outcome = position(robot_, robot_.home, home_);
  if (!outcome.ok()) {
    ledger_.fail("home status", std::string(to_string(outcome.status)));
    here_ = linkage_.home();
    for (std::size_t i = 0; i < robot_.legs.size(); ++i) {
      for (int j = 0; j < robot_.legs[i].freedoms(); ++j) home_.legs[i].q[j] = robot_.legs[i].joints[j].home;
      place_leg(robot_.legs[i], home_.legs[i]);
    }
  }
  ledger_.compare("home", joint_error(home_, linkage_.home()), kTolerance);
  // masses where they were drawn
  for (int b = 0; b < linkage_.bodies(); ++b) {
    RigidBody there_body;
    int index = b;
    for (const Leg& leg : robot_.legs) {
      if (index < leg.freedoms() && index >= 0) there_body = leg.joints[index].body;
      index -= leg.freedoms();
    }
    if (index == 0) there_body = robot_.nacelle.platform;
    if (index > 0) there_body = robot_.nacelle.joints[index - 1].body;
    const Mass& drawn = linkage_.masses()[b];
    const Placement<double>& frame = body(home_, b);
    ledger_.compare("mass", std::abs(there_body.mass - drawn.mass), 1e-12);
    if (drawn.mass == 0.0) continue;
    ledger_.compare("mass centre", (frame.point(there_body.com) / s_ - drawn.com).norm(), kTolerance);
    ledger_.compare("inertia", off(frame.R * there_body.inertia * frame.R.transpose() / (s_ * s_), drawn.inertia) / drawn.mass, kTolerance);
  }
  return true;
}

double RobotCheck::joint_error(const KinematicsData<double>& data, const oracle::Configuration& at) const {
  double worst = 0.0;
  for (std::size_t i = 0; i < robot_.legs.size(); ++i)
    for (int j = 0; j < robot_.legs[i].freedoms(); ++j) {
      const Joint& joint = robot_.legs[i].joints[j];
      const int axis = leg_axis(i, j);
      const double value = joint_value(joint, data.legs[i].q[j]) - joint.home_value;
      const double error = joint.revolute ? std::abs(std::remainder(value - at.q(axis), 2 * kPi)) : std::abs(value / s_ - at.q(axis));
      worst = std::isnan(error) ? kInfinity : std::max(worst, error);
    }
  return worst;
}

void RobotCheck::fill_from_walk() {
  at_.pose = pose_of(here_);
  place_nacelle(robot_, at_);
  for (std::size_t i = 0; i < robot_.legs.size(); ++i) {
    for (int j = 0; j < robot_.legs[i].freedoms(); ++j) {
      const JointPosition<double>& h = robot_.legs[i].joints[j].home;
      const double q = here_.q(leg_axis(i, j));
      if (robot_.legs[i].joints[j].revolute) {
        const JointPosition<double> turn = revolute_position(q);
        at_.legs[i].q[j] = {h.c * turn.c - h.s * turn.s, h.s * turn.c + h.c * turn.s, 0.0};
      } else {
        at_.legs[i].q[j] = prismatic_position(h.d + s_ * q);
      }
    }
    place_leg(robot_.legs[i], at_.legs[i]);
  }
  eliminate(robot_, at_);
}

// The pose of the walk's end, asked of the library from home. Returns false where the state is too near a singularity by its own measure.
bool RobotCheck::positions() {
  at_ = KinematicsData<double>(robot_);
  const Outcome outcome = position(robot_, pose_of(here_), at_);
  if (outcome.ok() && outcome.measure < kMargin) {
    if (distances(linkage_, here_, free_).least() < 10 * kMargin) return false;
    ledger_.count("measure below 1e-3, regular by the walk");
  }
  const double error = outcome.ok() ? joint_error(at_, here_) : 0.0;
  if (!outcome.ok())
    ledger_.fail(fmt::format("position {}", to_string(outcome.status)),
                 fmt::format("measure {:.3g}, regular by {:.3g} on the walk", outcome.measure, distances(linkage_, here_, free_).least()));
  else if (error > kTolerance) wrong_joints(error);
  else ledger_.compare("position joints", error, kTolerance);
  if (!outcome.ok() || error > kTolerance) fill_from_walk();
  double displaced = 0.0;
  for (int b = 0; b < linkage_.bodies(); ++b) {
    const Placement<double> moved = body(at_, b) * body(home_, b).inverse();
    displaced = std::max({displaced, off(moved.R, here_.moved[b].R), (moved.p / s_ - here_.moved[b].p).norm()});
  }
  ledger_.compare("position bodies", displaced, kTolerance);
  return true;
}

// Whether the library, asked along the walk, comes to the walk's joints, though by itself to others; a closed form has no way to tell.
bool RobotCheck::follows_the_walk() {
  bool closed_form = true;
  for (const Leg& leg : robot_.legs) closed_form &= leg.solver.closed_form;
  if (closed_form) return false;
  KinematicsData<double> data(robot_);
  for (const oracle::Configuration& step : path_)
    if (!position(robot_, pose_of(step), data).ok()) return false;
  return joint_error(data, here_) <= kTolerance;
}

// Joints that close the legs but are not those of the walk. A square leg whose determinant has changed its sign since home is in
// another working mode beyond doubt, for the walk met no singularity. A leg without a closed form may have several solutions on one side
// of its singularities (a cuspidal one): which of them a pose alone means cannot be told, but asked along the walk it must keep to it.
void RobotCheck::wrong_joints(double error) {
  const oracle::Configuration there = configuration_of(at_.pose, at_);
  bool folded = false;
  for (std::size_t i = 0; i < robot_.legs.size(); ++i) {
    const int leg = static_cast<int>(i);
    folded |= leg_determinant(linkage_, linkage_.home(), leg) * leg_determinant(linkage_, there, leg) < 0;
  }
  if (!folded && follows_the_walk()) return ledger_.count("joints of another way to the same pose");
  ledger_.fail(folded ? "position joints: another working mode" : "position joints", fmt::format("error {:.3g}", error));
}

double RobotCheck::tolerance() const { return kTolerance; }

// The free coordinates of a pose, found here without the library's own way to them.
VecX<double> RobotCheck::free_coordinates_of(const Pose<double>& pose) const {
  const V3 turn = rotation_vector(pose.R * robot_.home.R.transpose());
  VecX<double> out(robot_.mobility.n);
  for (int k = 0; k < robot_.mobility.n; ++k) {
    const int index = free_[k];
    if (index < 3) out(k) = pose.p(index) / s_;
    else if (index < 6) out(k) = turn(index - 3);
    else out(k) = sketch_.hinges[index - 6].revolute ? std::atan2(pose.z[index - 6].s, pose.z[index - 6].c) : pose.z[index - 6].d / s_;
  }
  return out;
}

// From the free components alone. They may belong to several poses, of different assemblies; whichever is found closes and has them.
void RobotCheck::projection(std::mt19937_64& random) {
  const VecX<double> asked = free_coordinates_of(pose_of(here_));
  VecX<double> coordinates = asked;
  for (int k = 0; k < robot_.mobility.n; ++k)
    if (!robot_.mobility.free[k].angular) coordinates(k) *= s_;
  Pose<double> found = pose_from_free(robot_, coordinates);
  KinematicsData<double> data(robot_);
  const Outcome outcome = project(robot_, found, data);
  if (outcome.ok()) {
    ledger_.compare("project closes", linkage_.gap(configuration_of(found, data)).cwiseAbs().maxCoeff(), kTolerance);
    ledger_.compare("project keeps the free components", (free_coordinates_of(found) - asked).cwiseAbs().maxCoeff(), 1e-11);
    if (joint_error(data, here_) > tolerance()) ledger_.count("another assembly of the same free components");
  } else {
    ledger_.fail(fmt::format("project {}", to_string(outcome.status)), fmt::format("measure {:.3g}", outcome.measure));
  }
  project_from_beside(random);
}

void RobotCheck::project_from_beside(std::mt19937_64& random) {
  Dice dice(random);
  VecX<double> step = VecX<double>::Zero(robot_.nacelle.freedoms());
  const double d = distances(linkage_, here_, free_).least(), aside = std::min(0.01, 0.1 * d * d);  // small where joints hardly follow
  V3 turn = rotation_vector(pose_of(here_).R * robot_.home.R.transpose());
  for (int component : robot_.mobility.dependent) {
    const bool slides = component < 3 || (component >= 6 && !sketch_.hinges[component - 6].revolute);
    step(component) = dice.uniform(-aside, aside) * (slides ? s_ : 1.0);
    if (component >= 3 && component < 6) turn(component - 3) += std::exchange(step(component), 0.0);
  }
  Pose<double> found = moved(robot_, pose_of(here_), step);
  found.R = rotation_exp(turn) * robot_.home.R;  // the free components of the rotation vector kept
  KinematicsData<double> data(robot_);
  const Outcome outcome = project(robot_, found, data);
  if (!outcome.ok())
    ledger_.fail(fmt::format("project from beside {}", to_string(outcome.status)), fmt::format("measure {:.3g}", outcome.measure));
  else ledger_.compare("project from beside", linkage_.gap(configuration_of(found, data)).cwiseAbs().maxCoeff(), kTolerance);
  if (!outcome.ok()) return;
  const double error = joint_error(data, here_);
  if (error > tolerance() && follows_the_walk()) return ledger_.count("joints of another way to the same pose");
  ledger_.compare("project from beside: joints", error, tolerance());
}

// The drawn linkage where the library puts its joints.
oracle::Configuration RobotCheck::configuration_of(const Pose<double>& pose, const KinematicsData<double>& data) const {
  oracle::Configuration there = linkage_.home();
  VecX<double> step = VecX<double>::Zero(linkage_.coordinates());
  for (std::size_t i = 0; i < robot_.legs.size(); ++i)
    for (int j = 0; j < robot_.legs[i].freedoms(); ++j) {
      const Joint& joint = robot_.legs[i].joints[j];
      step(leg_axis(i, j)) = (joint_value(joint, data.legs[i].q[j]) - joint.home_value) / (joint.revolute ? 1.0 : s_);
    }
  for (std::size_t k = 0; k < sketch_.hinges.size(); ++k)
    step(linkage_.platform() + 6 + static_cast<int>(k)) =
        sketch_.hinges[k].revolute ? std::atan2(pose.z[k].s, pose.z[k].c) : pose.z[k].d / s_;
  there.moved[linkage_.platform()] = Frame{pose.R, pose.p / s_} * sketch_.home.inverse();
  linkage_.move(step, there);
  return there;
}

void RobotCheck::random_load(std::mt19937_64& random) {
  Dice dice(random);
  const double force = 3 * sketch_.pace * sketch_.pace;
  load_ = {};
  wrenches_.clear();
  payload_ = {dice.uniform(0.1, 3), sketch_.home.p + dice.vector(0.2), M3::Zero()};
  const V3 spread(dice.uniform(0.01, 0.03), dice.uniform(0.01, 0.03), dice.uniform(0.015, 0.02));
  payload_.inertia = payload_.mass * (spread.sum() * M3::Identity() - M3(spread.asDiagonal()));
  load_.payload = {payload_.mass, s_ * sketch_.home.inverse_point(payload_.com),
                   s_ * s_ * sketch_.home.R.transpose() * payload_.inertia * sketch_.home.R};
  const auto push = [&](int leg, int index, int number) {
    const V3 point = dice.vector(0.2), f = force * dice.vector(), n = 0.3 * force * dice.vector();
    load_.wrenches.push_back({leg, index, s_ * point, s_ * f, s_ * s_ * n});
    wrenches_.push_back({number, body(at_, number).point(s_ * point) / s_, f, n});
  };
  push(-1, 0, linkage_.platform());
  for (int k = 0; k < 2; ++k) {  // mostly on bodies that end a joint of the file: E has no place for a cardan's ring
    const int leg = dice.below(static_cast<int>(robot_.legs.size()));
    const std::vector<Joint>& joints = robot_.legs[leg].joints;
    int j = dice.below(static_cast<int>(joints.size()));
    if (dice.chance(0.9))
      while (j + 1 < static_cast<int>(joints.size()) && joints[j + 1].spec == joints[j].spec) ++j;
    push(leg, j, leg_axis(leg, j));
  }
  for (std::size_t k = 0; k < sketch_.hinges.size(); ++k) push(-1, static_cast<int>(k) + 1, linkage_.platform() + 1 + static_cast<int>(k));
}

VecX<double> RobotCheck::free_unit() const {
  VecX<double> out(free_.size());
  for (std::size_t k = 0; k < free_.size(); ++k) out(k) = robot_.mobility.free[k].angular ? 1.0 : s_;
  return out;
}

VecX<double> RobotCheck::to_si(const VecX<double>& effort) const {
  VecX<double> out = effort;
  for (Eigen::Index a = 0; a < out.size(); ++a) out(a) *= robot_.actuators[a].revolute ? s_ * s_ : s_;
  return out;
}

VecX<double> RobotCheck::from_si(const VecX<double>& effort) const {
  VecX<double> out = effort;
  for (Eigen::Index a = 0; a < out.size(); ++a) out(a) /= robot_.actuators[a].revolute ? s_ * s_ : s_;
  return out;
}

void RobotCheck::random_motion(std::mt19937_64& random) {
  Dice dice(random);
  const int n = robot_.mobility.n;
  VecX<double> rate(n), acceleration_(n);
  for (double& x : rate) x = sketch_.pace * dice.uniform(-1, 1);
  for (double& x : acceleration_) x = 5 * sketch_.pace * sketch_.pace * dice.uniform(-1, 1);
  truth_ = linkage_.inverse(here_, free_, rate, acceleration_, payload_, wrenches_);
  // near a singularity the platform must go slowly for the joints to follow
  const double slower = std::min(1.0, 5 * sketch_.pace / truth_.u.cwiseAbs().maxCoeff());
  rate *= slower;
  acceleration_ *= slower;
  truth_ = linkage_.inverse(here_, free_, rate, acceleration_, payload_, wrenches_);
  Vr_ = free_unit().cwiseProduct(rate);
  dVr_ = free_unit().cwiseProduct(acceleration_);
}

void RobotCheck::state(std::mt19937_64& random) {
  FamilyCount& count = ledger_.family(sketch_.family);
  Dice dice(random);
  for (int attempt = 0; attempt < 20; ++attempt) {
    const Walk walk = random_walk(linkage_, free_, dice.uniform(0.1, 1.0), kMargin, random);
    here_ = walk.end;
    path_ = walk.path;
    count.shortened += walk.shortened;
    if (positions()) break;
    ++count.redrawn;
    if (attempt == 19) return;
  }
  ++count.states;
  distance_ = distances(linkage_, here_, free_).least();
  ledger_.stand(distance_);
  projection(random);
  random_load(random);
  random_motion(random);
  rates();
  efforts();
}

}  // namespace gough::test
