#include "gough/io/toml_reader.hpp"

#include "gough/model/printable.hpp"

namespace gough::schema {
Place place_of(const toml::node& node, const std::string& file) {
  const toml::source_position& at = node.source().begin;
  return {file, static_cast<int>(at.line), static_cast<int>(at.column)};
}

std::string shown(const std::string& word) {
  const std::string text = printable_line(word);
  std::size_t end = std::min<std::size_t>(text.size(), 40);
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  return end < text.size() ? text.substr(0, end) + "…" : text;
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
  check_toml_limits(text, file);
  try {
    toml::table table = toml::parse(text, file);
    if (table.empty()) throw InputError({file, 1, 1}, fmt::format("the file is empty; expected a {}", what));
    return table;
  } catch (const toml::parse_error& error) {
    const toml::source_position at = error.source().begin;
    throw InputError({file, static_cast<int>(at.line), static_cast<int>(at.column)},
                     fmt::format("not TOML: {}", printable_line(error.description())));
  }
}

}  // namespace gough::schema
