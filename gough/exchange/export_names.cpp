#include "gough/exchange/export_names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gough {
namespace {

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) text.replace(at, what.size(), by);
}

bool starts_with(const std::string& text, const std::string& start) { return text.compare(0, start.size(), start) == 0; }

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

std::string export_name(const std::string& name) {
  std::string out = name.empty() ? "_" : name;
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20) c = '_';
  for (const char* outside_xml : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) replace_all(out, outside_xml, "_");  // U+FFFE and U+FFFF
  replace_all(out, "::", "__");
  if (out.front() == ' ') out.front() = '_';
  if (out.back() == ' ') out.back() = '_';
  if (starts_with(out, "__") && ends_with(out, "__")) out = "x" + out;
  return out;
}

std::string ExportNames::unique(const std::string& name, const std::vector<std::string>& parts) {
  const std::string plain = export_name(name);
  std::string out = plain;
  const auto taken = [&](const std::string& part) { return used_.count(out + part) > 0; };
  for (int k = 2; taken("") || std::any_of(parts.begin(), parts.end(), taken); ++k) out = fmt::format("{}_{}", plain, k);
  used_.insert(out);
  for (const std::string& part : parts) used_.insert(out + part);
  return out;
}

}  // namespace gough
