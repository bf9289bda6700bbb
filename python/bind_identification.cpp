#include <fmt/format.h>
#include <pybind11/stl.h>

#include "gough/identification/identification.hpp"
#include "python/bind.hpp"

namespace gough::python {
namespace {

std::vector<std::string> names_of(const BaseParameters& base) {
  std::vector<std::string> out;
  for (int i = 0; i < base.rank(); ++i) out.push_back(base.name(i));
  return out;
}

std::vector<std::string> expressions_of(const BaseParameters& base) {
  std::vector<std::string> out;
  for (int i = 0; i < base.rank(); ++i) out.push_back(base.expression(i));
  return out;
}

py::dict fit_of(const Fit& fit) {
  py::dict out;
  out["file"] = fit.file;
  out["rows"] = fit.rows;
  out["rms"] = to_array(fit.rms);
  out["residual"] = to_array(fit.residual);
  return out;
}

BaseParameters base_of(const std::shared_ptr<Robot>& robot, std::int64_t states, std::uint64_t seed, bool friction) {
  require_between("states", states, 0, 1000000);
  BaseOptions options;
  options.states = static_cast<int>(states);
  options.seed = seed;
  options.friction = friction;
  py::gil_scoped_release release;
  return base_parameters(*robot, {}, options);
}

py::dict structure(const std::shared_ptr<Robot>& robot, std::int64_t states, std::uint64_t seed, bool friction) {
  const BaseParameters base = base_of(robot, states, seed, friction);
  py::dict out;
  out["names"] = names_of(base);
  out["expressions"] = expressions_of(base);
  out["values"] = to_array(base.values());
  out["beta"] = to_array(base.beta);
  out["gap"] = base.gap();
  return out;
}

Estimator estimator_of(const std::string& text) {
  if (text == "ordinary") return Estimator::ordinary;
  if (text == "weighted") return Estimator::weighted;
  if (text == "robust") return Estimator::robust;
  throw InputError({}, fmt::format("estimator: '{}'; expected ordinary, weighted or robust", text));
}

py::dict identify_file(const std::shared_ptr<Robot>& robot, const std::string& file, const std::string& estimator, const std::string& other,
                       double period) {
  IdentificationOptions options, as_recorded;
  options.estimator = estimator_of(estimator);
  if (!(period >= 0.0) || !std::isfinite(period)) throw InputError({}, fmt::format("period: {}; expected seconds, or 0 for none", period));
  options.filter.period = period;
  Identification id;
  std::vector<Fit> fits;
  {
    py::gil_scoped_release release;
    id = identify(*robot, file, options);
    if (!other.empty()) fits = validate(*robot, id, other, as_recorded);
  }
  std::vector<std::string> poor;
  for (int i : id.poor) poor.push_back(id.base.name(i));
  py::dict out;
  out["names"] = names_of(id.base);
  out["expressions"] = expressions_of(id.base);
  out["values"] = to_array(id.estimate.value);
  out["deviations"] = to_array(id.estimate.deviation());
  out["nominal"] = to_array(id.nominal);
  out["poor"] = poor;
  out["condition"] = id.estimate.condition;
  out["fit"] = fit_of(id.fit);
  if (!fits.empty()) out["validation"] = fit_of(fits[0]);
  out["warnings"] = id.warnings;
  return out;
}

}  // namespace

void bind_identification(py::module_& m) {
  m.def("base_parameters", &structure, py::arg("robot"), py::arg("states") = 0, py::arg("seed") = 1, py::arg("friction") = true,
        "Groups of parameters that a motion can tell: a dict of 'names', 'expressions', 'values' by the robot file, 'beta' (groups of\n"
        "gough.parameters) and 'gap', the ratio of singular values on which the rank rests.");
  m.def("identify", &identify_file, py::arg("robot"), py::arg("file"), py::arg("estimator") = "weighted", py::arg("validate") = "",
        py::arg("period") = 0.0,
        "Base parameters from a recorded motion, a CSV as `gough identify` reads it; where it repeats every `period` seconds, from the\n"
        "mean of all whole periods but the first. Returns a dict: 'names', 'expressions', 'values',\n"
        "'deviations', 'nominal' by the robot file, 'poor' (names), 'condition', 'fit' ('rows', 'rms', 'residual' of the efforts),\n"
        "'validation' on another file, 'warnings'.");
}

}  // namespace gough::python
