#include "gough/program/model_derivatives.hpp"

#include <fmt/format.h>

#include "gough/dynamics/virtual_work.hpp"
#include "gough/math/cholesky.hpp"

namespace gough {
namespace {

using R = Recorded;

// Outputs of a program on given inputs.
std::vector<R> replayed(const Program& program, const std::vector<R>& inputs) {
  const std::vector<R> value = replay(program, inputs);
  std::vector<R> out;
  for (std::int32_t r : program.results) out.push_back(value[r]);
  return out;
}

std::vector<int> chosen(const std::vector<virtual_work::Parameter>& parameters, const std::vector<std::string>& names) {
  std::vector<int> out;
  for (const std::string& name : names) {
    const std::size_t before = out.size();
    for (std::size_t p = 0; p < parameters.size(); ++p)
      if (parameters[p].name == name || parameters[p].name.starts_with(name + ".")) out.push_back(static_cast<int>(p));
    if (out.size() == before)
      throw InputError({}, fmt::format("no parameter, body or joint is called '{}'; parameters are '{}', …", name, parameters[0].name));
  }
  return out;
}

// The chosen columns of Y, τ = Y p, and nothing that only the others need.
Program efforts_by_parameters(const Robot& robot, const Load& load, const std::vector<int>& columns, std::size_t parameters) {
  const Program all = record(robot, {Model::regressor}, load);
  Recorder recorder(robot.name + "_idm_sensitivity");
  std::vector<R> inputs;
  for (const Port& p : all.inputs) inputs.push_back(recorder.input(p));
  const std::vector<R> Y = replayed(all, inputs);
  for (std::size_t a = 0; a < robot.actuators.size(); ++a)
    for (int c : columns) {
      const std::size_t at = a * parameters + c;
      recorder.output(all.outputs[at], Y[at]);
    }
  return recorder.finish();
}

// ∂V̇_r/∂p = −M⁻¹ J_invᵀ ∂τ/∂p, from M V̇_r + c = J_invᵀ τ with everything on the left linear in p.
Program accelerations_by_parameters(const Robot& robot, const ModelChoice& choice, const Load& load, const std::vector<int>& columns,
                                    const std::vector<virtual_work::Parameter>& parameters) {
  const Program ddm = record(robot, choice, load), mass = record(robot, {Model::mass}, load), inverse = record(robot, {Model::jacobian});
  const Program by = efforts_by_parameters(robot, load, columns, parameters.size());
  const int n = robot.mobility.n, na = static_cast<int>(robot.actuators.size()), np = static_cast<int>(columns.size());
  Recorder recorder(robot.name + "_ddm_sensitivity");
  std::vector<R> state;
  for (const Port& p : ddm.inputs) state.push_back(recorder.input(p));
  const std::vector<R> acceleration = replayed(ddm, state);
  state.resize(state.size() - na);  // pose and V_r
  const std::vector<R> M = replayed(mass, state), J = replayed(inverse, {state.begin(), state.end() - n});
  state.insert(state.end(), acceleration.begin(), acceleration.end());
  const std::vector<R> Y = replayed(by, state);
  MatX<R> factor(n, n), out(n, np);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) factor(r, c) = M[r * n + c];
  cholesky(factor);
  for (int p = 0; p < np; ++p) {
    VecX<R> force = VecX<R>::Zero(n);
    for (int r = 0; r < n; ++r)
      for (int a = 0; a < na; ++a) force(r) -= J[a * n + r] * Y[a * np + p];
    cholesky_solve(factor, force);
    out.col(p) = force;
  }
  for (int r = 0; r < n; ++r)
    for (int p = 0; p < np; ++p) {
      const virtual_work::Parameter& parameter = parameters[columns[p]];
      recorder.output(ddm.outputs[r].name + "/" + parameter.name, fmt::format("{}/({})", ddm.outputs[r].unit, parameter.unit), out(r, p));
    }
  return recorder.finish();
}

void require_dynamics(const ModelChoice& choice) {
  if (choice.source != Source::pose || (choice.model != Model::idm && choice.model != Model::ddm))
    throw InputError({}, "derivatives are of idm and ddm from the pose");
}

}  // namespace

Program state_jacobian(const Robot& robot, const ModelChoice& choice, const Load& load, Mode mode) {
  require_dynamics(choice);
  ModelWithTangents model = record_with_tangents(robot, choice, load);
  std::vector<Tangent> along;
  for (int c = 0; c < robot.mobility.n; ++c) {
    const FreeComponent& free = robot.mobility.free[c];
    along.push_back({free.name, free.angular ? "rad" : "m", {}});
    for (int i = 0; i < model.pose_inputs; ++i)
      along.back().seeds.push_back({i, 1.0, model.program.results[model.outputs + c * model.pose_inputs + i]});
  }
  for (std::size_t i = model.pose_inputs; i < model.program.inputs.size(); ++i)
    along.push_back({model.program.inputs[i].name, model.program.inputs[i].unit, {{static_cast<int>(i)}}});
  model.program.outputs.resize(model.outputs);
  model.program.results.resize(model.outputs);
  return jacobian(model.program, along, mode);
}

Program parameter_sensitivity(const Robot& robot, const ModelChoice& choice, const Load& load, const std::vector<std::string>& names) {
  require_dynamics(choice);
  const std::vector<virtual_work::Parameter> parameters = virtual_work::parameters(robot, load);
  const std::vector<int> columns = chosen(parameters, names);
  if (choice.model == Model::idm) return efforts_by_parameters(robot, load, columns, parameters.size());
  return accelerations_by_parameters(robot, choice, load, columns, parameters);
}

}  // namespace gough
