#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gough/io/files.hpp"
#include "gough/io/robot_file.hpp"
#include "gough/io/schema.hpp"

namespace gough {
namespace {

using schema::Key;

// The shortest text that reads back as the same double, and as a float in TOML.
std::string text(double x) {
  std::string s = fmt::format("{}", x);
  if (s.find_first_of(".en") == std::string::npos) s += ".0";
  return s;
}

std::string text(bool x) { return x ? "true" : "false"; }

std::string text(const std::string& x) {
  std::string out = "\"";
  for (unsigned char c : x) {
    if (c == '"' || c == '\\') out += fmt::format("\\{}", static_cast<char>(c));
    else if (c < 0x20 || c == 0x7f) out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else out += static_cast<char>(c);
  }
  return out + "\"";
}

std::string text(const Vec3<double>& x) { return fmt::format("[{}, {}, {}]", text(x(0)), text(x(1)), text(x(2))); }

template <class X>
std::string text(const std::vector<X>& list) {
  std::string out;
  for (const X& x : list) out += (out.empty() ? "" : ", ") + text(x);
  return "[" + out + "]";
}

template <class X>
constexpr bool is_table = requires(X x) {
  x.place;
};

// Values of a table go first, inner tables behind them: TOML asks for that order. Tables of one kind in a list have headers, single ones
// and what is in them are written inline.
class Writer {
 public:
  explicit Writer(std::string path, bool inline_table) : path_(std::move(path)), inline_(inline_table) {}

  std::string values, tables;

  void table(const char*, const char*) {}

  template <class X>
  void operator()(const Key& key, X& x) {
    write(key, x);
  }

 private:
  std::string path_;
  bool inline_;

  void value(const Key& key, const std::string& v) {
    if (inline_) values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", key.name, v);
    else values += fmt::format("{} = {}\n", key.name, v);
  }

  std::string below(const Key& key) const { return path_.empty() ? key.name : path_ + "." + key.name; }

  template <class X>
  void write(const Key& key, X& x) {
    if constexpr (is_table<X>) {
      Writer inner("", true);
      schema::keys(inner, x);
      value(key, "{ " + inner.values + " }");
    } else {
      value(key, text(x));
    }
  }

  void write(const Key& key, std::string& x) {
    if (!x.empty()) value(key, text(x));
  }

  template <class X>
  void write(const Key& key, std::optional<X>& x) {
    if (x) write(key, *x);
  }

  template <class X>
  void write(const Key& key, std::vector<X>& x) {
    if (x.empty()) return;
    if constexpr (is_table<X>) {
      if (inline_) return value(key, inline_list(x));
      for (X& item : x) section(fmt::format("[[{}]]", below(key)), below(key), item);
    } else {
      value(key, text(x));
    }
  }

  template <class X>
  static std::string inline_list(std::vector<X>& x) {
    std::string out;
    for (X& item : x) {
      Writer inner("", true);
      schema::keys(inner, item);
      out += (out.empty() ? "" : ", ") + ("{ " + inner.values + " }");
    }
    return "[" + out + "]";
  }

  void write(const Key& key, PlatformSpec& x) { section(fmt::format("[{}]", below(key)), below(key), x); }
  void write(const Key& key, NacelleSpec& x) { section(fmt::format("[{}]", below(key)), below(key), x); }

  template <class X>
  void section(const std::string& header, const std::string& path, X& x) {
    Writer inner(path, false);
    schema::keys(inner, x);
    tables += "\n" + header + "\n" + inner.values + inner.tables;
  }
};

}  // namespace

std::string write_robot_text(const RobotDescription& description) {
  RobotDescription copy = description;  // the visitor takes references; nothing is changed
  Writer writer("", false);
  schema::keys(writer, copy);
  return writer.values + writer.tables;
}

void write_robot_file(const RobotDescription& description, const std::filesystem::path& path) {
  write_text(path, write_robot_text(description));
}

}  // namespace gough
