#include "gough/program/model_derivatives.hpp"

#include <memory>

#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/model/changed_robot.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/dynamics/states.hpp"

namespace gough {
namespace {

using Table = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// A state and its model, answered by the library.
class Subject {
 public:
  Subject(const Robot& robot, Model model, const Load& load, std::mt19937_64& random)
      : robot_(robot), model_(model), load_(load), state_(robot, random, false), k_(state_.kinematics), start_(k_.pose), d_(robot) {
    regular_ = std::min(1.0, 10.0 * elimination_outcome(robot, k_).measure);
    Psi_ = k_.Psi;
    const int n = robot.mobility.n, last = model == Model::idm ? n : static_cast<int>(robot.actuators.size());
    rest_.resize(n + last);
    rest_ << state_.Vr, (model == Model::idm ? state_.dVr : VecX<double>(10 * random_vector(last, random)));
  }

  int directions() const { return robot_.mobility.n + static_cast<int>(rest_.size()); }
  std::vector<double> inputs() {
    answer(0, 0.0);
    return program_inputs(robot_, {model_}, k_, rest_.tail(rest_.size() - robot_.mobility.n));
  }

  // The model where coordinate c has gone by h: first the pose along Ψ, then V_r, then V̇_r or τ.
  VecX<double> answer(int c, double h) {
    const int n = robot_.mobility.n;
    Pose<double> pose = start_;
    if (c < n) pose = moved(robot_, start_, h * Psi_.col(c));
    EXPECT_TRUE(project(robot_, pose, k_).answered());
    VecX<double> rest = rest_;
    if (c >= n) rest(c - n) += h;
    velocity(robot_, VecX<double>(rest.head(n)), k_);
    if (model_ == Model::idm) {
      acceleration(robot_, VecX<double>(rest.tail(n)), k_);
      platform_legs::inverse_dynamics(robot_, load_, k_, d_);
      return d_.effort;
    }
    platform_legs::direct_dynamics(robot_, load_, VecX<double>(rest.tail(rest.size() - n)), k_, d_);
    return d_.acceleration;
  }

  // Whether no joint turns round within the differences, where Coulomb friction would jump.
  bool smooth() {
    answer(0, 0.0);
    const std::vector<double> here = rates();
    for (int c = 0; c < directions(); ++c)
      for (double h : {-4 * step(c), 4 * step(c)}) {
        answer(c, h);
        const std::vector<double> there = rates();
        for (std::size_t j = 0; j < here.size(); ++j)
          if (here[j] * there[j] < 0) return false;
      }
    return true;
  }

  // How far c may go so that differences tell something.
  double step(int c) const {
    const int n = robot_.mobility.n;
    if (c >= n) return 1e-3;
    return 1e-3 * regular_ * (robot_.mobility.free[c].angular ? 1.0 : robot_.length);
  }

 private:
  const Robot& robot_;
  Model model_;
  const Load& load_;
  test::State state_;
  KinematicsData<double> k_;
  Pose<double> start_;
  DynamicsData<double> d_;
  MatX<double> Psi_;
  VecX<double> rest_;
  double regular_ = 1.0;

  // Of all joints with Coulomb friction.
  std::vector<double> rates() const {
    std::vector<double> out;
    for (std::size_t i = 0; i < robot_.legs.size(); ++i)
      for (int j = 0; j < robot_.legs[i].freedoms(); ++j)
        if (robot_.legs[i].joints[j].friction.coulomb > 0) out.push_back(k_.legs[i].dq(j));
    for (std::size_t j = 0; j < robot_.nacelle.joints.size(); ++j)
      if (robot_.nacelle.joints[j].friction.coulomb > 0) out.push_back(k_.VN(6 + j));
    return out;
  }
};

class ModelDerivatives : public test::Catalog {
 protected:
  // Fourth-order differences; the change from a step twice as long bounds the truncation fifteen times over, and the model's rounding
  // is taken as 1e4 ulp, for positions come out of a projection.
  void expect_differences(Model model) {
    std::mt19937_64 random(71);
    const Load load = test::State(robot, random).load;
    const Program forward = state_jacobian(robot, {model}, load, Mode::forward),
                  reverse = state_jacobian(robot, {model}, load, Mode::reverse);
    for (int sample = 0; sample < std::max(3, test::samples / 30); ++sample) {
      auto drawn = std::make_unique<Subject>(robot, model, load, random);
      for (int more = 0; more < 100 && !drawn->smooth(); ++more) drawn = std::make_unique<Subject>(robot, model, load, random);
      Subject& subject = *drawn;
      ASSERT_TRUE(subject.smooth());
      const std::vector<double> in = subject.inputs(), got = forward.evaluate(in), other = reverse.evaluate(in);
      const int columns = subject.directions(), rows = static_cast<int>(got.size()) / columns;
      ASSERT_EQ(rows * columns, static_cast<int>(got.size()));
      const Eigen::Map<const Table> J(got.data(), rows, columns), K(other.data(), rows, columns);
      for (int c = 0; c < columns; ++c) {
        EXPECT_LT((J.col(c) - K.col(c)).cwiseAbs().maxCoeff(), 1e-10 * (1e-3 + J.col(c).cwiseAbs().maxCoeff())) << "reverse";
        const auto formula = [&](double h) -> VecX<double> {
          return (subject.answer(c, -2 * h) - 8 * subject.answer(c, -h) + 8 * subject.answer(c, h) - subject.answer(c, 2 * h)) / (12 * h);
        };
        const double size = 1.0 + subject.answer(c, 0).cwiseAbs().maxCoeff();
        VecX<double> difference;
        double tolerance = kInfinity;
        for (double h : {subject.step(c), 0.1 * subject.step(c), 0.01 * subject.step(c)}) {  // near a singularity, shorter ones
          const VecX<double> fine = formula(h), coarse = formula(2 * h);
          const double own = (fine - coarse).cwiseAbs().maxCoeff() + 1e4 * 2.2e-16 * size / h;
          if (own >= tolerance) continue;
          tolerance = own;
          difference = fine;
        }
        const std::string where = forward.outputs[c].name;
        EXPECT_LT(tolerance, 1e-4 * (size + J.col(c).cwiseAbs().maxCoeff())) << where << ": differences too coarse to say anything";
        EXPECT_LE((J.col(c) - difference).cwiseAbs().maxCoeff(), tolerance) << where;
      }
      if (HasFailure()) return;
    }
  }
};

TEST_P(ModelDerivatives, OfInverseDynamicsAgreeWithDifferences) { expect_differences(Model::idm); }
TEST_P(ModelDerivatives, OfDirectDynamicsAgreeWithDifferences) { expect_differences(Model::ddm); }

// Legs without a closed form bring their joints as inputs, and these follow the pose.
TEST_P(ModelDerivatives, AgreeWithDifferencesWhereLegsAreFoundByNewton) {
  for (Leg& leg : robot.legs) leg.solver = {};
  expect_differences(Model::idm);
}

TEST_P(ModelDerivatives, AreNamedAfterOutputsAndCoordinates) {
  const Program program = state_jacobian(robot, {Model::ddm});
  const int n = robot.mobility.n, columns = 2 * n + static_cast<int>(robot.actuators.size());
  ASSERT_EQ(static_cast<int>(program.outputs.size()), n * columns);
  const FreeComponent& free = robot.mobility.free[0];
  EXPECT_EQ(program.outputs[0].name, "dd_" + free.name + "/" + free.name);
  EXPECT_EQ(program.outputs[0].unit, free.angular ? "rad/s2/(rad)" : "m/s2/(m)");
  EXPECT_EQ(program.outputs[columns - 1].name, "dd_" + free.name + "/" + robot.actuators.back().name);
  EXPECT_THROW(state_jacobian(robot, {Model::igm}), InputError);
}

// A robot whose parameter differs, and what that parameter changes by. Bodies keep mass and centre times mass apart from the
// inertia about their origin, so a change of mass alone takes the central inertia along.
struct Changed {
  std::string parameter;
  Robot robot;
  double by;
};

std::vector<Changed> changes(const Robot& robot) {
  std::vector<Changed> out;
  std::size_t heavy = 0;  // or the last one where the leg has no mass
  while (heavy + 1 < robot.legs[0].joints.size() && robot.legs[0].joints[heavy].body.mass == 0.0) ++heavy;
  const auto body_of = [&](Robot& r, bool platform) -> RigidBody& { return platform ? r.nacelle.platform : r.legs[0].joints[heavy].body; };
  for (bool platform : {true, false}) {
    const std::string name = platform ? robot.nacelle.body_names[0] : robot.legs[0].name + "." + robot.legs[0].joints[heavy].name;
    const auto about_origin = [](const RigidBody& b) -> Mat3<double> {
      return b.inertia + b.mass * (b.com.squaredNorm() * Mat3<double>::Identity() - b.com * b.com.transpose());
    };
    const auto set = [&](RigidBody& b, double mass, const Vec3<double>& moment, const Mat3<double>& inertia) {
      b.mass = mass;
      b.com = moment / mass;
      b.inertia = inertia - mass * (b.com.squaredNorm() * Mat3<double>::Identity() - b.com * b.com.transpose());
    };
    const auto change = [&](const std::string& suffix, double mass, const Vec3<double>& moment, const Mat3<double>& inertia, double by) {
      Robot r = robot;
      RigidBody& b = body_of(r, platform);
      set(b, b.mass + by * mass, b.mass * b.com + by * moment, about_origin(b) + by * inertia);
      refresh(r);
      out.push_back({name + "." + suffix, r, by});
    };
    const Vec3<double> none = Vec3<double>::Zero();
    Mat3<double> xy = Mat3<double>::Zero();
    xy(0, 1) = xy(1, 0) = 1.0;
    change("m", 1.0, none, Mat3<double>::Zero(), 0.5);
    if ((platform ? robot.nacelle.platform : robot.legs[0].joints[heavy].body).mass == 0.0) continue;
    change("mcy", 0.0, Vec3<double>::UnitY(), Mat3<double>::Zero(), 0.05);
    change("Ixy", 0.0, none, xy, 0.01);
  }
  const Actuator& a = robot.actuators[0];
  const std::string joint = robot.legs[a.leg].name + "." + robot.legs[a.leg].joints[a.joint].name;
  Robot viscous = robot, coulomb = robot, rotor = robot;
  viscous.legs[a.leg].joints[a.joint].friction.viscous += 0.3;
  coulomb.legs[a.leg].joints[a.joint].friction.coulomb += 0.3;
  rotor.actuators[0].rotor_inertia += 0.02;
  refresh(coulomb);
  out.push_back({joint + ".viscous", viscous, 0.3});
  out.push_back({joint + ".coulomb", coulomb, 0.3});
  out.push_back({joint + ".rotor", rotor, 0.02 * a.gear_ratio * a.gear_ratio});
  return out;
}

// τ is linear in the parameters: one difference is exact but for rounding. V̇ is not: M changes, M' (V̇' − V̇) = −W Δp.
TEST_P(ModelDerivatives, ParametersAgainstARobotThatHasThem) {
  std::mt19937_64 random(73);
  test::State state(robot, random);
  const VecX<double> effort = 10 * random_vector(static_cast<int>(robot.actuators.size()), random);
  const std::vector<Changed> changed = changes(robot);
  std::vector<std::string> names;
  for (const Changed& change : changed) names.push_back(change.parameter);
  const auto table = [&](Model model, int rows) -> Table {
    const Program program = parameter_sensitivity(robot, {model}, state.load, names);
    EXPECT_TRUE(program.outputs[1].name.ends_with("/" + names[1]));
    const std::vector<double> got = program.evaluate(program_inputs(robot, {model}, state.kinematics, effort));
    EXPECT_EQ(got.size(), rows * names.size());
    return Eigen::Map<const Table>(got.data(), rows, static_cast<int>(names.size()));
  };
  const Table Y = table(Model::idm, static_cast<int>(robot.actuators.size())), A = table(Model::ddm, robot.mobility.n);
  DynamicsData<double> before(robot);
  for (std::size_t p = 0; p < changed.size(); ++p) {
    DynamicsData<double> after(changed[p].robot);
    platform_legs::inverse_dynamics(robot, state.load, state.kinematics, before);
    platform_legs::inverse_dynamics(changed[p].robot, state.load, state.kinematics, after);
    const double rounding = 1e-11 * (1 + before.effort.cwiseAbs().maxCoeff() + after.effort.cwiseAbs().maxCoeff());
    EXPECT_LT((Y.col(p) * changed[p].by - (after.effort - before.effort)).cwiseAbs().maxCoeff(), rounding) << names[p];
    KinematicsData<double> k = state.kinematics;
    platform_legs::direct_dynamics(robot, state.load, effort, k, before);
    platform_legs::direct_dynamics(changed[p].robot, state.load, effort, k, after);
    const VecX<double> left = after.mass * (after.acceleration - before.acceleration), right = before.mass * A.col(p) * changed[p].by;
    const double size =
        1 + (after.mass * after.acceleration).cwiseAbs().maxCoeff() + (before.mass * before.acceleration).cwiseAbs().maxCoeff();
    EXPECT_LT((left - right).cwiseAbs().maxCoeff(), 1e-10 * size) << names[p];
  }
  EXPECT_EQ(parameter_sensitivity(robot, {Model::idm}, {}, {robot.nacelle.body_names[0]}).outputs.size() / robot.actuators.size(), 10u);
  EXPECT_THROW(parameter_sensitivity(robot, {Model::idm}, {}, {"nobody"}), InputError);
}

INSTANTIATE_TEST_SUITE_P(Robots, ModelDerivatives, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
