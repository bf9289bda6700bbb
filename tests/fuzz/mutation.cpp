#include "tests/fuzz/mutation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <set>

namespace gough::fuzz {
namespace {

constexpr std::size_t kLongest = 200'000;  // bytes

const char* const kNumbers[] = {"0",     "-0",   "1",     "-1",    "1e-300", "1e300", "nan",        "inf",
                                "-inf",  "1e17", "-1e17", "1e-17", "1e-310", "1e309", "1e-400",     "1e9",
                                "-1e9",  "1e6",  "1e-6",  "1e-12", "0.5",    "3",     "1000",       "65536",
                                "1e5",   "180",  "90",    "1e-9",  "0x10",   "1_000", "2147483648", "9223372036854775808",
                                "0.1.2", "1e",   "+5",    "true",  "[]",     "{}",    "\"\"",       "1979-05-27"};

const std::string kBytes[] = {std::string(1, '\0'),
                              "\x1b[31m",
                              "\xff",
                              "\xc2\x9b",
                              "\xe2\x80\xae",
                              "\xef\xbb\xbf",
                              "\xed\xa0\x80",
                              "\r",
                              "\"\"\"",
                              "'''",
                              "#",
                              "\\",
                              "\\u001b",
                              "\t",
                              ",,,,",
                              "\n\n",
                              "[[",
                              "]]",
                              "{",
                              "}",
                              "="};

bool in_number(char c) { return std::isdigit(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '+' || c == 'e'; }
bool in_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }

std::size_t below(std::size_t n, std::mt19937_64& random) { return n == 0 ? 0 : random() % n; }

template <class List>
const auto& one_of(const List& list, std::mt19937_64& random) {
  return std::data(list)[below(std::size(list), random)];
}

struct Part {
  std::size_t begin, size;
};

// A run of characters of one kind, found from a random place on.
Part run_of(const std::string& text, bool (*belongs)(char), std::mt19937_64& random) {
  std::size_t begin = below(text.size(), random);
  while (begin < text.size() && !belongs(text[begin])) ++begin;
  while (begin > 0 && begin < text.size() && belongs(text[begin - 1])) --begin;
  std::size_t end = begin;
  while (end < text.size() && belongs(text[end])) ++end;
  return {begin, end - begin};
}

Part line_of(const std::string& text, std::mt19937_64& random) {
  const std::size_t at = below(text.size(), random), before = text.rfind('\n', at == 0 ? 0 : at - 1), after = text.find('\n', at);
  const std::size_t begin = before == std::string::npos || at == 0 ? 0 : before + 1;
  return {begin, (after == std::string::npos ? text.size() : after + 1) - begin};
}

Part piece_of(const std::string& text, std::mt19937_64& random) {
  const std::size_t begin = below(text.size(), random);
  return {begin, below(std::min<std::size_t>(text.size() - begin, 400), random)};
}

// Another number of much the same size: what is read stays a file of its kind, and gets further.
void vary_number(std::string& text, std::mt19937_64& random) {
  const Part p = run_of(text, in_number, random);
  double value = 0.0;
  if (std::from_chars(text.data() + p.begin, text.data() + p.begin + p.size, value).ec != std::errc()) value = 1.0;
  const double factor = std::uniform_real_distribution<double>(-0.5, 2.0)(random),
               small = std::pow(10.0, -static_cast<double>(below(12, random)));
  value = below(3, random) == 0 ? value * factor : below(2, random) ? value + small : value == 0.0 ? factor : value * (1.0 + small);
  text.replace(p.begin, p.size, fmt::format("{}", value));
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string out;
  while (times-- > 0 && out.size() < kLongest / 2) out += text;
  return out;
}

enum class Change {
  number,
  word,
  erased_line,
  repeated_line,
  moved_line,
  foreign_line,
  erased_piece,
  foreign_piece,
  byte,
  odd_bytes,
  sign,
  end,  // the text cut off, or deeply nested
};

// As often as each stands here.
constexpr Change kChanges[] = {Change::number,        Change::number,     Change::number,       Change::word,         Change::erased_line,
                               Change::repeated_line, Change::moved_line, Change::foreign_line, Change::erased_piece, Change::foreign_piece,
                               Change::byte,          Change::odd_bytes,  Change::sign,         Change::end};

void change_word(std::string& text, Change kind, const std::vector<std::string>& words, std::mt19937_64& random) {
  const Part p = run_of(text, kind == Change::word ? in_word : in_number, random);
  if (kind == Change::number) text.replace(p.begin, p.size, one_of(kNumbers, random));
  if (kind == Change::sign) text.insert(p.begin, below(2, random) ? "-" : "1e");
  if (kind == Change::word && !words.empty()) text.replace(p.begin, p.size, one_of(words, random));
}

void change_line(std::string& text, Change kind, const std::string& other, std::mt19937_64& random) {
  const std::string& from = kind == Change::foreign_line ? other : text;
  const Part p = line_of(from, random);
  const std::string line = from.substr(p.begin, p.size);
  if (kind == Change::repeated_line) text.insert(p.begin, repeated(line, 1 + below(below(8, random) == 0 ? 2000 : 3, random)));
  if (kind == Change::erased_line || kind == Change::moved_line) text.erase(p.begin, p.size);
  if (kind == Change::moved_line || kind == Change::foreign_line) text.insert(line_of(text, random).begin, line);
}

}  // namespace

Mutator::Mutator(const std::vector<std::string>& corpus) {
  std::set<std::string> words;
  for (const std::string& text : corpus)
    for (std::size_t k = 0; k < text.size();) {
      std::size_t end = k;
      while (end < text.size() && in_word(text[end])) ++end;
      if (end > k) words.insert(text.substr(k, end - k));
      k = end + 1;
    }
  words_.assign(words.begin(), words.end());
}

std::string Mutator::mutated(std::string text, const std::string& other, std::mt19937_64& random) const {
  const std::size_t changes = below(2, random) ? 1 : 1 + below(4, random);
  for (std::size_t k = 0; k < changes; ++k) change(text, other, random);
  if (text.size() > kLongest) text.resize(kLongest);
  return text;
}

void Mutator::change(std::string& text, const std::string& other, std::mt19937_64& random) const {
  const std::size_t at = below(text.size() + 1, random);
  if (below(2, random)) return vary_number(text, random);
  const Change kind = one_of(kChanges, random);
  switch (kind) {
    case Change::number:
    case Change::sign:
    case Change::word: return change_word(text, kind, words_, random);
    case Change::erased_line:
    case Change::repeated_line:
    case Change::moved_line:
    case Change::foreign_line: return change_line(text, kind, other, random);
    case Change::erased_piece: {
      const Part p = piece_of(text, random);
      text.erase(p.begin, p.size);
      return;
    }
    case Change::foreign_piece: {
      const Part p = piece_of(other, random);
      text.insert(at, other.substr(p.begin, p.size));
      return;
    }
    case Change::byte: {
      if (!text.empty()) text[below(text.size(), random)] = static_cast<char>(random());
      return;
    }
    case Change::odd_bytes: text.insert(at, one_of(kBytes, random)); return;
    case Change::end: {
      static const std::string kNested[] = {"[", "{a=", "a.", "[[", "(", "\"", "{\"a\":"};
      if (below(4, random) == 0) text.insert(at, repeated(one_of(kNested, random), below(60'000, random)));
      else text.resize(at);
      return;
    }
  }
}

}  // namespace gough::fuzz
