#include "tests/robots.hpp"

namespace gough {
namespace {

TEST(Element, NamesInTheSourcesNotation) {
  const std::pair<const char*, const char*> expected[] = {
      {"five_bar", "2B\u0332B"},          {"gough_stewart", "6T\u0332"},  {"flight_simulator", "6S\u0332"},
      {"delta", "3B\u0332(BB)"},          {"hexaglide", "6T\u0332B"},     {"hexapod_6r", "6SpB\u0332"},
      {"delta4", "3B\u0332(BB)+S\u0332"}, {"orthoglide", "3T\u0332(BB)"}, {"tricept", "3T\u0332+T"},
  };
  for (const auto& [name, notation] : expected) EXPECT_EQ(load_robot(name).notation, notation) << name;
}

// Where a leg is written by elements, the view found from its joints must be what was written.
class ElementView : public test::Catalog {};

TEST_P(ElementView, FindsWhatTheFileDeclares) {
  std::size_t index = 0;
  for (const LegSpec& spec : robot.description.leg) {
    const std::size_t copies = spec.copies ? spec.copies->angles_deg.size() : 1;
    for (std::size_t c = 0; c < copies; ++c, ++index) {
      const Leg& leg = robot.legs[index];
      std::size_t k = 0;
      for (const ElementSpec& e : spec.element) {
        if (e.length && *e.length == 0.0) continue;  // a joint without length is no element
        for (int rod = 0; rod < (e.parallelogram ? 2 : 1); ++rod, ++k) {
          ASSERT_LT(k, leg.elements.size());
          const std::string type = to_string(leg.elements[k].type);
          const std::string on_ball = e.type == "telescopic" ? "screw" : "spindle";  // a ball lets it spin
          EXPECT_EQ(type, e.joint == "S" ? on_ball : e.type);
          EXPECT_EQ(leg.elements[k].actuated, e.actuator.has_value());
        }
      }
      EXPECT_TRUE(spec.element.empty() || k == leg.elements.size()) << leg.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, ElementView, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
