#include "gough/model/element.hpp"

#include <algorithm>
#include <map>

#include "gough/model/robot.hpp"

namespace gough {
namespace {

constexpr double kTolerance = 1e-9;

// A stretch of a tip's path between two nodes: the joints that stand at A or along AB, and the two points.
struct Segment {
  std::vector<int> joints;
  Vec3<double> A, B;
};

struct HomeJoint {
  Vec3<double> origin, axis;  // origin before the motion, so that a slide starts where its rail does
  bool revolute;
};

bool parallel(const Vec3<double>& u, const Vec3<double>& v) { return u.cross(v).norm() < 1e-7 * u.norm() * v.norm(); }

bool axis_meets(const HomeJoint& j, const Vec3<double>& point) {
  const Vec3<double> r = point - j.origin;
  return r.cross(j.axis).norm() < kTolerance * (1.0 + r.norm());
}

std::vector<Segment> segments(const Tip& tip, const std::vector<HomeJoint>& joints, const Vec3<double>& end) {
  std::vector<Segment> out;
  std::size_t k = 0;
  while (k < tip.path.size()) {
    Segment s;
    s.A = joints[tip.path[k]].origin;
    const bool slide = !joints[tip.path[k]].revolute;  // a slide on its parent: its own axis is the element
    s.B = end;
    do {
      s.joints.push_back(tip.path[k]);
      if (++k == tip.path.size()) break;
      const HomeJoint& next = joints[tip.path[k]];
      if (next.revolute && (slide || !axis_meets(next, s.A))) {
        s.B = next.origin;
        break;
      }
    } while (true);
    if (slide) {  // keep to the rail; what stands beside it is the next element's business
      const HomeJoint& rail = joints[s.joints.front()];
      s.B = s.A + rail.axis * rail.axis.dot(s.B - s.A);
    }
    if ((s.B - s.A).norm() > kTolerance) out.push_back(s);
  }
  return out;
}

Element classify(const Leg& leg, const Segment& s, const std::vector<HomeJoint>& joints, const std::vector<Placement<double>>& bodies) {
  Element e;
  const Vec3<double> x = (s.B - s.A).normalized();
  bool spins = false, extends = false;
  e.lower = leg.joints[s.joints.front()].parent;
  // only the last joints can lie along the line for good: what comes before one that turns it is turned away
  std::size_t turning = s.joints.size();
  while (turning > 0 && parallel(joints[s.joints[turning - 1]].axis, x)) --turning;
  for (std::size_t k = 0; k < s.joints.size(); ++k) {
    const int j = s.joints[k];
    const bool along = k >= turning;
    (along ? e.intrinsic : e.extrinsic).push_back(j);
    spins |= along && joints[j].revolute;
    extends |= along && !joints[j].revolute;
    if (!along) e.lower = j;
    e.actuated |= leg.joints[j].actuator >= 0;
  }
  spins |= std::count_if(e.extrinsic.begin(), e.extrinsic.end(), [&](int j) { return joints[j].revolute; }) >= 3;
  e.upper = s.joints.back();
  e.type = spins ? (extends ? ElementType::screw : ElementType::spindle) : (extends ? ElementType::telescopic : ElementType::bar);
  const Placement<double> lower = e.lower < 0 ? Placement<double>{} : bodies[e.lower];
  e.a = lower.inverse_point(s.A);
  e.x = lower.R.transpose() * x;
  e.b = bodies[e.upper].inverse_point(s.B);
  e.x_upper = bodies[e.upper].R.transpose() * x;
  const auto across = [](const Vec3<double>& v) {  // the coordinate axis farthest from v
    int k = 0;
    v.cwiseAbs().minCoeff(&k);
    return Vec3<double>(Vec3<double>::Unit(k));
  };
  e.reference = across(x);
  const Vec3<double> mark = across(e.x_upper);
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

}  // namespace

std::string to_string(ElementType type) {
  static const char* const kNames[] = {"bar", "spindle", "telescopic", "screw"};
  return kNames[static_cast<int>(type)];
}

std::vector<Element> find_elements(const Leg& leg, const std::vector<Placement<double>>& bodies) {
  std::vector<HomeJoint> joints;
  for (std::size_t j = 0; j < leg.joints.size(); ++j) {
    const Vec3<double> axis = bodies[j].R.col(2);
    joints.push_back({bodies[j].p - leg.joints[j].home.d * axis, axis, leg.joints[j].revolute});
  }
  std::vector<Segment> found;
  std::vector<int> times;
  for (const Tip& tip : leg.tips) {
    if (tip.path.empty()) continue;
    for (const Segment& s : segments(tip, joints, bodies[tip.leg.body].point(tip.leg.frame.p))) {
      auto same = std::find_if(found.begin(), found.end(), [&](const Segment& f) { return f.joints == s.joints; });
      if (same == found.end()) {
        found.push_back(s);
        times.push_back(1);
      } else {  // shared by several tips: it ends midway between its branches
        same->B += s.B;
        ++times[same - found.begin()];
      }
    }
  }
  std::vector<Element> out;
  for (std::size_t k = 0; k < found.size(); ++k) {
    found[k].B /= times[k];
    out.push_back(classify(leg, found[k], joints, bodies));
  }
  return out;
}

std::string notation(const Leg& leg) {
  std::string trunk;
  std::vector<std::string> branches(leg.tips.size());
  for (const Element& e : leg.elements) {
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
