#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "gough/model/robot.hpp"

// What the bodies of a robot look like: the shapes of its file, and where it gives none, rods between joints, plates through tips.
namespace gough::studio {

using Json = nlohmann::ordered_json;

Json list(const Vec3<double>& v);

// Bodies are numbered base first, then every leg's joints in order, then the nacelle's bodies, platform first.
int leg_body(const Robot& robot, int leg, int joint);  // joint -1 is the base
int nacelle_body(const Robot& robot, int body);
int body_count(const Robot& robot);

// Size of the robot at home, m: the diagonal of the box around its joints.
double drawing_size(const Robot& robot);

// A list of shapes for each body, in the body's frame:
//   {type: "rod", from, to, radius, inner, round}   {type: "box", center, axes: [x, y, z], size}   {type: "plate", points, normal,
//   thickness} {type: "arc", points, radius}
std::vector<Json> body_shapes(const Robot& robot);

}  // namespace gough::studio
