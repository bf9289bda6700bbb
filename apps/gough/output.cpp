#include "apps/gough/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <system_error>

#include "gough/io/files.hpp"
#include "gough/model/printable.hpp"

namespace gough::command {
namespace {

// Columns a UTF-8 string takes on a terminal: code points, less combining marks.
std::size_t width(const std::string& text) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const unsigned char c = text[k];
    if ((c & 0xC0) == 0x80) continue;
    const bool combining = c == 0xCC || (c == 0xCD && k + 1 < text.size() && static_cast<unsigned char>(text[k + 1]) < 0xB0);
    count += combining ? 0 : 1;
  }
  return count;
}

bool numeric(const std::string& text) {
  return !text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) || text[0] == '-' || text[0] == '+');
}

}  // namespace

void Table::add(std::vector<std::string> row) {
  for (std::string& cell : row) cell = printable_line(cell);
  rows_.push_back(std::move(row));
}

std::string Table::text() const {
  std::vector<std::size_t> widths;
  for (const std::string& h : header_) widths.push_back(width(h));
  std::vector<bool> right(header_.size(), true);
  for (const auto& row : rows_)
    for (std::size_t k = 0; k < row.size(); ++k) {
      widths[k] = std::max(widths[k], width(row[k]));
      if (!row[k].empty() && !numeric(row[k])) right[k] = false;
    }
  const auto line = [&](const std::vector<std::string>& row) {
    std::string out = " ";
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::string space(widths[k] - width(row[k]), ' ');
      out += " " + (right[k] ? space + row[k] : row[k] + space) + " ";
    }
    out.erase(out.find_last_not_of(' ') + 1);
    return out + "\n";
  };
  std::string out = line(header_), rule = " ";
  for (std::size_t w : widths) rule += " " + std::string(w, '-') + " ";
  rule.erase(rule.find_last_not_of(' ') + 1);
  out += rule + "\n";
  for (const auto& row : rows_) out += line(row);
  return out;
}

std::string number(double x) {
  if (!std::isfinite(x)) return "no number";
  if (std::abs(x) < 1e-14) x = 0.0;
  return fmt::format("{:.6g}", x);
}

std::string vector_text(const double* x, int size) {
  std::string out;
  for (int k = 0; k < size; ++k) out += (k ? ", " : "") + number(x[k]);
  return out;
}

std::string plural(int count, const std::string& noun) { return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s"); }

void emit(const std::string& text, const std::string& file) {
  if (!file.empty()) return write_text(file, text);
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
    throw std::system_error(errno, std::generic_category(), "standard output");
}

// What a terminal would obey is escaped as JSON escapes it.
void emit(const Json& json) { emit(printable(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n", ""); }

void complain(const std::string& line) {
  const std::string text = printable_line(line) + "\n";
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void Progress::update(std::size_t done, std::size_t total, const std::string& note) {
  const Clock::time_point now = Clock::now();
  if (now - start_ < std::chrono::seconds(1) || now - shown_ < std::chrono::milliseconds(100) || !::isatty(2)) return;
  shown_ = now;
  visible_ = true;
  const double part = total ? std::min(1.0, static_cast<double>(done) / static_cast<double>(total)) : 0.0;
  const int filled = static_cast<int>(40 * part);
  std::fputs(
      fmt::format("\r[{}{}] {:3.0f} %  {} of {}{}", std::string(filled, '='), std::string(40 - filled, ' '), 100 * part, done, total, note)
          .c_str(),
      stderr);
  std::fflush(stderr);
}

Progress::~Progress() {
  if (visible_) std::fputs(fmt::format("\r{}\r", std::string(100, ' ')).c_str(), stderr);
}

}  // namespace gough::command
