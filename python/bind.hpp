#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "python/data.hpp"

// What the binding files share. Each binds one folder or a few headers.
namespace gough::python {

namespace py = pybind11;

void bind_robot(py::module_& m);
void bind_dynamics(py::module_& m);
void bind_explain(py::module_& m);
void bind_program(py::module_& m);
void bind_batch(py::module_& m);
void bind_sensors(py::module_& m);
void bind_simulation(py::module_& m);
void bind_table(py::module_& m);
void bind_identification(py::module_& m);

// Numbers from Python: any sequence of what becomes a double without loss (no complex numbers); an array of doubles is not copied.
using Array = py::array_t<double, py::array::c_style>;

// The load, none if absent. Throws InputError where it was made for another robot.
Load load_for(const Robot& robot, const MaybeLoad& given);

// A state without an answer; becomes gough.StatusError with attributes `status` and `measure`.
struct StatusError : std::runtime_error {
  Outcome outcome;
  StatusError(const std::string& what, const Outcome& o);
};

// Keeps the outcome in `data`; throws StatusError unless there is an answer.
void require_answer(Data& data, const std::string& what, const Outcome& outcome);

// That the data were made for this robot.
void require_own(const std::shared_ptr<Robot>& robot, const Data& data);

// An optional argument as numbers; throws py::type_error where it has none.
Array array_of(const py::object& given, const std::string& name);
std::vector<double> to_numbers(const Array& a, const std::string& name);
py::array_t<double> to_array(const VecX<double>& v);
py::array_t<double> to_array(const MatX<double>& m);

// A count or a duration as the command would take it. Throws InputError.
void require_between(const char* name, std::int64_t value, std::int64_t least, std::int64_t most);
constexpr int kMostThreads = 1024;

// Array `name` as it is, to be worked on in place: doubles, aligned, C-contiguous, of this shape. Throws InputError.
void require_in_place(const py::array& a, const std::string& name, py::ssize_t rows, py::ssize_t columns);

// Where answers go: a new array, or `out`, which must fit and share no memory with the inputs. Throws InputError.
py::array_t<double> answer_array(const py::object& out, py::ssize_t rows, py::ssize_t columns,
                                 const std::vector<std::pair<std::string, py::array>>& inputs);

// A pose as the user gave it: x, y, z, qw, qx, qy, qz, or below six freedoms the free components.
GivenPose given_pose(const Robot& robot, const Array& pose);

// Finds its joints; warns where it had to be moved.
Outcome set_pose(Data& data, const GivenPose& given);

// Six numbers or the free components; zero where absent.
VecX<double> rates(const Robot& robot, const py::object& given, const std::string& name);

// 'E', 'V', 'P' or 'N'.
Formulation formulation_of(const std::string& text);

}  // namespace gough::python
