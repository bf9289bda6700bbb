#pragma once

#include <string>
#include <vector>

#include "gough/codegen/c_names.hpp"
#include "gough/program/program.hpp"

// Programs as C99: one function each, straight-line, without memory of its own and with nothing beneath it but sqrt (and sin and cos where
// a program has them).
namespace gough {

enum class Precision { float64, float32 };
const char* c_type(Precision precision);

// Flags with which GCC and clang make square roots and multiply-adds single instructions.
inline constexpr const char* kEmittedFlags[] = {"-fno-math-errno", "-ffp-contract=fast"};

struct EmitOptions {
  Precision precision = Precision::float64;
  std::string prefix;     // in front of every function's name
  bool batch = false;     // beside each function one for many states
  bool lanes = false;     // what the legs have alike in vector types of GCC and clang, plain C for others
  bool internal = false;  // functions that only their own file calls
};

// The shortest literal that reads back as the same number.
std::string c_literal(double x, Precision precision);

// Name of a program's function; that of its batch has `_batch` behind.
std::string c_function(const Program& program, const EmitOptions& options);

// Outputs of a program that stand in `out`: margins of the status (status_margin.hpp) do not, they become what the function returns.
std::size_t plain_outputs(const Program& program);
bool tells_status(const Program& program);

// Declarations without the semicolon:
//   int NAME(const double in[24], double out[6])
//   void NAME_batch(size_t n, size_t stride, const double *in, double *out, int *status)
// of a program that tells its status; of another one `void NAME`, and a batch without `status`. The batch takes input i of state s at
// in[i * stride + s] and gives its outputs likewise.
std::string c_declaration(const Program& program, const EmitOptions& options);
std::string c_batch_declaration(const Program& program, const EmitOptions& options);

// A whole source file. `header` is included where given. `status` is the program of `record_status`, which programs that tell their status
// ask where their margin does not suffice. Throws InputError where two programs have one name.
std::string emit_c(const std::vector<Program>& programs, const EmitOptions& options, const std::string& header = "",
                   const Program* status = nullptr);
std::string emit_c(const Program& program, const EmitOptions& options);

// The function of a program for many states, without its loop: that is in a file of its own, c_batch_file, and included for registers of
// several widths, of which the widest that the processor has is taken when it runs. Vector types of GCC and clang; one state after the
// other with other compilers. batch_registers comes before the first one.
std::string emit_batch(const Program& program, const EmitOptions& options);
std::string batch_registers();
std::string c_batch_file(const Program& program, const EmitOptions& options);
std::string emit_batch_loop(const Program& program, const EmitOptions& options);

// How outputs are stored: into `out`, or as the numbers that the status is made of. `write` spells the first of these.
std::string c_store(const Program& program, std::size_t output, const std::string& type, const std::string& value,
                    const std::string& place);

// The function of `record_status` and those that make a status of margins.
std::string emit_status(const Program& status, const EmitOptions& options);
// The status of a state, as an expression: `in` and `stride` are where it is; nothing for a program that tells none.
std::string status_expression(const Program& program, const std::string& in, const std::string& stride, const std::string& index);

}  // namespace gough
