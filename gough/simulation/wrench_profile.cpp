#include "gough/simulation/wrench_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "gough/model/file_frame.hpp"
#include "gough/model/names.hpp"

namespace gough {

WrenchProfile::WrenchProfile(const Robot& robot, const std::vector<WrenchSpec>& specs) : specs_(specs) {
  for (WrenchSpec& s : specs_) {
    const BodyId platform, body = s.body.empty() ? platform : find_body(robot, s.body, s.place);
    const Vec3<double> at = s.at ? *s.at : body == platform ? robot.tool : Vec3<double>(Vec3<double>::Zero());
    points_.push_back({body.leg, body.body, file_frame(robot, body).point(at)});
    if (s.force.empty() && s.moment.empty()) throw InputError(s.place, "a wrench needs 'force' or 'moment'");
    for (const auto& [list, key] : {std::pair{&s.force, "force"}, std::pair{&s.moment, "moment"}}) {
      if (!list->empty() && list->size() != s.time.size())
        throw InputError(s.place, fmt::format("'{}' in wrench has {} vectors for {} times", key, list->size(), s.time.size()));
      if (list->empty()) list->assign(s.time.size(), Vec3<double>::Zero());
    }
    for (std::size_t k = 1; k < s.time.size(); ++k)
      if (!(s.time[k] >= s.time[k - 1])) throw InputError(s.place, "'time' in wrench must not fall");
  }
}

void WrenchProfile::at(double t, VecX<double>& wrench) const {
  assert(wrench.size() == 6 * static_cast<Eigen::Index>(specs_.size()));
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
