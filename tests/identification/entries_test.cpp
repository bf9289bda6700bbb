#include "tests/entries.hpp"

#include "gough/identification/base_parameters.hpp"
#include "gough/identification/consistent.hpp"
#include "gough/identification/file_parameters.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

TEST(IdentificationEntries, RefuseSizesAndIndices) {
  const Robot robot = load_robot("five_bar"), delta = load_robot("delta");
  const BaseParameters base = base_parameters(robot);
  const FileParameters file(robot);
  KinematicsData<double> of_delta(delta);
  std::mt19937_64 random(1);
  const VecX<double> two = VecX<double>::Zero(2);
  const MatX<double> Y = MatX<double>::Zero(2, 2);
  MatX<double> out;
  test::expect_refused({
      {"random_state", [&] { random_state(robot, random, of_delta); }},
      {"BaseParameters::values", [&] { (void)base.values(two); }},
      {"BaseParameters::reduce", [&] { base.reduce(Y, out); }},
      {"BaseParameters::expression", [&] { (void)base.expression(base.rank()); }},
      {"FileParameters::described", [&] { (void)file.described(two); }},
      {"smallest_eigenvalues", [&] { (void)smallest_eigenvalues(file, two); }},
  });
}

}  // namespace
}  // namespace gough
