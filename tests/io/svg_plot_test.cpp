#include "gough/io/svg_plot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <regex>

#include "gough/model/input_error.hpp"

namespace gough {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t out = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++out;
  return out;
}

// The path of the last curve, and its points.
std::string curve(const std::string& svg) {
  const std::size_t end = svg.rfind("\" fill=\"none\" stroke=\"#");
  const std::size_t begin = svg.rfind("d=\"", end);
  return svg.substr(begin + 3, end - begin - 3);
}
std::vector<std::pair<double, double>> points(const std::string& svg) {
  const std::string path = curve(svg);
  std::vector<std::pair<double, double>> out;
  const std::regex number("[ML]([-0-9.]+) ([-0-9.]+)");
  for (std::sregex_iterator m(path.begin(), path.end(), number), none; m != none; ++m)
    out.emplace_back(std::stod((*m)[1]), std::stod((*m)[2]));
  return out;
}

TEST(SvgPlot, TicksAreRoundAndInside) {
  for (const auto& [least, most] : {std::pair{0.0, 1.0}, {-3.7, 12.9}, {1e-9, 3e-9}, {-5e6, 1e7}, {0.123, 0.124}}) {
    const std::vector<double> ticks = round_ticks(least, most, 6);
    ASSERT_GE(ticks.size(), 3u);
    ASSERT_LE(ticks.size(), 10u);
    const double step = ticks[1] - ticks[0], digit = step / std::pow(10.0, std::floor(std::log10(step) + 1e-9));
    EXPECT_NEAR(std::min({std::abs(digit - 1), std::abs(digit - 2), std::abs(digit - 5), std::abs(digit - 10)}), 0.0, 1e-6);
    for (double t : ticks) {
      EXPECT_GE(t, least - 1e-6 * step);
      EXPECT_LE(t, most + 1e-6 * step);
      EXPECT_NEAR(std::remainder(t, step), 0.0, 1e-6 * step);
    }
  }
}

// A straight line of numbers is a straight line of pixels, upwards where it grows.
TEST(SvgPlot, DrawsWhatItIsGiven) {
  const std::string svg = svg_plot("title", "t (s)", {0, 1, 2, 3}, {{"effort (N m)", {{"motor", {1, 3, 5, 7}}}}});
  const auto p = points(svg);
  ASSERT_EQ(p.size(), 4u);
  for (std::size_t k = 1; k < 4; ++k) {
    EXPECT_NEAR(p[k].first - p[k - 1].first, p[1].first - p[0].first, 0.02);
    EXPECT_NEAR(p[k].second - p[k - 1].second, p[1].second - p[0].second, 0.02);
    EXPECT_LT(p[k].second, p[k - 1].second);
  }
  for (const char* text : {"title", "t (s)", "effort (N m)", "motor"}) EXPECT_EQ(count(svg, std::string(">") + text + "<"), 1u) << text;
}

TEST(SvgPlot, GapsConstantsAndMarkup) {
  const double none = std::nan("");
  const std::string svg = svg_plot("a < b & c", "row", {0, 1, 2, 3, 4},
                                   {{"y", {{"flat", {2, 2, none, 2, 2}}}}, {"z", {{"empty", {none, none, none, none, none}}}}});
  EXPECT_EQ(count(svg, "a &lt; b &amp; c"), 1u);
  EXPECT_EQ(count(svg, "nan"), 0u);
  EXPECT_EQ(count(svg, "inf"), 0u);
  const std::string gap = curve(svg_plot("", "", {0, 1, 2, 3, 4}, {{"", {{"", {1, 2, none, 2, 1}}}}}));
  EXPECT_EQ(count(gap, "M"), 2u);  // two strokes, none across the gap
  EXPECT_EQ(count(gap, "L"), 2u);
}

// The difference of the largest numbers is none.
TEST(SvgPlot, HugeNumbersAreLeftOut) {
  const std::string svg = svg_plot("", "", {0, 1, 2}, {{"y", {{"huge", {-1.7e308, 1.7e308, 1}}}}});
  EXPECT_EQ(count(svg, "nan"), 0u);
  EXPECT_EQ(count(svg, "inf"), 0u);
}

// A spike in a long table is still there when it is thinned.
TEST(SvgPlot, KeepsExtremes) {
  std::vector<double> x, y;
  for (int k = 0; k < 100000; ++k) {
    x.push_back(k);
    y.push_back(k == 54321 ? 10.0 : std::sin(k * 1e-3));
  }
  const std::string svg = svg_plot("", "", x, {{"", {{"", y}}}});
  EXPECT_LT(svg.size(), 100000u);
  double highest = 1e9, lowest = 0;
  for (const auto& [u, v] : points(svg)) {
    highest = std::min(highest, v);
    lowest = std::max(lowest, v);
  }
  EXPECT_NEAR((lowest - highest) / 250.0, 1.0 / 1.12, 0.01);  // the panel less 6 % of the range above and below
}

TEST(SvgPlot, RefusesWhatDoesNotFit) {
  EXPECT_THROW(svg_plot("", "", {}, {{"", {}}}), InputError);
  EXPECT_THROW(svg_plot("", "", {1, 2}, {{"", {{"", {1}}}}}), InputError);
}

}  // namespace
}  // namespace gough
