#include <fmt/format.h>

#include "apps/gough/output.hpp"
#include "benchmarks/peers/contestant.hpp"
#include "benchmarks/peers/tree_builder.hpp"
#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/friction.hpp"
#include "gough/simulation/integrator.hpp"

// One swing of a robot by every engine: without friction, from the scene's first state at a given speed, under the efforts that would hold
// it at rest there.
namespace gough::peers {
namespace {

using command::Json;
using command::Table;

constexpr double kSpeed = 0.5;  // of V_r's components at the start, m/s or rad/s
constexpr double kSteps[] = {1e-3, 1e-4};
constexpr int kRuns = 3;

struct SwingRow {
  std::string robot, engine;
  double step = 0.0, milliseconds = 0.0, times_real = 0.0, error = 0.0, gap = 0.0;
};

SwingEnd our_swing(const Scene& scene, Plant& plant, const IntegratorChoice& choice, const SwingTask& task) {
  MotionState state{scene.poses[0], scene.V[0]};
  PlantInput input = plant.input();
  input.effort = task.effort;
  const InputAt constant;
  Flow flow(plant, input, constant);
  Integrator integrator(scene.robot, choice);
  StateTerms here = plant.terms();
  Outcome outcome = plant.inspect(state, 1e-3, here);
  for (int k = 0; k < task.steps; ++k) {
    if (outcome.ok()) outcome = integrator.advance(flow, plant, k * task.step, task.step, state, &here);
    if (outcome.ok()) outcome = plant.inspect(state, 1e-3, here);  // as `gough simulate` does after every step
    if (!outcome.ok())
      throw InputError({}, fmt::format("{}: the swing ends as {}; choose a shorter one", scene.robot.name, to_string(outcome.status)));
  }
  return {{state.pose.R, state.pose.p}, plant.loop_gap(state)};
}

double distance(const Robot& robot, const SwingEnd& a, const SwingEnd& b) {
  return (a.platform.p - b.platform.p).norm() + robot.length * rotation_vector(a.platform.R * b.platform.R.transpose()).norm();
}

// The scene's first state, made the start of a swing.
Scene start_of_swing(const std::string& name) {
  Scene scene(name, false, 1, 1);
  scene.robot = without_friction(scene.robot);
  scene.V[0] *= kSpeed / scene.V[0].cwiseAbs().maxCoeff();
  KinematicsData<double>& k = scene.kinematics[0];
  DynamicsData<double> data(scene.robot);
  const VecX<double> rest = VecX<double>::Zero(scene.robot.mobility.n);
  inverse_dynamics(scene.robot, Formulation::platform_legs, {}, scene.poses[0], rest, rest, k, data);
  scene.effort[0] = data.effort;
  inverse_dynamics(scene.robot, Formulation::platform_legs, {}, scene.poses[0], scene.V[0], rest, k,
                   data);  // the state as the peers take it
  return scene;
}

std::vector<SwingRow> rows_of(const Scene& scene, double seconds) {
  std::vector<Simulator> all = our_simulators(scene);
  for (const auto& more : {mujoco_simulators(scene), simbody_simulators(scene)}) all.insert(all.end(), more.begin(), more.end());
  Plant fine(scene.robot, RigidBody{}, {}, false);
  const SwingEnd truth = our_swing(scene, fine, {Method::dormand_prince, 1e-13, 1e-14}, {scene.effort[0], seconds / 20.0, 20});
  std::vector<SwingRow> out;
  for (const double step : kSteps)
    for (const Simulator& engine : all) {
      const SwingTask task{scene.effort[0], step, static_cast<int>(std::lround(seconds / step))};
      SwingEnd end;
      double best = kInfinity;
      for (int run = 0; run < kRuns; ++run) {
        const double start = processor_time();
        end = engine.run(task);
        best = std::min(best, processor_time() - start);
      }
      out.push_back({scene.robot.name, engine.name, step, 1e3 * best, seconds / best, distance(scene.robot, end, truth), end.loop_gap});
    }
  return out;
}

}  // namespace

std::vector<Simulator> our_simulators(const Scene& scene) {
  const auto plant = std::make_shared<Plant>(scene.robot, RigidBody{}, std::vector<WrenchPoint>{});
  return {{plant->is_by_programs() ? kProgram : "gough",
           [plant, &scene](const SwingTask& task) { return our_swing(scene, *plant, {}, task); }}};
}

int compare_swings(const std::string& robot, double seconds, bool json) {
  const Scene scene = start_of_swing(robot);
  const std::vector<SwingRow> rows = rows_of(scene, seconds);
  Table table({"robot", "engine", "step (s)", "time (ms)", "x real time", "error (m)", "loops open (m)"});
  Json list = Json::array();
  for (const SwingRow& r : rows) {
    table.add({r.robot, r.engine, fmt::format("{:g}", r.step), fmt::format("{:.2f}", r.milliseconds), fmt::format("{:.0f}", r.times_real),
               fmt::format("{:.1e}", r.error), fmt::format("{:.1e}", r.gap)});
    list.push_back({{"robot", r.robot},
                    {"engine", r.engine},
                    {"step", r.step},
                    {"milliseconds", r.milliseconds},
                    {"times_real", r.times_real},
                    {"error", r.error},
                    {"loops_open", r.gap}});
  }
  if (json) command::emit(Json{{"seconds", seconds}, {"rows", list}});
  else
    fmt::print("a swing of {} s, and where the platform ends against a fine reference (turns times the robot's length)\n{}", seconds,
               table.text());
  // accurate to integration error, or something is wrong with us
  return rows[0].error < 1e-6 ? 0 : 1;
}

}  // namespace gough::peers
