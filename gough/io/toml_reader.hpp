#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "gough/io/key_range.hpp"
#include "gough/io/toml_limits.hpp"
#include "gough/math/types.hpp"
#include "gough/model/did_you_mean.hpp"
#include "gough/model/input_error.hpp"

// Reads the tables of a TOML file into plain structs by their `keys`, with the place and a remedy for whatever is wrong. Each struct has a
// `place`. For source files only: users of the library need no TOML headers.
namespace gough::schema {

constexpr std::size_t kMostItems = 1000;  // of one list: legs, joints, angles

Place place_of(const toml::node& node, const std::string& file);

// A user's word inside a one-line message: control characters escaped, long ones cut between characters.
std::string shown(const std::string& word);

std::string kind_of(const toml::node& node);

// The text as TOML. `what` names the kind of file for the message.
toml::table parse_toml(const std::string& text, const std::string& file, const std::string& what);

// Fills one struct from one table; its destructor-like `finish` refuses what was not asked for.
class TomlReader {
 public:
  TomlReader(const toml::table& table, const std::string& file, std::string path) : table_(table), file_(file), path_(std::move(path)) {}

  void table(const char*, const char*) {}

  template <class X>
  void operator()(const Key& key, X& out) {
    known_.push_back(key.name);
    const toml::node* node = table_.get(key.name);
    if (node) read(key, *node, out);
    else if (key.required) missing_.push_back(key);
  }

  // Unknown keys first: a misspelt key is the likelier reason for a missing one.
  void finish(const Place& place) const {
    for (const auto& [name, node] : table_) {
      const std::string word(name.str());
      if (std::find(known_.begin(), known_.end(), word) != known_.end()) continue;
      const toml::source_position at = name.source().begin;
      std::vector<std::string> names(known_.begin(), known_.end());
      throw InputError(
          {file_, static_cast<int>(at.line), static_cast<int>(at.column)},
          fmt::format("unknown key '{}'{}{}; expected one of {}", shown(word), where(), did_you_mean(word, names), fmt::join(names, ", ")));
    }
    for (const Key& key : missing_) throw InputError(place, fmt::format("missing key '{}'{}: {}", key.name, where(), key.doc));
  }

 private:
  const toml::table& table_;
  const std::string& file_;
  std::string path_;
  std::vector<std::string> known_;
  std::vector<Key> missing_;

  std::string where() const { return path_.empty() ? "" : fmt::format(" in {}", path_); }

  [[noreturn]] void fail(const Key& key, const toml::node& node, const std::string& expected) const {
    throw InputError(place_of(node, file_), fmt::format("'{}'{} {}", key.name, where(), expected));
  }

  double number(const Key& key, const toml::node& node) const {
    const auto value = node.value<double>();
    if (!value || !node.is_number())
      fail(key, node, fmt::format("must be a number{}{}; this is {}", *key.unit ? " in " : "", key.unit, kind_of(node)));
    if (const std::string wrong = complaint(key, *value); !wrong.empty()) fail(key, node, wrong);
    return *value;
  }

  const toml::array& list(const Key& key, const toml::node& node, const std::string& of) const {
    if (!node.is_array()) fail(key, node, fmt::format("must be a list of {}; this is {}", of, kind_of(node)));
    if (node.as_array()->size() > kMostItems) fail(key, node, fmt::format("must have at most {} entries", kMostItems));
    return *node.as_array();
  }

  void read(const Key& key, const toml::node& node, double& out) const {
    out = number(key, node);
    if (key.check == Check::not_zero && std::abs(out) < smallest_of(key))
      fail(key, node, out == 0.0 ? std::string("must not be zero") : fmt::format("must not be nearer to zero than {:g}", smallest_of(key)));
  }

  void read(const Key& key, const toml::node& node, bool& out) const {
    if (!node.is_boolean()) fail(key, node, fmt::format("must be true or false; this is {}", kind_of(node)));
    out = *node.value<bool>();
  }

  void read(const Key& key, const toml::node& node, std::string& out) const {
    if (!node.is_string()) fail(key, node, fmt::format("must be a string; this is {}", kind_of(node)));
    out = *node.value<std::string>();
    if (key.check == Check::name) check_name(key, node, out);
    if (key.choices.empty()) return;
    const std::vector<std::string> choices(key.choices.begin(), key.choices.end());
    if (std::find(choices.begin(), choices.end(), out) == choices.end())
      fail(key, node, fmt::format("must be one of {}; this is '{}'{}", fmt::join(choices, ", "), shown(out), did_you_mean(out, choices)));
  }

  // Names become parts of column and actuator names: letters, digits, _ and -.
  void check_name(const Key& key, const toml::node& node, const std::string& name) const {
    const bool fine = !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](unsigned char c) {
      return (c < 0x80 && std::isalnum(c)) || c == '_' || c == '-';
    });
    if (!fine) fail(key, node, fmt::format("must be a name of 1 to 64 letters, digits, '_' or '-'; this is '{}'", shown(name)));
  }

  void read(const Key& key, const toml::node& node, Vec3<double>& out) const {
    const toml::array& items = list(key, node, "three numbers");
    if (items.size() != 3) fail(key, node, fmt::format("must have 3 numbers; this has {}", items.size()));
    for (int k = 0; k < 3; ++k) out(k) = number(key, *items.get(k));
    if (key.check == Check::not_zero && !(out.norm() > 1e-12)) fail(key, node, "must not be the zero vector");
  }

  void read(const Key& key, const toml::node& node, std::vector<double>& out) const {
    const toml::node* one = node.is_number() && std::count(key.lengths.begin(), key.lengths.end(), 1u) ? &node : nullptr;
    out.clear();
    if (one) out.push_back(number(key, node));
    else
      for (const toml::node& item : list(key, node, "numbers")) out.push_back(number(key, item));
    const bool fits = key.lengths.empty() ? !out.empty() : std::count(key.lengths.begin(), key.lengths.end(), out.size()) > 0;
    if (!fits)
      fail(key, node,
           key.lengths.empty() ? std::string("must not be empty")
                               : fmt::format("must have {} numbers; this has {}", fmt::join(key.lengths, " or "), out.size()));
  }

  void read(const Key& key, const toml::node& node, std::vector<Vec3<double>>& out) const {
    const toml::array& items = list(key, node, "vectors of three numbers");
    if (items.empty()) fail(key, node, "must not be empty");
    out.resize(items.size());
    for (std::size_t k = 0; k < items.size(); ++k) read(key, *items.get(k), out[k]);
  }

  void read(const Key& key, const toml::node& node, std::vector<std::string>& out) const {
    out.clear();
    if (node.is_string() && key.lengths.empty()) {
      read(key, node, out.emplace_back());
      return;
    }
    for (const toml::node& item : list(key, node, "names")) read(key, item, out.emplace_back());
    if (out.empty() || (!key.lengths.empty() && std::count(key.lengths.begin(), key.lengths.end(), out.size()) == 0))
      fail(key, node,
           key.lengths.empty() ? std::string("must not be empty")
                               : fmt::format("must have {} names; this has {}", fmt::join(key.lengths, " or "), out.size()));
  }

  template <class X>
  void read(const Key& key, const toml::node& node, std::optional<X>& out) const {
    read(key, node, out.emplace());
  }

  template <class X>
  void read(const Key& key, const toml::node& node, std::vector<X>& out) const {
    if (node.is_table()) return read(key, node, out.emplace_back());  // a list of one
    const toml::array& items = list(key, node, "tables");
    if (items.empty()) fail(key, node, "must not be empty");
    out.resize(items.size());
    for (std::size_t k = 0; k < items.size(); ++k) read(key, *items.get(k), out[k]);
  }

  template <class X>
  void read(const Key& key, const toml::node& node, X& out) const {
    if (!node.is_table()) fail(key, node, fmt::format("must be a table; this is {}", kind_of(node)));
    out.place = place_of(node, file_);
    TomlReader reader(*node.as_table(), file_, path_.empty() ? key.name : path_ + "." + key.name);
    keys(reader, out);
    reader.finish(out.place);
  }
};

// A whole file into `Spec`, whose `keys` are those of the file's top.
template <class Spec>
Spec read_toml(const std::string& text, const std::string& file, const std::string& what) {
  const toml::table table = parse_toml(text, file, what);
  Spec out;
  out.place = {file, 1, 1};
  TomlReader reader(table, file, "");
  keys(reader, out);
  reader.finish(out.place);
  return out;
}

}  // namespace gough::schema
