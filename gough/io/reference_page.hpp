#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string>

#include "gough/io/key_range.hpp"
#include "gough/model/description.hpp"

// The reference page of a file format, a visitor of its `keys`.
namespace gough::schema {

template <class X>
constexpr bool is_table = requires(X x) {
  x.place;
};

// Markdown of a file's tables: one section each, once, in the order in which they are met. For source files only.
class ReferencePage {
 public:
  std::string out;

  template <class X>
  void section() {
    X empty;
    Collector collector;
    keys(collector, empty);
    for (const std::string& name : seen_)
      if (name == collector.name) return;
    seen_.push_back(collector.name);
    out += fmt::format("\n## {}\n\n{}\n\n| key | value | unit | meaning |\n|---|---|---|---|\n{}",
                       collector.name.empty() ? "Top" : collector.name, collector.doc, collector.rows);
    Descender descender{*this};
    keys(descender, empty);
  }

 private:
  std::vector<std::string> seen_;

  static std::string kind(const double&) { return "number"; }
  static std::string kind(const bool&) { return "boolean"; }
  static std::string kind(const std::string&) { return "string"; }
  static std::string kind(const Vec3<double>&) { return "3 numbers"; }
  static std::string kind(const std::vector<double>&) { return "numbers"; }
  static std::string kind(const std::vector<Vec3<double>>&) { return "list of vectors"; }
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

  static bool is_number(const double&) { return true; }
  static bool is_number(const Vec3<double>&) { return true; }
  template <class X>
  static bool is_number(const std::optional<X>&) {
    return is_number(X{});
  }
  template <class X>
  static bool is_number(const std::vector<X>&) {
    return is_number(X{});
  }
  template <class X>
  static bool is_number(const X&) {
    return false;
  }

  static std::string default_of(const double& x) { return fmt::format("; default {}", x); }
  static std::string default_of(const bool& x) { return fmt::format("; default {}", x); }
  static std::string default_of(const std::string& x) { return x.empty() ? "" : fmt::format("; default `{}`", x); }
  static std::string default_of(const Vec3<double>& x) { return fmt::format("; default [{}, {}, {}]", x(0), x(1), x(2)); }
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
      if (is_number(x)) value += range_text(key);
      if (key.check == Check::not_zero) value += ", not zero";
      rows += fmt::format("| `{}`{} | {} | {} | {}{} |\n", key.name, key.required ? " (required)" : "", value, key.unit, key.doc,
                          key.required ? "" : default_of(x));
    }
  };

  struct Descender {
    ReferencePage& parent;

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

}  // namespace gough::schema
