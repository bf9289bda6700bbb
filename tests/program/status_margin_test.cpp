#include "gough/program/status_margin.hpp"

#include "gough/kinematics/projection.hpp"
#include "gough/program/library_outputs.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

// What an emitted function returns, from its two numbers and the program that decides.
Status told(const Program& status, const std::vector<double>& in, double margin, double limits) {
  if (margin > 0.0 && limits > 0.0) return Status::ok;
  const std::vector<double> pose(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(status.inputs.size()));
  const std::vector<double> m = status.evaluate(pose);
  for (std::size_t k = 0; k < m.size(); ++k)
    if (!(m[k] > 0.0)) return kStatusOrder[k];
  if (!std::isfinite(margin)) return Status::unreachable;
  return limits > 0.0 ? Status::ok : Status::out_of_limits;
}

class StatusMargins : public test::Catalog {};

// Random poses, from within the workspace to far beyond, on the manifold where that is found.
TEST_P(StatusMargins, DecideAsTheLibrary) {
  const ModelChoice choice{Model::jacobian, Formulation::platform_legs, Source::pose, false, StatusTolerance{}};
  const Program program = record(robot, choice), status = record_status(robot, {});
  KinematicsData<double> data(robot);
  std::mt19937_64 random(531);
  int seen[7] = {}, asked = 0, ok = 0;
  for (int s = 0; s < 10 * test::samples; ++s) {
    Pose<double> pose = near_home(robot, 0.5 + 3.0 * s / (10 * test::samples), random);
    const Outcome outcome = project_near(robot, pose, data);
    if (!outcome.ok() && outcome.status != Status::out_of_limits && outcome.leg < 0) continue;  // off the manifold
    if (outcome.leg >= 0 && std::abs(outcome.measure) < 1e-9) continue;                         // by rounding
    const std::vector<double> in = program_inputs(robot, choice, data, {}), out = program.evaluate(in);
    const double margin = out[out.size() - 2], limits = out.back();
    const Status expected = library_status(robot, choice, {}, data, {});
    ASSERT_EQ(told(status, in, margin, limits), expected) << "margin " << margin << ", limits " << limits << ", " << outcome.measure;
    ++seen[static_cast<int>(expected)];
    asked += expected == Status::ok && !(margin > 0.0);
    ok += expected == Status::ok;
  }
  EXPECT_GT(ok, test::samples);
  EXPECT_LE(asked, ok / 50) << "the cheap margin suffices nearly always";
  EXPECT_GT(seen[static_cast<int>(Status::out_of_limits)] + seen[static_cast<int>(Status::unreachable)], 0);
}

TEST_P(StatusMargins, WhatIsNoNumberIsNotOk) {
  for (Model model : {Model::igm, Model::jacobian, Model::rates, Model::idm, Model::ddm}) {
    const ModelChoice choice{model, Formulation::platform_legs, Source::pose, false, StatusTolerance{}};
    const Program program = record(robot, choice);
    KinematicsData<double> data(robot);
    (void)position(robot, robot.home, data);
    const VecX<double> effort = VecX<double>::Zero(robot.actuators.size());
    for (std::size_t i = 0; i < program.inputs.size(); ++i)
      for (double bad : {std::nan(""), kInfinity}) {
        std::vector<double> in = program_inputs(robot, choice, data, effort);
        EXPECT_GT(program.evaluate(in)[program.outputs.size() - 2], 0.0);
        in[i] = bad;
        const std::vector<double> out = program.evaluate(in);
        bool number = true;
        for (std::size_t o = 0; o + 2 < out.size(); ++o) number &= std::isfinite(out[o]);
        EXPECT_TRUE(number || !(out[out.size() - 2] > 0.0)) << program.name << ", " << program.inputs[i].name << " = " << bad;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, StatusMargins, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
