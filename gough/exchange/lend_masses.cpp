#include "gough/exchange/lend_masses.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/math/linear_algebra.hpp"

namespace gough {
namespace {

constexpr double kLeastLoan = 0.02;  // of the lender's mass: with less, loops would be too soft

constexpr double kLight = 0.01;  // of the lender's mass: as good as none

// A loop seen from the side that has hardly any mass.
struct Loan {
  TipKind kind;
  int borrower, lender;  // links
  Placement<double> at_borrower, at_lender;
};

RigidBody part_of(const RigidBody& body, double share) { return {share * body.mass, body.com, share * body.inertia}; }

// Points that both sides share, in the frame of one of them.
std::vector<Vec3<double>> shared_points(const Loan& loan, const Placement<double>& at, double half_axis) {
  if (loan.kind != TipKind::revolute || half_axis == 0.0) return {at.p};
  return {at.p - half_axis * at.R.col(2), at.p + half_axis * at.R.col(2)};
}

// The same mass in all points.
RigidBody point_masses(const std::vector<Vec3<double>>& points, double mass) {
  RigidBody out;
  for (const Vec3<double>& p : points) out = joined(out, {mass / static_cast<double>(points.size()), p});
  return out;
}

// As little more inertia as makes it one that bodies can have: no second moment of mass below 0.
Mat3<double> topped_up(const Mat3<double>& inertia) {
  const auto other = [](const Mat3<double>& m, double trace) -> Mat3<double> { return trace * Mat3<double>::Identity() - m; };
  const Mat3<double> second = other(inertia, 0.5 * inertia.trace());
  const auto [moments, axes] = principal_axes(second);
  const Mat3<double> positive = axes * moments.cwiseMax(0.0).asDiagonal() * axes.transpose();
  return other(positive, positive.trace());
}

std::vector<Loan> loans_wanted(const CutTree& tree) {
  std::vector<Loan> out;
  const auto wants = [&](int borrower, int lender) {
    return borrower >= 0 && lender >= 0 && tree.moved_mass(borrower) <= kLight * tree.links[lender].body.mass &&
           tree.links[lender].body.mass > 0.0;
  };
  for (const CutLoop& loop : tree.loops) {
    if (wants(loop.a, loop.b)) out.push_back({loop.kind, loop.a, loop.b, loop.frame_a, loop.frame_b});
    if (wants(loop.b, loop.a)) out.push_back({loop.kind, loop.b, loop.a, loop.frame_b, loop.frame_a});
  }
  return out;
}

// What is left of the lender when every loan has `share` of its mass.
RigidBody left(const RigidBody& lender, const std::vector<Loan>& loans, double share, double half_axis) {
  double rigid = 0.0;
  for (const Loan& loan : loans) rigid += loan.kind == TipKind::rigid ? share : 0.0;
  RigidBody out = part_of(lender, 1.0 - rigid);
  for (const Loan& loan : loans)
    if (loan.kind != TipKind::rigid)
      out = joined(out, part_of(point_masses(shared_points(loan, loan.at_lender, half_axis), share * lender.mass), -1.0));
  return out;
}

void lend(CutTree& tree, const std::vector<Loan>& loans, double share, double half_axis) {
  RigidBody& lender = tree.links[loans[0].lender].body;
  for (const Loan& loan : loans) {
    const RigidBody lent = loan.kind == TipKind::rigid
                               ? seen_from(loan.at_borrower * loan.at_lender.inverse(), part_of(lender, share))
                               : point_masses(shared_points(loan, loan.at_borrower, half_axis), share * lender.mass);
    RigidBody& borrower = tree.links[loan.borrower].body;
    borrower = joined(borrower, lent);
  }
  lender = left(lender, loans, share, half_axis);
}

// Equal parts, or halves of that and so on, as long as what is left is an inertia that bodies can have. If that is too little, the lender
// gets the inertia that it lacks.
void lend_from(CutTree& tree, const std::vector<Loan>& loans, double length, std::vector<std::string>& warnings) {
  CutLink& lender = tree.links[loans[0].lender];
  const double equal = 1.0 / (1.0 + static_cast<double>(loans.size())), least = std::min(kLeastLoan, equal);
  for (double half_axis : {0.1 * length, 0.0})
    for (double share = equal; share >= least; share /= 2.0)
      if (is_physical_inertia(left(lender.body, loans, share, half_axis).inertia)) return lend(tree, loans, share, half_axis);
  lend(tree, loans, least, 0.0);
  const Mat3<double> enough = topped_up(lender.body.inertia);
  warnings.push_back(
      fmt::format("{} has too little inertia to lend mass to the bodies with hardly any that are joined to it: it gets {:.3g} kg m² "
                  "which the robot does not have; give those bodies more mass",
                  lender.name, (enough - lender.body.inertia).norm()));
  lender.body.inertia = enough;
}

constexpr double kMissingInertia = 0.02;  // of the robot's mass, times its length squared where the joint turns

bool carries_no_mass(const CutTree& tree, int link) {
  if (!massless(tree.links[link].body)) return false;
  const std::vector<int> children = tree.children(link);
  return std::all_of(children.begin(), children.end(), [&](int child) { return carries_no_mass(tree, child); });
}

double total_mass(const CutTree& tree) {
  double out = 0.0;
  for (const CutLink& link : tree.links) out += link.body.mass;
  return out > 0.0 ? out : 1.0;
}

}  // namespace

std::vector<std::string> lend_masses(CutTree& tree, double length) {
  std::vector<std::string> out;
  const std::vector<Loan> wanted = loans_wanted(tree);
  for (std::size_t lender = 0; lender < tree.links.size(); ++lender) {
    std::vector<Loan> loans;
    for (const Loan& loan : wanted)
      if (loan.lender == static_cast<int>(lender)) loans.push_back(loan);
    if (!loans.empty()) lend_from(tree, loans, length, out);
  }
  return out;
}

std::vector<std::string> add_missing_inertia(CutTree& tree, double length) {
  const double sliding = kMissingInertia * total_mass(tree), turning = sliding * length * length;
  std::string names;
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    CutJoint& joint = tree.links[k].joint;
    if (joint.kind == CutKind::fixed || joint.rotor_inertia > 0.0 || !carries_no_mass(tree, static_cast<int>(k))) continue;
    joint.rotor_inertia = joint.kind == CutKind::slide || joint.kind == CutKind::free ? sliding : turning;
    names += (names.empty() ? "" : ", ") + joint.name;
  }
  if (names.empty()) return {};
  return {fmt::format(
      "no mass is moved by {}, and no body beside has any to lend: these joints get an inertia of {:.3g} kg where they slide and "
      "{:.3g} kg m² where they turn, which the robot does not have; give their bodies a mass",
      names, sliding, turning)};
}

}  // namespace gough
