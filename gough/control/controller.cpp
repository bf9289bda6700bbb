#include "gough/control/controller.hpp"

#include <fmt/format.h>

#include "gough/control/joint_control.hpp"
#include "gough/control/platform_control.hpp"
#include "gough/io/toml_reader.hpp"

namespace gough {
namespace {

// One number for all components, or one for each.
VecX<double> spread(const ControllerSpec& spec, const char* key, const std::vector<double>& values, int size, const char* of) {
  if (values.size() == 1) return VecX<double>::Constant(size, values[0]);
  if (static_cast<int>(values.size()) != size)
    throw InputError(spec.place, fmt::format("'{}' must have 1 number, or {}, one for each {}; this has {}", key, size, of, values.size()));
  return Eigen::Map<const VecX<double>>(values.data(), size);
}

void replace(const ControllerSpec& spec, Gains& gains, const char* of) {
  const int size = static_cast<int>(gains.kp.size());
  if (!spec.kp.empty()) gains.kp = spread(spec, "kp", spec.kp, size, of);
  if (!spec.kd.empty()) gains.kd = spread(spec, "kd", spec.kd, size, of);
  if (!spec.ki.empty()) gains.ki = spread(spec, "ki", spec.ki, size, of);
}

Impedance impedance(const Robot& model, const ControllerSpec& spec) {
  const int n = model.mobility.n;
  if (spec.stiffness.empty() || spec.damping.empty())
    throw InputError(spec.place, "a controller of type impedance needs 'stiffness' and 'damping'");
  Impedance out;
  if (!spec.inertia.empty()) out.inertia = spread(spec, "inertia", spec.inertia, n, "freedom");
  out.damping = spread(spec, "damping", spec.damping, n, "freedom");
  out.stiffness = spread(spec, "stiffness", spec.stiffness, n, "freedom");
  return out;
}

std::unique_ptr<ControlLaw> make_law(const Robot& model, const ControllerSpec& spec) {
  Load load;
  if (spec.payload) load.payload = payload_body(model, *spec.payload);
  if (spec.type == "joint_pd") {
    Gains gains = joint_gains(model, load.payload, spec.bandwidth_hz, spec.damping_ratio);
    replace(spec, gains, "actuator");
    return std::make_unique<JointPd>(model, load, gains, spec.rate);
  }
  if (spec.type == "joint_computed_torque") {
    Gains gains = second_order_gains(static_cast<int>(model.actuators.size()), spec.bandwidth_hz, spec.damping_ratio);
    replace(spec, gains, "actuator");
    return std::make_unique<JointComputedTorque>(model, load, gains, spec.rate);
  }
  if (spec.type == "computed_torque") {
    Gains gains = second_order_gains(model.mobility.n, spec.bandwidth_hz, spec.damping_ratio);
    replace(spec, gains, "freedom");
    return std::make_unique<PlatformComputedTorque>(model, load, gains, spec.rate);
  }
  if (spec.type == "impedance") return std::make_unique<ImpedanceControl>(model, load, impedance(model, spec), spec.rate);
  throw InputError(spec.place, fmt::format("there is no controller of type '{}'", spec.type));
}

}  // namespace

Controller make_controller(const Robot& model, const ControllerSpec& spec) { return Controller(make_law(model, spec), spec.rate); }

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

ControllerSpec read_controller(const std::string& text, const std::string& file) {
  return schema::read_toml<ControllerSpec>(text, file, "controller file");
}

}  // namespace gough
