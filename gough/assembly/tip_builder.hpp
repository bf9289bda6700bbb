#pragma once

#include "gough/model/robot.hpp"

// Functions shared by the builders of legs and of the nacelle.
namespace gough {

TipKind tip_kind(const std::string& joint);

// How errors speak of a tip or loop: what it is, what it joins, and the axes in which its axes are given.
struct ClosingWords {
  std::string what, first, second, axes;
};
const ClosingWords kTipWords{"tip", "the leg", "the platform", "platform axes"};

// Axes of a tip or loop at home, as columns. Type U needs two axes from the file, R one, the others none.
Mat3<double> tip_axes(const Place& place, TipKind kind, const std::optional<Vec3<double>>& axis, const std::vector<Vec3<double>>& axes,
                      const ClosingWords& words);

// Index of a nacelle body by name.
int nacelle_body(const Nacelle& nacelle, const std::string& name, const Place& place);

// The nacelle's bodies at home, in platform axes.
std::vector<Placement<double>> nacelle_home(const Nacelle& nacelle);

Friction build_friction(const std::optional<FrictionSpec>& spec);

// `Joint::screw` of a joint of this type. Throws InputError where type H has no pitch, or another has one.
double build_screw(const Place& place, const std::string& type, const std::optional<double>& pitch);

}  // namespace gough
