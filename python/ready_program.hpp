#pragma once

#include "gough/evaluate/fast_program.hpp"
#include "gough/program/models.hpp"

namespace gough::python {

// A program, and the same made ready to run.
struct ReadyProgram {
  Program program;
  FastProgram run;

  explicit ReadyProgram(Program p) : program(std::move(p)), run(program) {}
};

}  // namespace gough::python
