#pragma once

#include <vector>

#include "gough/model/element.hpp"

namespace gough {

// How a leg's motion basis follows from V_N: by the formulas (4.5) of docs/theory.md, section 4, or by one QR of all constraint rows.
enum class Elimination { telescopic, bar_then_bars, slide_then_bars, stacked };

// What a leg's elements are to each other and to its tips, for formulation E.
struct ElementGraph {
  Elimination elimination = Elimination::stacked;
  std::vector<bool> extends, spins;     // for each element: whether it has a slide, a revolute of its own
  std::vector<ElementPlace> ends;       // for each tip: the element body that carries it
  std::vector<std::vector<int>> wrist;  // for each tip: the revolutes between that body and the platform
  int rows = 0;                         // of all constraints between the elements and with the platform
};

struct Leg;
ElementGraph element_graph(const Leg& leg);

}  // namespace gough
