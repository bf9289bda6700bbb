#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "gough/dynamics/front_door.hpp"

// What the binding files share. Each binds one folder or a few headers.
namespace gough::python {

namespace py = pybind11;

void bind_robot(py::module_& m);
void bind_dynamics(py::module_& m);
void bind_program(py::module_& m);
void bind_batch(py::module_& m);
void bind_simulation(py::module_& m);
void bind_table(py::module_& m);
void bind_identification(py::module_& m);

// Numbers from Python: any sequence; an array of doubles is not copied on the way in.
using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;

// The data of one state, with its robot kept alive, and the last outcome.
struct Data {
  std::shared_ptr<const Robot> robot;
  KinematicsData<double> kinematics;
  DynamicsData<double> dynamics;
  Outcome outcome;

  explicit Data(std::shared_ptr<const Robot> r) : robot(std::move(r)), kinematics(*robot), dynamics(*robot) {}
};

// A state without an answer; becomes gough.StatusError with attributes `status` and `measure`.
struct StatusError : std::runtime_error {
  Outcome outcome;
  StatusError(const std::string& what, const Outcome& o);
};

// Keeps the outcome in `data`; throws StatusError unless there is an answer.
void require_answer(Data& data, const std::string& what, const Outcome& outcome);

// That the data were made for this robot.
void require_own(const std::shared_ptr<Robot>& robot, const Data& data);

std::vector<double> to_numbers(const Array& a, const std::string& name);
py::array_t<double> to_array(const VecX<double>& v);
py::array_t<double> to_array(const MatX<double>& m);

// Finds the joints of a pose as the user gave it: x, y, z, qw, qx, qy, qz, or below six freedoms the free components.
Outcome set_pose(Data& data, const Array& pose);

// Six numbers or the free components; zero where absent.
VecX<double> rates(const Robot& robot, const py::object& given, const std::string& name);

// 'E', 'V', 'P' or 'N'.
Formulation formulation_of(const std::string& text);

}  // namespace gough::python
