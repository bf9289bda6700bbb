#include <fmt/format.h>
#include <pybind11/stl.h>

#include "gough/dynamics/actuated_motion.hpp"
#include "gough/dynamics/massless.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/pose_numbers.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/model/file_frame.hpp"
#include "gough/model/names.hpp"
#include "gough/verify/verify.hpp"
#include "python/bind.hpp"

namespace gough::python {
namespace {

using Shared = std::shared_ptr<Robot>;

RobotLoad load_of(const Shared& shared, double mass, const Array& com, const Array& inertia, const py::object& wrench,
                  const std::optional<std::string>& on, const py::object& at) {
  const Robot& robot = *shared;
  const std::vector<double> c = to_numbers(com, "com"), i = to_numbers(inertia, "inertia");
  if (c.size() != 3) throw InputError({}, fmt::format("com: {} numbers; expected 3", c.size()));
  if (i.size() != 3) throw InputError({}, fmt::format("inertia: {} numbers; expected 3", i.size()));
  if (!(mass >= 0.0) || !std::isfinite(mass)) throw InputError({}, fmt::format("mass: {} is not a mass", mass));
  Load out;
  out.payload.mass = mass;
  out.payload.com = robot.tool + Vec3<double>(c[0], c[1], c[2]);
  out.payload.inertia = Vec3<double>(i[0], i[1], i[2]).asDiagonal();
  if (!is_physical_inertia(out.payload.inertia))
    throw InputError({}, "inertia: no body has these principal moments; each must be at most the sum of the others");
  if (wrench.is_none()) return {shared, std::make_shared<const Load>(out)};
  const std::vector<double> w = to_numbers(array_of(wrench, "wrench"), "wrench");
  if (w.size() != 6) throw InputError({}, fmt::format("wrench: {} numbers; expected fx,fy,fz,nx,ny,nz", w.size()));
  const BodyId body = on ? find_body(robot, *on, {}) : BodyId{};
  Vec3<double> point = on ? Vec3<double>(Vec3<double>::Zero()) : robot.tool;
  if (!at.is_none()) {
    const std::vector<double> p = to_numbers(array_of(at, "at"), "at");
    if (p.size() != 3) throw InputError({}, fmt::format("at: {} numbers; expected x,y,z", p.size()));
    point = Vec3<double>(p[0], p[1], p[2]);
  }
  out.wrenches.push_back({body.leg, body.body, file_frame(robot, body).point(point), {w[0], w[1], w[2]}, {w[3], w[4], w[5]}});
  return {shared, std::make_shared<const Load>(out)};
}

// A model with its arguments, checked.
struct Call {
  Model model;
  Formulation formulation;
  const MaybeLoad& load;
  GivenPose given;
  VecX<double> V, second;  // twist; acceleration, efforts or nothing
};

// What a program answers, and where; nothing where there is none yet or it has no answer: the library then tells why.
std::optional<VecX<double>> by_program(Data& data, const Call& call, Pose<double>& pose) {
  Data::Programs* programs = data.programs(call.model, call.formulation, call.load);
  if (!programs) return {};
  py::gil_scoped_release release;
  const Evaluator::Ready& model = programs->evaluator.ready(call.model, call.formulation);
  if (!programs->finder(call.given, pose).ok()) return {};
  VecX<double> out(static_cast<Eigen::Index>(model.outputs));
  const std::span<const double> first(call.V.data(), call.V.size()), second(call.second.data(), call.second.size());
  const Outcome outcome = programs->evaluator.evaluate(model, pose, first, second, programs->memory, out.data());
  if (!outcome.answered()) return {};
  data.outcome = outcome;
  return out;
}

// The kinematics of a motion, where they are asked for.
void fill_motion_later(Data& data, const Pose<double>& pose, const VecX<double>& V, const VecX<double>& A) {
  data.fill_later([robot = data.robot, pose, V, A](KinematicsData<double>& k) {
    (void)position(*robot, pose, k);
    velocity(*robot, V, k);
    acceleration(*robot, A, k);
  });
}

// One number for each actuator; zero where absent.
VecX<double> of_actuators(const Robot& robot, const py::object& given, const std::string& name) {
  const auto na = static_cast<Eigen::Index>(robot.actuators.size());
  if (given.is_none()) return VecX<double>::Zero(na);
  const std::vector<double> v = to_numbers(array_of(given, name), name);
  if (static_cast<Eigen::Index>(v.size()) != na) throw InputError({}, fmt::format("{}: {} numbers; expected {}", name, v.size(), na));
  return Eigen::Map<const VecX<double>>(v.data(), na);
}

// A state given by the actuated joints instead of a pose.
struct GivenJoints {
  py::object joints, rates, accelerations, start;

  // That either these are given or a pose with its motion. Throws InputError.
  bool given(const py::object& pose, const py::object& twist, const py::object& acceleration) const {
    if (joints.is_none() && !(rates.is_none() && accelerations.is_none() && start.is_none()))
      throw InputError({}, "rates, accelerations and start go with joints; give joints");
    if (joints.is_none() && pose.is_none()) throw InputError({}, "give a pose, or joints");
    if (!joints.is_none() && !(pose.is_none() && twist.is_none() && acceleration.is_none()))
      throw InputError({}, "joints stand for pose, twist and acceleration; give the one or the other");
    return !joints.is_none();
  }

  // Fills the data of the pose.
  FreeMotion motion(const Shared& robot, Data& data, const std::string& what) const {
    const ActuatedJoints state{of_actuators(*robot, joints, "joints"), of_actuators(*robot, rates, "rates"),
                               of_actuators(*robot, accelerations, "accelerations")};
    Pose<double> from = robot->home;
    if (!start.is_none()) from = given_pose(*robot, array_of(start, "start")).pose;
    KinematicsData<double>& kinematics = data.kinematics();
    ActuatedMotion found;
    {
      py::gil_scoped_release release;
      found = motion_from_joints(*robot, state, from, kinematics);
    }
    require_answer(data, what, found.outcome);
    return found.motion;
  }
};

py::array_t<double> idm_from_joints(const Shared& robot, Data& data, const GivenJoints& given, Formulation formulation, const Load& load) {
  require_inverse_dynamics(*robot, formulation, load);
  const FreeMotion motion = given.motion(robot, data, "inverse dynamics");
  Outcome outcome = data.outcome;
  {
    py::gil_scoped_release release;
    outcome = inverse_dynamics(*robot, formulation, load, outcome, motion.Vr, motion.dVr, data.kinematics(), data.dynamics);
  }
  require_answer(data, "inverse dynamics", outcome);
  return to_array(data.dynamics.effort);
}

py::array_t<double> idm(const Shared& robot, Data& data, const py::object& pose, const py::object& twist, const py::object& acceleration,
                        const std::string& formulation, const MaybeLoad& load, const py::object& joints, const py::object& joint_rates,
                        const py::object& accelerations, const py::object& start) {
  require_own(robot, data);
  const Load carried = load_for(*robot, load);
  const GivenJoints state{joints, joint_rates, accelerations, start};
  if (state.given(pose, twist, acceleration)) return idm_from_joints(robot, data, state, formulation_of(formulation), carried);
  const Call call{Model::idm,
                  formulation_of(formulation),
                  load,
                  given_pose(*robot, array_of(pose, "pose")),
                  rates(*robot, twist, "twist"),
                  rates(*robot, acceleration, "acceleration")};
  Pose<double> found;
  if (const std::optional<VecX<double>> effort = by_program(data, call, found)) {
    fill_motion_later(data, found, call.V, call.second);
    return to_array(*effort);
  }
  Outcome outcome = set_pose(data, call.given);
  require_answer(data, "inverse dynamics", outcome);
  {
    py::gil_scoped_release release;
    outcome = inverse_dynamics(*robot, call.formulation, carried, outcome, call.V, call.second, data.kinematics(), data.dynamics);
  }
  require_answer(data, "inverse dynamics", outcome);
  data.count(call.model, call.formulation, load);
  return to_array(data.dynamics.effort);
}

VecX<double> efforts_of(const Robot& robot, const Array& effort) {
  const std::vector<double> given = to_numbers(effort, "effort");
  if (given.size() != robot.actuators.size())
    throw InputError({}, fmt::format("effort: {} numbers; expected {}", given.size(), robot.actuators.size()));
  return Eigen::Map<const VecX<double>>(given.data(), static_cast<Eigen::Index>(given.size()));
}

py::array_t<double> ddm(const Shared& robot, Data& data, const Array& pose, const py::object& twist, const Array& effort,
                        const std::string& formulation, const MaybeLoad& load) {
  require_own(robot, data);
  const Load carried = load_for(*robot, load);
  const Formulation f = formulation_of(formulation);
  const VecX<double> V = rates(*robot, twist, "twist"), tau = efforts_of(*robot, effort);
  const Call call{Model::ddm, f, load, given_pose(*robot, pose), V, tau};
  Pose<double> found;
  if (const std::optional<VecX<double>> answer = by_program(data, call, found)) {
    fill_motion_later(data, found, V, *answer);
    return to_array(*answer);
  }
  Outcome outcome = set_pose(data, call.given);
  if (!outcome.has_position()) require_answer(data, "direct dynamics", outcome);
  {
    py::gil_scoped_release release;
    outcome = direct_dynamics(*robot, f, carried, outcome, V, tau, data.kinematics(), data.dynamics);
  }
  data.outcome = outcome;
  if (!outcome.answered()) require_mass(*robot, carried, data.kinematics(), data.dynamics);
  if (!has_acceleration(f, outcome)) require_answer(data, "direct dynamics", outcome);
  data.count(call.model, f, load);
  return to_array(data.dynamics.acceleration);
}

// M and, behind its rows, c.
VecX<double> mass_and_bias(const Shared& robot, Data& data, const Array& pose, const py::object& twist, const MaybeLoad& load,
                           const char* what) {
  const Load carried = load_for(*robot, load);
  require_own(robot, data);
  const Call call{Model::mass, Formulation::platform_legs, load, given_pose(*robot, pose), rates(*robot, twist, "twist"), {}};
  Pose<double> found;
  const VecX<double>& V = call.V;
  if (const std::optional<VecX<double>> answer = by_program(data, call, found)) {
    data.fill_later([robot, carried, found, V](KinematicsData<double>& k) {
      DynamicsData<double> unused(*robot);
      (void)position(*robot, found, k);
      velocity(*robot, V, k);
      platform_legs::mass_and_bias(*robot, carried, k, unused);
    });
    return *answer;
  }
  require_answer(data, what, set_pose(data, call.given));
  velocity(*robot, V, data.kinematics());
  platform_legs::mass_and_bias(*robot, carried, data.kinematics(), data.dynamics);
  data.count(call.model, call.formulation, load);
  const Eigen::Index n = robot->mobility.n;
  VecX<double> out(n * n + n);
  for (Eigen::Index r = 0; r < n; ++r) out.segment(r * n, n) = data.dynamics.mass.row(r);
  out.tail(n) = data.dynamics.bias;
  return out;
}

py::array_t<double> mass_matrix(const Shared& robot, Data& data, const Array& pose, const MaybeLoad& load) {
  const VecX<double> found = mass_and_bias(robot, data, pose, py::none(), load, "mass matrix");
  return py::array_t<double>({robot->mobility.n, robot->mobility.n}, found.data());
}

py::array_t<double> bias(const Shared& robot, Data& data, const Array& pose, const py::object& twist, const MaybeLoad& load) {
  return to_array(VecX<double>(mass_and_bias(robot, data, pose, twist, load, "bias").tail(robot->mobility.n)));
}

py::array_t<double> regressor(const Shared& robot, Data& data, const Array& pose, const py::object& twist,
                              const py::object& acceleration_) {
  if (static_cast<int>(robot->actuators.size()) < robot->mobility.n)
    throw InputError({}, fmt::format("{} is under-actuated: it has no inverse dynamics", robot->name));
  const VecX<double> A = rates(*robot, acceleration_, "acceleration");
  require_own(robot, data);
  const MaybeLoad none;
  const Call call{Model::regressor, Formulation::platform_legs, none, given_pose(*robot, pose), rates(*robot, twist, "twist"), A};
  const auto na = static_cast<py::ssize_t>(robot->actuators.size());
  Pose<double> found;
  if (const std::optional<VecX<double>> Y = by_program(data, call, found)) {
    fill_motion_later(data, found, call.V, A);
    return py::array_t<double>({na, static_cast<py::ssize_t>(Y->size()) / na}, Y->data());
  }
  require_answer(data, "regressor", set_pose(data, call.given));
  velocity(*robot, call.V, data.kinematics());
  acceleration(*robot, A, data.kinematics());
  const int np = static_cast<int>(virtual_work::parameters(*robot, {}).size());
  MatX<double> W = MatX<double>::Zero(robot->mobility.n, np), Y = MatX<double>::Zero(na, np);
  virtual_work::effort_regressor(*robot, data.kinematics(), data.dynamics, W, Y);
  data.count(call.model, call.formulation, none);
  return to_array(Y);
}

py::list parameters(const Robot& robot, const MaybeLoad& load) {
  py::list out;
  for (const virtual_work::Parameter& p : virtual_work::parameters(robot, load_for(robot, load)))
    out.append(py::make_tuple(p.name, p.unit, p.value));
  return out;
}

py::list verify_rows(const Robot& robot, std::int64_t samples, unsigned seed) {
  require_between("samples", samples, 1, 10000000);
  std::vector<VerifyRow> rows;
  {
    py::gil_scoped_release release;
    rows = verify(robot, static_cast<int>(samples), seed);
  }
  py::list out;
  for (const VerifyRow& r : rows) {
    py::dict row;
    row["identity"] = r.identity;
    row["error"] = r.error;
    row["tolerance"] = r.tolerance;
    row["passed"] = r.passed();
    row["skipped"] = r.skipped;
    out.append(row);
  }
  return out;
}

}  // namespace

void bind_dynamics(py::module_& m) {
  const auto robot = py::arg("robot"), data = py::arg("data"), pose = py::arg("pose");
  const auto twist = py::arg("twist") = py::none(), acceleration = py::arg("acceleration") = py::none();
  const auto formulation = py::arg("formulation") = "P", load = py::arg("load") = py::none();
  py::class_<RobotLoad>(m, "Load", "What the platform carries and what pushes it, besides gravity and the motors.")
      .def(py::init(&load_of), robot, py::arg("mass") = 0.0, py::arg("com") = std::vector<double>(3, 0.0),
           py::arg("inertia") = std::vector<double>(3, 0.0), py::arg("wrench") = py::none(), py::arg("on") = py::none(),
           py::arg("at") = py::none(),
           "A payload: mass, centre from the tool point in platform axes, principal moments; a wrench fx, fy, fz, nx, ny, nz in base axes\n"
           "at the tool point, or on another body at x, y, z in the axes that the robot file gives it.");
  m.def("idm", idm, robot, data, py::arg("pose") = py::none(), twist, acceleration, formulation, load, py::kw_only(),
        py::arg("joints") = py::none(), py::arg("rates") = py::none(), py::arg("accelerations") = py::none(), py::arg("start") = py::none(),
        "Inverse dynamics: efforts of the actuators, N m or N, by formulation E, V, P or N. Raises StatusError where there are none; "
        "beyond a\n"
        "limit the efforts are returned and data.status is 'out_of_limits'. Instead of pose, twist and acceleration the state may be given "
        "by\n"
        "the actuated joints, their rates and accelerations, the pose `start` (home) choosing the assembly mode as in `fk`.");
  m.def("ddm", ddm, robot, data, pose, py::arg("twist"), py::arg("effort"), formulation, load,
        "Direct dynamics: acceleration of the free components under efforts, by formulation P or N.");
  m.def("M", mass_matrix, robot, data, pose, load, "Mass matrix on the free components: M a + c = Jinv^T tau.");
  m.def("c", bias, robot, data, pose, twist, load, "Velocity terms, gravity and friction, less external wrenches: M a + c = Jinv^T tau.");
  m.def("regressor", regressor, robot, data, pose, twist, acceleration, "Y with tau = Y p, p being the values of `parameters`.");
  m.def("parameters", parameters, robot, load, "Name, unit and value of each parameter of `regressor`.");
  m.def("verify", verify_rows, robot, py::arg("samples") = 100, py::arg("seed") = 1u,
        "The identities that every robot must satisfy, on random states: a list of rows as of `gough verify --json`.");
}

}  // namespace gough::python
