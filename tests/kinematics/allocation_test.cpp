#include <gtest/gtest.h>

#include <cstdlib>

#include "gough/assembly/catalog.hpp"
#include "gough/control/controller.hpp"
#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/dynamics/elements.hpp"
#include "gough/dynamics/orthogonal_complement.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/reactions.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/evaluate/encoder_efforts.hpp"
#include "gough/evaluate/evaluator.hpp"
#include "gough/evaluate/fast_program.hpp"
#include "gough/evaluate/forward_program.hpp"
#include "gough/identification/regressor_model.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "gough/program/models.hpp"
#include "gough/simulation/simulation.hpp"
#include "gough/trajectory/constructors.hpp"
#include "gough/trajectory/motion_model.hpp"
#include "gough/trajectory/pose_projection.hpp"

// Every allocation of the program goes through these; `counting` says when one would be a fault.
extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
}

namespace {
bool counting = false;
int allocations = 0;
void* counted(void* p) {
  if (counting) ++allocations;
  return p;
}
}  // namespace

extern "C" {
void* malloc(size_t n) { return counted(__libc_malloc(n)); }
void* calloc(size_t n, size_t m) { return counted(__libc_calloc(n, m)); }
void* realloc(void* p, size_t n) { return counted(__libc_realloc(p, n)); }
void* memalign(size_t a, size_t n) { return counted(__libc_memalign(a, n)); }
void* aligned_alloc(size_t a, size_t n) { return counted(__libc_memalign(a, n)); }
}

namespace gough {
namespace {

class Allocation : public ::testing::TestWithParam<std::string> {};

TEST_P(Allocation, NoneInInverseGeometryRatesAndAccelerations) {
  const Robot robot = load_robot(GetParam());
  KinematicsData<double> data(robot);
  std::mt19937_64 random(1);
  std::vector<Pose<double>> poses(20);
  for (Pose<double>& pose : poses) ASSERT_TRUE(sample_pose(robot, 1.0, 1e-3, random, pose, data).ok());
  const VecX<double> V = random_vector(robot.mobility.n, random), A = random_vector(robot.mobility.n, random);
  VecX<double> qa(robot.actuators.size());
  bool fine = true;
  counting = true;
  allocations = 0;
  for (const Pose<double>& pose : poses) {
    fine &= position(robot, pose, data).ok();
    velocity(robot, V, data);
    acceleration(robot, A, data);
    actuated_positions(robot, data, qa);
  }
  counting = false;
  EXPECT_TRUE(fine);
  EXPECT_EQ(allocations, 0);
}

TEST_P(Allocation, NoneInDynamics) {
  const Robot robot = load_robot(GetParam());
  KinematicsData<double> k(robot);
  DynamicsData<double> d(robot);
  std::mt19937_64 random(2);
  Pose<double> pose;
  ASSERT_TRUE(sample_pose(robot, 1.0, 1e-3, random, pose, k).ok());
  velocity(robot, random_vector(robot.mobility.n, random), k);
  acceleration(robot, random_vector(robot.mobility.n, random), k);
  Load load;
  load.payload = {1.0, Vec3<double>(0, 0, 0.1), Mat3<double>::Identity()};
  load.wrenches.push_back({-1, 0, Vec3<double>::Zero(), Vec3<double>(1, 2, 3), Vec3<double>(1, 0, 0)});
  const VecX<double> effort = random_vector(static_cast<int>(robot.actuators.size()), random);
  const auto count = [&](auto&& call) {
    allocations = 0;
    counting = true;
    call();
    counting = false;
    return allocations;
  };
  EXPECT_EQ(count([&] { elements::inverse_dynamics(robot, load, k, d); }), 0) << "E";
  EXPECT_EQ(count([&] { virtual_work::inverse_dynamics(robot, load, k, d); }), 0) << "V";
  EXPECT_EQ(count([&] { platform_legs::inverse_dynamics(robot, load, k, d); }), 0) << "P";
  EXPECT_EQ(count([&] { orthogonal_complement::inverse_dynamics(robot, load, k, d); }), 0) << "N";
  EXPECT_EQ(count([&] { platform_legs::direct_dynamics(robot, load, effort, k, d); }), 0) << "P direct";
  EXPECT_EQ(count([&] { orthogonal_complement::direct_dynamics(robot, load, effort, k, d); }), 0) << "N direct";
  const VecX<double> V = k.Vr, A = k.dVr;
  for (Formulation f : kFormulations)
    if (f != Formulation::elements || elements::missing_element(robot, load).empty()) {
      EXPECT_EQ(count([&] { (void)inverse_dynamics(robot, f, load, pose, V, A, k, d); }), 0) << "front door, " << letter(f);
    }
  for (Formulation f : {Formulation::platform_legs, Formulation::orthogonal_complement})
    EXPECT_EQ(count([&] { (void)direct_dynamics(robot, f, load, pose, V, effort, k, d); }), 0) << "front door, direct, " << letter(f);
}

TEST_P(Allocation, NoneAlongTrajectories) {
  const Robot robot = load_robot(GetParam());
  KinematicsData<double> data(robot);
  std::mt19937_64 random(3);
  std::vector<Pose<double>> poses(3);
  for (Pose<double>& pose : poses) ASSERT_TRUE(sample_pose(robot, 0.5, 1e-2, random, pose, data).ok());
  FourierSpec series;
  series.cosine = series.sine = MatX<double>::Constant(robot.mobility.n, 3, 1e-3);
  Reference reference(robot);
  for (const Trajectory& trajectory :
       {line(robot, poses[0], poses[1], TimeLaw{}), pose_spline(robot, poses, {0.0, 1.0, 2.0}), fourier(robot, series)}) {
    bool fine = true;
    allocations = 0;
    counting = true;
    for (int k = -1; k <= 21; ++k) fine &= trajectory.at(0.05 * k * trajectory.duration(), data, reference).answered();
    counting = false;
    EXPECT_TRUE(fine);
    EXPECT_EQ(allocations, 0);
  }
}

TEST_P(Allocation, NoneInControllers) {
  const Robot robot = load_robot(GetParam());
  KinematicsData<double> k(robot);
  std::mt19937_64 random(3);
  Measurement m(robot);
  ASSERT_TRUE(sample_pose(robot, 0.8, 1e-2, random, m.pose, k).ok());
  actuated_positions(robot, k, m.qa);
  m.Vr = random_vector(robot.mobility.n, random);
  velocity(robot, m.Vr, k);
  m.dqa = k.dqa;
  Reference reference(robot);
  reference.pose = m.pose;
  VecX<double> effort(robot.actuators.size());
  const std::string platform = robot.nacelle.body_names[0];
  for (const std::string& text :
       {std::string("type = 'joint_pd'"), std::string("type = 'joint_computed_torque'"), std::string("type = 'computed_torque'"),
        std::string("type = 'impedance'\nstiffness = 9\ndamping = 1"),
        std::string("type = 'impedance'\nstiffness = 9\ndamping = 1\ninertia = 2"), std::string("type = 'sliding_mode'\ndisturbance = 9"),
        std::string("type = 'super_twisting'\ndisturbance = 9"), std::string("type = 'passivity'"),
        "type = 'adaptive'\nadapt = [{parameter = '" + platform + ".*'}, {parameter = '*.viscous'}]"}) {
    Controller control = make_controller(robot, read_controller(text, "c.toml"));
    allocations = 0;
    counting = true;
    bool answered = true;
    for (int call = 0; call < 3; ++call) {
      m.t = 1e-3 * call;
      answered &= control(m, reference, effort).answered();
    }
    counting = false;
    EXPECT_TRUE(answered) << text;
    EXPECT_EQ(allocations, 0) << text;
  }
}

TEST_P(Allocation, NoneInSimulationSteps) {
  const Robot robot = load_robot(GetParam());
  const std::string controlled = "[controller]\ntype = 'computed_torque'\n";
  for (const std::string& text :
       {std::string("efforts = 'hold'\n[initial]\nspeed = 0.01\n"),
        std::string("efforts = 'hold'\nintegrator = {method = 'dormand_prince'}\n"), controlled + "continuous = true\n",
        controlled + "[sensors]\nplatform = 'measured'\ntwist_noise = 1e-6\n[actuators]\nlag = 0.01\n",
        controlled + "[sensors]\nresolution = [1e-9]\n[[event]]\ntime = 0.01\npayload = {mass = 0.1}\n"}) {
    Simulation run(robot, read_scenario_text("duration = 0.02\nlog_rate = 1000\n" + text, "s.toml"), ".");
    if (text.find("dormand") != std::string::npos) run.step();  // Boost.Odeint sizes its memory by the first state
    allocations = 0;
    counting = true;
    while (run.step()) {
    }
    counting = false;
    EXPECT_TRUE(run.outcome().ok()) << text;
    EXPECT_EQ(allocations, 0) << text;
  }
}

TEST_P(Allocation, NoneInFastPrograms) {
  const Program program = record(load_robot(GetParam()), {Model::idm});
  constexpr std::size_t kStates = 200;
  std::vector<double> in(program.inputs.size() * kStates, 0.1), out(program.outputs.size() * kStates);
  for (const FastProgram& fast : {FastProgram(program), FastProgram::interpreted(program)}) {
    counting = true;
    allocations = 0;
    fast(in.data(), out.data());
    for (std::size_t n : {std::size_t{1}, std::size_t{3}, kStates}) fast.batch(n, kStates, in.data(), out.data());
    counting = false;
    EXPECT_EQ(allocations, 0) << fast.why_not();
  }
}

TEST_P(Allocation, NoneInTheEvaluatorsModels) {
  const Robot robot = load_robot(GetParam());
  const Evaluator evaluator(robot, {}, Evaluator::Payload::input);
  Evaluator::Memory memory(evaluator);
  const int n = robot.mobility.n, na = static_cast<int>(robot.actuators.size());
  const VecX<double> Vr = VecX<double>::Constant(n, 0.1), effort = VecX<double>::Constant(na, 0.1);
  VecX<double> qa = VecX<double>::Zero(na), c = VecX<double>::Zero(n);
  Eigen::Matrix<double, 6, Eigen::Dynamic> wrenches;
  wrenches.setZero(6, static_cast<Eigen::Index>(reaction_list(robot).size()));
  MatX<double> D = MatX<double>::Zero(n, 2 * n + na + kPayloadNumbers);
  Energy energy;
  const auto ask = [&] {
    Pose<double> pose = robot.home;
    memory.carry({1.0});
    bool answered = evaluator.positions(robot.home, memory, qa).answered() && evaluator.forward_geometry(qa, pose, memory).answered() &&
                    evaluator.bias(robot.home, Vr, memory, c).answered() &&
                    evaluator.energy(robot.home, Vr, Vr, memory, energy).answered() &&
                    evaluator.derivatives(Model::ddm, robot.home, Vr, effort, memory, D).answered();
    if (na >= n) answered &= evaluator.reactions(robot.home, Vr, Vr, memory, wrenches).answered();
    return answered;
  };
  EXPECT_TRUE(ask());  // makes the programs and their memory
  allocations = 0;
  counting = true;
  const bool answered = ask();
  counting = false;
  EXPECT_TRUE(answered);
  EXPECT_EQ(allocations, 0);
}

TEST_P(Allocation, NoneInForwardPrograms) {
  const Robot robot = load_robot(GetParam());
  const ForwardProgram forward(robot);
  ForwardProgram::Memory memory(forward);
  KinematicsData<double> data(robot);
  ASSERT_TRUE(position(robot, robot.home, data).ok());
  VecX<double> q(robot.actuators.size());
  actuated_positions(robot, data, q);
  VecX<double> step = VecX<double>::Constant(robot.nacelle.freedoms(), 1e-3);
  Pose<double> pose = moved(robot, robot.home, step);
  allocations = 0;
  counting = true;
  const Outcome outcome = forward(q.data(), pose, memory);
  counting = false;
  EXPECT_TRUE(outcome.answered());
  EXPECT_EQ(allocations, 0);
}

TEST_P(Allocation, NoneFromEncodersToEfforts) {
  const Robot robot = load_robot(GetParam());
  const EncoderEfforts efforts(robot, Formulation::platform_legs, {}, EncoderEfforts::Payload::input);
  EncoderEfforts::Memory memory(efforts);
  KinematicsData<double> data(robot);
  ASSERT_TRUE(position(robot, robot.home, data).ok());
  VecX<double> q(robot.actuators.size()), rate = VecX<double>::Constant(q.size(), 0.1), effort(q.size());
  actuated_positions(robot, data, q);
  Pose<double> pose = moved(robot, robot.home, VecX<double>::Constant(robot.nacelle.freedoms(), 1e-3));
  allocations = 0;
  counting = true;
  memory.carry({1.0});
  const Outcome outcome = efforts(q.data(), rate.data(), rate.data(), pose, effort.data(), memory);
  counting = false;
  EXPECT_TRUE(outcome.answered());
  EXPECT_EQ(allocations, 0);
}

TEST_P(Allocation, NoneInModelsOfMotions) {
  const Robot robot = load_robot(GetParam());
  KinematicsData<double> k(robot);
  std::mt19937_64 random(4);
  Reference at(robot);
  ASSERT_TRUE(sample_pose(robot, 0.5, 1e-2, random, at.pose, k).ok());
  at.Vr = random_vector(robot.mobility.n, random);
  at.dVr = random_vector(robot.mobility.n, random);
  MotionValues values(robot);
  const Selection S = MatX<double>(MatX<double>::Ones(virtual_work::parameters(robot, {}).size(), 1)).sparseView();
  MatX<double> W(robot.mobility.n, 1);
  MotionModel motion(robot, {}, true);
  RegressorModel regressor(robot, S, RegressorModel::Given::platform, RegressorModel::Rows::freedoms, true);
  PoseProjection projection(robot);
  const auto answered = [&] {
    Pose<double> pose = at.pose;
    return motion(at, values).answered() && regressor(at.pose, at.Vr, at.dVr, W).answered() && projection(pose).answered();
  };
  EXPECT_TRUE(answered());  // the first call makes room
  allocations = 0;
  counting = true;
  const bool fine = answered();
  counting = false;
  EXPECT_TRUE(fine);
  EXPECT_EQ(allocations, 0);
}

INSTANTIATE_TEST_SUITE_P(Robots, Allocation, ::testing::ValuesIn(catalog()), [](const auto& info) { return info.param; });

TEST(Allocation, TheCounterCounts) {
  counting = true;
  allocations = 0;
  VecX<double> x(100);
  x(0) = 1;
  counting = false;
  EXPECT_GT(allocations, 0);
}

}  // namespace
}  // namespace gough
