#include "apps/studio/scene.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/nacelle_share.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough::studio {
namespace {

Json limit(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

Json bodies(const Robot& robot) {
  const std::vector<Json> shapes = body_shapes(robot);
  Json out = Json::array();
  const auto add = [&](const std::string& name, const std::string& role, const std::string& leg, double mass) {
    out.push_back({{"name", name}, {"role", role}, {"leg", leg}, {"mass", mass}, {"shapes", shapes[out.size()]}});
  };
  add("base", "base", "", 0.0);
  for (const Leg& leg : robot.legs)
    for (const Joint& joint : leg.joints) add(joint.name, joint.actuator >= 0 ? "driven" : "leg", leg.name, joint.body.mass);
  for (std::size_t k = 0; k < robot.nacelle.body_names.size(); ++k)
    add(robot.nacelle.body_names[k], k == 0 ? "platform" : "nacelle", "",
        k == 0 ? robot.nacelle.platform.mass : robot.nacelle.joints[k - 1].body.mass);
  return out;
}

const char* tip_letter(TipKind kind) {
  static const char* const kLetters[] = {"S", "U", "R", "rigid"};
  return kLetters[static_cast<int>(kind)];
}

// A mark on a body: where the joint is and which way its axis points, in that body's frame.
Json joint_marks(const Robot& robot) {
  Json out = Json::array();
  const auto add = [&](const std::string& name, const std::string& leg, const std::string& kind, int body, const Vec3<double>& at,
                       const Vec3<double>& axis, bool actuated) {
    out.push_back(
        {{"name", name}, {"leg", leg}, {"kind", kind}, {"body", body}, {"at", list(at)}, {"axis", list(axis)}, {"actuated", actuated}});
  };
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Leg& leg = robot.legs[i];
    for (int j = 0; j < leg.freedoms(); ++j)
      add(leg.joints[j].name, leg.name, letter(leg.joints[j]), leg_body(robot, static_cast<int>(i), j), Vec3<double>::Zero(),
          Vec3<double>::UnitZ(), leg.joints[j].actuator >= 0);
    for (const Tip& tip : leg.tips)
      add(tip.name, leg.name, tip_letter(tip.kind), nacelle_body(robot, tip.nacelle.body), tip.nacelle.frame.p, tip.nacelle.frame.R.col(2),
          false);
    for (const LegLoop& loop : leg.loops) {
      const TipSide& side = loop.b.body < 0 ? loop.a : loop.b;  // the base has no marks of legs
      add(loop.name, leg.name, tip_letter(loop.kind), leg_body(robot, static_cast<int>(i), side.body), side.frame.p, side.frame.R.col(2),
          false);
    }
  }
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k)
    add(robot.nacelle.joints[k].name, "", letter(robot.nacelle.joints[k]), nacelle_body(robot, static_cast<int>(k) + 1),
        Vec3<double>::Zero(), Vec3<double>::UnitZ(), robot.nacelle.joints[k].actuator >= 0);
  for (const TreeLoop& loop : robot.nacelle.loops)
    add(loop.name, "", tip_letter(loop.kind), nacelle_body(robot, loop.b.body), loop.b.frame.p, loop.b.frame.R.col(2), false);
  return out;
}

// Shares of the nacelle, drawn as elements from where the leg ends to the mass centre that a share has, [O, Fig. 2]. A share whose centre
// is where the leg ends has no line.
void add_shares(const Robot& robot, Json& out) {
  for (const NacelleShare& share : nacelle_shares(robot)) {
    const Leg& leg = robot.legs[share.leg];
    const auto ends_here = [&](const Tip& t) { return t.nacelle.body == share.body; };
    const auto found = std::find_if(leg.tips.begin(), leg.tips.end(), ends_here);
    const Tip& tip = found == leg.tips.end() ? leg.tips[0] : *found;
    const Vec3<double> centre = robot.body({-1, share.body}).com, a = tip.nacelle.frame.p;
    if (tip.nacelle.body == share.body && (centre - a).norm() < 1e-9 * robot.length) continue;
    out.push_back({{"name", fmt::format("1/{:.0f}", 1.0 / share.part)},
                   {"leg", leg.name},
                   {"type", "bar"},
                   {"share", share.part},
                   {"actuated", false},
                   {"lower", nacelle_body(robot, tip.nacelle.body)},
                   {"upper", nacelle_body(robot, share.body)},
                   {"a", list(a)},
                   {"b", list(centre)},
                   {"x", list(Vec3<double>(Vec3<double>::UnitX()))},
                   {"mark", list(Vec3<double>(Vec3<double>::UnitY()))},
                   {"reference", list(Vec3<double>(Vec3<double>::UnitY()))}});
  }
}

Json elements(const Robot& robot) {
  Json out = Json::array();
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (const Element& e : robot.legs[i].elements)
      out.push_back({{"name", e.name},
                     {"leg", robot.legs[i].name},
                     {"type", to_string(e.type)},
                     {"actuated", e.actuated},
                     {"lower", leg_body(robot, static_cast<int>(i), e.lower)},
                     {"upper", leg_body(robot, static_cast<int>(i), e.upper)},
                     {"a", list(e.a)},
                     {"b", list(e.b)},
                     {"x", list(e.x)},
                     {"mark", list(e.mark)},
                     {"reference", list(e.reference)}});
  if (!out.empty()) add_shares(robot, out);
  return out;
}

// Springs between points: a body and a point of it at either end.
Json springs(const Robot& robot) {
  Json out = Json::array();
  const auto end = [&](const SpringEnd& e) -> Json {
    if (e.on_base) return {{"body", 0}, {"at", list(e.point)}};
    return {{"body", e.body.leg < 0 ? nacelle_body(robot, e.body.body) : leg_body(robot, e.body.leg, e.body.body)}, {"at", list(e.point)}};
  };
  for (const Spring& spring : robot.springs)
    out.push_back({{"name", spring.name}, {"coil", spring.stiffness > 0.0}, {"ends", {end(spring.a), end(spring.b)}}});
  return out;
}

Json free_list(const Robot& robot) {
  Json out = Json::array();
  const VecX<double> home = free_coordinates(robot, robot.home);
  for (int k = 0; k < robot.mobility.n; ++k) {
    const FreeComponent& c = robot.mobility.free[k];
    out.push_back({{"name", c.name}, {"angular", c.angular}, {"min", c.min}, {"max", c.max}, {"home", home(k)}});
  }
  return out;
}

Json actuators(const Robot& robot) {
  Json out = Json::array();
  for (const Actuator& a : robot.actuators)
    out.push_back({{"name", a.name},
                   {"leg", driven_part(robot, a)},
                   {"revolute", a.revolute},
                   {"position_min", limit(a.position_min)},
                   {"position_max", limit(a.position_max)},
                   {"speed_max", limit(a.speed_max)},
                   {"effort_max", limit(a.effort_max)},
                   {"body", a.leg < 0 ? nacelle_body(robot, a.joint + 1) : leg_body(robot, a.leg, a.joint)}});
  return out;
}

}  // namespace

std::vector<double> placements(const Robot& robot, const KinematicsData<double>& data) {
  std::vector<double> out;
  const auto add = [&](const Placement<double>& body) {
    const Eigen::Quaterniond q(body.R);
    for (double x : {body.p.x(), body.p.y(), body.p.z(), q.w(), q.x(), q.y(), q.z()}) out.push_back(std::round(x * 1e7) / 1e7);
  };
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (const Placement<double>& body : data.legs[i].body) add(body);
  for (const Placement<double>& body : data.nacelle.body) add(body);
  return out;
}

Json scene(const Robot& robot) {
  KinematicsData<double> data(robot);
  Pose<double> home = robot.home;
  (void)project(robot, home, data);
  return {{"name", robot.name},
          {"description", robot.description.description},
          {"reference", robot.description.reference},
          {"notation", robot.notation},
          {"mobility", robot.mobility.n},
          {"loops", robot.mobility.loops},
          {"size", drawing_size(robot)},
          {"gravity", list(robot.gravity)},
          {"tool", list(robot.tool)},
          {"platform", nacelle_body(robot, 0)},
          {"bodies", bodies(robot)},
          {"joints", joint_marks(robot)},
          {"elements", elements(robot)},
          {"springs", springs(robot)},
          {"free", free_list(robot)},
          {"actuators", actuators(robot)},
          {"home", placements(robot, data)}};
}

}  // namespace gough::studio
