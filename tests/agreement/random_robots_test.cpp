#include "tests/agreement/random_robots.hpp"

#include <fmt/format.h>

#include "gough/dynamics/platform_legs.hpp"
#include "tests/agreement/random_legs.hpp"
#include "tests/agreement/robot_check.hpp"
#include "tests/oracles/maximal_coordinates.hpp"
#include "tests/robots.hpp"

// Random robots of every family against an oracle that knows only their drawing.
namespace gough {
namespace {

using test::Ledger;
using test::Sketch;

struct Size {
  int robots, states;
};

// Per family: 2 robots in 2 states by default, `--samples=2000` gives 2000 robots in 5 states.
Size sweep_size() {
  const int families = static_cast<int>(test::robot_families().size());
  if (test::samples < 100) return {1, 1};
  if (test::samples == 100) return {2, 2};
  return {std::max(2, (test::samples + families - 1) / families), 5};
}

unsigned long seed_of(std::size_t family, int robot) { return 1000000ul * (family + 1) + static_cast<unsigned long>(robot); }

// What a message says, without place, names and numbers.
std::string first_words(const std::string& message) {
  std::string out;
  const std::size_t start = message.find(": ");
  bool quoted = false;
  for (char c : message.substr(start == std::string::npos ? 0 : start + 2)) {
    if (c == ':' || c == ';' || out.size() > 50) break;
    if (c == '\'') quoted = !quoted;
    else if (!quoted) out += c;
  }
  return out;
}

// Home is regular and closed by construction, and the sketch was walked about home: every refusal is false.
void check_robot(const Sketch& sketch, const std::string& text, int states, std::mt19937_64& random, Ledger& ledger) {
  try {
    const Robot robot = assemble(read_robot_text(text, sketch.family));
    test::RobotCheck check(sketch, robot, ledger);
    if (!check.structure()) return;
    for (int s = 0; s < states; ++s) check.state(random);
  } catch (const InputError& error) {
    ledger.fail("refused: " + first_words(error.what()), error.what());
  } catch (const std::exception& error) {
    ledger.fail("exception", error.what());
  }
}

// Both robots at random walks of the drawing.
void compare_ways(const Sketch& sketch, const std::string (&texts)[2], std::mt19937_64& random, Ledger& ledger) {
  try {
    const Robot a = assemble(read_robot_text(texts[0], "elements")), b = assemble(read_robot_text(texts[1], "joints"));
    test::RobotCheck first(sketch, a, ledger), second(sketch, b, ledger);
    if (a.mobility.n != b.mobility.n) return ledger.fail("mobility", "differs");
    if (!first.structure() || !second.structure()) return;
    for (int s = 0; s < 2; ++s) {
      test::Dice dice(random);
      const test::Walk walk = test::random_walk(oracle::Linkage(sketch), first.free(), dice.uniform(0.1, 0.7), 1e-2, random);
      ++ledger.family(sketch.family).states;
      const VecX<double> ea = first.efforts_at(walk.end, first.free()), eb = second.efforts_at(walk.end, first.free());
      if (ea.size() == 0 || eb.size() == 0) continue;
      ledger.compare("efforts both ways", (ea - eb).cwiseAbs().maxCoeff() / std::max(1e-300, ea.cwiseAbs().maxCoeff()), 1e-8);
    }
  } catch (const InputError& error) {
    ledger.fail("refused: " + first_words(error.what()), error.what());
  }
}

TEST(RandomRobots, AgreeWithTheirDrawing) {
  Ledger ledger;
  const Size size = sweep_size();
  for (std::size_t f = 0; f < test::robot_families().size(); ++f) {
    const std::string& family = test::robot_families()[f];
    for (int k = 0; k < size.robots; ++k) {
      if (test::seed != 0 && seed_of(f, k) != static_cast<unsigned long>(test::seed)) continue;
      std::mt19937_64 random(seed_of(f, k));
      const Sketch sketch = test::random_sketch(family, random);
      const std::string text = test::robot_text(sketch, test::Writing::random, random);
      ledger.begin(family, seed_of(f, k), sketch.scale, text);
      check_robot(sketch, text, size.states, random, ledger);
      ledger.end();
    }
  }
  std::puts(ledger.table().c_str());
}

// All families with more in their legs than they draw.
void check_dressed(unsigned long offset, test::Within legs, bool springs) {
  Ledger ledger;
  const Size size = sweep_size();
  int drawn = 0, homeless = 0;  // seeds with which a family finds no regular home
  for (std::size_t f = 0; f < test::robot_families().size(); ++f) {
    const std::string& family = test::robot_families()[f];
    for (int k = 0; k < std::max(1, size.robots / 2); ++k) {
      const unsigned long seed = seed_of(f, k) + offset;
      if (test::seed != 0 && seed != static_cast<unsigned long>(test::seed)) continue;
      std::mt19937_64 random(seed);
      Sketch sketch;
      try {
        sketch = test::random_sketch(family, random, legs);
        ++drawn;
      } catch (const std::logic_error&) {
        std::printf("no regular home: %s, seed %lu\n", family.c_str(), seed);
        ++homeless;
        continue;
      }
      test::Dice dice(random);
      if (springs) test::add_springs(sketch, dice);
      const std::string text = test::robot_text(sketch, test::Writing::random, random);
      ledger.begin(family, seed, sketch.scale, text);
      check_robot(sketch, text, size.states, random, ledger);
      ledger.end();
    }
  }
  std::puts(ledger.table().c_str());
  EXPECT_LE(homeless, drawn / 100);
}

// With springs in joints and between points, dampers and constant pulls.
TEST(RandomRobots, WithSpringsAgreeWithTheirDrawing) { check_dressed(300000, test::Within::nothing, true); }

// With four-bars, parallelograms, slider-cranks and chains in space inside their legs.
TEST(RandomRobots, WithLoopsInLegsAgreeWithTheirDrawing) { check_dressed(200000, test::Within::loops, false); }
// With wheels that follow their joints, by gears and differentials.
TEST(RandomRobots, WithCouplingsAgreeWithTheirDrawing) { check_dressed(350000, test::Within::couplings, false); }
// With slides that turn, and motors on their nacelles.
TEST(RandomRobots, WithScrewsAgreeWithTheirDrawing) { check_dressed(400000, test::Within::screws, false); }
// With all of it.
TEST(RandomRobots, WithAllAgreeWithTheirDrawing) { check_dressed(450000, test::Within::all, true); }
TEST(RandomRobots, WithLoopsAndSpringsAgreeWithTheirDrawing) { check_dressed(250000, test::Within::loops, true); }

// The same robot by elements and by joints: the same actuated joints and efforts at the same poses.
TEST(RandomRobots, WrittenTwoWaysAreTheSame) {
  Ledger ledger;
  const Size size = sweep_size();
  for (std::size_t f = 0; f < test::robot_families().size(); ++f) {
    const std::string& family = test::robot_families()[f];
    for (int k = 0; k < std::max(1, size.robots / 2); ++k) {
      const unsigned long seed = seed_of(f, k) + 500000;
      std::mt19937_64 random(seed);
      const Sketch sketch = test::random_sketch(family, random);
      if (!test::writable_by_elements(sketch)) break;
      const std::string texts[] = {test::robot_text(sketch, test::Writing::elements, random),
                                   test::robot_text(sketch, test::Writing::joints, random)};
      ledger.begin(family, seed, sketch.scale, texts[0] + "\n# ---- by joints\n" + texts[1]);
      compare_ways(sketch, texts, random, ledger);
      ledger.end();
    }
  }
  std::puts(ledger.table().c_str());
}

// The oracle of the drawings against that in maximal coordinates, where positions are the drawing's: two oracles that share nothing.
TEST(RandomRobots, OraclesAgree) {
  double worst = 0.0;
  int compared = 0;
  for (std::size_t f = 0; f < test::robot_families().size(); ++f) {
    const std::string& family = test::robot_families()[f];
    std::mt19937_64 random(seed_of(f, 0) + 700000), more(seed_of(f, 0) + 710000);
    Sketch sketch = test::random_sketch(family, random);
    test::Dice dice(more);
    if (f % 2 == 1) test::add_springs(sketch, dice);
    const std::string text = test::robot_text(sketch, test::Writing::random, random);
    Ledger quiet;
    try {
      const Robot robot = assemble(read_robot_text(text, family));
      test::RobotCheck check(sketch, robot, quiet);
      if (sketch.scale > 100 || sketch.scale < 0.01 || sketch.underactuated || !check.structure()) continue;
      const double error = check.against_maximal_coordinates(random);
      if (error < 0) continue;
      ++compared;
      worst = std::max(worst, error);
      EXPECT_LT(error, 1e-7) << family;
    } catch (const InputError&) {  // counted by the test above
    }
  }
  fmt::print("{} robots, worst difference of efforts {:.2g}\n", compared, worst);
  EXPECT_GT(compared, 10);
}

}  // namespace
}  // namespace gough
