#include "gough/assembly/loop_builder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gough/assembly/tip_builder.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/model/did_you_mean.hpp"
#include "gough/model/loop_chains.hpp"

namespace gough {
namespace {

// Body of a leg that is drawn, by the name of its joint or element; -1 is the base.
int loop_body(const LegDrawing& drawing, const std::string& name, const Place& place) {
  if (name == "base") return -1;
  std::vector<std::string> names{"base"};
  for (const Carrier& carrier : drawing.carriers) {
    if (carrier.name == name) return carrier.joint;
    names.push_back(carrier.name);
  }
  const std::vector<Joint>& joints = drawing.drawn.leg.joints;
  for (std::size_t j = 0; j < joints.size(); ++j)
    if (joints[j].name == name) return static_cast<int>(j);
  throw InputError(place, fmt::format("no body of this leg is called '{}'{}; there is {}. A loop joins bodies of one leg; what meets the "
                                      "platform is a tip",
                                      name, did_you_mean(name, names), fmt::join(names, ", ")));
}

// A frame that the file gives in the axes of a body.
TipSide loop_side(const LegDrawing& drawing, int body, const Placement<double>& given) {
  if (body < 0) return {body, {given.R, drawing.spec.at + given.p}};
  return {body, drawing.drawn.leg.joints[body].file_frame * given};
}

}  // namespace

void add_loop(const LegLoopSpec& spec, LegDrawing& drawing) {
  Leg& leg = drawing.drawn.leg;
  LegLoop loop;
  loop.name = spec.name.empty() ? fmt::format("loop{}", leg.loops.size() + 1) : spec.name;
  bool taken = false;
  for (const LegLoop& other : leg.loops) taken |= other.name == loop.name;
  for (const Carrier& carrier : drawing.carriers) taken |= carrier.name == loop.name;
  for (const Tip& tip : leg.tips) taken |= tip.name == loop.name;
  if (taken) throw InputError(spec.place, fmt::format("two parts of this leg are called '{}'; names must differ", loop.name));
  loop.kind = tip_kind(spec.joint);
  loop.friction = build_friction(spec.friction);
  const int a = loop_body(drawing, spec.between[0], spec.place), b = loop_body(drawing, spec.between[1], spec.place);
  if (a == b) throw InputError(spec.place, fmt::format("loop '{}' joins '{}' to itself; it needs two bodies", loop.name, spec.between[0]));
  const ClosingWords words{"loop", "the first body", "the second", "the axes of the first body"};
  loop.a = loop_side(drawing, a, {tip_axes(spec.place, loop.kind, spec.axis, spec.axes, words), spec.from});
  loop.b = loop_side(drawing, b, {Mat3<double>::Identity(), spec.to});
  leg.loops.push_back(loop);
  drawing.drawn.loop_places.push_back(spec.place);
}

void freeze_loops(const std::vector<Placement<double>>& bodies, Leg& leg) {
  for (LegLoop& loop : leg.loops) {
    const Mat3<double> world = tip_frame(loop.a, bodies).R;
    loop.b.frame.R = loop.b.body < 0 ? world : Mat3<double>(bodies[loop.b.body].R.transpose() * world);
  }
  find_chains(leg);
}

}  // namespace gough
