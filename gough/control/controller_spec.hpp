#pragma once

#include <optional>

#include "gough/io/payload_schema.hpp"

// A controller as a file describes it.
namespace gough {

// Parameters to adapt, and the bounds of their estimates.
struct AdaptSpec {
  Place place;
  std::string parameter;  // a name of virtual_work::parameters; * stands for any part of one
  std::optional<double> min, max, gain;
};

struct ControllerSpec {
  Place place;
  std::string type;
  double rate = 1000.0;
  bool continuous = false;
  double bandwidth_hz = 10.0;
  double damping_ratio = 1.0;
  std::vector<double> kp, kd, ki;
  std::optional<PayloadSpec> payload;
  std::vector<double> inertia, damping, stiffness;
  std::vector<double> disturbance, boundary;
  std::vector<AdaptSpec> adapt;
  std::string parameters = "physical";
  double adaptation_time = 0.1;
};

namespace schema {

// A number, or a list with one for each actuator or freedom: how many these are, the reader does not know.
inline std::vector<std::size_t> one_or_each() {
  std::vector<std::size_t> lengths(32);
  for (std::size_t k = 0; k < lengths.size(); ++k) lengths[k] = k + 1;
  return lengths;
}

template <class V>
void keys(V& v, AdaptSpec& a) {
  v.table("adapt", "Parameters that an adaptive controller estimates.");
  v(Key{"parameter", "", "name of a parameter, as `platform.m`; `*` stands for any part of one, as in `*.viscous`", kRequired},
    a.parameter);
  v(Key{"min", "SI", "smallest estimate; masses stay above 0, friction and moments of inertia do not fall below it"}, a.min);
  v(Key{"max", "SI", "largest estimate"}, a.max);
  v(Key{"gain", "SI", "adaptation gain; from `adaptation_time` if absent", false, Check::positive}, a.gain);
}

template <class V>
void keys(V& v, ControllerSpec& c) {
  v.table("controller", "How the robot is made to follow its reference.");
  v(Key{"type",
        "",
        "`joint_pd` with gravity compensation, computed torque on joints or platform, sliding mode with a boundary layer, super-twisting, "
        "`passivity`-based with a fixed model, the same `adaptive`, `impedance`",
        kRequired,
        Check::none,
        {},
        {"joint_pd", "joint_computed_torque", "computed_torque", "sliding_mode", "super_twisting", "passivity", "adaptive", "impedance"}},
    c.type);
  v(Key{"rate", "Hz", "how often it is called", false, Check::positive}, c.rate);
  v(Key{"continuous", "",
        "in a simulation: called at every stage of the integrator instead, as if its rate had no end; for laws without memory"},
    c.continuous);
  v(Key{"bandwidth_hz", "Hz", "of the error: ω = 2π · bandwidth", false, Check::positive}, c.bandwidth_hz);
  v(Key{"damping_ratio", "", "of the error, ζ", false, Check::positive, {}, {}, KeyRange{1e-3, 1e3}}, c.damping_ratio);
  v(Key{"kp", "", "proportional gains instead: one, or one for each actuator (joint_…) or freedom", false, Check::not_negative,
        one_or_each()},
    c.kp);
  v(Key{"kd", "", "derivative gains instead", false, Check::not_negative, one_or_each()}, c.kd);
  v(Key{"ki", "", "integral gains; 0 if absent", false, Check::not_negative, one_or_each()}, c.ki);
  v(Key{"payload", "", "what the controller believes is carried"}, c.payload);
  v(Key{"inertia", "kg or kg m²", "impedance: desired inertia, one or one for each freedom; the robot's own if absent", false,
        Check::positive, one_or_each()},
    c.inertia);
  v(Key{"damping", "N s/m or N m s/rad", "impedance: desired damping, one or one for each freedom", false, Check::not_negative,
        one_or_each()},
    c.damping);
  v(Key{"stiffness", "N/m or N m/rad", "impedance: desired stiffness, one or one for each freedom", false, Check::not_negative,
        one_or_each()},
    c.stiffness);
  v(Key{"disturbance", "m/s² or m/s³",
        "sliding_mode: bound of the unknown acceleration; super_twisting: bound of its rate; one or one for each freedom", false,
        Check::positive, one_or_each()},
    c.disturbance);
  v(Key{"boundary", "m/s or rad/s", "sliding_mode, super_twisting: sliding variable below which switching is smooth", false,
        Check::positive, one_or_each()},
    c.boundary);
  v(Key{"adapt", "", "adaptive: the parameters to adapt"}, c.adapt);
  v(Key{"parameters",
        "",
        "adaptive: `adapt` names `physical` parameters, of bodies and joints, or `base` parameters, those that a motion can tell: each "
        "goes "
        "by the name that leads its group (`gough identify ROBOT --structure` lists them) and has the bounds that are given, no others",
        false,
        Check::none,
        {},
        {"physical", "base"}},
    c.parameters);
  v(Key{"adaptation_time", "s", "adaptive: time constant from which gains are chosen", false, Check::positive}, c.adaptation_time);
}

}  // namespace schema
}  // namespace gough
