#include <fmt/format.h>

#include "apps/gough/state.hpp"
#include "python/bind.hpp"

namespace gough::python {

StatusError::StatusError(const std::string& what, const Outcome& o)
    : std::runtime_error(fmt::format("{}: status {} (measure {:.6g})", what, to_string(o.status), o.measure)), outcome(o) {}

void require_answer(Data& data, const std::string& what, const Outcome& outcome) {
  data.outcome = outcome;
  if (!outcome.answered()) throw StatusError(what + " of " + data.robot->name, outcome);
}

void require_own(const std::shared_ptr<Robot>& robot, const Data& data) {
  if (robot != data.robot) throw InputError({}, fmt::format("these data were made for another robot; use those of {}.data()", robot->name));
}

std::vector<double> to_numbers(const Array& a, const std::string& name) {
  if (a.ndim() != 1) throw InputError({}, fmt::format("{}: {} dimensions; expected one", name, a.ndim()));
  for (py::ssize_t k = 0; k < a.size(); ++k)
    if (!std::isfinite(a.at(k))) throw InputError({}, fmt::format("{}: '{}' is not a finite number", name, a.at(k)));
  return {a.data(), a.data() + a.size()};
}

py::array_t<double> to_array(const VecX<double>& v) { return py::array_t<double>(v.size(), v.data()); }

py::array_t<double> to_array(const MatX<double>& m) {
  py::array_t<double> out({m.rows(), m.cols()});
  for (Eigen::Index r = 0; r < m.rows(); ++r)
    for (Eigen::Index c = 0; c < m.cols(); ++c) out.mutable_at(r, c) = m(r, c);
  return out;
}

Outcome set_pose(Data& data, const Array& pose) {
  const GivenPose given = command::parse_pose(*data.robot, to_numbers(pose, "pose"), false, "pose");
  Pose<double> found;
  Outcome outcome;
  {
    py::gil_scoped_release release;
    outcome = command::solve_pose(*data.robot, given, found, data.kinematics);
  }
  if (const std::string moved = command::move_text(given, found); outcome.answered() && !moved.empty())
    if (PyErr_WarnEx(PyExc_UserWarning, moved.substr(0, moved.size() - 1).c_str(), 1) != 0) throw py::error_already_set();
  return outcome;
}

VecX<double> rates(const Robot& robot, const py::object& given, const std::string& name) {
  if (given.is_none()) return VecX<double>::Zero(robot.mobility.n);
  return command::parse_rates(robot, to_numbers(py::cast<Array>(given), name), name);
}

Formulation formulation_of(const std::string& text) {
  for (Formulation f : kFormulations)
    if (text == std::string(1, letter(f))) return f;
  throw InputError({}, fmt::format("formulation: '{}'; expected E, V, P or N", text));
}

namespace {

PyObject* status_error = nullptr;  // the class, for the life of the process

void add_exceptions(py::module_& m) {
  py::register_exception<InputError>(m, "InputError", PyExc_ValueError).doc() =
      "Bad input: a robot file, a name, or numbers of the wrong count. The message is that of the command.";
  status_error = PyErr_NewExceptionWithDoc(
      "gough.StatusError", "A state without an answer, with attributes `status` ('unreachable', 'type2_singular', ...) and `measure`.",
      PyExc_ArithmeticError, nullptr);
  m.attr("StatusError") = py::handle(status_error);
  py::register_exception_translator([](std::exception_ptr p) {
    try {
      if (p) std::rethrow_exception(p);
    } catch (const StatusError& error) {
      py::object value = py::reinterpret_borrow<py::object>(status_error)(error.what());
      value.attr("status") = std::string(to_string(error.outcome.status));
      value.attr("measure") = error.outcome.measure;
      PyErr_SetObject(status_error, value.ptr());
    }
  });
}

}  // namespace
}  // namespace gough::python

PYBIND11_MODULE(_gough, m) {
  using namespace gough::python;
  m.attr("__version__") = GOUGH_VERSION;
  add_exceptions(m);
  bind_robot(m);
  bind_dynamics(m);
  bind_program(m);
  bind_batch(m);
  bind_simulation(m);
  bind_table(m);
  bind_identification(m);
}
