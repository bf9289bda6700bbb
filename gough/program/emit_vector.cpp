#include <fmt/format.h>

#include <algorithm>

#include "gough/program/c_body.hpp"
#include "gough/program/emit.hpp"

namespace gough {
namespace {

// One call for each lane: compilers turn this into the instruction for all lanes.
std::string lane_helper(const std::string& name, bool two, const std::string& value) {
  return fmt::format("AT_ONCE lanes {}(lanes a{})\n{{\n    for (int k = 0; k < LANES; ++k) a[k] = {};\n    return a;\n}}\n\n", name,
                     two ? ", lanes b" : "", value);
}

std::string lane_helpers(const Program& program) {
  std::string out;
  if (uses(program, Op::square_root)) out += lane_helper("sqrt_lanes", false, "sqrt(a[k])");
  if (uses(program, Op::sine)) out += lane_helper("sin_lanes", false, "sin(a[k])");
  if (uses(program, Op::cosine)) out += lane_helper("cos_lanes", false, "cos(a[k])");
  if (uses(program, Op::copy_sign)) out += lane_helper("with_sign_lanes", true, "with_sign(a[k], b[k])");
  if (uses(program, Op::sign)) out += lane_helper("sign_of_lanes", false, "sign_of(a[k])");
  if (uses(program, Op::minimum)) out += lane_helper("smaller_lanes", true, "smaller(a[k], b[k])");
  return out;
}

}  // namespace

std::string emit_vector_c(const Program& program) {
  Program named = program;
  named.name = "run";
  EmitOptions options;
  options.lanes = true;
  std::string out = "#include <stddef.h>\n#include <string.h>\n" + emit_c(named, options);
  out +=
      "\n#if defined(__AVX512F__)\nenum { LANES = 8 };\n#elif defined(__AVX__)\nenum { LANES = 4 };\n#else\nenum { LANES = 2 };\n#endif\n"
      "typedef double lanes __attribute__((vector_size(8 * LANES)));\n"
      "#define AT_ONCE static inline __attribute__((always_inline))\n\n"
      "AT_ONCE lanes all(double x)\n{\n    return (lanes){0} + x;\n}\n\n"
      "AT_ONCE lanes load(const double *from)\n{\n    lanes x;\n    memcpy(&x, from, sizeof x);\n    return x;\n}\n\n"
      "AT_ONCE void store(double *to, lanes x)\n{\n    memcpy(to, &x, sizeof x);\n}\n\n" +
      lane_helpers(program);
  const std::size_t ni = std::max<std::size_t>(1, program.inputs.size()), no = std::max<std::size_t>(1, program.outputs.size());
  out += fmt::format(
      "static void one_by_one(size_t n, size_t stride, const double *restrict in, double *restrict out)\n{{\n"
      "    double x[{}] = {{0}}, y[{}];\n    for (size_t s = 0; s < n; ++s) {{\n"
      "        for (size_t i = 0; i < {}; ++i) x[i] = in[i * stride + s];\n        run(x, y);\n"
      "        for (size_t o = 0; o < {}; ++o) out[o * stride + s] = y[o];\n    }}\n}}\n\n",
      ni, no, program.inputs.size(), program.outputs.size());
  out +=
      "void run_batch(size_t n, size_t stride, const double *restrict in, double *restrict out)\n{\n"
      "    if (n < LANES) {\n        one_by_one(n, stride, in, out);\n        return;\n    }\n"
      "    for (size_t s = 0; s < n; s += LANES) {\n"
      "        if (s + LANES > n) s = n - LANES; /* the last ones overlap */\n";
  const CDialect dialect{"lanes", [](double x) { return "all(" + c_literal(x, Precision::float64) + ")"; }, "_lanes", "_lanes"};
  out += CBody(program, dialect)
             .text(
                 "        ", [](std::size_t i) { return fmt::format("load(in + {} * stride + s)", i); },
                 [](std::size_t o, const std::string& x) { return fmt::format("store(out + {} * stride + s, {})", o, x); });
  return out + "    }\n}\n";
}

}  // namespace gough
