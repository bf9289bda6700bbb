#include "tests/agreement/ledger.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace gough::test {
namespace {

constexpr int kPrinted = 20;  // failures shown in full

// The robot as a file, to be looked at alone.
std::string keep(const std::string& family, unsigned long seed, const std::string& text) {
  std::string name = fmt::format("{}_{}.toml", family, seed);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '-') c = '_';
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "gough_random_robots";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / name) << text;
  return (folder / name).string();
}

}  // namespace

void Ledger::begin(const std::string& family, unsigned long seed, double scale, const std::string& text) {
  family_ = family;
  seed_ = seed;
  scale_ = scale;
  distance_ = 1.0;
  text_ = text;
  current_.clear();
  ++families_[family].robots;
}

void Ledger::compare(const std::string& quantity, double error, double tolerance) {
  if (!(error <= tolerance)) return fail(quantity, fmt::format("error {:.3g} at {:.3g} from a singularity", error, distance_));
  worst_[quantity] = std::max(worst_[quantity], error);
}

void Ledger::fail(const std::string& kind, const std::string& what) {
  const bool extreme = scale_ > 100 || scale_ < 0.01;
  current_.emplace(extreme ? fmt::format("{} (scale {:g})", kind, scale_) : kind, what);
}

void Ledger::end() {
  if (current_.empty()) return;
  ++families_[family_].failed;
  const std::string path = keep(family_, seed_, text_);
  std::string all;
  for (const auto& [kind, what] : current_) {
    all += fmt::format("\n  {}: {}", kind, what);
    auto& [robots, first] = failures_[kind];
    if (robots++ == 0) first = path;
  }
  if (printed_++ < kPrinted) ADD_FAILURE() << family_ << ", seed " << seed_ << ", scale " << scale_ << ", " << path << all;
  else ::testing::Test::RecordProperty("more_failures", printed_);
}

std::string Ledger::table() const {
  std::string out =
      fmt::format("{:<44}{:>8}{:>8}{:>10}{:>9}{:>7}{:>8}\n", "family", "robots", "states", "shortened", "redrawn", "no E", "failed");
  FamilyCount sum;
  for (const auto& [name, c] : families_) {
    out += fmt::format("{:<44}{:>8}{:>8}{:>10}{:>9}{:>7}{:>8}\n", name, c.robots, c.states, c.shortened, c.redrawn, c.without_elements,
                       c.failed);
    sum.robots += c.robots;
    sum.states += c.states;
    sum.shortened += c.shortened;
    sum.redrawn += c.redrawn;
    sum.without_elements += c.without_elements;
    sum.failed += c.failed;
  }
  out += fmt::format("{:<44}{:>8}{:>8}{:>10}{:>9}{:>7}{:>8}\n", "all", sum.robots, sum.states, sum.shortened, sum.redrawn,
                     sum.without_elements, sum.failed);
  out += "\nworst error where it is within tolerance\n";
  for (const auto& [quantity, error] : worst_) out += fmt::format("  {:<42}{:>10.2g}\n", quantity, error);
  if (!notes_.empty()) out += "\ncounted\n";
  for (const auto& [note, count] : notes_) out += fmt::format("  {:<42}{:>10}\n", note, count);
  if (!failures_.empty()) out += "\nfailures: robots, the first\n";
  for (const auto& [kind, value] : failures_) out += fmt::format("  {:<58}{:>6}  {}\n", kind, value.first, value.second);
  return out;
}

}  // namespace gough::test
