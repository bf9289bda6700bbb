#pragma once

#include "apps/gough/subcommand.hpp"
#include "gough/identification/base_parameters.hpp"

// The base parameters of a robot, as `gough identify --structure` shows them.
namespace gough::command {

// Options that say which parameters take part, the same for every command that identifies.
void add_base_options(const Subcommand& sub, BaseOptions& options);

struct StructureOptions {
  BaseOptions base;
  Load load;
  bool json = false;
};

// Prints the groups with units and values, what has no effect, and how sure the split is. Returns the exit code.
int print_structure(const Robot& robot, const StructureOptions& options);

}  // namespace gough::command
