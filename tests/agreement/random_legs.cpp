#include "tests/agreement/random_legs.hpp"

#include <fmt/format.h>

#include <sstream>
#include <stdexcept>

namespace gough::test {
namespace {

// One word of a pattern.
struct Word {
  bool same_point = false;
  char joint = 'R';
  std::string axes;  // letters of its axes
  int driven = -1;   // axis of the joint that a motor drives
  std::string kind;  // of the element: B, T, Sp, Sc; empty: a plain joint
  int inner_driven = -1;
};

int read_motor(const std::string& text, std::size_t& at) {
  if (at >= text.size() || text[at] != '*') return -1;
  ++at;
  if (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at]))) return text[at++] - '1';
  return 0;
}

Word read_word(const std::string& text) {
  Word word;
  std::size_t at = 0;
  if (text[at] == '=') {
    word.same_point = true;
    ++at;
  }
  word.joint = text[at++];
  while (at < text.size() && std::islower(static_cast<unsigned char>(text[at]))) word.axes += text[at++];
  word.driven = read_motor(text, at);
  if (at < text.size() && text[at] == '/') {
    ++at;
    while (at < text.size() && std::isalpha(static_cast<unsigned char>(text[at]))) word.kind += text[at++];
    word.inner_driven = read_motor(text, at);
  }
  if (at != text.size()) throw std::logic_error("pattern: " + text);
  return word;
}

std::vector<Word> read_words(const std::string& pattern) {
  std::vector<Word> out;
  std::istringstream in(pattern);
  for (std::string word; in >> word;) out.push_back(read_word(word));
  return out;
}

class LegArtist {
 public:
  LegArtist(const Setting& setting, int index, const V3& base, Dice& dice) : setting_(setting), index_(index), dice_(dice) {
    own_ = setting.layout == Layout::planar ? setting.normal : dice.direction();
    const V3 radial = base - setting.centre;
    tangent_ = setting.normal.cross(radial).normalized();
  }

  SketchLeg draw(const Pattern& pattern, const V3& base, const V3& tip) {
    const std::vector<Word> words = read_words(pattern.joints);
    place(words, base, tip);
    for (std::size_t k = 0; k < words.size(); ++k) {
      if (words[k].kind.empty()) plain_joint(words[k], points_[k], points_[k + 1], k);
      else element(words[k], points_[k], points_[k + 1], k);
    }
    for (const Word& word : words)
      if (word.kind.empty()) leg_.elements.clear();
    add_tip(pattern, tip);
    return std::move(leg_);
  }

 private:
  const Setting& setting_;
  int index_;
  Dice& dice_;
  V3 own_, tangent_;
  SketchLeg leg_;
  std::vector<V3> points_;

  // Points of the joints, bent away from the straight line.
  void place(const std::vector<Word>& words, const V3& base, const V3& tip) {
    int distinct = 0, seen = 0;
    for (std::size_t k = 0; k < words.size(); ++k) distinct += k == 0 || !words[k].same_point;
    for (std::size_t k = 0; k < words.size(); ++k) {
      if (k > 0 && words[k].same_point) {
        points_.push_back(points_.back());
        continue;
      }
      const double share = double(seen++) / distinct;
      V3 aside = k == 0 ? V3(V3::Zero()) : dice_.vector(0.4);
      if (setting_.layout == Layout::planar) aside -= setting_.normal.dot(aside) * setting_.normal;
      points_.push_back(base + share * (tip - base) + aside);
    }
    points_.push_back(tip);
  }

  V3 axis(char letter, const V3& point, const V3& next) {
    switch (letter) {
      case 'n': return setting_.normal;
      case 'l': return own_;
      case 't': return tangent_;
      case 'k': return setting_.triad.col(index_ % 3);
      case 'o': return (point - setting_.centre).normalized();
      case 'x': return (next - point).normalized();
      case 'p': return dice_.across(setting_.normal);
      default: break;
    }
    const V3 link = next - point;
    for (int k = 0; k < 100; ++k) {  // not along the link
      const V3 out = dice_.direction();
      if (link.norm() < 1e-9 || out.cross(link.normalized()).norm() > 0.4) return out;
    }
    return dice_.direction();
  }

  std::vector<V3> axes(char joint, const std::string& letters, const V3& point, const V3& next, bool right_angle) {
    const std::size_t many = joint == 'U' ? 2 : joint == 'S' ? 3 : 1;
    std::vector<V3> out{axis(letters.empty() ? ' ' : letters[0], point, next)};
    while (out.size() < many) {
      const bool named = out.size() < letters.size();
      V3 next_axis = named ? axis(letters[out.size()], point, next) : V3(dice_.direction());
      if (!named && out.size() == 1 && right_angle) {
        const V3 across = out[0].cross(next - point);  // of a strut, most often, normal to it
        next_axis =
            across.norm() > 0.1 && dice_.chance(0.6) ? V3(out[0].cross((next - point).normalized()).normalized()) : dice_.across(out[0]);
      }
      if (next_axis.cross(out.back()).norm() > 0.5 || named) out.push_back(next_axis);
    }
    if (joint == 'C') out.push_back(out[0]);
    return out;
  }

  double turn() { return dice_.chance(0.5) ? 0.0 : dice_.uniform(-2.5, 2.5); }

  int add_joint(const std::string& name, char type, const V3& point, const std::vector<V3>& axes, int driven) {
    SketchJoint joint;
    joint.name = name;
    joint.type = type;
    joint.point = point;
    joint.axes = axes;
    joint.parent = static_cast<int>(leg_.joints.size()) - 1;
    joint.motor.axis = driven;
    if (type == 'H') joint.screw = random_screw(dice_);
    for (int k = 0; k < joint.freedoms(); ++k)
      joint.values.push_back(joint.turns(k) ? turn() : dice_.chance(0.5) ? 0.0 : dice_.uniform(-0.6, 0.6));
    leg_.joints.push_back(joint);
    return static_cast<int>(leg_.joints.size()) - 1;
  }

  void plain_joint(const Word& word, const V3& point, const V3& next, std::size_t k) {
    const bool right_angle = dice_.chance(0.5);
    add_joint(fmt::format("j{}", k + 1), word.joint, point, axes(word.joint, word.axes, point, next, right_angle), word.driven);
  }

  void element(const Word& word, const V3& start, const V3& end, std::size_t k) {
    SketchElement e;
    e.name = fmt::format("e{}", k + 1);
    e.start = start;
    e.end = end;
    e.type = word.kind == "B" ? "bar" : word.kind == "T" ? "telescopic" : word.kind == "Sp" ? "spindle" : "screw";
    e.joint = word.joint == 'F' ? "fixed" : word.joint == 'V' ? "S" : std::string(1, word.joint);
    const V3 x = (end - start).normalized();
    if (word.joint != 'F') {
      const char type = word.joint == 'V' ? 'U' : word.joint;
      e.outer = add_joint(e.name, type, start, axes(type, word.axes, start, end, true), word.driven);
    }
    if (word.kind == "Sp") e.inner = add_joint(e.name + "_spin", 'R', start, {x}, word.inner_driven);
    if (word.kind == "T") e.inner = add_joint(e.name + "_slide", 'P', start, {x}, word.inner_driven);
    if (word.kind == "Sc") e.inner = add_joint(e.name + "_screw", 'C', start, {x, x}, word.inner_driven);
    if (word.kind == "T" || word.kind == "Sc") {
      e.zero_length = dice_.chance(0.5) ? 0.0 : dice_.uniform(0.2, 1.5);
      leg_.joints[e.inner].values.back() = (end - start).norm() - e.zero_length;
    }
    leg_.elements.push_back(e);
  }

  void add_tip(const Pattern& pattern, const V3& point) {
    SketchTip tip;
    tip.kind = pattern.tip[0];
    tip.joint = static_cast<int>(leg_.joints.size()) - 1;
    tip.point = point;
    tip.on = pattern.on;
    const std::string letters = pattern.tip.substr(1);
    if (tip.kind == 'R') tip.axes = axes('R', letters, point, point, false);
    if (tip.kind == 'U') {
      tip.axes = {axis(letters.empty() ? ' ' : letters[0], point, point)};
      tip.axes.push_back(letters.size() > 1 ? axis(letters[1], point, point) : dice_.across(tip.axes[0]));
    }
    leg_.tips.push_back(tip);
  }
};

}  // namespace

V3 Dice::direction() {
  V3 v = vector();
  while (v.norm() < 0.1 || v.norm() > 1.0) v = vector();
  return v.normalized();
}

V3 Dice::across(const V3& axis) {
  V3 v = direction().cross(axis);
  while (v.norm() < 0.3) v = direction().cross(axis);
  return v.normalized();
}

double random_screw(Dice& dice) { return (dice.chance(0.5) ? 1.0 : -1.0) * dice.log_uniform(0.3, 8.0); }

SketchLeg draw_leg_between(const Pattern& pattern, const Setting& setting, int index, const V3& base, const V3& tip, Dice& dice) {
  return LegArtist(setting, index, base, dice).draw(pattern, base, tip);
}

SketchLeg draw_leg(const Pattern& pattern, const Setting& setting, int index, int count, Dice& dice) {
  const V3 n = setting.normal, e = std::abs(n.z()) > 0.5 ? V3(n.cross(V3::UnitX()).normalized()) : V3(n.cross(V3::UnitZ()).normalized()),
           f = n.cross(e);
  const auto around = [&](double angle, double radius) { return V3(radius * (std::cos(angle) * e + std::sin(angle) * f)); };
  const double angle = 2 * kPi * index / count + dice.uniform(-0.4, 0.4);
  if (setting.layout == Layout::spherical) {
    const auto direction = [&](double height) { return V3((around(angle + dice.uniform(-0.5, 0.5), 1.0) + height * n).normalized()); };
    return draw_leg_between(pattern, setting, index, setting.centre + dice.uniform(0.8, 1.2) * direction(-0.6),
                            setting.centre + dice.uniform(0.4, 0.8) * direction(0.5), dice);
  }
  const double high = setting.layout == Layout::planar ? 0.0 : 0.25;
  const V3 base = around(angle, setting.base * dice.uniform(0.8, 1.2)) + dice.uniform(-high, high) * n;
  const V3 tip =
      setting.centre + around(angle + dice.uniform(-0.9, 0.9), setting.ring * dice.uniform(0.6, 1.4)) + dice.uniform(-high, high) * n;
  return draw_leg_between(pattern, setting, index, base, tip, dice);
}

void double_rod(SketchLeg& leg, const V3& vector) {
  SketchElement rod = leg.elements.back();
  SketchJoint joint = leg.joints[rod.outer];
  SketchTip tip = leg.tips[0];
  const auto shift = [](SketchElement& e, SketchJoint& j, SketchTip& t, const V3& by) {
    e.start += by;
    e.end += by;
    j.point += by;
    t.point += by;
  };
  shift(leg.elements.back(), leg.joints[rod.outer], leg.tips[0], vector / 2);
  shift(rod, joint, tip, -vector / 2);
  leg.joints[rod.outer].name += "_a";
  joint.name += "_b";
  rod.outer = static_cast<int>(leg.joints.size());
  tip.joint = rod.outer;
  leg.joints.push_back(joint);
  leg.elements.push_back(rod);
  leg.tips.push_back(tip);
  leg.parallelogram = vector;
}

SketchLeg turned(const SketchLeg& leg, const M3& R) {
  SketchLeg out = leg;
  for (SketchJoint& joint : out.joints) {
    joint.point = R * joint.point;
    for (V3& axis : joint.axes) axis = R * axis;
    joint.body.com = R * joint.body.com;
    joint.body.inertia = R * joint.body.inertia * R.transpose();
  }
  for (SketchElement& e : out.elements) {
    e.start = R * e.start;
    e.end = R * e.end;
  }
  out.parallelogram = R * out.parallelogram;
  for (SketchTip& tip : out.tips) {
    tip.point = R * tip.point;
    for (V3& axis : tip.axes) axis = R * axis;
  }
  for (SketchLegLoop& loop : out.loops) {
    loop.point = R * loop.point;
    for (V3& axis : loop.axes) axis = R * axis;
  }
  return out;
}

}  // namespace gough::test
