#pragma once

#include <map>
#include <string>
#include <vector>

// What a sweep over random robots found.
namespace gough::test {

struct FamilyCount {
  int robots = 0, states = 0, shortened = 0, redrawn = 0, without_elements = 0, failed = 0;
};

class Ledger {
 public:
  FamilyCount& family(const std::string& name) { return families_[name]; }

  // A robot is being checked: failures belong to it. They are told apart by its scale where that is very large or small.
  void begin(const std::string& family, unsigned long seed, double scale, const std::string& text);
  void end();

  // Keeps the worst error of a quantity; above the tolerance it is a failure. NaN is above every tolerance.
  void compare(const std::string& quantity, double error, double tolerance);
  void fail(const std::string& kind, const std::string& what);
  void stand(double distance) { distance_ = distance; }  // of the state being checked from a singularity
  void count(const std::string& note) { ++notes_[note]; }
  bool failed() const { return !current_.empty(); }

  std::string table() const;

 private:
  std::map<std::string, FamilyCount> families_;
  std::map<std::string, double> worst_;                          // of what agreed
  std::map<std::string, std::pair<int, std::string>> failures_;  // by kind: robots, and the first of them
  std::map<std::string, int> notes_;
  std::string family_, text_;
  unsigned long seed_ = 0;
  double scale_ = 1.0, distance_ = 1.0;
  std::map<std::string, std::string> current_;  // of this robot: first of each kind
  int printed_ = 0;
};

}  // namespace gough::test
