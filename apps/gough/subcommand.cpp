#include "apps/gough/subcommand.hpp"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>

namespace gough::command {

Option Option::required() const { return Option(option_->required()); }

Option Option::one_of(const std::vector<std::string>& words) const { return Option(option_->check(CLI::IsMember(words))); }

Option Option::between(int least, int most) const { return Option(option_->check(CLI::Range(least, most))); }

Option Option::between(double least, double most) const { return Option(option_->check(CLI::Range(least, most))); }

Option Option::positive() const {
  const auto check = [](const std::string& text) {
    double value = 0.0;
    return CLI::detail::lexical_cast(text, value) && value > 0.0 ? std::string() : "expected a positive number, not '" + text + "'";
  };
  return Option(option_->check(CLI::Validator(check, "POSITIVE")));
}

Option Option::separated_by_commas() const { return Option(option_->delimiter(',')->allow_extra_args(false)); }

Option Option::shows_default() const { return Option(option_->capture_default_str()); }

Option Option::needs(const Option& other) const { return Option(option_->needs(other.option_)); }

Option Option::excludes(const Option& other) const { return Option(option_->excludes(other.option_)); }

Subcommand::Subcommand(CLI::App& app, const std::string& name, const std::string& text) : app_(app.add_subcommand(name, text)) {}

template <class T>
Option Subcommand::option(const std::string& name, T& value, const std::string& text) const {
  return Option(app_->add_option(name, value, text));
}

Option Subcommand::flag(const std::string& name, bool& value, const std::string& text) const {
  return Option(app_->add_flag(name, value, text));
}

void Subcommand::footer(const std::string& text) const { app_->footer(text); }

void Subcommand::callback(const std::function<void()>& run) const { app_->callback(run); }

template Option Subcommand::option(const std::string&, std::string&, const std::string&) const;
template Option Subcommand::option(const std::string&, std::optional<std::string>&, const std::string&) const;
template Option Subcommand::option(const std::string&, std::vector<std::string>&, const std::string&) const;
template Option Subcommand::option(const std::string&, int&, const std::string&) const;
template Option Subcommand::option(const std::string&, unsigned&, const std::string&) const;
template Option Subcommand::option(const std::string&, std::uint64_t&, const std::string&) const;
template Option Subcommand::option(const std::string&, double&, const std::string&) const;
template Option Subcommand::option(const std::string&, std::optional<double>&, const std::string&) const;

}  // namespace gough::command
