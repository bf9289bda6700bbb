#pragma once

#include <string>
#include <vector>

namespace gough {

// One line of a plot; values that are not finite leave a gap.
struct PlotLine {
  std::string name;
  std::vector<double> y;
};

// One pair of axes; several share the x axis and stand below each other.
struct PlotPanel {
  std::string label;  // with its unit: "effort (N m)"
  std::vector<PlotLine> lines;
};

// A picture of curves over x as an SVG text: axes at round numbers, a legend beside each panel. Every line needs as many values as x; the
// lines of long tables are thinned to what a picture resolves, extremes kept. Throws InputError where a line has another size or there is
// nothing to draw.
std::string svg_plot(const std::string& title, const std::string& x_label, const std::vector<double>& x,
                     const std::vector<PlotPanel>& panels);

// Round numbers that divide [least, most] into about `count` parts; both ends may lie outside them.
std::vector<double> round_ticks(double least, double most, int count);

}  // namespace gough
