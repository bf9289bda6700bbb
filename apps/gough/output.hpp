#pragma once

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

// What the command prints: aligned tables for people, JSON for machines, a progress bar on a terminal.
namespace gough::command {

using Json = nlohmann::ordered_json;

// Columns as wide as their widest cell; numbers to the right, words to the left.
class Table {
 public:
  explicit Table(std::vector<std::string> header) : header_(std::move(header)) {}
  void add(std::vector<std::string> row);
  bool empty() const { return rows_.empty(); }
  std::string text() const;

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
};

// Six significant digits, without trailing noise; rounding dust becomes 0; `no number` where it is not finite.
std::string number(double x);
std::string vector_text(const double* x, int size);

// "1 leg", "3 legs"
std::string plural(int count, const std::string& noun);

// Text to stdout, or to a file that appears whole.
void emit(const std::string& text, const std::string& file);
void emit(const Json& json);

// A line on standard error, which may be closed or full; nothing in it steers a terminal.
void complain(const std::string& line);

// Bar on stderr once work on a terminal takes over a second.
class Progress {
 public:
  void update(std::size_t done, std::size_t total, const std::string& note = "");
  ~Progress();

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now(), shown_ = start_;
  bool visible_ = false;
};

}  // namespace gough::command
