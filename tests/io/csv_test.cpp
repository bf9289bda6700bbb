#include "gough/io/csv.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "gough/model/input_error.hpp"

namespace gough {
namespace {

std::string csv_error(const std::string& text) {
  std::istringstream in(text);
  try {
    CsvReader csv(in, "f.csv");
    std::vector<double> row;
    while (csv.next(row)) {
    }
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Csv, ReadsNamedColumns) {
  std::istringstream in("# a comment\n x , y,\"z\"\n\n1, 2 ,3e-1\r\n-4,5,6\n");
  CsvReader csv(in, "f.csv");
  EXPECT_EQ(csv.columns(), (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_EQ(csv.find("z"), 2);
  EXPECT_EQ(csv.find("w"), -1);
  std::vector<double> row;
  ASSERT_TRUE(csv.next(row));
  EXPECT_EQ(row, (std::vector<double>{1, 2, 0.3}));
  ASSERT_TRUE(csv.next(row));
  EXPECT_FALSE(csv.next(row));
}

TEST(Csv, SaysWhereItIsWrong) {
  EXPECT_EQ(csv_error(""), "f.csv:1:1: the file is empty; its first line must name the columns");
  EXPECT_EQ(csv_error("x,x\n"), "f.csv:1:3: column 'x' comes twice");
  EXPECT_EQ(csv_error("x,,y\n"), "f.csv:1:3: a column without a name");
  EXPECT_EQ(csv_error("x,y\n1,2\n3\n"), "f.csv:3:1: 1 values for 2 columns");
  EXPECT_EQ(csv_error("x,y\n1,two\n"), "f.csv:2:3: 'two' in column 'y' is not a finite number");
  EXPECT_EQ(csv_error("x,y\n1,nan\n"), "f.csv:2:3: 'nan' in column 'y' is not a finite number");
  EXPECT_EQ(csv_error("x,y\n1,\n"), "f.csv:2:3: '' in column 'y' is not a finite number");
  EXPECT_EQ(csv_error("x,\xff\n1,2\n"), "f.csv:1:3: column '\xEF\xBF\xBD' is not UTF-8");
  EXPECT_EQ(csv_error("x,y\n1,\x1b[2J\n"), "f.csv:2:3: '\\u001b[2J' in column 'y' is not a finite number");
}

// The squares of such numbers are none: a table of rates got `nan` with the status ok.
TEST(Csv, RefusesNumbersWithoutPowers) {
  EXPECT_EQ(csv_error("x,vx\n0,1e300\n"), "f.csv:2:3: '1e300' in column 'vx' is out of range; expected numbers between -1e+30 and 1e+30");
  EXPECT_EQ(csv_error("x,vx\n0,-1e30\n"), "");
}

TEST(Csv, ReadsDenormalNumbers) { EXPECT_EQ(csv_error("x\n1e-310\n-4e-320\n+1\n"), ""); }

// Looking for each name among all others took minutes for these.
TEST(Csv, ManyColumnsAreRefused) {
  std::string names = "c0";
  for (int k = 1; k < 40000; ++k) names += ",c" + std::to_string(k);
  EXPECT_EQ(csv_error(names + "\n").substr(0, 8), "f.csv:1:");
  EXPECT_NE(csv_error(names + "\n").find("more than 10000 columns"), std::string::npos);
}

}  // namespace
}  // namespace gough
