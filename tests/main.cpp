#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "tests/robots.hpp"

namespace gough::test {
int samples = 100;
long seed = 0;
}  // namespace gough::test

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (word.rfind("--samples=", 0) == 0) gough::test::samples = std::atoi(word.c_str() + 10);
    else if (word.rfind("--seed=", 0) == 0) gough::test::seed = std::atol(word.c_str() + 7);
    else {
      std::fprintf(stderr, "unknown option %s; expected --samples=N, --seed=N or gtest's own\n", argv[k]);
      return 2;
    }
  }
  return RUN_ALL_TESTS();
}
