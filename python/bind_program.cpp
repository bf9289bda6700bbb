#include <fmt/format.h>
#include <pybind11/stl.h>

#include "python/bind.hpp"
#include "python/state_batch.hpp"

namespace gough::python {
namespace {

Model model_of(const std::string& text) {
  std::string names;
  for (Model m : kModels) {
    if (to_string(m) == text) return m;
    names += (names.empty() ? "" : ", ") + to_string(m);
  }
  throw InputError({}, fmt::format("model: '{}'; expected one of {}", text, names));
}

std::vector<std::pair<std::string, std::string>> ports(const std::vector<Port>& from) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const Port& p : from) out.emplace_back(p.name, p.unit);
  return out;
}

py::array_t<double> one(const Evaluator& e, const Array& inputs) {
  if (inputs.ndim() != 1 || inputs.size() != static_cast<py::ssize_t>(e.program.inputs.size()))
    throw InputError({}, fmt::format("inputs: expected {} numbers; Program.inputs names them", e.program.inputs.size()));
  py::array_t<double> out(static_cast<py::ssize_t>(e.program.outputs.size()));
  if (e.compiled) {
    (*e.compiled)(inputs.data(), out.mutable_data());
  } else {
    std::vector<double> work(e.program.operands());
    e.program.evaluate(inputs.data(), out.mutable_data(), work.data());
  }
  return out;
}

// Arrays as they are: one row for each number, one column for each state.
py::array_t<double> batch(const Evaluator& e, const py::array& inputs, const py::object& out, int threads) {
  require_between("threads", threads, 0, kMostThreads);
  const py::ssize_t states = inputs.ndim() == 2 ? inputs.shape(1) : 0;
  require_in_place(inputs, "inputs", static_cast<py::ssize_t>(e.program.inputs.size()), states);
  py::array_t<double> answer = answer_array(out, static_cast<py::ssize_t>(e.program.outputs.size()), states, {{"inputs", inputs}});
  const double* in = static_cast<const double*>(inputs.data());
  double* to = answer.mutable_data();
  {
    py::gil_scoped_release release;
    if (states > 0) e.batch(static_cast<std::size_t>(states), static_cast<std::size_t>(states), in, to, threads);
  }
  return answer;
}

py::dict count(const Evaluator& e) {
  const OperationCount c = e.program.count();
  py::dict out;
  out["add"] = c.add;
  out["mul"] = c.mul;
  out["div"] = c.div;
  out["sqrt"] = c.sqrt;
  out["trig"] = c.trig;
  out["other"] = c.other;
  return out;
}

}  // namespace

void bind_program(py::module_& m) {
  py::class_<Evaluator>(m, "Program", "A model of one robot as straight-line code, for one state or for millions (docs/programs.md).")
      .def(py::init([](const Robot& robot, const std::string& model, const std::string& formulation, const MaybeLoad& load, bool compile) {
             const ModelChoice choice{model_of(model), formulation_of(formulation)};
             const Load carried = load_for(robot, load);
             py::gil_scoped_release release;
             return std::make_unique<Evaluator>(record(robot, choice, carried), compile);
           }),
           py::arg("robot"), py::arg("model") = "idm", py::arg("formulation") = "P", py::arg("load") = py::none(),
           py::arg("compile") = true,
           "Records igm, rates, jacobian, idm, ddm, mass or regressor; with compile=True makes machine code of it where there is a C "
           "compiler.")
      .def_property_readonly(
          "name", [](const Evaluator& e) { return e.program.name; }, "Name: robot, model, formulation.")
      .def_property_readonly(
          "inputs", [](const Evaluator& e) { return ports(e.program.inputs); }, "Name and unit of each input.")
      .def_property_readonly(
          "outputs", [](const Evaluator& e) { return ports(e.program.outputs); }, "Name and unit of each output.")
      .def_property_readonly(
          "compiled", [](const Evaluator& e) { return e.compiled.has_value(); }, "Whether it is machine code.")
      .def_property_readonly(
          "why_not_compiled", [](const Evaluator& e) { return e.why_not_compiled; }, "Why it is not, or nothing.")
      .def("count", count, "Operations of one evaluation.")
      .def("__call__", one, py::arg("inputs"), "One state: outputs of inputs.")
      .def("batch", batch, py::arg("inputs"), py::arg("out") = py::none(), py::arg("threads") = 0,
           "Many states without a copy: inputs (numbers, N) to outputs (numbers, N), C-contiguous doubles, one column for each state.\n"
           "Written into `out` if given. Runs on all cores (or `threads`), without the GIL.");
}

}  // namespace gough::python
