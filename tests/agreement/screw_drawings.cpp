#include "tests/agreement/screw_drawings.hpp"

#include <fmt/format.h>

namespace gough::test {

void add_screws(Sketch& sketch, double share, Dice& dice) {
  for (SketchLeg& leg : sketch.legs)
    for (SketchJoint& joint : leg.joints) {
      if (joint.type != 'P' || leg.parallelogram.norm() > 0.0 || !dice.chance(share)) continue;
      joint.type = 'H';
      joint.screw = random_screw(dice);
      leg.elements.clear();
    }
  for (SketchHinge& hinge : sketch.hinges) {
    if (!hinge.revolute && dice.chance(share)) hinge.screw = random_screw(dice);
    if (dice.chance(share)) hinge.motor.axis = 0;
  }
  match_copies(sketch);
}

Draw wrist(const Draw& draw, const std::string& types) {
  return [=](Sketch& sketch, Dice& dice) {
    draw(sketch, dice);
    int parent = static_cast<int>(sketch.hinges.size());
    for (const char type : types) {
      SketchHinge hinge;
      hinge.name = fmt::format("wrist{}", parent + 1);
      hinge.parent = parent++;
      hinge.revolute = type == 'R';
      if (type == 'H') hinge.screw = random_screw(dice);
      hinge.point = sketch.home.p + dice.vector(0.4);
      hinge.axis = dice.direction();
      hinge.motor.axis = 0;
      sketch.hinges.push_back(hinge);
    }
  };
}

Draw driven_nacelle(const Draw& draw) {
  return [=](Sketch& sketch, Dice& dice) {
    draw(sketch, dice);
    for (SketchHinge& hinge : sketch.hinges) {
      hinge.motor.axis = 0;
      if (!hinge.revolute) hinge.screw = random_screw(dice);
    }
  };
}

}  // namespace gough::test
