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

// Arrays as they are: rows are inputs, columns are states.
void require_columns(const py::array& a, std::size_t rows, py::ssize_t states, const char* name) {
  if (py::isinstance<py::array_t<double>>(a) && (a.flags() & py::array::c_style) && a.ndim() == 2 &&
      a.shape(0) == static_cast<py::ssize_t>(rows) && a.shape(1) == states)
    return;
  throw InputError({}, fmt::format("{}: expected a C-contiguous array of doubles of shape ({}, {}): one row for each number, one column "
                                   "for each state",
                                   name, rows, states));
}

py::array_t<double> batch(const Evaluator& e, const py::array& inputs, const py::object& out, int threads) {
  const py::ssize_t states = inputs.ndim() == 2 ? inputs.shape(1) : 0;
  require_columns(inputs, e.program.inputs.size(), states, "inputs");
  py::array answer = out.is_none() ? py::array(py::array_t<double>({static_cast<py::ssize_t>(e.program.outputs.size()), states}))
                                   : py::reinterpret_borrow<py::array>(out);
  if (!py::isinstance<py::array>(answer)) throw InputError({}, "out: expected an array");
  require_columns(answer, e.program.outputs.size(), states, "out");
  const double* in = static_cast<const double*>(inputs.data());
  double* to = static_cast<double*>(answer.mutable_data());
  const double *in_end = in + inputs.size(), *to_end = to + answer.size();
  if (in < to_end && to < in_end) throw InputError({}, "out: shares memory with inputs");
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
      .def(py::init([](const Robot& robot, const std::string& model, const std::string& formulation, const std::optional<Load>& load,
                       bool compile) {
             const ModelChoice choice{model_of(model), formulation_of(formulation)};
             py::gil_scoped_release release;
             return std::make_unique<Evaluator>(record(robot, choice, load.value_or(Load{})), compile);
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
