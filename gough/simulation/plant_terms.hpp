#pragma once

#include "gough/simulation/plant.hpp"

// The stages of a plant, on numbers and on the recording scalar.
namespace gough {

// Reads positions of the kinematics and Vr, effort and wrench of the memory. Fills rates, the factored mass matrix and `right`.
template <class T>
void plant_terms(const PlantParts& parts, PlantMemory<T>& memory);

// Then V̇_r under the friction points' friction, into memory.dynamics.acceleration.
template <class T>
void plant_acceleration(const PlantParts& parts, PlantMemory<T>& memory);

// D L⁻ᵀ into memory.D. Reads what plant_terms filled; K and `right` are then void.
template <class T>
void friction_metric(const PlantParts& parts, PlantMemory<T>& memory);

// What `Plant::inspect` judges: actuated positions (cosine and sine, or length) and rates, each closed leg's reach, then pivots and column
// lengths of each leg, of the constraints and of the actuation, scaled so that metres and radians compare.
template <class T>
void monitor_values(const Robot& robot, const PlantMemory<T>& memory, std::vector<T>& out);

// Behind them the numbers of StateTerms: V_N, kinetic and potential energy, L by columns, free, and by rows J_inv, the points' Jacobians
// and D. Reads what plant_terms filled with no effort and no wrench.
template <class T>
void state_values(const PlantParts& parts, PlantMemory<T>& memory, std::vector<T>& out);

// The programs. Where `payload_input`, a payload besides that of the parts is their last inputs (payload_ports.hpp).
Program record_motion(const PlantParts& parts, bool payload_input);    // → V_N, V̇_r
Program record_friction(const PlantParts& parts, bool payload_input);  // → factor by columns, D L⁻ᵀ by rows; of the pose alone
Program record_state(const PlantParts& parts, bool payload_input);     // → monitor_values, state_values

}  // namespace gough
