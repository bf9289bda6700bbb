#include "gough/explain/written_model.hpp"

#include <fmt/format.h>

#include <random>

#include "gough/explain/formula.hpp"
#include "gough/explain/labels.hpp"
#include "gough/identification/base_parameters.hpp"

namespace gough::explain {
namespace {

constexpr int kStates = 5;
constexpr std::uint64_t kSeed = 1;
// Entries nearer than this to each other, of the largest of their matrix, are the same: sums of some hundred products round by 1e-14.
constexpr double kSame = 1e-12;

Part part_of(const Robot& robot, Formulation formulation, const Load& load, const KinematicsData<double>& k) {
  switch (formulation) {
    case Formulation::elements: return elements_part(robot, load, k);
    case Formulation::virtual_work: return virtual_work_part(robot, load, k);
    case Formulation::platform_legs: return platform_legs_part(robot, load, k);
    case Formulation::orthogonal_complement: return complement_part(robot, load, k);
  }
  return {};
}

// What the entries of a matrix are, from its values at several states.
std::vector<Entry> structure(const std::vector<const MatX<double>*>& values) {
  double largest = 0.0;
  for (const MatX<double>* value : values) largest = std::max(largest, value->size() > 0 ? value->cwiseAbs().maxCoeff() : 0.0);
  std::vector<Entry> out;
  for (Eigen::Index r = 0; r < values[0]->rows(); ++r)
    for (Eigen::Index c = 0; c < values[0]->cols(); ++c) {
      double low = kInfinity, high = -kInfinity;
      for (const MatX<double>* value : values) {
        low = std::min(low, (*value)(r, c));
        high = std::max(high, (*value)(r, c));
      }
      const double near = kSame * largest;
      const auto is = [&](double x) { return std::abs(low - x) <= near && std::abs(high - x) <= near; };
      out.push_back(is(0.0) ? Entry::zero : is(1.0) ? Entry::one : high - low <= near ? Entry::constant : Entry::varying);
    }
  return out;
}

// Marks what the entries of a part are, by its values here and in the same part at other states.
void mark(Part& part, const std::vector<Part>& others) {
  std::vector<std::vector<const MatX<double>*>> values;
  for_each_matrix(part, [&](const WrittenMatrix& m) { values.push_back({&m.value}); });
  for (const Part& other : others) {
    std::size_t at = 0;
    for_each_matrix(other, [&](const WrittenMatrix& m) { values[at++].push_back(&m.value); });
  }
  std::size_t at = 0;
  for_each_matrix(part, [&](WrittenMatrix& m) { m.structure = structure(values[at++]); });
}

std::string listed(const BaseParameters& base, const std::vector<int>& columns) {
  std::string out;
  for (int c : columns) out += (out.empty() ? "" : ", ") + named(base.all[c].name);
  return out;
}

// Parameters kept, dropped and regrouped.
Section base_section(const Robot& robot, const Load& load) {
  const BaseParameters base = base_parameters(robot, load);
  Section out{"Base parameters", {}, ""};
  out.items.push_back(
      Paragraph{fmt::format("Of {} parameters {} have no effect on any effort, {} act only together with others, and {} groups "
                            "remain, the base parameters.",
                            base.all.size(), base.dropped.size(), base.regrouped.size(), base.rank())});
  WrittenTable kept{
      "Kept, with what is regrouped into them", "[CB, Eq. 45]; docs/identification.md", {"base parameter", "value", "unit"}, {}};
  const VecX<double> values = base.values();
  for (int i = 0; i < base.rank(); ++i) kept.rows.push_back({named(base.expression(i)), digits(values(i)), base.all[base.base[i]].unit});
  out.items.push_back(std::move(kept));
  if (!base.dropped.empty()) out.items.push_back(Paragraph{"Dropped, their columns being zero: " + listed(base, base.dropped) + "."});
  return out;
}

std::vector<std::string> facts(const Robot& robot) {
  std::string free, actuators;
  for (const FreeComponent& c : robot.mobility.free) free += (free.empty() ? "" : ", ") + named(c.name);
  for (const Actuator& a : robot.actuators) actuators += (actuators.empty() ? "" : ", ") + named(a.name);
  return {fmt::format("Elements of [O]: {}", named(robot.notation)),
          fmt::format("{} freedoms, free components $V_{{r}}$: {}", robot.mobility.n, free),
          fmt::format("{} actuators: {}", robot.actuators.size(), actuators),
          fmt::format("{} links, {} joints, {} independent loops", robot.mobility.links, robot.mobility.joints, robot.mobility.loops)};
}

std::vector<WrittenMatrix> state_of(const Robot& robot, const KinematicsData<double>& k) {
  std::vector<Label> position;
  for (const char* axis : {"x", "y", "z"}) position.push_back({axis, "m"});
  std::vector<WrittenMatrix> out;
  out.push_back(matrix({"position"}, "p", "origin of the platform", "docs/frames.md", position, one_column(), k.pose.p));
  out.push_back(matrix({"rotation"}, "R", "axes of the platform in base axes", "docs/frames.md", {{"x", "1"}, {"y", "1"}, {"z", "1"}},
                       {{"x", "1"}, {"y", "1"}, {"z", "1"}}, k.pose.R));
  out.push_back(matrix({"Vr"}, "V_{r}", "rates of the free components", "docs/theory.md (2.3)", free_labels(robot, LabelKind::rate),
                       one_column(), k.Vr));
  out.push_back(matrix({"dVr"}, "\\dot{V}_{r}", "their accelerations", "docs/theory.md (2.3)", free_labels(robot, LabelKind::acceleration),
                       one_column(), k.dVr));
  return out;
}

// Seeded random states of the workspace; none where it has no regular pose.
std::vector<KinematicsData<double>> other_states(const Robot& robot) {
  std::vector<KinematicsData<double>> out;
  std::mt19937_64 random(kSeed);
  try {
    for (int s = 0; s < kStates; ++s) random_state(robot, random, out.emplace_back(robot));
  } catch (const InputError&) {
    out.clear();
  }
  return out;
}

}  // namespace

Part written_part(const Robot& robot, Formulation formulation, const Load& load, const KinematicsData<double>& k) {
  assert(fits(robot, k));
  return part_of(robot, formulation, load, k);
}

WrittenModel written_model(const Robot& robot, const std::vector<Formulation>& formulations, const Load& load,
                           const KinematicsData<double>& k) {
  assert(fits(robot, k));
  const std::vector<KinematicsData<double>> states = other_states(robot);
  WrittenModel out{robot.name,
                   robot.description.description,
                   robot.description.reference,
                   facts(robot),
                   state_of(robot, k),
                   {},
                   static_cast<int>(states.size()),
                   kSeed};
  for (Formulation formulation : formulations) {
    try {
      Part part = part_of(robot, formulation, load, k);
      std::vector<Part> others;
      for (const KinematicsData<double>& state : states) others.push_back(part_of(robot, formulation, load, state));
      if (!states.empty()) mark(part, others);
      out.parts.push_back(std::move(part));
    } catch (const InputError& error) {
      Part refused;
      refused.formulation = formulation;
      refused.refused = error.what();
      out.parts.push_back(std::move(refused));
    }
    if (!states.empty() && formulation == Formulation::virtual_work) out.parts.back().sections.push_back(base_section(robot, load));
  }
  return out;
}

const WrittenMatrix* find_matrix(const Part& part, const std::vector<std::string>& path) {
  const WrittenMatrix* out = nullptr;
  for_each_matrix(part, [&](const WrittenMatrix& m) {
    if (m.path == path) out = &m;
  });
  return out;
}

}  // namespace gough::explain
