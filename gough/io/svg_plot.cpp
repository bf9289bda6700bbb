#include "gough/io/svg_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "gough/model/input_error.hpp"

namespace gough {
namespace {

// Pixels.
constexpr double kWidth = 860, kPanel = 250, kLeft = 78, kRight = 150, kTop = 44, kBottom = 48, kGap = 26;
constexpr std::size_t kColumns = static_cast<std::size_t>(kWidth - kLeft - kRight);

// Told apart by colour-blind readers too, and in grey by their order of lightness.
const char* const kColours[] = {"#0b6e99", "#d1622b", "#3a8f4d", "#a23b72", "#c79a1b", "#6a5acd", "#5f6b75", "#17a2a2"};

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (static_cast<unsigned char>(c) >= 0x20) out += c;
  }
  return out;
}

struct Range {
  double least = 0.0, most = 1.0;

  double share(double v) const { return (v - least) / (most - least); }
};

// Differences of such numbers are finite.
bool drawable(double v) { return std::abs(v) < 1e300; }

// Around the drawable values of all lines; a constant gets room on both sides.
Range range_of(const std::vector<const std::vector<double>*>& lists) {
  double least = INFINITY, most = -INFINITY;
  for (const auto* list : lists)
    for (double v : *list)
      if (drawable(v)) {
        least = std::min(least, v);
        most = std::max(most, v);
      }
  if (!(least <= most)) return {};
  const double room = most > least ? 0.0 : std::max(std::abs(most), 1.0) * 0.5;
  return {least - room, most + room};
}

Range padded(Range r) {
  const double room = 0.06 * (r.most - r.least);
  return {r.least - room, r.most + room};
}

std::string tick_text(double value, double step) {
  if (std::abs(value) < 1e-9 * step) return "0";
  if (std::abs(value) >= 1e5 || step < 1e-4) return fmt::format("{:.4g}", value);
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  return fmt::format("{:.{}f}", value, decimals);
}

class Picture {
 public:
  Picture(const std::string& title, const std::string& x_label, const std::vector<double>& x, std::size_t panels)
      : x_(x),
        x_range_(range_of({&x})),
        height_(kTop + kBottom + static_cast<double>(panels) * kPanel + static_cast<double>(panels - 1) * kGap) {
    put(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0:g} {1:g}" width="{0:g}" height="{1:g}" font-family="Helvetica, Arial, sans-serif" font-size="12">)",
        kWidth, height_);
    put("\n<rect width=\"{:g}\" height=\"{:g}\" fill=\"#ffffff\"/>\n", kWidth, height_);
    put("<text x=\"{:g}\" y=\"26\" font-size=\"15\" font-weight=\"600\" fill=\"#22292f\">{}</text>\n", kLeft, escaped(title));
    put("<text x=\"{:g}\" y=\"{:g}\" text-anchor=\"middle\" fill=\"#22292f\">{}</text>\n", (kLeft + kWidth - kRight) / 2, height_ - 12,
        escaped(x_label));
  }

  void panel(const PlotPanel& panel, std::size_t index, bool last) {
    top_ = kTop + static_cast<double>(index) * (kPanel + kGap);
    std::vector<const std::vector<double>*> lists;
    for (const PlotLine& line : panel.lines) lists.push_back(&line.y);
    y_range_ = padded(range_of(lists));
    axes(panel.label, last);
    for (std::size_t k = 0; k < panel.lines.size(); ++k) line(panel.lines[k], k);
  }

  std::string text() { return text_ + "</svg>\n"; }

 private:
  const std::vector<double>& x_;
  Range x_range_, y_range_;
  double height_, top_ = 0.0;
  std::string text_;

  template <class... Values>
  void put(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
  }

  double x_at(double v) const { return kLeft + x_range_.share(v) * (kWidth - kLeft - kRight); }
  double y_at(double v) const { return top_ + kPanel * (1.0 - y_range_.share(v)); }

  void axes(const std::string& label, bool numbered) {
    const double right = kWidth - kRight;
    const std::vector<double> ys = round_ticks(y_range_.least, y_range_.most, 6), xs = round_ticks(x_range_.least, x_range_.most, 8);
    for (double v : ys) {
      const bool zero = std::abs(v) < 1e-9 * (y_range_.most - y_range_.least);
      put("<path d=\"M{:g} {:.1f}H{:g}\" stroke=\"{}\" stroke-width=\"1\"/>\n", kLeft, y_at(v), right, zero ? "#9aa4ab" : "#e6e9ea");
      put("<text x=\"{:g}\" y=\"{:.1f}\" text-anchor=\"end\" fill=\"#56616a\">{}</text>\n", kLeft - 8, y_at(v) + 4,
          tick_text(v, ys.size() > 1 ? ys[1] - ys[0] : 1.0));
    }
    for (double v : xs) {
      put("<path d=\"M{:.1f} {:g}V{:g}\" stroke=\"#e6e9ea\" stroke-width=\"1\"/>\n", x_at(v), top_, top_ + kPanel);
      if (numbered)
        put("<text x=\"{:.1f}\" y=\"{:g}\" text-anchor=\"middle\" fill=\"#56616a\">{}</text>\n", x_at(v), top_ + kPanel + 18,
            tick_text(v, xs.size() > 1 ? xs[1] - xs[0] : 1.0));
    }
    put("<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" fill=\"none\" stroke=\"#9aa4ab\"/>\n", kLeft, top_, right - kLeft,
        kPanel);
    put("<text transform=\"translate(20 {:g}) rotate(-90)\" text-anchor=\"middle\" fill=\"#22292f\">{}</text>\n", top_ + kPanel / 2,
        escaped(label));
  }

  void line(const PlotLine& line, std::size_t index) {
    const char* colour = kColours[index % std::size(kColours)];
    const char* dash = index < std::size(kColours) ? "" : " stroke-dasharray=\"6 3\"";
    std::string path;
    bool down = false;
    for (std::size_t k : kept(line.y)) {
      if (!drawable(line.y[k]) || !drawable(x_[k])) {
        down = false;
        continue;
      }
      fmt::format_to(std::back_inserter(path), "{}{:.2f} {:.2f}", down ? 'L' : 'M', x_at(x_[k]), y_at(line.y[k]));
      down = true;
    }
    put("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\" stroke-linejoin=\"round\"{}/>\n", path, colour, dash);
    const double y = top_ + 10 + 17 * static_cast<double>(index), x = kWidth - kRight + 14;
    if (y > top_ + kPanel) return;
    put("<path d=\"M{:g} {:g}h18\" stroke=\"{}\" stroke-width=\"2.2\"{}/>\n", x, y, colour, dash);
    put("<text x=\"{:g}\" y=\"{:g}\" fill=\"#22292f\">{}</text>\n", x + 24, y + 4, escaped(line.name));
  }

  // Rows to draw: all, or the first, least and greatest of every pixel column.
  static std::vector<std::size_t> kept(const std::vector<double>& y) {
    std::vector<std::size_t> out;
    if (y.size() <= 4 * kColumns) {
      for (std::size_t k = 0; k < y.size(); ++k) out.push_back(k);
      return out;
    }
    for (std::size_t c = 0; c < kColumns; ++c) {
      const std::size_t begin = c * y.size() / kColumns, end = (c + 1) * y.size() / kColumns;
      const auto [low, high] =
          std::minmax_element(y.begin() + static_cast<std::ptrdiff_t>(begin), y.begin() + static_cast<std::ptrdiff_t>(end));
      const auto a = static_cast<std::size_t>(low - y.begin()), b = static_cast<std::size_t>(high - y.begin());
      for (std::size_t k : {begin, std::min(a, b), std::max(a, b)})
        if (out.empty() || k > out.back()) out.push_back(k);
    }
    if (out.back() + 1 < y.size()) out.push_back(y.size() - 1);
    return out;
  }
};

}  // namespace

std::vector<double> round_ticks(double least, double most, int count) {
  const double rough = (most - least) / count, size = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10.0 * size;
  for (double nice : {5.0, 2.0, 1.0})
    if (nice * size >= 0.7 * rough) step = nice * size;
  std::vector<double> out;
  if (!(step > 0.0) || !std::isfinite(step)) return out;
  for (double k = std::ceil(least / step - 1e-9); k * step <= most + 1e-9 * step && out.size() < 100; ++k) out.push_back(k * step);
  return out;
}

std::string svg_plot(const std::string& title, const std::string& x_label, const std::vector<double>& x,
                     const std::vector<PlotPanel>& panels) {
  if (panels.empty() || x.empty()) throw InputError({}, "there is nothing to plot");
  for (const PlotPanel& panel : panels)
    for (const PlotLine& line : panel.lines)
      if (line.y.size() != x.size())
        throw InputError({}, fmt::format("plot of '{}': {} values over {} of the axis", line.name, line.y.size(), x.size()));
  Picture picture(title, x_label, x, panels.size());
  for (std::size_t k = 0; k < panels.size(); ++k) picture.panel(panels[k], k, k + 1 == panels.size());
  return picture.text();
}

}  // namespace gough
