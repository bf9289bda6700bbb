#pragma once

#include <optional>
#include <vector>

#include "gough/model/robot.hpp"

namespace gough::studio {

// The shape that the robot file gives each body of a leg, or nothing; and its length, which may be that of its element.
struct GivenShape {
  ShapeSpec spec;
  double length = 0.0;
};
std::vector<std::vector<std::optional<GivenShape>>> given_shapes(const Robot& robot);

// Where a shape's own axes stand in the body's frame. A shape has the symmetries of its inertia, so the principal axes of the body's
// inertia, sorted as the shape's, place it.
Mat3<double> shape_axes(const GivenShape& shape, const Mat3<double>& inertia);

}  // namespace gough::studio
