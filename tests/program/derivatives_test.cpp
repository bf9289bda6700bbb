#include "gough/program/derivatives.hpp"

#include <functional>

#include "gough/program/models.hpp"
#include "tests/dynamics/states.hpp"

namespace gough {
namespace {

// One function of a and b, and its derivatives by hand.
struct Rule {
  const char* name;
  std::function<Recorded(Recorded, Recorded)> f;
  std::function<double(double, double)> by_a, by_b;
};

TEST(Derivatives, RuleOfEveryOperation) {
  const std::function<double(double, double)> zero = [](double, double) { return 0.0; };
  const std::vector<Rule> rules{
      {"add", [](auto a, auto b) { return a + b; }, [](double, double) { return 1.0; }, [](double, double) { return 1.0; }},
      {"subtract", [](auto a, auto b) { return a - b; }, [](double, double) { return 1.0; }, [](double, double) { return -1.0; }},
      {"multiply", [](auto a, auto b) { return a * b; }, [](double, double b) { return b; }, [](double a, double) { return a; }},
      {"square", [](auto a, auto) { return a * a; }, [](double a, double) { return 2 * a; }, zero},
      {"divide", [](auto a, auto b) { return a / b; }, [](double, double b) { return 1 / b; },
       [](double a, double b) { return -a / (b * b); }},
      {"reciprocal", [](auto a, auto) { return Recorded(1.0) / a; }, [](double a, double) { return -1 / (a * a); }, zero},
      {"negate", [](auto a, auto) { return -a; }, [](double, double) { return -1.0; }, zero},
      {"square_root", [](auto a, auto b) { return sqrt(a * a + b); }, [](double a, double b) { return a / std::sqrt(a * a + b); },
       [](double a, double b) { return 0.5 / std::sqrt(a * a + b); }},
      {"sine", [](auto a, auto) { return sin(a); }, [](double a, double) { return std::cos(a); }, zero},
      {"cosine", [](auto a, auto) { return cos(a); }, [](double a, double) { return -std::sin(a); }, zero},
      {"copy_sign", [](auto a, auto b) { return copysign(a, b); },
       [](double a, double b) { return std::copysign(1.0, a) * std::copysign(1.0, b); }, zero},
      {"copy_sign of a root", [](auto a, auto b) { return copysign(sqrt(a + Recorded(9.0)), b); },
       [](double a, double b) { return std::copysign(0.5 / std::sqrt(a + 9), b); }, zero},
      {"coulomb_sign", [](auto a, auto b) { return coulomb_sign(a) * b; }, zero, [](double a, double) { return a > 0 ? 1.0 : -1.0; }},
      {"constants", [](auto a, auto b) { return Recorded(3.0) * a - Recorded(2.0) * b + Recorded(7.0); },
       [](double, double) { return 3.0; }, [](double, double) { return -2.0; }},
  };
  for (const Rule& rule : rules) {
    Recorder recorder(rule.name);
    const Recorded a = recorder.input("a", "1"), b = recorder.input("b", "1");
    recorder.output("f", "1", rule.f(a, b));
    const Program program = recorder.finish();
    for (Mode mode : {Mode::forward, Mode::reverse}) {
      const Program derivative = jacobian(program, tangents(program), mode);
      for (const auto& [x, y] : {std::pair{1.3, 2.1}, std::pair{-1.7, 2.4}, std::pair{0.8, -0.4}, std::pair{-2.2, -1.9}}) {
        const std::vector<double> got = derivative.evaluate({x, y});
        EXPECT_NEAR(got[0], rule.by_a(x, y), 1e-14 * (1 + std::abs(got[0]))) << rule.name;
        EXPECT_NEAR(got[1], rule.by_b(x, y), 1e-14 * (1 + std::abs(got[1]))) << rule.name;
      }
    }
  }
}

TEST(Derivatives, AMinimumHasNone) {
  Recorder recorder("least");
  recorder.output("f", "1", smaller(recorder.input("a", "1"), recorder.input("b", "1")));
  const Program program = recorder.finish();
  EXPECT_THROW(jacobian(program, tangents(program)), std::logic_error);
}

TEST(Derivatives, AreProgramsThatCanBeDifferentiatedAgain) {
  Recorder recorder("cube");
  const Recorded x = recorder.input("x", "m");
  recorder.output("y", "N", x * x * x);
  const Program first = jacobian(recorder.finish(), {{"x", "m", {{0}}}}), second = jacobian(first, tangents(first));
  EXPECT_EQ(first.outputs[0].name, "y/x");
  EXPECT_EQ(first.outputs[0].unit, "N/(m)");
  EXPECT_DOUBLE_EQ(second.evaluate({1.5})[0], 9.0);
}

// Along rx, ry, rz a matrix turns about the world's axes; along NAME a pair turns.
TEST(Derivatives, TangentsOfRotations) {
  Recorder recorder("turns");
  Mat3<Recorded> R;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) R(r, c) = recorder.input({"r" + std::to_string(3 * r + c), "1", PortKind::rotation, 3 * r + c});
  const Recorded c = recorder.input({"swivel.cos", "1", PortKind::cosine}), s = recorder.input({"swivel.sin", "1", PortKind::sine});
  const Recorded d = recorder.input("R11", "m");  // a name tells nothing
  for (int k = 0; k < 9; ++k) recorder.output("r" + std::to_string(k), "1", R(k / 3, k % 3));
  recorder.output("c", "1", c);
  recorder.output("s", "1", s);
  recorder.output("d", "m", d);
  const Program program = recorder.finish();
  const std::vector<Tangent> along = tangents(program);
  ASSERT_EQ(along.size(), 5u);
  EXPECT_EQ(along[0].name + along[1].name + along[2].name + along[3].name + along[4].name, "rxryrzswivelR11");
  const Mat3<double> at = rotation_exp(Vec3<double>(0.3, -0.7, 0.4));
  std::vector<double> in;
  for (int k = 0; k < 9; ++k) in.push_back(at(k / 3, k % 3));
  in.insert(in.end(), {0.6, 0.8, 2.0});
  const std::vector<double> got = jacobian(program, along).evaluate(in);
  for (int k = 0; k < 3; ++k) {
    const Mat3<double> want = hat<double>(Vec3<double>::Unit(k)) * at;
    for (int o = 0; o < 9; ++o) EXPECT_NEAR(got[o * 5 + k], want(o / 3, o % 3), 1e-15);
  }
  EXPECT_DOUBLE_EQ(got[9 * 5 + 3], -0.8);
  EXPECT_DOUBLE_EQ(got[10 * 5 + 3], 0.6);
  EXPECT_DOUBLE_EQ(got[11 * 5 + 4], 1.0);
}

class GradientOfRobot : public test::Catalog {};

// Reverse against forward derivatives along every input, and no more than five times the function's operations.
TEST_P(GradientOfRobot, AgreesWithTheJacobian) {
  for (Model model : {Model::idm, Model::ddm}) {
    const ModelChoice choice{model};
    const Program program = record(robot, choice);
    std::vector<Tangent> along;
    for (std::size_t i = 0; i < program.inputs.size(); ++i) along.push_back({program.inputs[i].name, "1", {{static_cast<int>(i)}}});
    const Program forward = jacobian(program, along, Mode::forward), one = gradient(program, 1), squares = gradient_of_squares(program),
                  weighted = gradient_of_weighted(program);
    for (const Program& p : {one, squares, weighted}) EXPECT_LE(p.count().total(), 5 * program.count().total()) << p.name;
    std::mt19937_64 random(61);
    for (int sample = 0; sample < 5; ++sample) {
      test::State state(robot, random, false);
      const int rows = static_cast<int>(program.outputs.size()), columns = static_cast<int>(along.size());
      std::vector<double> in =
          program_inputs(robot, choice, state.kinematics, 10 * random_vector(static_cast<int>(robot.actuators.size()), random));
      const std::vector<double> y = program.evaluate(in), J = forward.evaluate(in), g1 = one.evaluate(in), g2 = squares.evaluate(in);
      const VecX<double> w = random_vector(rows, random);
      in.insert(in.end(), w.begin(), w.end());
      const std::vector<double> g3 = weighted.evaluate(in);
      const Eigen::Map<const VecX<double>> Y(y.data(), rows);
      const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> D(J.data(), rows, columns);
      const auto expect = [&](const std::vector<double>& g, double value, const VecX<double>& by) {
        ASSERT_EQ(static_cast<int>(g.size()), 1 + columns);
        EXPECT_NEAR(g[0], value, 1e-12 * (1 + std::abs(value)));
        const Eigen::Map<const VecX<double>> got(g.data() + 1, columns);
        EXPECT_LT(test::relative_error(got, by), 1e-10) << program.name;
      };
      expect(g1, Y(1), D.row(1));
      expect(g2, Y.squaredNorm(), 2 * D.transpose() * Y);
      expect(g3, w.dot(Y), D.transpose() * w);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, GradientOfRobot, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
