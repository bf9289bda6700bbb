#include "gough/control/emit_controller.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "gough/codegen/c_names.hpp"
#include "gough/program/pose_ports.hpp"
#include "gough/trajectory/trajectory_spec.hpp"
#include "tests/agreement/random_robots.hpp"
#include "tests/control/closed_loop.hpp"

// Controllers as C, compiled by the system's compiler, against the library's.
namespace gough::test {
namespace {

namespace fs = std::filesystem;

const char* c_compiler() {
  static const char* const found = [] {
    for (const char* name : {"gcc", "clang"})
      if (std::system((std::string(name) + " --version > /dev/null 2>&1").c_str()) == 0) return name;
    return "";
  }();
  return found;
}

// An emitted controller in this process. The reference and the parameters are structs of doubles only.
class CompiledController {
 public:
  explicit CompiledController(const EmittedController& e) {
    static int count = 0;
    const fs::path folder = fs::path(::testing::TempDir()) / fmt::format("gough_controller_{}_{}", ::getpid(), count++);
    fs::create_directories(folder);
    for (const NamedText& file : controller_project(e, false)) std::ofstream(folder / file.name) << file.text;
    std::ofstream(folder / "entries.c") << fmt::format(
        "#include \"{0}.h\"\nunsigned long size_of_it(void);\nvoid start_it({1} *c);\nint call_it({1} *c, const double *q, const double "
        "*dq,"
        " const double *reference, const double *wrench, double *effort);\ndouble *parameters_of(void *c);\n"
        "unsigned long size_of_it(void) {{ return sizeof({1}); }}\nvoid start_it({1} *c) {{ {1}_init(c); }}\n"
        "double *parameters_of(void *c) {{ return &(({1} *)c)->parameters.period; }}\n"
        "int call_it({1} *c, const double *q, const double *dq, const double *reference, const double *wrench, double *effort)\n"
        "{{ (void)wrench; return {1}_step(c, q, dq, (const {1}_reference *)reference,{2} effort); }}\n",
        c_stem(e.name), e.name, e.law.wrench ? " wrench," : "");
    const fs::path library = folder / "controller.so";
    const std::string command =
        fmt::format("{0} -std=c99 -O0 -fno-math-errno -Wall -Wextra -Werror -shared -fPIC -o {1} {2}/{3}.c {2}/entries.c -lm", c_compiler(),
                    library.string(), folder.string(), c_stem(e.name));
    EXPECT_EQ(std::system(command.c_str()), 0) << e.name;
    library_ = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    fs::remove_all(folder);
    EXPECT_NE(library_, nullptr) << ::dlerror();
    find("call_it", call_);
    find("start_it", start_);
    find("parameters_of", parameters_);
    unsigned long (*size)() = nullptr;
    find("size_of_it", size);
    state_.resize(size());
    start_(state_.data());
  }
  CompiledController(const CompiledController&) = delete;
  ~CompiledController() { ::dlclose(library_); }

  int operator()(const double* q, const double* dq, const std::vector<double>& reference, const double* wrench, double* effort) {
    return call_(state_.data(), q, dq, reference.data(), wrench, effort);
  }
  double* parameters() { return parameters_(state_.data()); }  // the period, then those of the law

 private:
  void* library_ = nullptr;
  std::vector<std::max_align_t> state_;
  int (*call_)(void*, const double*, const double*, const double*, const double*, double*) = nullptr;
  void (*start_)(void*) = nullptr;
  double* (*parameters_)(void*) = nullptr;

  template <class F>
  void find(const char* name, F*& function) {
    function = reinterpret_cast<F*>(::dlsym(library_, name));
    ASSERT_NE(function, nullptr) << name;
  }
};

std::vector<double> numbers_of(const Robot& robot, const Reference& r) {
  std::vector<double> out(PosePorts(robot).ports().size());
  PosePorts(robot).fill(r.pose, out.data());
  out.insert(out.end(), r.Vr.begin(), r.Vr.end());
  out.insert(out.end(), r.dVr.begin(), r.dVr.end());
  return out;
}

// A wave of all freedoms about home, 2 Hz.
Trajectory wave(const Robot& robot) {
  std::string text = "periodic = true\n[[segment]]\n[segment.fourier]\nfrequency = 2\ncomponent = [";
  for (const FreeComponent& f : robot.mobility.free)
    text += fmt::format("{{ name = \"{}\", sine = [{}], cosine = [{}] }}, ", f.name, f.angular ? 0.1 : 0.03 * robot.length,
                        f.angular ? 0.05 : 0.01 * robot.length);
  return make_trajectory(robot, read_trajectory_text(text + "]\n", "wave"), ".");
}

// The largest difference of efforts over the largest effort, of calls that drive the robot itself.
struct Difference {
  double worst = 0.0, largest = 0.0;
  void add(const VecX<double>& wanted, const VecX<double>& got) {
    worst = std::max(worst, (wanted - got).cwiseAbs().maxCoeff());
    largest = std::max(largest, wanted.cwiseAbs().maxCoeff());
  }
};

Difference closed_loop(const Robot& robot, const std::string& text, int calls) {
  const ControllerSpec spec = controller(text);
  Controller library = make_controller(robot, spec);
  CompiledController emitted(emitted_controller(robot, spec, "", 3, 1));
  const Trajectory trajectory = wave(robot);
  KinematicsData<double> data(robot);
  ClosedLoop loop(robot);
  Reference reference(robot);
  EXPECT_TRUE(trajectory.at(0.0, data, reference).answered());
  loop.pose = reference.pose;
  VecX<double> effort = loop.effort;
  Difference out;
  for (int call = 0; call < calls; ++call) {
    loop.t = call * 1e-3;
    EXPECT_TRUE(trajectory.at(loop.t, data, reference).answered());
    Measurement seen = loop.measurement();
    Eigen::Matrix<double, 6, 1> wrench;
    wrench << 3.0, -2.0, std::sin(loop.t), 0.2, 0.1, -0.3;
    seen.force = wrench.head<3>();
    seen.moment = wrench.tail<3>();
    const Outcome outcome = library(seen, reference, effort);
    const int status = emitted(seen.qa.data(), seen.dqa.data(), numbers_of(robot, reference), wrench.data(), loop.effort.data());
    EXPECT_EQ(status, static_cast<int>(outcome.status)) << text << " call " << call;
    out.add(effort, loop.effort);
    if (::testing::Test::HasFailure()) break;
    loop.advance(1e-3, 1);
  }
  return out;
}

const std::vector<std::string>& laws() {
  static const std::vector<std::string> out{"type = 'joint_pd'\nki = 20\n",
                                            "type = 'joint_computed_torque'\nki = 3000\n",
                                            "type = 'computed_torque'\nki = 3000\npayload = { mass = 0.1 }\n",
                                            "type = 'sliding_mode'\ndisturbance = 5\n",
                                            "type = 'super_twisting'\ndisturbance = 5\nboundary = 0.01\n",
                                            "type = 'passivity'\n",
                                            "type = 'adaptive'\nadaptation_time = 1\nadapt = [{ parameter = '*' }]\n",
                                            "type = 'impedance'\nstiffness = 500\ndamping = 40\n",
                                            "type = 'impedance'\nstiffness = 500\ndamping = 40\ninertia = 1\n"};
  return out;
}

class CompiledControllerTest : public Catalog {};

// Over a simulated second, the efforts of the emitted controller driving the robot, from encoders alone.
TEST_P(CompiledControllerTest, EqualsTheLibrarysInClosedLoop) {
  if (*c_compiler() == 0) GTEST_SKIP() << "no C compiler";
  for (const std::string& law : laws()) {
    SCOPED_TRACE(law);
    const Difference d = closed_loop(robot, law, 1000);
    EXPECT_GT(d.largest, 0.1) << law;
    EXPECT_LE(d.worst, 1e-12 * d.largest) << law;
  }
}
INSTANTIATE_TEST_SUITE_P(Robots, CompiledControllerTest, ::testing::Values("delta", "five_bar", "gough_stewart"), robot_name);

// Calls as the self-test has them, pose and reference anew in each.
Difference sampled_calls(const Robot& robot, const EmittedController& e) {
  CompiledController emitted(e);
  const std::size_t na = robot.actuators.size();
  Difference out;
  VecX<double> effort(static_cast<Eigen::Index>(na));
  for (std::size_t k = 0; k < e.given.size(); ++k) {
    const double* const q = e.given[k].data();
    const std::vector<double> reference(e.given[k].begin() + static_cast<std::ptrdiff_t>(2 * na), e.given[k].end() - 6);
    EXPECT_EQ(emitted(q, q + na, reference, e.given[k].data() + e.given[k].size() - 6, effort.data()), e.statuses[k]) << e.name;
    out.add(Eigen::Map<const VecX<double>>(e.efforts[k].data(), effort.size()), effort);
  }
  return out;
}

// Of random robots. The pose is found to 1e-15 robot lengths; the references are 1e-2 away, so that the errors that gains are for have 13
// digits, of which the worst conditioned of these robots lose two. Adapted is the platform's mass: a parameter that hardly speaks in the
// motion has a gain that makes rounding of any size.
TEST(EmittedControllers, OfRandomRobotsEqualTheLibrarys) {
  if (*c_compiler() == 0) GTEST_SKIP() << "no C compiler";
  int emitted = 0, refused = 0;
  std::mt19937_64 random(11);
  const std::size_t step = samples > 10000 ? 1 : 3;
  for (std::size_t f = 0; f < robot_families().size(); f += step) {
    const std::string& family = robot_families()[f];
    const Robot robot = assemble(read_robot_text(random_robot(family, random), family));
    std::string law = laws()[static_cast<std::size_t>(emitted + refused) % laws().size()];
    if (law.find("adapt =") != std::string::npos)
      law = fmt::format("type = 'adaptive'\nadapt = [{{ parameter = '{}.m' }}]\n", robot.nacelle.body_names[0]);
    try {
      const EmittedController e = emitted_controller(robot, controller(law), "", 10, 3);
      const Difference d = sampled_calls(robot, e);
      EXPECT_LE(d.worst, 1e-11 * d.largest) << family << "\n" << law;
      ++emitted;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()), "") << family;
      ++refused;
    }
  }
  EXPECT_GE(emitted, 4) << refused << " are refused";
}

std::string refusal(const Robot& robot, const std::string& law) {
  try {
    emitted_controller(robot, controller(law), "", 3, 1);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(EmittedControllers, WhatCannotBeEmittedIsRefusedByName) {
  const Robot delta = load_robot("delta");
  EXPECT_NE(refusal(delta, "type = 'joint_pd'\ncontinuous = true\n").find("c.toml:1:1: 'continuous' has no meaning in C"),
            std::string::npos);
  std::mt19937_64 random(5);
  int checked = 0;
  for (const std::string& family : robot_families()) {
    const Robot robot = assemble(read_robot_text(random_robot(family, random), family));
    const bool under = static_cast<int>(robot.actuators.size()) < robot.mobility.n;
    const std::string why = under ? "is under-actuated" : ForwardStep::why_not(robot);
    if (why.empty()) continue;
    EXPECT_NE(refusal(robot, "type = 'computed_torque'\n").find(why), std::string::npos) << family << ": " << why;
    ++checked;
  }
  EXPECT_GT(checked, 0);
}

// Gains may be changed between calls; where no rates are given they are differences of the readings.
TEST(EmittedControllers, ParametersChangeAndRatesMayBeDifferences) {
  if (*c_compiler() == 0) GTEST_SKIP() << "no C compiler";
  const Robot robot = load_robot("delta");
  const ControllerSpec stiff = controller("type = 'computed_torque'\nkp = [900, 800, 700]\n");
  const EmittedController e = emitted_controller(robot, controller("type = 'computed_torque'\n"), "", 2, 1);
  CompiledController changed(e), same(emitted_controller(robot, stiff, "", 2, 1));
  for (int k = 0; k < 3; ++k) changed.parameters()[1 + k] = 900.0 - 100.0 * k;
  const std::vector<double> reference = numbers_of(robot, Reference(robot)), next{0.1, -0.2, 0.3};
  const double* const q = e.given[0].data();
  VecX<double> a(3), b(3), rates(3), moved(3);
  EXPECT_EQ(changed(q, next.data(), reference, nullptr, a.data()), 0);
  EXPECT_EQ(same(q, next.data(), reference, nullptr, b.data()), 0);
  EXPECT_EQ(a, b);
  for (int k = 0; k < 3; ++k) moved(k) = q[k] + 1e-4 * (k + 1);
  for (int k = 0; k < 3; ++k) rates(k) = (moved(k) - q[k]) / 1e-3;
  EXPECT_EQ(changed(moved.data(), nullptr, reference, nullptr, a.data()), 0);
  EXPECT_EQ(same(moved.data(), rates.data(), reference, nullptr, b.data()), 0);
  EXPECT_EQ(a, b);
}

// Readings that belong to no pose, and numbers that are none: the efforts are held.
TEST(EmittedControllers, HoldTheEffortsWhereThereAreNone) {
  if (*c_compiler() == 0) GTEST_SKIP() << "no C compiler";
  for (const std::string name : {"delta", "gough_stewart"}) {
    const Robot robot = load_robot(name);
    const EmittedController e = emitted_controller(robot, controller("type = 'joint_pd'\n"), "", 1, 1);
    CompiledController emitted(e);
    const std::size_t na = robot.actuators.size();
    VecX<double> first(static_cast<Eigen::Index>(na)), then = first;
    std::vector<double> reference = numbers_of(robot, Reference(robot)),
                        q(e.given[0].begin(), e.given[0].begin() + static_cast<std::ptrdiff_t>(na));
    const std::vector<double> still(na, 0.0);
    EXPECT_EQ(emitted(q.data(), still.data(), reference, nullptr, first.data()), 0);
    std::vector<double> none = q;
    none[1] = std::nan("");
    EXPECT_EQ(emitted(none.data(), still.data(), reference, nullptr, then.data()), static_cast<int>(Status::not_converged));
    EXPECT_EQ(first, then);
    if (name == "delta") reference[2] += 10.0 * robot.length;  // beyond the reach of its bars
    else q[1] += 2.5;                                          // of a strut that is far from where it was
    EXPECT_EQ(emitted(q.data(), still.data(), reference, nullptr, then.data()),
              static_cast<int>(name == "delta" ? Status::unreachable : Status::not_converged));
    EXPECT_EQ(first, then);
  }
}

}  // namespace
}  // namespace gough::test
