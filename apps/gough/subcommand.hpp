#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

// Subcommands and their options, by CLI11. Its header costs the compiler five seconds in each file, so that only subcommand.cpp and
// main.cpp include it.
namespace gough::command {

class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option required() const;
  Option one_of(const std::vector<std::string>& words) const;
  Option between(int least, int most) const;
  Option between(double least, double most) const;
  Option positive() const;
  Option separated_by_commas() const;  // its values, which are no longer separated by blanks
  Option shows_default() const;
  Option needs(const Option& other) const;
  Option excludes(const Option& other) const;

 private:
  CLI::Option* option_;
};

class Subcommand {
 public:
  Subcommand(CLI::App& app, const std::string& name, const std::string& text);

  // T is a number, a text, either of them optional, or a list of texts.
  template <class T>
  Option option(const std::string& name, T& value, const std::string& text) const;
  Option flag(const std::string& name, bool& value, const std::string& text) const;
  void footer(const std::string& text) const;
  void callback(const std::function<void()>& run) const;

 private:
  CLI::App* app_;
};

}  // namespace gough::command
