#include <fmt/format.h>

#include "gough/assembly/builder.hpp"
#include "gough/assembly/leg_from_elements.hpp"
#include "gough/assembly/leg_from_joints.hpp"
#include "gough/assembly/tip_builder.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/loop_chains.hpp"

namespace gough {
namespace {

constexpr int kMostLegFreedoms = 24, kMostFreedoms = 1000;  // of one leg, of all legs

DrawnLeg draw_leg(const LegSpec& spec, const Nacelle& nacelle, const Pose<double>& home, const std::string& name, int copy) {
  LegDrawing drawing(spec, nacelle, home);
  drawing.drawn.leg.name = name;
  if (spec.element.empty() == spec.joint.empty())
    throw InputError(spec.place, "a leg needs either [[leg.element]] or [[leg.joint]] tables");
  if (spec.tip.empty()) throw InputError(spec.place, "a leg needs a `tip`: where it meets the platform");
  if (!spec.element.empty()) draw_from_elements(drawing, copy);
  else draw_from_joints(drawing, copy);
  return drawing.finish();
}

// Turns base and platform side of a drawn leg, moves its tips into their nacelle bodies' frames, and finds its loops' chains.
void place_copy(DrawnLeg& drawn, const Mat3<double>& turn, const Nacelle& nacelle) {
  const Placement<double> rotation{turn, Vec3<double>::Zero()};
  for (Joint& joint : drawn.leg.joints)
    if (joint.parent < 0) joint.placement = rotation * joint.placement;
  const std::vector<Placement<double>> bodies = nacelle_home(nacelle);
  for (Tip& tip : drawn.leg.tips) {
    tip.nacelle.frame = bodies[tip.nacelle.body].inverse() * (rotation * tip.nacelle.frame);
    drawn.leg.rows += rows(tip.kind);
  }
  for (LegLoop& loop : drawn.leg.loops) {
    for (TipSide* side : {&loop.a, &loop.b})
      if (side->body < 0) side->frame = rotation * side->frame;
    drawn.leg.rows += rows(loop.kind);
  }
  drawn.leg.rows += static_cast<int>(drawn.leg.couplings.size());
  find_chains(drawn.leg);
  for (std::size_t t = 0; t < drawn.lumps.size(); ++t) drawn.lumps[t].at = drawn.leg.tips[t].nacelle.frame.p;
}

Vec3<double> copy_axis(const CopiesSpec& copies) {
  if (copies.axis) return copies.axis->normalized();
  return Vec3<double>::Unit(copies.about == "x" ? 0 : copies.about == "y" ? 1 : 2);
}

// The work grows with the cube of a leg's joints: what would take hours is refused.
void check_size(const DrawnLeg& drawn, const Place& place, int& total) {
  const int own = drawn.leg.freedoms();
  if (own > kMostLegFreedoms)
    throw InputError(place, fmt::format("leg '{}' has {} joint freedoms; at most {} are allowed", drawn.leg.name, own, kMostLegFreedoms));
  total += own;
  if (total > kMostFreedoms)
    throw InputError(
        place, fmt::format("up to leg '{}' the legs have {} joint freedoms; at most {} are allowed", drawn.leg.name, total, kMostFreedoms));
}

}  // namespace

std::size_t copy_count(const LegSpec& spec) { return spec.copies ? spec.copies->angles_deg.size() : 1; }

Mat3<double> copy_turn(const LegSpec& spec, std::size_t copy) {
  if (!spec.copies) return Mat3<double>::Identity();
  return rotation_about(copy_axis(*spec.copies), turn_degrees(spec.copies->angles_deg[copy]));
}

std::vector<DrawnLeg> build_legs(const RobotDescription& description, const Nacelle& nacelle, const Pose<double>& home) {
  std::vector<DrawnLeg> out;
  int total = 0;  // joint freedoms so far
  for (const LegSpec& spec : description.leg) {
    const std::size_t copies = copy_count(spec);
    for (const TipSpec& tip : spec.tip)
      if (tip.on.size() > 1 && tip.on.size() != copies)
        throw InputError(tip.place, fmt::format("`on` needs one name, or {}: one for each copy of the leg", copies));
    for (std::size_t copy = 0; copy < copies; ++copy) {
      std::string name = spec.name.empty() ? fmt::format("leg{}", out.size() + 1) : spec.name;
      if (!spec.name.empty() && copies > 1) name += std::to_string(copy + 1);
      DrawnLeg drawn = draw_leg(spec, nacelle, home, name, static_cast<int>(copy));
      check_size(drawn, spec.place, total);
      if (copy > 0) drawn.copy_of = static_cast<int>(out.size() - copy);
      place_copy(drawn, copy_turn(spec, copy), nacelle);
      for (const DrawnLeg& other : out)
        if (other.leg.name == name) throw InputError(spec.place, fmt::format("two legs are called '{}'; names must differ", name));
      out.push_back(std::move(drawn));
    }
  }
  return out;
}

}  // namespace gough
