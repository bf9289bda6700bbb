#include <fmt/format.h>
#include <pybind11/stl.h>

#include "gough/assembly/catalog.hpp"
#include "gough/assembly/warnings.hpp"
#include "gough/exchange/mjcf.hpp"
#include "gough/exchange/sdf.hpp"
#include "gough/exchange/urdf.hpp"
#include "gough/kinematics/any_mode.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/pose_numbers.hpp"
#include "gough/model/file_frame.hpp"
#include "gough/model/names.hpp"
#include "python/bind.hpp"

namespace gough::python {
namespace {

using Shared = std::shared_ptr<Robot>;

py::array_t<double> pose_array(const Pose<double>& pose) {
  const Eigen::Quaterniond q(pose.R);
  VecX<double> out(7);
  out << pose.p, q.w(), q.x(), q.y(), q.z();
  return to_array(out);
}

py::array_t<double> placement_array(const Placement<double>& f) {
  MatX<double> out = MatX<double>::Identity(4, 4);
  out.topLeftCorner(3, 3) = f.R;
  out.topRightCorner(3, 1) = f.p;
  return to_array(out);
}

template <class Items>
std::vector<std::string> names(const Items& items) {
  std::vector<std::string> out;
  for (const auto& item : items) out.push_back(item.name);
  return out;
}

py::dict info(const Robot& robot) {
  const Mobility& m = robot.mobility;
  int elements = 0;
  for (const Leg& leg : robot.legs) elements += static_cast<int>(leg.elements.size());
  py::dict out;
  out["name"] = robot.name;
  out["notation"] = robot.notation;
  out["description"] = robot.description.description;
  out["mobility"] = m.n;
  out["grubler"] = m.grubler;
  out["links"] = m.links;
  out["joints"] = m.joints;
  out["loops"] = m.loops;
  out["actuators"] = names(robot.actuators);
  out["free"] = names(m.free);
  out["legs"] = names(robot.legs);
  out["elements"] = elements;
  return out;
}

std::vector<std::string> body_names(const Robot& robot) {
  std::vector<std::string> out;
  for (const NamedBody& body : named_bodies(robot)) out.push_back(body.name);
  return out;
}

BodyId body_of(const Data& data, const std::string& name) {
  for (const NamedBody& body : named_bodies(*data.robot))
    if (body.name == name) return body.id;
  throw InputError({}, fmt::format("{} has no body '{}'; robot.bodies lists them", data.robot->name, name));
}

Placement<double> inner_frame(Data& data, const BodyId& id) {
  return id.leg < 0 ? data.kinematics().nacelle.body[id.body] : data.kinematics().legs[id.leg].body[id.body];
}

py::array_t<double> placement(Data& data, const std::string& name) {
  const BodyId body = body_of(data, name);
  return placement_array(inner_frame(data, body) * file_frame(*data.robot, body));
}

py::array_t<double> joint_frame(Data& data, const std::string& name) { return placement_array(inner_frame(data, body_of(data, name))); }

py::dict nacelle_positions(Data& data) {
  py::dict out;
  for (std::size_t k = 0; k < data.robot->nacelle.joints.size(); ++k)
    out[py::str(data.robot->nacelle.joints[k].name)] = joint_value(data.robot->nacelle.joints[k], data.kinematics().pose.z[k]);
  return out;
}

py::dict joint_positions(Data& data) {
  py::dict out;
  for (std::size_t i = 0; i < data.robot->legs.size(); ++i) {
    const Leg& leg = data.robot->legs[i];
    for (int j = 0; j < leg.freedoms(); ++j)
      out[py::str(leg.name + "." + leg.joints[j].name)] = joint_value(leg.joints[j], data.kinematics().legs[i].q[j]);
  }
  return out;
}

void add_robot(py::module_& m) {
  py::class_<Robot, Shared>(m, "Robot", "A parallel robot; immutable. Made by `load`.")
      .def_readonly("name", &Robot::name, "Name in the file.")
      .def_property_readonly(
          "n", [](const Robot& r) { return r.mobility.n; }, "Mobility: how many numbers a twist has.")
      .def_property_readonly(
          "free", [](const Robot& r) { return names(r.mobility.free); }, "Names of the free components of the twist.")
      .def_property_readonly(
          "actuators", [](const Robot& r) { return names(r.actuators); }, "Names of the actuators, in order.")
      .def_property_readonly("bodies", body_names, "Names of all bodies: the nacelle's, then leg.joint.")
      .def_property_readonly(
          "home", [](const Robot& r) { return pose_array(r.home); }, "Home pose: x, y, z, qw, qx, qy, qz.")
      .def_property_readonly(
          "gravity", [](const Robot& r) { return to_array(VecX<double>(r.gravity)); }, "Gravity, m/s^2, base axes.")
      .def(
          "data", [](const Shared& r) { return std::make_unique<Data>(r); }, "Data for one state at a time; make one for each thread.")
      .def("info", info, "What the robot is: the dictionary of `gough info --json`, shorter.")
      .def_property_readonly("warnings", &warnings, "What is possible and yet hardly meant: sentences, none for a robot that is fine.")
      .def("__repr__", [](const Robot& r) { return fmt::format("<gough.Robot {}: {}, mobility {}>", r.name, r.notation, r.mobility.n); });
}

void add_data(py::module_& m) {
  py::class_<Data>(m, "Data", "Everything computed about one state of a robot. Made by `Robot.data`; the functions of the module fill it.")
      .def_property_readonly(
          "status", [](const Data& d) { return std::string(to_string(d.outcome.status)); },
          "Status of the last call: 'ok', or 'out_of_limits' where there is an answer beyond a limit.")
      .def_property_readonly(
          "measure", [](const Data& d) { return d.outcome.measure; }, "The number the status was decided on.")
      .def_property_readonly(
          "pose", [](Data& d) { return pose_array(d.kinematics().pose); }, "Pose, with what follows from the free components.")
      .def_property_readonly("joints", joint_positions, "Positions of all leg joints by name, rad or m.")
      .def_property_readonly(
          "Psi", [](Data& d) { return to_array(d.kinematics().Psi); }, "V_N = Psi V_r.")
      .def_property_readonly(
          "Jinv", [](Data& d) { return to_array(d.kinematics().Jinv); }, "Actuated rates = Jinv V_r.")
      .def_property_readonly(
          "dqa", [](Data& d) { return to_array(d.kinematics().dqa); }, "Rates of the actuated joints.")
      .def_property_readonly(
          "ddqa", [](Data& d) { return to_array(d.kinematics().ddqa); }, "Accelerations of the actuated joints.")
      .def_property_readonly("nacelle", nacelle_positions, "Positions of the nacelle's joints by name, rad or m.")
      .def("placement", placement, py::arg("body"), "Placement in the world of the axes that the robot file gives a body, 4 x 4.")
      .def("joint_frame", joint_frame, py::arg("body"),
           "Placement in the world of the frame at a body's joint, z along its axis, as exported files have it, 4 x 4.");
}

// Where programs have the answer.
bool ik_by_programs(Data& data, const GivenPose& given, VecX<double>& qa) {
  Data::Programs* programs = data.programs(Model::igm, Formulation::platform_legs, {});
  if (!programs) return false;
  py::gil_scoped_release release;
  Pose<double> pose;
  MatX<double> Jinv(data.robot->actuators.size(), data.robot->mobility.n);
  if (!programs->finder(given, pose).ok() || !programs->evaluator.positions(pose, programs->memory, qa).answered()) return false;
  const Outcome outcome = programs->evaluator.jacobian(pose, programs->memory, Jinv);
  if (!outcome.answered()) return false;
  data.outcome = outcome;
  data.fill_later([robot = data.robot, pose](KinematicsData<double>& k) { (void)position(*robot, pose, k); });
  return true;
}

py::array_t<double> ik(const Shared& robot, Data& data, const Array& pose) {
  require_own(robot, data);
  const GivenPose given = given_pose(*robot, pose);
  VecX<double> qa(robot->actuators.size());
  if (ik_by_programs(data, given, qa)) return to_array(qa);
  const Outcome outcome = set_pose(data, given);
  if (outcome.has_position()) data.outcome = outcome;
  else require_answer(data, "inverse geometry", outcome);
  actuated_positions(*robot, data.kinematics(), qa);
  data.count(Model::igm, Formulation::platform_legs, {});
  return to_array(qa);
}

py::array_t<double> fk(const Shared& robot, Data& data, const Array& actuated, const py::object& start) {
  require_own(robot, data);
  const std::vector<double> qa = to_numbers(actuated, "joints");
  if (qa.size() != robot->actuators.size())
    throw InputError({}, fmt::format("joints: {} numbers; expected {}", qa.size(), robot->actuators.size()));
  if (static_cast<int>(robot->actuators.size()) < robot->mobility.n)
    throw InputError({}, fmt::format("{} is under-actuated: its actuators have no one pose", robot->name));
  Pose<double> pose = robot->home;
  if (!start.is_none()) pose = parse_pose(*robot, to_numbers(array_of(start, "start"), "start"), false, "start").pose;
  const VecX<double> joints = Eigen::Map<const VecX<double>>(qa.data(), static_cast<Eigen::Index>(qa.size()));
  Outcome outcome;
  {
    py::gil_scoped_release release;
    const Pose<double> from = pose;
    ForwardFinder* finder = data.forward();
    if (finder && finder->by_program(joints, from, pose, outcome)) {
      data.fill_later([robot, pose](KinematicsData<double>& k) { (void)position(*robot, pose, k); });
    } else {
      const AnyModePose found = forward_geometry_any_mode(*robot, joints, from, data.kinematics());
      outcome = found.outcome;
      pose = found.pose;
      data.count_forward();
    }
  }
  require_answer(data, "forward geometry", outcome);
  return pose_array(pose);
}

}  // namespace

void bind_robot(py::module_& m) {
  add_robot(m);
  add_data(m);
  m.def(
      "load", [](const std::string& name) { return std::make_shared<Robot>(load_robot(name)); }, py::arg("file_or_name"),
      "A robot from a file, or from the catalog by name.");
  m.def("catalog", &catalog, "Names of the catalog.");
  m.def("ik", ik, py::arg("robot"), py::arg("data"), py::arg("pose"),
        "Inverse geometry: actuated joints of a pose, x, y, z, qw, qx, qy, qz or the free components. Raises StatusError where there are "
        "none;\n"
        "at a Type 2 singularity they are as well defined as elsewhere, and data.status says so.");
  m.def("fk", fk, py::arg("robot"), py::arg("data"), py::arg("joints"), py::arg("start") = py::none(),
        "Forward geometry: the pose of actuated joints, in the assembly mode of `start` (home).");
  const auto text = [&](const char* name, auto function, const char* doc) { m.def(name, function, py::arg("robot"), doc); };
  text(
      "mjcf", [](const Robot& r) { return mjcf(r); }, "The robot for MuJoCo: loops as equality constraints.");
  text(
      "sdf", [](const Robot& r) { return sdf(r); }, "The robot as SDF 1.7: loops as joints.");
  text(
      "urdf", [](const Robot& r) { return urdf(r); }, "The cut tree as URDF.");
  text(
      "urdf_loops", [](const Robot& r) { return urdf_loops(r); }, "The loops that the URDF is cut at, as JSON.");
}

}  // namespace gough::python
