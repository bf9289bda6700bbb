#include "apps/gough/subcommand.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdint>
#include <optional>

#include "gough/io/number.hpp"

namespace gough::command {
namespace {

// A bound as people write it: 100000, 1e-09.
std::string shown(double bound) {
  return bound == std::floor(bound) && std::abs(bound) < 1e10 ? fmt::format("{:.0f}", bound) : fmt::format("{:g}", bound);
}

}  // namespace

Option Option::required() const { return Option(option_->required()); }

Option Option::one_of(const std::vector<std::string>& words) const { return Option(option_->check(CLI::IsMember(words))); }

Option Option::separated_by_commas() const { return Option(option_->delimiter(',')->allow_extra_args(false)); }

Option Option::needs(const Option& other) const { return Option(option_->needs(other.option_)); }

Option Option::excludes(const Option& other) const { return Option(option_->excludes(other.option_)); }

Subcommand::Subcommand(CLI::App& app, const std::string& name, const std::string& text) : app_(app.add_subcommand(name, text)) {}

template <class T>
Option Subcommand::option(const std::string& name, T& value, const std::string& text) const {
  return Option(app_->add_option(name, value, text));
}

// The range is checked before a number becomes a whole one: no cast meets what its type cannot hold.
template <class T>
Option Subcommand::number(const std::string& name, T& value, double least, double most, const std::string& text) const {
  constexpr bool whole = std::is_integral_v<T>;
  CLI::Option* option = app_->add_option_function<std::string>(
      name, [&value](const std::string& given) { value = static_cast<T>(read_number(given).value()); }, text);
  const auto check = [=](const std::string& given) {
    const std::optional<double> x = read_number(given);
    if (x && *x >= least && *x <= most && !(whole && *x != std::floor(*x))) return std::string();
    return fmt::format("expected a {}number from {} to {}, not '{}'", whole ? "whole " : "", shown(least), shown(most), given);
  };
  option->check(CLI::Validator(check, ""));
  option->type_name(fmt::format("NUMBER from {} to {}", shown(least), shown(most)));
  return Option(option);
}

Option Subcommand::flag(const std::string& name, bool& value, const std::string& text) const {
  return Option(app_->add_flag(name, value, text));
}

void Subcommand::footer(const std::string& text) const { app_->footer(text); }

void Subcommand::callback(const std::function<void()>& run) const { app_->callback(run); }

template Option Subcommand::option(const std::string&, std::string&, const std::string&) const;
template Option Subcommand::option(const std::string&, std::optional<std::string>&, const std::string&) const;
template Option Subcommand::option(const std::string&, std::vector<std::string>&, const std::string&) const;
template Option Subcommand::number(const std::string&, int&, double, double, const std::string&) const;
template Option Subcommand::number(const std::string&, unsigned&, double, double, const std::string&) const;
template Option Subcommand::number(const std::string&, std::uint64_t&, double, double, const std::string&) const;
template Option Subcommand::number(const std::string&, double&, double, double, const std::string&) const;
template Option Subcommand::number(const std::string&, std::optional<double>&, double, double, const std::string&) const;

}  // namespace gough::command
