#include "gough/identification/measured_motion.hpp"

#include <functional>

#include "gough/identification/data_checks.hpp"
#include "tests/identification/experiment.hpp"

namespace gough::test {
namespace {

std::string message(const std::function<void()>& f) {
  try {
    f();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

MeasuredMotion read(const Robot& robot, const std::string& text) {
  std::istringstream in(text);
  return read_measured_motion(robot, in, "m.csv");
}

// A five-bar's motion; a hand may change what row k says.
struct Row {
  std::string t, left = "2.0", right = "1.0", tau_left = "0.1", tau_right = "0.2";
};
std::string table(const std::function<void(int, Row&)>& change = {},
                  const std::string& header = "t,q_left.arm,q_right.arm,tau_left.arm,tau_right.arm", double step = 0.01, int rows = 60) {
  std::string text = header;
  for (int k = 0; k < rows; ++k) {
    Row row{fmt::format("{:.6g}", step * k)};
    row.left = fmt::format("{:.6g}", 2.0 + 0.1 * std::sin(0.3 * k));
    row.right = fmt::format("{:.6g}", 1.0 + 0.1 * std::cos(0.3 * k));
    if (change) change(k, row);
    text += fmt::format("\n{},{},{},{},{}", row.t, row.left, row.right, row.tau_left, row.tau_right);
  }
  return text + "\n";
}

TEST(MeasuredMotion, reads_units_from_the_header) {
  const Robot robot = load_robot("five_bar");
  const MeasuredMotion si = read(robot, table());
  const MeasuredMotion other = read(robot, table([](int k, Row& r) { r.t = fmt::format("{}", 10 * k); },
                                                 "t [ms],q_left.arm [deg],q_right.arm,tau_left.arm [N mm],tau_right.arm"));
  EXPECT_NEAR(other.step, si.step, 1e-15);
  EXPECT_NEAR(other.qa(7, 0), radians(si.qa(7, 0)), 1e-15);
  EXPECT_NEAR(other.effort(7, 0), 1e-3 * si.effort(7, 0), 1e-18);
  EXPECT_EQ(other.effort(7, 1), si.effort(7, 1));
  EXPECT_TRUE(read(robot, table({}, "t,q_left.arm,q_right.arm,tau_left.arm [A],tau_right.arm [A]")).any_raw());
}

TEST(MeasuredMotion, leaves_out_a_last_sample_that_came_early) {
  const Robot robot = load_robot("five_bar");
  const MeasuredMotion even = read(robot, table());
  const MeasuredMotion early = read(robot, table([&](int k, Row& r) {
                                      if (k == even.samples() - 1) r.t = fmt::format("{}", 0.01 * k - 0.006);
                                    }));
  EXPECT_NEAR(early.step, even.step, 1e-15);
  EXPECT_EQ(early.qa, even.qa.topRows(even.samples() - 1));
  EXPECT_TRUE(early.notes.empty());
}

TEST(MeasuredMotion, takes_out_turns_and_evens_the_grid) {
  const Robot robot = load_robot("five_bar");
  const MeasuredMotion wrapped = read(robot, table([](int k, Row& r) {
                                        if (k > 30) r.left = fmt::format("{:.12g}", std::stod(r.left) - 2 * kPi);
                                      }));
  EXPECT_LT((wrapped.qa - read(robot, table()).qa).cwiseAbs().maxCoeff(), 1e-9);
  ASSERT_EQ(wrapped.notes.size(), 1u);
  EXPECT_EQ(wrapped.notes[0], "q_left.arm: whole turns between samples taken out");
  // uneven stamps: the same curve sampled elsewhere comes back on the grid, to the cubic's error (0.3 h)⁴ 3/128 · 0.1 and the digits
  const MeasuredMotion uneven = read(robot, table([](int k, Row& r) {
                                       const double at = k + (k % 2 && k < 59 ? 0.2 : 0.0);
                                       r.t = fmt::format("{:.9g}", 0.01 * at);
                                       r.left = fmt::format("{:.12g}", 2.0 + 0.1 * std::sin(0.3 * at));
                                     }));
  for (int k = 2; k < 58; ++k) EXPECT_NEAR(uneven.qa(k, 0), 2.0 + 0.1 * std::sin(0.3 * k), 1e-4);
  EXPECT_EQ(uneven.notes.at(0), "t: samples stray by up to 0.2 of the sampling time; put on an even grid");
}

TEST(MeasuredMotion, refuses_bad_data_and_says_where) {
  const Robot robot = load_robot("five_bar");
  const auto says = [&](const std::string& text) { return message([&] { read(robot, text); }); };
  EXPECT_EQ(says(table({}, "t,q_left.arm,q_right.amr,tau_left.arm,tau_right.arm")),
            "m.csv:1:1: no column 'q_right.arm' (did you mean 'q_right.amr'?); a motion needs t, and measured_q_NAME and measured_tau_NAME "
            "(or q_NAME and tau_NAME) of every actuator");
  EXPECT_EQ(says(table({}, "t,q_left.arm [mm],q_right.arm,tau_left.arm,tau_right.arm")),
            "m.csv:1:1: column 'q_left.arm' cannot be in 'mm'; expected rad, mrad, deg, °");
  EXPECT_EQ(says(table([](int k, Row& r) { r.tau_left = k == 5 ? "nan" : r.tau_left; })),
            "m.csv:7:22: 'nan' in column 'tau_left.arm' is not a finite number");
  EXPECT_EQ(says(table([](int k, Row& r) { r.t = k == 9 ? "0.08" : r.t; })),
            "m.csv:11:1: time stamps must increase; 0.08 s repeats 0.08 s");
  EXPECT_EQ(says(table([](int k, Row& r) { r.t = k == 9 ? "0.05" : r.t; })),
            "m.csv:11:1: time stamps must increase; 0.05 s comes after 0.08 s");
  EXPECT_EQ(says(table([](int k, Row& r) { r.t = fmt::format("{:.6g}", 0.01 * k + (k > 20 ? 0.5 : 0.0)); })),
            "m.csv:23:1: a gap of 0.51 s where the sampling time is 0.01 s; cut the file there and use one piece");
  EXPECT_EQ(says(table({}, "t,q_left.arm,q_right.arm,tau_left.arm,tau_right.arm", 10.0)),
            "m.csv:2:1: column 't' gives a sampling time of 10 s; expected 1e-05 to 0.1 s; the factor 1000 says ms: write 't [ms]'");
  EXPECT_EQ(says(table({}, "t [us],q_left.arm,q_right.arm,tau_left.arm,tau_right.arm", 1.0)),
            "m.csv:2:1: column 't' gives a sampling time of 1e-06 s; expected 1e-05 to 0.1 s; is its unit wrong by a factor of 1000?");
  EXPECT_EQ(says(table({}, "t,q_left.arm,q_right.arm,tau_left.arm,tau_right.arm", 0.01, 30)),
            "m.csv:31:1: 30 samples are too short a motion; at least 50 are needed");
}

TEST(DataChecks, name_the_column_and_the_factor) {
  const Robot stewart = load_robot("gough_stewart"), delta = load_robot("delta");
  const Experiment e{.seconds = 2.0, .rate = 100, .base = 0.5, .harmonics = 2, .amplitude = 0.05};
  const Record r = run(stewart, e, 1), d = run(delta, e, 1);
  MeasuredMotion motion = measured(stewart, r);
  EXPECT_NO_THROW(check_positions(stewart, motion));
  motion.qa.col(2) *= 1000.0;
  EXPECT_NE(message([&] { check_positions(stewart, motion); }).find("motion.csv: column 'q_left3.strut' runs from"), std::string::npos);
  EXPECT_NE(message([&] { check_positions(stewart, motion); }).find("wrong by a factor of 1000: mm read as m"), std::string::npos);
  motion.qa.col(2) /= 1e6;
  EXPECT_NE(message([&] { check_positions(stewart, motion); }).find("wrong by a factor of 1/1000: m read as mm"), std::string::npos);
  motion = measured(delta, d);
  motion.qa.col(1) *= 180 / kPi;
  EXPECT_NE(message([&] { check_positions(delta, motion); }).find("column 'q_leg2.arm'"), std::string::npos);
  EXPECT_NE(message([&] { check_positions(delta, motion); }).find("57.3: degrees read as radians"), std::string::npos);

  Observation o;
  o.file = "m.csv";
  o.rows = {"a", "b"};
  o.units = {"N m", "N m"};
  o.y = VecX<double>::Random(200);
  VecX<double> model = o.y;
  EXPECT_TRUE(check_efforts(o, model).empty());
  for (int k = 1; k < 200; k += 2) o.y(k) *= 1000.0;
  const std::string text = message([&] { check_efforts(o, model); });
  EXPECT_NE(text.find("m.csv: column 'tau_b' has an RMS of"), std::string::npos) << text;
  EXPECT_NE(text.find("its unit looks wrong by a factor of 1000"), std::string::npos) << text;
  for (int k = 1; k < 200; k += 2) o.y(k) *= -1e-3;
  EXPECT_EQ(check_efforts(o, model).at(0), "tau_b runs against the robot file's model (correlation -1.00): is its sign reversed?");
}

}  // namespace
}  // namespace gough::test
