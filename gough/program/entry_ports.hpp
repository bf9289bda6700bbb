#pragma once

#include "gough/dynamics/reactions.hpp"
#include "gough/program/program.hpp"

// Ports of matrices, vectors and named numbers that models give: names, units and what they are in words.
namespace gough {

// q̇_a = J_inv V_r, row by row.
Port jacobian_port(const Robot& robot, int actuator, int freedom);

// V_N = Ψ V_r, row by row.
Port mobility_port(const Robot& robot, int component, int freedom);

// M_rob, row by row, and c_rob; `component` is the port's number in its model.
Port mass_port(const Robot& robot, int row, int column, int component);
Port bias_port(const Robot& robot, int row, int component);

// τ = Y χ, row by row.
Port regressor_port(const Robot& robot, int actuator, const std::string& parameter, const std::string& unit, int component);

// The numbers of `Energy`, in its order.
std::vector<Port> energy_ports();

// Component of force (0 to 2) or moment (3 to 5) of the reaction that is the `number`-th of `reaction_list`.
Port reaction_port(const Robot& robot, const Reaction& reaction, int number, int component);

}  // namespace gough
