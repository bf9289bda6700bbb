#include "gough/identification/identification.hpp"

#include "gough/identification/data_checks.hpp"
#include "gough/io/files.hpp"
#include "gough/math/linear_algebra.hpp"
#include "tests/identification/experiment.hpp"

namespace gough::test {
namespace {

// A robot file and a robot that differs from it.
struct Subject {
  Robot robot;
  FileParameters file;
  VecX<double> theta;
  Robot truth;

  Subject(const std::string& name, unsigned seed) : robot(load_robot(name)), file(robot) {
    std::mt19937_64 random(seed);
    theta = changed_parameters(file, 0.3, random);
    truth = robot_with(file, theta);
  }

  // The parameters of the truth in the frames of the file's robot, effort offsets included.
  VecX<double> parameters(const VecX<double>& offset) const {
    VecX<double> with_offset = theta;
    for (std::size_t a = 0; a < file.offsets.size() && offset.size() > 0; ++a)
      with_offset(file.offsets[a]) = offset(static_cast<Eigen::Index>(a));
    return file.T * with_offset;
  }
};

std::string saved(const std::string& name, const std::string& text) {
  const std::string path = ::testing::TempDir() + name;
  write_text(path, text);
  return path;
}

// How estimates of well-excited parameters (deviation below 10 %) lie about the truth, in deviations.
struct Coverage {
  int count = 0, beyond = 0;
  double squares = 0.0;
  void add(const Estimate& e, const VecX<double>& truth) {
    const VecX<double> deviation = e.deviation();
    for (Eigen::Index k = 0; k < truth.size(); ++k) {
      if (deviation(k) > 0.1 * std::abs(truth(k))) continue;
      const double z = (e.value(k) - truth(k)) / deviation(k);
      ++count;
      beyond += std::abs(z) > 3.0 ? 1 : 0;
      squares += z * z;
    }
  }
  double rms() const { return std::sqrt(squares / count); }
};

struct Case {
  std::string robot;
  int seeds;
  bool rich;  // the motion excites well enough to predict any other to the noise
  Experiment experiment;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.robot; }

class IdentificationOf : public ::testing::TestWithParam<Case> {};

TEST_P(IdentificationOf, finds_the_base_parameters_within_their_deviations) {
  const Case& c = GetParam();
  Coverage coverage[3];
  for (int seed = 1; seed <= c.seeds; ++seed) {
    const Subject s(c.robot, static_cast<unsigned>(seed));
    const BaseParameters base = base_parameters(s.robot);
    Experiment e = c.experiment;
    std::mt19937_64 random(static_cast<unsigned>(seed));
    e.offset = 0.05 * random_vector(static_cast<int>(s.robot.actuators.size()), random);
    const Record record = run(s.truth, e, static_cast<unsigned>(seed));
    const Observation o =
        observe(s.robot, filtered(s.robot, measured(s.robot, record)), select(static_cast<int>(base.all.size()), base.base));
    const VecX<double> truth = base.values(s.parameters(e.offset));
    const Estimate estimates[] = {ordinary_least_squares(o), weighted_least_squares(o), robust_least_squares(o)};
    for (int k = 0; k < 3; ++k) coverage[k].add(estimates[k], truth);

    // another motion: what it leaves is the noise and at most three of the deviations that the covariance promises; where the first was
    // rich enough, the noise
    const Record other = run(s.truth, e, static_cast<unsigned>(seed) + 50);
    const Observation next =
        observe(s.robot, filtered(s.robot, measured(s.robot, other)), select(static_cast<int>(base.all.size()), base.base));
    const VecX<double> left = rms_of_rows(next.y - next.W * estimates[1].value, next.width());
    const VecX<double> noise = rms_of_rows(next.y - next.W * truth, next.width());
    const VecX<double> promised =
        rms_of_rows((next.W * estimates[1].covariance).cwiseProduct(next.W).rowwise().sum().cwiseSqrt(), next.width());
    for (Eigen::Index r = 0; r < left.size(); ++r) {
      EXPECT_LT(left(r), std::hypot(1.5 * noise(r), 3.0 * promised(r))) << c.robot << " row " << r;
      if (c.rich) {
        EXPECT_LT(left(r), 1.5 * noise(r)) << c.robot << " row " << r;
      }
    }
  }
  const char* const names[] = {"ordinary", "weighted", "robust"};
  for (int k = 0; k < 3; ++k) {
    const Coverage& v = coverage[k];
    fmt::print("{} {}: {} of {} within 3 deviations, RMS {:.2f} of one\n", c.robot, names[k], v.count - v.beyond, v.count, v.rms());
    ASSERT_GT(v.count, 3 * c.seeds);
    // 0.27 % lie beyond 3 deviations of normal noise: five standard deviations of that count, and one
    EXPECT_LE(v.beyond, 1 + 0.0027 * v.count + 5.0 * std::sqrt(0.0027 * v.count));
    // the parameters of one experiment share its noise, so that only the experiments count as independent
    EXPECT_NEAR(v.rms(), 1.0, 2.0 / std::sqrt(2.0 * c.seeds));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Simulated, IdentificationOf,
    ::testing::Values(Case{"five_bar", 8, true, {.amplitude = 0.3}},
                      Case{"planar_3rrr", 2, false, {.seconds = 20.0, .rate = 100.0, .amplitude = 0.15, .noise = 0.005}},
                      Case{"delta", 2, true, {.seconds = 20.0, .rate = 100.0, .base = 0.3, .amplitude = 0.6, .noise = 0.005}},
                      Case{"gough_stewart", 1, false, {.seconds = 20.0, .rate = 100.0, .base = 0.3, .amplitude = 0.06, .noise = 0.005}}),
    [](const auto& info) { return info.param.robot; });

// A five-bar whose arms have springs that are a third stiffer than its file says.
TEST(Identification, finds_the_stiffness_of_springs) {
  RobotDescription description = load_robot("five_bar").description;
  for (LegSpec& leg : description.leg) leg.element[0].spring = JointSpringSpec{{}, 3.0, 0.2, {}};
  const Robot robot = assemble(description);
  for (LegSpec& leg : description.leg) leg.element[0].spring->stiffness = 4.0;
  const Robot truth = assemble(description);
  const BaseParameters base = base_parameters(robot);
  const Experiment e{.amplitude = 0.3};
  const Observation o =
      observe(robot, filtered(robot, measured(robot, run(truth, e, 1))), select(static_cast<int>(base.all.size()), base.base));
  const Estimate found = weighted_least_squares(o);
  const VecX<double> deviation = found.deviation();
  int springs = 0;
  for (std::size_t k = 0; k < base.base.size(); ++k) {
    if (!base.all[static_cast<std::size_t>(base.base[k])].name.ends_with(".stiffness")) continue;
    const auto at = static_cast<Eigen::Index>(k);
    ++springs;
    EXPECT_LT(deviation(at), 0.4);
    EXPECT_LT(std::abs(found.value(at) - 4.0), 3.0 * deviation(at));
  }
  EXPECT_EQ(springs, 2);
}

TEST(RobustLeastSquares, is_not_moved_by_outliers) {
  const Subject s("five_bar", 1);
  const BaseParameters base = base_parameters(s.robot);
  Record record = run(s.truth, {.amplitude = 0.3}, 1);
  Observation o =
      observe(s.robot, filtered(s.robot, measured(s.robot, record), {0.0, 1}), select(static_cast<int>(base.all.size()), base.base));
  std::mt19937_64 random(1);
  const double noise = weighted_least_squares(o).noise(0);
  for (Eigen::Index k = 0; k < o.y.size(); k += 20) o.y(k) += 50.0 * noise * (1.0 + random_vector(1, random)(0));
  const VecX<double> truth = base.values(s.parameters({}));
  const Estimate e = robust_least_squares(o);
  const double error = (e.value - truth).cwiseQuotient(e.deviation()).norm();
  const double plain_error = (weighted_least_squares(o).value - truth).cwiseQuotient(e.deviation()).norm();
  EXPECT_LT(error, 0.3 * plain_error);
  EXPECT_GE(e.downweighted, o.y.size() / 20);
}

TEST(DriveGains, are_found_with_a_known_payload) {
  const Subject s("five_bar", 2);
  const BaseParameters base = base_parameters(s.robot);
  const int all = static_cast<int>(base.all.size());
  Experiment e{.seconds = 20.0, .base = 0.4, .amplitude = 0.3, .noise = 0.01};
  Experiment loaded = e;
  loaded.payload = {0.5, {0.01, 0.0, 0.0}, Mat3<double>::Zero()};
  const VecX<double> gain = Vec3<double>(0.35, 0.52, 0.0).head<2>();
  VecX<double> column = VecX<double>::Zero(all);
  column.segment<10>(platform_columns(s.robot)[0]) = inertial_parameters(loaded.payload);
  const Selection k = MatX<double>(column).sparseView();
  const Selection S = select(all, base.base);
  int beyond = 0;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    Record a = run(s.truth, e, seed), b = run(s.truth, loaded, seed + 10);
    a.effort = a.effort * gain.cwiseInverse().asDiagonal();
    b.effort = b.effort * gain.cwiseInverse().asDiagonal();
    const DriveGains found = identify_drive_gains(observe(s.robot, filtered(s.robot, measured(s.robot, a)), S),
                                                  observe(s.robot, filtered(s.robot, measured(s.robot, b)), beside({S, k})));
    for (int j = 0; j < 2; ++j) {
      EXPECT_NEAR(found.gain(j), gain(j), 0.01 * gain(j)) << seed;
      EXPECT_NEAR(found.total(j), gain(j), 0.05 * gain(j)) << "total least squares alone, " << seed;
      beyond += std::abs(found.gain(j) - gain(j)) > 3.0 * found.gain_deviation(j) ? 1 : 0;
    }
  }
  EXPECT_EQ(beyond, 0);
}

TEST(PayloadIdentification, finds_mass_and_centre) {
  const Robot robot = load_robot("gough_stewart");
  Experiment e{.rate = 100.0, .amplitude = 0.06};
  e.payload = {5.0, {0.03, -0.02, 0.1}, Vec3<double>(0.04, 0.05, 0.03).asDiagonal()};
  const std::string path = saved("payload.csv", csv_text(robot, run(robot, e, 1)));
  const PayloadIdentification found = identify_payload(robot, path, true, {});
  EXPECT_NEAR(found.payload.mass, 5.0, 3.0 * found.payload.mass_deviation);
  EXPECT_LT(found.payload.mass_deviation, 0.02 * 5.0);
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(found.payload.com(k), e.payload.com(k), 3.0 * found.payload.com_deviation(k));
    EXPECT_LT(found.payload.com_deviation(k), 0.01);
  }
  EXPECT_TRUE(found.payload.unseen.empty());

  // a Delta's platform does not turn: only the mass shows
  const Robot delta = load_robot("delta");
  e = {.rate = 100.0, .amplitude = 0.5};
  e.payload = {1.2, {0.01, 0.0, -0.05}, Mat3<double>::Zero()};
  const PayloadIdentification mass = identify_payload(delta, saved("delta_payload.csv", csv_text(delta, run(delta, e, 1))), false, {});
  EXPECT_NEAR(mass.payload.mass, 1.2, 3.0 * mass.payload.mass_deviation);
  EXPECT_EQ(mass.payload.unseen, (std::vector<std::string>{"mcx", "mcy", "mcz"}));
}

// Heavy noise: least squares on the file's parameters gives bodies that cannot exist; the consistent estimate never does, and predicts
// better.
TEST(ConsistentEstimate, stays_physical_where_least_squares_does_not) {
  const Subject s("delta", 3);
  const Experiment e{.seconds = 8.0, .rate = 100.0, .amplitude = 0.4, .noise = 0.3};
  const Observation o = observe(s.robot, filtered(s.robot, measured(s.robot, run(s.truth, e, 3))), s.file.T);

  // plain: ridge so small that it only chooses among equals
  const VecX<double> scale = o.W.colwise().norm().transpose().cwiseMax(1e-9).cwiseInverse();
  const MatX<double> A = o.W * scale.asDiagonal();
  const MatX<double> normal = A.transpose() * A + 1e-9 * MatX<double>::Identity(A.cols(), A.cols());
  const VecX<double> start = s.file.values();
  const VecX<double> plain = start + scale.cwiseProduct(pivoted_positive_solver(normal)(A.transpose() * (o.y - o.W * start)));
  EXPECT_LT(smallest_eigenvalues(s.file, plain).minCoeff(), -1e-3);

  const VecX<double> noise = rms_of_rows(o.y - o.W * plain, o.width());
  const ConsistentEstimate c = consistent_estimate(s.file, s.robot.length, o, noise);
  EXPECT_TRUE(c.converged);
  EXPECT_GT(smallest_eigenvalues(s.file, c.value).minCoeff(), 0.0);
  for (const FileParameters::Positive& p : s.file.positive) EXPECT_GT(c.value(p.index), 0.0);
  EXPECT_NO_THROW(assemble(s.file.described(c.value)));

  Experiment quiet = e;
  quiet.noise = 0.0;
  const Observation other = observe(s.robot, filtered(s.robot, measured(s.robot, run(s.truth, quiet, 77))), s.file.T);
  const double left = (other.y - other.W * c.value).norm(), nominal = (other.y - other.W * start).norm();
  EXPECT_LT(left, (other.y - other.W * plain).norm());
  EXPECT_LT(left, 0.5 * nominal);
}

TEST(ConsistentEstimate, goes_to_the_truth_with_the_noise) {
  const Subject s("five_bar", 4);
  const Experiment e{.amplitude = 0.3, .noise = 0.002};
  const Observation o = observe(s.robot, filtered(s.robot, measured(s.robot, run(s.truth, e, 3))), s.file.T);
  const VecX<double> truth = s.theta;
  const ConsistentEstimate c = consistent_estimate(s.file, s.robot.length, o, rms_of_rows(o.y - o.W * truth, o.width()));
  // efforts, for θ itself is not unique: what the estimate leaves is the noise
  EXPECT_LT(rms_of_rows(c.residual, o.width()).maxCoeff(), 1.05 * rms_of_rows(o.y - o.W * truth, o.width()).maxCoeff());
  EXPECT_GT(c.smallest, 0.0);
  EXPECT_TRUE(c.converged);
  // next to no noise: a sum of squares of 1e12, and the method must still arrive
  const ConsistentEstimate sharp =
      consistent_estimate(s.file, s.robot.length, o, VecX<double>::Constant(o.width(), 1e-6 * rms_of_rows(o.y, o.width()).maxCoeff()));
  EXPECT_TRUE(sharp.converged);
  EXPECT_TRUE(sharp.deviation.allFinite());
}

TEST(Identify, names_what_the_motion_does_not_tell) {
  const Robot robot = load_robot("five_bar");
  const IdentificationOptions options;
  const auto says = [&](const Record& r) {
    try {
      identify(robot, saved("bad.csv", csv_text(robot, r)), options);
    } catch (const InputError& error) {
      const std::string text = error.what();
      return text.substr(text.find("bad.csv"));
    }
    return std::string("no error");
  };
  Record still = run(robot, {.amplitude = 0.3}, 1);
  still.qa.col(1).setConstant(still.qa(0, 1));
  EXPECT_EQ(says(still), "bad.csv: actuator 'right.arm' stands still in the whole file: nothing can be told of it");
  Record brief = run(robot, {.seconds = 1.5, .rate = 50.0, .amplitude = 0.3}, 1);
  EXPECT_NE(says(brief).find("too short a motion"), std::string::npos) << says(brief);
  Record loud = run(robot, {.amplitude = 0.3}, 1);
  loud.effort.col(0) *= 1000.0;
  EXPECT_NE(says(loud).find("column 'tau_left.arm' has an RMS of"), std::string::npos) << says(loud);
  EXPECT_NE(says(loud).find("wrong by a factor of 1000"), std::string::npos);

  // one slow harmonic: numbers come, with their names in the warnings
  const Identification weak = identify(
      robot, saved("weak.csv", csv_text(robot, run(robot, {.base = 0.2, .harmonics = 1, .amplitude = 0.02, .noise = 0.05}, 1))), options);
  ASSERT_FALSE(weak.poor.empty());
  EXPECT_EQ(weak.warnings.at(0).rfind("poorly excited, with a deviation above 30 %: " + weak.base.name(weak.poor[0]), 0), 0u)
      << weak.warnings[0];
}

}  // namespace
}  // namespace gough::test
