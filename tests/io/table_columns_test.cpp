#include "gough/io/table_columns.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "gough/assembly/catalog.hpp"

namespace gough {
namespace {

struct Table {
  std::istringstream in;
  CsvReader csv;
  explicit Table(const std::string& text) : in(text), csv(in, "table.csv") {}
};

std::string refusal(const Robot& robot, const std::string& header) {
  Table table(header + "\n");
  try {
    TableColumns(robot, table.csv, TableColumns::Others::kept);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(TableColumns, HaveOneMeaningEach) {
  const Robot robot = load_robot("quattro");
  Table table(
      "t,x,z_link,vx,dz_link,dvx,ddz_link,q_leg1.arm,dq_leg1.arm,ddq_leg1.arm,tau_leg1.arm,measured_q_leg1.arm,"
      "measured_tau_leg1.arm,ref_x,position_error,kinetic,estimate_platform.m,E.tau_leg1.arm,status,mine\n");
  const TableColumns columns(robot, table.csv, TableColumns::Others::kept);
  const ColumnKind expected[] = {ColumnKind::time,
                                 ColumnKind::pose,
                                 ColumnKind::pose,
                                 ColumnKind::rate,
                                 ColumnKind::rate,
                                 ColumnKind::acceleration,
                                 ColumnKind::acceleration,
                                 ColumnKind::actuator,
                                 ColumnKind::actuator_rate,
                                 ColumnKind::actuator_acceleration,
                                 ColumnKind::effort,
                                 ColumnKind::measured_actuator,
                                 ColumnKind::measured_effort,
                                 ColumnKind::reference,
                                 ColumnKind::error,
                                 ColumnKind::energy,
                                 ColumnKind::estimate,
                                 ColumnKind::formulation,
                                 ColumnKind::status,
                                 ColumnKind::other};
  ASSERT_EQ(columns.all().size(), std::size(expected));
  for (std::size_t c = 0; c < std::size(expected); ++c) EXPECT_EQ(columns.all()[c].kind, expected[c]) << columns.all()[c].name;
  Table again("t,mine\n");
  EXPECT_THROW(TableColumns(robot, again.csv, TableColumns::Others::refused), InputError);
}

TEST(TableColumns, RefuseEarlierNamesAndNameTheNewOne) {
  const Robot robot = load_robot("quattro");
  const std::pair<const char*, const char*> names[] = {{"leg1.arm", "q_leg1.arm if it is a position, tau_leg1.arm if it is an effort"},
                                                       {"effort_leg1.arm", "tau_leg1.arm"},
                                                       {"d_leg1.arm", "dq_leg1.arm"},
                                                       {"dd_leg1.arm", "ddq_leg1.arm"},
                                                       {"link", "z_link"},
                                                       {"d_link", "dz_link"},
                                                       {"v_link", "dz_link"},
                                                       {"dv_link", "ddz_link"},
                                                       {"dd_x", "dvx"},
                                                       {"P.leg1.arm", "P.tau_leg1.arm"}};
  for (const auto& [old, now] : names)
    EXPECT_EQ(refusal(robot, old), std::string("table.csv:1:1: column '") + old + "' is a name of an earlier version; write " + now);
}

TEST(TableColumns, AreReadInTheirUnits) {
  const Robot robot = load_robot("delta");
  Table table(
      "t [ms],x [mm],q_leg1.arm [deg],dq_leg1.arm [rpm],roll,yaw [rad],tau_leg1.arm [N mm],measured_tau_leg1.arm [mA]\n"
      "250,100,180,60,30,1,500,2000\n");
  const TableColumns columns(robot, table.csv, TableColumns::Others::refused);
  std::vector<double> row;
  ASSERT_TRUE(columns.next(table.csv, row));
  const double expected[] = {0.25, 0.1, M_PI, 2 * M_PI, 30.0, 180 / M_PI, 0.5, 2.0};
  for (std::size_t c = 0; c < row.size(); ++c) EXPECT_NEAR(row[c], expected[c], 1e-12) << columns.all()[c].name;
  std::string out;
  const PassedColumns passed(columns, {ColumnKind::pose});
  EXPECT_EQ(passed.header(), "t,q_leg1.arm,dq_leg1.arm,tau_leg1.arm,measured_tau_leg1.arm [A],");
  passed.write(row, out);
  EXPECT_EQ(out, "0.25,3.141592653589793,6.283185307179586,0.5,2,");
  EXPECT_NE(refusal(robot, "x [kg]").find("cannot be in 'kg'; expected m, mm, um"), std::string::npos);
  EXPECT_NE(refusal(robot, "x,x [mm]").find("'x' comes twice"), std::string::npos);
}

TEST(TableColumns, HaveGapsOnlyInRowsThatAreNotOk) {
  const Robot robot = load_robot("delta");
  Table table("x,q_leg1.arm,status\n1,,unreachable\n1,2,ok\n1,,ok\n");
  const TableColumns columns(robot, table.csv, TableColumns::Others::refused);
  std::vector<double> row;
  ASSERT_TRUE(columns.next(table.csv, row));
  EXPECT_TRUE(std::isnan(row[1]));
  EXPECT_EQ(table.csv.status(), "unreachable");
  ASSERT_TRUE(columns.next(table.csv, row));
  EXPECT_EQ(row[1], 2.0);
  EXPECT_THROW(columns.next(table.csv, row), InputError);
}

}  // namespace
}  // namespace gough
