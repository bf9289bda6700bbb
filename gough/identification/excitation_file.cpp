#include "gough/identification/excitation_file.hpp"

#include <fmt/format.h>

#include <sstream>

#include "gough/math/rotation.hpp"
#include "gough/model/input_error.hpp"

namespace gough {
namespace {

constexpr double kMostRows = 1e6;  // as a csv segment reads

std::string list(const Eigen::Ref<const VecX<double>>& values) {
  std::string out;
  for (double x : values) out += fmt::format("{}{}", out.empty() ? "" : ", ", x);
  return "[" + out + "]";
}

}  // namespace

VecX<double> fourier_coordinates(const FourierSpec& motion, double phase) {
  VecX<double> out = motion.offset;
  for (Eigen::Index h = 0; h < motion.sine.cols(); ++h) {
    const double turn = static_cast<double>(h + 1) * phase;
    out += motion.sine.col(h) * std::sin(turn) + motion.cosine.col(h) * std::cos(turn);
  }
  return out;
}

std::string fourier_text(const Robot& robot, const FourierSpec& motion, const std::string& comment) {
  std::string out, line;
  std::istringstream lines(comment);
  while (std::getline(lines, line)) out += "# " + line + "\n";
  out += fmt::format("periodic = true\n\n[[segment]]\n[segment.fourier]\nfrequency = {}\n", motion.frequency);
  for (int k = 0; k < robot.mobility.n; ++k)
    out += fmt::format("\n[[segment.fourier.component]]\nname = \"{}\"\noffset = {}\nsine = {}\ncosine = {}\n", robot.mobility.free[k].name,
                       motion.offset(k), list(motion.sine.row(k).transpose()), list(motion.cosine.row(k).transpose()));
  return out;
}

void check_row_count(double period, double rate) {
  if (period * rate <= kMostRows) return;
  throw InputError({},
                   fmt::format("{:.6g} s at {:.6g} Hz make {:.3g} rows; at most {:g} are allowed", period, rate, period * rate, kMostRows));
}

std::string fourier_csv(const Robot& robot, const FourierSpec& motion, double rate) {
  std::string out = "t";
  for (const FreeComponent& c : robot.mobility.free) out += "," + c.name;
  out += '\n';
  check_row_count(1.0 / motion.frequency, rate);
  const int intervals = std::max(4, static_cast<int>(std::ceil(rate / motion.frequency)));
  for (int s = 0; s <= intervals; ++s) {
    const double phase = 2.0 * kPi * s / intervals;
    out += fmt::format("{}", s / (intervals * motion.frequency));
    for (double x : fourier_coordinates(motion, phase)) out += fmt::format(",{}", x);
    out += '\n';
  }
  return out;
}

}  // namespace gough
