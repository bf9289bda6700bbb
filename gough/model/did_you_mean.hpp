#pragma once

#include <string>
#include <vector>

namespace gough {

// " (did you mean 'arm'?)" if a candidate is spelled similarly or contains the word, otherwise an empty text.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace gough
