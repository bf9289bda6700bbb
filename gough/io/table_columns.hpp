#pragma once

#include <map>

#include "gough/io/column_unit.hpp"
#include "gough/io/csv.hpp"
#include "gough/model/robot.hpp"

// The columns of every table of states (docs/tables.md): a name means the same whoever writes it and whoever reads it.
namespace gough {

enum class ColumnKind {
  time,                   // t
  pose,                   // x y z and qw qx qy qz, or roll pitch yaw, or rx ry rz; z_JOINT of the nacelle
  rate,                   // vx vy vz wx wy wz dz_JOINT
  acceleration,           // dvx … dwz ddz_JOINT
  actuator,               // q_ACTUATOR
  actuator_rate,          // dq_ACTUATOR
  actuator_acceleration,  // ddq_ACTUATOR
  effort,                 // tau_ACTUATOR
  measured_actuator,      // measured_q_SENSOR, of an encoder on an actuator or on another joint
  measured_effort,        // measured_tau_ACTUATOR, of a drive
  reference,              // ref_ and the name of a pose's column
  error,                  // position_error rotation_error
  energy,                 // kinetic potential
  estimate,               // estimate_PARAMETER
  formulation,            // E.tau_ACTUATOR, N.dvx: the same by a formulation that was asked for beside the first
  status,                 // text; a row that is not ok may have empty cells
  other                   // none of these
};

struct TableColumn {
  ColumnKind kind = ColumnKind::other;
  std::string name;                    // without its unit
  std::string label;                   // of the actuator or joint, else the name
  Quantity quantity = Quantity::none;  // roll, pitch and yaw are in degrees, all others in SI units
  ColumnUnit unit;                     // as the file has it
  std::string suffix;                  // behind the name where it is written again: " [deg]", " [A]"
};

// Names as writers write them.
std::vector<std::string> actuator_columns(const Robot& robot, const std::string& prefix);
std::vector<std::string> sensor_columns(const Robot& robot);  // measured_q_SENSOR, in the order of `sensors`
std::vector<std::string> nacelle_columns(const Robot& robot, const std::string& prefix);
std::vector<std::string> pose_columns(const Robot& robot, bool rpy = false);  // the whole pose and the nacelle's joints
std::vector<std::string> free_columns(const Robot& robot);                    // of the free components alone
std::vector<std::string> rate_columns(const Robot& robot);                    // of V_r
std::vector<std::string> acceleration_columns(const Robot& robot);            // of V̇_r

// What the columns of a file hold for a robot. Names that once had several meanings are refused with the one to write instead.
class TableColumns {
 public:
  enum class Others { refused, kept };
  TableColumns(const Robot& robot, const CsvReader& csv, Others others);

  const std::vector<TableColumn>& all() const { return columns_; }
  int find(const std::string& name) const;                                 // -1: not there
  std::vector<int> find_all(const std::vector<std::string>& names) const;  // empty unless all are there
  bool has(ColumnKind kind) const;

  // The next row in SI units; what is missing in a row that is not ok is not a number.
  bool next(CsvReader& csv, std::vector<double>& row) const;

 private:
  std::vector<TableColumn> columns_;
  std::map<std::string, int> place_;
};

// The columns of a table that a command hands on to the table it writes: all but those of the kinds that it writes itself.
class PassedColumns {
 public:
  PassedColumns(const TableColumns& columns, const std::vector<ColumnKind>& written);
  std::string header() const { return header_; }                       // each name with a comma behind it
  void write(const std::vector<double>& row, std::string& out) const;  // likewise

 private:
  std::vector<int> passed_;
  std::string header_;
};

// The numbers in some columns of a row.
VecX<double> cells(const std::vector<int>& columns, const std::vector<double>& row);

// A cell with a comma behind it; empty for what is not a number.
void write_cell(double value, std::string& out);

}  // namespace gough
