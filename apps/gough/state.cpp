#include "apps/gough/state.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "gough/io/number.hpp"
#include "gough/model/payload.hpp"

namespace gough::command {

constexpr double kLargestTyped = 1e9;  // SI units

std::vector<double> numbers(const std::string& text, const std::string& option) {
  std::vector<double> out;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    std::size_t end = text.find_first_of(", ", begin);
    if (end == std::string::npos) end = text.size();
    const std::string item = text.substr(begin, end - begin);
    begin = end + 1;
    if (item.empty()) continue;
    const std::optional<double> value = read_number(item);
    if (!value) throw InputError({}, fmt::format("{}: '{}' is not a finite number; expected numbers separated by commas", option, item));
    if (std::abs(*value) > kLargestTyped)
      throw InputError(
          {}, fmt::format("{}: {} is out of range; expected numbers between {:g} and {:g}", option, item, -kLargestTyped, kLargestTyped));
    out.push_back(*value);
  }
  if (out.empty()) throw InputError({}, fmt::format("{}: expected numbers separated by commas", option));
  return out;
}

RigidBody parse_payload(const Robot& robot, const std::string& text, const std::string& option) {
  const std::vector<double> v = numbers(text, option);
  if ((v.size() != 1 && v.size() != 4 && v.size() != 7 && v.size() != 10) || v[0] < 0)
    throw InputError({},
                     option + ": expected mass, or mass,x,y,z, or these and ixx,iyy,izz or ixx,ixy,ixz,iyy,iyz,izz, the mass not negative");
  PayloadSpec spec;
  spec.mass = v[0];
  if (v.size() > 1) spec.com = {v[1], v[2], v[3]};
  if (v.size() > 4) spec.inertia.assign(v.begin() + 4, v.end());
  return payload_body(robot, spec);
}

std::size_t count_lines(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return 0;  // a pipe can be read once
  std::ifstream in(file, std::ios::binary);
  std::size_t count = 0;
  std::vector<char> block(1 << 16);
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())), in.gcount() > 0)
    for (std::streamsize k = 0; k < in.gcount(); ++k) count += block[k] == '\n';
  return count > 0 ? count - 1 : 0;
}

}  // namespace gough::command
