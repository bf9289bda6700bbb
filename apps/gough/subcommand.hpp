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
  Option separated_by_commas() const;  // its values, which are no longer separated by blanks
  Option needs(const Option& other) const;
  Option excludes(const Option& other) const;

 private:
  CLI::Option* option_;
};

class Subcommand {
 public:
  Subcommand(CLI::App& app, const std::string& name, const std::string& text);

  // T is a text, an optional text, or a list of texts.
  template <class T>
  Option option(const std::string& name, T& value, const std::string& text) const;
  // T is a number, whole or not, or an optional one. There is none without a range.
  template <class T>
  Option number(const std::string& name, T& value, double least, double most, const std::string& text) const;
  Option flag(const std::string& name, bool& value, const std::string& text) const;
  void footer(const std::string& text) const;
  void callback(const std::function<void()>& run) const;

 private:
  CLI::App* app_;
};

}  // namespace gough::command
