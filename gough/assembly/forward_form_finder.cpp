#include "gough/assembly/forward_form_finder.hpp"

#include <fmt/format.h>

#include "gough/kinematics/element_motion.hpp"
#include "gough/kinematics/inverse_geometry.hpp"

namespace gough {
namespace {

constexpr double kSame = 1e-9;  // of directions and of lengths over the robot's

double without_rounding(double x, double scale) {
  if (std::abs(x) < 1e-12 * scale) return 0.0;
  return std::abs(std::abs(x) - 1.0) < 1e-15 ? std::copysign(1.0, x) : x;
}

// An arm or a slide on the base and bars.
bool of_bars(const Leg& leg) {
  const Elimination kind = leg.graph.elimination;
  return (kind == Elimination::bar_then_bars || kind == Elimination::slide_then_bars) && leg.joints[0].actuator >= 0;
}

// The actuated slide of a leg that is one strut from a point of the base to its tip, or -1.
int slide_of_strut(const Leg& leg) {
  if (leg.elements.size() != 1 || leg.tips.size() != 1 || leg.elements[0].pivot) return -1;
  const Element& e = leg.elements[0];
  if (e.extrinsic.size() + e.intrinsic.size() != leg.joints.size() || e.carrier.element >= 0) return -1;
  if (leg.tips[0].leg.body != e.upper || (leg.tips[0].leg.frame.p - e.b).norm() > 1e-12) return -1;
  for (const int j : e.intrinsic)
    if (!leg.joints[j].revolute && leg.joints[j].actuator >= 0) return j;
  return -1;
}

// A reason why there is no such form.
struct NoForm {
  std::string why;
};

class Finder {
 public:
  explicit Finder(const Robot& robot) : robot_(robot), home_(robot) {}

  ForwardForm run();

 private:
  const Robot& robot_;
  KinematicsData<double> home_;
  ForwardForm form_;

  ForwardForm::LegShare share(std::size_t leg) const;
  void find_common_point();
  void find_plane();
  void find_side();
  Vec3<double> center(std::size_t leg) const;
  Vec3<double> point() const { return robot_.home.p + robot_.home.R * form_.in_platform; }
};

ForwardForm Finder::run() {
  const std::size_t n = robot_.legs.size();
  if (!robot_.nacelle.joints.empty()) throw NoForm{"articulated nacelle"};
  if (static_cast<int>(n) != robot_.mobility.n || robot_.actuators.size() != n || (n != 2 && n != 3))
    throw NoForm{"not two or three legs, one actuator each"};
  form_.turns = robot_.motion.turns();
  form_.planar = n == 2;
  (void)position(robot_, robot_.home, home_);
  for (std::size_t i = 0; i < n; ++i) form_.legs.push_back(share(i));
  if (form_.turns) find_common_point();
  if (form_.planar) find_plane();
  find_side();
  form_.why_not.clear();
  return form_;
}

ForwardForm::LegShare Finder::share(std::size_t index) const {
  const Leg& leg = robot_.legs[index];
  ForwardForm::LegShare out;
  if (!leg.solver.closed_form) throw NoForm{fmt::format("leg {} has no inverse geometry in closed form", leg.name)};
  const int slide = slide_of_strut(leg);
  if (slide < 0 && !of_bars(leg)) throw NoForm{"legs other than an actuated arm or slide and bars, or a strut"};
  const Element& element = leg.elements[slide < 0 ? 1 : 0];
  const ElementMotion<double> at = element_motion(leg, element, home_.legs[index]);
  if (!form_.turns) out.offset = robot_.home.R * leg.tips[0].nacelle.frame.p;
  if (slide >= 0) {
    out.strut = true;
    out.joint = slide;
    out.start = at.A;
    out.way = at.x.dot(home_.legs[index].body[slide].R.col(2)) < 0 ? -1.0 : 1.0;
    out.length = without_rounding(at.d - out.way * home_.legs[index].q[slide].d, robot_.length);
    return out;
  }
  const Joint& joint = leg.joints[0];
  const Placement<double>& body = home_.legs[index].body[0];
  out.start = leg.joints[element.extrinsic[0]].placement.p;
  out.length = element.x.dot(element.b - element.a);
  const Vec3<double> axis = body.R.col(2), moves = joint.revolute ? Vec3<double>(axis.cross(at.A - body.p)) : axis;
  const double arm = joint.revolute ? std::hypot(out.start.x(), out.start.y()) : 1.0;
  out.bend = moves.dot(at.x) < 0 ? -1.0 / arm : 1.0 / arm;
  for (int k = 0; k < 3; ++k) out.past(k) = without_rounding(out.bend * out.start(k), 1.0);
  return out;
}

// The tip of the legs that turn against the platform; the leg that does not carries it.
void Finder::find_common_point() {
  bool found = false;
  for (std::size_t i = 0; i < form_.legs.size(); ++i) {
    const Leg& leg = robot_.legs[i];
    if (leg.tips.size() != 1) throw NoForm{"the platform turns"};
    if (leg.tips[0].kind == TipKind::rigid && form_.carrier < 0 && form_.planar && !form_.legs[i].strut) {
      form_.carrier = static_cast<int>(i);
      continue;
    }
    const Vec3<double>& at = leg.tips[0].nacelle.frame.p;
    if (found && (at - form_.in_platform).norm() > kSame * robot_.length) throw NoForm{"the platform turns"};
    form_.in_platform = at;
    found = true;
  }
}

// The plane in which one leg moves; the other's circle or sphere is cut by it.
void Finder::find_plane() {
  const auto axis_of = [&](std::size_t leg, int joint) { return Vec3<double>(home_.legs[leg].body[joint].R.col(2)); };
  const auto in_plane = [&](std::size_t leg, int joint, const Vec3<double>& normal) {
    const double along = std::abs(axis_of(leg, joint).dot(normal));
    return robot_.legs[leg].joints[joint].revolute ? along > 1.0 - kSame : along < kSame;
  };
  bool found = false;
  for (std::size_t i = 0; i < 2 && !found; ++i) {
    const Leg& leg = robot_.legs[i];
    int turning = 0;
    while (turning < leg.freedoms() && !leg.joints[turning].revolute) ++turning;
    if (turning == leg.freedoms()) continue;
    form_.normal = axis_of(i, turning);
    found = true;
    for (int j = 0; j < leg.freedoms(); ++j) found = found && in_plane(i, j, form_.normal);
  }
  if (!found) throw NoForm{"no leg moves in a plane"};
  for (int k = 0; k < 3; ++k) form_.normal(k) = without_rounding(form_.normal(k), 1.0);
  for (std::size_t i = 0; i < 2; ++i) {
    if (!form_.legs[i].strut && !in_plane(i, form_.legs[i].joint, form_.normal)) throw NoForm{"arms that do not move in the plane"};
    form_.legs[i].lift = without_rounding(form_.normal.dot(point() - center(i)), robot_.length);
  }
}

Vec3<double> Finder::center(std::size_t leg) const {
  const ForwardForm::LegShare& share = form_.legs[leg];
  const Placement<double>& body = home_.legs[leg].body[share.joint];
  return (share.strut ? share.start : Vec3<double>(body.p + body.R * share.start)) - share.offset;
}

void Finder::find_side() {
  std::vector<Vec3<double>> at;
  for (std::size_t i = 0; i < form_.legs.size(); ++i) at.push_back(center(i) + form_.legs[i].lift * form_.normal);
  const Vec3<double> up =
      form_.planar ? Vec3<double>(form_.normal.cross(at[1] - at[0])) : Vec3<double>((at[1] - at[0]).cross(at[2] - at[0]));
  form_.side = up.dot(point() - at[0]) < 0 ? -1.0 : 1.0;
  if (form_.carrier < 0) return;
  ForwardForm::LegShare& carrier = form_.legs[form_.carrier];
  form_.carried = point() - at[form_.carrier];
  if (form_.in_platform != robot_.legs[form_.carrier].tips[0].nacelle.frame.p)
    carrier.length = std::hypot(form_.carried.norm(), carrier.lift);
  form_.carried.normalize();
}

}  // namespace

ForwardForm find_forward_form(const Robot& robot) {
  try {
    return Finder(robot).run();
  } catch (const NoForm& none) {
    ForwardForm out;
    out.why_not = none.why;
    return out;
  }
}

}  // namespace gough
