#include "gough/io/toml_reader.hpp"

namespace gough::schema {
namespace {

// The parser's words, kept to one line.
std::string shown_long(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20; }, ' ');
  return text;
}

}  // namespace

Place place_of(const toml::node& node, const std::string& file) {
  const toml::source_position& at = node.source().begin;
  return {file, static_cast<int>(at.line), static_cast<int>(at.column)};
}

std::string shown(const std::string& word) {
  std::string out;
  for (std::size_t k = 0; k < word.size(); ++k) {
    const unsigned char c = word[k];
    if (out.size() > 40 && (c & 0xC0) != 0x80) return out + "…";
    if (c < 0x20 || c == 0x7f) out += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
    else out += static_cast<char>(c);
  }
  return out;
}

std::string kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table: return "a table";
    case toml::node_type::array: return "a list";
    case toml::node_type::string: return "a string";
    case toml::node_type::integer:
    case toml::node_type::floating_point: return "a number";
    case toml::node_type::boolean: return "a boolean";
    default: return "a date or time";
  }
}

toml::table parse_toml(const std::string& text, const std::string& file, const std::string& what) {
  if (text.find('\0') != std::string::npos) throw InputError({file, 1, 1}, fmt::format("this is not a text file; a {} is TOML", what));
  try {
    toml::table table = toml::parse(text, file);
    if (table.empty()) throw InputError({file, 1, 1}, fmt::format("the file is empty; expected a {}", what));
    return table;
  } catch (const toml::parse_error& error) {
    const toml::source_position at = error.source().begin;
    throw InputError({file, static_cast<int>(at.line), static_cast<int>(at.column)},
                     fmt::format("not TOML: {}", shown_long(std::string(error.description()))));
  }
}

}  // namespace gough::schema
