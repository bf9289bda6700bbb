#include <fmt/format.h>
#include <pybind11/stl.h>

#include "gough/simulation/simulation.hpp"
#include "python/bind.hpp"

namespace gough::python {
namespace {

py::dict simulate(const std::shared_ptr<Robot>& robot, const std::string& scenario, const std::string& folder) {
  // a file's name has no line break; a scenario has
  const bool text = scenario.find('\n') != std::string::npos;
  const std::filesystem::path path = scenario;
  const ScenarioSpec spec = text ? read_scenario_text(scenario, "scenario") : read_scenario_file(path);
  Simulation run(*robot, spec, text ? std::filesystem::path(folder) : path.parent_path());
  bool going = true;
  while (going) {  // every so often, Ctrl-C is heard
    {
      py::gil_scoped_release release;
      for (int k = 0; k < 1000 && going; ++k) going = run.step();
    }
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
  const auto columns = static_cast<py::ssize_t>(run.columns().size());
  py::array_t<double> states({static_cast<py::ssize_t>(run.rows().size()) / columns, columns});
  std::copy(run.rows().begin(), run.rows().end(), states.mutable_data());
  const RunTotals& t = run.totals();
  py::dict estimates, truth, out;
  const std::vector<double> true_values = run.true_values();
  std::size_t k = 0;
  for (const virtual_work::Parameter& p : run.estimates()) {
    estimates[py::str(p.name)] = p.value;
    truth[py::str(p.name)] = true_values[k++];
  }
  out["status"] = std::string(to_string(run.outcome().status));
  out["time"] = run.time();
  out["columns"] = run.columns();
  out["states"] = states;
  out["position_rms"] = t.position_rms();
  out["position_max"] = t.position_max;
  out["rotation_rms"] = t.rotation_rms();
  out["rotation_max"] = t.rotation_max;
  out["effort_peak"] = to_array(t.effort_peak);
  out["loop_closure"] = t.loop_gap;
  out["estimates"] = estimates;
  out["true"] = truth;
  return out;
}

}  // namespace

void bind_simulation(py::module_& m) {
  m.def("simulate", &simulate, py::arg("robot"), py::arg("scenario"), py::arg("folder") = ".",
        "Simulates a scenario: a file, or its text, whose relative names then start at `folder`. Returns a dict: 'status', 'time' (s),\n"
        "'columns' and 'states' (rows, columns) as in states.csv of `gough simulate`, 'position_rms', 'position_max' (m), 'rotation_rms',\n"
        "'rotation_max' (rad), 'effort_peak' (actuators), 'loop_closure' (m), 'estimates' and 'true' of adapted parameters.\n"
        "A run that meets a singularity or a limit stops there, and 'status' says so.");
}

}  // namespace gough::python
