#include <fmt/format.h>

#include "gough/assembly/builder.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

double need(const std::optional<double>& value, const ShapeSpec& shape, const char* key) {
  if (value) return *value;
  throw InputError(shape.place, fmt::format("a {} needs `{}`", shape.type, key));
}

// Puts the long axis, x, along the axis the file names.
Mat3<double> turned_to(const std::string& axis, const Mat3<double>& inertia) {
  Mat3<double> R = Mat3<double>::Identity();
  if (axis == "y") R = rotation_about(Vec3<double>::UnitZ(), turn_degrees(90));
  if (axis == "z") R = rotation_about(Vec3<double>::UnitY(), turn_degrees(-90));
  return R * inertia * R.transpose();
}

struct Solid {
  double volume = 0.0;
  Mat3<double> inertia = Mat3<double>::Zero();  // of unit mass
};

Solid solid(const ShapeSpec& shape, double length) {
  const double l = shape.length.value_or(length);
  if (shape.inner_radius && shape.type != "tube") throw InputError(shape.place, "`inner_radius` is for a tube");
  if (shape.size && shape.type != "box") throw InputError(shape.place, "`size` is for a box");
  if (shape.type == "box") {
    if (!shape.size) throw InputError(shape.place, "a box needs `size`, its three edge lengths in m");
    return {shape.size->prod(), box_inertia(*shape.size)};
  }
  if (!(l > 0.0)) throw InputError(shape.place, fmt::format("a {} needs `length`, in m", shape.type));
  if (shape.type == "rod" && !shape.radius) {
    if (shape.density) throw InputError(shape.place, "a rod with `density` needs `radius`, in m");
    return {0.0, tube_inertia(l, 0.0, 0.0)};
  }
  const double r = need(shape.radius, shape, "radius");
  const double inner = shape.type == "tube" ? need(shape.inner_radius, shape, "inner_radius") : 0.0;
  if (inner >= r) throw InputError(shape.place, "`inner_radius` must be smaller than `radius`");
  return {kPi * l * (r * r - inner * inner), tube_inertia(l, r, inner)};
}

RigidBody single_body(const BodySpec& spec, double length, BodyAt at) {
  const bool along_element = at != BodyAt::elsewhere;
  RigidBody body;
  body.mass = spec.mass.value_or(0.0);
  if (spec.com.size() == 3) body.com = Vec3<double>(spec.com[0], spec.com[1], spec.com[2]);
  if (spec.com.size() == 1) {
    if (!along_element) throw InputError(spec.place, "`com` needs three numbers here; one is for bodies of elements");
    body.com = Vec3<double>(spec.com[0], 0.0, 0.0);
  }
  if (spec.shape) {
    const Solid s = solid(*spec.shape, length);
    if (spec.mass && spec.shape->density) throw InputError(spec.place, "give `mass` or the shape's `density`, not both");
    if (!spec.mass && !spec.shape->density) throw InputError(spec.place, "a shape needs the body's `mass` or its own `density`");
    if (!spec.mass) body.mass = *spec.shape->density * s.volume;
    if (!spec.inertia.empty()) throw InputError(spec.place, "give `inertia` or a `shape`, not both");
    body.inertia = body.mass * turned_to(spec.shape->axis, s.inertia);
    const double half = (spec.shape->type == "box" ? spec.shape->size->x() : spec.shape->length.value_or(length)) / 2.0;
    if (along_element && spec.com.empty()) body.com.x() = at == BodyAt::element_end ? -half : half;
  } else if (!spec.mass) {
    throw InputError(spec.place, "a body needs `mass`, or a `shape` with `density`");
  }
  const std::vector<double>& I = spec.inertia;
  if (I.size() == 3) body.inertia = Vec3<double>(I[0], I[1], I[2]).asDiagonal();
  if (I.size() == 6) body.inertia << I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5];
  if (!is_physical_inertia(body.inertia))
    throw InputError(spec.place,
                     "no body has this `inertia`; it must be positive and no principal moment above the sum of the other two "
                     "(central inertia: diagonal, or xx, xy, xz, yy, yz, zz)");
  if (body.mass == 0.0 && !body.inertia.isZero(0.0)) throw InputError(spec.place, "a body with `inertia` needs a positive `mass`");
  return body;
}

// A part in the axes of its body.
RigidBody part_body(const PartSpec& part) {
  BodySpec alone;
  alone.place = part.place;
  alone.mass = part.mass;
  alone.com = {part.com.x(), part.com.y(), part.com.z()};
  alone.inertia = part.inertia;
  alone.shape = part.shape;
  return seen_from({rotation_from_rpy(part.rpy_deg), part.at}, single_body(alone, 0.0, BodyAt::elsewhere));
}

}  // namespace

RigidBody build_body(const BodySpec& spec, double length, BodyAt at) {
  const bool parts_only = !spec.parts.empty() && !spec.mass && !spec.shape && spec.com.empty() && spec.inertia.empty();
  RigidBody body = parts_only ? RigidBody{} : single_body(spec, length, at);
  for (const PartSpec& part : spec.parts) body = joined(body, part_body(part));
  return body;
}

Pose<double> build_home(const HomeSpec& spec) {
  Pose<double> home;
  home.p = spec.position;
  if (spec.rpy_deg && !spec.quaternion.empty()) throw InputError(spec.place, "give `rpy_deg` or `quaternion`, not both");
  if (spec.rpy_deg) home.R = rotation_from_rpy(*spec.rpy_deg);
  if (!spec.quaternion.empty()) {
    const std::vector<double>& q = spec.quaternion;
    const Eigen::Quaterniond quaternion(q[0], q[1], q[2], q[3]);
    if (std::abs(quaternion.norm() - 1.0) > 1e-6) throw InputError(spec.place, "`quaternion` must have length 1 (w, x, y, z)");
    home.R = quaternion.normalized().toRotationMatrix();
  }
  return home;
}

}  // namespace gough
