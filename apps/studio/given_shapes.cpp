#include "apps/studio/given_shapes.hpp"

#include <algorithm>
#include <numeric>

#include "gough/math/linear_algebra.hpp"

namespace gough::studio {
namespace {

using LegShapes = std::vector<std::optional<GivenShape>>;

// Joints of a part of the file called `name` carry that name, or it and a suffix: name.1, name.2, name.spin, name.length.
std::vector<int> joints_of(const Leg& leg, const std::string& name) {
  std::vector<int> out;
  for (int j = 0; j < leg.freedoms(); ++j)
    if (leg.joints[j].name == name || leg.joints[j].name.starts_with(name + ".")) out.push_back(j);
  return out;
}

bool along_element(const Joint& joint) { return joint.name.ends_with(".spin") || joint.name.ends_with(".length"); }

void put(LegShapes& out, int joint, const std::optional<BodySpec>& body, double length) {
  if (body && body->shape) out[joint] = GivenShape{*body->shape, body->shape->length.value_or(length)};
}

void element_shapes(const Leg& leg, const ElementSpec& e, const std::string& name, LegShapes& out) {
  const std::vector<int> joints = joints_of(leg, name);
  for (int j : joints)
    if (!along_element(leg.joints[j])) put(out, j, e.body, e.length.value_or(0.0));
  for (std::size_t k = 0; k + 1 < joints.size(); ++k)  // the body is behind the last of the joints at A
    if (!along_element(leg.joints[joints[k]]) && !along_element(leg.joints[joints[k + 1]])) out[joints[k]].reset();
  if (!joints.empty()) put(out, joints.back(), e.end_body, e.length.value_or(0.0));
}

LegShapes leg_shapes(const Leg& leg, const LegSpec& spec) {
  LegShapes out(leg.joints.size());
  for (std::size_t k = 0; k < spec.element.size(); ++k) {
    const ElementSpec& e = spec.element[k];
    const std::string name = e.name.empty() ? e.type + std::to_string(k + 1) : e.name;
    if (!e.parallelogram) element_shapes(leg, e, name, out);
    else
      for (const char* side : {"_a", "_b"}) element_shapes(leg, e, name + side, out);
  }
  for (std::size_t k = 0; k < spec.joint.size(); ++k) {
    const std::vector<int> joints = joints_of(leg, spec.joint[k].name.empty() ? "joint" + std::to_string(k + 1) : spec.joint[k].name);
    if (!joints.empty()) put(out, joints.back(), spec.joint[k].body, 0.0);
  }
  return out;
}

Vec3<double> own_inertia(const GivenShape& shape) {
  const ShapeSpec& s = shape.spec;
  if (s.type == "box") return box_inertia(*s.size).diagonal();
  return tube_inertia(shape.length, s.radius.value_or(0.0), s.inner_radius.value_or(0.0)).diagonal();
}

std::array<int, 3> ascending(const Vec3<double>& v) {
  std::array<int, 3> order{0, 1, 2};
  std::sort(order.begin(), order.end(), [&](int a, int b) { return v(a) < v(b); });
  return order;
}

}  // namespace

std::vector<std::vector<std::optional<GivenShape>>> given_shapes(const Robot& robot) {
  std::vector<LegShapes> out;
  for (const LegSpec& spec : robot.description.leg) {
    const std::size_t copies = spec.copies ? spec.copies->angles_deg.size() : 1;
    for (std::size_t c = 0; c < copies; ++c) out.push_back(leg_shapes(robot.legs[out.size()], spec));
  }
  return out;
}

Mat3<double> shape_axes(const GivenShape& shape, const Mat3<double>& inertia) {
  const PrincipalAxes principal = principal_axes(inertia);  // ascending
  const std::array<int, 3> order = ascending(own_inertia(shape));
  Mat3<double> axes;
  for (int k = 0; k < 3; ++k) axes.col(order[k]) = principal.axes.col(k);
  if (axes.determinant() < 0) axes.col(2) *= -1.0;
  return axes;
}

}  // namespace gough::studio
