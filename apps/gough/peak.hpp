#pragma once

#include <string>

namespace gough::command {

// What one core can do at most: independent chains of fused multiply-adds in the widest vectors it has.
class Peak {
 public:
  Peak();
  const std::string& instructions() const { return instructions_; }

  // Runs for some tens of microseconds and returns how many operations were done; a fused multiply-add is two.
  double burst() const;

 private:
  std::string instructions_;
  int lanes_;
  double (*run_)(int);
};

}  // namespace gough::command
