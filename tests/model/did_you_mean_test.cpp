#include "gough/model/did_you_mean.hpp"

#include <gtest/gtest.h>

namespace gough {
namespace {

TEST(DidYouMean, SimilarWordsAndParts) {
  const std::vector<std::string> words{"position", "mass", "leg1.arm", "leg2.arm"};
  EXPECT_EQ(did_you_mean("positoin", words), " (did you mean 'position'?)");  // two letters exchanged
  EXPECT_EQ(did_you_mean("masss", words), " (did you mean 'mass'?)");
  EXPECT_EQ(did_you_mean("arm", words), " (did you mean 'leg1.arm', 'leg2.arm'?)");
  EXPECT_EQ(did_you_mean("inertia", words), "");
  EXPECT_EQ(did_you_mean(std::string(1000, 'm'), words), "");
  EXPECT_EQ(did_you_mean("", words), "");
}

}  // namespace
}  // namespace gough
