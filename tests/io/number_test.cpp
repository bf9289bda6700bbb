#include "gough/io/number.hpp"

#include <gtest/gtest.h>

#include <clocale>
#include <limits>

namespace gough {
namespace {

TEST(Number, IsTheWholeTextOrNone) {
  EXPECT_EQ(read_number("0.5"), 0.5);
  EXPECT_EQ(read_number("+1"), 1.0);
  EXPECT_EQ(read_number("-2e3"), -2000.0);
  EXPECT_EQ(read_number("1e-310"), 1e-310);  // was answered with "stod" where it was rounded
  EXPECT_EQ(read_number("5e-324"), std::numeric_limits<double>::denorm_min());
  for (const char* text : {"", "+", "-", "+-1", "++1", " 1", "1 ", "1,5", "0x10", "1e", "nan", "inf", "-inf", "1e309", "1e-400", "one"})
    EXPECT_EQ(read_number(text), std::nullopt) << text;
}

TEST(Number, NoLocaleChangesIt) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  if (std::setlocale(LC_ALL, "de_DE.UTF-8")) {
    EXPECT_EQ(read_number("0.5"), 0.5);
    EXPECT_EQ(rounded_to(0.123456, 2), 0.12);
  }
  std::setlocale(LC_ALL, before.c_str());
}

TEST(Number, RoundsToDigits) {
  EXPECT_EQ(rounded_to(123456.0, 2), 120000.0);
  EXPECT_EQ(rounded_to(-0.0012345678, 7), -0.001234568);
  EXPECT_EQ(rounded_to(1.23e-310, 2), 1.2e-310);
  EXPECT_EQ(rounded_to(0.0, 3), 0.0);
  EXPECT_EQ(rounded_to(std::numeric_limits<double>::infinity(), 3), std::numeric_limits<double>::infinity());
  EXPECT_EQ(rounded_to(std::numeric_limits<double>::max(), 1), std::numeric_limits<double>::max());  // 2e308 is none
}

}  // namespace
}  // namespace gough
