#include <fmt/ranges.h>

#include <map>

#include "gough/identification/excitation.hpp"
#include "gough/identification/excitation_file.hpp"
#include "gough/identification/identification.hpp"
#include "gough/io/files.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/model/names.hpp"
#include "gough/simulation/simulation.hpp"
#include "tests/identification/experiment.hpp"

// From the search for a motion to parameters: excite, simulate a robot that differs from its file under a controller that believes it,
// record with encoders and noisy efforts, identify.
namespace gough::test {
namespace {

struct ExperimentCase {
  std::string robot;
  double effort;         // N m or N: noise of the recorded efforts, standard deviation
  double resolution;     // rad or m, of the encoders; their noise is a third of it
  double seconds;        // of recording
  int evaluations;       // of the search for a motion
  double rate = 1000.0;  // Hz, of control and recording
  bool large = false;    // only with --samples above 100
  double period = 0.0;   // s, of a first motion of ten harmonics, not five, of which 20 periods are recorded and averaged
};
void PrintTo(const ExperimentCase& c, std::ostream* out) { *out << c.robot; }

// Bodies up to 30 % heavier or lighter than the file says, those of one name alike; 30 % more friction.
std::string plant_text(const Robot& robot) {
  std::mt19937_64 random(7);
  std::map<std::string, double> scale;
  std::string out = "[plant]\nfriction = 1.3\n";
  for (const auto& [name, at] : named_bodies(robot)) {
    const std::string kind = name.substr(name.find('.') + 1);
    if (!scale.contains(kind)) scale[kind] = 1.0 + 0.3 * random_vector(1, random)(0);
    out += fmt::format("[[plant.mass]]\nbody = \"{}\"\nscale = {}\n", name, scale[kind]);
  }
  return out;
}

FourierSpec exciting(const Robot& robot, const ExperimentCase& c, std::uint64_t seed, double period = 0.0) {
  ExcitationOptions search;
  search.random = 20;
  search.starts = 1;
  search.evaluations = c.evaluations;
  search.seed = seed;
  if (period > 0.0) search.harmonics = 10;
  search.period = period;
  return excite(robot, search).motion;
}

struct Recording {
  std::string file;
  Robot truth;
};

// The log of a run, as a file; efforts divided by `gain`, where there are some, as currents.
void write_log(const Robot& robot, const Simulation& run, const VecX<double>& gain, const std::string& file) {
  std::vector<std::string> header = run.columns();
  VecX<double> scale = VecX<double>::Ones(static_cast<Eigen::Index>(header.size()));
  for (Eigen::Index a = 0; a < gain.size(); ++a) {
    const auto at = std::find(header.begin(), header.end(), "measured_tau_" + robot.actuators[static_cast<std::size_t>(a)].name);
    scale(at - header.begin()) = 1.0 / gain(a);
    *at += " [A]";
  }
  std::string table = fmt::format("{}\n", fmt::join(header, ","));
  const Eigen::Map<const VecX<double>> rows(run.rows().data(), static_cast<Eigen::Index>(run.rows().size()));
  for (Eigen::Index k = 0; k < rows.size(); k += scale.size())
    table += fmt::format("{:.12g}\n", fmt::join(rows.segment(k, scale.size()).cwiseProduct(scale).eval(), ","));
  write_text(file, table);
}

Recording experiment(const Robot& robot, const ExperimentCase& c, const FourierSpec& motion, unsigned seed, const std::string& payload = "",
                     const VecX<double>& gain = {}) {
  const std::string name = fmt::format("{}{}_{}", ::testing::TempDir(), c.robot, seed);
  write_text(name + ".toml", fourier_text(robot, motion, ""));
  const std::string text = fmt::format(
      "trajectory_file = \"{}.toml\"\nduration = {}\nlog_rate = {}\nseed = {}\n"
      "[controller]\ntype = \"joint_computed_torque\"\nrate = {}\nbandwidth_hz = 8\n[integrator]\nstep = {}\n"
      "[sensors]\nresolution = [{}]\nnoise = [{}]\neffort_noise = [{}]\nrates = \"difference\"\n{}{}",
      name, c.seconds, c.rate, seed, c.rate, 0.5 / c.rate, c.resolution, c.resolution / 3.0, c.effort, plant_text(robot), payload);
  Simulation run(robot, read_scenario_text(text, name + ".scenario"), "/");
  while (run.step()) {
  }
  EXPECT_EQ(run.outcome().status, Status::ok) << c.robot << " at " << run.time() << " s";
  write_log(robot, run, gain, name + ".csv");
  return {name + ".csv", run.true_robot()};
}

VecX<double> values(const BaseParameters& base, const Robot& truth) {
  const std::vector<virtual_work::Parameter> all = virtual_work::parameters(truth, {});
  VecX<double> p(static_cast<Eigen::Index>(all.size()));
  for (std::size_t k = 0; k < all.size(); ++k) p(static_cast<Eigen::Index>(k)) = all[k].value;
  return base.values(p);
}

class SimulatedExperimentOn : public ::testing::TestWithParam<ExperimentCase> {};

// Well excited parameters, those with a deviation below 10 %, lie within three of their deviations of the truth.
void check_parameters(const ExperimentCase& c, const Identification& id, const VecX<double>& truth) {
  const VecX<double> deviation = id.estimate.deviation();
  int count = 0, beyond = 0;
  double changed = 0.0;
  std::vector<int> well;
  for (Eigen::Index k = 0; k < truth.size(); ++k) {
    if (deviation(k) > 0.1 * std::abs(truth(k))) continue;
    const double z = (id.estimate.value(k) - truth(k)) / deviation(k);
    ++count;
    beyond += std::abs(z) > 3.0 ? 1 : 0;
    well.push_back(static_cast<int>(k));
    changed = std::max(changed, std::abs(truth(k) - id.nominal(k)) / deviation(k));
  }
  // whatever their correlations, this is χ² of as many freedoms
  const VecX<double> error = (id.estimate.value - truth)(well);
  const double squares = error.dot(pivoted_positive_solver(id.estimate.covariance(well, well))(error));
  fmt::print(
      "{}: condition {:.3g}, {} of {} parameters well excited, {} of them beyond 3 deviations, chi-squared over freedoms {:.2f}; the robot "
      "file is off by up to {:.0f}\n",
      c.robot, id.estimate.condition, count, truth.size(), beyond, squares / count, changed);
  EXPECT_GE(count, 5);
  EXPECT_LE(beyond, count / 100);  // 0.27 % of normal noise
  EXPECT_LT(squares, count + 4.0 * std::sqrt(2.0 * count));
  EXPECT_GT(changed, 10.0) << "the file itself would do";
}

// Standard deviation of each row's prediction that the estimate's covariance promises, root mean square over a motion.
VecX<double> promised(const Observation& o, const MatX<double>& covariance) {
  VecX<double> out = VecX<double>::Zero(o.width());
  for (Eigen::Index k = 0; k < o.y.size(); ++k) out(k % o.width()) += o.W.row(k).dot(covariance * o.W.row(k).transpose());
  return (out / o.samples()).cwiseSqrt();
}

TEST_P(SimulatedExperimentOn, tells_the_parameters_and_predicts_another_motion) {
  const ExperimentCase& c = GetParam();
  if (c.large && samples <= 100) GTEST_SKIP() << "with --samples=101 or more";
  const Robot robot = load_robot(c.robot);
  ExperimentCase longer = c;
  if (c.period > 0.0) longer.seconds = 20.0 * c.period;
  const Recording first = experiment(robot, longer, exciting(robot, c, 1, c.period), 1);
  const Recording second = experiment(robot, c, exciting(robot, c, 2), 2);
  IdentificationOptions options;
  options.filter.period = c.period;
  options.consistent = true;
  const Identification id = identify(robot, first.file, options);
  const VecX<double> truth = values(id.base, first.truth);
  check_parameters(c, id, truth);

  // the other motion: what is left is what the true parameters leave
  const FilteredMotion motion = filtered(robot, read_measured_motion(robot, second.file));
  const Observation next = observe(robot, motion, select(static_cast<int>(id.base.all.size()), id.base.base));
  const VecX<double> left = rms_of_rows(next.y - next.W * id.estimate.value, next.width());
  const VecX<double> noise = rms_of_rows(next.y - next.W * truth, next.width());
  const VecX<double> error = promised(next, id.estimate.covariance);

  // as good: the file that is written
  const std::string file = ::testing::TempDir() + c.robot + "_identified.toml";
  write_robot_file(id.file->described(id.consistent.value), file);
  const VecX<double> written = rms_of_rows(next.y - next.W * values(id.base, load_robot(file)), next.width());
  const double in_band = c.effort * std::sqrt(next.independent / motion.decimate);
  for (Eigen::Index r = 0; r < left.size(); ++r) {
    fmt::print(
        "  {:10} effort {:8.3g}, left {:8.3g}, {:.3f} of what the true parameters leave, {:.3f} by the written file; noise {:.3g}, "
        "{:.3f}\n",
        next.rows[static_cast<std::size_t>(r)], rms_of_rows(next.y, next.width())(r), left(r), left(r) / noise(r), written(r) / noise(r),
        in_band, noise(r) / in_band);
    // what the true parameters leave, and an error of the parameters of three promised deviations, which is no larger than the noise
    EXPECT_LT(left(r), std::hypot(noise(r), 3.0 * error(r))) << c.robot << " row " << r;
    EXPECT_LT(written(r), std::hypot(noise(r), 3.0 * error(r))) << c.robot << " row " << r;
    EXPECT_LT(error(r), noise(r)) << c.robot << " row " << r;
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, SimulatedExperimentOn,
                         ::testing::Values(ExperimentCase{"five_bar", 0.02, 6e-6, 5.0, 300, 500.0},
                                           ExperimentCase{"delta", 0.02, 6e-6, 7.0, 150, 500.0},
                                           ExperimentCase{"planar_4rrr", 0.01, 6e-6, 6.0, 50, 500.0, true},
                                           ExperimentCase{"planar_3rrr", 0.02, 6e-6, 10.0, 1000, 1000.0, true},
                                           ExperimentCase{"orthoglide", 0.5, 1e-6, 10.0, 400, 1000.0, true, 3.0},
                                           ExperimentCase{"quattro", 0.02, 6e-6, 10.0, 400, 1000.0, true, 3.0},
                                           ExperimentCase{"gough_stewart", 1.0, 1e-6, 10.0, 400, 1000.0, true, 3.0}),
                         [](const auto& info) { return info.param.robot; });

TEST(SimulatedExperiment, tells_drive_gains_with_a_known_payload) {
  const ExperimentCase c{"five_bar", 0.02, 6e-6, 4.0, 50, 500.0};
  const Robot robot = load_robot(c.robot);
  const VecX<double> gain = Eigen::Vector2d(0.35, 0.52);
  const FourierSpec motion = exciting(robot, c, 1);
  const Recording empty = experiment(robot, c, motion, 11, "", gain);
  const Recording loaded =
      experiment(robot, c, motion, 12, "[plant.payload]\nmass = 0.5\ncom = [0.01, 0, 0]\ninertia = [2e-4, 2e-4, 3e-4]\n", gain);
  const RigidBody payload{0.5, robot.tool + Vec3<double>(0.01, 0.0, 0.0), Vec3<double>(2e-4, 2e-4, 3e-4).asDiagonal()};
  const DriveGains found = *identify(robot, empty.file, {}, KnownPayload{loaded.file, payload}).drives;
  for (int a = 0; a < 2; ++a) {
    fmt::print("gain {:.5f}, found {:.5f}, deviation {:.5f}\n", gain(a), found.gain(a), found.gain_deviation(a));
    EXPECT_NEAR(found.gain(a), gain(a), 0.01 * gain(a));
    EXPECT_NEAR(found.gain(a), gain(a), 3.0 * found.gain_deviation(a));
  }
}

}  // namespace
}  // namespace gough::test
