#include "apps/studio/request_head.hpp"

#include <algorithm>
#include <charconv>
#include <map>

#include "apps/studio/limits.hpp"

namespace gough::studio {
namespace {

using Headers = std::multimap<std::string, std::string>;  // names in lower case

const char* const kHandedOn[] = {"host", "origin", "content-length", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest"};

RequestHead refused(int status, const char* why) {
  RequestHead out;
  out.status = status;
  out.why = why;
  return out;
}

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool is_printed(char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f; }

// The text before the next line end, which is taken off too.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find("\r\n");
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(line.size() + 2);
  return line;
}

// False where it is no "Name: value".
bool add_header(std::string_view line, Headers& headers) {
  const std::size_t colon = line.find(':');
  if (colon == 0 || colon == std::string_view::npos) return false;
  std::string name(line.substr(0, colon));
  std::string_view value = line.substr(colon + 1);
  while (!value.empty() && (value.front() == ' ' || value.front() == '\t')) value.remove_prefix(1);
  while (!value.empty() && (value.back() == ' ' || value.back() == '\t')) value.remove_suffix(1);
  if (!std::all_of(name.begin(), name.end(), is_name)) return false;
  if (!std::all_of(value.begin(), value.end(), [](char c) { return is_printed(c) || c == '\t'; })) return false;
  std::transform(name.begin(), name.end(), name.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  headers.emplace(std::move(name), value);
  return true;
}

// "GET /path HTTP/1.1"
struct FirstLine {
  std::string_view method, target;
  bool valid = false;
};

FirstLine read_first_line(std::string_view line) {
  const std::size_t one = line.find(' '), two = line.rfind(' ');
  if (one == std::string_view::npos || two == one) return {};
  FirstLine out{line.substr(0, one), line.substr(one + 1, two - one - 1)};
  const std::string_view version = line.substr(two + 1);
  const bool is_target =
      out.target.starts_with('/') && std::all_of(out.target.begin(), out.target.end(), [](char c) { return c > 0x20 && c < 0x7f; });
  out.valid = is_target && (version == "HTTP/1.1" || version == "HTTP/1.0");
  return out;
}

// Only bodies that say how long they are, and are no longer than their path allows, are read.
RequestHead read_body_length(const FirstLine& first, const Headers& headers) {
  if (headers.contains("transfer-encoding") || headers.contains("content-encoding")) return refused(415, "bodies come plain and whole");
  const auto [begin, end] = headers.equal_range("content-length");
  if (first.method != "POST") return begin == end ? RequestHead{} : refused(400, "this request has no body");
  if (begin == end || std::next(begin) != end) return refused(411, "a body needs one Content-Length");
  const std::string& length = begin->second;
  if (length.empty() || length.find_first_not_of("0123456789") != std::string::npos) return refused(400, "Content-Length is no number");
  RequestHead out;
  const auto [rest, error] = std::from_chars(length.data(), length.data() + length.size(), out.body);
  const std::size_t most = first.target == "/upload" ? limits::kUpload : limits::kCommand;
  return error != std::errc() || out.body > most ? refused(413, "the body is too long") : out;
}

}  // namespace

RequestHead read_head(std::string_view text) {
  const std::size_t size = text.size();
  const std::string_view line = next_line(text);
  if (line.size() > limits::kFirstLine) return refused(414, "the address is too long");
  if (size > limits::kHead) return refused(431, "the request has too much before its body");
  const FirstLine first = read_first_line(line);
  if (!first.valid) return refused(400, "this is no HTTP request");
  if (first.method != "GET" && first.method != "HEAD" && first.method != "POST")
    return refused(405, "only GET, HEAD and POST are answered");
  Headers headers;
  for (std::string_view header = next_line(text); !header.empty(); header = next_line(text)) {
    if (headers.size() == limits::kHeaders) return refused(431, "the request has too many headers");
    if (!add_header(header, headers)) return refused(400, "a header is not 'Name: value'");
  }
  RequestHead out = read_body_length(first, headers);
  if (out.status != 0) return out;
  out.waits = out.body > 0 && headers.contains("expect");
  out.text = std::string(line) + "\r\n";
  for (const char* name : kHandedOn)
    for (auto [at, end] = headers.equal_range(name); at != end; ++at) out.text += at->first + ": " + at->second + "\r\n";
  out.text += "\r\n";
  return out;
}

}  // namespace gough::studio
