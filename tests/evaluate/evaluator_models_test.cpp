#include <algorithm>
#include <thread>

#include "gough/evaluate/evaluator_batch.hpp"
#include "gough/kinematics/forward_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "gough/program/library_outputs.hpp"
#include "tests/agreement/random_robots.hpp"
#include "tests/evaluate/evaluated.hpp"

namespace gough {
namespace {

// Every model of the Evaluator beside the library's, in and out of reach.
class EvaluatedModels : public test::EvaluatedCatalog {
 protected:
  const Load load{RigidBody{0.4, Vec3<double>(0.01, 0.0, 0.02), Vec3<double>(1e-3, 2e-3, 1e-3).asDiagonal()},
                  {ExternalWrench{-1, 0, Vec3<double>(0.0, 0.01, 0.0), Vec3<double>(1.0, -2.0, 3.0), Vec3<double>(0.1, 0.2, -0.1)}}};
  KinematicsData<double> k{robot};

  bool has(Model model) const {
    const bool inverse = model == Model::idm || model == Model::regressor || model == Model::reactions;
    return !inverse || static_cast<int>(robot.actuators.size()) >= robot.mobility.n;
  }

  // A state: what a model takes behind the pose.
  struct Inputs {
    Pose<double> pose;
    VecX<double> Vr, dVr, effort;
    VecX<double> first(Model model) const { return takes_velocity(model) ? Vr : VecX<double>(); }
    VecX<double> second(Model model) const { return takes_acceleration(model) ? dVr : takes_effort(model) ? effort : VecX<double>(); }
  };

  Inputs draw(const Pose<double>& pose) {
    const int n = robot.mobility.n;
    return {pose, random_vector(n, random), random_vector(n, random),
            20.0 * random_vector(static_cast<int>(robot.actuators.size()), random)};
  }

  static std::span<const double> numbers(const VecX<double>& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

  VecX<double> evaluated(const Evaluator& evaluator, Model model, const Inputs& in, Evaluator::Memory& memory, Outcome& outcome) const {
    const Evaluator::Ready& ready = evaluator.ready(model);
    VecX<double> out = VecX<double>::Zero(static_cast<Eigen::Index>(ready.outputs));
    const VecX<double> first = in.first(model), second = in.second(model);
    outcome = evaluator.evaluate(ready, in.pose, numbers(first), numbers(second), memory, out.data());
    return out;
  }

  // The library's outcome and outputs.
  Outcome reference(Model model, const Inputs& in, VecX<double>& out) {
    Outcome outcome = model == Model::igm ? inverse_geometry(robot, in.pose, k) : position(robot, in.pose, k);
    const bool answered = outcome.answered() || (model == Model::ddm && outcome.status == Status::type2_singular);
    if (!answered) return outcome;
    if (model != Model::igm) {
      velocity(robot, in.Vr, k);
      acceleration(robot, in.dVr, k);
    }
    const std::vector<double> found = library_outputs(robot, {model}, load, k, in.effort);
    out = Eigen::Map<const VecX<double>>(found.data(), static_cast<Eigen::Index>(found.size()));
    if (outcome.ok() && (model == Model::idm || model == Model::ddm))
      return actuator_limits(robot, k, model == Model::ddm ? in.effort : out);
    return outcome;
  }

  // A pose where the actuators do not hold the platform, between two whose J_inv have determinants of either sign.
  bool singular_pose(Pose<double>& pose) {
    if (k.Jinv.rows() != k.Jinv.cols()) return false;
    const VecX<double> home = free_coordinates(robot, robot.home);
    const auto side = [&](const VecX<double>& at) {
      pose = pose_from_free(robot, at);
      const Outcome outcome = project_near(robot, pose, k);
      return outcome.answered() || outcome.status == Status::type2_singular ? determinant(k.Jinv) : std::nan("");
    };
    const double first = side(home);
    for (int draw = 0; draw < 40; ++draw) {
      const VecX<double> way = free_coordinates(robot, near_home(robot, 4.0, random)) - home;
      double low = 0.0, high = 0.0;
      for (int s = 1; s <= 40 && high == 0.0; ++s) {
        const double there = side(home + s / 40.0 * way) * first;
        if (std::isnan(there)) break;
        (there < 0.0 ? high : low) = s / 40.0;
      }
      for (int halving = 0; halving < 60 && high > 0.0; ++halving) {
        const double middle = 0.5 * (low + high);
        (first * side(home + middle * way) < 0.0 ? high : low) = middle;
      }
      if (high > 0.0 && (side(home + low * way), position(robot, pose, k).status == Status::type2_singular)) return true;
    }
    return false;
  }
};

TEST_P(EvaluatedModels, EveryModelAsTheReference) {
  const Evaluator evaluator(robot, load);
  Evaluator::Memory memory(evaluator);
  KinematicsData<double> other(robot);
  for (int s = 0; s < std::min(test::samples, 40); ++s) {
    const Inputs in = draw(any_pose(other, s));
    const Outcome place = position(robot, in.pose, k);
    distance_ = place.ok() ? place.measure : 1e-3;
    if (place.ok() && place.measure < 1e-3) continue;
    for (Model model : kModels) {
      if (!has(model)) continue;
      VecX<double> want;
      const Outcome expected = reference(model, in, want);
      Outcome got;
      const VecX<double> found = evaluated(evaluator, model, in, memory, got);
      expect_same(to_string(model).c_str(), got, expected, found, want, want.size() > 0);
    }
    if (HasFailure()) FAIL() << "state " << s;
  }
  EXPECT_GT(seen[Status::ok] + seen[Status::out_of_limits], 0);
}

TEST_P(EvaluatedModels, SingularPosesAreNamed) {
  Pose<double> pose;
  if (!singular_pose(pose)) GTEST_SKIP() << "no Type 2 singularity found";
  const Evaluator evaluator(robot, load);
  Evaluator::Memory memory(evaluator);
  const Inputs in = draw(pose);
  for (Model model : kModels) {
    if (model == Model::igm || !has(model)) continue;
    Outcome got;
    const VecX<double> found = evaluated(evaluator, model, in, memory, got);
    EXPECT_EQ(got.status, Status::type2_singular) << to_string(model);
    EXPECT_EQ(found.allFinite(), model == Model::ddm) << to_string(model);
  }
}

// The last columns by differences, in which both models are linear; tests/program/model_derivatives_test.cpp has the others.
TEST_P(EvaluatedModels, DerivativesWithTheModelsStatus) {
  const Evaluator evaluator(robot, load);
  Evaluator::Memory memory(evaluator);
  KinematicsData<double> other(robot);
  const int n = robot.mobility.n, na = static_cast<int>(robot.actuators.size());
  for (Model model : {Model::idm, Model::ddm}) {
    if (!has(model)) continue;
    const int rows = model == Model::idm ? na : n, last = model == Model::idm ? n : na;
    MatX<double> D = MatX<double>::Zero(rows, 2 * n + last);
    for (int s = 0; s < 12; ++s) {
      Inputs in = draw(any_pose(other, s));
      VecX<double> want;
      const Outcome expected = reference(model, in, want);
      const double distance = std::min(1.0, position(robot, in.pose, k).measure);
      const Outcome got = evaluator.derivatives(model, in.pose, in.Vr, in.second(model), memory, D);
      if (distance < 1e-3) continue;
      EXPECT_EQ(got.answered(), expected.answered());
      EXPECT_EQ(D.allFinite(), want.size() > 0) << to_string(expected.status);
      if (want.size() == 0) continue;
      EXPECT_EQ(got.status, expected.status);
      for (int c = 0; c < last; ++c) {
        Inputs more = in;
        (model == Model::idm ? more.dVr : more.effort)(c) += 1.0;
        Outcome outcome;
        const VecX<double> difference = evaluated(evaluator, model, more, memory, outcome) - want;
        EXPECT_LT((D.col(2 * n + c) - difference).cwiseAbs().maxCoeff(), 1e-11 / distance * (1e-3 + want.cwiseAbs().maxCoeff()))
            << to_string(model) << " state " << s << " column " << c;
      }
    }
  }
}

TEST_P(EvaluatedModels, ForwardGeometryFindsThePose) {
  const Evaluator evaluator(robot);
  Evaluator::Memory memory(evaluator);
  VecX<double> qa = VecX<double>::Zero(static_cast<Eigen::Index>(robot.actuators.size()));
  if (qa.size() < robot.mobility.n) GTEST_SKIP() << "under-actuated";
  for (int s = 0; s < 10; ++s) {
    const Pose<double> pose = test::regular_pose(robot, random, k);
    actuated_positions(robot, k, qa);
    Pose<double> start = moved(robot, pose, VecX<double>(k.Psi * (1e-3 * random_vector(robot.mobility.n, random)))), found = start,
                 wanted = start;
    const Outcome outcome = evaluator.forward_geometry(qa, found, memory), expected = forward_geometry(robot, qa, wanted, k);
    EXPECT_EQ(outcome.status, expected.status);
    if (!expected.answered()) continue;
    EXPECT_LT(test::pose_distance(robot, found, wanted), 1e-9);
    EXPECT_LT(test::pose_distance(robot, found, pose), 1e-9);
  }
  qa(0) = std::nan("");
  Pose<double> pose = robot.home;
  EXPECT_EQ(evaluator.forward_geometry(qa, pose, memory).status, Status::unreachable);
}

// One program for all payloads beside one recorded for each.
TEST_P(EvaluatedModels, PayloadsAsInputsAreThoseOfConstants) {
  const Evaluator evaluator(robot, load, Evaluator::Payload::input);
  Evaluator::Memory memory(evaluator);
  for (int s = 0; s < 2; ++s) {
    const Inputs in = draw(test::regular_pose(robot, random, k));
    velocity(robot, in.Vr, k);
    acceleration(robot, in.dVr, k);
    const double distance = std::min(1.0, position(robot, in.pose, k).measure);
    const RigidBody payload{0.5 + s, 0.1 * robot.length * random_vector(3, random),
                            Vec3<double>(0.01, 0.02, 0.015 + 0.01 * s).asDiagonal()};
    memory.carry(payload);
    const Load both{joined(load.payload, payload), load.wrenches};
    for (Model model : kModels) {
      if (!has(model) || !depends_on_payload(model)) continue;
      Outcome got;
      const VecX<double> found = evaluated(evaluator, model, in, memory, got);
      const std::vector<double> constant = record(robot, {model}, both).evaluate(program_inputs(robot, {model}, k, in.effort));
      const VecX<double> want = Eigen::Map<const VecX<double>>(constant.data(), static_cast<Eigen::Index>(constant.size()));
      EXPECT_TRUE(got.answered());
      EXPECT_LT((found - want).cwiseAbs().maxCoeff(), 1e-12 / distance * (1e-3 + want.cwiseAbs().maxCoeff())) << to_string(model);
    }
  }
}

TEST_P(EvaluatedModels, ABatchCarriesAPayload) {
  if (!has(Model::idm)) GTEST_SKIP() << "under-actuated";
  const Evaluator evaluator(robot, load, Evaluator::Payload::input);
  Evaluator::Memory memory(evaluator);
  const EvaluatorBatch batch(evaluator, Model::idm);
  const RigidBody payload{1.5, 0.1 * robot.length * random_vector(3, random), Vec3<double>(0.01, 0.02, 0.015).asDiagonal()};
  memory.carry(payload);
  std::vector<double> poses, first, second;
  std::vector<Inputs> states;
  for (int s = 0; s < 20; ++s) {
    states.push_back(draw(test::regular_pose(robot, random, k)));
    for (const double x : free_coordinates(robot, states.back().pose)) poses.push_back(x);
    first.insert(first.end(), states.back().Vr.begin(), states.back().Vr.end());
    second.insert(second.end(), states.back().dVr.begin(), states.back().dVr.end());
  }
  StateRows rows{poses.data(), static_cast<std::size_t>(robot.mobility.n), first.data(), second.data()};
  rows.payload = &payload;
  std::vector<double> out(states.size() * batch.outputs());
  batch(states.size(), rows, out.data(), nullptr);
  for (std::size_t s = 0; s < states.size(); ++s) {
    Outcome outcome;
    const VecX<double> want = evaluated(evaluator, Model::idm, states[s], memory, outcome);
    const Eigen::Map<const VecX<double>> row(out.data() + s * batch.outputs(), want.size());
    const double distance = std::min(1.0, position(robot, states[s].pose, k).measure);
    EXPECT_LT((row - want).cwiseAbs().maxCoeff(), 1e-11 / distance * (1e-3 + want.cwiseAbs().maxCoeff())) << s;
  }
}

TEST(EvaluatorPayload, IsRefusedWhereItIsConstant) {
  const Evaluator evaluator(load_robot("five_bar"));
  Evaluator::Memory memory(evaluator);
  EXPECT_THROW(memory.carry({1.0}), std::logic_error);
}

// One robot in four, all with --samples=1000: that threads meet in the making of models does not depend on the robot, and making all takes
// its time.
TEST_P(EvaluatedModels, ThreadsAskForAllOfThem) {
  const std::vector<std::string> names = catalog();
  if (test::samples < 1000 && (std::find(names.begin(), names.end(), GetParam()) - names.begin()) % 4 != 0)
    GTEST_SKIP() << "with --samples=1000";
  const Evaluator evaluator(robot, load);
  const Inputs in = draw(robot.home);
  std::vector<VecX<double>> found[4];
  std::vector<std::thread> threads;
  for (std::vector<VecX<double>>& mine : found)
    threads.emplace_back([&] {
      Evaluator::Memory memory(evaluator);
      Outcome outcome;
      for (Model model : kModels)
        if (has(model)) mine.push_back(evaluated(evaluator, model, in, memory, outcome));
    });
  for (std::thread& t : threads) t.join();
  for (const std::vector<VecX<double>>& mine : found) EXPECT_EQ(mine, found[0]);
}

// Robots outside the catalog: legs closed by Newton, more or fewer actuators than freedoms, articulated nacelles.
// Some of the families, all with --samples=1000: an Evaluator looks at poses of a robot, and for many of these that takes its time.
TEST(EvaluatedRandomRobots, ForcesAndEnergiesAsTheReference) {
  int compared = 0;
  const std::size_t stride = test::samples >= 1000 ? 1 : 9;
  for (std::size_t f = 0; f < test::robot_families().size(); f += stride) {
    const std::string& family = test::robot_families()[f];
    SCOPED_TRACE(family);
    std::mt19937_64 random(7000 + f);
    const Robot robot = assemble(read_robot_text(test::random_robot(family, random), family));
    const Evaluator evaluator(robot, {}, Evaluator::Payload::input);
    const RigidBody payload{0.3, 0.1 * robot.length * random_vector(3, random), 1e-3 * Mat3<double>::Identity()};
    KinematicsData<double> sampled(robot), k(robot);
    Pose<double> pose;
    if (!sample_pose(robot, 0.5, 1e-2, random, pose, sampled).ok()) continue;
    const Outcome place = position(robot, pose, k);
    if (!place.ok() || place.measure < 1e-2) continue;
    const VecX<double> Vr = random_vector(robot.mobility.n, random), dVr = random_vector(robot.mobility.n, random);
    velocity(robot, Vr, k);
    acceleration(robot, dVr, k);
    const VecX<double> effort = random_vector(static_cast<int>(robot.actuators.size()), random);
    for (Model model : {Model::idm, Model::ddm, Model::mass, Model::bias, Model::energy, Model::reactions}) {
      if (static_cast<int>(robot.actuators.size()) < robot.mobility.n && (model == Model::idm || model == Model::reactions)) continue;
      const Evaluator::Ready& ready = evaluator.ready(model);
      Evaluator::Memory memory(evaluator);  // Newton starts from home, as above
      memory.carry(payload);
      VecX<double> out = VecX<double>::Zero(static_cast<Eigen::Index>(ready.outputs));
      const VecX<double> second = takes_acceleration(model) ? dVr : takes_effort(model) ? effort : VecX<double>();
      const auto numbers = [](const VecX<double>& v) { return std::span<const double>(v.data(), static_cast<std::size_t>(v.size())); };
      EXPECT_TRUE(evaluator.evaluate(ready, pose, numbers(Vr), numbers(second), memory, out.data()).answered()) << to_string(model);
      const std::vector<double> want = library_outputs(robot, {model}, {payload, {}}, k, effort);
      const Eigen::Map<const VecX<double>> expected(want.data(), static_cast<Eigen::Index>(want.size()));
      const double rounding = 1e-12 / (place.measure * place.measure);
      EXPECT_LT((out - expected).cwiseAbs().maxCoeff(), rounding * expected.cwiseAbs().maxCoeff()) << to_string(model);
      ++compared;
    }
  }
  EXPECT_GT(compared, 3 * static_cast<int>(test::robot_families().size() / stride));
}

INSTANTIATE_TEST_SUITE_P(Robots, EvaluatedModels, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
