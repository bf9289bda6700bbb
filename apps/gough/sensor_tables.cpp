#include "apps/gough/sensor_tables.hpp"

#include <array>

namespace gough::command {

std::vector<ComponentSpread> component_spreads(const Robot& robot, const Observability& alone, const Observability& all,
                                               const KinematicsData<double>& data) {
  static constexpr std::array kNames{"x", "y", "z", "rx", "ry", "rz"};
  const auto thousandths = [&](const Observability& seen) {
    return seen.observable() ? VecX<double>(1e3 * seen.deviations(data)) : VecX<double>::Constant(robot.nacelle.freedoms(), kInfinity);
  };
  const VecX<double> before = thousandths(alone), after = thousandths(all);
  std::vector<ComponentSpread> out;
  for (int c = 0; c < robot.nacelle.freedoms(); ++c) {
    if (data.Psi.row(c).cwiseAbs().maxCoeff() < 1e-9) continue;  // held by the legs
    out.push_back({c < 6 ? kNames[static_cast<std::size_t>(c)] : robot.nacelle.joints[static_cast<std::size_t>(c) - 6].name,
                   robot.nacelle.angular(c) ? "mrad" : "mm", before(c), after(c)});
  }
  return out;
}

}  // namespace gough::command
