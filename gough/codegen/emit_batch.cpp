#include <fmt/format.h>

#include <algorithm>

#include "gough/codegen/c_body.hpp"
#include "gough/codegen/emit.hpp"
#include "gough/codegen/reorder.hpp"

namespace gough {
namespace {

constexpr const char* kRegisters = R"(/* bytes of the registers that this is compiled for, and whether others may be found when it runs */
#if defined(__AVX512DQ__)
#define REGISTER 64
#elif defined(__AVX2__)
#define REGISTER 32
#else
#define REGISTER 16
#endif
#if defined(__GNUC__) && defined(__x86_64__) && !(defined(__AVX2__) && defined(__FMA__))
#define OTHER_REGISTERS 1
#endif

)";

constexpr const char* kDispatch = R"(#if defined(__GNUC__)
    if (n < 64 / sizeof *out) {{
        {0}_one_by_one(n, stride, in, out{1});
        return;
    }}
#if defined(OTHER_REGISTERS)
    if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {{
        {0}_avx512(n, stride, in, out{1});
        return;
    }}
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {{
        {0}_avx2(n, stride, in, out{1});
        return;
    }}
#endif
    {0}_at_once(n, stride, in, out{1});
#else
    {0}_one_by_one(n, stride, in, out{1});
#endif
}}
)";

std::string batch_signature(const Program& program, const std::string& name, Precision precision) {
  return fmt::format("void {0}(size_t n, size_t stride, const {1} *restrict in, {1} *restrict out{2})\n{{\n", name, c_type(precision),
                     tells_status(program) ? ", int *restrict status" : "");
}

// Few states, and those of other compilers.
std::string one_by_one(const Program& program, const std::string& name, const std::string& function, Precision precision) {
  const std::string result = function + "(x, y)";
  const std::string call = tells_status(program) ? "const int code = " + result + ";\n        if (status) status[s] = code" : result;
  return "static " + batch_signature(program, name, precision) +
         fmt::format(
             "    {0} x[{1}]{2}, y[{3}];\n    for (size_t s = 0; s < n; ++s) {{\n"
             "        for (size_t i = 0; i < {4}; ++i) x[i] = in[i * stride + s];\n        {5};\n"
             "        for (size_t o = 0; o < {6}; ++o) out[o * stride + s] = y[o];\n    }}\n}}\n\n",
             c_type(precision), std::max<std::size_t>(1, program.inputs.size()), program.inputs.empty() ? " = {0}" : "",
             std::max<std::size_t>(1, plain_outputs(program)), program.inputs.size(), call, plain_outputs(program));
}

// The types and numbers that the loop needs, for registers of so many bytes.
std::string lane_types(const Program& program, Precision precision, const std::string& bytes) {
  const bool single = precision == Precision::float32;
  std::string out = fmt::format(
      "    enum {{ LANES = {0} / {1} }};\n    typedef {2} lanes __attribute__((vector_size({0})));\n"
      "    typedef {2} column __attribute__((vector_size({0}), aligned({1}), may_alias));\n",
      bytes, single ? 4 : 8, c_type(precision));
  const bool copies = uses(program, Op::copy_sign), signs = uses(program, Op::coulomb_sign);
  if (copies || signs || uses(program, Op::minimum))
    out += fmt::format("    typedef {} mask __attribute__((vector_size({})));\n", single ? "int" : "long long", bytes);
  out += "    const lanes zero = {0};\n";
  if (copies) out += "    const mask top = (mask)-zero;\n";
  if (signs)
    out += fmt::format("    const lanes one = zero + {}, rest = zero + {};\n", c_literal(1.0, precision), c_literal(kRestRate, precision));
  return out + "    (void)zero;\n";
}

}  // namespace

std::string c_batch_file(const Program& program, const EmitOptions& options) { return c_function(program, options) + "_batch.inc"; }

std::string emit_batch_loop(const Program& program, const EmitOptions& options) {
  const char* indent = "        ";
  const std::string status = tells_status(program)
                                 ? fmt::format("        if (status)\n            for (size_t k = 0; k < LANES; ++k) status[s + k] = {};\n",
                                               status_expression(program, "in + s + k", "stride", "[k]"))
                                 : "";
  return "    for (size_t s = 0; s < n; s += LANES) {\n        if (s + LANES > n) s = n - LANES; /* the last ones overlap */\n" +
         CBody(in_batch_order(program), {options.precision, true})
             .text(
                 indent, [](std::size_t i) { return fmt::format("*(const column *)(in + {} * stride + s)", i); },
                 [&](std::size_t o, const std::string& x) {
                   return c_store(program, o, "lanes", x, fmt::format("*(column *)(out + {} * stride + s)", o));
                 }) +
         status + "    }\n";
}

std::string emit_batch(const Program& program, const EmitOptions& options) {
  const std::string name = c_function(program, options);
  const auto version = [&](const std::string& suffix, const std::string& target, const std::string& bytes) {
    const std::string attribute = target.empty() ? "" : fmt::format("__attribute__((target(\"{}\")))\n", target);
    return attribute + "static " + batch_signature(program, name + suffix, options.precision) +
           (reads_inputs(program) ? "" : "    (void)in;\n") + lane_types(program, options.precision, bytes) +
           fmt::format("#include \"{}\"\n}}\n", c_batch_file(program, options));
  };
  std::string out = one_by_one(program, name + "_one_by_one", name, options.precision);
  out += "#if defined(__GNUC__)\n" + version("_at_once", "", "REGISTER") + "\n#if defined(OTHER_REGISTERS)\n" +
         version("_avx2", "avx2,fma", "32") + "\n" + version("_avx512", "avx512f,avx512dq,avx512vl,fma", "64") + "#endif\n#endif\n\n";
  return out + batch_signature(program, name + "_batch", options.precision) +
         fmt::format(kDispatch, name, tells_status(program) ? ", status" : "");
}

std::string batch_registers() { return kRegisters; }

}  // namespace gough
