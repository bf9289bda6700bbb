#pragma once

#include "tests/agreement/sketch.hpp"

// Random robots of many architectures, drawn at home: every leg closes there by construction, and home is regular.
namespace gough::test {

const std::vector<std::string>& robot_families();

// What the legs have besides what a family draws.
enum class Within { nothing, loops, couplings, screws, all };  // loops with some couplings; screws with motors of the nacelle
Sketch random_sketch(const std::string& family, std::mt19937_64& random, Within legs = Within::nothing);

// The same as a robot file, each leg written by elements or by joints.
std::string random_robot(const std::string& family, std::mt19937_64& random);

// One robot written by elements wherever its legs can be, and by joints.
struct TwoTexts {
  std::string elements, joints;
};
TwoTexts random_robot_two_ways(const std::string& family, std::mt19937_64& random);
bool writable_by_elements(const Sketch& sketch);

}  // namespace gough::test
