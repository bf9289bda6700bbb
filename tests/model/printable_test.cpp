#include "gough/model/printable.hpp"

#include <gtest/gtest.h>

namespace gough {
namespace {

TEST(Printable, LeavesWordsAsTheyAre) {
  for (const char* text : {"", "delta", "Özgür, 2B̲B, ω ≤ 3 m/s²", "a\nb\tc", "漢字", "\xF0\x9F\xA4\x96"}) {
    EXPECT_EQ(printable(text), text);
    EXPECT_TRUE(is_utf8(text));
  }
}

TEST(Printable, TakesTheSteeringFromATerminal) {
  EXPECT_EQ(printable("a\x1b[31mb"), "a\\u001b[31mb");
  EXPECT_EQ(printable("\r\x07\x7f"), "\\u000d\\u0007\\u007f");
  EXPECT_EQ(printable("\xC2\x9B"
                      "2J"),
            "\\u009b2J");  // C1
  EXPECT_EQ(printable("\xE2\x80\xAE"
                      "abc"),
            "\\u202eabc");  // right to left
  EXPECT_EQ(printable("\xE2\x81\xA6"
                      "abc"),
            "\\u2066abc");  // isolate
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a\\u0000b");
  EXPECT_EQ(printable_line("a\nb"), "a b");
}

TEST(Printable, ReplacesWhatIsNotUtf8) {
  const std::string odd[] = {"\xff", "\xC0\xAF", "\xED\xA0\x80", "\xE2\x80", "\xF5\x80\x80\x80", "a\x80"};
  for (const std::string& text : odd) {
    EXPECT_FALSE(is_utf8(text));
    EXPECT_TRUE(is_utf8(printable(text)));
  }
  EXPECT_EQ(printable("a\xff"
                      "b"),
            "a\xEF\xBF\xBD"
            "b");
}

}  // namespace
}  // namespace gough
