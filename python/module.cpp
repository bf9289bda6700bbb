#include <fmt/format.h>

#include "gough/kinematics/pose_numbers.hpp"
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

Load load_for(const Robot& robot, const MaybeLoad& given) {
  if (!given) return {};
  if (given->robot.get() != &robot)
    throw InputError(
        {}, fmt::format("load: made for another robot ({}); make it with gough.Load(robot, …) of this {}", given->robot->name, robot.name));
  return *given->load;
}

void require_between(const char* name, std::int64_t value, std::int64_t least, std::int64_t most) {
  if (value < least || value > most) throw InputError({}, fmt::format("{}: {}; expected {} to {}", name, value, least, most));
}

void require_in_place(const py::array& a, const std::string& name, py::ssize_t rows, py::ssize_t columns) {
  std::string got;
  if (!py::isinstance<py::array_t<double>>(a)) got = "dtype " + std::string(py::str(a.dtype()));
  else if (a.ndim() != 2 || a.shape(0) != rows || a.shape(1) != columns) got = "shape " + std::string(py::str(a.attr("shape")));
  else if (!(a.flags() & py::array::c_style)) got = "not C-contiguous";
  else if (!(a.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_)) got = "not aligned";
  if (got.empty()) return;
  throw InputError({}, fmt::format("{}: {}; expected a C-contiguous array of doubles of shape ({}, {})", name, got, rows, columns));
}

py::array_t<double> answer_array(const py::object& out, py::ssize_t rows, py::ssize_t columns,
                                 const std::vector<std::pair<std::string, py::array>>& inputs) {
  if (out.is_none()) return py::array_t<double>({rows, columns});
  if (!py::isinstance<py::array>(out)) throw py::type_error("out: expected a numpy array of doubles");
  const auto answer = py::reinterpret_borrow<py::array>(out);
  require_in_place(answer, "out", rows, columns);
  if (!answer.writeable()) throw InputError({}, "out: the array is read-only; expected one that can be written");
  const auto* first = static_cast<const double*>(answer.data());
  for (const auto& [name, input] : inputs) {
    const auto* other = static_cast<const double*>(input.data());
    if (first < other + input.size() && other < first + answer.size())
      throw InputError({}, fmt::format("out: shares memory with {}; expected an array of its own", name));
  }
  return py::reinterpret_borrow<py::array_t<double>>(answer);
}

Array array_of(const py::object& given, const std::string& name) {
  Array out = Array::ensure(given);
  if (!out) throw py::type_error(name + ": expected real numbers, or an array of them");
  return out;
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

GivenPose given_pose(const Robot& robot, const Array& pose) { return parse_pose(robot, to_numbers(pose, "pose"), false, "pose"); }

Outcome set_pose(Data& data, const GivenPose& given) {
  Outcome outcome;
  {
    py::gil_scoped_release release;
    outcome = solve_pose(*data.robot, given, data.kinematics());
  }
  if (const std::string moved = move_text(given, data.kinematics().pose); outcome.answered() && !moved.empty())
    if (PyErr_WarnEx(PyExc_UserWarning, moved.substr(0, moved.size() - 1).c_str(), 1) != 0) throw py::error_already_set();
  return outcome;
}

VecX<double> rates(const Robot& robot, const py::object& given, const std::string& name) {
  if (given.is_none()) return VecX<double>::Zero(robot.mobility.n);
  return parse_rates(robot, to_numbers(array_of(given, name), name), name);
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
  bind_explain(m);
  bind_program(m);
  bind_batch(m);
  bind_sensors(m);
  bind_simulation(m);
  bind_table(m);
  bind_identification(m);
}
