#pragma once

#include "gough/simulation/plant.hpp"

// The stages of a plant, on numbers and on the recording scalar.
namespace gough {

// Reads positions of the kinematics and Vr, effort and wrench of the memory. Fills rates, the factored mass matrix and `right`.
template <class T>
void plant_terms(const PlantParts& parts, PlantMemory<T>& memory);

// Then V̇_r under the friction_points' friction, into memory.dynamics.acceleration.
template <class T>
void plant_acceleration(const PlantParts& parts, PlantMemory<T>& memory);

// The friction_points' rates, and those after a step of `step` under full friction against them. Reads what plant_terms filled.
template <class T>
void sliding_rates(const PlantParts& parts, PlantMemory<T>& memory);

// D L⁻ᵀ into memory.D. Reads what plant_terms filled; K and `right` are then void.
template <class T>
void contact_metric(const PlantParts& parts, PlantMemory<T>& memory);

// What `Plant::inspect` judges: actuated positions (cosine and sine, or length) and rates, each closed leg's reach, then pivots and column
// lengths of each leg, of the constraints and of the actuation, scaled so that metres and radians compare.
template <class T>
void monitor_values(const Robot& robot, const PlantMemory<T>& memory, std::vector<T>& out);

// Kinetic and potential energy, as `energy` has them. Reads what plant_terms filled.
template <class T>
void plant_energy(const PlantParts& parts, const PlantMemory<T>& memory, T& kinetic, T& potential);

// The programs.
Program record_motion(const PlantParts& parts);       // → V_N, V̇_r
Program record_sliding(const PlantParts& parts);      // → rates of the friction_points before and after
Program record_contacts(const PlantParts& parts);     // → factor by columns, D L⁻ᵀ by rows; of the pose alone
Program record_monitor(const PlantParts& parts);      // → monitor_values
Program record_observation(const PlantParts& parts);  // → V_N, kinetic and potential energy

}  // namespace gough
