#include <fmt/format.h>
#include <pybind11/stl.h>

#include "gough/evaluate/fast_program.hpp"
#include "gough/program/models.hpp"
#include "python/bind.hpp"

namespace gough::python {
namespace {

// A program, and the same made ready to run.
struct ReadyProgram {
  Program program;
  FastProgram run;

  explicit ReadyProgram(Program p) : program(std::move(p)), run(program) {}
};

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

py::array_t<double> one(const ReadyProgram& e, const Array& inputs) {
  if (inputs.ndim() != 1 || inputs.size() != static_cast<py::ssize_t>(e.program.inputs.size()))
    throw InputError({}, fmt::format("inputs: expected {} numbers; Program.inputs names them", e.program.inputs.size()));
  py::array_t<double> out(static_cast<py::ssize_t>(e.program.outputs.size()));
  e.run(inputs.data(), out.mutable_data());
  return out;
}

// Arrays as they are: one row for each number, one column for each state.
py::array_t<double> batch(const ReadyProgram& e, const py::array& inputs, const py::object& out, int threads) {
  require_between("threads", threads, 0, kMostThreads);
  const py::ssize_t states = inputs.ndim() == 2 ? inputs.shape(1) : 0;
  require_in_place(inputs, "inputs", static_cast<py::ssize_t>(e.program.inputs.size()), states);
  py::array_t<double> answer = answer_array(out, static_cast<py::ssize_t>(e.program.outputs.size()), states, {{"inputs", inputs}});
  const double* in = static_cast<const double*>(inputs.data());
  double* to = answer.mutable_data();
  {
    py::gil_scoped_release release;
    if (states > 0) e.run.batch(static_cast<std::size_t>(states), static_cast<std::size_t>(states), in, to, threads);
  }
  return answer;
}

py::dict count(const ReadyProgram& e) {
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
  py::class_<ReadyProgram>(m, "Program", "A model of one robot as straight-line code, for one state or for millions (docs/programs.md).")
      .def(py::init([](const Robot& robot, const std::string& model, const std::string& formulation, const MaybeLoad& load) {
             const ModelChoice choice{model_of(model), formulation_of(formulation)};
             const Load carried = load_for(robot, load);
             py::gil_scoped_release release;
             return std::make_unique<ReadyProgram>(record(robot, choice, carried));
           }),
           py::arg("robot"), py::arg("model") = "idm", py::arg("formulation") = "P", py::arg("load") = py::none(),
           "Records igm, rates, jacobian, mobility, idm, ddm, mass, bias, regressor, energy or reactions, and makes machine code of it "
           "where "
           "the processor is x86-64 with AVX2.")
      .def_property_readonly(
          "name", [](const ReadyProgram& e) { return e.program.name; }, "Name: robot, model, formulation.")
      .def_property_readonly(
          "inputs", [](const ReadyProgram& e) { return ports(e.program.inputs); }, "Name and unit of each input.")
      .def_property_readonly(
          "outputs", [](const ReadyProgram& e) { return ports(e.program.outputs); }, "Name and unit of each output.")
      .def_property_readonly(
          "machine_code", [](const ReadyProgram& e) { return e.run.is_machine_code(); }, "Whether it is machine code, or interpreted.")
      .def_property_readonly(
          "why_not", [](const ReadyProgram& e) { return e.run.why_not(); }, "Why it is interpreted, or nothing.")
      .def("count", count, "Operations of one evaluation.")
      .def("__call__", one, py::arg("inputs"), "One state: outputs of inputs.")
      .def("batch", batch, py::arg("inputs"), py::arg("out") = py::none(), py::arg("threads") = 0,
           "Many states without a copy: inputs (numbers, N) to outputs (numbers, N), C-contiguous doubles, one column for each state.\n"
           "Written into `out` if given. Runs on all cores (or `threads`), without the GIL.");
}

}  // namespace gough::python
