#include "apps/gough/check_motion.hpp"

#include <fmt/format.h>

#include "apps/gough/output.hpp"

namespace gough::command {

void check_motion(const Robot& robot, const std::vector<double>& given, const VecX<double>& made, const std::string& option) {
  if (given.size() != 6 || robot.mobility.n == 6) return;  // the free components themselves
  const VecX<double> asked = Eigen::Map<const VecX<double>>(given.data(), 6);
  if ((made.head(6) - asked).cwiseAbs().maxCoeff() <= 1e-6 * (1.0 + asked.cwiseAbs().maxCoeff())) return;
  throw InputError({}, fmt::format("{}: the platform cannot move so here; with these free components it moves by {}", option,
                                   vector_text(made.data(), 6)));
}

}  // namespace gough::command
