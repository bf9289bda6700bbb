#include "gough/io/key_range.hpp"

#include <gtest/gtest.h>

#include "gough/io/schema.hpp"
#include "gough/simulation/scenario.hpp"

namespace gough::schema {
namespace {

// Visits every key of a file, those of its tables too.
class EveryNumber {
 public:
  int count = 0;

  void table(const char* name, const char*) { table_ = name; }

  template <class X>
  void operator()(const Key& key, X& x) {
    look(key, x);
  }

 private:
  std::string table_;

  void look(const Key& key, double&) {
    ++count;
    EXPECT_TRUE(key.range || has_bounds(key)) << "no range for '" << key.name << "' in [" << table_ << "], unit '" << key.unit << "'";
    const KeyRange range = range_of(key);
    EXPECT_LT(range.least, range.most) << key.name;
    EXPECT_EQ(complaint(key, range.most), "") << key.name;
    EXPECT_EQ(complaint(key, range.least), "") << key.name;
    for (double x : {1e300, -1e300, 1e17, -1e17, std::nan(""), HUGE_VAL}) EXPECT_NE(complaint(key, x), "") << key.name << " = " << x;
    if (key.check == Check::positive)
      for (double x : {0.0, -1.0, 1e-300}) {
        EXPECT_NE(complaint(key, x), "") << key.name << " = " << x;
      }
  }
  void look(const Key& key, Vec3<double>& x) { look(key, x.x()); }
  void look(const Key&, bool&) {}
  void look(const Key&, std::string&) {}
  template <class X>
  void look(const Key& key, std::optional<X>&) {
    X x{};
    look(key, x);
  }
  template <class X>
  void look(const Key& key, std::vector<X>&) {
    X x{};
    look(key, x);
  }
  template <class X>
  void look(const Key&, X& x) {
    const std::string outer = table_;
    keys(*this, x);
    table_ = outer;
  }
};

TEST(KeyRange, EveryNumberOfEveryFileHasOne) {
  EveryNumber robot, scenario;
  RobotDescription description;
  ScenarioSpec spec;
  keys(robot, description);
  keys(scenario, spec);
  EXPECT_GT(robot.count, 50);
  EXPECT_GT(scenario.count, 50);
}

TEST(KeyRange, TheMessageSaysTheNumberAndTheBounds) {
  const Key length{"length", "m", "", false, Check::positive}, share{"share", "1", "", false, Check::none, {}, {}, KeyRange{0.0, 1.0}};
  EXPECT_EQ(complaint(length, 1e7), "must be between 1e-09 and 1e+06 m; this is 1e+07");
  EXPECT_EQ(complaint(length, -1.0), "must be positive; this is -1");
  EXPECT_EQ(complaint(share, 2.0), "must be between 0 and 1; this is 2");
  EXPECT_EQ(complaint(share, std::nan("")), "must be finite");
  EXPECT_EQ(range_text(share), ", from 0 to 1");
}

}  // namespace
}  // namespace gough::schema
