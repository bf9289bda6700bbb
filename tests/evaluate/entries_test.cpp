#include "tests/entries.hpp"

#include "gough/evaluate/evaluator.hpp"
#include "gough/evaluate/forward_program.hpp"
#include "gough/evaluate/manifold_program.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

// A quattro's, asked with what belongs to a Delta.
class EvaluateEntries : public ::testing::Test {
 protected:
  Robot robot = load_robot("quattro"), other = load_robot("delta");
  Evaluator evaluator{robot}, another{other};
  Evaluator::Memory memory{evaluator}, foreign{another};
  Pose<double> pose = robot.home;
  VecX<double> Vr = VecX<double>::Zero(4), tau = Vr, long_one = VecX<double>::Zero(9), out = long_one, more = long_one;
  MatX<double> M = MatX<double>::Zero(4, 4);
  Energy energy;
};

TEST_F(EvaluateEntries, RefuseMemoryOfAnother) {
  ForwardProgram forward(robot), forward_of_other(other);
  ForwardProgram::Memory forward_memory(forward_of_other);
  ManifoldProgram manifold(robot), manifold_of_other(other);
  ManifoldProgram::Memory manifold_memory(manifold_of_other);
  const GivenPose given;
  bool found = false;
  test::expect_refused({
      {"positions", [&] { (void)evaluator.positions(pose, foreign, out); }},
      {"forward_geometry", [&] { (void)evaluator.forward_geometry(tau, pose, foreign); }},
      {"rates", [&] { (void)evaluator.rates(pose, Vr, Vr, foreign, out, more); }},
      {"jacobian", [&] { (void)evaluator.jacobian(pose, foreign, M); }},
      {"mobility", [&] { (void)evaluator.mobility(pose, foreign, M); }},
      {"inverse_dynamics", [&] { (void)evaluator.inverse_dynamics(pose, Vr, Vr, foreign, out); }},
      {"direct_dynamics", [&] { (void)evaluator.direct_dynamics(pose, Vr, tau, foreign, out); }},
      {"efforts", [&] { (void)evaluator.efforts(pose, Vr, Vr, foreign, out); }},
      {"mass", [&] { (void)evaluator.mass(pose, Vr, foreign, M, out); }},
      {"bias", [&] { (void)evaluator.bias(pose, Vr, foreign, out); }},
      {"energy", [&] { (void)evaluator.energy(pose, Vr, Vr, foreign, energy); }},
      {"regressor", [&] { (void)evaluator.regressor(pose, Vr, Vr, foreign, M); }},
      {"ForwardProgram", [&] { (void)forward(tau.data(), pose, forward_memory); }},
      {"ForwardProgram::warm", [&] { (void)forward.warm(tau.data(), pose, forward_memory); }},
      {"ManifoldProgram", [&] { (void)manifold(pose, manifold_memory); }},
      {"ManifoldProgram::find", [&] { (void)manifold.find(given, pose, manifold_memory); }},
      {"ManifoldProgram::find, rows", [&] { manifold.find(1, &given, &pose, &found, manifold_memory); }},
  });
}

TEST_F(EvaluateEntries, RefuseSizes) {
  test::expect_refused({
      {"forward_geometry", [&] { (void)evaluator.forward_geometry(long_one, pose, memory); }},
      {"rates", [&] { (void)evaluator.rates(pose, long_one, Vr, memory, out, more); }},
      {"inverse_dynamics", [&] { (void)evaluator.inverse_dynamics(pose, Vr, long_one, memory, out); }},
      {"direct_dynamics", [&] { (void)evaluator.direct_dynamics(pose, Vr, long_one, memory, out); }},
      {"efforts", [&] { (void)evaluator.efforts(pose, long_one, Vr, memory, out); }},
      {"mass", [&] { (void)evaluator.mass(pose, long_one, memory, M, out); }},
      {"bias", [&] { (void)evaluator.bias(pose, long_one, memory, out); }},
  });
}

}  // namespace
}  // namespace gough
