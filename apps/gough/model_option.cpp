#include "apps/gough/model_option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gough/model/did_you_mean.hpp"

namespace gough::command {

std::vector<Model> models_of(const std::vector<std::string>& wanted, bool with_forward_geometry) {
  std::vector<std::string> names{"all"};
  for (Model m : kModels) names.push_back(to_string(m));
  if (with_forward_geometry) names.push_back(to_string(Model::fgm));
  for (const std::string& word : wanted)
    if (std::find(names.begin(), names.end(), word) == names.end())
      throw InputError(
          {}, fmt::format("--model: no model is called '{}'{}; expected {}", word, did_you_mean(word, names), fmt::join(names, ", ")));
  std::vector<Model> out;
  for (Model m : kModels)
    if (std::any_of(wanted.begin(), wanted.end(), [&](const std::string& w) { return w == "all" || w == to_string(m); })) out.push_back(m);
  if (std::find(wanted.begin(), wanted.end(), to_string(Model::fgm)) != wanted.end()) out.push_back(Model::fgm);
  return out;
}

}  // namespace gough::command
