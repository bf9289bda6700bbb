#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gough/io/robot_file.hpp"
#include "gough/io/schema.hpp"

namespace gough {
namespace {

using schema::Check;
using schema::Key;

template <class X>
constexpr bool is_table = requires(X x) {
  x.place;
};

// One section for each table, each once, in the order in which they are met.
class Reference {
 public:
  std::string out;

  template <class X>
  void section() {
    X empty;
    Collector collector;
    schema::keys(collector, empty);
    for (const std::string& name : seen_)
      if (name == collector.name) return;
    seen_.push_back(collector.name);
    out += fmt::format("\n## {}\n\n{}\n\n| key | value | unit | meaning |\n|---|---|---|---|\n{}",
                       collector.name.empty() ? "Top" : collector.name, collector.doc, collector.rows);
    Descender descender{*this};
    schema::keys(descender, empty);
  }

 private:
  std::vector<std::string> seen_;

  static std::string kind(const double&) { return "number"; }
  static std::string kind(const bool&) { return "boolean"; }
  static std::string kind(const std::string&) { return "string"; }
  static std::string kind(const Vector&) { return "3 numbers"; }
  static std::string kind(const std::vector<double>&) { return "numbers"; }
  static std::string kind(const std::vector<Vector>&) { return "list of vectors"; }
  static std::string kind(const std::vector<std::string>&) { return "names"; }
  template <class X>
  static std::string kind(const std::optional<X>&) {
    return kind(X{});
  }
  template <class X>
  static std::string kind(const std::vector<X>&) {
    return "tables";
  }
  template <class X>
  static std::string kind(const X&) {
    return "table";
  }

  static std::string default_of(const double& x) { return fmt::format("; default {}", x); }
  static std::string default_of(const bool& x) { return fmt::format("; default {}", x); }
  static std::string default_of(const std::string& x) { return x.empty() ? "" : fmt::format("; default `{}`", x); }
  static std::string default_of(const Vector& x) { return fmt::format("; default [{}, {}, {}]", x(0), x(1), x(2)); }
  template <class X>
  static std::string default_of(const X&) {
    return "";
  }

  struct Collector {
    std::string name, doc, rows;

    void table(const char* table_name, const char* table_doc) {
      name = table_name;
      doc = table_doc;
    }

    template <class X>
    void operator()(const Key& key, X& x) {
      std::string value = kind(x);
      if (!key.choices.empty()) value = fmt::format("`{}`", fmt::join(key.choices, "`, `"));
      else if (!key.lengths.empty()) value = fmt::format("{} {}", fmt::join(key.lengths, " or "), kind(x));
      if (key.check == Check::positive) value += ", positive";
      if (key.check == Check::not_negative) value += ", not negative";
      if (key.check == Check::not_zero) value += ", not zero";
      rows += fmt::format("| `{}`{} | {} | {} | {}{} |\n", key.name, key.required ? " (required)" : "", value, key.unit, key.doc,
                          key.required ? "" : default_of(x));
    }
  };

  struct Descender {
    Reference& parent;

    void table(const char*, const char*) {}

    template <class X>
    void operator()(const Key&, X& x) {
      descend(x);
    }

    template <class X>
    void descend(X&) {
      if constexpr (is_table<X>) parent.section<X>();
    }
    template <class X>
    void descend(std::optional<X>&) {
      if constexpr (is_table<X>) parent.section<X>();
    }
    template <class X>
    void descend(std::vector<X>&) {
      if constexpr (is_table<X>) parent.section<X>();
    }
  };
};

}  // namespace

std::string robot_file_reference() {
  Reference reference;
  reference.out =
      "# The robot file\n\n"
      "<!-- Generated from gough/io/schema.hpp by `gough docs robot-file`; a test compares. -->\n\n"
      "A robot file is [TOML](https://toml.io), in SI units; angles are in degrees where a key ends in `_deg`, and nowhere else.\n"
      "The base frame has z up. The platform's axes are those of the platform at its `home`.\n\n"
      "A leg is written **by elements** (short: bars, telescopic struts, spindles and screws, each standing on the end of the one before)\n"
      "or **by joints** (anything: placed by points and axes, by frames, or by modified Denavit–Hartenberg parameters). Lengths and\n"
      "points must fit: the reader closes every leg at home, from the directions given, and says by how much it fails to.\n"
      "`robots/` holds examples of all of it.\n";
  reference.section<RobotDescription>();
  return reference.out;
}

}  // namespace gough
