#pragma once

#include <random>
#include <string>
#include <vector>

namespace gough::fuzz {

// Changes texts at random: bytes, lines, numbers and words, with what is known to break readers. The same generator gives the same text.
class Mutator {
 public:
  // `corpus` gives the words.
  explicit Mutator(const std::vector<std::string>& corpus);

  // A text with one to four changes; `other` lends it pieces.
  std::string mutated(std::string text, const std::string& other, std::mt19937_64& random) const;

 private:
  std::vector<std::string> words_;

  void change(std::string& text, const std::string& other, std::mt19937_64& random) const;
};

}  // namespace gough::fuzz
