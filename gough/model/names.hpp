#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gough/model/robot.hpp"

// Names of bodies as users write them.
namespace gough {

struct NamedBody {
  std::string name;
  BodyId id;
};

// All bodies with the names of `gough info`: the nacelle's, then leg.joint.
std::vector<NamedBody> named_bodies(const Robot& robot);

// The body called `name`; of a joint of several axes, or an element, `leg1.rod`, the last one. Throws InputError with the place and a
// suggested spelling.
BodyId find_body(const Robot& robot, const std::string& name, const Place& place);

// Throws the InputError of a body that does not exist.
[[noreturn]] void no_such_body(const Robot& robot, const std::string& name, const Place& place);

// The name of a spring, between points or in a joint; empty where a robot has none.
std::string first_spring(const Robot& robot);

// What of a leg the elements of [O] have no line for, as "the helical joint 'leg1.screw'": a loop, a joint that follows others, a helical
// joint; empty where there is none.
std::string first_without_element(const Robot& robot);

// Whether `name` is `pattern`, in which * stands for any characters.
bool matches(std::string_view pattern, std::string_view name);

}  // namespace gough
