#include "gough/simulation/wrench_profile.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/model/tip_builder.hpp"

namespace gough {

std::vector<std::pair<std::string, std::pair<int, int>>> named_bodies(const Robot& robot) {
  std::vector<std::pair<std::string, std::pair<int, int>>> out;
  for (std::size_t b = 0; b < robot.nacelle.body_names.size(); ++b) out.push_back({robot.nacelle.body_names[b], {-1, static_cast<int>(b)}});
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j)
      out.push_back({robot.legs[i].name + "." + robot.legs[i].joints[j].name, {static_cast<int>(i), j}});
  return out;
}

std::pair<int, int> find_body(const Robot& robot, const std::string& name, const Place& place) {
  std::vector<std::string> names;
  for (const auto& [known, body] : named_bodies(robot)) {
    if (known == name) return body;
    names.push_back(known);
  }
  throw InputError(place,
                   fmt::format("no body of {} is called '{}'{}; `gough info` lists them", robot.name, name, did_you_mean(name, names)));
}

bool fits(const std::string& pattern, const std::string& name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string::npos) return pattern == name;
  if (name.compare(0, star, pattern, 0, star) != 0) return false;
  const std::string rest = pattern.substr(star + 1);
  for (std::size_t at = star; at <= name.size(); ++at)
    if (fits(rest, name.substr(at))) return true;
  return false;
}

WrenchProfile::WrenchProfile(const Robot& robot, const std::vector<WrenchSpec>& specs) : specs_(specs) {
  for (WrenchSpec& s : specs_) {
    const auto [leg, body] = s.body.empty() ? std::pair<int, int>{-1, 0} : find_body(robot, s.body, s.place);
    const bool platform = leg < 0 && body == 0;
    points_.push_back({leg, body, s.at ? *s.at : platform ? robot.tool : Vector(Vector::Zero())});
    if (s.force.empty() && s.moment.empty()) throw InputError(s.place, "a wrench needs 'force' or 'moment'");
    for (const auto& [list, key] : {std::pair{&s.force, "force"}, std::pair{&s.moment, "moment"}}) {
      if (!list->empty() && list->size() != s.time.size())
        throw InputError(s.place, fmt::format("'{}' in wrench has {} vectors for {} times", key, list->size(), s.time.size()));
      if (list->empty()) list->assign(s.time.size(), Vector::Zero());
    }
    for (std::size_t k = 1; k < s.time.size(); ++k)
      if (!(s.time[k] >= s.time[k - 1])) throw InputError(s.place, "'time' in wrench must not fall");
  }
}

void WrenchProfile::at(double t, VecX<double>& wrench) const {
  for (std::size_t p = 0; p < specs_.size(); ++p) {
    const WrenchSpec& s = specs_[p];
    auto out = wrench.segment<6>(6 * static_cast<Eigen::Index>(p));
    const auto after = std::upper_bound(s.time.begin(), s.time.end(), t);
    const std::size_t k = static_cast<std::size_t>(after - s.time.begin());
    if (k == 0 || (k == s.time.size() && t > s.time.back())) {
      out.setZero();
      continue;
    }
    const std::size_t low = k - 1, high = std::min(k, s.time.size() - 1);
    const double span = s.time[high] - s.time[low], part = span > 0.0 ? (t - s.time[low]) / span : 0.0;
    out.head<3>() = s.force[low] + part * (s.force[high] - s.force[low]);
    out.tail<3>() = s.moment[low] + part * (s.moment[high] - s.moment[low]);
  }
}

}  // namespace gough
