#include "tests/agreement/loop_drawings.hpp"

#include <fmt/format.h>

namespace gough::test {
namespace {

class LoopArtist {
 public:
  LoopArtist(SketchLeg& leg, Dice& dice) : leg_(leg), dice_(dice) {}

  // A second chain that moves with joint j.
  void drive(int j) {
    const bool revolute = leg_.joints[j].type == 'R', planar = dice_.chance(0.6);
    const V3 axis = leg_.joints[j].axes[0], normal = revolute ? axis : dice_.across(axis);
    const V3 from = leg_.joints[j].point, foot = from + aside(normal, planar), elbow = foot + aside(normal, planar);
    V3 end = from + aside(normal, planar);
    if (planar && revolute && dice_.chance(0.3)) end = from + (elbow - foot);  // a parallelogram
    const bool slides = revolute && dice_.chance(0.4);
    const V3 along = planar ? V3(slides ? dice_.across(normal) : normal) : dice_.direction();
    const int parent = leg_.joints[j].parent;
    const int first = add(slides ? "slider" : "crank", slides ? 'P' : 'R', foot, {along}, parent);
    const V3 skew = dice_.across(normal);
    const int second =
        planar ? add("rod", 'R', elbow, {normal}, first) : add("rod", 'U', elbow, {normal, V3((skew + 0.2 * normal).normalized())}, first);
    SketchLegLoop loop{planar && dice_.chance(0.6) ? 'R' : 'S', second, j, end, {}, {}};
    if (loop.kind == 'R') loop.axes = {normal};
    if (dice_.chance(0.5)) std::swap(loop.a, loop.b);
    leg_.loops.push_back(loop);
    if (leg_.joints[j].motor.axis == 0 && dice_.chance(0.5)) std::swap(leg_.joints[j].motor, leg_.joints[first].motor);
  }

  bool may_tie(int j) const {
    if (j + 1 >= static_cast<int>(leg_.joints.size()) || leg_.joints[j].type != 'R' || leg_.joints[j + 1].type != 'R') return false;
    return leg_.joints[j].axes[0].cross(leg_.joints[j + 1].axes[0]).norm() < 1e-12;
  }

  // A second arm from what carries joint j to what joint j + 1 carries.
  void tie(int j) {
    const V3 normal = leg_.joints[j].axes[0];
    const V3 foot = leg_.joints[j].point + aside(normal, true);
    V3 end = leg_.joints[j + 1].point + aside(normal, true);
    if (dice_.chance(0.4)) end = foot + (leg_.joints[j + 1].point - leg_.joints[j].point);  // a parallelogram
    const int arm = add("arm", 'R', foot, {normal}, leg_.joints[j].parent);
    SketchLegLoop loop{dice_.chance(0.6) ? 'R' : 'S', arm, j + 1, end, {}, {}};
    if (loop.kind == 'R') loop.axes = {normal};
    leg_.loops.push_back(loop);
  }

 private:
  SketchLeg& leg_;
  Dice& dice_;

  // In the plane of a loop, but for what does not matter there; or anywhere.
  V3 aside(const V3& normal, bool planar) {
    if (!planar) return dice_.uniform(0.3, 0.6) * dice_.direction();
    return dice_.uniform(0.2, 0.6) * dice_.across(normal) + dice_.uniform(-0.2, 0.2) * normal;
  }

  int add(const std::string& name, char type, const V3& point, const std::vector<V3>& axes, int parent) {
    leg_.elements.clear();
    leg_.parallelogram.setZero();
    SketchJoint joint;
    joint.name = fmt::format("{}{}", name, leg_.joints.size());
    joint.type = type;
    joint.point = point;
    joint.axes = axes;
    joint.parent = parent;
    for (int k = 0; k < joint.freedoms(); ++k) joint.values.push_back(dice_.chance(0.5) ? 0.0 : dice_.uniform(-0.6, 0.6));
    leg_.joints.push_back(joint);
    return static_cast<int>(leg_.joints.size()) - 1;
  }
};

}  // namespace

void add_leg_loops(Sketch& sketch, double share, Dice& dice) {
  for (SketchLeg& leg : sketch.legs) {
    std::vector<int> drivable;
    for (std::size_t j = 0; j < leg.joints.size(); ++j)
      if (leg.joints[j].type == 'R' || leg.joints[j].type == 'P') drivable.push_back(static_cast<int>(j));
    if (drivable.empty() || !dice.chance(share)) continue;
    LoopArtist artist(leg, dice);
    artist.drive(drivable[dice.below(static_cast<int>(drivable.size()))]);
    if (dice.chance(0.2)) artist.drive(drivable[dice.below(static_cast<int>(drivable.size()))]);
  }
  match_copies(sketch);
}

namespace {

bool single(const SketchJoint& joint) { return joint.freedoms() == 1; }

// Of a follower to what it follows: a revolute that is followed turns within half a turn.
double ratio(const SketchJoint& joint, const SketchJoint& other, Dice& dice) {
  const double size = other.type == 'R' && joint.type == 'R' ? dice.uniform(1.0, 3.0) : dice.log_uniform(0.3, 8.0);
  return dice.chance(0.5) ? size : -size;
}

// A wheel on what carries joint j that follows it, or j and another; with followers among them the two might be one, and the sum of their
// ratios less than a turn.
void add_wheel(SketchLeg& leg, int j, Dice& dice) {
  SketchJoint wheel;
  wheel.name = fmt::format("wheel{}", leg.joints.size());
  wheel.type = leg.joints[j].type != 'R' && dice.chance(0.3) ? 'P' : 'R';
  wheel.point = leg.joints[j].point + dice.vector(0.4);
  wheel.axes = {dice.direction()};
  wheel.values = {dice.chance(0.5) ? 0.0 : dice.uniform(-0.6, 0.6)};
  wheel.parent = dice.chance(0.5) ? leg.joints[j].parent : j;
  SketchCoupling coupling{static_cast<int>(leg.joints.size()), {{j, ratio(wheel, leg.joints[j], dice)}}};
  for (int other = 0; other < static_cast<int>(leg.joints.size()) && wheel.type == 'R'; ++other)
    if (other != j && single(leg.joints[other]) && !follows(leg, leg.joints[j]) && !follows(leg, leg.joints[other]) &&
        coupling.terms.size() == 1 && dice.chance(0.3))
      coupling.terms.emplace_back(other, ratio(wheel, leg.joints[other], dice));
  leg.elements.clear();
  leg.parallelogram.setZero();
  leg.joints.push_back(wheel);
  leg.couplings.push_back(coupling);
}

}  // namespace

void add_couplings(Sketch& sketch, double share, Dice& dice) {
  for (SketchLeg& leg : sketch.legs) {
    if (!dice.chance(share)) continue;
    for (int j = 0, count = static_cast<int>(leg.joints.size()); j < count; ++j)
      if (single(leg.joints[j]) && dice.chance(0.5)) add_wheel(leg, j, dice);
  }
  match_copies(sketch);
}

Draw geared(const Draw& draw, int first, int second) {
  return [=](Sketch& sketch, Dice& dice) {
    draw(sketch, dice);
    for (SketchLeg& leg : sketch.legs) {
      if (std::max(first, second) >= static_cast<int>(leg.joints.size())) continue;
      if (!single(leg.joints[first]) || !single(leg.joints[second])) continue;
      leg.elements.clear();
      leg.parallelogram.setZero();
      leg.couplings.push_back({second, {{first, ratio(leg.joints[second], leg.joints[first], dice)}}});
    }
    match_copies(sketch);
  };
}

Draw tied(const Draw& draw, int first) {
  return [=](Sketch& sketch, Dice& dice) {
    draw(sketch, dice);
    for (SketchLeg& leg : sketch.legs)
      if (LoopArtist artist(leg, dice); artist.may_tie(first)) artist.tie(first);
    match_copies(sketch);
  };
}

}  // namespace gough::test
