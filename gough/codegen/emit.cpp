#include "gough/codegen/emit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "gough/codegen/c_body.hpp"
#include "gough/codegen/lane_text.hpp"
#include "gough/model/input_error.hpp"

namespace gough {
namespace {

std::string plain_body(const Program& program, Precision precision) {
  return CBody(program, {precision})
      .text(
          "    ", [](std::size_t i) { return fmt::format("in[{}]", i); },
          [&](std::size_t o, const std::string& x) { return c_store(program, o, c_type(precision), x, fmt::format("out[{}]", o)); });
}

std::string body(const Program& program, const EmitOptions& options) {
  const std::string plain = plain_body(program, options.precision);
  if (!options.lanes) return plain;
  return fmt::format("#if defined(__GNUC__)\n{}#else\n{}#endif\n", lanes_body(program, options.precision), plain);
}

std::string signature(const Program& program, const std::string& returned, const std::string& name, Precision precision,
                      const char* pointers) {
  const char* type = c_type(precision);
  return fmt::format("{} {}(const {} in[{}{}], {} out[{}{}])", returned, name, type, pointers,
                     std::max<std::size_t>(1, program.inputs.size()), type, pointers, std::max<std::size_t>(1, plain_outputs(program)));
}

std::string function_text(const Program& program, const EmitOptions& options) {
  const std::string returned = std::string(options.internal ? "static " : "") + (tells_status(program) ? "int" : "void");
  std::string out = signature(program, returned, c_function(program, options), options.precision, "restrict ") + "\n{\n";
  if (!reads_inputs(program)) out += "    (void)in;\n";
  out += body(program, options);
  if (tells_status(program)) out += fmt::format("    return {};\n", status_expression(program, "in", "1", ""));
  return out + "}\n";
}

// The margins of record_status, as plain numbers.
std::string status_function(Program status, Precision precision) {
  for (Port& port : status.outputs) port.kind = PortKind::other;
  return signature(status, "static void", "pose_status", precision, "restrict ") + "\n{\n" +
         (reads_inputs(status) ? "" : "    (void)in;\n") + plain_body(status, precision) + "}\n\n";
}

bool any_uses(const std::vector<Program>& programs, Op op) {
  return std::any_of(programs.begin(), programs.end(), [&](const Program& p) { return uses(p, op); });
}

bool needs_math(const std::vector<Program>& programs) {
  const auto endless = [](const Program& p) {
    return std::any_of(p.constants.begin(), p.constants.end(), [](double c) { return !(std::abs(c) < 1e38); });  // a float's too
  };
  return any_uses(programs, Op::square_root) || any_uses(programs, Op::sine) || any_uses(programs, Op::cosine) ||
         any_uses(programs, Op::arc_tangent) || std::any_of(programs.begin(), programs.end(), endless);
}

// The functions that C lacks, or has in its library only.
std::string helpers(const std::vector<Program>& programs, Precision precision) {
  const std::string type = c_type(precision), zero = c_literal(0.0, precision), rest = c_literal(kRestRate, precision);
  std::string out;
  if (any_uses(programs, Op::copy_sign))
    out += fmt::format(
        "/* |a| with the sign of b */\nstatic inline {0} with_sign({0} a, {0} b)\n{{\n    const {0} size = a < {1} ? -a : a;\n"
        "    return b < {1} ? -size : size;\n}}\n\n",
        type, zero);
  if (any_uses(programs, Op::coulomb_sign))
    out += fmt::format(
        "/* sign of a rate, 0 at rest */\nstatic inline {0} coulomb_sign({0} rate)\n{{\n    return ({0})((rate > {1}) - (rate < "
        "-{1}));\n}}\n\n",
        type, rest);
  if (any_uses(programs, Op::minimum))
    out += fmt::format("static inline {0} smaller({0} a, {0} b)\n{{\n    return a < b ? a : b;\n}}\n\n", type);
  return out;
}

void require_distinct_names(const std::vector<Program>& programs, const EmitOptions& options) {
  std::set<std::string> seen;
  for (const Program& p : programs)
    if (!seen.insert(c_function(p, options)).second)
      throw InputError({}, fmt::format("two functions would be called '{}'; emit them to different files", c_function(p, options)));
}

}  // namespace

const char* c_type(Precision precision) { return precision == Precision::float32 ? "float" : "double"; }

std::string c_literal(double x, Precision precision) {
  const bool single = precision == Precision::float32;
  if (single) x = static_cast<float>(x);
  if (std::isnan(x)) return "NAN";
  if (std::isinf(x)) return x > 0 ? "INFINITY" : "-INFINITY";
  std::string out = single ? fmt::format("{}", static_cast<float>(x)) : fmt::format("{}", x);
  if (out.find_first_of(".e") == std::string::npos) out += ".0";
  return single ? out + "f" : out;
}

std::string c_function(const Program& program, const EmitOptions& options) { return c_identifier(options.prefix + program.name); }

std::string c_declaration(const Program& program, const EmitOptions& options) {
  return signature(program, tells_status(program) ? "int" : "void", c_function(program, options), options.precision, "");
}

std::string c_batch_declaration(const Program& program, const EmitOptions& options) {
  const char* type = c_type(options.precision);
  return fmt::format("void {}_batch(size_t n, size_t stride, const {} *in, {} *out{})", c_function(program, options), type, type,
                     tells_status(program) ? ", int *status" : "");
}

std::string emit_c(const std::vector<Program>& programs, const EmitOptions& options, const std::string& header, const Program* status) {
  require_distinct_names(programs, options);
  std::vector<Program> all = programs;
  if (status) all.push_back(*status);
  std::string out;
  if (!header.empty()) out += fmt::format("#include \"{}\"\n\n", header);
  if (needs_math(all)) out += "#include <math.h>\n\n";
  if (status || (options.batch && header.empty())) out += "#include <stddef.h>\n\n";
  if (options.batch) out += batch_registers();
  if (options.lanes) out += lanes_types(options.precision);
  out += helpers(all, options.precision);
  if (status) out += status_function(*status, options.precision) + emit_status(*status, options);
  for (std::size_t k = 0; k < programs.size(); ++k) {
    out += (k > 0 ? "\n" : "") + function_text(programs[k], options);
    if (options.batch) out += "\n" + emit_batch(programs[k], options);
  }
  return out;
}

std::string emit_c(const Program& program, const EmitOptions& options) { return emit_c(std::vector<Program>{program}, options); }

}  // namespace gough
