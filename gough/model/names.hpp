#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gough/model/robot.hpp"

// What users call things.
namespace gough {

// Bodies by the names that `gough info` gives them: the nacelle's, then leg.joint. {leg or −1, body}
std::vector<std::pair<std::string, std::pair<int, int>>> named_bodies(const Robot& robot);

// The body called `name`. Throws InputError with the place and what was meant perhaps.
std::pair<int, int> find_body(const Robot& robot, const std::string& name, const Place& place);

// The error of a body that does not exist.
[[noreturn]] void no_such_body(const Robot& robot, const std::string& name, const Place& place);

// Whether `name` is `pattern`, in which * stands for any characters.
bool matches(std::string_view pattern, std::string_view name);

}  // namespace gough
