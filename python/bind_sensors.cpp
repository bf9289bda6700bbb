#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <utility>

#include "gough/kinematics/pose_numbers.hpp"
#include "gough/kinematics/sensor_choice.hpp"
#include "gough/kinematics/state_columns.hpp"
#include "gough/model/did_you_mean.hpp"
#include "python/bind.hpp"

namespace gough::python {
namespace {

using Shared = std::shared_ptr<Robot>;
using Names = std::optional<std::vector<std::string>>;

py::list sensor_list(const Robot& robot, bool possible) {
  py::list out;
  for (const Sensor& s : possible ? possible_sensors(robot) : sensors(robot)) {
    py::dict one;
    one["name"] = s.name;
    one["actuated"] = s.actuator >= 0;
    one["unit"] = s.revolute ? "rad" : "m";
    one["sigma"] = s.sigma;
    out.append(one);
  }
  return out;
}

// Those of the robot, or the named ones of all joints, with the standard deviations that are given.
std::vector<Sensor> chosen_sensors(const Robot& robot, const Names& names, const py::object& sigma) {
  std::vector<Sensor> out = sensors(robot);
  if (names) {
    std::vector<Sensor> all = std::exchange(out, {});
    for (const Sensor& s : possible_sensors(robot)) all.push_back(s);
    std::vector<std::string> known;
    for (const Sensor& s : all) known.push_back(s.name);
    for (const std::string& name : *names) {
      const auto found = std::find(known.begin(), known.end(), name);
      if (found == known.end()) throw InputError({}, fmt::format("sensors: no joint is called '{}'{}", name, did_you_mean(name, known)));
      out.push_back(all[static_cast<std::size_t>(found - known.begin())]);
    }
  }
  if (sigma.is_none()) return out;
  const std::vector<double> given = to_numbers(array_of(sigma, "sigma"), "sigma");
  if (given.size() != out.size()) throw InputError({}, fmt::format("sigma: {} numbers; expected {}", given.size(), out.size()));
  for (std::size_t s = 0; s < given.size(); ++s) {
    if (!(given[s] > 0.0)) throw InputError({}, fmt::format("sigma: {} is not positive", given[s]));
    out[s].sigma = given[s];
  }
  return out;
}

void set_observability(py::dict& out, const Robot& robot, const Observability& seen, const KinematicsData<double>& data) {
  out["observable"] = seen.observable();
  out["distance"] = seen.distance;
  out["unseen"] = seen.observable() ? py::object(py::none()) : py::object(py::str(motion_words(robot, seen.unseen)));
  out["covariance"] = seen.observable() ? py::object(to_array(seen.covariance)) : py::object(py::none());
  out["deviations"] = seen.observable() ? py::object(to_array(seen.deviations(data))) : py::object(py::none());
}

void go_to(const Shared& robot, Data& data, const Array& pose) {
  require_own(robot, data);
  const Outcome outcome = set_pose(data, given_pose(*robot, pose));
  if (!outcome.has_position()) require_answer(data, "inverse geometry", outcome);
  data.outcome = outcome;
}

py::array_t<double> readings_at(const Shared& robot, Data& data, const Array& pose, const Names& names) {
  go_to(robot, data, pose);
  return to_array(sensor_readings(*robot, chosen_sensors(*robot, names, py::none()), data.kinematics()));
}

py::dict observability_at(const Shared& robot, Data& data, const Array& pose, const Names& names, const py::object& sigma) {
  go_to(robot, data, pose);
  py::dict out;
  set_observability(out, *robot, observability(*robot, chosen_sensors(*robot, names, sigma), data.kinematics()), data.kinematics());
  return out;
}

py::dict pose_of_readings(const Shared& robot, Data& data, const Array& readings, const py::object& start, const Names& names,
                          const py::object& sigma) {
  require_own(robot, data);
  const std::vector<Sensor> used = chosen_sensors(*robot, names, sigma);
  const std::vector<double> numbers = to_numbers(readings, "readings");
  if (numbers.size() != used.size()) throw InputError({}, fmt::format("readings: {} numbers; expected {}", numbers.size(), used.size()));
  Pose<double> from = robot->home;
  if (!start.is_none()) from = parse_pose(*robot, to_numbers(array_of(start, "start"), "start"), false, "start").pose;
  const VecX<double> q = Eigen::Map<const VecX<double>>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
  MeasuredPose found;
  {
    py::gil_scoped_release release;
    found = measured_pose(*robot, used, q, from, data.kinematics());
  }
  py::dict out;
  out["status"] = std::string(to_string(found.status));
  const bool ok = found.status == SightStatus::ok;
  const std::vector<double> pose = pose_values(*robot, found.pose);
  out["pose"] = ok ? py::object(py::array_t<double>(7, pose.data())) : py::object(py::none());
  out["square"] = found.square;
  if (found.seen.unseen.size() > 0) set_observability(out, *robot, found.seen, data.kinematics());
  return out;
}

}  // namespace

void bind_sensors(py::module_& m) {
  m.def("sensors", sensor_list, py::arg("robot"), py::arg("possible") = false,
        "The joints that are measured, actuators first: dicts of name, actuated, unit and sigma. With `possible` those that could be.");
  m.def("sensor_readings", readings_at, py::arg("robot"), py::arg("data"), py::arg("pose"), py::arg("sensors") = py::none(),
        "What sensors read at a pose without noise, rad or m: those of `sensors(robot)`, or of the joints named.");
  m.def("measured_pose", pose_of_readings, py::arg("robot"), py::arg("data"), py::arg("readings"), py::arg("start") = py::none(),
        py::arg("sensors") = py::none(), py::arg("sigma") = py::none(),
        "The pose that fits readings best, each weighed by its standard deviation: a dict of status ('ok', 'unobservable', "
        "'not_converged', 'unreachable'),\n"
        "pose, square (of what readings are off over sigma, summed), and what `observability` gives there.");
  m.def("observability", observability_at, py::arg("robot"), py::arg("data"), py::arg("pose"), py::arg("sensors") = py::none(),
        py::arg("sigma") = py::none(),
        "How well sensors tell a pose: a dict of observable, distance, unseen (the motion that nothing measures), covariance of a small "
        "step of the free components,\n"
        "deviations (standard ones, of the components of the nacelle's velocity times a small time; m and rad).");
}

}  // namespace gough::python
