#pragma once

#include <string>

// Formulas of the written models, in a small part of LaTeX: letters, numbers and operators, Greek letters (\Psi), scripts (M_{x}^{T}),
// \dot and \ddot, \text{…} for names and words, \sum, \in and the like, and spaces. LaTeX takes them as they are; here they become MathML
// for pages and one line of Unicode for terminals and keys.
namespace gough::explain {

// One <math> element, in a line or in a display of its own. Throws std::invalid_argument for what is not of this language.
std::string mathml(const std::string& formula, bool display = false);

// One line: M_xᵀ F_x, θ̇, J_inv⁻¹.
std::string plain(const std::string& formula);

// A name, whatever its characters, as \text{…} of a formula.
std::string text(const std::string& name);

// Text as it stands in a page: <, >, & and quotes escaped.
std::string escaped(const std::string& text);

// Prose with formulas between $ and $: its formulas replaced by `formula(…)`, what is between them by `words(…)`.
template <class Formula, class Words>
std::string each_part(const std::string& prose, const Formula& formula, const Words& words) {
  std::string out, part;
  bool inside = false;
  for (std::size_t k = 0; k < prose.size(); ++k) {
    if (prose[k] == '\\' && k + 1 < prose.size()) {
      part += prose[k++];
      part += prose[k];
    } else if (prose[k] == '$') {
      out += inside ? formula(part) : words(part);
      part.clear();
      inside = !inside;
    } else {
      part += prose[k];
    }
  }
  return out + words(part);
}

// Prose as one line of Unicode.
inline std::string plain_prose(const std::string& prose) {
  return each_part(prose, plain, [](const std::string& words) { return words; });
}

}  // namespace gough::explain
