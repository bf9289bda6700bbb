#include <fmt/format.h>

#include "gough/codegen/emit.hpp"
#include "gough/program/status_margin.hpp"

namespace gough {
namespace {

// {0} the type, {1} zero, {2} the pose's numbers, {3} the decisions, {4} the number of margins, {5} unreachable, {6} out of limits
constexpr const char* kReason = R"(/* why a state is not ok, or that it is: `margin` is on the safe side */
#if defined(__GNUC__)
__attribute__((noinline, cold))
#endif
static int reason(const {0} *in, size_t stride, {0} margin, {0} limits)
{{
    {0} pose[{2}], m[{4}];
    for (size_t i = 0; i < {2}; ++i) pose[i] = in[i * stride];
    pose_status(pose, m);
{3}    if (!(margin - margin == {1})) return {5}; /* a result is no number */
    return limits > {1} ? 0 : {6};
}}

static inline int status_of(const {0} *in, size_t stride, {0} margin, {0} limits)
{{
    return margin > {1} && limits > {1} ? 0 : reason(in, stride, margin, limits);
}}

)";

}  // namespace

std::size_t plain_outputs(const Program& program) {
  std::size_t out = 0;
  while (out < program.outputs.size() && program.outputs[out].kind != PortKind::margin) ++out;
  return out;
}

bool tells_status(const Program& program) { return plain_outputs(program) < program.outputs.size(); }

std::string c_store(const Program& program, std::size_t output, const std::string& type, const std::string& value,
                    const std::string& place) {
  if (output < plain_outputs(program)) return place + " = " + value;
  return fmt::format("const {} {} = {}", type, program.outputs[output].name, value);
}

std::string status_expression(const Program& program, const std::string& in, const std::string& stride, const std::string& index) {
  return program.outputs.back().name == "limits"
             ? fmt::format("status_of({0}, {1}, margin{2}, limits{2})", in, stride, index)
             : fmt::format("reached{0} > 0 ? strokes{0} > 0 ? 0 : {1} : {2}", index, static_cast<int>(Status::out_of_limits),
                           static_cast<int>(Status::unreachable));
}

std::string emit_status(const Program& status, const EmitOptions& options) {
  const char* type = c_type(options.precision);
  const std::string zero = c_literal(0.0, options.precision);
  std::string decisions;
  for (std::size_t k = 0; k < std::size(kStatusOrder); ++k)
    decisions += fmt::format("    if (!(m[{}] > {})) return {};\n", k, zero, static_cast<int>(kStatusOrder[k]));
  return fmt::format(kReason, type, zero, status.inputs.size(), decisions, std::size(kStatusOrder), static_cast<int>(Status::unreachable),
                     static_cast<int>(Status::out_of_limits));
}

}  // namespace gough
