#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

// docs/sources.md: what it names exists.
namespace gough {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// A row of the page: which equations of which source, and the code of its last two columns.
struct SourceRow {
  std::string source, equations, functions, tests;
};

std::vector<SourceRow> rows_of(const std::string& page) {
  std::vector<SourceRow> out;
  std::istringstream lines(page);
  std::string source;
  static const std::regex heading(R"(## \[([A-Z]+)\].*)"), row(R"(\| ([^|]+) \| [^|]+ \| ([^|]+) \| ([^|]+) \|)");
  std::smatch found;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_match(line, found, heading)) source = found[1];
    else if (!source.empty() && std::regex_match(line, found, row) && found[1] != "equation" && found[1] != "slide")
      out.push_back({source, found[1], found[2], found[3]});
  return out;
}

// What stands between backquotes.
std::vector<std::string> quoted(const std::string& text) {
  std::vector<std::string> out;
  static const std::regex code("`([^`]+)`");
  for (std::sregex_iterator it(text.begin(), text.end(), code), end; it != end; ++it) out.push_back((*it)[1]);
  return out;
}

// Whether `name` is a word of a file under gough/ given without its ending, like "dynamics/elements".
bool has_word(const fs::path& root, const std::string& stem, const std::string& name) {
  for (const char* ending : {".hpp", ".cpp"})
    if (std::regex_search(text_of(root / "gough" / (stem + ending)), std::regex("\\b" + name + "\\b"))) return true;
  return false;
}

std::set<std::string> test_names(const fs::path& root) {
  std::set<std::string> out;
  static const std::regex test(R"(\bTEST(?:_P|_F)?\((\w+), (\w+)\))");
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / "tests")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string text = text_of(entry.path());
    for (std::sregex_iterator it(text.begin(), text.end(), test), end; it != end; ++it) out.insert((*it)[1].str() + "." + (*it)[2].str());
  }
  return out;
}

// Numbers of "36–38, 41" and of "Table 2" (as "T2").
std::set<std::string> numbers_of(const std::string& equations) {
  std::set<std::string> out;
  static const std::regex part(R"((Table )?(\d+)(?:–(\d+))?)");
  for (std::sregex_iterator it(equations.begin(), equations.end(), part), end; it != end; ++it) {
    const int first = std::stoi((*it)[2]), last = (*it)[3].matched ? std::stoi((*it)[3]) : first;
    for (int k = first; k <= last; ++k) out.insert(((*it)[1].matched ? "T" : "") + std::to_string(k));
  }
  return out;
}

TEST(SourcesPage, NamesWhatExists) {
  const fs::path root = GOUGH_SOURCE_DIR;
  const std::vector<SourceRow> rows = rows_of(text_of(root / "docs" / "sources.md"));
  const std::set<std::string> tests = test_names(root);
  static const std::regex function(R"((\w+) \((\w+/\w+)\))");
  EXPECT_GT(rows.size(), 60u);
  for (const SourceRow& row : rows) {
    const std::string at = "[" + row.source + ", " + row.equations + "]";
    const std::vector<std::string> functions = quoted(row.functions), named = quoted(row.tests);
    EXPECT_TRUE(!functions.empty() || row.functions == "–") << at << " names no function: " << row.functions;
    for (const std::string& code : functions) {
      std::smatch found;
      ASSERT_TRUE(std::regex_match(code, found, function)) << at << ": expected `name (folder/stem)`, found `" << code << "`";
      EXPECT_TRUE(has_word(root, found[2], found[1])) << at << ": no " << found[1] << " in gough/" << found[2];
    }
    EXPECT_TRUE(!named.empty() || row.functions == "–") << at << " names no test";
    for (const std::string& name : named) EXPECT_TRUE(tests.count(name)) << at << ": no test " << name;
  }
}

// Every numbered equation and table of the three sources that number them has its row, and one only.
TEST(SourcesPage, HasEveryEquation) {
  const std::vector<SourceRow> rows = rows_of(text_of(fs::path(GOUGH_SOURCE_DIR) / "docs" / "sources.md"));
  const std::map<std::string, std::pair<int, int>> sizes{{"O", {67, 3}}, {"CB", {45, 0}}, {"BK", {33, 1}}};  // equations, tables
  for (const auto& [source, size] : sizes) {
    std::multiset<std::string> seen;
    for (const SourceRow& row : rows)
      if (row.source == source)
        for (const std::string& number : numbers_of(row.equations)) seen.insert(number);
    for (int k = 1; k <= size.first; ++k) EXPECT_EQ(seen.count(std::to_string(k)), 1u) << "[" << source << ", Eq. " << k << "]";
    for (int k = 1; k <= size.second; ++k) EXPECT_EQ(seen.count("T" + std::to_string(k)), 1u) << "[" << source << ", Table " << k << "]";
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(size.first + size.second)) << source;
  }
}

TEST(SourcesPage, TheCheckItselfFindsWhatItShould) {
  const std::vector<SourceRow> rows =
      rows_of("## [BK] Title\n\n| equation | says | function | tests |\n|---|---|---|---|\n| 3–5, Table 1 | a | `f (a/b)` | `C.D` |\n");
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(numbers_of(rows[0].equations), (std::set<std::string>{"3", "4", "5", "T1"}));
  EXPECT_EQ(quoted(rows[0].functions), std::vector<std::string>{"f (a/b)"});
  EXPECT_TRUE(has_word(GOUGH_SOURCE_DIR, "math/householder", "solve_rt"));
  EXPECT_FALSE(has_word(GOUGH_SOURCE_DIR, "math/householder", "solve_r_"));
  EXPECT_FALSE(has_word(GOUGH_SOURCE_DIR, "math/no_such_file", "solve_rt"));
}

}  // namespace
}  // namespace gough
