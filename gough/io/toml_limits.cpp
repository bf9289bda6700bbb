#include "gough/io/toml_limits.hpp"

#include <fmt/format.h>

#include "gough/model/input_error.hpp"

namespace gough::schema {
namespace {

// Walks over a text, counting lines, brackets and dots.
class DepthScanner {
 public:
  DepthScanner(const std::string& text, const std::string& file) : text_(text), file_(file) {}

  void run() {
    for (at_ = 0; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '#') skip_comment();
      else if (c == '"' || c == '\'') skip_string(c);
      else count(c);
    }
  }

 private:
  const std::string& text_;
  const std::string& file_;
  std::size_t at_ = 0, line_begin_ = 0, nesting_ = 0, dots_ = 0;
  int line_ = 1;

  void count(char c) {
    if (c == '\n') new_line();
    if (c == '.') ++dots_;
    if (c == '\n' || c == '=' || c == ',') dots_ = 0;
    if (c == '[' || c == '{') ++nesting_, dots_ = 0;
    if ((c == ']' || c == '}') && nesting_ > 0) --nesting_;
    if (dots_ >= kDeepest) fail("a key", "parts");
    if (nesting_ > kDeepest) fail("lists and tables inside each other", "levels");
  }

  [[noreturn]] void fail(const char* what, const char* of) const {
    throw InputError({file_, line_, static_cast<int>(at_ - line_begin_) + 1},
                     fmt::format("{} of more than {} {}; no key of this file is so deep", what, kDeepest, of));
  }

  void new_line() {
    ++line_;
    line_begin_ = at_ + 1;
  }

  bool three(char quote) const { return text_.compare(at_, 3, std::string(3, quote)) == 0; }

  void skip_comment() {
    while (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
  }

  // A string of one line ends with it at the latest: there the parser stops.
  void skip_string(char quote) {
    const bool lines = three(quote);
    for (at_ += lines ? 3 : 1; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') new_line();
      if (c == '\n' && !lines) return;
      if (c == '\\' && quote == '"' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
      else if (c == quote && (!lines || three(quote))) break;
    }
    if (!lines) return;
    at_ += 2;
    for (int more = 0; more < 2 && at_ + 1 < text_.size() && text_[at_ + 1] == quote; ++more) ++at_;  // quotes before the closing ones
  }
};

}  // namespace

void check_toml_limits(const std::string& text, const std::string& file) {
  if (text.size() > kLargestFile)
    throw InputError({file, 1, 1}, fmt::format("larger than {} MB; too large for what it should be", kLargestFile / 1000000));
  DepthScanner(text, file).run();
}

}  // namespace gough::schema
