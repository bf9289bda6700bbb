#pragma once

#include "gough/explain/written_model.hpp"

// Names and units of the rows and columns of written matrices.
namespace gough::explain {

enum class LabelKind { rate, acceleration, force };

// The unit of a turning or a sliding freedom's rate, acceleration or effort.
std::string unit_of(LabelKind kind, bool turns);

std::vector<Label> nacelle_labels(const Robot& robot, LabelKind kind);      // of V_N
std::vector<Label> free_labels(const Robot& robot, LabelKind kind);         // of V_r
std::vector<Label> joint_labels(const Leg& leg, LabelKind kind);            // of q_i
std::vector<Label> actuator_labels(const Robot& robot, LabelKind kind);     // of q_a
std::vector<Label> independent_labels(const Robot& robot, LabelKind kind);  // of u, formulation N
std::vector<Label> spatial_labels(LabelKind kind);                          // of a twist, its derivative or a wrench
std::vector<Label> row_labels(const Robot& robot, const Leg& leg);          // of the loop equations of a leg
inline std::vector<Label> one_column() { return {{"", "1"}}; }

// A matrix of a section.
WrittenMatrix matrix(std::vector<std::string> path, std::string symbol, std::string meaning, std::string equations, std::vector<Label> rows,
                     std::vector<Label> columns, const MatX<double>& value);

// A symbol with the name of a leg or a body below it: M_{\text{leg1}}.
std::string of(const std::string& symbol, const std::string& name);

// A name in prose.
std::string named(const std::string& name);

// A number in a table: six digits, 0 for rounding.
std::string digits(double x);

// The first leg with the same joints, tips, loops and elements: itself where it is the first.
int alike(const Robot& robot, int leg);

// A section for one leg, marked where a leg before is written alike.
Section leg_section(const Robot& robot, int leg, const std::string& title);

// Efforts of least norm that solve `on_efforts` Γ = `force`; nothing for an under-actuated robot.
void add_efforts(const Robot& robot, const MatX<double>& on_efforts, const VecX<double>& force, const std::string& formula,
                 const std::string& equations, Section& section);

// Writers of the four parts.
Part elements_part(const Robot& robot, const Load& load, const KinematicsData<double>& kinematics);
Part virtual_work_part(const Robot& robot, const Load& load, const KinematicsData<double>& kinematics);
Part platform_legs_part(const Robot& robot, const Load& load, const KinematicsData<double>& kinematics);
Part complement_part(const Robot& robot, const Load& load, const KinematicsData<double>& kinematics);

}  // namespace gough::explain
