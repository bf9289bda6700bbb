#include "gough/model/payload.hpp"

#include "gough/model/input_error.hpp"
#include "gough/model/rigid_body.hpp"

namespace gough {

RigidBody payload_body(const Robot& robot, const PayloadSpec& spec) {
  RigidBody body;
  body.mass = spec.mass;
  body.com = robot.tool + spec.com;
  const std::vector<double>& I = spec.inertia;
  if (I.size() == 3) body.inertia = Vec3<double>(I[0], I[1], I[2]).asDiagonal();
  if (I.size() == 6) body.inertia << I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5];
  if (!is_physical_inertia(body.inertia))
    throw InputError(spec.place,
                     "'inertia' of the payload is that of no body: each principal moment must be at most the sum of the others");
  if (spec.mass == 0.0 && !body.inertia.isZero()) throw InputError(spec.place, "a payload with inertia needs a mass");
  return body;
}

}  // namespace gough
