#include "gough/control/adapted_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/identification/base_parameters.hpp"
#include "gough/io/toml_reader.hpp"
#include "gough/model/did_you_mean.hpp"
#include "gough/model/names.hpp"

namespace gough {
namespace {

constexpr double kNoInfluence = 1e-16;  // rounding of a column that is zero

bool ends_with_one_of(const std::string& name, std::initializer_list<const char*> ends) {
  return std::any_of(ends.begin(), ends.end(), [&](const char* end) { return name.ends_with(end); });
}

// What no body and no joint goes below. Groups of parameters may have any sign.
double least(const virtual_work::Parameter& p, bool physical) {
  if (!physical) return -kInfinity;
  if (p.name.ends_with(".m")) return 1e-3 * p.value;
  return ends_with_one_of(p.name, {".Ixx", ".Iyy", ".Izz", ".rotor", ".viscous", ".coulomb"}) ? 0.0 : -kInfinity;
}

AdaptedParameter adapted(const AdaptSpec& spec, const virtual_work::Parameter& p, int index, bool physical) {
  AdaptedParameter out{index, spec.min.value_or(least(p, physical)), spec.max.value_or(kInfinity), 0.0};
  if (physical && spec.min && p.name.ends_with(".m") && *spec.min <= 0.0)
    throw InputError(spec.place, fmt::format("'min' of {} must be positive: it is a mass", p.name));
  if (spec.min && *spec.min < 0.0 && least(p, physical) == 0.0)
    throw InputError(spec.place, fmt::format("'min' of {} must not be negative: it dissipates or is a moment of inertia", p.name));
  if (!(out.min < out.max)) throw InputError(spec.place, fmt::format("'min' of {} must be below 'max'", p.name));
  if (p.value < out.min || p.value > out.max)
    throw InputError(spec.place,
                     fmt::format("{} starts at {} {}, which is outside its bounds {} to {}", p.name, p.value, p.unit, out.min, out.max));
  return out;
}

std::vector<std::string> names_of(const std::vector<virtual_work::Parameter>& parameters) {
  std::vector<std::string> names;
  for (const virtual_work::Parameter& p : parameters) names.push_back(p.name);
  return names;
}

}  // namespace

LinearParameters base_linear_parameters(const Robot& model, const Load& load) {
  const BaseParameters base = base_parameters(model, load);
  const VecX<double> values = base.values();
  LinearParameters out{{}, base.base, base.beta};
  for (int i = 0; i < base.rank(); ++i) {
    out.values.push_back(base.all[base.base[i]]);
    out.values.back().value = values(i);
  }
  return out;
}

std::vector<AdaptedParameter> adapted_parameters(const Robot& model, const Load& load, const LinearParameters& parameters,
                                                 const ControllerSpec& spec, double lambda_s) {
  const std::vector<virtual_work::Parameter>& all = parameters.values;
  const bool physical = spec.parameters == "physical";
  if (spec.adapt.empty()) return {};
  const VecX<double> influence = parameter_influence(model, load);
  std::vector<AdaptedParameter> out;
  for (const AdaptSpec& a : spec.adapt) {
    const bool pattern = a.parameter.find('*') != std::string::npos;
    bool found = false, felt = false;
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (!matches(a.parameter, all[k].name)) continue;
      found = true;
      const double weight = influence(parameters.column[k]);
      if (!(weight > kNoInfluence)) continue;
      felt = true;
      const int index = static_cast<int>(k);
      if (std::any_of(out.begin(), out.end(), [&](const AdaptedParameter& other) { return other.index == index; })) {
        if (pattern) continue;  // an earlier entry says more
        throw InputError(a.place, fmt::format("{} is adapted twice", a.parameter));
      }
      out.push_back(adapted(a, all[k], index, physical));
      out.back().gain = a.gain.value_or(adaptation_gain(weight, lambda_s, spec.adaptation_time));
    }
    const std::string shown = schema::shown(a.parameter);
    if (!found)
      throw InputError(
          a.place, fmt::format("{} has no {}parameter {} '{}'{}", model.name, physical ? "" : "base ", pattern ? "that matches" : "called",
                               shown, pattern ? "" : did_you_mean(a.parameter, names_of(all))));
    if (!felt) throw InputError(a.place, fmt::format("'{}' has no influence on the motion of {}: it cannot be adapted", shown, model.name));
  }
  return out;
}

}  // namespace gough
