#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace gough::test {

// A call of an entry with what it must not be given: in Debug builds an assertion ends the program.
struct RefusedCall {
  std::string entry;
  std::function<void()> call;
};

inline void expect_refused(const std::vector<RefusedCall>& calls) {
#ifdef NDEBUG
  GTEST_SKIP() << calls.size() << " entries: assertions are in Debug builds only (tools/sanitize.sh address)";
#else
  ::testing::FLAGS_gtest_death_test_style = "fast";
  for (const RefusedCall& refused : calls) EXPECT_DEATH(refused.call(), "Assertion") << refused.entry;
#endif
}

}  // namespace gough::test
