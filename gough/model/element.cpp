#include "gough/model/element.hpp"

#include <algorithm>

#include "gough/model/robot.hpp"

namespace gough {
namespace {

constexpr double kTolerance = 1e-9;  // of the leg's size

// A stretch of a tip's path between two nodes: the joints that stand at A or along AB, and the two points.
struct Segment {
  std::vector<int> joints;
  Vec3<double> A, B;
  Vec3<double> x = Vec3<double>::Zero();  // direction of its slide; zero where it has none
};

struct HomeJoint {
  Vec3<double> origin, axis;  // origin before the motion, so that a slide starts where its rail does
  bool revolute;
};

bool parallel(const Vec3<double>& u, const Vec3<double>& v) { return u.cross(v).norm() < 1e-7 * u.norm() * v.norm(); }

// Cuts the path to a tip into segments. Every joint comes into one segment, whichever tip it is seen from.
class Cutter {
 public:
  Cutter(const Leg& leg, const std::vector<Placement<double>>& bodies) : leg_(leg) {
    for (std::size_t j = 0; j < leg.joints.size(); ++j) {
      const Vec3<double> axis = bodies[j].R.col(2);
      joints_.push_back({bodies[j].p - leg.joints[j].home.d * axis, axis, leg.joints[j].revolute});
    }
    for (const Tip& tip : leg.tips) {
      ends_.push_back(tip.leg.body < 0 ? tip.leg.frame.p : bodies[tip.leg.body].point(tip.leg.frame.p));
      for (const HomeJoint& joint : joints_) size_ = std::max(size_, (ends_.back() - joint.origin).norm());
    }
  }

  const std::vector<HomeJoint>& joints() const { return joints_; }
  bool apart(const Vec3<double>& a, const Vec3<double>& b) const { return (a - b).norm() > kTolerance * size_; }

  std::vector<Segment> segments(std::size_t t) const {
    const Tip& tip = leg_.tips[t];
    std::vector<Segment> out;
    for (std::size_t k = 0; k < tip.path.size();) {
      Segment s = gather(tip.path, k);
      const auto next = [&] { return k < tip.path.size() ? joints_[tip.path[k]].origin : ends_[t]; };
      s.B = next();
      if (!s.x.isZero(0.0)) s.B = s.A + s.x * s.x.dot(s.B - s.A);  // keep to the rail; what stands beside it is the next element's business
      if (const std::size_t kept = bodies_apart(s); kept < s.joints.size()) {
        k -= s.joints.size() - kept;
        s.joints.resize(kept);
        s.x.setZero();
        s.B = next();
      }
      const bool wrist = k == tip.path.size() && tip.kind == TipKind::rigid && !out.empty() && only_turns_the_platform(s);
      if (!wrist) out.push_back(s);
    }
    return out;
  }

  // Joints of a segment that turn its line; those after them lie along it for good.
  std::size_t turning(const std::vector<int>& joints, const Vec3<double>& x) const {
    std::size_t count = joints.size();
    while (count > 0 && parallel(joints_[joints[count - 1]].axis, x)) --count;
    return count;
  }

 private:
  const Leg& leg_;
  std::vector<HomeJoint> joints_;
  std::vector<Vec3<double>> ends_;  // of the tips
  double size_ = 0.0;

  bool axis_meets(const HomeJoint& j, const Vec3<double>& point) const {
    return (point - j.origin).cross(j.axis).norm() < kTolerance * size_;
  }

  // Several joints or tips stand on the body behind joint j.
  bool branches(int j) const {
    const auto joints = std::count_if(leg_.joints.begin(), leg_.joints.end(), [&](const Joint& joint) { return joint.parent == j; });
    const auto tips = std::count_if(leg_.tips.begin(), leg_.tips.end(), [&](const Tip& tip) { return tip.leg.body == j; });
    return joints + tips > 1;
  }

  // Up to three revolutes that meet in A, then a slide through A, with a revolute along it.
  Segment gather(const std::vector<int>& path, std::size_t& k) const {
    Segment s;
    s.A = joints_[path[k]].origin;
    bool open = true;
    const auto take = [&] {
      s.joints.push_back(path[k]);
      open = !branches(path[k++]) && k < path.size();
    };
    while (open && joints_[path[k]].revolute && s.joints.size() < 3 && axis_meets(joints_[path[k]], s.A)) take();
    if (!open || joints_[path[k]].revolute || !axis_meets(joints_[path[k]], s.A)) return s;
    s.x = joints_[path[k]].axis;
    const bool may_spin = !s.joints.empty() && turning(s.joints, s.x) == s.joints.size();
    take();
    if (open && may_spin && joints_[path[k]].revolute && axis_meets(joints_[path[k]], s.A) && parallel(joints_[path[k]].axis, s.x)) take();
    return s;
  }

  // How many joints of a segment to keep so that no body with mass is between two joints that turn its line.
  std::size_t bodies_apart(const Segment& s) const {
    const Vec3<double> x = s.x.isZero(0.0) ? Vec3<double>(s.B - s.A) : s.x;
    const std::size_t count = apart(s.A, s.B) || !s.x.isZero(0.0) ? turning(s.joints, x) : s.joints.size();
    for (std::size_t k = 0; k + 1 < count; ++k)
      if (leg_.joints[s.joints[k]].body.mass != 0.0) return k + 1;
    return s.joints.size();
  }

  bool moves_only_the_platform(int j) const {
    const Joint& joint = leg_.joints[j];
    return joint.revolute && joint.body.mass == 0.0 && joint.actuator < 0 && !branches(j);
  }

  // Revolutes at the point of a rigid tip, without mass or motor: the platform is the body behind the last one.
  bool only_turns_the_platform(const Segment& s) const {
    return !apart(s.A, s.B) && std::all_of(s.joints.begin(), s.joints.end(), [&](int j) { return moves_only_the_platform(j); });
  }
};

// A point seen from a body: the very numbers of a joint's origin or a tip there, if it is one, without the rounding of home.
Vec3<double> point_of_body(const Leg& leg, int body, const Vec3<double>& seen) {
  const auto same = [&](const Vec3<double>& known) { return (known - seen).norm() < kTolerance * seen.norm(); };
  for (const Joint& joint : leg.joints)
    if (joint.parent == body && joint.revolute && same(joint.placement.p)) return joint.placement.p;
  for (const Tip& tip : leg.tips)
    if (tip.leg.body == body && same(tip.leg.frame.p)) return tip.leg.frame.p;
  return seen;
}

std::vector<ElementBody> bodies_of(const Leg& leg, const Element& e, const Vec3<double>& A, const Vec3<double>& B, const Vec3<double>& x,
                                   const std::vector<Placement<double>>& bodies) {
  std::vector<ElementBody> out;
  const auto add = [&](int joint, bool spins, bool at_end) {
    ElementBody b{joint, spins, at_end, bodies[joint].R.transpose() * x, bodies[joint].inverse_point(at_end ? B : A)};
    if (joint == e.lower && !at_end) b.line = e.x, b.from = e.a;
    if (joint == e.upper && at_end) b.line = e.x_upper, b.from = e.b;
    out.push_back(b);
  };
  if (!e.extrinsic.empty()) add(e.extrinsic.back(), false, false);
  bool spins = false, extends = false;
  for (int j : e.intrinsic) {
    (leg.joints[j].revolute ? spins : extends) = true;
    add(j, spins, extends);
  }
  return out;
}

Element classify(const Leg& leg, const Segment& s, const Cutter& cutter, const std::vector<Placement<double>>& bodies) {
  Element e;
  const std::vector<HomeJoint>& joints = cutter.joints();
  const bool line = cutter.apart(s.A, s.B);
  e.pivot = !line && s.x.isZero(0.0);
  const bool rail = !s.x.isZero(0.0) && s.joints.size() == 1;  // its length has the sign of the slide
  const Vec3<double> x = line && !rail ? Vec3<double>((s.B - s.A).normalized())
                         : e.pivot     ? Vec3<double>(bodies[s.joints.back()].R.col(0))
                                       : s.x;
  bool spins = false, extends = false;
  e.lower = leg.joints[s.joints.front()].parent;
  const std::size_t turning = e.pivot ? s.joints.size() : cutter.turning(s.joints, x);
  for (std::size_t k = 0; k < s.joints.size(); ++k) {
    const int j = s.joints[k];
    const bool along = k >= turning;
    (along ? e.intrinsic : e.extrinsic).push_back(j);
    spins |= along && joints[j].revolute;
    extends |= along && !joints[j].revolute;
    if (!along) e.lower = j;
    e.actuated |= leg.joints[j].actuator >= 0;
  }
  spins |= e.extrinsic.size() >= 3;
  e.upper = s.joints.back();
  e.type = spins ? (extends ? ElementType::screw : ElementType::spindle) : (extends ? ElementType::telescopic : ElementType::bar);
  const Placement<double> lower = e.lower < 0 ? Placement<double>{} : bodies[e.lower];
  const Vec3<double> B = e.pivot ? s.A : s.B;
  e.a = lower.inverse_point(s.A);
  e.x = lower.R.transpose() * x;
  e.b = point_of_body(leg, e.upper, bodies[e.upper].inverse_point(B));
  e.x_upper = bodies[e.upper].R.transpose() * x;
  if (e.lower == e.upper && !e.pivot) {
    if (e.a.norm() < kTolerance * (B - s.A).norm()) e.a.setZero();  // A is the origin of a revolute's body
    e.x = e.x_upper = (e.b - e.a).normalized();
  }
  e.bodies = bodies_of(leg, e, s.A, B, x, bodies);
  int farthest = 0;
  x.cwiseAbs().minCoeff(&farthest);
  e.reference = Vec3<double>::Unit(farthest);
  // the joint's own axis if it is across the line, else the coordinate axis farthest from it
  e.x_upper.cwiseAbs().minCoeff(&farthest);
  const Vec3<double> mark = Vec3<double>::Unit(std::abs(e.x_upper.z()) < 1e-9 ? 2 : farthest);
  e.mark = (mark - mark.dot(e.x_upper) * e.x_upper).normalized();
  std::string name = leg.joints[s.joints.front()].name;
  e.name = name.substr(0, name.find('.'));
  return e;
}

std::string letters(const Element& e) {
  static const char* const kLetters[] = {"B", "Sp", "T", "S"};
  std::string out;
  for (const char* c = kLetters[static_cast<int>(e.type)]; *c; ++c) {
    out += *c;
    if (e.actuated) out += "\u0332";
  }
  return out;
}

bool has_elements(const Leg& leg) {
  return leg.loops.empty() && std::none_of(leg.joints.begin(), leg.joints.end(), [](const Joint& j) { return j.helical(); });
}

}  // namespace

std::string to_string(ElementType type) {
  static const char* const kNames[] = {"bar", "spindle", "telescopic", "screw"};
  return kNames[static_cast<int>(type)];
}

std::vector<Element> find_elements(const Leg& leg, const std::vector<Placement<double>>& bodies) {
  if (!has_elements(leg)) return {};
  const Cutter cutter(leg, bodies);
  std::vector<Segment> found;
  std::vector<std::vector<Vec3<double>>> ends;  // B of each, seen from the tips that share it
  for (std::size_t t = 0; t < leg.tips.size(); ++t)
    for (const Segment& s : cutter.segments(t)) {
      const auto same = std::find_if(found.begin(), found.end(), [&](const Segment& f) { return f.joints == s.joints; });
      if (same == found.end()) {
        found.push_back(s);
        ends.push_back({s.B});
      } else {
        ends[same - found.begin()].push_back(s.B);
      }
    }
  std::vector<Element> out;
  for (std::size_t k = 0; k < found.size(); ++k) {
    // it ends midway between its branches, or at the first where that is no line
    Vec3<double> sum = Vec3<double>::Zero();
    for (const Vec3<double>& B : ends[k]) sum += B;
    found[k].B = sum / static_cast<double>(ends[k].size());
    for (const Vec3<double>& B : ends[k])
      if (!cutter.apart(found[k].A, found[k].B)) found[k].B = B;
    out.push_back(classify(leg, found[k], cutter, bodies));
  }
  for (std::size_t k = 0; k < out.size(); ++k) out[k].carrier = element_place(out, leg.joints[found[k].joints.front()].parent);
  return out;
}

ElementPlace element_place(const std::vector<Element>& elements, int joint) {
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const std::vector<ElementBody>& bodies = elements[e].bodies;
    const bool extends = std::any_of(bodies.begin(), bodies.end(), [](const ElementBody& b) { return b.at_end; });
    for (const ElementBody& b : bodies)
      if (b.joint == joint) return {static_cast<int>(e), b.spins, b.at_end || !extends};  // of constant length: B is fixed to it too
  }
  return {};
}

namespace {

// Of a leg that has no elements: its joints.
std::string joint_notation(const Leg& leg) {
  std::string out;
  for (const Joint& joint : leg.joints) out += std::string(letter(joint)) + (joint.actuator >= 0 ? "\u0332" : "");
  return "[" + out + "]";
}

}  // namespace

std::string notation(const Leg& leg) {
  if (!has_elements(leg)) return joint_notation(leg);
  std::string trunk;
  std::vector<std::string> branches(leg.tips.size());
  for (const Element& e : leg.elements) {
    if (e.pivot) continue;
    std::vector<std::size_t> on;
    for (std::size_t t = 0; t < leg.tips.size(); ++t) {
      const std::vector<int>& path = leg.tips[t].path;
      if (std::find(path.begin(), path.end(), e.upper) != path.end()) on.push_back(t);
    }
    if (on.size() == leg.tips.size()) trunk += letters(e);
    else
      for (std::size_t t : on) branches[t] += letters(e);
  }
  std::string out;
  for (const std::string& b : branches) out += b;
  return out.empty() ? trunk : trunk + "(" + out + ")";
}

std::string notation(const std::vector<Leg>& legs) {
  std::vector<std::pair<std::string, int>> kinds;
  for (const Leg& leg : legs) {
    const std::string name = notation(leg);
    auto same = std::find_if(kinds.begin(), kinds.end(), [&](const auto& k) { return k.first == name; });
    if (same == kinds.end()) kinds.emplace_back(name, 1);
    else ++same->second;
  }
  std::string out;
  for (const auto& [name, count] : kinds) out += (out.empty() ? "" : "+") + (count > 1 ? std::to_string(count) : std::string()) + name;
  return out;
}

}  // namespace gough
