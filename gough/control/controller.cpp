#include "gough/control/controller.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "gough/control/adapted_parameters.hpp"
#include "gough/control/joint_control.hpp"
#include "gough/control/sliding_control.hpp"
#include "gough/io/toml_reader.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/placed_error.hpp"

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

// λ and λ_s with s² + (λ + λ_s) s + λ λ_s = s² + 2 ζ ω s + ω².
std::pair<double, double> two_rates(const ControllerSpec& spec) {
  if (spec.damping_ratio < 1.0)
    throw InputError(spec.place, fmt::format("'damping_ratio' of a controller of type {} must be at least 1; this is {}", spec.type,
                                             spec.damping_ratio));
  const double omega = 2.0 * kPi * spec.bandwidth_hz, root = std::sqrt(spec.damping_ratio * spec.damping_ratio - 1.0);
  return {omega * (spec.damping_ratio - root), omega * (spec.damping_ratio + root)};
}

Sliding sliding(const Robot& model, const ControllerSpec& spec) {
  const int n = model.mobility.n;
  if (spec.disturbance.empty()) throw InputError(spec.place, fmt::format("a controller of type {} needs 'disturbance'", spec.type));
  Sliding out;
  std::tie(out.lambda, out.lambda_s) = two_rates(spec);
  out.bound = spread(spec, "disturbance", spec.disturbance, n, "freedom");
  if (!spec.boundary.empty()) out.boundary = spread(spec, "boundary", spec.boundary, n, "freedom");
  else if (spec.type == "sliding_mode") out.boundary = out.bound / out.lambda_s;  // the layer doubles the rate of s
  else out.boundary = VecX<double>::Zero(n);
  return out;
}

// Refuses what the type has no use for.
void check_keys(const ControllerSpec& spec) {
  const auto only = [&](bool given, const char* key, std::initializer_list<const char*> types) {
    if (!given || std::any_of(types.begin(), types.end(), [&](const char* type) { return spec.type == type; })) return;
    throw InputError(spec.place, fmt::format("'{}' has no meaning for a controller of type {}; it belongs to {}", key, spec.type,
                                             fmt::join(types.begin(), types.end(), ", ")));
  };
  const std::initializer_list<const char*> linear = {"joint_pd", "joint_computed_torque", "computed_torque"};
  only(!spec.kp.empty(), "kp", linear);
  only(!spec.kd.empty(), "kd", linear);
  only(!spec.ki.empty(), "ki", linear);
  only(!spec.inertia.empty(), "inertia", {"impedance"});
  only(!spec.damping.empty(), "damping", {"impedance"});
  only(!spec.stiffness.empty(), "stiffness", {"impedance"});
  only(!spec.disturbance.empty(), "disturbance", {"sliding_mode", "super_twisting"});
  only(!spec.boundary.empty(), "boundary", {"sliding_mode", "super_twisting"});
  only(!spec.adapt.empty(), "adapt", {"adaptive"});
  only(spec.parameters != "physical", "parameters", {"adaptive"});
  only(spec.continuous, "continuous", {"joint_pd", "joint_computed_torque", "computed_torque", "sliding_mode", "passivity", "impedance"});
  const bool integral = std::any_of(spec.ki.begin(), spec.ki.end(), [](double k) { return k != 0.0; });
  if (spec.continuous && integral) throw InputError(spec.place, "a 'continuous' controller cannot have 'ki': it has no memory");
}

std::unique_ptr<ControlLaw> make_law(const Robot& model, const ControllerSpec& spec) {
  check_keys(spec);
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
  if (spec.type == "sliding_mode") return std::make_unique<SlidingMode>(model, load, sliding(model, spec), spec.rate);
  if (spec.type == "super_twisting") return std::make_unique<SuperTwisting>(model, load, sliding(model, spec), spec.rate);
  if (spec.type == "adaptive" || spec.type == "passivity") {
    if (spec.type == "adaptive" && spec.adapt.empty())
      throw InputError(spec.place,
                       "a controller of type adaptive needs 'adapt', the parameters to adapt; without any it is of type passivity");
    const auto [lambda, lambda_s] = two_rates(spec);
    const LinearParameters parameters =
        spec.parameters == "base" ? base_linear_parameters(model, load) : physical_linear_parameters(model, load);
    const auto adapted = adapted_parameters(model, load, parameters, spec, lambda_s);
    return std::make_unique<AdaptiveControl>(model, load, lambda, lambda_s, parameters, adapted, spec.rate);
  }
  throw InputError(spec.place, fmt::format("there is no controller of type '{}'", spec.type));
}

}  // namespace

Controller make_controller(const Robot& model, const ControllerSpec& spec) {
  try {
    std::unique_ptr<ControlLaw> law = make_law(model, spec);
    law->prepare();
    return Controller(std::move(law), spec.rate, spec.continuous);
  } catch (const InputError& error) {
    throw placed_error(error, spec.place);
  }
}

ControllerSpec read_controller(const std::string& text, const std::string& file) {
  return schema::read_toml<ControllerSpec>(text, file, "controller file");
}

}  // namespace gough
