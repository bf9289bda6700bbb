#include "gough/explain/formula.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace gough::explain {
namespace {

TEST(Formula, IsOneLineOfUnicode) {
  EXPECT_EQ(plain("M_{x}^{T} F_{x}"), "M_xᵀF_x");
  EXPECT_EQ(plain("\\dot{\\theta}_{A}"), "θ̇_A");
  EXPECT_EQ(plain("A \\Gamma + b = 0"), "AΓ + b = 0");
  EXPECT_EQ(plain("\\tau = J_{\\text{inv}}^{-T} (W p + w)"), "τ = J_inv⁻ᵀ(Wp + w)");
  EXPECT_EQ(plain("\\Gamma = -A^{+} b"), "Γ = −A⁺b");
  EXPECT_EQ(plain("(-a) - b"), "(−a) − b");
  EXPECT_EQ(plain("\\text{leg1.arm}\\ \\dot{x}_{x}"), "leg1.arm x\u0307_x");
  EXPECT_EQ(plain("V_{\\text{two words}}"), "V_(two words)");
}

TEST(Formula, IsMathml) {
  EXPECT_EQ(mathml("M_{x}^{T}"), "<math><msubsup><mi>M</mi><mi>x</mi><mi>T</mi></msubsup></math>");
  EXPECT_EQ(mathml("\\dot{q}"), "<math><mover accent=\"true\"><mi>q</mi><mo>˙</mo></mover></math>");
  EXPECT_EQ(mathml("\\sum_{i} 0.5", true), "<math display=\"block\"><mrow><munder><mo>∑</mo><mi>i</mi></munder><mn>0.5</mn></mrow></math>");
  EXPECT_EQ(mathml("a < b"), "<math><mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow></math>");
}

// A name can hold anything that a robot file can.
TEST(Formula, NamesComeBackAsTheyAre) {
  std::string all;
  for (char c = ' '; c <= '~'; ++c) all += c;
  for (const std::string& name : {all, std::string("Bein ä"), std::string("\\"), std::string("a}b"), std::string("2B̲B")}) {
    EXPECT_EQ(plain(text(name)), name);
    EXPECT_EQ(plain_prose("of $" + text(name) + "$ alone"), "of " + name + " alone");
  }
  EXPECT_EQ(mathml(text("<b>&\"")), "<math><mtext>&lt;b&gt;&amp;&quot;</mtext></math>");
}

TEST(Formula, RefusesWhatIsNoFormula) {
  for (const char* wrong : {"{a", "a}", "\\unknown", "^2", "a_", "a_{b}_{c}", "\\text a", "\\text{a", "\\dot"})
    EXPECT_THROW(plain(wrong), std::invalid_argument) << wrong;
}

}  // namespace
}  // namespace gough::explain
