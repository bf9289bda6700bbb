#include "gough/identification/excitation_file.hpp"

#include <fmt/format.h>

#include <sstream>

#include "gough/math/rotation.hpp"

namespace gough {
namespace {

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

}  // namespace gough
