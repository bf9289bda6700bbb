#include "gough/codegen/emit.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "gough/codegen/emit_project.hpp"
#include "gough/model/input_error.hpp"

namespace gough {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// One input called a, and so on; code written by hand.
Program program(int inputs, std::vector<double> constants, std::vector<Instruction> code, std::vector<std::int32_t> results) {
  Program out;
  out.name = "small";
  for (int i = 0; i < inputs; ++i) out.inputs.push_back({std::string(1, static_cast<char>('a' + i)), "1"});
  for (std::size_t o = 0; o < results.size(); ++o) out.outputs.push_back({"out", "1"});
  out.constants = std::move(constants);
  out.code = std::move(code);
  out.results = std::move(results);
  return out;
}

TEST(Emit, ASmallProgramWordForWord) {
  // √(a·b + 2.5) and its negative, used once each
  const Program p = program(2, {2.5}, {{Op::multiply, 0, 1}, {Op::add, 3, 2}, {Op::square_root, 4, 4}, {Op::negate, 5, 5}}, {5, 6});
  EXPECT_EQ(emit_c(p, {}),
            "#include <math.h>\n\n"
            "void small(const double in[restrict 2], double out[restrict 2])\n{\n"
            "    const double i0 = in[0];\n"
            "    const double i1 = in[1];\n"
            "    const double t1 = i0 * i1 + 2.5;\n"
            "    const double t2 = sqrt(t1);\n"
            "    const double t3 = -t2;\n"
            "    out[0] = t2;\n"
            "    out[1] = t3;\n"
            "}\n");
}

TEST(Emit, BracketsKeepTheOrderOfEvaluation) {
  EXPECT_TRUE(has(emit_c(program(3, {}, {{Op::multiply, 1, 2}, {Op::multiply, 0, 3}}, {4}), {}), "t1 = i0 * (i1 * i2);"));
  EXPECT_TRUE(has(emit_c(program(3, {}, {{Op::multiply, 1, 2}, {Op::multiply, 3, 0}}, {4}), {}), "t1 = i1 * i2 * i0;"));
  EXPECT_TRUE(has(emit_c(program(3, {}, {{Op::multiply, 1, 2}, {Op::divide, 0, 3}}, {4}), {}), "t1 = i0 / (i1 * i2);"));
  EXPECT_TRUE(has(emit_c(program(2, {}, {{Op::negate, 1, 1}, {Op::subtract, 0, 2}}, {3}), {}), "t1 = i0 - -i1;"));
  EXPECT_TRUE(has(emit_c(program(2, {-2.0}, {{Op::multiply, 0, 2}, {Op::subtract, 1, 3}}, {4}), {}), "t1 = i1 - i0 * (-2.0);"));
}

TEST(Emit, WhatIsUsedTwiceHasAName) {
  const std::string text = emit_c(program(2, {}, {{Op::multiply, 0, 1}, {Op::add, 2, 2}}, {3}), {});
  EXPECT_TRUE(has(text, "const double t0 = i0 * i1;"));
  EXPECT_TRUE(has(text, "const double t1 = t0 + t0;"));
}

TEST(Emit, IncludesAndHelpersOnlyWhereNeeded) {
  const std::string plain = emit_c(program(2, {}, {{Op::add, 0, 1}}, {2}), {});
  EXPECT_FALSE(has(plain, "#include"));
  EXPECT_FALSE(has(plain, "static"));
  EXPECT_TRUE(has(emit_c(program(1, {}, {{Op::cosine, 0, 0}}, {1}), {}), "cos(i0)"));
  const std::string signs = emit_c(program(2, {}, {{Op::copy_sign, 0, 1}}, {2}), {});
  EXPECT_TRUE(has(signs, "static inline double with_sign"));
  EXPECT_FALSE(has(signs, "coulomb_sign"));
  EXPECT_FALSE(has(signs, "math.h"));
}

TEST(Emit, UnusedInputsAreNotRead) {
  const std::string text = emit_c(program(2, {3.0}, {}, {2}), {});
  EXPECT_TRUE(has(text, "(void)in;"));
  EXPECT_TRUE(has(text, "out[0] = 3.0;"));
  EXPECT_FALSE(has(emit_c(program(2, {}, {{Op::negate, 1, 1}}, {2}), {}), "i0"));
}

TEST(Emit, SinglePrecisionHasNoDouble) {
  EmitOptions single;
  single.precision = Precision::float32;
  const Program p =
      program(2, {0.1}, {{Op::multiply, 0, 2}, {Op::square_root, 3, 3}, {Op::coulomb_sign, 1, 1}, {Op::reciprocal, 5, 5}}, {4, 6});
  const std::string text = emit_c(p, single);
  EXPECT_FALSE(has(text, "double"));
  EXPECT_TRUE(has(text, "sqrtf(i0 * 0.1f)"));
  EXPECT_TRUE(has(text, "1.0f / "));
}

TEST(Emit, LiteralsReadBackTheSame) {
  EXPECT_EQ(c_literal(1, Precision::float64), "1.0");
  EXPECT_EQ(c_literal(-0.5, Precision::float32), "-0.5f");
  EXPECT_EQ(c_literal(1e-50, Precision::float32), "0.0f");
  std::mt19937_64 random(5);
  std::normal_distribution<double> exponent(0, 30), mantissa;
  for (int k = 0; k < 1000; ++k) {
    const double x = mantissa(random) * std::pow(10, exponent(random));
    EXPECT_EQ(std::strtod(c_literal(x, Precision::float64).c_str(), nullptr), x);
    const auto y = static_cast<float>(mantissa(random));
    EXPECT_EQ(std::strtof(c_literal(y, Precision::float32).c_str(), nullptr), y);
  }
}

TEST(Emit, EndlessConstantsHaveTheirHeader) {
  EmitOptions single;
  single.precision = Precision::float32;
  const Program p = program(1, {1e50}, {{Op::add, 0, 1}}, {2});
  EXPECT_TRUE(has(emit_c(p, single), "#include <math.h>"));
  EXPECT_TRUE(has(emit_c(p, single), "i0 + INFINITY"));
  EXPECT_TRUE(has(emit_c(p, {}), "i0 + 1e+50"));
}

TEST(Emit, NamesAreIdentifiers) {
  EXPECT_EQ(c_identifier("gough_stewart_idm_P"), "gough_stewart_idm_P");
  EXPECT_EQ(c_identifier("my robot-2"), "my_robot_2");
  EXPECT_EQ(c_identifier("3rrr"), "r3rrr");
  EXPECT_EQ(c_identifier("double"), "rdouble");
  EXPECT_EQ(c_identifier("*/ x"), "r___x");
  EXPECT_EQ(c_identifier(""), "r");
  EmitOptions options;
  options.prefix = "acme_";
  EXPECT_EQ(c_declaration(program(1, {}, {}, {0}), options), "void acme_small(const double in[1], double out[1])");
}

TEST(Emit, TwoFunctionsOfOneNameAreRefused) {
  Program a = program(1, {}, {}, {0}), b = a;
  a.name = "x-y";
  b.name = "x_y";
  EXPECT_THROW(emit_c({a, b}, {}), InputError);
}

TEST(Emit, HeadersNameEveryArgumentAndSurviveAnyName) {
  EmittedModel m{{Model::idm}, program(2, {}, {{Op::add, 0, 1}}, {2}), {{1, 2}}, {{3}}};
  m.program.inputs[0] = {"d_rx", "rad/s", PortKind::velocity, 3, "angular velocity of the platform about x, base axes"};
  m.program.inputs[1] = {"evil*/ name\n?\?/", "N m"};
  const std::string text = emit_h("robot */", {m}, {});
  EXPECT_TRUE(has(text, "in[0]  d_rx"));
  EXPECT_TRUE(has(text, "angular velocity of the platform about x, base axes"));
  EXPECT_TRUE(has(text, "1 operations: 1 additions, 0 multiplications"));
  std::size_t opened = 0, closed = 0;
  for (std::size_t k = 0; k + 1 < text.size(); ++k) {
    opened += text.compare(k, 2, "/*") == 0;
    closed += text.compare(k, 2, "*/") == 0;
  }
  EXPECT_EQ(opened, 2u);
  EXPECT_EQ(closed, 2u);
}

TEST(Emit, BatchesGoByColumns) {
  EmitOptions options;
  options.batch = true;
  const Program p = program(2, {}, {{Op::add, 0, 1}}, {2});
  const std::string text = emit_c(p, options), loop = emit_batch_loop(p, options);
  EXPECT_TRUE(has(text, "\nvoid small_batch(size_t n, size_t stride, const double *restrict in, double *restrict out)"));
  EXPECT_TRUE(has(text, "#include \"" + c_batch_file(p, options) + "\""));
  EXPECT_TRUE(has(text, "in[i * stride + s]"));  // few states, and other compilers
  EXPECT_TRUE(has(loop, "const lanes i1 = *(const column *)(in + 1 * stride + s);"));
  EXPECT_TRUE(has(loop, "*(column *)(out + 0 * stride + s) = t0;"));
}

TEST(Emit, BatchesChooseWithoutABranch) {
  const Program p =
      program(2, {-1.5}, {{Op::copy_sign, 0, 1}, {Op::coulomb_sign, 0, 0}, {Op::minimum, 0, 2}, {Op::square_root, 1, 1}}, {3, 4, 5, 6});
  const std::string loop = emit_batch_loop(p, {});
  EXPECT_TRUE(has(loop, "(mask)(i1 < zero) & top"));
  EXPECT_TRUE(has(loop, "(i0 <= (zero + -1.5))"));
  EXPECT_TRUE(has(loop, "[k] = sqrt("));
  EXPECT_FALSE(has(loop, "?"));
}

TEST(Emit, BatchesOfConstantsStoreVectors) { EXPECT_TRUE(has(emit_batch_loop(program(1, {3.0}, {}, {1}), {}), "= (zero + 3.0);")); }

}  // namespace
}  // namespace gough
