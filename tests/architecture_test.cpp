#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <vector>

// Folders in dependency order: each may include only itself and those above it.
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kOrder{"math",    "record",         "model",   "io",          "kinematics", "assembly",   "dynamics",
                                      "program", "evaluate",       "codegen", "singularity", "workspace",  "trajectory", "flexibility",
                                      "vision",  "identification", "control", "simulation",  "exchange",   "verify",     "explain"};

int rank(const std::string& folder) { return static_cast<int>(std::find(kOrder.begin(), kOrder.end(), folder) - kOrder.begin()); }

std::string read(const fs::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// Includes in `text` that folder `folder` may not have.
std::vector<std::string> forbidden(const std::string& folder, const std::string& text) {
  std::vector<std::string> out;
  static const std::regex include(R"re(#include "([^"]+)")re");
  for (std::sregex_iterator it(text.begin(), text.end(), include), end; it != end; ++it) {
    const std::string path = (*it)[1];
    const bool inside = path.rfind("gough/", 0) == 0;
    const std::string target = inside ? path.substr(6, path.find('/', 6) - 6) : "";
    if (!inside || rank(target) > rank(folder)) out.push_back(path);
  }
  return out;
}

TEST(Architecture, FoldersIncludeOnlyThoseBeforeThem) {
  int files = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(GOUGH_SOURCE_DIR) / "gough")) {
    const std::string extension = entry.path().extension();
    if (extension != ".hpp" && extension != ".cpp") continue;
    ++files;
    const std::string folder = fs::relative(entry.path(), fs::path(GOUGH_SOURCE_DIR) / "gough").begin()->string();
    ASSERT_LT(rank(folder), static_cast<int>(kOrder.size())) << "folder " << folder << " has no place in the order";
    for (const std::string& path : forbidden(folder, read(entry.path()))) ADD_FAILURE() << entry.path() << " may not include " << path;
  }
  EXPECT_GT(files, 30);
}

// Two types of one name in one namespace link without a word, and one of them gets the other's destructor.
TEST(Architecture, NoTwoHeadersDefineTypesOfTheSameName) {
  static const std::regex type(R"re((^|\n)(struct|class|enum class) (\w+)[^;\n]*\{)re");
  std::map<std::string, std::string> seen;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(GOUGH_SOURCE_DIR) / "gough")) {
    if (entry.path().extension() != ".hpp") continue;
    const std::string text = read(entry.path());
    for (std::sregex_iterator it(text.begin(), text.end(), type), end; it != end; ++it) {
      const auto [other, first] = seen.try_emplace((*it)[3], entry.path().string());
      EXPECT_TRUE(first) << (*it)[3] << " is defined in " << entry.path() << " and in " << other->second;
    }
  }
  EXPECT_GT(seen.size(), 50u);
}

// Calls that start a program or load code from a file. The library makes none; the studio opens a browser, the benchmark runs compilers.
bool runs_others(const std::string& text) {
  static const std::regex call(R"re(\b(dlopen|fork|exec[lv]p?e?|posix_spawnp?|popen|system)\s*\()re");
  return std::regex_search(text, call);
}

TEST(Architecture, NoOtherProgramIsRunAndNoCodeIsLoaded) {
  const std::vector<std::string> exceptions{"emitted_code.cpp", "studio.cpp"};
  for (const char* folder : {"gough", "apps", "python"})
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(GOUGH_SOURCE_DIR) / folder)) {
      const std::string extension = entry.path().extension();
      if (extension != ".hpp" && extension != ".cpp") continue;
      const bool exception = std::find(exceptions.begin(), exceptions.end(), entry.path().filename()) != exceptions.end();
      EXPECT_EQ(runs_others(read(entry.path())), exception) << entry.path();
    }
}

// Tests that run sources of other names, by the path of the test: tests/stems.txt.
std::multimap<std::string, std::string> other_names() {
  std::multimap<std::string, std::string> out;
  std::ifstream in(fs::path(GOUGH_SOURCE_DIR) / "tests" / "stems.txt");
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t colon = line.find(": ");
    std::istringstream words(line.substr(colon + 1));
    for (std::string word; words >> word;) out.emplace(line.substr(0, colon), word);
  }
  return out;
}

// Code and test share a stem; tests/stems.txt says which do not, and what tests them.
TEST(Architecture, CodeAndTestsShareStems) {
  const fs::path root = GOUGH_SOURCE_DIR;
  const std::multimap<std::string, std::string> others = other_names();
  std::map<std::string, int> listed;
  for (const auto& [test, stem] : others) {
    EXPECT_TRUE(fs::exists(root / test)) << "tests/stems.txt: no " << test;
    if (stem.find('/') != std::string::npos) ++listed[stem];
  }
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / "gough")) {
    const fs::path path = entry.path();
    if (path.extension() != ".hpp" && path.extension() != ".cpp") continue;
    const std::string stem = (path.parent_path().filename() / path.stem()).string();
    const bool tested = fs::exists(root / "tests" / (stem + "_test.cpp"));
    EXPECT_TRUE(tested || listed.count(stem)) << stem << " has no test of its name and no line in tests/stems.txt";
  }
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / "tests")) {
    const std::string path = fs::relative(entry.path(), root).string(), ending = "_test.cpp";
    if (path.size() <= ending.size() || path.substr(path.size() - ending.size()) != ending) continue;
    const std::string stem = path.substr(6, path.size() - 6 - ending.size());
    EXPECT_TRUE(fs::exists(root / "gough" / (stem + ".hpp")) || others.count(path)) << path << " tests no source of its name";
  }
}

TEST(Architecture, TheCheckItselfFindsWhatItShould) {
  EXPECT_EQ(forbidden("model", "#include \"gough/kinematics/data.hpp\"\n").size(), 1u);
  EXPECT_EQ(forbidden("model", "#include \"apps/gough/state.hpp\"\n").size(), 1u);
  EXPECT_TRUE(forbidden("kinematics", "#include \"gough/model/robot.hpp\"\n#include <vector>\n").empty());
}

}  // namespace
