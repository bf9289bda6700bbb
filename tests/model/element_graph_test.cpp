#include "gough/model/element_graph.hpp"

#include "tests/robots.hpp"

namespace gough {
namespace {

// Every tip is carried by a body of an element, or by revolutes behind one; what is found again is what the robot holds.
TEST(ElementGraph, TipsAreCarriedByElements) {
  for (const std::string& name : catalog()) {
    const Robot robot = load_robot(name);
    for (const Leg& leg : robot.legs) {
      if (!leg.loops.empty()) {
        EXPECT_TRUE(leg.elements.empty());
        continue;
      }
      const ElementGraph again = element_graph(leg);
      EXPECT_EQ(again.elimination, leg.graph.elimination) << name;
      EXPECT_EQ(again.rows, leg.graph.rows);
      ASSERT_EQ(leg.graph.ends.size(), leg.tips.size());
      for (std::size_t t = 0; t < leg.tips.size(); ++t) {
        const std::vector<int>& wrist = leg.graph.wrist[t];
        for (std::size_t k = 0; k < wrist.size(); ++k) {
          EXPECT_TRUE(leg.joints[wrist[k]].revolute);
          EXPECT_EQ(k + 1 < wrist.size() ? leg.joints[wrist[k + 1]].parent : leg.tips[t].leg.body, wrist[k]);
        }
        EXPECT_LT(leg.graph.ends[t].element, static_cast<int>(leg.elements.size()));
      }
    }
  }
}

}  // namespace
}  // namespace gough
